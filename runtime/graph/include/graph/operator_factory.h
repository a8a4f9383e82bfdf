// Nodes of operator types that are known by name only.
#ifndef OPENACLNN_GRAPH_OPERATOR_FACTORY_H_
#define OPENACLNN_GRAPH_OPERATOR_FACTORY_H_

#include <vector>

#include "graph/ascend_string.h"
#include "graph/operator.h"

namespace ge {

class OperatorFactory {
 public:
  // A node of a type that the library can run; empty (IsEmpty) if there is none of this name.
  static Operator CreateOperator(const char* name, const char* type);
  static graphStatus GetOpsTypeList(std::vector<AscendString>& types);
  static bool IsExistOp(const char* type);
};

}  // namespace ge

#endif  // OPENACLNN_GRAPH_OPERATOR_FACTORY_H_
