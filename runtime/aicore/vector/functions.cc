// Exp, Ln, Erf, Tanh, Rsqrt and Axpy.
//
// The functions are computed in double with a relative error of about 2^-32 and rounded once, so
// that a float32 result is within 0.51 ULP. No fused multiply-add there: a multiplication and an
// addition give the same bits on every target, and there is precision to spare. Exp of float32, of
// which kernels have the most, is computed in float.
#include "runtime/aicore/vector/functions.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "runtime/aicore/vector/vector.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/aicore/vector/functions.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "runtime/aicore/vector/lanes-inl.h"

#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_FUNCTIONS_CONSTANTS_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_FUNCTIONS_CONSTANTS_
namespace openaclnn {
namespace {

// Polynomials by the Remez algorithm, lowest degree first; the errors are relative ones of the
// function named.

// (2^f - 1) / f on [-1/2, 1/2], error 2^-32.0.
constexpr double kExp2m1OverF[] = {
    0x1.62e42fefd3471p-1,  0x1.ebfbe045708dcp-3,  0x1.c6b08cb169968p-5,  0x1.3b2a1bf5ae577p-7,
    0x1.5d88bd5d2cd47p-10, 0x1.443f95dd8c1a9p-13, 0x1.ffcc8f5fb4f37p-17,
};
// (atanh(s) / s - 1) / s^2 in s^2 for s <= 3 - sqrt(8), error of atanh 2^-36.9.
constexpr double kAtanh[] = {0x1.5555550745603p-2, 0x1.999a7cf95d57bp-3, 0x1.2435914ae2fbbp-3,
                             0x1.e3ae849f7d007p-4};
// erf(x) / x = kErfNumerator(x^2) / kErfDenominator(x^2) for |x| <= 4, error 2^-36.8 (found by
// reweighted least squares).
constexpr double kErfNumerator[] = {
    0x1.20dd75041f69ep+0,  0x1.9a4dd76a5ed1fp-3,  0x1.dc1b2490102f7p-5,  0x1.45334c4b2d5d9p-8,
    0x1.0cfb497a8a7dap-11, 0x1.6d8726d0e5a1ap-16, 0x1.9425835d536a3p-21, 0x1.9cf8786f93208p-29,
};
constexpr double kErfDenominator[] = {
    1.0,
    0x1.059281e739897p-1,
    0x1.f2e526e1fadc7p-4,
    0x1.224eb9a65b4bep-6,
    0x1.c1a26e2d932fep-10,
    0x1.d3ba98a981a85p-14,
    0x1.2f452f0094e6cp-18,
    0x1.3ad0a168a16d6p-24,
};
constexpr double kLog2E = 0x1.71547652b82fep+0;
constexpr double kLn2 = 0x1.62e42fefa39efp-1;

// For Exp in float. 2^(j / 32) and ln(2) / 32 as sums of two numbers each; the first of ln(2) / 32
// has no digit below 2^-29, so that x - k times it is exact. Aligned for every target: what
// HWY_ALIGN is outside their namespaces suits only the least. (e^r - 1 - r) / r^2 for |r| <= ln(2)
// / 64, error 2^-41 of e^r.
alignas(64) constexpr float kPowerHigh[32] = {
    0x1.000000p+0f, 0x1.059b0ep+0f, 0x1.0b5586p+0f, 0x1.11301ep+0f, 0x1.172b84p+0f, 0x1.1d4874p+0f,
    0x1.2387a6p+0f, 0x1.29e9e0p+0f, 0x1.306fe0p+0f, 0x1.371a74p+0f, 0x1.3dea64p+0f, 0x1.44e086p+0f,
    0x1.4bfdaep+0f, 0x1.5342b6p+0f, 0x1.5ab07ep+0f, 0x1.6247ecp+0f, 0x1.6a09e6p+0f, 0x1.71f75ep+0f,
    0x1.7a1148p+0f, 0x1.82589ap+0f, 0x1.8ace54p+0f, 0x1.93737cp+0f, 0x1.9c4918p+0f, 0x1.a5503cp+0f,
    0x1.ae89fap+0f, 0x1.b7f770p+0f, 0x1.c199bep+0f, 0x1.cb720ep+0f, 0x1.d5818ep+0f, 0x1.dfc974p+0f,
    0x1.ea4afap+0f, 0x1.f50766p+0f};
alignas(64) constexpr float kPowerLow[32] = {0.0f,
                                             -0x1.9d4f52p-25f,
                                             0x1.9f3122p-25f,
                                             -0x1.fdb496p-25f,
                                             -0x1.c15742p-27f,
                                             -0x1.d2e8cap-25f,
                                             0x1.ceac48p-25f,
                                             -0x1.5c0424p-25f,
                                             0x1.4636e2p-25f,
                                             -0x1.18aac6p-25f,
                                             0x1.824684p-25f,
                                             0x1.8624b4p-30f,
                                             -0x1.593abcp-25f,
                                             -0x1.2c5610p-25f,
                                             -0x1.5bd5ecp-27f,
                                             -0x1.f8b550p-25f,
                                             0x1.9fcef4p-26f,
                                             0x1.1d8beep-25f,
                                             -0x1.829fd0p-25f,
                                             -0x1.accc7cp-26f,
                                             0x1.15506ep-27f,
                                             -0x1.e64744p-25f,
                                             0x1.51f848p-27f,
                                             -0x1.b83b54p-25f,
                                             -0x1.a94b14p-26f,
                                             -0x1.a09438p-25f,
                                             -0x1.3d56b2p-27f,
                                             -0x1.8837ccp-27f,
                                             -0x1.822dbcp-27f,
                                             -0x1.908c94p-25f,
                                             0x1.52486cp-27f,
                                             -0x1.246eb0p-26f};
constexpr float kLn2Over32High = 0x1.62e430p-6f, kLn2Over32Low = -0x1.05c610p-34f;
constexpr float k32OverLn2 = 0x1.715476p+5f;
constexpr float kExpSeries[] = {0x1.000000p-1f, 0x1.5555b8p-3f, 0x1.555598p-5f};

}  // namespace
}  // namespace openaclnn
#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_FUNCTIONS_CONSTANTS_

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

using aicore::vector::ArrayFunction;
using aicore::vector::Element;
using aicore::vector::UnaryOp;

// c[0] + c[1] x + ... + c[N - 1] x^(N - 1), by Horner's rule.
template <size_t N, class D, class V = hn::Vec<D>>
HWY_INLINE V Polynomial(D d, const double (&c)[N], V x) {
  V sum = hn::Set(d, c[N - 1]);
  HWY_UNROLL(8)
  for (size_t i = N - 1; i != 0; --i) sum = hn::Add(hn::Mul(sum, x), hn::Set(d, c[i - 1]));
  return sum;
}

// 2^z = scale + scale * m1 with |m1| < 1/2, for |z| <= 1000.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void PowerOfTwo(D d, V z, V& scale, V& m1) {
  const hn::RebindToSigned<D> di;
  const V magic = hn::Set(d, 0x1.8p+52);  // rounds to an integer and leaves it in the low bits
  const V shifted = hn::Add(z, magic);
  const V fraction = hn::Sub(z, hn::Sub(shifted, magic));
  scale = hn::BitCast(
      d, hn::Add(hn::BitCast(di, hn::Set(d, 1.0)), hn::ShiftLeft<52>(hn::BitCast(di, shifted))));
  m1 = hn::Mul(fraction, Polynomial(d, kExp2m1OverF, fraction));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Exp(D d, V x) {
  // Far outside what float holds, on either side.
  const V z =
      hn::Min(hn::Max(hn::Mul(x, hn::Set(d, kLog2E)), hn::Set(d, -200.0)), hn::Set(d, 200.0));
  V scale, m1;
  PowerOfTwo(d, z, scale, m1);
  return hn::IfThenElse(hn::IsNaN(x), x, hn::Add(scale, hn::Mul(scale, m1)));
}

// a b + c, rounded once.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V MulAddOnce(D d, V a, V b, V c) {
#if HWY_NATIVE_FMA
  (void)d;
  return hn::MulAdd(a, b, c);
#else
  using T = hn::TFromD<D>;
  HWY_ALIGN T factor0[HWY_MAX_LANES_D(D)];
  HWY_ALIGN T factor1[HWY_MAX_LANES_D(D)];
  HWY_ALIGN T sum[HWY_MAX_LANES_D(D)];
  hn::Store(a, d, factor0);
  hn::Store(b, d, factor1);
  hn::Store(c, d, sum);
  for (size_t i = 0; i < hn::Lanes(d); ++i) sum[i] = std::fma(factor0[i], factor1[i], sum[i]);
  return hn::Load(d, sum);
#endif
}

// As Exp, of elements of memory.
HWY_NOINLINE void ExpInDouble(const float* x, float* result, size_t count) {
  using L = DoubleLanes<StoredFloat32>;
  ForEachVector(L::D(), x, x, false, result, count,
                [](const float* from, const float*, float* to)
                    HWY_ATTR { L::Store(L::D(), Exp(L::D(), L::Load(L::D(), from)), false, to); });
}

template <class D>
HWY_INLINE hn::Vec<D> LookUp32(D d, const float* table, hn::Vec<hn::RebindToSigned<D>> index) {
#if HWY_HAVE_SCALABLE || HWY_TARGET == HWY_SCALAR
  return hn::GatherIndex(d, table, index);
#else
  if constexpr (HWY_MAX_LANES_D(D) == 16) {
    return hn::TwoTablesLookupLanes(d, hn::Load(d, table), hn::Load(d, table + 16),
                                    hn::IndicesFromVec(d, index));
  } else {
    return hn::GatherIndex(d, table, index);
  }
#endif
}

// e^x = 2^(k / 32) e^r with |r| <= ln(2) / 64. What the result loses beyond its rounding comes from
// numbers that are smaller than it by a factor of 2^6 and more; the largest, x less k ln(2) / 32,
// is carried in two parts. Lanes whose result is not a normal number, or that would come near to
// it, are computed in double.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ExpInFloat(D d, V x) {
  const hn::RebindToSigned<D> di;
  const V magic = hn::Set(d, 0x1.8p23f);  // rounds to an integer and leaves it in the low bits
  const V shifted = MulAddOnce(d, x, hn::Set(d, k32OverLn2), magic);
  const V minus_k = hn::Sub(magic, shifted);
  const V rest = MulAddOnce(d, minus_k, hn::Set(d, kLn2Over32High), x);
  const V r = MulAddOnce(d, minus_k, hn::Set(d, kLn2Over32Low), rest);
  const V r_low = MulAddOnce(d, minus_k, hn::Set(d, kLn2Over32Low), hn::Sub(rest, r));
  V series = MulAddOnce(d, hn::Set(d, kExpSeries[2]), r, hn::Set(d, kExpSeries[1]));
  series = MulAddOnce(d, series, r, hn::Set(d, kExpSeries[0]));
  series = MulAddOnce(d, hn::Mul(r, r), series, r_low);
  const auto bits = hn::BitCast(di, shifted);
  const auto index = hn::And(bits, hn::Set(di, 31));
  const V high = LookUp32(d, kPowerHigh, index);
  const V low = LookUp32(d, kPowerLow, index);
  const V small = MulAddOnce(d, high, series, MulAddOnce(d, low, r, low));
  const V power = hn::Add(high, MulAddOnce(d, high, r, small));
  const V result =
      hn::BitCast(d, hn::Add(hn::BitCast(di, power), hn::ShiftLeft<23>(hn::ShiftRight<5>(bits))));
  const auto normal = hn::Le(hn::Abs(x), hn::Set(d, 87.0f));
  if (HWY_LIKELY(hn::AllTrue(d, normal))) return result;
  HWY_ALIGN float from[HWY_MAX_LANES_D(D)];
  HWY_ALIGN float to[HWY_MAX_LANES_D(D)];
  hn::Store(x, d, from);
  ExpInDouble(from, to, hn::Lanes(d));
  return hn::IfThenElse(normal, result, hn::Load(d, to));
}

// ln(2^e m) = e ln 2 + 2 atanh((m - 1) / (m + 1)) with sqrt(1/2) <= m < sqrt(2). m - 1 is exact,
// and for e = 0 nothing is added to the small result near 1. No x is subnormal as a double.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Ln(D d, V x) {
  const hn::RebindToSigned<D> di;
  const auto bits = hn::BitCast(di, x);
  const auto exponent =
      hn::ShiftRight<52>(hn::Sub(bits, hn::BitCast(di, hn::Set(d, 0x1.6a09e667f3bcdp-1))));
  const V m = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<52>(exponent)));
  const V magic = hn::Set(d, 0x1.8p+52);
  const V e = hn::Sub(hn::BitCast(d, hn::Add(hn::BitCast(di, magic), exponent)), magic);
  const V f = hn::Sub(m, hn::Set(d, 1.0));
  const V s = Divide(d, f, hn::Add(f, hn::Set(d, 2.0)));
  const V s2 = hn::Mul(s, s);
  const V atanh = hn::Add(s, hn::Mul(hn::Mul(s, s2), Polynomial(d, kAtanh, s2)));
  V result = hn::Add(hn::Mul(e, hn::Set(d, kLn2)), hn::Add(atanh, atanh));
  const V infinity = hn::Inf(d);
  result = hn::IfThenElse(hn::Eq(x, infinity), infinity, result);
  result = hn::IfThenElse(hn::Eq(x, hn::Zero(d)), hn::Neg(infinity), result);
  return hn::IfThenElse(hn::Or(hn::Lt(x, hn::Zero(d)), hn::IsNaN(x)), hn::NaN(d), result);
}

// tanh(t) = -m / (m + 2) with m = e^(-2 t) - 1, which keeps the relative accuracy near 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Tanh(D d, V x) {
  const V t = hn::Min(hn::Abs(x), hn::Set(d, 20.0));  // tanh(20) is 1 in every type
  V scale, m1;
  PowerOfTwo(d, hn::Mul(t, hn::Set(d, -2.0 * kLog2E)), scale, m1);
  const V m = hn::Add(hn::Mul(scale, m1), hn::Sub(scale, hn::Set(d, 1.0)));
  const V result = Divide(d, m, hn::Add(m, hn::Set(d, 2.0)));
  return hn::IfThenElse(hn::IsNaN(x), x, hn::CopySign(result, x));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Erf(D d, V x) {
  const V t = hn::Min(hn::Abs(x), hn::Set(d, 4.0));  // erf(4) is 1 in every type
  const V u = hn::Mul(t, t);
  const V result =
      hn::Mul(t, Divide(d, Polynomial(d, kErfNumerator, u), Polynomial(d, kErfDenominator, u)));
  return hn::IfThenElse(hn::IsNaN(x), x, hn::CopySign(result, x));
}

template <class Stored>
ArrayFunction FunctionOfType(UnaryOp op) {
  const auto of = []<class Op>(Op) -> ArrayFunction {
    return &UnaryFunction<DoubleLanes<Stored>, Op>;
  };
  switch (op) {
    case UnaryOp::kExp:
      return of([](auto d, auto x) HWY_ATTR { return Exp(d, x); });
    case UnaryOp::kLn:
      return of([](auto d, auto x) HWY_ATTR { return Ln(d, x); });
    case UnaryOp::kRsqrt:
      return of([](auto d, auto x) HWY_ATTR { return Divide(d, hn::Set(d, 1.0), hn::Sqrt(x)); });
    case UnaryOp::kErf:
      return of([](auto d, auto x) HWY_ATTR { return Erf(d, x); });
    case UnaryOp::kTanh:
      return of([](auto d, auto x) HWY_ATTR { return Tanh(d, x); });
    default:
      return nullptr;
  }
}

ArrayFunction FunctionOnTarget(UnaryOp op, Element type) {
  switch (type) {
    case Element::kFloat: {
      const auto exp = [](auto d, auto x) HWY_ATTR { return ExpInFloat(d, x); };
      return op == UnaryOp::kExp ? &UnaryFunction<FloatLanes, decltype(exp)>
                                 : FunctionOfType<StoredFloat32>(op);
    }
    case Element::kHalf:
      return FunctionOfType<StoredFloat16>(op);
    case Element::kBFloat16:
      return FunctionOfType<StoredBFloat16>(op);
    default:
      return nullptr;
  }
}

// In double the product is exact. Added to a half it is exact, or so far from a tie between two of
// them that rounding it first does no harm: product and addend span at most 2^-48 ... 2^32, and an
// inexact sum is next to a half. Added to a float, the product of two halves is itself a float, and
// the sum of two floats may be rounded to double first.
template <class StoredDst>
void AxpyHalf(void* dst, const void* src, const void* scalar, size_t count, bool saturate) {
  using Out = typename StoredDst::Raw;
  using To = DoubleLanes<StoredDst>;
  using From = DoubleLanes<StoredFloat16>;
  using D = typename To::D;
  const D d;
  HWY_ALIGN uint16_t repeated[HWY_MAX_LANES_D(D)];
  for (size_t i = 0; i < hn::Lanes(d); ++i) std::memcpy(repeated + i, scalar, sizeof(uint16_t));
  const auto factor = From::Load(d, repeated);
  ForEachVector(d, static_cast<const Out*>(dst), static_cast<const uint16_t*>(src), true,
                static_cast<Out*>(dst), count,
                [&](const Out* addend, const uint16_t* from, Out* out) HWY_ATTR {
                  To::Store(d, hn::Add(hn::Mul(factor, From::Load(d, from)), To::Load(d, addend)),
                            saturate, out);
                });
}

void AxpyFloat(void* dst, const void* src, const void* scalar, size_t count, bool saturate) {
  const FloatLanes::D d;
  float number;
  std::memcpy(&number, scalar, sizeof(number));
  const auto factor = hn::Set(d, number);
  auto* const to = static_cast<float*>(dst);
  BinaryLoop<FloatLanes, false>(to, to, static_cast<const float*>(src), count, saturate,
                                [&factor](auto tag, auto addend, auto from)
                                    HWY_ATTR { return MulAddOnce(tag, factor, from, addend); });
}

ArrayFunction AxpyOnTarget(Element dst_type, Element src_type) {
  if (dst_type == Element::kFloat && src_type == Element::kFloat) return &AxpyFloat;
  if (dst_type == Element::kFloat && src_type == Element::kHalf) return &AxpyHalf<StoredFloat32>;
  if (dst_type == Element::kHalf && src_type == Element::kHalf) return &AxpyHalf<StoredFloat16>;
  return nullptr;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FunctionOnTarget);
HWY_EXPORT(AxpyOnTarget);

}  // namespace

namespace aicore::vector {

ArrayFunction FindFunction(UnaryOp op, Element type) {
  return HWY_DYNAMIC_DISPATCH(FunctionOnTarget)(op, type);
}

ArrayFunction FindAxpy(Element dst_type, Element src_type) {
  return HWY_DYNAMIC_DISPATCH(AxpyOnTarget)(dst_type, src_type);
}

}  // namespace aicore::vector
}  // namespace openaclnn
#endif  // HWY_ONCE
