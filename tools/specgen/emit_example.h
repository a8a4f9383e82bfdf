// The complete program that shows an operator.
#ifndef OPENACLNN_TOOLS_SPECGEN_EMIT_EXAMPLE_H_
#define OPENACLNN_TOOLS_SPECGEN_EMIT_EXAMPLE_H_

#include <string>

#include "tools/specgen/products.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

// example.cc: the calls of `example:` one after the other, and what they write. It chooses a chip
// if the default one lacks a function.
std::string ExampleSource(const Spec& spec, const ProductTable& products);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_EMIT_EXAMPLE_H_
