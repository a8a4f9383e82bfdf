// out = self where condition is not 0, other elsewhere.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/where/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::where::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Select {
  template <class D, class V>
  static HWY_INLINE V Of(D d, V condition, V self, V other) {
    return hn::IfThenElse(hn::Ne(condition, hn::Zero(d)), self, other);
  }
};

}  // namespace openaclnn::where::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::where {
OPENACLNN_CPU_KERNEL(Where, 3, 1, OneFormula<Select>)
}  // namespace openaclnn::where
