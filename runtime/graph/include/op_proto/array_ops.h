// The nodes that every graph has: its inputs, constants and results.
#ifndef OPENACLNN_OP_PROTO_ARRAY_OPS_H_
#define OPENACLNN_OP_PROTO_ARRAY_OPS_H_

#include "graph/operator_reg.h"

namespace ge {

// An input of the graph. The description of y says what it is; extents may be UNKNOWN_DIM.
REG_OP(Data)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(index, Int, 0)
    .OP_END_FACTORY_REG(Data)

    // A tensor that is part of the graph.
    REG_OP(Const)
    .OUTPUT(y, TensorType::ALL())
    .ATTR(value, Tensor, Tensor())
    .OP_END_FACTORY_REG(Const)

        REG_OP(Constant)
    .OUTPUT(y, TensorType::ALL())
    .ATTR(value, Tensor, Tensor())
    .OP_END_FACTORY_REG(Constant)

    // The results of the graph, where they are not named by Graph::SetOutputs.
    REG_OP(NetOutput)
    .DYNAMIC_INPUT(x, TensorType::ALL())
    .DYNAMIC_OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(NetOutput)

}  // namespace ge

#endif  // OPENACLNN_OP_PROTO_ARRAY_OPS_H_
