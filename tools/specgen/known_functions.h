// tools/install/known_functions.yaml: functions of the vendor, and what is made for those that no
// operator has: headers, and a library whose functions say that they are not implemented.
#ifndef OPENACLNN_TOOLS_SPECGEN_KNOWN_FUNCTIONS_H_
#define OPENACLNN_TOOLS_SPECGEN_KNOWN_FUNCTIONS_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/specgen/problems.h"
#include "tools/specgen/products.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

struct KnownFunction {
  std::string name;                 // "aclnnAbs"
  std::vector<std::string> params;  // "const aclTensor* self"; without workspaceSize and executor
  bool has_phases;
};

// By header. A header may have none.
using KnownFunctions = std::map<std::string, std::vector<KnownFunction>>;

KnownFunctions ReadKnownFunctions(const std::string& text, std::string_view file,
                                  Problems* problems);

// Those that no operator has; and only the headers that then declare something else than the
// operators' headers do.
KnownFunctions Unimplemented(const KnownFunctions& known, const std::vector<Spec>& specs);

// aclnnop/<header>: the functions, and those of the operator that has this header, if there is one.
std::string UnimplementedHeader(const std::string& header,
                                const std::vector<KnownFunction>& functions,
                                const std::vector<Spec>& specs, const ProductTable& products);

// The library's source. `version` is that of openaclnn.
std::string UnimplementedSource(const KnownFunctions& functions, const std::vector<Spec>& specs,
                                std::string_view version);

// "<header> <function>", a line for each.
std::string UnimplementedList(const KnownFunctions& functions);

// For tests in C: every known function is declared, so that a compiler compares what operators
// declare; and a list of them all, with zeros for arguments.
std::string KnownFunctionsHeader(const KnownFunctions& known);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_KNOWN_FUNCTIONS_H_
