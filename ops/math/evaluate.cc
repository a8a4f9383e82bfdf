#include "ops/math/evaluate.h"

#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/evaluate.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/gelu-inl.h"
#include "ops/math/hardswish-inl.h"
#include "ops/math/selu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Op>
void ForEach(const float* HWY_RESTRICT grad, const float* HWY_RESTRICT x, double* HWY_RESTRICT out, size_t count, Op op) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> df;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < count; i += lanes) {
    const size_t n = HWY_MIN(lanes, count - i);
    const auto g = hn::PromoteTo(d, hn::LoadN(df, grad + i, n));
    hn::StoreN(op(d, g, hn::PromoteTo(d, hn::LoadN(df, x + i, n))), d, out + i, n);
  }
}

int64_t Evaluate(Function function, const float* grad, const float* x, double* out, size_t count) {
  const auto run = [&](auto op) HWY_ATTR { ForEach(grad, x, out, count, op); };
  switch (function) {
    case Function::kGeluErf:
      run([](auto d, auto, auto v) HWY_ATTR { return GeluErf(d, v); });
      break;
    case Function::kGeluTanh:
      run([](auto d, auto, auto v) HWY_ATTR { return GeluTanh(d, v); });
      break;
    case Function::kSelu:
      run([](auto d, auto, auto v) HWY_ATTR { return SeluFromInput(d, v); });
      break;
    case Function::kHardswish:
      run([](auto d, auto, auto v) HWY_ATTR { return Hardswish(d, v); });
      break;
    case Function::kGeluErfDerivative:
      run([](auto d, auto g, auto v) HWY_ATTR { return hn::Mul(g, GeluErfDerivative(d, v)); });
      break;
    case Function::kGeluTanhDerivative:
      run([](auto d, auto g, auto v) HWY_ATTR { return hn::Mul(g, GeluTanhDerivative(d, v)); });
      break;
    case Function::kSeluDerivative:
      run([](auto d, auto g, auto v) HWY_ATTR { return hn::Mul(g, SeluDerivativeFromResult(d, v)); });
      break;
    case Function::kHardswishDerivative:
      run([](auto d, auto g, auto v) HWY_ATTR { return HardswishBackward<HardswishCorners::kInner>(d, g, v); });
      break;
    case Function::kHardswishDerivativeOuter:
      run([](auto d, auto g, auto v) HWY_ATTR { return HardswishBackward<HardswishCorners::kOuter>(d, g, v); });
      break;
  }
  return HWY_TARGET;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(Evaluate);

int64_t EvaluateOnChosenTarget(Function function, const float* grad, const float* x, double* out, size_t count) {
  return HWY_DYNAMIC_DISPATCH(Evaluate)(function, grad, x, out, count);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
