// Measures powers of random pairs through the C API: float32 and 16-bit types against powl() of
// 64 digits, float64 against MPFR. Fails if a result is off by more than --max_ulp.
//
//   tools/bazel run //ops/math/pow:pairs_sweep -- --dtype=float32 --backend=aicore
//     --pairs=100000000 --max_ulp=1.5

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "acl_example.h"
#include "aclnnop/aclnn_pow_tensor_tensor.h"
#include "testing/oracle/oracle.h"

ABSL_FLAG(std::string, dtype, "float32", "float32, float16, bfloat16 or float64");
ABSL_FLAG(std::string, backend, "cpu", "cpu or aicore");
ABSL_FLAG(std::string, mode, "high_performance", "high_performance or high_precision");
ABSL_FLAG(int64_t, pairs, 1000000, "how many pairs");
ABSL_FLAG(int64_t, seed, 1, "of the pairs");
ABSL_FLAG(double, max_ulp, 2, "greatest error accepted");

namespace openaclnn {
namespace {

using acl_example::Check;

constexpr int64_t kBlock = 1 << 16;

struct Type {
  const char* name;
  aclDataType dtype;
  Format format;
  int digits, least_exponent, greatest_exponent;  // of numbers; subnormal ones included
};
constexpr Type kTypes[] = {{"float32", ACL_FLOAT, Format::kFloat32, 24, -149, 128},
                           {"float16", ACL_FLOAT16, Format::kFloat16, 11, -24, 16},
                           {"bfloat16", ACL_BF16, Format::kBFloat16, 8, -133, 128},
                           {"float64", ACL_DOUBLE, Format::kFloat64, 53, -1074, 1024}};

// Elements of 2, 4 or 8 bytes from doubles that they hold exactly, and back. float16 is the
// compiler's.
template <class T>
void Convert(const std::vector<double>& values, std::vector<char>& bytes) {
  auto* elements = reinterpret_cast<T*>(bytes.data());
  for (size_t i = 0; i < values.size(); ++i) elements[i] = static_cast<T>(values[i]);
}
template <class T>
void ConvertBack(const std::vector<char>& bytes, std::vector<double>& values) {
  const auto* elements = reinterpret_cast<const T*>(bytes.data());
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(elements[i]);
}

class Tensor {
 public:
  explicit Tensor(const Type& type)
      : type_(type),
        bytes_(kBlock * (type.format == Format::kFloat64 ? 8
                         : type.digits == 24             ? 4
                                                         : 2)) {
    Check(aclrtMalloc(&memory_, bytes_.size(), ACL_MEM_MALLOC_HUGE_FIRST));
    handle_ =
        aclCreateTensor(&kBlock, 1, type.dtype, nullptr, 0, ACL_FORMAT_ND, &kBlock, 1, memory_);
  }
  ~Tensor() {
    aclDestroyTensor(handle_);
    aclrtFree(memory_);
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  operator aclTensor*() const { return handle_; }

  void Set(const std::vector<double>& values) {
    switch (type_.dtype) {
      case ACL_FLOAT:
        Convert<float>(values, bytes_);
        break;
      case ACL_FLOAT16:
        Convert<_Float16>(values, bytes_);
        break;
      case ACL_DOUBLE:
        Convert<double>(values, bytes_);
        break;
      default:
        // The upper half of a float32 number.
        for (size_t i = 0; i < values.size(); ++i)
          reinterpret_cast<uint16_t*>(bytes_.data())[i] =
              std::bit_cast<uint32_t>(static_cast<float>(values[i])) >> 16;
    }
    Check(aclrtMemcpy(memory_, bytes_.size(), bytes_.data(), bytes_.size(),
                      ACL_MEMCPY_HOST_TO_DEVICE));
  }
  void Get(std::vector<double>& values) {
    Check(aclrtMemcpy(bytes_.data(), bytes_.size(), memory_, bytes_.size(),
                      ACL_MEMCPY_DEVICE_TO_HOST));
    switch (type_.dtype) {
      case ACL_FLOAT:
        return ConvertBack<float>(bytes_, values);
      case ACL_FLOAT16:
        return ConvertBack<_Float16>(bytes_, values);
      case ACL_DOUBLE:
        return ConvertBack<double>(bytes_, values);
      default:
        for (size_t i = 0; i < values.size(); ++i)
          values[i] = std::bit_cast<float>(
              static_cast<uint32_t>(reinterpret_cast<uint16_t*>(bytes_.data())[i]) << 16);
    }
  }

 private:
  Type type_;
  std::vector<char> bytes_;
  void* memory_ = nullptr;
  aclTensor* handle_ = nullptr;
};

// Pairs of every kind that is hard, in turn.
class Pairs {
 public:
  explicit Pairs(const Type& type)
      : type_(type), random_(static_cast<uint64_t>(absl::GetFlag(FLAGS_seed))) {}

  void Draw(double& x, double& y) {
    constexpr int kKinds = 8;
    const double least = type_.least_exponent, greatest = type_.greatest_exponent;
    switch (next_++ % kKinds) {
      case 0:  // of all magnitudes
        x = Sign() * AnyMagnitude();
        y = Sign() * AnyMagnitude();
        break;
      case 1:  // a base of any magnitude, a result in range
        x = AnyMagnitude();
        y = Uniform(least, greatest) / std::log2(x);
        break;
      case 2:  // a base next to 1
        x = 1 + Sign() * std::exp2(-Uniform(1, type_.digits));
        y = Uniform(least, greatest) / std::log2(x);
        break;
      case 3:  // a moderate base, the same
        x = Uniform(0.25, 4);
        y = Uniform(least, greatest) / std::log2(x);
        break;
      case 4:  // results at either end
        x = Uniform(0, 1) < 0.5 ? AnyMagnitude() : Uniform(0.25, 4);
        y = ((Uniform(0, 1) < 0.5 ? greatest : least) + Sign() * std::exp2(-Uniform(0, 20))) /
            std::log2(x);
        break;
      case 5:  // exponents that are integers, of negative bases too
        y = std::floor(Uniform(-40, 41));
        x = Sign() * std::exp2(Uniform(least, greatest) / (y == 0 ? 1 : y));
        break;
      case 6:  // powers of few digits, which can lie halfway
        x = Sign() * std::floor(Uniform(1, 4096)) * std::exp2(std::floor(Uniform(-24, 13)));
        y = std::floor(Uniform(-4, 13)) / 4;
        break;
      default:  // special values
        x = Special();
        y = Special();
    }
    x = RoundToFormat(x, type_.format);
    y = RoundToFormat(y, type_.format);
  }

 private:
  double Uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53);
  }
  double Sign() { return random_() % 2 == 0 ? 1 : -1; }
  double AnyMagnitude() {
    return std::exp2(Uniform(type_.least_exponent, type_.greatest_exponent));
  }
  double Special() {
    const double infinity = std::numeric_limits<double>::infinity(),
                 whole = std::ldexp(1, type_.digits);
    const double least = std::ldexp(1, type_.least_exponent), half = 0.5 * whole;
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
                             half - 1,
                             half + 0.5,
                             least,
                             1 - 1 / whole,
                             1 + 2 / whole,
                             infinity,
                             std::numeric_limits<double>::quiet_NaN(),
                             Uniform(0, 100),
                             AnyMagnitude()};
    return Sign() * values[random_() % std::size(values)];
  }

  Type type_;
  std::mt19937_64 random_;
  int64_t next_ = 0;
};

// The error of a float64 result; that of UlpError() is measured from a truth that was rounded.
class Float64Error {
 public:
  Float64Error() {
    for (mpfr_t* number : {&power_, &exponent_, &error_}) mpfr_init2(*number, 160);
  }
  ~Float64Error() {
    for (mpfr_t* number : {&power_, &exponent_, &error_}) mpfr_clear(*number);
  }
  Float64Error(const Float64Error&) = delete;
  Float64Error& operator=(const Float64Error&) = delete;

  double operator()(double x, double y, double got) {
    mpfr_set_d(error_, x, MPFR_RNDN);
    mpfr_set_d(exponent_, y, MPFR_RNDN);
    mpfr_pow(power_, error_, exponent_, MPFR_RNDN);
    const double nearest = mpfr_get_d(power_, MPFR_RNDN);
    if (!std::isfinite(nearest) || !std::isfinite(got))
      return UlpError(got, nearest, Format::kFloat64);
    mpfr_d_sub(error_, got, power_, MPFR_RNDN);
    const int binade = mpfr_zero_p(power_)
                           ? -1022
                           : std::max<int>(static_cast<int>(mpfr_get_exp(power_)) - 1, -1022);
    mpfr_mul_2si(error_, error_, 52 - binade, MPFR_RNDN);
    return std::abs(mpfr_get_d(error_, MPFR_RNDN));
  }

 private:
  mpfr_t power_, exponent_, error_;
};

int Run() {
  const std::string name = absl::GetFlag(FLAGS_dtype);
  const Type* type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                  [&](const Type& each) { return name == each.name; });
  if (type == std::end(kTypes)) {
    std::printf("--dtype: there is no '%s'\n", name.c_str());
    return EXIT_FAILURE;
  }
  setenv("OPENACLNN_DEVICES", ("Ascend910B3:" + absl::GetFlag(FLAGS_backend)).c_str(), 1);
  setenv("OPENACLNN_IMPL_MODE", absl::GetFlag(FLAGS_mode).c_str(), 1);
  const acl_example::Session session;
  Tensor base(*type), exponent(*type), out(*type);
  Pairs pairs(*type);
  Float64Error float64_error;
  std::vector<double> x(kBlock), y(kBlock), got(kBlock);
  int64_t misrounded = 0, failed = 0, count = 0;
  double worst = 0, worst_x = 0, worst_y = 0;
  for (; count < absl::GetFlag(FLAGS_pairs); count += kBlock) {
    for (int64_t i = 0; i < kBlock; ++i) pairs.Draw(x[i], y[i]);
    base.Set(x);
    exponent.Set(y);
    session.Run(aclnnPowTensorTensorGetWorkspaceSize, aclnnPowTensorTensor, base, exponent, out);
    out.Get(got);
    for (int64_t i = 0; i < kBlock; ++i) {
      const double error =
          type->format == Format::kFloat64
              ? float64_error(x[i], y[i], got[i])
              : UlpError(got[i],
                         static_cast<double>(std::pow(static_cast<long double>(x[i]),
                                                      static_cast<long double>(y[i]))),
                         type->format);
      misrounded += error > 0.5;
      if (error > worst) {
        worst = error;
        worst_x = x[i];
        worst_y = y[i];
      }
      if (!(error <= absl::GetFlag(FLAGS_max_ulp)) && ++failed <= 20)
        std::printf("%a ^ %a: got %a, error %.9g ULP\n", x[i], y[i], got[i], error);
    }
  }
  std::printf(
      "%s %s %s: %lld pairs, %lld not the nearest number, greatest error %.9g ULP at %a ^ %a, %lld "
      "beyond %g ULP\n",
      name.c_str(), absl::GetFlag(FLAGS_backend).c_str(), absl::GetFlag(FLAGS_mode).c_str(),
      static_cast<long long>(count), static_cast<long long>(misrounded), worst, worst_x, worst_y,
      static_cast<long long>(failed), absl::GetFlag(FLAGS_max_ulp));
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace openaclnn

int main(int argc, char** argv) {
  absl::ParseCommandLine(argc, argv);
  return openaclnn::Run();
}
