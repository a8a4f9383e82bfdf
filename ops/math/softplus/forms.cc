// The vector forms of softplus and its derivative, for tests and sweeps, with a beta whose products
// are rounded.
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/softplus/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/softplus/softplus-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

#ifndef OPENACLNN_OPS_MATH_SOFTPLUS_FORMS_BETA
#define OPENACLNN_OPS_MATH_SOFTPLUS_FORMS_BETA
namespace openaclnn::softplus_forms {
inline constexpr float kBeta = 0.7f, kThreshold = 1e30f;
}  // namespace openaclnn::softplus_forms
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::softplus_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Forward {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V, V x, V& out) {
    return SoftplusFast<Stored>(d, x, kBeta, kThreshold, out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Softplus(d, x, kBeta, kThreshold);
  }
};

struct Derivative {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad, V x, V& out) {
    return SoftplusBackwardFast<Stored>(d, grad, x, kBeta, kThreshold, out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad, V x, V& out) {
    out = SoftplusBackward(d, grad, x, kBeta, std::numeric_limits<double>::infinity(), true);
  }
};

OPENACLNN_VECTOR_FORM(Forward, Forward, Forward)
OPENACLNN_VECTOR_FORM(Derivative, Derivative, Derivative)

}  // namespace openaclnn::softplus_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::softplus_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Forward, .name = "Softplus", .numbers = {kBeta}, .max_ulp = 0.500002,
                               .max_float_ulp = 1.41, .ranges = {{-160, 30}},
                               .points = {-114.28571f, -124.7669f, -148.5315f, 0.12f, -1.2591052f})
OPENACLNN_REGISTER_VECTOR_FORM(
    Derivative, .name = "SoftplusDerivative", .numbers = {kBeta}, .has_gradient = true,
    .max_ulp = 0.500002, .max_sixteen_bit_ulp = 0.500002, .max_float_ulp = 2, .max_float64_ulp = 1,
    .ranges = {{-160, -1e-3f}, {1e-3f, 60}, {-1066, -1000}},
    .points = {-85.7f, 85.7f, -11.071428f, 11.071428f, -124.7669f, 25, -2143})

}  // namespace openaclnn::softplus_forms
#endif  // HWY_ONCE
