// The vector forms of hardswish and its derivative, for tests and sweeps.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/hardswish/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/hardswish/hardswish-inl.h"
#include "ops/math/hardswish/hardswish_fast-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::hardswish_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Forward {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V, V x, V& out) {
    out = HardswishFast<Stored>(d, x);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Hardswish(d, x);
  }
};

template <HardswishCorners kCorners>
struct Backward {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V grad, V x, V& out) {
    out = HardswishBackwardFast<Stored, kCorners>(d, grad, x);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad, V x, V& out) {
    out = HardswishBackward<kCorners>(d, grad, x);
  }
};
using Inner = Backward<HardswishCorners::kInner>;
using Outer = Backward<HardswishCorners::kOuter>;

OPENACLNN_VECTOR_FORM(Forward, Forward, Forward)
OPENACLNN_VECTOR_FORM(Derivative, Inner, Inner)
OPENACLNN_VECTOR_FORM(DerivativeOuter, Outer, Outer)

}  // namespace openaclnn::hardswish_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::hardswish_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Forward, .name = "Hardswish", .ranges = {{-3.5f, 3.5f}},
                               .points = {-3, 3, -1.5f})
OPENACLNN_REGISTER_VECTOR_FORM(Derivative, .name = "HardswishDerivative", .has_gradient = true,
                               .ranges = {{-3.5f, 3.5f}}, .roots = {-1.5f}, .points = {-3, 3})
OPENACLNN_REGISTER_VECTOR_FORM(DerivativeOuter, .name = "HardswishDerivativeOuter",
                               .has_gradient = true, .ranges = {{-3.5f, 3.5f}}, .roots = {-1.5f},
                               .points = {-3, 3})

}  // namespace openaclnn::hardswish_forms
#endif  // HWY_ONCE
