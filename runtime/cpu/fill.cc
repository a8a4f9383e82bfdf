#include "runtime/cpu/fill.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/cpu/fill.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

struct Bits {
  explicit Bits(const Numbers& numbers) : bits(numbers[0]) {}
  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d) const {
    return bits.In(d);
  }
  Constant bits;
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn {
OPENACLNN_CPU_KERNEL(Filled, 0, 1, OneFormula<Bits>)
}  // namespace openaclnn
