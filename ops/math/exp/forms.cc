// The vector forms of the exponential function, for tests and sweeps.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/exp/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/exp/exp-inl.h"
#include "ops/math/exp/exp_fast-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::exp_forms::HWY_NAMESPACE {
using namespace openaclnn::HWY_NAMESPACE;

struct Exponential {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V, V x, V& out) {
    out = ExpFast<Stored>(d, x);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Exp(d, x);
  }
};

OPENACLNN_VECTOR_FORM(Exponential, Exponential, Exponential)

}  // namespace openaclnn::exp_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::exp_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Exponential, .name = "Exp", .max_ulp = 0.500002,
                               .max_float64_ulp = 1, .ranges = {{-110, 95}, {-746, 710}},
                               .points = {88.722839f, -87.336548f, -103.97208f, 709.78271f,
                                          -708.39642f, -745.13321f})

}  // namespace openaclnn::exp_forms
#endif  // HWY_ONCE
