// The vector forms of SiLU and its derivative, for tests and sweeps.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/silu/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/silu/silu-inl.h"
#include "ops/math/silu/silu_fast-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::silu_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Forward {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V, V x, V& out) {
    return SiluFast<Stored>(d, x, out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Silu(d, x);
  }
};

struct Derivative {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad, V x, V& out) {
    const auto right = SiluDerivativeFast<Stored>(d, x, out);
    out = hn::Mul(grad, out);
    return right;
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad, V x, V& out) {
    out = hn::Mul(grad, SiluDerivative(d, x));
  }
};

OPENACLNN_VECTOR_FORM(Forward, Forward, Forward)
OPENACLNN_VECTOR_FORM(Derivative, Derivative, Derivative)

}  // namespace openaclnn::silu_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::silu_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Forward, .name = "Silu", .max_ulp = 0.500002, .max_float_ulp = 1.6,
                               .ranges = {{-110, -1e-3f}, {1e-3f, 20}},
                               .points = {-60, -80, -88, -104, -500, 80, 500, 7.75f, -7.75f})
OPENACLNN_REGISTER_VECTOR_FORM(
    Derivative, .name = "SiluDerivative", .has_gradient = true, .max_ulp = 0.500002,
    .max_float_ulp = 2,
    .ranges = {{-110, -1e-3f}, {-1.2786f, -1.2783f}, {-1.5f, -1.1f}, {1e-3f, 20}},
    .roots = {-0x1.474974p+0f}, .points = {-60, -80, -88, -104, -500, 80, 500, 6.6f, -6.6f})

}  // namespace openaclnn::silu_forms
#endif  // HWY_ONCE
