// The vector forms of tanh and its derivative, for tests and sweeps.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/tanh/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/tanh/tanh-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::tanh_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Forward {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V, V x, V& out) {
    out = TanhFast<Stored>(d, x);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Tanh(d, x);
  }
};

struct Derivative {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad, V y, V& out) {
    return TanhBackwardFast(d, grad, y, out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad, V y, V& out) {
    out = TanhBackward(d, grad, y);
  }
};

OPENACLNN_VECTOR_FORM(Forward, Forward, Forward)
OPENACLNN_VECTOR_FORM(Derivative, Derivative, Derivative)

}  // namespace openaclnn::tanh_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::tanh_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Forward, .name = "Tanh", .max_ulp = 0.500002, .max_float_ulp = 1.03,
                               .ranges = {{1e-3f, 9.2f}, {-0.7f, -0.3f}},
                               .points = {0.5f, 4.5f, 9.01f, 20})
OPENACLNN_REGISTER_VECTOR_FORM(Derivative, .name = "TanhDerivative", .has_gradient = true,
                               .max_float_ulp = 1.5, .max_float64_ulp = 1,
                               .ranges = {{-1.1f, -0.9f}, {0.5f, 1}}, .roots = {1, -1},
                               .points = {0x1p64f, 0x1p63f})

}  // namespace openaclnn::tanh_forms
#endif  // HWY_ONCE
