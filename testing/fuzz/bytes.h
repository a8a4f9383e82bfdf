// What a fuzz target makes of its input: one decision after the other.
#ifndef OPENACLNN_TESTING_FUZZ_BYTES_H_
#define OPENACLNN_TESTING_FUZZ_BYTES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "absl/types/span.h"

namespace openaclnn::fuzz {

class Bytes {
 public:
  Bytes(const uint8_t* data, size_t size) : rest_(data, size) {}

  bool empty() const { return rest_.empty(); }

  // 0 where nothing is left, so that each input is a whole run.
  uint8_t Byte() {
    if (rest_.empty()) return 0;
    const uint8_t value = rest_[0];
    rest_.remove_prefix(1);
    return value;
  }
  // 0 to count - 1.
  size_t Pick(size_t count) { return Byte() % count; }
  template <typename T, size_t kCount>
  const T& PickOf(const T (&choices)[kCount]) {
    return choices[Pick(kCount)];
  }
  // A small number, one around a limit, or any.
  int64_t Number() {
    const uint8_t kind = Byte();
    if (kind < 192) return static_cast<int64_t>(kind % 24) - 4;
    static constexpr int64_t kLimits[] = {
        INT64_MIN,           INT64_MIN + 1,    INT64_MIN / 8,    -(int64_t{1} << 32),
        -(int64_t{1} << 31), int64_t{1} << 24, int64_t{1} << 31, int64_t{1} << 32,
        int64_t{1} << 40,    INT64_MAX / 8,    INT64_MAX / 4,    INT64_MAX / 2,
        INT64_MAX - 1,       INT64_MAX};
    if (kind < 240) return PickOf(kLimits);
    uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | Byte();
    return static_cast<int64_t>(value);
  }
  std::string_view Rest() {
    const std::string_view text(reinterpret_cast<const char*>(rest_.data()), rest_.size());
    rest_ = {};
    return text;
  }

 private:
  absl::Span<const uint8_t> rest_;
};

}  // namespace openaclnn::fuzz

#endif  // OPENACLNN_TESTING_FUZZ_BYTES_H_
