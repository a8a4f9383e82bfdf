#include "testing/exhaustive/draws.h"

#include <cmath>
#include <iterator>
#include <limits>

#include "testing/ulp.h"

namespace openaclnn::testing {

Draws::Draws(aclDataType dtype, uint64_t seed) : dtype_(dtype), random_(seed) {
  greatest_ = std::ilogb(LargestFinite(dtype)) + 1;
  least_ = std::ilogb(UlpOf(dtype, 0));
  digits_ = std::ilogb(LeastNormal(dtype)) - least_ + 1;
}

void Draws::Pair(double& x, double& y) {
  constexpr int kKinds = 12;
  switch (next_++ % kKinds) {
    case 0:  // of all magnitudes
      x = Sign() * AnyMagnitude();
      y = Sign() * AnyMagnitude();
      break;
    case 1:  // moderate
      x = Sign() * std::exp2(Uniform(-8, 8));
      y = Sign() * std::exp2(Uniform(-8, 8));
      break;
    case 2:  // a base of any magnitude, a power in range
      x = AnyMagnitude();
      y = Uniform(least_, greatest_) / std::log2(x);
      break;
    case 3:  // a base next to 1, the same
      x = 1 + Sign() * std::exp2(-Uniform(1, digits_));
      y = Uniform(least_, greatest_) / std::log2(x);
      break;
    case 4:  // a moderate base, the same
      x = Uniform(0.25, 4);
      y = Uniform(least_, greatest_) / std::log2(x);
      break;
    case 5:  // powers at either end
      x = Coin() ? AnyMagnitude() : Uniform(0.25, 4);
      y = ExponentAtAnEnd() / std::log2(x);
      break;
    case 6:  // exponents that are integers, of negative bases too
      y = std::floor(Uniform(-40, 41));
      x = Sign() * std::exp2(Uniform(least_, greatest_) / (y == 0 ? 1 : y));
      break;
    case 7:  // powers of few digits, which can lie halfway
      x = FewDigits();
      y = std::floor(Uniform(-4, 13)) / 4;
      break;
    case 8:  // products, sums and quotients of few digits
      x = FewDigits();
      y = FewDigits();
      break;
    case 9:  // products and quotients at either end, among them subnormal ones
      x = Sign() * AnyMagnitude();
      y = Sign() * std::exp2((Coin() ? 1 : -1) * (ExponentAtAnEnd() - std::log2(std::abs(x))));
      break;
    case 10:  // near each other, of either sign: what cancels, or is halfway to the next number
      x = Sign() * AnyMagnitude();
      y = Sign() * x * (1 + Sign() * std::exp2(-Uniform(0, 2 * digits_)));
      break;
    default:
      x = Special();
      y = Special();
  }
  x = RoundTo(dtype_, x);
  y = RoundTo(dtype_, y);
}

double Draws::Uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53);
}

double Draws::AnyMagnitude() { return std::exp2(Uniform(least_, greatest_)); }

double Draws::ExponentAtAnEnd() {
  return (Coin() ? greatest_ : least_) + Sign() * std::exp2(-Uniform(0, 20));
}

double Draws::FewDigits() {
  return Sign() * std::floor(Uniform(1, 4096)) * std::exp2(std::floor(Uniform(-24, 13)));
}

double Draws::Special() {
  const double infinity = std::numeric_limits<double>::infinity();
  const double whole = std::ldexp(1, static_cast<int>(digits_));
  const double values[] = {0,
                           1,
                           2,
                           3,
                           0.5,
                           1.5,
                           2.5,
                           1e-3,
                           whole,
                           whole - 1,
                           0.5 * whole - 1,
                           0.5 * whole + 0.5,
                           1 - 1 / whole,
                           1 + 2 / whole,
                           UlpOf(dtype_, 0),
                           LeastNormal(dtype_),
                           LargestFinite(dtype_),
                           infinity,
                           std::numeric_limits<double>::quiet_NaN(),
                           Uniform(0, 100),
                           AnyMagnitude()};
  return Sign() * values[random_() % std::size(values)];
}

}  // namespace openaclnn::testing
