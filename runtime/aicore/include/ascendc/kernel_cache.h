// The data cache between the scalar unit and global memory.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_CACHE_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_CACHE_H_

#include <cstdint>

#include "runtime/aicore/core.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"

namespace AscendC {

enum class CacheLine : uint8_t { SINGLE_CACHE_LINE, ENTIRE_DATA_CACHE };
enum class DcciDst : uint8_t { CACHELINE_ALL, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };

// Writes back what SetValue changed in the line of 64 bytes with the tensor's first element, or in
// every line, and drops it, so that later scalar reads see global memory.
template <typename T, CacheLine line, DcciDst dst = DcciDst::CACHELINE_ALL>
OPENACLNN_ASCENDC_FUNCTION void DataCacheCleanAndInvalid(const GlobalTensor<T>& tensor) {
  if constexpr (dst != DcciDst::CACHELINE_UB)
    openaclnn::aicore::CleanCache(tensor.span(), line == CacheLine::ENTIRE_DATA_CACHE,
                                  dst == DcciDst::CACHELINE_ATOMIC);
}
// The unified buffer has no cache before it: nothing to do.
template <typename T, CacheLine line, DcciDst dst>
OPENACLNN_ASCENDC_FUNCTION void DataCacheCleanAndInvalid(const LocalTensor<T>&) {
  static_assert(dst == DcciDst::CACHELINE_ALL || dst == DcciDst::CACHELINE_UB,
                "a LocalTensor lies in the unified buffer");
}

// A hint: loads the line with that byte of the tensor.
OPENACLNN_ASCENDC_FUNCTION void DataCachePreload(const GlobalTensor<uint64_t>&, int64_t) {}

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_CACHE_H_
