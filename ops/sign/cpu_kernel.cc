// result = the sign of self.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sign/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::sign::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  static constexpr bool kNoTies = true;
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
    using T = hn::TFromD<D>;
    const V zero = hn::Zero(d),
            negative = hn::IfThenElseZero(hn::Lt(self, zero), hn::Set(d, static_cast<T>(-1)));
    out = hn::IfThenElse(hn::Gt(self, zero), hn::Set(d, static_cast<T>(1)), negative);
  }
};

}  // namespace openaclnn::sign::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::sign {
OPENACLNN_CPU_KERNEL(Sign, 1, 1, Kernel)
}  // namespace openaclnn::sign
