// out = self / other.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/divide-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::div {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V other, V& out) const {
    Exact(d, self, other, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V other, V& out) const {
    out = Divide(d, self, other);
  }
};

struct ByNumber {
  explicit ByNumber(const Numbers& numbers) : divisor(numbers[0]) {}
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Exact(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Divide(d, self, divisor.In(d));
  }
  Constant divisor;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(DivTensors, 2, 1, Kernel)
OPENACLNN_CPU_KERNEL(DivNumber, 1, 1, ByNumber)
}  // namespace openaclnn::div
