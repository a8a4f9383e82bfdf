// Arithmetic of one IEEE operation per element, bit operations and shifts.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "runtime/aicore/vector/vector.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/aicore/vector/arithmetic.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "runtime/aicore/vector/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

using aicore::vector::ArrayFunction;
using aicore::vector::BinaryOp;
using aicore::vector::Element;
using aicore::vector::Functions;
using aicore::vector::kBinaryOps;
using aicore::vector::kElements;
using aicore::vector::UnaryOp;

template <class D>
inline constexpr bool kIsFloatTag = std::is_floating_point_v<hn::TFromD<D>>;

// Maximum or minimum of IEEE 754-2019. Highway's depend on the target for NaN and zeros.
template <bool kMax, class D, class V = hn::Vec<D>>
HWY_INLINE V Extremum(D d, V a, V b) {
  if constexpr (kIsFloatTag<D>) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
    // The processor's instruction gives the second operand where they are equal or one is NaN.
    // Either way round, both together are the right one of two zeros. A NaN survives "or", for
    // which all its bits are there; after "and" it must be put back.
    if constexpr (kMax) {
      const V both = hn::And(hn::Max(a, b), hn::Max(b, a));
      return hn::IfThenElse(hn::IsEitherNaN(a, b),
                            hn::Set(d, std::numeric_limits<hn::TFromD<D>>::quiet_NaN()), both);
    } else {
      return hn::Or(hn::Min(a, b), hn::Min(b, a));
    }
#endif
    const V zeros =
        kMax ? hn::And(a, b)
             : hn::Or(a, b);  // for equal operands: themselves, or the right one of two zeros
    const V chosen = hn::IfThenElse(kMax ? hn::Gt(a, b) : hn::Lt(a, b), a, b);
    const V nan = hn::Set(d, std::numeric_limits<hn::TFromD<D>>::quiet_NaN());
    return hn::IfThenElse(hn::IsEitherNaN(a, b), nan, hn::IfThenElse(hn::Eq(a, b), zeros, chosen));
  } else {
    return kMax ? hn::Max(a, b) : hn::Min(a, b);
  }
}

template <class L, bool kScalar>
constexpr ArrayFunction ArithmeticBinary(BinaryOp op) {
  const auto of = []<class Op>(Op) -> ArrayFunction { return &BinaryFunction<L, kScalar, Op>; };
  switch (op) {
    case BinaryOp::kAdd:
      return of([](auto, auto a, auto b) HWY_ATTR { return hn::Add(a, b); });
    case BinaryOp::kSub:
      return of([](auto, auto a, auto b) HWY_ATTR { return hn::Sub(a, b); });
    case BinaryOp::kMul:
      return of([](auto, auto a, auto b) HWY_ATTR { return hn::Mul(a, b); });
    case BinaryOp::kDiv:
      if constexpr (kIsFloatTag<typename L::D>) {
        return of([](auto d, auto a, auto b) HWY_ATTR { return Divide(d, a, b); });
      }
      return nullptr;
    case BinaryOp::kMax:
      return of([](auto d, auto a, auto b) HWY_ATTR { return Extremum<true>(d, a, b); });
    case BinaryOp::kMin:
      return of([](auto d, auto a, auto b) HWY_ATTR { return Extremum<false>(d, a, b); });
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
      return nullptr;
  }
  return nullptr;
}

template <bool kScalar>
constexpr ArrayFunction BitsBinary(BinaryOp op) {
  const auto of = []<class Op>(Op) -> ArrayFunction {
    return &BinaryFunction<IntegerLanes<uint16_t>, kScalar, Op>;
  };
  if (op == BinaryOp::kAnd) return of([](auto, auto a, auto b) HWY_ATTR { return hn::And(a, b); });
  return of([](auto, auto a, auto b) HWY_ATTR { return hn::Or(a, b); });
}

template <bool kScalar>
constexpr ArrayFunction BinaryOfType(BinaryOp op, Element type) {
  const bool is_bits = op == BinaryOp::kAnd || op == BinaryOp::kOr;
  switch (type) {
    case Element::kFloat:
      return ArithmeticBinary<FloatLanes, kScalar>(op);
    case Element::kHalf:
      return ArithmeticBinary<DoubleLanes<StoredFloat16>, kScalar>(op);
    case Element::kBFloat16:
      return ArithmeticBinary<DoubleLanes<StoredBFloat16>, kScalar>(op);
    case Element::kInt32:
      return ArithmeticBinary<IntegerLanes<int32_t>, kScalar>(op);
    case Element::kInt16:
      return is_bits ? BitsBinary<kScalar>(op)
                     : ArithmeticBinary<IntegerLanes<int16_t>, kScalar>(op);
    case Element::kUint16:
      return is_bits ? BitsBinary<kScalar>(op) : nullptr;
    default:
      return nullptr;
  }
}

template <bool kScalar>
constexpr Functions::Table TableOfBinary() {
  Functions::Table table = {};
  for (size_t op = 0; op < kBinaryOps; ++op) {
    for (size_t type = 0; type < kElements; ++type) {
      table[op][type] =
          BinaryOfType<kScalar>(static_cast<BinaryOp>(op), static_cast<Element>(type));
    }
  }
  return table;
}

const Functions& FunctionsOnTarget() {
  static constexpr Functions kFunctions = {.binary = TableOfBinary<false>(),
                                           .scalar = TableOfBinary<true>()};
  return kFunctions;
}

template <class L>
ArrayFunction ArithmeticUnary(UnaryOp op) {
  const auto of = []<class Op>(Op) -> ArrayFunction { return &UnaryFunction<L, Op>; };
  switch (op) {
    case UnaryOp::kAbs:
      return of([](auto, auto a) HWY_ATTR { return hn::Abs(a); });
    case UnaryOp::kRelu:
      return of([](auto d, auto a) HWY_ATTR { return Extremum<true>(d, a, hn::Zero(d)); });
    default:
      break;
  }
  if constexpr (kIsFloatTag<typename L::D>) {
    switch (op) {
      case UnaryOp::kSqrt:
        // NaN is chosen by the operand: of "the root, but this NaN where it is NaN" clang makes the
        // root, with whatever NaN the chip has.
        return of([](auto d, auto a) HWY_ATTR {
          const auto nan = hn::Set(d, std::numeric_limits<hn::TFromD<decltype(d)>>::quiet_NaN());
          return hn::IfThenElse(hn::Ge(a, hn::Zero(d)), hn::Sqrt(a), nan);
        });
      case UnaryOp::kReciprocal:
        return of([](auto d, auto a) HWY_ATTR { return Divide(d, hn::Set(d, 1), a); });
      default:
        break;
    }
  }
  return nullptr;
}

ArrayFunction SimpleUnaryOnTarget(UnaryOp op, Element type) {
  if (op == UnaryOp::kNot) {
    if (type != Element::kInt16 && type != Element::kUint16) return nullptr;
    const auto invert = [](auto, auto a) HWY_ATTR { return hn::Not(a); };
    return &UnaryFunction<IntegerLanes<uint16_t>, decltype(invert)>;
  }
  switch (type) {
    case Element::kFloat:
      return ArithmeticUnary<FloatLanes>(op);
    case Element::kHalf:
      return ArithmeticUnary<DoubleLanes<StoredFloat16>>(op);
    case Element::kBFloat16:
      return ArithmeticUnary<DoubleLanes<StoredBFloat16>>(op);
    case Element::kInt32:
      return ArithmeticUnary<IntegerLanes<int32_t>>(op);
    case Element::kInt16:
      return ArithmeticUnary<IntegerLanes<int16_t>>(op);
    default:
      return nullptr;
  }
}

template <typename T, bool kLeft>
void ShiftFunction(void* dst, const void* src, const void* src1, size_t count, bool saturate) {
  constexpr uint64_t kWidth = sizeof(T) * 8;
  using L = IntegerLanes<T>;
  uint64_t bits;
  std::memcpy(&bits, src1, sizeof(bits));
  // A shift by the whole width does not exist.
  if (bits >= kWidth && (kLeft || std::is_unsigned_v<T>)) {
    UnaryLoop<L>(dst, src, count, saturate, [](auto d, auto) HWY_ATTR { return hn::Zero(d); });
    return;
  }
  const int distance = static_cast<int>(bits >= kWidth ? kWidth - 1 : bits);
  UnaryLoop<L>(dst, src, count, saturate, [distance](auto, auto a) HWY_ATTR {
    if constexpr (kLeft) {
      return hn::ShiftLeftSame(a, distance);
    } else {
      return hn::ShiftRightSame(a, distance);
    }
  });
}

template <bool kLeft>
ArrayFunction ShiftOfType(Element type) {
  switch (type) {
    case Element::kInt16:
      return &ShiftFunction<int16_t, kLeft>;
    case Element::kUint16:
      return &ShiftFunction<uint16_t, kLeft>;
    case Element::kInt32:
      return &ShiftFunction<int32_t, kLeft>;
    case Element::kUint32:
      return &ShiftFunction<uint32_t, kLeft>;
    default:
      return nullptr;
  }
}
ArrayFunction ShiftOnTarget(bool left, Element type) {
  return left ? ShiftOfType<true>(type) : ShiftOfType<false>(type);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "runtime/aicore/vector/functions.h"

namespace openaclnn {
namespace {

HWY_EXPORT(FunctionsOnTarget);
HWY_EXPORT(SimpleUnaryOnTarget);
HWY_EXPORT(ShiftOnTarget);

}  // namespace

namespace aicore::vector {

const Functions& FunctionsOfTarget() { return HWY_DYNAMIC_DISPATCH(FunctionsOnTarget)(); }

ArrayFunction FindUnary(UnaryOp op, Element type) {
  if (op >= UnaryOp::kExp) return FindFunction(op, type);
  return HWY_DYNAMIC_DISPATCH(SimpleUnaryOnTarget)(op, type);
}

ArrayFunction FindShiftLeft(Element type) {
  return HWY_DYNAMIC_DISPATCH(ShiftOnTarget)(true, type);
}

ArrayFunction FindShiftRight(Element type) {
  return HWY_DYNAMIC_DISPATCH(ShiftOnTarget)(false, type);
}

}  // namespace aicore::vector
}  // namespace openaclnn
#endif  // HWY_ONCE
