#include "runtime/cpu/convert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/cpu/convert.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "runtime/cpu/convert-inl.h"
#include "runtime/cpu/copy-inl.h"

#ifndef OPENACLNN_RUNTIME_CPU_CONVERT_ONCE_
#define OPENACLNN_RUNTIME_CPU_CONVERT_ONCE_

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn {

inline constexpr size_t kMaxElementBytes = 8;
inline constexpr size_t kTileBytes = kTileElements * kMaxElementBytes;

constexpr bool IsSmallInteger(aclDataType dtype) {
  return dtype == ACL_INT8 || dtype == ACL_UINT8 || dtype == ACL_INT16 || dtype == ACL_UINT16;
}

constexpr bool IsSmallFloat(aclDataType dtype) { return dtype == ACL_FLOAT16 || dtype == ACL_BF16; }

// The type that a value of type `at` is converted to next on its way from `from` to `to`; at last
// `to`.
inline aclDataType NextType(aclDataType at, aclDataType from, aclDataType to) {
  if (to == ACL_BOOL) return ACL_BOOL;
  if (IsFloat(to)) {
    if (IsFloat(at)) return IsSmallFloat(at) ? ACL_FLOAT : to;
    if (IsSmallInteger(at)) return ACL_INT32;
    // float32 has all small integers.
    const bool exact = to == ACL_FLOAT || IsSmallInteger(from);
    return at == ACL_INT32 && exact && to != ACL_DOUBLE ? ACL_FLOAT : ACL_DOUBLE;
  }
  if (!IsFloat(at)) return to;
  if (IsSmallFloat(at)) return ACL_FLOAT;
  if (to == ACL_INT8 || to == ACL_INT16 || to == ACL_UINT16 || to == ACL_INT32) return ACL_INT32;
  if (at == ACL_FLOAT) return ACL_DOUBLE;
  return to == ACL_UINT64 ? ACL_UINT64 : ACL_INT64;
}

inline int64_t InnerStride(const ElementwiseOperand& operand) {
  return operand.strides.empty() ? 1 : operand.strides.back();
}

inline char* Address(const ElementwiseOperand& operand, int64_t offset) {
  return static_cast<char*>(operand.data) +
         offset * static_cast<int64_t>(DTypeBytes(operand.dtype));
}

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_CPU_CONVERT_ONCE_

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

// Calls to_vector = op(to_tag, from_vector) for all elements.
template <class From, class To, class Op>
HWY_INLINE void ForVectors(const void* from, size_t count, void* to, const Op& op) {
  using Wide = hwy::If<(sizeof(From) > sizeof(To)), From, To>;
  const hn::ScalableTag<Wide> wide;
  const hn::Rebind<From, decltype(wide)> df;
  const hn::Rebind<To, decltype(wide)> dt;
  const size_t lanes = hn::Lanes(wide);
  const From* source = static_cast<const From*>(from);
  To* target = static_cast<To*>(to);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(op(dt, hn::LoadU(df, source + i)), dt, target + i);
  if (i < count)
    hn::StoreN(op(dt, hn::LoadN(df, source + i, count - i)), dt, target + i, count - i);
}

#define OPENACLNN_STAGE(name, From, To, expression)                                             \
  HWY_NOINLINE HWY_ATTR void name(const void* from, size_t count, void* to) {                   \
    ForVectors<From, To>(from, count, to, [](auto dt, auto v) HWY_ATTR { return expression; }); \
  }

template <class D, class V>
HWY_INLINE V QuietNaN(D d, V v) {
  return hn::IfThenElse(
      hn::IsNaN(v), hn::Or(v, hn::BitCast(d, hn::Set(hn::RebindToUnsigned<D>(), 0x400000u))), v);
}

template <class V>
HWY_INLINE V NaNToZero(V v) {
  return hn::IfThenZeroElse(hn::IsNaN(v), v);
}

// Rounds to 53 digits that double has: what lies between two such numbers becomes the odd one of
// them, so that rounding to fewer digits later gives what rounding once would have given.
template <class D, class V>
HWY_INLINE V RoundToOdd53(D d, V v) {
  using T = hn::TFromD<D>;
  const auto high = hn::Set(d, static_cast<T>(0xFFE0000000000000u));
  auto magnitude = v;
  if constexpr (hwy::IsSigned<T>()) magnitude = hn::Abs(v);
  const auto fits = hn::Eq(hn::And(magnitude, high), hn::Zero(d));
  const auto low = hn::And(v, hn::Set(d, static_cast<T>(0x7FF)));
  const auto odd = hn::IfThenZeroElse(hn::Eq(low, hn::Zero(d)), hn::Set(d, static_cast<T>(0x800)));
  return hn::IfThenElse(fits, v, hn::Or(hn::Xor(v, low), odd));
}

OPENACLNN_STAGE(Float16ToFloat, uint16_t, float, QuietNaN(dt, StoredFloat16::WidenToFloat(dt, v)))
OPENACLNN_STAGE(BFloat16ToFloat, uint16_t, float, StoredBFloat16::WidenToFloat(dt, v))
OPENACLNN_STAGE(FloatToFloat16, float, uint16_t,
                StoredFloat16::NarrowFloat(hn::Rebind<float, decltype(dt)>(), v))
OPENACLNN_STAGE(FloatToBFloat16, float, uint16_t,
                StoredBFloat16::NarrowFloat(hn::Rebind<float, decltype(dt)>(), v))
OPENACLNN_STAGE(FloatToBFloat16TiesAway, float, uint16_t,
                StoredBFloat16::NarrowComputed(hn::Rebind<float, decltype(dt)>(), v))
OPENACLNN_STAGE(FloatToDouble, float, double, hn::PromoteTo(dt, v))
OPENACLNN_STAGE(DoubleToFloat, double, float,
                StoredFloat32::Narrow(hn::Rebind<double, decltype(dt)>(), v))
OPENACLNN_STAGE(DoubleToFloat16, double, uint16_t,
                StoredFloat16::Narrow(hn::Rebind<double, decltype(dt)>(), v))
OPENACLNN_STAGE(DoubleToBFloat16, double, uint16_t,
                StoredBFloat16::Narrow(hn::Rebind<double, decltype(dt)>(), v))
OPENACLNN_STAGE(Int32ToFloat, int32_t, float, hn::ConvertTo(dt, v))
OPENACLNN_STAGE(Int32ToDouble, int32_t, double, hn::PromoteTo(dt, v))
OPENACLNN_STAGE(UInt32ToDouble, uint32_t, double, hn::PromoteTo(dt, v))
OPENACLNN_STAGE(Int64ToDouble, int64_t, double, hn::ConvertTo(dt, v))
OPENACLNN_STAGE(UInt64ToDouble, uint64_t, double, hn::ConvertTo(dt, v))
OPENACLNN_STAGE(Int64ToDoubleOdd, int64_t, double,
                hn::ConvertTo(dt, RoundToOdd53(hn::RebindToSigned<decltype(dt)>(), v)))
OPENACLNN_STAGE(UInt64ToDoubleOdd, uint64_t, double,
                hn::ConvertTo(dt, RoundToOdd53(hn::RebindToUnsigned<decltype(dt)>(), v)))
OPENACLNN_STAGE(FloatToInt32, float, int32_t, hn::ConvertTo(dt, NaNToZero(v)))
OPENACLNN_STAGE(DoubleToInt32, double, int32_t, hn::DemoteTo(dt, NaNToZero(v)))
OPENACLNN_STAGE(DoubleToInt64, double, int64_t, hn::ConvertTo(dt, NaNToZero(v)))

HWY_NOINLINE HWY_ATTR void DoubleToUInt64(const void* from, size_t count, void* to) {
  ForVectors<double, uint64_t>(from, count, to, [](auto dt, auto v) HWY_ATTR {
    const hn::RebindToSigned<decltype(dt)> di;
    const hn::RebindToFloat<decltype(dt)> df;
    const auto value = NaNToZero(v);
    const auto large = hn::RebindMask(dt, hn::Ge(value, hn::Set(df, 0x1p63)));
    return hn::IfThenElse(large, hn::ConvertTo(dt, value),
                          hn::BitCast(dt, hn::ConvertTo(di, value)));
  });
}

// From unsigned, or sign-extended, integers to wider ones, and to the low bits.
template <class From, class To>
HWY_NOINLINE HWY_ATTR void IntegerToInteger(const void* from, size_t count, void* to) {
  if constexpr (sizeof(From) == sizeof(To)) {
    std::memmove(to, from, count * sizeof(To));
  } else {
    ForVectors<From, To>(from, count, to, [](auto dt, auto v) HWY_ATTR {
      if constexpr (sizeof(From) < sizeof(To)) {
        return hn::PromoteTo(dt, v);
      } else {
        return hn::TruncateTo(dt, v);
      }
    });
  }
}

// `T` are the bits of the type. Floating-point numbers are zero whatever their sign.
template <class T, bool kIsFloat>
HWY_NOINLINE HWY_ATTR void ToBool(const void* from, size_t count, void* to) {
  ForVectors<T, uint8_t>(from, count, to, [](auto dt, auto v) HWY_ATTR {
    const hn::Rebind<T, decltype(dt)> d;
    const auto bits = kIsFloat ? hn::Add(v, v) : v;
    const auto one = hn::IfThenZeroElse(hn::Eq(bits, hn::Zero(d)), hn::Set(d, T{1}));
    if constexpr (sizeof(T) == 1) {
      return one;
    } else {
      return hn::TruncateTo(dt, one);
    }
  });
}

// To the nearest whole number that the integer type T has, as double. Of 64 bits the greatest is no
// double; converting saturates.
template <class T>
HWY_NOINLINE HWY_ATTR void ToNearest(const void* from, size_t count, void* to) {
  constexpr double kBeyond = hwy::IsSigned<T>()
                                 ? -static_cast<double>(hwy::LimitsMin<T>())
                                 : 2.0 * static_cast<double>(hwy::LimitsMax<T>() / 2 + 1);
  constexpr double kLow = hwy::IsSigned<T>() ? -kBeyond : 0.0;
  constexpr double kHigh = sizeof(T) == 8 ? kBeyond : kBeyond - 1;
  ForVectors<double, double>(from, count, to, [](auto d, auto v) HWY_ATTR {
    return hn::Round(hn::Min(hn::Max(NaNToZero(v), hn::Set(d, kLow)), hn::Set(d, kHigh)));
  });
}

using Stage = void (*)(const void* from, size_t count, void* to);

template <class From>
Stage FromInteger(aclDataType to) {
  using Unsigned = hwy::MakeUnsigned<From>;
  switch (to) {
    case ACL_BOOL:
      return ToBool<Unsigned, false>;
    // What is wider continues the sign of the source; what is narrower takes the bits.
    case ACL_INT8:
    case ACL_UINT8:
      return IntegerToInteger<Unsigned, uint8_t>;
    case ACL_INT16:
    case ACL_UINT16:
      return IntegerToInteger<
          hwy::If<(sizeof(From) < 2), From, Unsigned>,
          hwy::If<(sizeof(From) < 2) && hwy::IsSigned<From>(), int16_t, uint16_t>>;
    case ACL_INT32:
    case ACL_UINT32:
      return IntegerToInteger<
          hwy::If<(sizeof(From) < 4), From, Unsigned>,
          hwy::If<(sizeof(From) < 4) && hwy::IsSigned<From>(), int32_t, uint32_t>>;
    default:
      return IntegerToInteger<From, hwy::If<hwy::IsSigned<From>(), int64_t, uint64_t>>;
  }
}

// One step of a conversion (NextType). `odd`: doubles are converted further, to fewer digits.
Stage StageOf(aclDataType from, aclDataType to, bool odd) {
  switch (from) {
    case ACL_FLOAT16:
      return to == ACL_BOOL ? ToBool<uint16_t, true> : Float16ToFloat;
    case ACL_BF16:
      return to == ACL_BOOL ? ToBool<uint16_t, true> : BFloat16ToFloat;
    case ACL_FLOAT:
      return to == ACL_BOOL      ? ToBool<uint32_t, true>
             : to == ACL_FLOAT16 ? FloatToFloat16
             : to == ACL_BF16    ? FloatToBFloat16
             : to == ACL_DOUBLE  ? FloatToDouble
                                 : FloatToInt32;
    case ACL_DOUBLE:
      return to == ACL_BOOL      ? ToBool<uint64_t, true>
             : to == ACL_FLOAT   ? DoubleToFloat
             : to == ACL_FLOAT16 ? DoubleToFloat16
             : to == ACL_BF16    ? DoubleToBFloat16
             : to == ACL_INT32   ? DoubleToInt32
             : to == ACL_INT64   ? DoubleToInt64
                                 : DoubleToUInt64;
    case ACL_INT8:
      return FromInteger<int8_t>(to);
    case ACL_UINT8:
      return FromInteger<uint8_t>(to);
    case ACL_INT16:
      return FromInteger<int16_t>(to);
    case ACL_UINT16:
      return FromInteger<uint16_t>(to);
    case ACL_INT32:
      return to == ACL_FLOAT    ? Int32ToFloat
             : to == ACL_DOUBLE ? Int32ToDouble
                                : FromInteger<int32_t>(to);
    case ACL_UINT32:
      return to == ACL_DOUBLE ? UInt32ToDouble : FromInteger<uint32_t>(to);
    case ACL_INT64:
      return to == ACL_DOUBLE ? (odd ? Int64ToDoubleOdd : Int64ToDouble) : FromInteger<int64_t>(to);
    default:
      return to == ACL_DOUBLE ? (odd ? UInt64ToDoubleOdd : UInt64ToDouble)
                              : FromInteger<uint64_t>(to);
  }
}

Stage ToNearestOf(aclDataType to) {
  switch (to) {
    case ACL_INT8:
      return ToNearest<int8_t>;
    case ACL_UINT8:
      return ToNearest<uint8_t>;
    case ACL_INT16:
      return ToNearest<int16_t>;
    case ACL_UINT16:
      return ToNearest<uint16_t>;
    case ACL_INT32:
      return ToNearest<int32_t>;
    case ACL_UINT32:
      return ToNearest<uint32_t>;
    case ACL_INT64:
      return ToNearest<int64_t>;
    default:
      return ToNearest<uint64_t>;
  }
}

// How elements of one type become those of another, found once for all tiles.
class Conversion {
 public:
  Conversion(aclDataType from, aclDataType to, Rounding rounding) { Add(from, to, rounding); }
  // In two conversions.
  Conversion(aclDataType from, aclDataType over, aclDataType to, Rounding rounding) {
    Add(from, over, rounding);
    Add(over, to, rounding);
  }

  // Whether elements keep their bits.
  bool IsCopy() const { return count_ == 0; }
  // Whether any number of elements can be converted at a time, instead of kTileElements.
  bool IsOneStage() const { return count_ <= 1; }

  // Not for what IsCopy().
  void Run(const void* from, size_t count, void* to) const {
    HWY_ALIGN char buffers[2][kTileBytes];
    size_t i = 0;
    for (; i + 1 < count_; ++i) {
      stages_[i](from, count, buffers[i % 2]);
      from = buffers[i % 2];
    }
    stages_[i](from, count, to);
  }

 private:
  void Add(aclDataType from, aclDataType to, Rounding rounding) {
    if (from == to) return;
    if (from == ACL_BOOL) from = ACL_UINT8;
    const bool same_bits = rounding != Rounding::kNearest && IsInteger(from) && IsInteger(to) &&
                           DTypeBytes(from) == DTypeBytes(to);
    if (from == to || same_bits) return;
    if (rounding == Rounding::kTiesAway && from == ACL_FLOAT && to == ACL_BF16)
      return Push(FloatToBFloat16TiesAway);
    if (rounding == Rounding::kNearest && IsInteger(to)) {
      AddStages(from, ACL_DOUBLE);
      Push(ToNearestOf(to));
      from = ACL_DOUBLE;
    }
    AddStages(from, to);
  }

  void AddStages(aclDataType from, aclDataType to) {
    for (aclDataType at = from; at != to;) {
      const aclDataType next = NextType(at, from, to);
      Push(StageOf(at, next, to != ACL_DOUBLE));
      at = next;
    }
  }

  void Push(Stage stage) {
    HWY_ASSERT(count_ < std::size(stages_));
    stages_[count_++] = stage;
  }

  Stage stages_[10];
  size_t count_ = 0;
};

void ConvertConsecutive(aclDataType from_type, const void* from, size_t count, aclDataType to_type,
                        void* to, Rounding rounding) {
  const Conversion conversion(from_type, to_type, rounding);
  const size_t from_bytes = DTypeBytes(from_type), to_bytes = DTypeBytes(to_type);
  if (conversion.IsCopy()) {
    std::memmove(to, from, count * to_bytes);
    return;
  }
  const size_t step = conversion.IsOneStage() ? count : kTileElements;
  for (size_t at = 0; at < count; at += step) {
    conversion.Run(static_cast<const char*>(from) + at * from_bytes, std::min(step, count - at),
                   static_cast<char*>(to) + at * to_bytes);
  }
}

// Calls body(raw) with a number as large as an element.
template <class Body>
void WithRaw(size_t bytes, const Body& body) {
  switch (bytes) {
    case 1:
      return body(uint8_t{});
    case 2:
      return body(uint16_t{});
    case 4:
      return body(uint32_t{});
    default:
      return body(uint64_t{});
  }
}

// Calls run(operand offset, elements before, elements) for the rows of a tile that begins at
// `begin`.
template <class Run>
void ForRuns(const RowWalker& begin, const ElementwiseOperand& operand, size_t count,
             const Run& run) {
  if (begin.left() >= static_cast<int64_t>(count)) return run(begin.OffsetOf(operand), 0, count);
  RowWalker walker = begin;
  for (size_t done = 0; done < count;) {
    const size_t length =
        static_cast<size_t>(std::min<int64_t>(walker.left(), static_cast<int64_t>(count - done)));
    run(walker.OffsetOf(operand), done, length);
    walker.Advance(static_cast<int64_t>(length));
    done += length;
  }
}

bool IsOneRun(const RowWalker& walker, const ElementwiseOperand& operand, size_t count) {
  return InnerStride(operand) == 1 && walker.left() >= static_cast<int64_t>(count);
}

// Writes the elements of an operand one after the other.
void GatherTo(const RowWalker& walker, const ElementwiseOperand& operand, size_t count, void* to) {
  WithRaw(DTypeBytes(operand.dtype), [&]<class Raw>(Raw) {
    ForRuns(walker, operand, count, [&](int64_t offset, size_t done, size_t length) {
      CopyStrided(static_cast<const Raw*>(operand.data) + offset, InnerStride(operand), length,
                  static_cast<Raw*>(to) + done);
    });
  });
}

// The elements of an operand one after the other: where they are, or in `buffer`.
const void* Gather(const RowWalker& walker, const ElementwiseOperand& operand, size_t count,
                   void* buffer) {
  if (IsOneRun(walker, operand, count)) return Address(operand, walker.OffsetOf(operand));
  GatherTo(walker, operand, count, buffer);
  return buffer;
}

// Writes consecutive elements where those of an operand lie.
void ScatterFrom(const RowWalker& walker, const ElementwiseOperand& operand, size_t count,
                 const void* from, bool in_cache) {
  WithRaw(DTypeBytes(operand.dtype), [&]<class Raw>(Raw) {
    ForRuns(walker, operand, count, [&](int64_t offset, size_t done, size_t length) {
      ScatterStrided(static_cast<const Raw*>(from) + done, length,
                     static_cast<Raw*>(operand.data) + offset, InnerStride(operand), in_cache);
    });
  });
}

// The same for a tile of results that may have to be converted.
void WriteTile(const RowWalker& walker, const ElementwiseOperand& operand, size_t count,
               const Conversion& conversion, const void* tile, bool in_cache) {
  if (conversion.IsCopy()) return ScatterFrom(walker, operand, count, tile, in_cache);
  if (IsOneRun(walker, operand, count))
    return conversion.Run(tile, count, Address(operand, walker.OffsetOf(operand)));
  HWY_ALIGN char converted[kTileBytes];
  conversion.Run(tile, count, converted);
  ScatterFrom(walker, operand, count, converted, in_cache);
}

// `count` may be more than a row has.
void Pass(RowWalker& walker, size_t count) {
  for (int64_t left = static_cast<int64_t>(count); left > 0;) {
    const int64_t step = std::min(left, walker.left());
    walker.Advance(step);
    left -= step;
  }
}

// Copies whole rows of elements that keep their bits, where rows are stored so that this is faster
// than element by element.
class RowCopier {
 public:
  RowCopier(const ElementwiseTask& task, bool streams) : task_(task), streams_(streams) {
    const size_t rank = task.shape.size();
    if (rank < 2 || task.outputs[0].strides[rank - 1] != 1) return;
    inner_ = task.inputs[0].strides[rank - 1], outer_ = task.inputs[0].strides[rank - 2];
    columns_ = task.shape[rank - 1], output_step_ = task.outputs[0].strides[rank - 2];
    if (inner_ == 1) {
      way_ = Way::kRows;
    } else if (inner_ == 0 && !streams_ && (outer_ != 1 || columns_ > 4)) {
      // Copies of each element are interleaved as columns are, if they are few.
      way_ = Way::kRepeated;
    } else if (outer_ == 1 || (outer_ != 0 && std::abs(outer_) < std::abs(inner_))) {
      way_ = Way::kTransposed;
    }
  }

  bool IsTransposing() const { return way_ == Way::kTransposed; }

  // Copies rows that begin where `walker` is, at element `at`, and end before `end`. Returns how
  // many elements these are: none unless there are two rows or more.
  int64_t Copy(const RowWalker& walker, int64_t at, int64_t end) const {
    if (way_ == Way::kNone) return 0;
    const int64_t rows = std::min(walker.rows(), (end - at) / columns_);
    if (rows < 2) return 0;
    const ElementwiseOperand &input = task_.inputs[0], &output = task_.outputs[0];
    const int64_t from = walker.OffsetOf(input), to = walker.OffsetOf(output);
    const auto bytes = static_cast<int64_t>(DTypeBytes(input.dtype));
    if (way_ == Way::kRows) {
      CopyRows(Address(input, from), outer_ * bytes, static_cast<size_t>(columns_ * bytes), rows,
               Address(output, to), output_step_ * bytes, streams_);
    } else {
      WithRaw(DTypeBytes(input.dtype), [&]<class Raw>(Raw) {
        const Raw* source = static_cast<const Raw*>(input.data) + from;
        Raw* target = static_cast<Raw*>(output.data) + to;
        if (way_ == Way::kRepeated) {
          CopyRepeated(source, outer_, rows, columns_, target, output_step_);
        } else {
          CopyTransposed(source, outer_, inner_, rows, columns_, target, output_step_, streams_);
        }
      });
    }
    return rows * columns_;
  }

 private:
  enum class Way : uint8_t { kNone, kRows, kRepeated, kTransposed };

  const ElementwiseTask& task_;
  const bool streams_;
  Way way_ = Way::kNone;
  // Steps of the input along a row and from row to row, elements of a row, step of the output.
  int64_t inner_ = 0, outer_ = 0, columns_ = 1, output_step_ = 0;
};

// Elements that keep their bits.
void CopyTask(const ElementwiseTask& task, int64_t begin, int64_t end) {
  const ElementwiseOperand &input = task.inputs[0], &output = task.outputs[0];
  if (input.data == output.data && input.strides == output.strides) return;
  const bool streams = OutputsExceedCache(task);
  const RowCopier rows(task, streams);
  const size_t bytes = DTypeBytes(output.dtype);
  std::optional<RowWalker> walker(std::in_place, task, begin);
  for (int64_t at = begin; at < end;) {
    if (const int64_t copied = rows.Copy(*walker, at, end); copied > 0) {
      at += copied;
      // A walker that begins anew divides, which is as long as some steps.
      if (copied > 8 * task.shape.back()) {
        walker.emplace(task, at);
      } else {
        Pass(*walker, static_cast<size_t>(copied));
      }
      continue;
    }
    const auto left = static_cast<size_t>(std::min(walker->left(), end - at));
    const bool is_long = left >= kTileElements / 4;
    size_t count = left;
    const auto target = [&] { return Address(output, walker->OffsetOf(output)); };
    if (InnerStride(input) == 1 && InnerStride(output) == 1 && (is_long || task.shape.size() < 2)) {
      CopyBytes(Address(input, walker->OffsetOf(input)), count * bytes, target(), streams);
    } else {
      // The rest of a row, so that whole rows follow, or a part of a long one.
      if (!is_long && !rows.IsTransposing()) count = static_cast<size_t>(end - at);
      count = std::min(kTileBytes / bytes, count);
      HWY_ALIGN char gathered[kTileBytes];
      if (!IsOneRun(*walker, output, count)) {
        ScatterFrom(*walker, output, count, Gather(*walker, input, count, gathered), !streams);
      } else if (streams) {
        const void* from = Gather(*walker, input, count, gathered);
        CopyBytes(static_cast<const char*>(from), count * bytes, target(), streams);
      } else {
        GatherTo(*walker, input, count, target());
      }
    }
    Pass(*walker, count);
    at += static_cast<int64_t>(count);
  }
  if (streams) hwy::FlushStream();
}

void ConvertTask(const ElementwiseTask& task, int64_t begin, int64_t end, Rounding rounding) {
  RecordElementwiseTarget(HWY_TARGET);
  const ElementwiseOperand &input = task.inputs[0], &output = task.outputs[0];
  if (input.dtype == output.dtype) return CopyTask(task, begin, end);
  const Conversion conversion(input.dtype, output.dtype, rounding);
  const bool in_cache = !OutputsExceedCache(task);
  RowWalker walker(task, begin);
  for (int64_t at = begin; at < end;) {
    auto count = static_cast<size_t>(std::min(walker.left(), end - at));
    if (InnerStride(input) == 1 && InnerStride(output) == 1 &&
        (count >= kTileElements / 4 || task.shape.size() < 2)) {
      ConvertConsecutive(input.dtype, Address(input, walker.OffsetOf(input)), count, output.dtype,
                         Address(output, walker.OffsetOf(output)), rounding);
    } else {
      count = std::min(kTileElements, static_cast<size_t>(end - at));
      HWY_ALIGN char gathered[kTileBytes];
      WriteTile(walker, output, count, conversion, Gather(walker, input, count, gathered),
                in_cache);
    }
    Pass(walker, count);
    at += static_cast<int64_t>(count);
  }
}

// An operand of a kernel that is computed by tiles.
struct TileOperand {
  const ElementwiseOperand* operand;
  Conversion conversion;
  // Consecutive elements that need no conversion are read and written where they lie, a whole tile
  // at a time.
  bool is_plain;
  bool is_one_element;
  char* tile;
};

void TileLoop(const ElementwiseTask& task, int64_t begin, int64_t end, const TileTypes& types,
              TileFunction compute, const void* kernel) {
  constexpr size_t kMaxOperands = 16;
  const size_t inputs = task.inputs.size(), outputs = task.outputs.size();
  HWY_ASSERT(inputs + outputs <= kMaxOperands);
  const size_t tile_bytes = kTileElements * DTypeBytes(types.lane);
  // Most calls use a few of these bytes.
  HWY_ALIGN char tiles[kMaxOperands * kTileBytes];
  const void* input_rows[kMaxOperands];
  void* output_rows[kMaxOperands];
  std::memset(tiles, 0, inputs * tile_bytes);
  const aclDataType value = types.value == ACL_DT_UNDEFINED ? types.lane : types.value;
  // Inline, because no memory may be asked for while work runs.
  absl::InlinedVector<TileOperand, kMaxOperands> operands;
  for (size_t i = 0; i < inputs + outputs; ++i) {
    const bool is_input = i < inputs;
    const ElementwiseOperand& operand = is_input ? task.inputs[i] : task.outputs[i - inputs];
    const Conversion conversion =
        is_input ? Conversion(operand.dtype, value, types.lane, Rounding::kConvert)
                 : Conversion(types.lane, value, operand.dtype, types.rounding);
    operands.push_back(
        {&operand, conversion,
         conversion.IsCopy() && !operand.strides.empty() && operand.strides.back() == 1,
         std::all_of(operand.strides.begin(), operand.strides.end(),
                     [](int64_t stride) { return stride == 0; }),
         tiles + i * tile_bytes});
  }
  const bool direct = std::all_of(operands.begin(), operands.end(),
                                  [](const TileOperand& operand) { return operand.is_plain; }) &&
                      HasLongConsecutiveRows(task);
  const bool in_cache = !OutputsExceedCache(task);
  RowWalker walker(task, begin);
  const auto place = [&](const TileOperand& operand) {
    return Address(*operand.operand, walker.OffsetOf(*operand.operand));
  };
  // What a later tile reads.
  const auto fetch = [](const void* tile, size_t bytes) {
    constexpr size_t kTilesAhead = 4;
    FetchLines<Fetch::kSecondCache>(static_cast<const char*>(tile) + kTilesAhead * bytes,
                                    static_cast<int64_t>(bytes));
  };
  HWY_ALIGN char gathered[kTileBytes];
  for (int64_t at = begin; at < end;) {
    const int64_t run = std::min(walker.left(), end - at);
    // Kernels compute whole tiles where they lie, so that they fill blocks of vectors.
    size_t count = static_cast<size_t>(run) / kTileElements * kTileElements;
    const bool is_whole = count > 0;
    if (!direct || !is_whole) count = std::min(kTileElements, static_cast<size_t>(end - at));
    for (size_t i = 0; i < inputs; ++i) {
      const TileOperand& input = operands[i];
      input_rows[i] = input.tile;
      if (is_whole && input.is_plain) {
        input_rows[i] = place(input);
        if (!direct) fetch(input_rows[i], tile_bytes);
      } else if (at != begin && input.is_one_element) {
        // No later tile is longer than the first.
      } else if (input.conversion.IsCopy()) {
        GatherTo(walker, *input.operand, count, input.tile);
      } else {
        const void* row = Gather(walker, *input.operand, count, gathered);
        if (row != gathered) fetch(row, count * DTypeBytes(input.operand->dtype));
        input.conversion.Run(row, count, input.tile);
      }
    }
    for (size_t i = 0; i < outputs; ++i) {
      const TileOperand& output = operands[inputs + i];
      output_rows[i] = is_whole && output.is_plain ? place(output) : output.tile;
    }
    compute(kernel, input_rows, output_rows, count);
    for (size_t i = 0; i < outputs; ++i) {
      const TileOperand& output = operands[inputs + i];
      if (output_rows[i] == output.tile)
        WriteTile(walker, *output.operand, count, output.conversion, output.tile, in_cache);
    }
    Pass(walker, count);
    at += static_cast<int64_t>(count);
  }
}

void RecordTarget() { RecordElementwiseTarget(HWY_TARGET); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(ConvertConsecutive);
HWY_EXPORT(ConvertTask);
HWY_EXPORT(TileLoop);
HWY_EXPORT(RecordTarget);

// A kernel that does nothing.
void CopyTile(const void* kernel, const void* const* inputs, void* const* outputs, size_t count) {
  std::memcpy(outputs[0], inputs[0], count * *static_cast<const size_t*>(kernel));
}

}  // namespace

bool IsConvertible(aclDataType dtype) {
  return dtype == ACL_BOOL || IsInteger(dtype) || IsFloat(dtype);
}

void Convert(aclDataType from_type, const void* from, size_t count, aclDataType to_type, void* to,
             Rounding rounding) {
  HWY_DYNAMIC_DISPATCH(ConvertConsecutive)(from_type, from, count, to_type, to, rounding);
}

void ConvertElements(const ElementwiseTask& task, int64_t begin, int64_t end) {
  HWY_DYNAMIC_DISPATCH(ConvertTask)(task, begin, end, Rounding::kConvert);
}

void ConvertElementsToNearest(const ElementwiseTask& task, int64_t begin, int64_t end) {
  HWY_DYNAMIC_DISPATCH(ConvertTask)(task, begin, end, Rounding::kNearest);
}

void ConvertElementsVia(const ElementwiseTask& task, int64_t begin, int64_t end) {
  if (task.inputs[0].dtype == task.compute || task.outputs[0].dtype == task.compute)
    return ConvertElements(task, begin, end);
  HWY_DYNAMIC_DISPATCH(RecordTarget)();
  const size_t element_bytes = DTypeBytes(task.compute);
  RunTiles(task, begin, end, {task.compute, ACL_DT_UNDEFINED, Rounding::kConvert}, CopyTile,
           &element_bytes);
}

void RunTiles(const ElementwiseTask& task, int64_t begin, int64_t end, const TileTypes& types,
              TileFunction compute, const void* kernel) {
  HWY_DYNAMIC_DISPATCH(TileLoop)(task, begin, end, types, compute, kernel);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
