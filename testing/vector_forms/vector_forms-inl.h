// How a room of ops/math registers a vector form. For each target it defines a kernel as operators
// do (runtime/cpu/fast-inl.h), with a gradient that a forward ignores:
//
//   struct Relu {
//     template <class Stored, class D, class V>
//     static HWY_INLINE void Fast(D d, V grad, V x, V& out);  // or a mask: where it is right
//     template <class D, class V>
//     static HWY_INLINE void Exact(D d, V grad, V x, V& out);
//   };
//   OPENACLNN_VECTOR_FORM(Relu, Relu, Relu)
//
// where the last two are the kernels of the default mode and of high_precision, and once, after the
// last target, in the namespace around HWY_NAMESPACE:
//   OPENACLNN_REGISTER_VECTOR_FORM(Relu, .name = "Relu")

// Per-target include guard.
#if defined(OPENACLNN_TESTING_VECTOR_FORMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_TESTING_VECTOR_FORMS_INL_H_
#undef OPENACLNN_TESTING_VECTOR_FORMS_INL_H_
#else
#define OPENACLNN_TESTING_VECTOR_FORMS_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hwy/highway.h"
#include "testing/vector_forms/vector_forms.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Kernel>
int64_t FormInDouble(const float* HWY_RESTRICT grad, const float* HWY_RESTRICT x,
                     double* HWY_RESTRICT out, size_t count) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> df;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < count; i += lanes) {
    const size_t n = HWY_MIN(lanes, count - i);
    auto value = hn::Zero(d);
    Kernel::Exact(d, hn::PromoteTo(d, hn::LoadN(df, grad + i, n)),
                  hn::PromoteTo(d, hn::LoadN(df, x + i, n)), value);
    hn::StoreN(value, d, out + i, n);
  }
  return HWY_TARGET;
}

// The double form for float64 inputs, with the gradient 1.
template <class Kernel>
int64_t FormOfFloat64(const double* HWY_RESTRICT x, double* HWY_RESTRICT out, size_t count) {
  const hn::ScalableTag<double> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < count; i += lanes) {
    const size_t n = HWY_MIN(lanes, count - i);
    auto value = hn::Zero(d);
    Kernel::Exact(d, hn::Set(d, 1.0), hn::LoadN(d, x + i, n), value);
    hn::StoreN(value, d, out + i, n);
  }
  return HWY_TARGET;
}

// Results for float32, as runtime/cpu has them.
struct FormStoredFloat32 {
  static constexpr int kMantissaBits = 24;
};

template <class Kernel>
int64_t FormInFloat(const float* HWY_RESTRICT grad, const float* HWY_RESTRICT x,
                    float* HWY_RESTRICT out, uint8_t* HWY_RESTRICT right, size_t count) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  HWY_ALIGN float trusted[HWY_MAX_LANES_D(decltype(d))];
  for (size_t i = 0; i < count; i += lanes) {
    const size_t n = HWY_MIN(lanes, count - i);
    const auto g = hn::LoadN(d, grad + i, n), v = hn::LoadN(d, x + i, n);
    auto value = hn::Zero(d);
    hn::Mask<decltype(d)> mask = hn::FirstN(d, lanes);
    if constexpr (std::is_void_v<decltype(Kernel::template Fast<FormStoredFloat32>(d, g, v,
                                                                                   value))>) {
      Kernel::template Fast<FormStoredFloat32>(d, g, v, value);
    } else {
      mask = Kernel::template Fast<FormStoredFloat32>(d, g, v, value);
    }
    hn::StoreN(value, d, out + i, n);
    hn::Store(hn::IfThenElseZero(mask, hn::Set(d, 1.0f)), d, trusted);
    for (size_t k = 0; k < n; ++k) right[i + k] = trusted[k] != 0;
  }
  return HWY_TARGET;
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

#ifndef OPENACLNN_VECTOR_FORM
#define OPENACLNN_VECTOR_FORM(form, DefaultKernel, PreciseKernel)                            \
  int64_t form##InDouble(const float* grad, const float* x, double* out, size_t count,       \
                         InDouble how) {                                                     \
    return how == InDouble::kDefaultMode ? FormInDouble<DefaultKernel>(grad, x, out, count)  \
                                         : FormInDouble<PreciseKernel>(grad, x, out, count); \
  }                                                                                          \
  int64_t form##OfFloat64(const double* x, double* out, size_t count) {                      \
    return FormOfFloat64<PreciseKernel>(x, out, count);                                      \
  }                                                                                          \
  int64_t form##InFloat(const float* grad, const float* x, float* out, uint8_t* right,       \
                        size_t count) {                                                      \
    return FormInFloat<DefaultKernel>(grad, x, out, right, count);                           \
  }

#define OPENACLNN_REGISTER_VECTOR_FORM(form, ...)                                                \
  HWY_EXPORT(form##InDouble);                                                                    \
  HWY_EXPORT(form##OfFloat64);                                                                   \
  HWY_EXPORT(form##InFloat);                                                                     \
  const VectorFormRegistration k##form##Registration(VectorForm{                                 \
      .in_double =                                                                               \
          [](auto... arguments) { return HWY_DYNAMIC_DISPATCH(form##InDouble)(arguments...); },  \
      .of_float64 =                                                                              \
          [](auto... arguments) { return HWY_DYNAMIC_DISPATCH(form##OfFloat64)(arguments...); }, \
      .in_float =                                                                                \
          [](auto... arguments) { return HWY_DYNAMIC_DISPATCH(form##InFloat)(arguments...); },   \
      __VA_ARGS__});
#endif
