// out = self * other, of two tensors, or of a tensor and a number (numbers: other).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/mul/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::mul::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Tensors {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V other, V& out) const {
    Integer(d, self, other, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V other, V& out) const {
    Integer(d, self, other, out);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D, V self, V other, V& out) const {
    out = hn::Mul(self, other);
  }
};

struct WithNumber {
  explicit WithNumber(const Numbers& numbers) : other(numbers[0]) {}
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V self, V& out) const {
    out = hn::Mul(self, other.In(d));
  }
  Constant other;
};

}  // namespace openaclnn::mul::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::mul {
OPENACLNN_CPU_KERNEL(MulTensors, 2, 1, Tensors)
OPENACLNN_CPU_KERNEL(MulNumber, 1, 1, WithNumber)
}  // namespace openaclnn::mul
