// Speed against accuracy of the derivative of GELU, by the polynomials there are: those of the
// 16-bit types, that of float32 and double. Prints a line for each, for float32 operands on the
// best SIMD target: nanoseconds per element in cache, and the greatest error in ULP for the
// gradient 1 over one float32 in 61 of the table's range and all those next to the root.
//   tools/bazel run //ops/math/gelu:frontier
#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <type_traits>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/gelu/frontier.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/gelu/gelu-inl.h"
#include "ops/math/gelu/gelu_fast-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// out = grad * table(x), with whole vectors.
template <class Table>
HWY_ATTR void InFloat(const Table& table, const float* grad, const float* x, float* out,
                      size_t count) {
  const hn::ScalableTag<float> d;
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    hn::StoreU(hn::Mul(hn::LoadU(d, grad + i), Piecewise(d, table, hn::LoadU(d, x + i))), d,
               out + i);
  }
}

// out = Form's derivative at x, times grad unless that is null; computed in double and rounded to
// T.
template <class Form, class T>
HWY_ATTR void InDouble(const float* grad, const float* x, T* out, size_t count) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> df;
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    auto result = Form::ExactDerivative(d, hn::PromoteTo(d, hn::LoadU(df, x + i)));
    if (grad != nullptr) result = hn::Mul(hn::PromoteTo(d, hn::LoadU(df, grad + i)), result);
    if constexpr (std::is_same_v<T, float>) {
      hn::StoreU(hn::DemoteTo(df, result), df, out + i);
    } else {
      hn::StoreU(result, d, out + i);
    }
  }
}

// A type of results, as the forms of GELU choose their polynomials by.
template <int kBits>
struct Results {
  static constexpr int kMantissaBits = kBits;
};

// By the arithmetic for results of so many bits.
template <class Form>
HWY_ATTR void ComputeForm(int mantissa_bits, const float* grad, const float* x, float* out,
                          size_t count) {
  switch (mantissa_bits) {
    case 8:
      return InFloat(Form::template Derivative<Results<8>>(), grad, x, out, count);
    case 11:
      return InFloat(Form::template Derivative<Results<11>>(), grad, x, out, count);
    case 24:
      return InFloat(Form::template Derivative<Results<24>>(), grad, x, out, count);
    default:
      return InDouble<ByTable<Form>>(grad, x, out, count);
  }
}

void Compute(bool tanh, int mantissa_bits, const float* grad, const float* x, float* out,
             size_t count) {
  tanh ? ComputeForm<GeluTanhForm>(mantissa_bits, grad, x, out, count)
       : ComputeForm<GeluErfForm>(mantissa_bits, grad, x, out, count);
}

void Exact(bool tanh, const float* x, double* out, size_t count) {
  tanh ? InDouble<GeluTanhForm>(nullptr, x, out, count)
       : InDouble<GeluErfForm>(nullptr, x, out, count);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(Compute);
HWY_EXPORT(Exact);

constexpr size_t kCount = 65536;

void Measure(bool tanh, int mantissa_bits, const char* name) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::vector<float> x(kCount), grad(kCount), out(kCount);
  for (float& value : x) value = std::clamp(normal(random), -3.8f, 3.8f);
  for (float& value : grad) value = normal(random);
  std::vector<double> times;
  for (int run = 0; run < 501; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    HWY_DYNAMIC_DISPATCH(Compute)(tanh, mantissa_bits, grad.data(), x.data(), out.data(), kCount);
    times.push_back(
        std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() /
        kCount);
  }
  std::nth_element(times.begin(), times.begin() + 250, times.end());

  std::vector<float> points;
  for (uint32_t bits = 0; bits < std::bit_cast<uint32_t>(3.875f); bits += 61) {
    points.push_back(std::bit_cast<float>(bits));
    points.push_back(-points.back());
  }
  for (const float root : {-0x1.80ead2p-1f, -0x1.8142a0p-1f}) {
    for (int64_t offset = -20000; offset <= 20000; ++offset) {
      points.push_back(
          std::bit_cast<float>(static_cast<uint32_t>(std::bit_cast<uint32_t>(root) + offset)));
    }
  }
  points.resize(points.size() / 64 * 64);
  std::vector<float> ones(points.size(), 1.0f), got(points.size());
  std::vector<double> exact(points.size());
  HWY_DYNAMIC_DISPATCH(Compute)(tanh, mantissa_bits, ones.data(), points.data(), got.data(),
                                points.size());
  HWY_DYNAMIC_DISPATCH(Exact)(tanh, points.data(), exact.data(), points.size());
  double worst = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    worst = std::max(
        worst, std::ldexp(std::abs(got[i] - exact[i]), 23 - std::max(std::ilogb(exact[i]), -126)));
  }
  std::printf("gradient of GELU by %-4s  %-34s  %.3f ns  %.4g ULP\n", tanh ? "tanh" : "erf", name,
              times[250], worst);
}

}  // namespace
}  // namespace openaclnn

int main() {
  for (const bool tanh : {false, true}) {
    openaclnn::Measure(tanh, 8, "table for bfloat16 results");
    openaclnn::Measure(tanh, 11, "table for float16 results");
    openaclnn::Measure(tanh, 24, "table for float32 results");
    openaclnn::Measure(tanh, 53, "double");
  }
}
#endif  // HWY_ONCE
