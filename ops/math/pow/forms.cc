// The vector form of powers, whose exponent sweeps draw, for tests and sweeps.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/pow/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/pow/pow-inl.h"
#include "ops/math/pow/pow_fast-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

#ifndef OPENACLNN_OPS_MATH_POW_FORMS_CC_
#define OPENACLNN_OPS_MATH_POW_FORMS_CC_
namespace openaclnn::pow_forms {
static double exponent = -2.625;  // one for all targets
}
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::pow_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Form {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V, V x, V& out) {
    hn::Mask<D> right;
    out = PowFast(d, x, hn::Set(d, static_cast<float>(exponent)), right);
    return right;
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Pow(d, x, hn::Set(d, exponent));
  }
};

OPENACLNN_VECTOR_FORM(Power, Form, Form)

}  // namespace openaclnn::pow_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::pow_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Power, .name = "Pow", .second = &exponent, .max_ulp = 0.500002,
                               .max_float_ulp = 0.503, .max_float64_ulp = 1,
                               .ranges = {{0.5f, 2}, {0, 1e-10f}, {1e10f, 1e20f}},
                               .points = {1, -1, 0x1p-126f})

}  // namespace openaclnn::pow_forms
#endif  // HWY_ONCE
