// Status codes of sessions.
#ifndef OPENACLNN_GE_GE_API_ERROR_CODES_H_
#define OPENACLNN_GE_GE_API_ERROR_CODES_H_

#include <cstdint>

#include "graph/ge_error_codes.h"

namespace ge {

using Status = uint32_t;

constexpr Status SUCCESS = 0;
constexpr Status FAILED = 0xFFFFFFFF;
// Something that was passed is wrong: a graph, a tensor, a number of a graph, an option.
constexpr Status PARAM_INVALID = 145000;
// GEInitialize has not been called, or GEFinalize has been since.
constexpr Status GE_CLI_GE_NOT_INITIALIZED = 145001;
constexpr Status MEMALLOC_FAILED = 245000;
// A node failed while it ran.
constexpr Status INTERNAL_ERROR = 545000;

}  // namespace ge

#endif  // OPENACLNN_GE_GE_API_ERROR_CODES_H_
