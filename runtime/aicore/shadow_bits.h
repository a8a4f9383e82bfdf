// The bits of a shadow of memory. Most ranges are long, so whole words are left to memcmp and
// memset.
#ifndef OPENACLNN_RUNTIME_AICORE_SHADOW_BITS_H_
#define OPENACLNN_RUNTIME_AICORE_SHADOW_BITS_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "absl/base/no_destructor.h"

namespace openaclnn::aicore {

// Bytes that the unified buffer of no product exceeds, each of which has a bit.
inline constexpr size_t kMaxUnifiedBuffer = size_t{1} << 18;

// Of the bits [begin, end) of `words` the first that is not set, or end.
inline int64_t FirstUnset(const std::vector<uint64_t>& words, int64_t begin, int64_t end) {
  static const absl::NoDestructor<std::vector<uint64_t>> ones(kMaxUnifiedBuffer / 64, ~uint64_t{0});
  while (begin < end) {
    if (begin % 64 == 0) {
      const int64_t whole = (end - begin) / 64;
      if (std::memcmp(&words[static_cast<size_t>(begin / 64)], ones->data(),
                      static_cast<size_t>(whole) * sizeof(uint64_t)) == 0)
        begin += whole * 64;
      if (begin == end) return end;
    }
    const uint64_t unset = ~words[static_cast<size_t>(begin / 64)] >> (begin % 64);
    if (unset != 0) return std::min(end, begin + std::countr_zero(unset));
    begin = (begin / 64 + 1) * 64;
  }
  return end;
}

inline void SetBits(std::vector<uint64_t>& words, int64_t begin, int64_t end, bool value) {
  while (begin < end) {
    const auto index = static_cast<size_t>(begin / 64);
    if (begin % 64 == 0 && end - begin >= 64) {
      const int64_t whole = (end - begin) / 64;
      std::memset(&words[index], value ? 0xFF : 0, static_cast<size_t>(whole) * sizeof(uint64_t));
      begin += whole * 64;
      continue;
    }
    const int64_t stop = std::min(end, (begin / 64 + 1) * 64);
    const uint64_t mask = ((uint64_t{1} << (stop - begin)) - 1)
                          << (begin % 64);  // fewer than 64 bits
    words[index] = value ? words[index] | mask : words[index] & ~mask;
    begin = stop;
  }
}

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_SHADOW_BITS_H_
