// The operators as Python functions.
#ifndef OPENACLNN_TOOLS_SPECGEN_EMIT_PYTHON_H_
#define OPENACLNN_TOOLS_SPECGEN_EMIT_PYTHON_H_

#include <string>
#include <vector>

#include "tools/specgen/problems.h"
#include "tools/specgen/products.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

// openaclnn/_ops.py: a function for each operator, and what openaclnn/_core.py needs to know of it.
// A gradient that does not fit its operator is a problem.
std::string PythonModule(const std::vector<Spec>& specs, const ProductTable& products,
                         Problems* problems);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_EMIT_PYTHON_H_
