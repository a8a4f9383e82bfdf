// Tiling data and tiling keys: what the host tells a kernel.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_KERNEL_TILING_KERNEL_TILING_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_KERNEL_TILING_KERNEL_TILING_H_

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "runtime/aicore/core.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"

// In a kernel, before GET_TILING_DATA: the structure the host fills.
#define REGISTER_TILING_DEFAULT(structure) using OpenaclnnDefaultTiling [[maybe_unused]] = structure

// For one tiling key; kernels name the structure again where they read it.
#define REGISTER_TILING_FOR_TILINGKEY(condition, structure) static_assert(sizeof(structure) > 0)

// Declare the variable `name` with a copy of the tiling data.
#define GET_TILING_DATA(name, tiling) \
  GET_TILING_DATA_WITH_STRUCT(OpenaclnnDefaultTiling, name, tiling)
#define GET_TILING_DATA_WITH_STRUCT(structure, name, tiling) \
  structure name;                                            \
  ::AscendC::internal::CopyTiling(&name, tiling, #structure)
// Declares a pointer to the tiling data in global memory.
#define GET_TILING_DATA_PTR_WITH_STRUCT(structure, name, tiling) \
  const __gm__ structure* name = ::AscendC::internal::PointToTiling<structure>(tiling, #structure)
// Declares the variable `name` with a copy of one member.
#define GET_TILING_DATA_MEMBER(structure, member, name, tiling) \
  auto name = ::AscendC::internal::PointToTiling<structure>(tiling, #structure)->member

// Whether the host chose the key.
#define TILING_KEY_IS(key) \
  (::openaclnn::aicore::Core::Current().launch().tiling_key == static_cast<uint64_t>(key))

namespace AscendC::internal {

template <typename T>
const T* PointToTiling(const uint8_t* tiling, const char* type) {
  static_assert(std::is_trivially_copyable_v<T>, "tiling data are copied byte by byte");
  return static_cast<const T*>(openaclnn::aicore::Core::Current().Tiling(tiling, sizeof(T), type));
}

template <typename T>
void CopyTiling(T* to, const uint8_t* tiling, const char* type) {
  std::memcpy(to, PointToTiling<T>(tiling, type), sizeof(T));
}

}  // namespace AscendC::internal

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_KERNEL_TILING_KERNEL_TILING_H_
