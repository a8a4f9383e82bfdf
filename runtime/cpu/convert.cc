#include "runtime/cpu/convert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/cpu/convert.cc"
#include "hwy/cache_control.h"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/convert-inl.h"
#include "runtime/cpu/copy-inl.h"

#ifndef OPENACLNN_RUNTIME_CPU_CONVERT_ONCE_
#define OPENACLNN_RUNTIME_CPU_CONVERT_ONCE_

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

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

// To the nearest whole number between low and high, as double.
HWY_NOINLINE HWY_ATTR void ToNearest(const double* from, size_t count, double low, double high,
                                     double* to) {
  ForVectors<double, double>(from, count, to, [low, high](auto d, auto v) HWY_ATTR {
    return hn::Round(hn::Min(hn::Max(NaNToZero(v), hn::Set(d, low)), hn::Set(d, high)));
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

// At most kTileElements if there are several stages.
void ConvertByStages(aclDataType from_type, const void* from, size_t count, aclDataType to_type,
                     void* to) {
  HWY_ALIGN char buffers[2][kTileBytes];
  size_t buffer = 0;
  for (aclDataType at = from_type; at != to_type;) {
    const aclDataType next = NextType(at, from_type, to_type);
    void* target = next == to_type ? to : buffers[buffer ^= 1];
    StageOf(at, next, to_type != ACL_DOUBLE)(from, count, target);
    from = target;
    at = next;
  }
}

void ConvertTile(aclDataType from_type, const void* from, size_t count, aclDataType to_type,
                 void* to, Rounding rounding) {
  if (from_type == to_type) {
    std::memmove(to, from, count * DTypeBytes(to_type));
    return;
  }
  if (from_type == ACL_BOOL) from_type = ACL_UINT8;
  if (rounding == Rounding::kTiesAway && from_type == ACL_FLOAT && to_type == ACL_BF16) {
    return FloatToBFloat16TiesAway(from, count, to);
  }
  if (rounding == Rounding::kNearest && IsInteger(to_type) && from_type != to_type) {
    HWY_ALIGN double values[kTileElements];
    ConvertTile(from_type, from, count, ACL_DOUBLE, values, Rounding::kConvert);
    const int bits = static_cast<int>(8 * DTypeBytes(to_type));
    const bool is_signed =
        to_type == ACL_INT8 || to_type == ACL_INT16 || to_type == ACL_INT32 || to_type == ACL_INT64;
    const double beyond = std::ldexp(1.0, is_signed ? bits - 1 : bits);
    // Of 64 bits `beyond - 1` is no double; converting saturates.
    ToNearest(values, count, is_signed ? -beyond : 0.0, bits == 64 ? beyond : beyond - 1, values);
    return ConvertByStages(ACL_DOUBLE, values, count, to_type, to);
  }
  if (from_type == to_type) {
    std::memmove(to, from, count * DTypeBytes(to_type));
    return;
  }
  ConvertByStages(from_type, from, count, to_type, to);
}

void ConvertConsecutive(aclDataType from_type, const void* from, size_t count, aclDataType to_type,
                        void* to, Rounding rounding) {
  const size_t from_bytes = DTypeBytes(from_type), to_bytes = DTypeBytes(to_type);
  for (size_t at = 0; at < count; at += kTileElements) {
    ConvertTile(from_type, static_cast<const char*>(from) + at * from_bytes,
                std::min(kTileElements, count - at), to_type,
                static_cast<char*>(to) + at * to_bytes, rounding);
  }
}

template <class Raw>
HWY_NOINLINE HWY_ATTR void GatherRun(const void* data, int64_t first, int64_t stride, size_t count,
                                     void* tile) {
  const Raw* from = static_cast<const Raw*>(data) + first;
  Raw* to = static_cast<Raw*>(tile);
  size_t i = 0;
  if (stride == 1) {
    std::memcpy(to, from, count * sizeof(Raw));
    return;
  }
  if (stride == 0) {
    std::fill_n(to, count, *from);
    return;
  }
  if (stride >= 2 && stride <= 4) {
    const hn::ScalableTag<Raw> d;
    const size_t lanes = hn::Lanes(d);
    // What lies after the last element may not be ours.
    for (; i + lanes < count; i += lanes) {
      hn::Vec<decltype(d)> wanted, v1, v2, v3;
      if (stride == 2) {
        hn::LoadInterleaved2(d, from + 2 * i, wanted, v1);
      } else if (stride == 3) {
        hn::LoadInterleaved3(d, from + 3 * i, wanted, v1, v2);
      } else {
        hn::LoadInterleaved4(d, from + 4 * i, wanted, v1, v2, v3);
      }
      hn::StoreU(wanted, d, to + i);
    }
  }
  if (stride == -1) {
    const hn::ScalableTag<Raw> d;
    const size_t lanes = hn::Lanes(d);
    for (; i + lanes <= count; i += lanes)
      hn::StoreU(hn::Reverse(d, hn::LoadU(d, from - i - lanes + 1)), d, to + i);
  }
  for (; i < count; ++i) to[i] = from[static_cast<int64_t>(i) * stride];
}

template <class Raw>
void ScatterRun(const void* tile, size_t count, void* data, int64_t first, int64_t stride) {
  const Raw* from = static_cast<const Raw*>(tile);
  Raw* to = static_cast<Raw*>(data) + first;
  if (stride == 1) {
    std::memcpy(to, from, count * sizeof(Raw));
    return;
  }
  for (size_t i = 0; i < count; ++i) to[static_cast<int64_t>(i) * stride] = from[i];
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
// `walker`.
template <class Run>
void ForRuns(RowWalker walker, const ElementwiseOperand& operand, size_t count, const Run& run) {
  for (size_t done = 0; done < count;) {
    const size_t length =
        static_cast<size_t>(std::min<int64_t>(walker.left(), static_cast<int64_t>(count - done)));
    run(walker.OffsetOf(operand), done, length);
    walker.Advance(static_cast<int64_t>(length));
    done += length;
  }
}

int64_t InnerStride(const ElementwiseOperand& operand) {
  return operand.strides.empty() ? 1 : operand.strides.back();
}

char* Address(const ElementwiseOperand& operand, int64_t offset) {
  return static_cast<char*>(operand.data) +
         offset * static_cast<int64_t>(DTypeBytes(operand.dtype));
}

bool IsOneRun(const RowWalker& walker, const ElementwiseOperand& operand, size_t count) {
  return InnerStride(operand) == 1 && walker.left() >= static_cast<int64_t>(count);
}

// The elements of an operand one after the other: where they are, or in `buffer`.
const void* Gather(const RowWalker& walker, const ElementwiseOperand& operand, size_t count,
                   void* buffer) {
  if (IsOneRun(walker, operand, count)) return Address(operand, walker.OffsetOf(operand));
  const size_t bytes = DTypeBytes(operand.dtype);
  WithRaw(bytes, [&]<class Raw>(Raw) {
    ForRuns(walker, operand, count, [&](int64_t offset, size_t done, size_t length) {
      GatherRun<Raw>(operand.data, offset, InnerStride(operand), length,
                     static_cast<Raw*>(buffer) + done);
    });
  });
  return buffer;
}

void ReadTile(const RowWalker& walker, const ElementwiseOperand& operand, size_t count,
              const TileTypes& types, void* tile) {
  HWY_ALIGN char gathered[kTileBytes];
  const void* from = Gather(walker, operand, count, gathered);
  if (types.value == ACL_DT_UNDEFINED || types.value == operand.dtype ||
      types.value == types.lane) {
    return ConvertTile(operand.dtype, from, count, types.lane, tile, Rounding::kConvert);
  }
  HWY_ALIGN char values[kTileBytes];
  ConvertTile(operand.dtype, from, count, types.value, values, Rounding::kConvert);
  ConvertTile(types.value, values, count, types.lane, tile, Rounding::kConvert);
}

void WriteTile(const RowWalker& walker, const ElementwiseOperand& operand, size_t count,
               const TileTypes& types, const void* tile) {
  const bool in_place = IsOneRun(walker, operand, count);
  HWY_ALIGN char gathered[kTileBytes];
  void* to = in_place ? Address(operand, walker.OffsetOf(operand)) : gathered;
  if (types.value == ACL_DT_UNDEFINED || types.value == operand.dtype ||
      types.value == types.lane) {
    ConvertTile(types.lane, tile, count, operand.dtype, to, types.rounding);
  } else {
    HWY_ALIGN char values[kTileBytes];
    ConvertTile(types.lane, tile, count, types.value, values, types.rounding);
    ConvertTile(types.value, values, count, operand.dtype, to, types.rounding);
  }
  if (in_place) return;
  WithRaw(DTypeBytes(operand.dtype), [&]<class Raw>(Raw) {
    ForRuns(walker, operand, count, [&](int64_t offset, size_t done, size_t length) {
      ScatterRun<Raw>(reinterpret_cast<const Raw*>(gathered) + done, length, operand.data, offset,
                      InnerStride(operand));
    });
  });
}

void ConvertTask(const ElementwiseTask& task, int64_t begin, int64_t end, Rounding rounding) {
  RecordElementwiseTarget(HWY_TARGET);
  const ElementwiseOperand &input = task.inputs[0], &output = task.outputs[0];
  if (input.data == output.data && input.dtype == output.dtype && input.strides == output.strides)
    return;
  const size_t rank = task.shape.size();
  const bool transposes = rank > 1 && input.dtype == output.dtype && input.strides[rank - 2] == 1 &&
                          output.strides[rank - 1] == 1;
  const bool copies_rows = rank > 1 && input.dtype == output.dtype &&
                           input.strides[rank - 1] == 1 && output.strides[rank - 1] == 1;
  const bool streams = OutputsExceedCache(task);
  std::optional<RowWalker> walker(std::in_place, task, begin);
  for (int64_t at = begin; at < end;) {
    if (copies_rows || transposes) {
      const int64_t columns = task.shape[rank - 1],
                    rows = std::min(walker->rows(), (end - at) / columns);
      if (rows > 1) {
        const int64_t from = walker->OffsetOf(input), to = walker->OffsetOf(output);
        if (copies_rows) {
          const int64_t element = static_cast<int64_t>(DTypeBytes(input.dtype));
          CopyRows(Address(input, from), input.strides[rank - 2] * element,
                   static_cast<size_t>(columns * element), rows, Address(output, to),
                   output.strides[rank - 2] * element, streams);
        } else {
          WithRaw(DTypeBytes(input.dtype), [&]<class Raw>(Raw) {
            CopyTransposed(static_cast<const Raw*>(input.data) + from, input.strides[rank - 1],
                           rows, columns, static_cast<Raw*>(output.data) + to,
                           output.strides[rank - 2], streams);
          });
        }
        at += rows * columns;
        // A walker that begins anew divides, which is as long as some steps.
        if (rows > 8) {
          walker.emplace(task, at);
        } else {
          for (int64_t row = 0; row < rows; ++row) walker->Advance(columns);
        }
        continue;
      }
    }
    size_t count = static_cast<size_t>(std::min(walker->left(), end - at));
    if (InnerStride(input) == 1 && InnerStride(output) == 1 &&
        (count >= kTileElements / 4 || task.shape.size() < 2)) {
      const char* from = Address(input, walker->OffsetOf(input));
      char* to = Address(output, walker->OffsetOf(output));
      if (input.dtype != output.dtype) {
        ConvertConsecutive(input.dtype, from, count, output.dtype, to, rounding);
      } else {
        CopyBytes(from, count * DTypeBytes(output.dtype), to, streams);
      }
    } else {
      // The rest of a row, so that whole rows follow.
      const int64_t most = transposes ? std::min(walker->left(), end - at) : end - at;
      count = static_cast<size_t>(std::min<int64_t>(kTileElements, most));
      HWY_ALIGN char gathered[kTileBytes];
      const void* from = Gather(*walker, input, count, gathered);
      WriteTile(*walker, output, count, {input.dtype, ACL_DT_UNDEFINED, rounding}, from);
    }
    for (size_t left = count; left > 0;) {
      const size_t step = std::min(left, static_cast<size_t>(walker->left()));
      walker->Advance(static_cast<int64_t>(step));
      left -= step;
    }
    at += static_cast<int64_t>(count);
  }
  if (streams) hwy::FlushStream();
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
HWY_EXPORT(ReadTile);
HWY_EXPORT(WriteTile);
HWY_EXPORT(ConvertTask);
HWY_EXPORT(RecordTarget);

// A kernel that does nothing.
void CopyTile(const void* kernel, const void* const* inputs, void* const* outputs, size_t count) {
  std::memcpy(outputs[0], inputs[0], count * *static_cast<const size_t*>(kernel));
}

// Elements that kernels compute where they lie are a multiple of this, so that they fill blocks of
// vectors.
constexpr int64_t kDirectElements = kTileElements;

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
  constexpr size_t kMaxOperands = 16;
  const size_t inputs = task.inputs.size(), outputs = task.outputs.size();
  HWY_ASSERT(inputs + outputs <= kMaxOperands);
  const size_t tile_bytes = kTileElements * DTypeBytes(types.lane);
  // Most calls use a few of these bytes.
  HWY_ALIGN char tiles[kMaxOperands * kTileBytes];
  const void* input_rows[kMaxOperands];
  void* output_rows[kMaxOperands];
  const bool direct = (types.value == ACL_DT_UNDEFINED || types.value == types.lane) &&
                      AreAll(task, types.lane) && HasLongConsecutiveRows(task);
  std::memset(tiles, 0, inputs * tile_bytes);
  RowWalker walker(task, begin);
  const auto place = [&](const ElementwiseOperand& operand) {
    return static_cast<char*>(operand.data) +
           walker.OffsetOf(operand) * static_cast<int64_t>(DTypeBytes(types.lane));
  };
  // What needs no conversion is read and written where it lies, a whole tile at a time.
  const auto is_plain = [&](const ElementwiseOperand& operand) {
    return operand.dtype == types.lane && !task.shape.empty() && operand.strides.back() == 1 &&
           (types.value == ACL_DT_UNDEFINED || types.value == types.lane);
  };
  const auto is_one_element = [](const ElementwiseOperand& operand) {
    return std::all_of(operand.strides.begin(), operand.strides.end(),
                       [](int64_t stride) { return stride == 0; });
  };
  // Bits of inputs, then of outputs: a loop over tiles should not ask again.
  uint32_t plain = 0, one_element = 0;
  for (size_t i = 0; i < inputs + outputs; ++i) {
    const ElementwiseOperand& operand = i < inputs ? task.inputs[i] : task.outputs[i - inputs];
    plain |= static_cast<uint32_t>(is_plain(operand)) << i;
    one_element |= static_cast<uint32_t>(is_one_element(operand)) << i;
  }
  const auto has = [](uint32_t bits, size_t i) { return (bits >> i & 1) != 0; };
  for (int64_t at = begin; at < end;) {
    int64_t count = std::min(walker.left(), end - at) / kDirectElements * kDirectElements;
    if (direct && count > 0) {
      for (size_t i = 0; i < inputs; ++i) input_rows[i] = place(task.inputs[i]);
      for (size_t i = 0; i < outputs; ++i) output_rows[i] = place(task.outputs[i]);
      compute(kernel, input_rows, output_rows, static_cast<size_t>(count));
      walker.Advance(count);
      at += count;
      continue;
    }
    count = std::min<int64_t>(kTileElements, end - at);
    const bool is_whole = count == kTileElements && walker.left() >= count;
    for (size_t i = 0; i < inputs; ++i) {
      if (is_whole && has(plain, i)) {
        input_rows[i] = place(task.inputs[i]);
        // The processor itself does not look beyond a page.
        for (size_t byte = 0; byte < tile_bytes; byte += 64)
          hwy::Prefetch(static_cast<const char*>(input_rows[i]) + 2 * tile_bytes + byte);
        continue;
      }
      char* row = tiles + i * tile_bytes;
      input_rows[i] = row;
      // No later tile is longer than the first.
      if (at != begin && has(one_element, i)) continue;
      HWY_DYNAMIC_DISPATCH(ReadTile)(walker, task.inputs[i], static_cast<size_t>(count), types,
                                     row);
    }
    for (size_t i = 0; i < outputs; ++i) {
      output_rows[i] = is_whole && has(plain, inputs + i) ? place(task.outputs[i])
                                                          : tiles + (inputs + i) * tile_bytes;
    }
    compute(kernel, input_rows, output_rows, static_cast<size_t>(count));
    for (size_t i = 0; i < outputs; ++i) {
      if (is_whole && has(plain, inputs + i)) continue;
      HWY_DYNAMIC_DISPATCH(WriteTile)(walker, task.outputs[i], static_cast<size_t>(count), types,
                                      output_rows[i]);
    }
    for (int64_t left = count; left > 0;) {
      const int64_t step = std::min(left, walker.left());
      walker.Advance(step);
      left -= step;
    }
    at += count;
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE
