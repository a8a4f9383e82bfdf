// Which types each instruction has on which products.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_INSTRUCTION_TYPES_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_INSTRUCTION_TYPES_H_

#include <cstdint>

#include "absl/base/optimization.h"
#include "runtime/aicore/arch.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

// --- products ---

// Architectures as bits.
inline constexpr uint32_t k950 = 1;
inline constexpr uint32_t kA2 = 2;  // and A3
inline constexpr uint32_t k310B = 4;
inline constexpr uint32_t k310P = 8;
inline constexpr uint32_t k910 = 16;
inline constexpr uint32_t kEveryArch = k950 | kA2 | k310B | k310P | k910;

constexpr uint32_t ArchBit(const Arch& arch) {
  switch (arch.npu_arch) {
    case 3510:
      return k950;
    case 2201:
      return kA2;
    case 3002:
      return k310B;
    case 2002:
      return k310P;
    default:
      return k910;
  }
}
inline bool IsOn(Instruction& instruction, uint32_t archs) {
  return (ArchBit(instruction.arch()) & archs) != 0;
}
// Fails unless the product is one of `archs`.
inline void NeedOn(Instruction& instruction, uint32_t archs, const char* what) {
  instruction.Need(IsOn(instruction, archs), what);
}

// --- types ---

// Types as a set of bits, and as they are called in messages. `wide` has those the newest
// architecture adds (Arch::wide_types).
struct Types {
  uint32_t all;
  uint32_t wide;
  const char* names;
};

constexpr uint32_t Set() { return 0; }
template <typename... Rest>
constexpr uint32_t Set(Element first, Rest... rest) {
  return uint32_t{1} << static_cast<int>(first) | Set(rest...);
}

inline constexpr Types kArithmetic = {
    Set(Element::kHalf, Element::kFloat, Element::kInt16, Element::kInt32), Set(Element::kBFloat16),
    "half, float, int16_t, int32_t (Ascend 950: bfloat16_t)"};
inline constexpr Types kDivision = {Set(Element::kHalf, Element::kFloat), Set(Element::kBFloat16),
                                    "half, float (Ascend 950: bfloat16_t)"};
inline constexpr Types kFloats = {Set(Element::kHalf, Element::kFloat), 0, "half, float"};
inline constexpr Types kHalfOnly = {Set(Element::kHalf), 0, "half"};
inline constexpr Types kMagnitude = {Set(Element::kHalf, Element::kFloat),
                                     Set(Element::kInt16, Element::kInt32),
                                     "half, float (Ascend 950: int16_t, int32_t)"};
inline constexpr Types kRectified = {Set(Element::kHalf, Element::kFloat, Element::kInt32), 0,
                                     "half, float, int32_t"};
inline constexpr Types kBits16 = {Set(Element::kInt16, Element::kUint16), 0, "int16_t, uint16_t"};
inline constexpr Types kShifted = {
    Set(Element::kInt16, Element::kUint16, Element::kInt32, Element::kUint32), 0,
    "int16_t, uint16_t, int32_t, uint32_t"};
inline constexpr Types kCompared = {
    Set(Element::kHalf, Element::kFloat, Element::kInt32), Set(Element::kBFloat16, Element::kInt16),
    "half, float, int32_t with EQ (Ascend 950: bfloat16_t, int16_t, and int32_t with every mode)"};
inline constexpr Types kTwoAndFourBytes = {
    Set(Element::kHalf, Element::kBFloat16, Element::kInt16, Element::kUint16, Element::kFloat,
        Element::kInt32, Element::kUint32),
    0, "half, bfloat16_t, int16_t, uint16_t, float, int32_t, uint32_t"};
inline constexpr Types kTransposed = {
    Set(Element::kInt8, Element::kUint8, Element::kHalf, Element::kInt16, Element::kUint16,
        Element::kFloat, Element::kInt32, Element::kUint32),
    0, "int8_t, uint8_t, half, int16_t, uint16_t, float, int32_t, uint32_t"};

inline void CheckType(Instruction& instruction, const Types& types, Element type) {
  if (ABSL_PREDICT_TRUE((types.all & Set(type)) != 0)) return;
  if (!instruction.arch().wide_types || (types.wide & Set(type)) == 0) {
    instruction.Fail("", "does not exist for ", ElementName(type), " on ", instruction.soc().name,
                     "; it does for ", types.names);
  }
}

// vector.h knows everything that CheckType lets pass.
inline void CheckKnown(Instruction& instruction, bool known) {
  if (ABSL_PREDICT_FALSE(!known)) instruction.Fail("", "is not in the simulator for these types");
}

inline const Types& TypesOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::kDiv:
      return kDivision;
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
      return kBits16;
    default:
      return kArithmetic;
  }
}

inline const Types& TypesOf(UnaryOp op) {
  switch (op) {
    case UnaryOp::kAbs:
      return kMagnitude;
    case UnaryOp::kRelu:
      return kRectified;
    case UnaryOp::kNot:
      return kBits16;
    default:
      return kFloats;
  }
}

inline const char* RoundModeName(AscendC::RoundMode mode) {
  constexpr const char* kNames[] = {"CAST_NONE",  "CAST_RINT",  "CAST_FLOOR", "CAST_CEIL",
                                    "CAST_ROUND", "CAST_TRUNC", "CAST_ODD",   "CAST_HYBRID"};
  return mode <= AscendC::RoundMode::CAST_HYBRID ? kNames[static_cast<size_t>(mode)]
                                                 : "an unknown RoundMode";
}

// One conversion Cast has, with its modes as bits; `old_modes` on architectures where Cast from
// float to half does not round. Ascend 950 has no CAST_NONE where `exact_on_950` is false.
struct Conversion {
  Element to;
  Element from;
  uint32_t modes;
  uint32_t old_modes;
  const char* names;
  uint32_t archs = kEveryArch;
  bool exact_on_950 = true;
};

template <typename... Mode>
constexpr uint32_t Modes(Mode... mode) {
  return ((uint32_t{1} << static_cast<int>(mode)) | ...);
}
using enum AscendC::RoundMode;
constexpr uint32_t kExact = Modes(CAST_NONE);
constexpr uint32_t kAnyMode = 0xFF;
// What the documents of Atlas A2 list. They do not say which of these older products lack, so that
// those which share its instructions have them.
constexpr uint32_t kNewConversions = k950 | kA2 | k310B;
constexpr uint32_t kDirected = Modes(CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC);
inline constexpr const char* kDirectedNames =
    "CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC";
inline constexpr Conversion kConversions[] = {
    {Element::kFloat, Element::kHalf, kExact, kExact, "CAST_NONE"},
    {Element::kFloat, Element::kBFloat16, kExact, kExact, "CAST_NONE"},
    {Element::kHalf, Element::kInt8, kExact, kExact, "CAST_NONE"},
    {Element::kHalf, Element::kUint8, kExact, kExact, "CAST_NONE"},
    {Element::kHalf, Element::kFloat, kExact | kDirected | Modes(CAST_ODD),
     kExact | Modes(CAST_ODD),
     "all but CAST_HYBRID (Atlas inference and training: CAST_NONE, CAST_ODD)"},
    {Element::kBFloat16, Element::kFloat, kDirected, kDirected, kDirectedNames},
    {Element::kInt8, Element::kHalf, kExact | kDirected, (kExact | kDirected) & ~Modes(CAST_RINT),
     "all but CAST_ODD and CAST_HYBRID (Atlas inference and training: nor CAST_RINT)"},
    {Element::kUint8, Element::kHalf, kExact | kDirected, (kExact | kDirected) & ~Modes(CAST_RINT),
     "all but CAST_ODD and CAST_HYBRID (Atlas inference and training: nor CAST_RINT)"},
    {Element::kInt4, Element::kHalf, kExact | kDirected, 0, "all but CAST_ODD and CAST_HYBRID",
     kA2},
    {Element::kHalf, Element::kInt4, kExact, 0, "CAST_NONE", kA2},
    {Element::kInt32, Element::kHalf, kExact | kDirected, kExact | kDirected,
     "all but CAST_ODD and CAST_HYBRID"},
    {Element::kInt32, Element::kFloat, kExact | kDirected, kExact | kDirected,
     "all but CAST_ODD and CAST_HYBRID"},
    {Element::kFloat, Element::kInt32, kExact | kDirected, kExact | kDirected,
     "all but CAST_ODD and CAST_HYBRID"},
    // Its mode is without meaning (CheckConversion).
    {Element::kHalf, Element::kInt32, kAnyMode, kAnyMode, "all"},
    {Element::kHalf, Element::kInt16, kExact | kDirected, 0, "all but CAST_ODD and CAST_HYBRID",
     kNewConversions, false},
    {Element::kFloat, Element::kInt16, kExact, 0, "CAST_NONE", kNewConversions},
    {Element::kInt16, Element::kHalf, kDirected, kDirected, kDirectedNames, kNewConversions},
    {Element::kInt16, Element::kFloat, kDirected, kDirected, kDirectedNames, kNewConversions},
    {Element::kInt64, Element::kFloat, kDirected, kDirected, kDirectedNames, kNewConversions},
    {Element::kFloat, Element::kFloat, kDirected, kDirected, kDirectedNames, kNewConversions},
    {Element::kFloat, Element::kInt64, kDirected, kDirected, kDirectedNames, kNewConversions},
    {Element::kInt32, Element::kBFloat16, kDirected, kDirected, kDirectedNames, kNewConversions},
    {Element::kInt16, Element::kInt32, kExact, kExact, "CAST_NONE", kNewConversions},
    {Element::kInt64, Element::kInt32, kExact, kExact, "CAST_NONE", kNewConversions},
    {Element::kInt32, Element::kInt64, kExact, kExact, "CAST_NONE", kNewConversions},
};

inline void CheckConversion(Instruction& instruction, Element to, Element from,
                            AscendC::RoundMode mode) {
  const Arch& arch = instruction.arch();
  for (const Conversion& conversion : kConversions) {
    if (conversion.to != to || conversion.from != from) continue;
    if (!IsOn(instruction, conversion.archs))
      instruction.Fail("", "does not convert from ", ElementName(from), " to ", ElementName(to),
                       " on ", instruction.soc().name);
    if (to == Element::kBFloat16 || from == Element::kBFloat16)
      instruction.Need(arch.cast_bfloat16, "bfloat16_t");
    const bool old = to == Element::kHalf ? !arch.cast_rounds : !arch.cast_half_int8_rint;
    uint32_t modes = old ? conversion.old_modes : conversion.modes;
    if (!conversion.exact_on_950 && IsOn(instruction, k950)) modes &= ~kExact;
    if ((modes & Modes(mode)) == 0) {
      instruction.Fail("roundMode", RoundModeName(mode), " from ", ElementName(from), " to ",
                       ElementName(to), " does not exist on ", instruction.soc().name, "; ",
                       conversion.names);
    }
    return;
  }
  instruction.Fail(
      "", "does not convert from ", ElementName(from), " to ", ElementName(to),
      "; from half, bfloat16_t and integers of 2, 4 and 8 bytes to float and back, "
      "from int4b_t, int8_t, uint8_t, int16_t and int32_t to half and back, from "
      "bfloat16_t to int32_t, from int32_t to int16_t and int64_t, from int64_t to int32_t");
}

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_INSTRUCTION_TYPES_H_
