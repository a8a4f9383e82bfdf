// The vector forms of leaky ReLU and its derivative, for tests and sweeps, with the usual slope.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/leaky_relu/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/leaky_relu/leaky_relu-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

#ifndef OPENACLNN_OPS_MATH_LEAKY_RELU_FORMS_SLOPE
#define OPENACLNN_OPS_MATH_LEAKY_RELU_FORMS_SLOPE
namespace openaclnn::leaky_relu_forms {
inline constexpr float kSlope = 0.01f;
}  // namespace openaclnn::leaky_relu_forms
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::leaky_relu_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Forward {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V, V x, V& out) {
    out = LeakyRelu(d, x, hn::Set(d, kSlope));
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = LeakyRelu(d, x, hn::Set(d, kSlope));
  }
};

struct Derivative {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V grad, V x, V& out) {
    out = LeakyReluBackward(d, grad, x, hn::Set(d, kSlope));
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad, V x, V& out) {
    out = LeakyReluBackward(d, grad, x, hn::Set(d, kSlope));
  }
};

OPENACLNN_VECTOR_FORM(Forward, Forward, Forward)
OPENACLNN_VECTOR_FORM(Derivative, Derivative, Derivative)

}  // namespace openaclnn::leaky_relu_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::leaky_relu_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Forward, .name = "LeakyRelu", .numbers = {kSlope},
                               .max_float_ulp = 0.5)
OPENACLNN_REGISTER_VECTOR_FORM(Derivative, .name = "LeakyReluDerivative", .numbers = {kSlope},
                               .has_gradient = true, .max_any_gradient_ulp = 0.5,
                               .max_float_ulp = 0.5)

}  // namespace openaclnn::leaky_relu_forms
#endif  // HWY_ONCE
