// The C and C++ made from a spec.
#ifndef OPENACLNN_TOOLS_SPECGEN_EMIT_CPP_H_
#define OPENACLNN_TOOLS_SPECGEN_EMIT_CPP_H_

#include <string>

#include "tools/specgen/products.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

// aclnnop/<header>: all functions the spec puts there. C99 and C++17.
std::string PublicHeader(const Spec& spec, const std::string& header, const ProductTable& products);

// <op>_spec.h: numbers of parameters and values, for host code.
std::string SpecHeader(const Spec& spec);

// <op>_api.cc: the tables of checks and the C functions.
std::string ApiSource(const Spec& spec);

// <op>_invoke.cc: how tests call the C functions (testing/invoke.h).
std::string InvokeSource(const Spec& spec);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_EMIT_CPP_H_
