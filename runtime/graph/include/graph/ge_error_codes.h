// Status codes of ge::Operator, ge::Graph and the functions on them.
#ifndef OPENACLNN_GRAPH_GE_ERROR_CODES_H_
#define OPENACLNN_GRAPH_GE_ERROR_CODES_H_

#include <cstdint>

namespace ge {

using graphStatus = uint32_t;

constexpr graphStatus GRAPH_SUCCESS = 0;
constexpr graphStatus GRAPH_FAILED = 0xFFFFFFFF;
constexpr graphStatus GRAPH_PARAM_INVALID = 50331649;

}  // namespace ge

#endif  // OPENACLNN_GRAPH_GE_ERROR_CODES_H_
