// The vector forms of the logistic function and its derivative, for tests and sweeps.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/sigmoid/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/sigmoid/sigmoid-inl.h"
#include "ops/math/sigmoid/sigmoid_fast-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::sigmoid_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Forward {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V, V x, V& out) {
    return SigmoidFast<Stored>(d, x, out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Sigmoid(d, x);
  }
};

struct Derivative {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad, V y, V& out) {
    return SigmoidBackwardFast(d, grad, y, out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad, V y, V& out) {
    out = SigmoidBackward(d, grad, y);
  }
};

OPENACLNN_VECTOR_FORM(Forward, Forward, Forward)
OPENACLNN_VECTOR_FORM(Derivative, Derivative, Derivative)

}  // namespace openaclnn::sigmoid_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::sigmoid_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Forward, .name = "Sigmoid", .max_ulp = 0.500002,
                               .max_float_ulp = 0.8, .max_float64_ulp = 1,
                               .ranges = {{-110, -1e-3f}, {1e-3f, 40}, {-746, -700}},
                               .points = {17, 37, -60, 7.75f, -7.75f, -87.33655f, -103.97208f,
                                          -708.39642f, -745.13321f})
OPENACLNN_REGISTER_VECTOR_FORM(Derivative, .name = "SigmoidDerivative", .has_gradient = true,
                               .max_ulp = 0.500002, .max_sixteen_bit_ulp = 0.500002,
                               .max_float_ulp = 1.5, .max_float64_ulp = 1,
                               .ranges = {{0.9f, 1.1f}, {0, 1}}, .roots = {1},
                               .points = {0x1p64f, 0x1p63f})

}  // namespace openaclnn::sigmoid_forms
#endif  // HWY_ONCE
