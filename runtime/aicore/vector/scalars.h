// Single elements of arrays, for functions that compute them one by one in double.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_SCALARS_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_SCALARS_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "runtime/aicore/vector/half.h"

namespace openaclnn::aicore::vector {

template <typename T>
T Load(const void* from, size_t i) {
  T value;
  std::memcpy(&value, static_cast<const uint8_t*>(from) + i * sizeof(T), sizeof(T));
  return value;
}
template <typename T>
void Put(void* to, size_t i, T value) {
  std::memcpy(static_cast<uint8_t*>(to) + i * sizeof(T), &value, sizeof(T));
}

template <typename T>
double Wide(T x) {
  return static_cast<float>(x);
}

// Rounded to nearest even. Floating-point types as the overflow mode says; integers saturate, and
// NaN becomes 0.
template <typename T>
T Rounded(double value, bool saturate) {
  if constexpr (std::is_same_v<T, float>) {
    return std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value);
  } else if constexpr (std::is_integral_v<T>) {
    using Limits = std::numeric_limits<T>;
    if (std::isnan(value)) return 0;
    return static_cast<T>(std::clamp<double>(std::nearbyint(value), Limits::min(), Limits::max()));
  } else {
    if (saturate) value = std::isnan(value) ? 0 : std::clamp(value, -65504.0, 65504.0);
    return T(value);
  }
}

// The greater of x and 0; NaN stays.
inline double Rectified(double x) { return std::isnan(x) || x > 0 ? x : 0; }

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_SCALARS_H_
