#include "ops/math/evaluate.h"

#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/evaluate.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/gelu_fast-inl.h"
#include "ops/math/hardswish-inl.h"
#include "ops/math/hardswish_fast-inl.h"
#include "ops/math/selu-inl.h"
#include "ops/math/selu_fast-inl.h"

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

// Those of GELU, which has two ways. False for any other function.
template <template <class> class Way>
bool EvaluateGelu(Function function, const float* grad, const float* x, double* out, size_t count) {
  const auto run = [&](auto op) HWY_ATTR { ForEach(grad, x, out, count, op); };
  switch (function) {
    case Function::kGeluErf:
      run([](auto d, auto, auto v) HWY_ATTR { return Way<GeluErfForm>::Exact(d, v); });
      return true;
    case Function::kGeluTanh:
      run([](auto d, auto, auto v) HWY_ATTR { return Way<GeluTanhForm>::Exact(d, v); });
      return true;
    case Function::kGeluErfDerivative:
      run([](auto d, auto g, auto v) HWY_ATTR { return hn::Mul(g, Way<GeluErfForm>::ExactDerivative(d, v)); });
      return true;
    case Function::kGeluTanhDerivative:
      run([](auto d, auto g, auto v) HWY_ATTR { return hn::Mul(g, Way<GeluTanhForm>::ExactDerivative(d, v)); });
      return true;
    default:
      return false;
  }
}

template <class Form>
using ByFormula = Form;

int64_t Evaluate(Function function, const float* grad, const float* x, double* out, size_t count, InDouble how) {
  if (how == InDouble::kHighPrecision ? EvaluateGelu<ByTable>(function, grad, x, out, count)
                                      : EvaluateGelu<ByFormula>(function, grad, x, out, count))
    return HWY_TARGET;
  const auto run = [&](auto op) HWY_ATTR { ForEach(grad, x, out, count, op); };
  switch (function) {
    case Function::kSelu:
      run([](auto d, auto, auto v) HWY_ATTR { return SeluFromInput(d, v); });
      break;
    case Function::kHardswish:
      run([](auto d, auto, auto v) HWY_ATTR { return Hardswish(d, v); });
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
    default:
      break;
  }
  return HWY_TARGET;
}

// Results for float32, as runtime/cpu has them.
struct Single {
  static constexpr int kMantissaBits = 24;
};

template <class Op>
void ForEachFast(const float* HWY_RESTRICT grad, const float* HWY_RESTRICT x, float* HWY_RESTRICT out, uint8_t* HWY_RESTRICT right,
                 size_t count, Op op) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  HWY_ALIGN float trusted[HWY_MAX_LANES_D(decltype(d))];
  for (size_t i = 0; i < count; i += lanes) {
    const size_t n = HWY_MIN(lanes, count - i);
    hn::Mask<decltype(d)> mask = hn::FirstN(d, lanes);
    hn::StoreN(op(d, hn::LoadN(d, grad + i, n), hn::LoadN(d, x + i, n), mask), d, out + i, n);
    hn::Store(hn::IfThenElseZero(mask, hn::Set(d, 1.0f)), d, trusted);
    for (size_t k = 0; k < n; ++k) right[i + k] = trusted[k] != 0;
  }
}

int64_t EvaluateFast(Function function, const float* grad, const float* x, float* out, uint8_t* right, size_t count) {
  const auto run = [&](auto op) HWY_ATTR { ForEachFast(grad, x, out, right, count, op); };
  switch (function) {
    case Function::kGeluErf:
      run([](auto d, auto, auto v, auto& mask) HWY_ATTR {
        mask = InTable(d, v);
        return hn::Mul(v, Piecewise(d, GeluErfForm::Factor<Single>(), v));
      });
      break;
    case Function::kGeluTanh:
      run([](auto d, auto, auto v, auto& mask) HWY_ATTR {
        mask = InTable(d, v);
        return hn::Mul(v, Piecewise(d, GeluTanhForm::Factor<Single>(), v));
      });
      break;
    case Function::kSelu:
      run([](auto d, auto, auto v, auto&) HWY_ATTR { return SeluFast<Single>(d, v); });
      break;
    case Function::kHardswish:
      run([](auto d, auto, auto v, auto&) HWY_ATTR { return HardswishFast<Single>(d, v); });
      break;
    case Function::kGeluErfDerivative:
      run([](auto d, auto g, auto v, auto& mask) HWY_ATTR {
        mask = InTable(d, v);
        return hn::Mul(g, Piecewise(d, GeluErfForm::Derivative<Single>(), v));
      });
      break;
    case Function::kGeluTanhDerivative:
      run([](auto d, auto g, auto v, auto& mask) HWY_ATTR {
        mask = InTable(d, v);
        return hn::Mul(g, Piecewise(d, GeluTanhForm::Derivative<Single>(), v));
      });
      break;
    case Function::kSeluDerivative:
      run([](auto d, auto g, auto v, auto&) HWY_ATTR { return hn::Mul(g, SeluDerivativeFast<Single>(d, v)); });
      break;
    case Function::kHardswishDerivative:
      run([](auto d, auto g, auto v, auto&) HWY_ATTR { return HardswishBackwardFast<Single, HardswishCorners::kInner>(d, g, v); });
      break;
    case Function::kHardswishDerivativeOuter:
      run([](auto d, auto g, auto v, auto&) HWY_ATTR { return HardswishBackwardFast<Single, HardswishCorners::kOuter>(d, g, v); });
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

const std::vector<Function>& AllFunctions() {
  static const std::vector<Function>& functions = *new std::vector<Function>{Function::kGeluErf,
                                                                             Function::kGeluTanh,
                                                                             Function::kSelu,
                                                                             Function::kHardswish,
                                                                             Function::kGeluErfDerivative,
                                                                             Function::kGeluTanhDerivative,
                                                                             Function::kSeluDerivative,
                                                                             Function::kHardswishDerivative,
                                                                             Function::kHardswishDerivativeOuter};
  return functions;
}

const char* FunctionName(Function function) {
  static constexpr const char* kNames[] = {"GeluErf",
                                           "GeluTanh",
                                           "Selu",
                                           "Hardswish",
                                           "GeluErfDerivative",
                                           "GeluTanhDerivative",
                                           "SeluDerivative",
                                           "HardswishDerivative",
                                           "HardswishDerivativeOuter"};
  return kNames[static_cast<int>(function)];
}

HWY_EXPORT(Evaluate);
HWY_EXPORT(EvaluateFast);

int64_t EvaluateOnChosenTarget(Function function, const float* grad, const float* x, double* out, size_t count, InDouble how) {
  return HWY_DYNAMIC_DISPATCH(Evaluate)(function, grad, x, out, count, how);
}

int64_t EvaluateFastOnChosenTarget(Function function, const float* grad, const float* x, float* out, uint8_t* right, size_t count) {
  return HWY_DYNAMIC_DISPATCH(EvaluateFast)(function, grad, x, out, right, count);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
