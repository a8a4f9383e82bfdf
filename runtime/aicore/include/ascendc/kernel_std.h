// AscendC::Std, the part of the C++ library that device code has.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_STD_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_STD_H_

#include <cmath>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace AscendC::Std {

using std::add_const, std::add_const_t, std::add_cv, std::add_cv_t, std::add_lvalue_reference,
    std::add_lvalue_reference_t, std::add_pointer, std::add_pointer_t, std::add_rvalue_reference,
    std::add_rvalue_reference_t, std::add_volatile, std::add_volatile_t;
using std::conditional, std::conditional_t, std::enable_if, std::enable_if_t;
using std::false_type, std::integral_constant, std::true_type;
using std::get, std::make_tuple, std::tuple, std::tuple_element, std::tuple_element_t,
    std::tuple_size, std::tuple_size_v;
using std::index_sequence, std::integer_sequence, std::make_index_sequence,
    std::make_integer_sequence;
using std::is_array, std::is_array_v, std::is_base_of, std::is_base_of_v, std::is_const,
    std::is_const_v, std::is_convertible, std::is_convertible_v, std::is_floating_point,
    std::is_floating_point_v, std::is_integral, std::is_integral_v, std::is_pointer,
    std::is_pointer_v, std::is_reference, std::is_reference_v, std::is_same, std::is_same_v,
    std::is_void, std::is_void_v;
using std::remove_const, std::remove_const_t, std::remove_cv, std::remove_cv_t, std::remove_cvref,
    std::remove_cvref_t, std::remove_pointer, std::remove_pointer_t, std::remove_reference,
    std::remove_reference_t, std::remove_volatile, std::remove_volatile_t;

// As in the C++ library the first of equal ones; the arguments may differ in type.
template <typename T, typename U>
constexpr std::common_type_t<T, U> max(const T& a, const U& b) {
  return a < b ? b : a;
}
template <typename T, typename U>
constexpr std::common_type_t<T, U> min(const T& a, const U& b) {
  return b < a ? b : a;
}
template <typename T>
constexpr T abs(const T& a) {
  return a < T(0) ? static_cast<T>(-a) : a;
}
inline float sqrt(float a) { return std::sqrt(a); }

}  // namespace AscendC::Std

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_STD_H_
