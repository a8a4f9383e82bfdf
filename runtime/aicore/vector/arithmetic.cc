// Arithmetic of one IEEE operation per element, bit operations and shifts.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "runtime/aicore/vector/vector.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/aicore/vector/arithmetic.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/aicore/vector/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

using aicore::vector::BinaryOp;
using aicore::vector::Element;
using aicore::vector::UnaryOp;

template <class D>
inline constexpr bool kIsFloatTag = std::is_floating_point_v<hn::TFromD<D>>;

// Maximum or minimum of IEEE 754-2019. Highway's depend on the target for NaN and zeros.
template <bool kMax, class D, class V = hn::Vec<D>>
HWY_INLINE V Extremum(D d, V a, V b) {
  if constexpr (kIsFloatTag<D>) {
    const V zeros = kMax ? hn::And(a, b) : hn::Or(a, b);  // for equal operands: themselves, or the right one of two zeros
    const V chosen = hn::IfThenElse(kMax ? hn::Gt(a, b) : hn::Lt(a, b), a, b);
    const V nan = hn::Set(d, std::numeric_limits<hn::TFromD<D>>::quiet_NaN());
    return hn::IfThenElse(hn::IsEitherNaN(a, b), nan, hn::IfThenElse(hn::Eq(a, b), zeros, chosen));
  } else {
    return kMax ? hn::Max(a, b) : hn::Min(a, b);
  }
}

template <class L>
bool ArithmeticBinary(BinaryOp op, void* dst, const void* src0, const void* src1, bool scalar1, size_t count, bool saturate) {
  const auto apply = [&](const auto& f) HWY_ATTR { return ApplyBinary<L>(dst, src0, src1, scalar1, count, saturate, f); };
  switch (op) {
    case BinaryOp::kAdd:
      return apply([](auto, auto a, auto b) HWY_ATTR { return hn::Add(a, b); });
    case BinaryOp::kSub:
      return apply([](auto, auto a, auto b) HWY_ATTR { return hn::Sub(a, b); });
    case BinaryOp::kMul:
      return apply([](auto, auto a, auto b) HWY_ATTR { return hn::Mul(a, b); });
    case BinaryOp::kDiv:
      if constexpr (kIsFloatTag<typename L::D>) {
        return apply([](auto d, auto a, auto b) HWY_ATTR { return Divide(d, a, b); });
      }
      return false;
    case BinaryOp::kMax:
      return apply([](auto d, auto a, auto b) HWY_ATTR { return Extremum<true>(d, a, b); });
    case BinaryOp::kMin:
      return apply([](auto d, auto a, auto b) HWY_ATTR { return Extremum<false>(d, a, b); });
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
      return false;
  }
  return false;
}

bool BitsBinary(BinaryOp op, void* dst, const void* src0, const void* src1, bool scalar1, size_t count) {
  using L = IntegerLanes<uint16_t>;
  if (op == BinaryOp::kAnd) {
    return ApplyBinary<L>(dst, src0, src1, scalar1, count, false, [](auto, auto a, auto b) HWY_ATTR { return hn::And(a, b); });
  }
  return ApplyBinary<L>(dst, src0, src1, scalar1, count, false, [](auto, auto a, auto b) HWY_ATTR { return hn::Or(a, b); });
}

bool BinaryOnTarget(BinaryOp op, Element type, void* dst, const void* src0, const void* src1, bool scalar1, size_t count, bool saturate) {
  const bool is_bits = op == BinaryOp::kAnd || op == BinaryOp::kOr;
  switch (type) {
    case Element::kFloat:
      return ArithmeticBinary<FloatLanes>(op, dst, src0, src1, scalar1, count, saturate);
    case Element::kHalf:
      return ArithmeticBinary<DoubleLanes<StoredFloat16>>(op, dst, src0, src1, scalar1, count, saturate);
    case Element::kBFloat16:
      return ArithmeticBinary<DoubleLanes<StoredBFloat16>>(op, dst, src0, src1, scalar1, count, saturate);
    case Element::kInt32:
      return ArithmeticBinary<IntegerLanes<int32_t>>(op, dst, src0, src1, scalar1, count, saturate);
    case Element::kInt16:
      if (is_bits) return BitsBinary(op, dst, src0, src1, scalar1, count);
      return ArithmeticBinary<IntegerLanes<int16_t>>(op, dst, src0, src1, scalar1, count, saturate);
    case Element::kUint16:
      return is_bits && BitsBinary(op, dst, src0, src1, scalar1, count);
    default:
      return false;
  }
}

template <class L>
bool ArithmeticUnary(UnaryOp op, void* dst, const void* src, size_t count, bool saturate) {
  const auto apply = [&](const auto& f) HWY_ATTR { return ApplyUnary<L>(dst, src, count, saturate, f); };
  switch (op) {
    case UnaryOp::kAbs:
      return apply([](auto, auto a) HWY_ATTR { return hn::Abs(a); });
    case UnaryOp::kRelu:
      return apply([](auto d, auto a) HWY_ATTR { return Extremum<true>(d, a, hn::Zero(d)); });
    default:
      break;
  }
  if constexpr (kIsFloatTag<typename L::D>) {
    switch (op) {
      case UnaryOp::kSqrt:
        // NaN is chosen by the operand: of "the root, but this NaN where it is NaN" clang makes the root, with whatever NaN the chip has.
        return apply([](auto d, auto a) HWY_ATTR {
          const auto nan = hn::Set(d, std::numeric_limits<hn::TFromD<decltype(d)>>::quiet_NaN());
          return hn::IfThenElse(hn::Ge(a, hn::Zero(d)), hn::Sqrt(a), nan);
        });
      case UnaryOp::kReciprocal:
        return apply([](auto d, auto a) HWY_ATTR { return Divide(d, hn::Set(d, 1), a); });
      default:
        break;
    }
  }
  return false;
}

bool SimpleUnaryOnTarget(UnaryOp op, Element type, void* dst, const void* src, size_t count, bool saturate) {
  if (op == UnaryOp::kNot) {
    if (type != Element::kInt16 && type != Element::kUint16) return false;
    return ApplyUnary<IntegerLanes<uint16_t>>(dst, src, count, false, [](auto, auto a) HWY_ATTR { return hn::Not(a); });
  }
  switch (type) {
    case Element::kFloat:
      return ArithmeticUnary<FloatLanes>(op, dst, src, count, saturate);
    case Element::kHalf:
      return ArithmeticUnary<DoubleLanes<StoredFloat16>>(op, dst, src, count, saturate);
    case Element::kBFloat16:
      return ArithmeticUnary<DoubleLanes<StoredBFloat16>>(op, dst, src, count, saturate);
    case Element::kInt32:
      return ArithmeticUnary<IntegerLanes<int32_t>>(op, dst, src, count, saturate);
    case Element::kInt16:
      return ArithmeticUnary<IntegerLanes<int16_t>>(op, dst, src, count, saturate);
    default:
      return false;
  }
}

template <typename T>
bool ShiftElements(bool left, void* dst, const void* src, uint64_t bits, size_t count) {
  constexpr uint64_t kWidth = sizeof(T) * 8;
  using L = IntegerLanes<T>;
  // A shift by the whole width does not exist.
  if (bits >= kWidth && (left || std::is_unsigned_v<T>)) {
    return ApplyUnary<L>(dst, src, count, false, [](auto d, auto) HWY_ATTR { return hn::Zero(d); });
  }
  const int distance = static_cast<int>(bits >= kWidth ? kWidth - 1 : bits);
  if (left) return ApplyUnary<L>(dst, src, count, false, [&](auto, auto a) HWY_ATTR { return hn::ShiftLeftSame(a, distance); });
  return ApplyUnary<L>(dst, src, count, false, [&](auto, auto a) HWY_ATTR { return hn::ShiftRightSame(a, distance); });
}

bool ShiftOnTarget(bool left, Element type, void* dst, const void* src, uint64_t bits, size_t count) {
  switch (type) {
    case Element::kInt16:
      return ShiftElements<int16_t>(left, dst, src, bits, count);
    case Element::kUint16:
      return ShiftElements<uint16_t>(left, dst, src, bits, count);
    case Element::kInt32:
      return ShiftElements<int32_t>(left, dst, src, bits, count);
    case Element::kUint32:
      return ShiftElements<uint32_t>(left, dst, src, bits, count);
    default:
      return false;
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "runtime/aicore/vector/functions.h"

namespace openaclnn {
namespace {

HWY_EXPORT(BinaryOnTarget);
HWY_EXPORT(SimpleUnaryOnTarget);
HWY_EXPORT(ShiftOnTarget);

}  // namespace

namespace aicore::vector {

bool Binary(BinaryOp op, Element type, void* dst, const void* src0, const void* src1, size_t count, bool saturate) {
  return HWY_DYNAMIC_DISPATCH(BinaryOnTarget)(op, type, dst, src0, src1, false, count, saturate);
}

bool BinaryScalar(BinaryOp op, Element type, void* dst, const void* src, const void* scalar, size_t count, bool saturate) {
  return HWY_DYNAMIC_DISPATCH(BinaryOnTarget)(op, type, dst, src, scalar, true, count, saturate);
}

bool Unary(UnaryOp op, Element type, void* dst, const void* src, size_t count, bool saturate) {
  if (op >= UnaryOp::kExp) return UnaryFunction(op, type, dst, src, count, saturate);
  return HWY_DYNAMIC_DISPATCH(SimpleUnaryOnTarget)(op, type, dst, src, count, saturate);
}

bool ShiftLeft(Element type, void* dst, const void* src, uint64_t bits, size_t count) {
  return HWY_DYNAMIC_DISPATCH(ShiftOnTarget)(true, type, dst, src, bits, count);
}

bool ShiftRight(Element type, void* dst, const void* src, uint64_t bits, size_t count) {
  return HWY_DYNAMIC_DISPATCH(ShiftOnTarget)(false, type, dst, src, bits, count);
}

}  // namespace aicore::vector
}  // namespace openaclnn
#endif  // HWY_ONCE
