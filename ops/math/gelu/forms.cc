// The vector forms of GELU and its derivatives, for tests and sweeps.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/gelu/forms.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/gelu/gelu_fast-inl.h"
#include "testing/vector_forms/vector_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::gelu_forms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

template <class Form>
struct Forward {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V, V x, V& out) {
    out = hn::Mul(x, Piecewise(d, Form::template Factor<Stored>(), x));
    return InTable(d, x);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V, V x, V& out) {
    out = Form::Exact(d, x);
  }
};

template <class Form>
struct Derivative {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad, V x, V& out) {
    out = hn::Mul(grad, Piecewise(d, Form::template Derivative<Stored>(), x));
    return InTable(d, x);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad, V x, V& out) {
    out = hn::Mul(grad, Form::ExactDerivative(d, x));
  }
};

OPENACLNN_VECTOR_FORM(Erf, Forward<GeluErfForm>, Forward<ByTable<GeluErfForm>>)
OPENACLNN_VECTOR_FORM(Tanh, Forward<GeluTanhForm>, Forward<ByTable<GeluTanhForm>>)
OPENACLNN_VECTOR_FORM(ErfDerivative, Derivative<GeluErfForm>, Derivative<ByTable<GeluErfForm>>)
OPENACLNN_VECTOR_FORM(TanhDerivative, Derivative<GeluTanhForm>, Derivative<ByTable<GeluTanhForm>>)

}  // namespace openaclnn::gelu_forms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::gelu_forms {
namespace {

constexpr float kErfRoot = -0x1.80ead2p-1f, kTanhRoot = -0x1.8142a0p-1f;

// Roots, ends of the tails and of the clamps, and the inputs that are hardest to round.
std::vector<float> Points() {
  std::vector<float> points = {kErfRoot, kTanhRoot};
  for (const float x :
       {0x1.40d932p-26f, 0x1.40d932p-25f, 0x1.a1becap-14f, 0x1.8280e4p-1f, 0x1.822dap-1f,
        0x1.99fdaap+2f, 0x1.cb4bb8p+3f, 20.5f, 14.0f, 30.0f, 100.0f, 6.0f, 1.8e19f, 1.9e19f}) {
    points.insert(points.end(), {x, -x});
  }
  for (int i = 0; i <= 140; ++i) points.push_back(-13.2f - 0.01f * static_cast<float>(i));
  return points;
}

}  // namespace

OPENACLNN_REGISTER_VECTOR_FORM(Erf, .name = "GeluErf", .max_ulp = 0.500002, .misrounded = 14,
                               .table_error = 0x1p-49, .table_end = 0x1.effffep+1f,
                               .ranges = {{-14.5f, -1e-3f}, {1e-3f, 14.5f}}, .points = Points())
OPENACLNN_REGISTER_VECTOR_FORM(Tanh, .name = "GeluTanh", .max_ulp = 0.500002, .misrounded = 1,
                               .ranges = {{-12, -1e-3f}, {1e-3f, 12}}, .points = Points())
OPENACLNN_REGISTER_VECTOR_FORM(ErfDerivative, .name = "GeluErfDerivative", .has_gradient = true,
                               .table_error = 0x1p-49, .table_end = 0x1.effffep+1f,
                               .ranges = {{-14.5f, -1e-3f}, {-0.7521f, -0.7514f}, {1e-3f, 14.5f}},
                               .roots = {kErfRoot}, .points = Points())
OPENACLNN_REGISTER_VECTOR_FORM(TanhDerivative, .name = "GeluTanhDerivative", .has_gradient = true,
                               .table_error = 0x1p-49, .table_end = 0x1.effffep+1f,
                               .ranges = {{-12, -1e-3f}, {-0.7528f, -0.7521f}, {1e-3f, 12}},
                               .roots = {kTanhRoot}, .points = Points())

}  // namespace openaclnn::gelu_forms
#endif  // HWY_ONCE
