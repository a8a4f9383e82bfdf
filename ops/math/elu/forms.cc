// The vector forms of ELU and its derivative, for tests and sweeps, with numbers whose products are
// rounded.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/elu/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/elu/elu-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

#ifndef OPENACLNN_OPS_MATH_ELU_FORMS_NUMBERS
#define OPENACLNN_OPS_MATH_ELU_FORMS_NUMBERS
namespace openaclnn::elu_forms {
inline constexpr float kAlpha = 1.6732632f, kScale = 1.050701f, kInputScale = 0.7f,
                       kPlainAlpha = 1.6732632f;
}  // namespace openaclnn::elu_forms
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::elu_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Forward {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V, V x, V& out) {
    return EluFast<Stored>(d, x, EluNumbers<float>(kAlpha, kScale, kInputScale), out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Elu(d, x, EluNumbers<double>(kAlpha, kScale, kInputScale));
  }
};

struct Plain {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V, V x, V& out) {
    out = PlainElu<Stored>(d, x, EluNumbers<float>(kPlainAlpha, 1, 1));
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Elu(d, x, EluNumbers<double>(kPlainAlpha, 1, 1));
  }
};

struct PlainDerivative {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad, V x, V& out) {
    return PlainEluBackward<Stored>(d, grad, x, EluNumbers<float>(kPlainAlpha, 1, 1), out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad, V x, V& out) {
    out = EluBackward(d, grad, x, EluNumbers<double>(kPlainAlpha, 1, 1));
  }
};

struct Derivative {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad, V x, V& out) {
    return EluBackwardFast<Stored>(d, grad, x, EluNumbers<float>(kAlpha, kScale, kInputScale), out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad, V x, V& out) {
    out = EluBackward(d, grad, x, EluNumbers<double>(kAlpha, kScale, kInputScale));
  }
};

struct FromResult {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad, V y, V& out) {
    return EluBackwardFromResultFast<Stored>(d, grad, y,
                                             EluNumbers<float>(kAlpha, kScale, kInputScale), out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad, V y, V& out) {
    out = EluBackwardFromResult(d, grad, y, EluNumbers<double>(kAlpha, kScale, kInputScale));
  }
};

OPENACLNN_VECTOR_FORM(Forward, Forward, Forward)
OPENACLNN_VECTOR_FORM(Plain, Plain, Plain)
OPENACLNN_VECTOR_FORM(PlainDerivative, PlainDerivative, PlainDerivative)
OPENACLNN_VECTOR_FORM(Derivative, Derivative, Derivative)
OPENACLNN_VECTOR_FORM(FromResult, FromResult, FromResult)

}  // namespace openaclnn::elu_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::elu_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Forward, .name = "Elu", .numbers = {kAlpha, kScale, kInputScale},
                               .max_ulp = 0.500002, .max_float_ulp = 1.2, .max_float64_ulp = 1,
                               .ranges = {{-40, -1e-3f}},
                               .points = {-0.495f, -1.485f, -0x1p-90f, -35.7f, -1428, -2843})
OPENACLNN_REGISTER_VECTOR_FORM(Plain, .name = "PlainElu", .numbers = {kPlainAlpha},
                               .max_ulp = 0.500002, .max_float_ulp = 1.7, .max_float64_ulp = 1,
                               .ranges = {{-40, -1e-3f}}, .points = {-0.3466f, -1.0397f, -25})
OPENACLNN_REGISTER_VECTOR_FORM(PlainDerivative, .name = "PlainEluDerivative",
                               .numbers = {kPlainAlpha}, .has_gradient = true, .max_ulp = 0.500002,
                               .max_sixteen_bit_ulp = 0.500002, .max_any_gradient_ulp = 0.500002,
                               .ranges = {{-110, -1e-3f}}, .points = {-60})
OPENACLNN_REGISTER_VECTOR_FORM(Derivative, .name = "EluDerivative",
                               .numbers = {kAlpha, kScale, kInputScale}, .has_gradient = true,
                               .max_ulp = 0.500002, .max_sixteen_bit_ulp = 0.500002,
                               .max_any_gradient_ulp = 0.500002, .ranges = {{-160, -1e-3f}},
                               .points = {-85.7f, -124.7669f})
OPENACLNN_REGISTER_VECTOR_FORM(FromResult, .name = "EluDerivativeFromResult",
                               .numbers = {kAlpha, kScale, kInputScale}, .has_gradient = true,
                               .max_ulp = 0.500002, .max_sixteen_bit_ulp = 0.500002,
                               .max_any_gradient_ulp = 0.500002, .ranges = {{-1.7581f, -1e-3f}},
                               .roots = {-1.7580993f})

}  // namespace openaclnn::elu_forms
#endif  // HWY_ONCE
