// Several calls in one pass over memory: each block of elements goes through all of them while it
// is in the cache, and results that only they need exist block by block.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_FUSED_H_
#define OPENACLNN_RUNTIME_EXECUTOR_FUSED_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"
#include "runtime/executor/chains.h"
#include "runtime/executor/step.h"

namespace openaclnn {

// What phase 1 planned, where that is one step of the CPU that does not depend on where its
// elements stand. It writes `count` of them, which lie one after the other in tensors of their own.
struct ElementwisePass {
  int64_t count = 0;
  // Inputs of which an element of the result needs others than the one in its own place.
  absl::InlinedVector<const aclTensor*, 2> repeated;

  bool Repeats(const aclTensor* handle) const;
};
std::optional<ElementwisePass> PassOf(const aclOpExecutor* executor);

struct FusedCall {
  aclOpExecutor* executor;
  // The tensors that exist block by block only, each with its number: results of this call, and
  // inputs that are results of earlier ones. They need no memory.
  absl::InlinedVector<std::pair<const aclTensor*, int>, 3> blocks;
};

// What a block has between two calls.
enum class BlockType : uint8_t {
  kOfTensor,  // each result is rounded as it would be in memory
  kFloat32,   // float16 and bfloat16 are kept as float32, but not what is only converted to them
};

// Phase 2 of calls whose passes have the same count: the results of one after the other, of
// BlockType::kOfTensor bit for bit, but for which of two NaN a sum or product of both is. No call
// may have among its repeated inputs what an earlier one writes. 161002 if what one call writes
// overlaps in part what another reads or writes. The executors are used up, whether it succeeds or
// not.
aclnnStatus RunFused(absl::Span<const FusedCall> calls, BlockType type, aclrtStream stream);

// For RunFused: steps whose operands have their memory, or a number among those without.
class FusedSteps {
 public:
  FusedSteps(BlockType type, size_t steps) : type_(type) { parts_.reserve(steps); }

  // `numbers`: by operand, -1 if it has memory.
  void Add(const CpuStep& step, absl::InlinedVector<int, 6> numbers);
  // Behind the last Add.
  void Join();

  void Compute() const;

 private:
  // Elements of a block, and the bytes that a thread needs for those that have no memory.
  int64_t BlockElements() const;
  void ComputeBlocks(int64_t begin, int64_t end, int64_t block) const;

  const BlockType type_;
  std::vector<FusedPart> parts_;
  std::vector<aclDataType> dtypes_;  // by number
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_FUSED_H_
