// Kernels that are made of formulas, and the numbers of a call; see kernel-inl.h.

#if defined(OPENACLNN_RUNTIME_CPU_FORMULA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_RUNTIME_CPU_FORMULA_INL_H_
#undef OPENACLNN_RUNTIME_CPU_FORMULA_INL_H_
#else
#define OPENACLNN_RUNTIME_CPU_FORMULA_INL_H_
#endif

#include <cstdint>
#include <type_traits>

#include "hwy/highway.h"
#include "runtime/tensor/number.h"
#include "runtime/tensor/numbers.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace hn = ::hwy::HWY_NAMESPACE;

// A number of the call in each type that kernels compute in; integers keep its low bits.
struct Constant {
  explicit Constant(const Number& number)
      : of_float(number.AsFloat()), of_double(number.AsDouble()), integer(number.AsInt64()) {}
  template <class D>
  HWY_INLINE hn::Vec<D> In(D d) const {
    using T = hn::TFromD<D>;
    if constexpr (std::is_same_v<T, float>) {
      return hn::Set(d, of_float);
    } else if constexpr (std::is_same_v<T, double>) {
      return hn::Set(d, of_double);
    } else {
      return hn::Set(d, static_cast<T>(integer));
    }
  }
  float of_float;
  double of_double;
  int64_t integer;
};

// The kernel of a call with these numbers. Inside loops it is passed by value: without members it
// then costs nothing, and vector stores cannot be thought to change it.
template <class Kernel>
HWY_INLINE Kernel MakeKernel(const Numbers& numbers) {
  if constexpr (std::is_constructible_v<Kernel, const Numbers&>) {
    return Kernel(numbers);
  } else {
    return Kernel();
  }
}

// The kernel of a formula that is the same in float32 and float64: `Of(d, self)` gives the result,
// of none, two or three operands as well. A formula of numbers has the constructor. If the formula
// has Integer or Bits, so has the kernel.
template <class Formula>
struct FloatFormula : Formula {
  using Formula::Formula;
  template <class Stored>
  HWY_INLINE void Fast(auto d, auto& out) const {
    out = this->Of(d);
  }
  template <class Stored>
  HWY_INLINE void Fast(auto d, auto self, auto& out) const {
    out = this->Of(d, self);
  }
  template <class Stored>
  HWY_INLINE void Fast(auto d, auto self, auto other, auto& out) const {
    out = this->Of(d, self, other);
  }
  template <class Stored>
  HWY_INLINE void Fast(auto d, auto self, auto other, auto third, auto& out) const {
    out = this->Of(d, self, other, third);
  }
  HWY_INLINE void Exact(auto d, auto& out) const { out = this->Of(d); }
  HWY_INLINE void Exact(auto d, auto self, auto& out) const { out = this->Of(d, self); }
  HWY_INLINE void Exact(auto d, auto self, auto other, auto& out) const {
    out = this->Of(d, self, other);
  }
  HWY_INLINE void Exact(auto d, auto self, auto other, auto third, auto& out) const {
    out = this->Of(d, self, other, third);
  }
};

// The kernel of a formula that is the same in every type, those of integers as well.
template <class Formula>
struct OneFormula : FloatFormula<Formula> {
  using FloatFormula<Formula>::FloatFormula;
  HWY_INLINE void Integer(auto d, auto& out) const { out = this->Of(d); }
  HWY_INLINE void Integer(auto d, auto self, auto& out) const { out = this->Of(d, self); }
  HWY_INLINE void Integer(auto d, auto self, auto other, auto& out) const {
    out = this->Of(d, self, other);
  }
  HWY_INLINE void Integer(auto d, auto self, auto other, auto third, auto& out) const {
    out = this->Of(d, self, other, third);
  }
};

// A formula of two operands, one of them the last number of the call: the second, or the first.
template <class Formula, bool kFirst = false>
struct WithNumber : Formula {
  explicit WithNumber(const Numbers& numbers)
      : Formula(MakeKernel<Formula>(numbers)), number(numbers.back()) {}
  HWY_INLINE auto Of(auto d, auto tensor) const {
    return kFirst ? Formula::Of(d, number.In(d), tensor) : Formula::Of(d, tensor, number.In(d));
  }
  Constant number;
};

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_RUNTIME_CPU_FORMULA_INL_H_
