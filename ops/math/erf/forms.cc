// The vector form of the error function, for tests and sweeps.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/erf/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/erf/erf-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::erf_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Forward {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V, V x, V& out) {
    out = ErfFast(d, x);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Erf(d, x);
  }
};

OPENACLNN_VECTOR_FORM(Forward, Forward, Forward)

}  // namespace openaclnn::erf_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::erf_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Forward, .name = "Erf", .max_ulp = 0.500002, .max_float_ulp = 1.5,
                               .max_float64_ulp = 1, .ranges = {{1e-3f, 4}, {-6, -3}},
                               .points = {0.5f, 3.93f, 5.86f, 5.9f})

}  // namespace openaclnn::erf_forms
#endif  // HWY_ONCE
