// The operator in words and in C, for headers and pages: both say the same.
#ifndef OPENACLNN_TOOLS_SPECGEN_TEXT_H_
#define OPENACLNN_TOOLS_SPECGEN_TEXT_H_

#include <string>
#include <vector>

#include "tools/specgen/products.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

// "const aclTensor* gradOutput", as the function declares it.
std::string Declaration(const Spec& spec, const Function& function, int param);

// The two C functions: "aclnnStatus aclnnXxxGetWorkspaceSize(const aclTensor* self, ..., uint64_t*
// workspaceSize, aclOpExecutor** executor)".
std::string Phase1Signature(const Spec& spec, const Function& function);
std::string Phase2Signature(const Function& function);

// "float32, float16"
std::string DTypeList(const DTypes& dtypes);

// What a parameter may be, without its role: "\"none\" or \"tanh\"", "0 (none) or 1 (tanh)"; empty
// for tensors.
std::string Choices(const Param& param);

// "self and approximate are null", as the reason for an error, with the function's own names.
std::string BrokenText(const Spec& spec, const Function& function, const RuleUse& rule,
                       const ProductTable& products);

// The code of a broken rule with its name: "161001 ACLNN_ERR_PARAM_NULLPTR".
std::string CodeText(RuleId id);

// "gradOutput" -> "grad_output".
std::string Snake(const std::string& name);

// The text as a literal of C++ and Python.
std::string Quoted(const std::string& text);

// Text broken at `width` columns, each line after `prefix`. Line ends of the text stay.
std::string Wrap(const std::string& text, const std::string& prefix, size_t width);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_TEXT_H_
