// Exp, Ln, Erf and Tanh of all 2^32 float inputs against the C library's functions of double. About
// a minute of CPU time for each; run by hand:
//   tools/bazel test //runtime/aicore/vector:sweep_test --test_output=all
// Found on 2026-11-20 (AVX-512, GCC 16), in ULP: Exp 0.5079, Ln 0.5002, Erf 0.5002, Tanh 0.5039.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

struct Worst {
  double ulp = 0;
  float x = 0;
  uint64_t misrounded = 0;
};

// In units of the last place of float at `exact`, which is within an ULP of double of the true
// value.
double UlpError(float got, double exact) {
  if (std::isnan(exact) || std::isnan(got)) return std::isnan(exact) && std::isnan(got) ? 0 : 1e9;
  if (std::signbit(got) != std::signbit(exact)) return 1e9;
  if (std::isinf(got) && std::abs(exact) >= 0x1p128) return 0;
  const double value = std::isinf(got) ? std::copysign(0x1p128, got) : static_cast<double>(got);
  const int exponent = exact == 0 ? -126 : std::max(std::ilogb(exact), -126);
  return std::abs(value - exact) / std::ldexp(1.0, exponent - 23);
}

Worst Sweep(UnaryOp op, double (*exact)(double), uint64_t begin, uint64_t end) {
  constexpr size_t kChunk = 4096;
  std::vector<float> x(kChunk), got(kChunk);
  Worst worst;
  for (uint64_t first = begin; first < end; first += kChunk) {
    for (size_t i = 0; i < kChunk; ++i)
      x[i] = std::bit_cast<float>(static_cast<uint32_t>(first + i));
    EXPECT_TRUE(Unary(op, Element::kFloat, got.data(), x.data(), kChunk, false));
    for (size_t i = 0; i < kChunk; ++i) {
      const double want = exact(x[i]);
      if (got[i] == static_cast<float>(want)) continue;
      const double ulp = UlpError(got[i], want);
      worst.misrounded += ulp > 0.5;
      if (ulp > worst.ulp) {
        worst.ulp = ulp;
        worst.x = x[i];
      }
    }
  }
  return worst;
}

void SweepAll(const char* name, UnaryOp op, double (*exact)(double)) {
  constexpr uint64_t kThreads = 2;
  constexpr uint64_t kShare = (uint64_t{1} << 32) / kThreads;
  Worst worst[kThreads];
  std::vector<std::thread> threads;
  for (uint64_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] { worst[i] = Sweep(op, exact, i * kShare, (i + 1) * kShare); });
  }
  for (std::thread& thread : threads) thread.join();
  const Worst& most = worst[0].ulp > worst[1].ulp ? worst[0] : worst[1];
  std::printf("%s: worst %.6f ULP at %a; %llu of 2^32 not correctly rounded\n", name, most.ulp,
              most.x, static_cast<unsigned long long>(worst[0].misrounded + worst[1].misrounded));
  EXPECT_LE(most.ulp, 0.51);
}

TEST(SweepTest, Exp) { SweepAll("Exp", UnaryOp::kExp, std::exp); }
TEST(SweepTest, Ln) { SweepAll("Ln", UnaryOp::kLn, std::log); }
TEST(SweepTest, Erf) { SweepAll("Erf", UnaryOp::kErf, std::erf); }
TEST(SweepTest, Tanh) { SweepAll("Tanh", UnaryOp::kTanh, std::tanh); }

}  // namespace
}  // namespace openaclnn::aicore::vector
