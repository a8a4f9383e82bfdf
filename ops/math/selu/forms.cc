// The vector forms of SELU and its derivative, for tests and sweeps.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/selu/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/selu/selu-inl.h"
#include "ops/math/selu/selu_fast-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::selu_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Forward {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V, V x, V& out) {
    out = SeluFast<Stored>(d, x);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = SeluFromInput(d, x);
  }
};

struct Derivative {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V grad, V y, V& out) {
    out = hn::Mul(grad, SeluDerivativeFast<Stored>(d, y));
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad, V y, V& out) {
    out = hn::Mul(grad, SeluDerivativeFromResult(d, y));
  }
};

OPENACLNN_VECTOR_FORM(Forward, Forward, Forward)
OPENACLNN_VECTOR_FORM(Derivative, Derivative, Derivative)

}  // namespace openaclnn::selu_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::selu_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Forward, .name = "Selu", .max_ulp = 0.500002, .misrounded = 1,
                               .ranges = {{-20, -1e-3f}},
                               .points = {0x1.e74b30p+127f, -17, -20, -40,
                                          -104})  // the first: where it overflows
OPENACLNN_REGISTER_VECTOR_FORM(Derivative, .name = "SeluDerivative", .has_gradient = true,
                               .ranges = {{-1.7581f, -1.758f}}, .roots = {-0x1.c212ccp+0f},
                               .points = {-1.7580993f})

}  // namespace openaclnn::selu_forms
#endif  // HWY_ONCE
