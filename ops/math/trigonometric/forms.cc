// The vector forms of sine and cosine, for tests and sweeps.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/trigonometric/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/trigonometric/sine-inl.h"
#include "ops/math/trigonometric/sine_fast-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::trigonometric_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

template <bool kCosine>
struct Form {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V, V x, V& out) {
    out = SineOrCosineFast<kCosine, Stored>(d, x);
    return SineInRange(d, x);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = SineOrCosine<kCosine>(d, x);
  }
};

OPENACLNN_VECTOR_FORM(Sine, Form<false>, Form<false>)
OPENACLNN_VECTOR_FORM(Cosine, Form<true>, Form<true>)

}  // namespace openaclnn::trigonometric_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::trigonometric_forms {

OPENACLNN_REGISTER_VECTOR_FORM(
    Sine, .name = "Sin", .max_ulp = 0.500002, .max_float_ulp = 1.3, .max_float64_ulp = 1,
    .ranges = {{-10, 10}, {1e4f, 1.01e4f}, {1e5f, 2e5f}, {0x1p28f, 0x1p29f}},
    .points = {0x1.921fb6p-1f, 0x1.921fb6p0f, 0x1.921fb6p1f, 0x1.2d97c8p2f, 0x1p17f, 0x1p28f,
               0x1.f37736p95f})
OPENACLNN_REGISTER_VECTOR_FORM(
    Cosine, .name = "Cos", .max_ulp = 0.500002, .max_float_ulp = 1.3, .max_float64_ulp = 1,
    .ranges = {{-10, 10}, {1e4f, 1.01e4f}, {1e5f, 2e5f}, {0x1p28f, 0x1p29f}},
    .points = {0x1.921fb6p-1f, 0x1.921fb6p0f, 0x1.921fb6p1f, 0x1.2d97c8p2f, 0x1p17f, 0x1p28f,
               0x1.f37736p95f})

}  // namespace openaclnn::trigonometric_forms
#endif  // HWY_ONCE
