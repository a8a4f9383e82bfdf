// Logic of truth values, which are integers that are 0 or 1 (runtime/cpu/kernel-inl.h).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/logical/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::logical::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Both {
  template <class D, class V>
  static HWY_INLINE V Of(D, V self, V other) {
    return hn::Min(self, other);
  }
};
struct Either {
  template <class D, class V>
  static HWY_INLINE V Of(D, V self, V other) {
    return hn::Max(self, other);
  }
};
struct Neither {
  template <class D, class V>
  static HWY_INLINE V Of(D d, V self) {
    return hn::Sub(hn::Set(d, hn::TFromD<D>(1)), self);
  }
};

}  // namespace openaclnn::logical::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::logical {
OPENACLNN_CPU_KERNEL(And, 2, 1, OneFormula<Both>)
OPENACLNN_CPU_KERNEL(Or, 2, 1, OneFormula<Either>)
OPENACLNN_CPU_KERNEL(Not, 1, 1, OneFormula<Neither>)
}  // namespace openaclnn::logical
