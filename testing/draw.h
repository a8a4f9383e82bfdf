// Random numbers for tests, the same everywhere for a seed.
#ifndef OPENACLNN_TESTING_DRAW_H_
#define OPENACLNN_TESTING_DRAW_H_

#include <cstdint>
#include <iterator>
#include <utility>

#include "aclnn/acl_meta.h"

namespace openaclnn::testing {

// SplitMix64: the same numbers everywhere, unlike what <random> makes of them.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  // In [0, n).
  int64_t Below(int64_t n) {
    return static_cast<int64_t>(
        (static_cast<unsigned __int128>(Next()) * static_cast<uint64_t>(n)) >> 64);
  }
  bool OneIn(int64_t n) { return Below(n) == 0; }
  double Uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(Next() >> 11) * 0x1p-53;
  }
  template <typename List>
  const auto& Of(const List& list) {
    return list[static_cast<size_t>(Below(static_cast<int64_t>(std::size(list))))];
  }

 private:
  uint64_t state_;
};

// An element of a tensor: of floating-point types mostly of ordinary size, some any bits, some
// special numbers and the least of all; of integers mostly small ones.
double DrawValue(Random& random, aclDataType dtype);

// Mostly a number from the first to the second; else, and if there is none, a value as above.
double DrawIndex(Random& random, aclDataType dtype, const std::pair<int64_t, int64_t>& indices);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_DRAW_H_
