// What kernels ask about the core they run on, and small arithmetic.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_UTILS_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_UTILS_H_

#include <cstdint>
#include <type_traits>

#include "runtime/aicore/core.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"

// `if ASCEND_IS_AIV { ... }`: the simulated core is a vector core on every product, also where one
// core does both.
#define ASCEND_IS_AIV constexpr(::AscendC::internal::kCoreType == ::AscendC::AIV)
#define ASCEND_IS_AIC constexpr(::AscendC::internal::kCoreType == ::AscendC::AIC)
#define ASCEND_IS_NOT_AIV constexpr(::AscendC::internal::kCoreType != ::AscendC::AIV)
#define ASCEND_IS_NOT_AIC constexpr(::AscendC::internal::kCoreType != ::AscendC::AIC)

namespace AscendC {

inline constexpr int32_t MIX = 0;
inline constexpr int32_t AIC = 1;
inline constexpr int32_t AIV = 2;

inline constexpr uint16_t ONE_BLK_SIZE = openaclnn::aicore::kBlockBytes;
inline constexpr uint16_t ONE_REPEAT_BYTE_SIZE = openaclnn::aicore::kRepeatBytes;
inline constexpr uint16_t MAX_REPEAT_TIMES = openaclnn::aicore::kMaxRepeats;
inline constexpr int32_t DEFAULT_BLK_NUM = openaclnn::aicore::kBlocksPerRepeat;
inline constexpr uint8_t DEFAULT_BLK_STRIDE = 1;
inline constexpr uint8_t DEFAULT_REPEAT_STRIDE = openaclnn::aicore::kBlocksPerRepeat;

namespace internal {

inline constexpr int32_t kCoreType = AIV;

}  // namespace internal

template <typename T, typename U>
struct IsSameType : std::is_same<T, U> {};

// Vector cores for each cube core; 1 where a kernel has no cube core.
inline int64_t GetTaskRation() { return 1; }
inline int64_t GetTaskRatio() { return GetTaskRation(); }

constexpr uint32_t GetDataBlockSizeInBytes() { return ONE_BLK_SIZE; }
inline uint32_t GetUBSizeInBytes() {
  return static_cast<uint32_t>(openaclnn::aicore::Core::Current().soc().unified_buffer_bytes);
}

// On a chip a clock. Here the number of instructions that the block has run, so that a kernel that
// reads it gives the same results in every run.
inline int64_t GetSystemCycle() {
  int64_t instructions = 0;
  for (const openaclnn::aicore::PipeCounters& pipe :
       openaclnn::aicore::Core::Current().counters().pipes) {
    instructions += pipe.instructions;
  }
  return instructions;
}

[[noreturn]] inline void Trap() {
  openaclnn::aicore::Core::Current().Fail("Trap", "", "the kernel gave up");
}

// The system's part of the workspace, for kernels that do not pass it on.
inline void SetSysWorkspace(GM_ADDR workspace) {
  openaclnn::aicore::Core::Current().set_system_workspace(workspace);
}
inline void SetSysWorkspaceForce(GM_ADDR workspace) { SetSysWorkspace(workspace); }
inline GM_ADDR GetSysWorkSpacePtr() {
  return openaclnn::aicore::Core::Current().system_workspace();
}

// Quotients rounded up; 0 if the divisor is (?).
constexpr int32_t CeilDivision(int32_t a, int32_t b) { return b == 0 ? 0 : (a + b - 1) / b; }
constexpr uint32_t DivCeil(uint32_t a, uint32_t b) { return b == 0 ? 0 : (a + b - 1) / b; }
// The least multiple of `unit` that is not less.
constexpr uint32_t AlignUp(uint32_t a, uint32_t unit) { return DivCeil(a, unit) * unit; }

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_UTILS_H_
