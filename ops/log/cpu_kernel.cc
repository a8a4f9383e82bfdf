// out = the logarithm of self or of 1 + self.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/log/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/log/log-inl.h"
#include "ops/math/log/log_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::log::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

template <class Base>
struct Of {
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V self, V& out) const {
    out = LogFast<Base, Stored>(d, self);
    return LogInRange(d, self);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Log<Base>(d, self);
  }
};

struct OfOnePlus {
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V self, V& out) const {
    out = Log1pFast<Stored>(d, self);
    return Log1pInRange(d, self);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Log1p(d, self);
  }
};

}  // namespace openaclnn::log::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::log {
OPENACLNN_CPU_KERNEL(Log, 1, 1, Of<BaseE>)
OPENACLNN_CPU_KERNEL(Log2, 1, 1, Of<Base2>)
OPENACLNN_CPU_KERNEL(Log10, 1, 1, Of<Base10>)
OPENACLNN_CPU_KERNEL(Log1p, 1, 1, OfOnePlus)
}  // namespace openaclnn::log
