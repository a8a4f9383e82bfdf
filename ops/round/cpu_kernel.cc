// out = self, rounded to an integer in one of four directions.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::round {
OPENACLNN_BEGIN_KERNELS();

enum class Direction { kDown, kUp, kToZero, kToNearestEven };

template <Direction kDirection>
struct RoundedTo {
  static HWY_INLINE auto Of(auto, auto self) {
    auto out = self;
    if constexpr (kDirection == Direction::kDown) out = hn::Floor(self);
    if constexpr (kDirection == Direction::kUp) out = hn::Ceil(self);
    if constexpr (kDirection == Direction::kToZero) out = hn::Trunc(self);
    if constexpr (kDirection == Direction::kToNearestEven) out = hn::Round(self);
    return hn::CopySign(out, self);  // Highway's forms for SSE2 give +0 for -0
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Floor, 1, 1, FloatFormula<RoundedTo<Direction::kDown>>)
OPENACLNN_CPU_KERNEL(Ceil, 1, 1, FloatFormula<RoundedTo<Direction::kUp>>)
OPENACLNN_CPU_KERNEL(Trunc, 1, 1, FloatFormula<RoundedTo<Direction::kToZero>>)
OPENACLNN_CPU_KERNEL(Round, 1, 1, FloatFormula<RoundedTo<Direction::kToNearestEven>>)
}  // namespace openaclnn::round
