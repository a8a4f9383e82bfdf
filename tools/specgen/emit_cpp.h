// The C and C++ made from a spec.
#ifndef OPENACLNN_TOOLS_SPECGEN_EMIT_CPP_H_
#define OPENACLNN_TOOLS_SPECGEN_EMIT_CPP_H_

#include <string>
#include <string_view>

#include "tools/specgen/products.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

// A public header with these declarations, C99 and C++17. `origin` is what it is generated from.
std::string Header(std::string_view origin, const std::string& header,
                   const std::string& declarations);

// "ACLNN_API <signature>;", its parameters below each other where they do not fit in a line.
std::string Prototype(const std::string& signature);

// The functions that the spec puts into the header, with their comments.
std::string Declarations(const Spec& spec, const std::string& header, const ProductTable& products);

// aclnnop/<header>: all functions the spec puts there.
std::string PublicHeader(const Spec& spec, const std::string& header, const ProductTable& products);

// <op>_spec.h: numbers of parameters and values, for host code.
std::string SpecHeader(const Spec& spec);

// <op>_api.cc: the tables of checks and the C functions.
std::string ApiSource(const Spec& spec);

// The enumerator of openaclnn::ParamKind.
std::string_view KindEnumerator(ParamKind kind);

// The table of the values that a word or listed number may have, and its name.
std::string ValuesTable(const Param& param);
std::string ValuesName(const Param& param);

// The two phases as initializers of pointers to functions: a lambda that takes the C parameters of
// the first from a span of openaclnn::Arg, and the name of the second.
std::string Phases(const Spec& spec, const Function& function);

// <op>_invoke.cc: how tests call the C functions (testing/invoke.h).
std::string InvokeSource(const Spec& spec);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_EMIT_CPP_H_
