// Whether two numbers are related so: 1 or 0. What is greater in tensors is found as what is less,
// with the tensors exchanged.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::compare {
OPENACLNN_BEGIN_KERNELS();

#define OPENACLNN_RELATION(Name, mask)                                         \
  struct Name : NoTies {                                                       \
    static HWY_INLINE auto Of(auto d, auto self, auto other) {                 \
      return hn::IfThenElseZero(mask, hn::Set(d, hn::TFromD<decltype(d)>(1))); \
    }                                                                          \
  };
OPENACLNN_RELATION(Equal, hn::Eq(self, other))
// hn::Ne depends on the target where an operand is NaN.
OPENACLNN_RELATION(NotEqual, hn::Not(hn::Eq(self, other)))
OPENACLNN_RELATION(Greater, hn::Gt(self, other))
OPENACLNN_RELATION(GreaterEqual, hn::Ge(self, other))
OPENACLNN_RELATION(Less, hn::Lt(self, other))
OPENACLNN_RELATION(LessEqual, hn::Le(self, other))
#undef OPENACLNN_RELATION

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(EqTensors, 2, 1, OneFormula<Equal>)
OPENACLNN_CPU_KERNEL(NeTensors, 2, 1, OneFormula<NotEqual>)
OPENACLNN_CPU_KERNEL(LtTensors, 2, 1, OneFormula<Less>)
OPENACLNN_CPU_KERNEL(LeTensors, 2, 1, OneFormula<LessEqual>)
OPENACLNN_CPU_KERNEL(EqNumber, 1, 1, OneFormula<WithNumber<Equal>>)
OPENACLNN_CPU_KERNEL(NeNumber, 1, 1, OneFormula<WithNumber<NotEqual>>)
OPENACLNN_CPU_KERNEL(GtNumber, 1, 1, OneFormula<WithNumber<Greater>>)
OPENACLNN_CPU_KERNEL(GeNumber, 1, 1, OneFormula<WithNumber<GreaterEqual>>)
OPENACLNN_CPU_KERNEL(LtNumber, 1, 1, OneFormula<WithNumber<Less>>)
OPENACLNN_CPU_KERNEL(LeNumber, 1, 1, OneFormula<WithNumber<LessEqual>>)
}  // namespace openaclnn::compare
