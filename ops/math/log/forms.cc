// The vector forms of logarithms, for tests and sweeps.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/log/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/log/log-inl.h"
#include "ops/math/log/log_fast-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::log_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

template <class Base>
struct Form {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V, V x, V& out) {
    out = LogFast<Base, Stored>(d, x);
    return LogInRange(d, x);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Log<Base>(d, x);
  }
};

struct OnePlus {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V, V x, V& out) {
    out = Log1pFast<Stored>(d, x);
    return Log1pInRange(d, x);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Log1p(d, x);
  }
};

OPENACLNN_VECTOR_FORM(Natural, Form<BaseE>, Form<BaseE>)
OPENACLNN_VECTOR_FORM(Binary, Form<Base2>, Form<Base2>)
OPENACLNN_VECTOR_FORM(Decimal, Form<Base10>, Form<Base10>)
OPENACLNN_VECTOR_FORM(OnePlus, OnePlus, OnePlus)

}  // namespace openaclnn::log_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::log_forms {

OPENACLNN_REGISTER_VECTOR_FORM(Natural, .name = "Log", .max_ulp = 0.500002, .max_float64_ulp = 1,
                               .ranges = {{0.5f, 2}, {0, 100}},
                               .points = {1, 2, 0.70710678f, 1.4142135f})
OPENACLNN_REGISTER_VECTOR_FORM(Binary, .name = "Log2", .max_ulp = 0.500002, .max_float64_ulp = 1,
                               .ranges = {{0.5f, 2}, {0, 100}},
                               .points = {1, 2, 0.70710678f, 1.4142135f})
OPENACLNN_REGISTER_VECTOR_FORM(Decimal, .name = "Log10", .max_ulp = 0.500002, .max_float64_ulp = 1,
                               .ranges = {{0.5f, 2}, {0, 1000}},
                               .points = {1, 10, 100, 1000, 0.70710678f, 1.4142135f})
OPENACLNN_REGISTER_VECTOR_FORM(OnePlus, .name = "Log1p", .max_ulp = 0.500002, .max_float64_ulp = 1,
                               .ranges = {{-1, 1}, {0, 100}},
                               .points = {-1, 1, -0.29289322f, 0.41421357f, 0x1p24f, 0x1p53f})

}  // namespace openaclnn::log_forms
#endif  // HWY_ONCE
