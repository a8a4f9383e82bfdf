// out = e^self.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/exp/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/exp/exp-inl.h"
#include "ops/math/exp/exp_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::exp::HWY_NAMESPACE {
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    out = ExpFast<Stored>(d, self);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Exp(d, self);
  }
};

}  // namespace openaclnn::exp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::exp {
OPENACLNN_CPU_KERNEL(Exp, 1, 1, Kernel)
}  // namespace openaclnn::exp
