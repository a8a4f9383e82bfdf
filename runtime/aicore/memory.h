// What kernels do with global memory and caches besides copies, and flags between cores.
#ifndef OPENACLNN_RUNTIME_AICORE_MEMORY_H_
#define OPENACLNN_RUNTIME_AICORE_MEMORY_H_

#include <cstdint>
#include <optional>

#include "runtime/aicore/core.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"

namespace openaclnn::aicore {

// Writes `elements` times the element at `value`, through what of the unified buffer no buffer has.
void FillGlobal(const char* name, const GlobalSpan& dst, int64_t element_bytes, const void* value,
                int64_t elements);

// The form of DataCacheCleanAndInvalid; kNone: that without a destination.
enum class CacheDestination : uint8_t { kAll, kUnifiedBuffer, kOut, kAtomic, kNone };
// `all`: every line, else that in which the span begins.
void CleanCache(const GlobalSpan& span, bool all, CacheDestination destination);
void CleanCache(const LocalSpan& span, CacheDestination destination);

// SetAtomicAdd, SetAtomicMax, SetAtomicMin.
void SetAtomic(const char* name, Core::Atomic type, Core::AtomicOp op);

// Bits `first` to `last` of the CTRL register, of which only 48 means something here: floats keep
// infinity and NaN.
void SetControl(int first, int last, int64_t value);
int64_t GetControl(int first, int last);
void ResetControl(int first, int last);

// Mode 0 is for all blocks, mode 1 for the two of an AI core: 2 i and 2 i + 1. No pipe: all.
void SetCrossCoreFlag(int mode, std::optional<Pipe> pipe, int id);
void WaitForCrossCoreFlag(int mode, int id);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_MEMORY_H_
