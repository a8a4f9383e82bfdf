// One call of an operator, ready to be repeated: what all measurements run.
#ifndef OPENACLNN_TOOLS_BENCH_CALL_H_
#define OPENACLNN_TOOLS_BENCH_CALL_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "acl/acl.h"
#include "runtime/rules/rules.h"
#include "testing/arguments.h"
#include "testing/cases.h"
#include "testing/invoke.h"

namespace openaclnn::bench {

// Bytes of the storage an argument's tensor needs; 0 if it is none.
size_t StorageBytes(const testing::ArgCase& arg);

// Memory of aclrtMalloc, released with the object.
struct FreeDeviceMemory {
  void operator()(void* memory) const { (void)aclrtFree(memory); }
};
using DeviceMemory = std::unique_ptr<void, FreeDeviceMemory>;

// `bytes` bytes, filled with elements of the type whose values are `scale` times a sum of twelve
// uniform numbers (mean 0, variance 1), the same for the same seed; integers are 20 times that.
// Null if there is no memory.
DeviceMemory RandomMemory(aclDataType dtype, size_t bytes, uint64_t seed, double scale);

class Call {
 public:
  // `addresses`: for each argument that is a tensor, in their order, memory of StorageBytes() bytes
  // from aclrtMalloc. The case must outlive the call. Needs a device; plans once, so that an error
  // shows here.
  static absl::StatusOr<std::unique_ptr<Call>> Make(const testing::Case& test,
                                                    absl::Span<void* const> addresses);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call();

  // Phase 1 alone.
  aclnnStatus Plan() const;
  // What a program does: both phases, and waiting for the result.
  aclnnStatus Run(aclrtStream stream) const;

 private:
  Call() = default;

  const testing::Invocation* invocation_ = nullptr;
  std::vector<const aclTensor*> tensors_;
  testing::Arguments args_;
  DeviceMemory workspace_;
};

// A call with memory of its own, inputs filled by RandomMemory().
struct OwnedCall {
  std::vector<DeviceMemory> memory;
  std::unique_ptr<Call> call;
};
absl::StatusOr<OwnedCall> MakeOwnedCall(const testing::Case& test, double scale);

}  // namespace openaclnn::bench

#endif  // OPENACLNN_TOOLS_BENCH_CALL_H_
