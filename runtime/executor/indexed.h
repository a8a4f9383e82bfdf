// For host code: elements at places that a tensor of indices names, which is read when the plan
// runs. The AI Core does it by its copies and by its instruction Gather (device_move.h).
#ifndef OPENACLNN_RUNTIME_EXECUTOR_INDEXED_H_
#define OPENACLNN_RUNTIME_EXECUTOR_INDEXED_H_

#include <cstdint>

#include "runtime/executor/plan.h"

namespace openaclnn {

// `out`, whose shape is GatheredShape(), becomes the elements of `tensor` at the indices along
// `dim` (may be negative); 0 where an index is out of range. `wraps`: negative indices count from
// the end.
void Gather(PlanBuilder& plan, const Operand& tensor, int64_t dim, const Operand& index,
            const Operand& out, bool wraps);

// Puts the elements of `source` in their places in `tensor` along `dim` (may be negative): those at
// k go where the k-th index says, of which there are as many as `source` has elements along `dim`.
// Indices out of range put nothing; of several that are equal the last one counts.
void Put(PlanBuilder& plan, const Operand& source, int64_t dim, const Operand& index,
         const Operand& tensor);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_INDEXED_H_
