// Tiling keys of kernels that are templates. A header that host and kernel share declares the
// template's parameters with their values, and the combinations that exist:
//
//     ASCENDC_TPL_ARGS_DECL(
//         Add, ASCENDC_TPL_DATATYPE_DECL(D_T_X, C_DT_FLOAT, C_DT_FLOAT16, ASCENDC_TPL_INPUT(0)),
//         ASCENDC_TPL_UINT_DECL(TILES, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_LIST, 1, 2, 8), );
//     ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(
//         ASCENDC_TPL_DATATYPE_SEL(D_T_X, C_DT_FLOAT16),
//         ASCENDC_TPL_UINT_SEL(TILES, ASCENDC_TPL_UI_LIST, 1, 8)), );
//
// GET_TPL_TILING_KEY(C_DT_FLOAT16, 8) is then the key of one of them, in the order of the
// declaration. One operator per namespace.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_HOST_API_TILING_TEMPLATE_ARGUMENT_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_HOST_API_TILING_TEMPLATE_ARGUMENT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

// Element types; the numbers are those of aclDataType.
enum {
  C_DT_FLOAT = 0,
  C_DT_FLOAT16 = 1,
  C_DT_INT8 = 2,
  C_DT_INT32 = 3,
  C_DT_UINT8 = 4,
  C_DT_INT16 = 6,
  C_DT_UINT16 = 7,
  C_DT_UINT32 = 8,
  C_DT_INT64 = 9,
  C_DT_UINT64 = 10,
  C_DT_DOUBLE = 11,
  C_DT_BOOL = 12,
  C_DT_BF16 = 27,
};

// How the values of a UINT parameter are given: as a number of ranges and the first and last of
// each; as a list; as both, ranges first.
enum { ASCENDC_TPL_UI_RANGE = 0, ASCENDC_TPL_UI_MIX = 1, ASCENDC_TPL_UI_LIST = 2 };
// Bits of the key that a UINT parameter takes.
enum { ASCENDC_TPL_1_BW = 1, ASCENDC_TPL_2_BW = 2, ASCENDC_TPL_4_BW = 4, ASCENDC_TPL_8_BW = 8 };

// Which operand's type a parameter is: of use to the vendor's build only.
#define ASCENDC_TPL_INPUT(index) (::AscendC::tpl::kOperand - (index))
#define ASCENDC_TPL_OUTPUT(index) (::AscendC::tpl::kOperand - (index))

#define ASCENDC_TPL_DTYPE_DECL(name, ...) ::AscendC::tpl::Values(#name, 8, {__VA_ARGS__})
#define ASCENDC_TPL_DATATYPE_DECL(name, ...) ::AscendC::tpl::Values(#name, 8, {__VA_ARGS__})
#define ASCENDC_TPL_FORMAT_DECL(name, ...) ::AscendC::tpl::Values(#name, 8, {__VA_ARGS__})
#define ASCENDC_TPL_BOOL_DECL(name, ...) ::AscendC::tpl::Values(#name, 1, {__VA_ARGS__})
#define ASCENDC_TPL_UINT_DECL(name, bits, mode, ...) \
  ::AscendC::tpl::UintValues(#name, bits, mode, {__VA_ARGS__})

#define ASCENDC_TPL_DTYPE_SEL(name, ...) ::AscendC::tpl::Values(#name, 8, {__VA_ARGS__})
#define ASCENDC_TPL_DATATYPE_SEL(name, ...) ::AscendC::tpl::Values(#name, 8, {__VA_ARGS__})
#define ASCENDC_TPL_FORMAT_SEL(name, ...) ::AscendC::tpl::Values(#name, 8, {__VA_ARGS__})
#define ASCENDC_TPL_BOOL_SEL(name, ...) ::AscendC::tpl::Values(#name, 1, {__VA_ARGS__})
#define ASCENDC_TPL_UINT_SEL(name, mode, ...) \
  ::AscendC::tpl::UintValues(#name, 64, mode, {__VA_ARGS__})
// Properties of a combination that do not make it another one.
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...) ::AscendC::tpl::Values("", 0, {})
#define ASCENDC_TPL_DETERMINISTIC_SEL(...) ::AscendC::tpl::Values("", 0, {})
#define ASCENDC_TPL_TILING_STRUCT_SEL(...) ::AscendC::tpl::Values("", 0, {})

#define ASCENDC_TPL_ARGS_DECL(op, ...) \
  inline constexpr auto kOpenaclnnTplDecl = ::AscendC::tpl::Parameters({__VA_ARGS__})
#define ASCENDC_TPL_ARGS_SEL(...) ::AscendC::tpl::Parameters({__VA_ARGS__})
#define ASCENDC_TPL_SEL(...) \
  inline constexpr auto kOpenaclnnTplSel = ::AscendC::tpl::Selections({__VA_ARGS__})

// The key of a combination (a constant expression), ::AscendC::tpl::kInvalidKey if it was not
// selected.
#define GET_TPL_TILING_KEY(...) \
  ::AscendC::tpl::Key(kOpenaclnnTplDecl, kOpenaclnnTplSel, __VA_ARGS__)
#define ASCENDC_TPL_SEL_PARAM(context, ...) (context)->SetTilingKey(GET_TPL_TILING_KEY(__VA_ARGS__))

namespace AscendC::tpl {

inline constexpr int64_t kOperand = -1;  // and below: no value
inline constexpr uint64_t kInvalidKey = ~uint64_t{0};
inline constexpr size_t kMaxValues = 64;
inline constexpr size_t kMaxParameters = 16;

// A constant expression that comes here does not compile, and says why by its argument.
inline void Wrong(const char*) {}

struct Parameter {
  std::string_view name;
  int bits = 0;
  size_t count = 0;
  std::array<int64_t, kMaxValues> values = {};

  constexpr void Add(int64_t value) {
    if (count == kMaxValues) Wrong("too many values");
    values[count++] = value;
  }
  // The position of a value, or `count`.
  constexpr size_t Find(int64_t value) const {
    size_t i = 0;
    while (i < count && values[i] != value) ++i;
    return i;
  }
};

constexpr Parameter Values(std::string_view name, int bits, std::initializer_list<int64_t> values) {
  Parameter parameter = {.name = name, .bits = bits};
  for (const int64_t value : values) {
    if (value >= 0) parameter.Add(value);
  }
  return parameter;
}

constexpr Parameter UintValues(std::string_view name, int bits, int mode,
                               std::initializer_list<int64_t> values) {
  Parameter parameter = {.name = name, .bits = bits};
  const int64_t* next = values.begin();
  if (mode != ASCENDC_TPL_UI_LIST) {
    const int64_t ranges = next == values.end() ? 0 : *next++;
    if (values.end() - next < 2 * ranges) Wrong("fewer ranges than announced");
    for (int64_t range = 0; range < ranges; ++range, next += 2) {
      for (int64_t value = next[0]; value <= next[1]; ++value) parameter.Add(value);
    }
    if (mode == ASCENDC_TPL_UI_RANGE && next != values.end())
      Wrong("more than the ranges announced");
  }
  for (; next != values.end(); ++next) parameter.Add(*next);
  return parameter;
}

struct ParameterList {
  std::array<Parameter, kMaxParameters> parameters;
  size_t count = 0;
};

constexpr ParameterList Parameters(std::initializer_list<Parameter> parameters) {
  ParameterList list;
  for (const Parameter& parameter : parameters) {
    if (list.count == kMaxParameters) Wrong("too many parameters");
    if (!parameter.name.empty()) list.parameters[list.count++] = parameter;
  }
  return list;
}

template <size_t kCount>
constexpr std::array<ParameterList, kCount> Selections(const ParameterList (&selections)[kCount]) {
  std::array<ParameterList, kCount> result;
  for (size_t i = 0; i < kCount; ++i) result[i] = selections[i];
  return result;
}

// The key holds, for each parameter and from the lowest bit, the position of its value in the
// declaration.
template <size_t kSelections, typename... Value>
constexpr uint64_t Key(const ParameterList& declaration,
                       const std::array<ParameterList, kSelections>& selections, Value... value) {
  const std::array<int64_t, sizeof...(Value)> values = {static_cast<int64_t>(value)...};
  if (values.size() != declaration.count) return kInvalidKey;
  uint64_t key = 0;
  int bit = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const Parameter& parameter = declaration.parameters[i];
    const size_t index = parameter.Find(values[i]);
    if (index == parameter.count || bit + parameter.bits > 64 || index >> parameter.bits != 0)
      return kInvalidKey;
    key |= uint64_t{index} << bit;
    bit += parameter.bits;
  }
  for (const ParameterList& selection : selections) {
    size_t matching = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      for (size_t s = 0; s < selection.count; ++s) {
        const Parameter& parameter = selection.parameters[s];
        if (parameter.name == declaration.parameters[i].name &&
            parameter.Find(values[i]) < parameter.count) {
          ++matching;
          break;
        }
      }
    }
    if (matching == values.size()) return key;
  }
  return kInvalidKey;
}

}  // namespace AscendC::tpl

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_HOST_API_TILING_TEMPLATE_ARGUMENT_H_
