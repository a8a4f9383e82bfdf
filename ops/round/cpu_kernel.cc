// out = self, rounded to an integer in one of four directions.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::round {
OPENACLNN_BEGIN_KERNELS();

template <class Direction>
struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Exact(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D, V self, V& out) const {
    // Highway's forms for SSE2 give +0 for -0.
    out = hn::CopySign(Direction::Of(self), self);
  }
};

struct Down {
  template <class V>
  static HWY_INLINE V Of(V self) {
    return hn::Floor(self);
  }
};
struct Up {
  template <class V>
  static HWY_INLINE V Of(V self) {
    return hn::Ceil(self);
  }
};
struct ToZero {
  template <class V>
  static HWY_INLINE V Of(V self) {
    return hn::Trunc(self);
  }
};
struct ToNearestEven {
  template <class V>
  static HWY_INLINE V Of(V self) {
    return hn::Round(self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Floor, 1, 1, Kernel<Down>)
OPENACLNN_CPU_KERNEL(Ceil, 1, 1, Kernel<Up>)
OPENACLNN_CPU_KERNEL(Trunc, 1, 1, Kernel<ToZero>)
OPENACLNN_CPU_KERNEL(Round, 1, 1, Kernel<ToNearestEven>)
}  // namespace openaclnn::round
