// out = self + alpha * other, of two tensors (numbers: alpha), or of a tensor and a number (numbers: alpha, other).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/add/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/fma-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::add::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Tensors {
  explicit Tensors(const Numbers& numbers) : alpha(numbers[0]) {}
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V other, V& out) const {
    out = FusedMulAdd(d, other, alpha.In(d), self);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V other, V& out) const {
    out = FusedMulAdd(d, other, alpha.In(d), self);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V self, V other, V& out) const {
    out = hn::Add(self, hn::Mul(other, alpha.In(d)));
  }
  Constant alpha;
};

struct WithNumber {
  explicit WithNumber(const Numbers& numbers) : alpha(numbers[0]), other(numbers[1]) {}
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    out = FusedMulAdd(d, other.In(d), alpha.In(d), self);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = FusedMulAdd(d, other.In(d), alpha.In(d), self);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V self, V& out) const {
    out = hn::Add(self, hn::Mul(other.In(d), alpha.In(d)));
  }
  Constant alpha, other;
};

}  // namespace openaclnn::add::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::add {
OPENACLNN_CPU_KERNEL(AddTensors, 2, 1, Tensors)
OPENACLNN_CPU_KERNEL(AddNumber, 1, 1, WithNumber)
}  // namespace openaclnn::add
