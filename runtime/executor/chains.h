// Steps that become one because their values can stay in registers from one to the next.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_CHAINS_H_
#define OPENACLNN_RUNTIME_EXECUTOR_CHAINS_H_

#include <vector>

#include "absl/container/inlined_vector.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/executor/step.h"

namespace openaclnn {

// A step of several that run together. `numbers`: by operand, that of a value which exists block by
// block only, or -1 if the operand has memory.
struct FusedPart {
  CpuStep step;
  absl::InlinedVector<int, 6> numbers;
  Chain chain = {};  // around the step's kernel; without operations if there is none

  const Chain* ChainOrNull() const { return chain.count > 0 ? &chain : nullptr; }
};

// Joins a kernel with the light operations right before and behind it, where nothing else reads the
// values between them. What is computed, and in which order, stays the same.
void JoinChains(std::vector<FusedPart>& parts);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_CHAINS_H_
