// Short forms of calls of the C API that the programs here share.
#ifndef OPENACLNN_TESTING_ATTACK_CALLS_H_
#define OPENACLNN_TESTING_ATTACK_CALLS_H_

#include <cstdint>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace openaclnn::attack {

// A contiguous float32 tensor of one dimension.
aclTensor* Vector(void* data, int64_t elements);

// Both phases of aclnnAbs, without a wait, for callers that need any operator: every chip of these
// programs has it, its kernel is short, and it keeps positive values as they are.
int AnyOperator(const aclTensor* self, aclTensor* out, aclrtStream stream);

// Tensors, scalars, arrays, lists and descriptions that are still alive.
int64_t LiveArguments();

// Those, streams, events, contexts, models and allocations that are still alive; 0 when a program
// has cleaned up.
int64_t LiveObjects();

}  // namespace openaclnn::attack

#endif  // OPENACLNN_TESTING_ATTACK_CALLS_H_
