// Comparisons to bit masks, selection and gathering by them, and Duplicate.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/aicore/vector/vector.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/aicore/vector/bits.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "runtime/aicore/vector/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

using aicore::vector::ArrayFunction;
using aicore::vector::Comparison;
using aicore::vector::Element;

// Elements whose bits make one word. No vector has more lanes: 64 floats are the longest vector
// there is, and integers are capped.
constexpr size_t kWord = 64;

// The bits of lanes [0, Lanes(d)) of `mask`.
template <class D>
HWY_INLINE uint64_t BitsOf(D d, hn::Mask<D> mask) {
  uint8_t bytes[HWY_MAX(sizeof(uint64_t), HWY_MAX_LANES_D(D) / 8)] = {};
  hn::StoreMaskBits(d, mask, bytes);
  uint64_t bits;
  std::memcpy(&bits, bytes, sizeof(bits));
  return bits;
}

// The mask of lanes [0, Lanes(d)) from the lowest bits.
template <class D>
HWY_INLINE hn::Mask<D> MaskOf(D d, uint64_t bits) {
  uint8_t bytes[HWY_MAX(sizeof(uint64_t), HWY_MAX_LANES_D(D) / 8)] = {};
  std::memcpy(bytes, &bits, sizeof(bits));
  return hn::LoadMaskBits(d, bytes);
}

// The masks that a word of bits holds, or fewer at the end of `bits`.
HWY_INLINE uint64_t LoadBits(const uint8_t* bits, size_t elements) {
  uint64_t word = 0;
  std::memcpy(&word, bits, (elements + 7) / 8);
  return word;
}

template <class L, class Op>
HWY_NOINLINE bool CompareWith(uint8_t* dst, const void* src0, const void* src1, bool scalar1,
                              size_t count, const Op& op) {
  using Raw = typename L::Raw;
  using D = typename L::D;
  const D d;
  const size_t lanes = hn::Lanes(d);
  const Raw* a = static_cast<const Raw*>(src0);
  const Raw* b = static_cast<const Raw*>(src1);
  HWY_ALIGN Raw repeated[HWY_MAX_LANES_D(D)];
  if (scalar1) {
    for (size_t i = 0; i < lanes; ++i) std::memcpy(repeated + i, src1, sizeof(Raw));
    b = repeated;
  }
  HWY_ALIGN Raw rest0[kWord + HWY_MAX_LANES_D(D)] = {};
  HWY_ALIGN Raw rest1[kWord + HWY_MAX_LANES_D(D)] = {};
  for (size_t at = 0; at < count; at += kWord) {
    const size_t n = std::min(kWord, count - at);
    if (n < kWord) {
      std::memcpy(rest0, a, n * sizeof(Raw));
      a = rest0;
      if (!scalar1) {
        std::memcpy(rest1, b, n * sizeof(Raw));
        b = rest1;
      }
    }
    uint64_t word = 0;
    for (size_t i = 0; i < n; i += lanes) {
      const Raw* second = scalar1 ? b : b + i;
      word |= BitsOf(d, op(L::Load(d, a + i), L::Load(d, second))) << i;
    }
    if (n < kWord) word &= (uint64_t{1} << n) - 1;
    std::memcpy(dst + at / 8, &word, (n + 7) / 8);
    a += kWord;
    if (!scalar1) b += kWord;
  }
  return true;
}

template <class L>
bool CompareLanes(Comparison comparison, uint8_t* dst, const void* src0, const void* src1,
                  bool scalar1, size_t count) {
  const auto apply = [&](const auto& f)
                         HWY_ATTR { return CompareWith<L>(dst, src0, src1, scalar1, count, f); };
  switch (comparison) {
    case Comparison::kLt:
      return apply([](auto a, auto b) HWY_ATTR { return hn::Lt(a, b); });
    case Comparison::kGt:
      return apply([](auto a, auto b) HWY_ATTR { return hn::Gt(a, b); });
    case Comparison::kEq:
      return apply([](auto a, auto b) HWY_ATTR { return hn::Eq(a, b); });
    case Comparison::kLe:
      return apply([](auto a, auto b) HWY_ATTR { return hn::Le(a, b); });
    case Comparison::kGe:
      return apply([](auto a, auto b) HWY_ATTR { return hn::Ge(a, b); });
    case Comparison::kNe:
      // Not Ne: whether that is true of NaN depends on the target.
      return apply([](auto a, auto b) HWY_ATTR { return hn::Not(hn::Eq(a, b)); });
  }
  return false;
}

bool CompareOnTarget(Comparison comparison, Element type, uint8_t* dst, const void* src0,
                     const void* src1, bool scalar1, size_t count) {
  switch (type) {
    case Element::kFloat:
      return CompareLanes<FloatLanes>(comparison, dst, src0, src1, scalar1, count);
    case Element::kHalf:
      return CompareLanes<DoubleLanes<StoredFloat16>>(comparison, dst, src0, src1, scalar1, count);
    case Element::kBFloat16:
      return CompareLanes<DoubleLanes<StoredBFloat16>>(comparison, dst, src0, src1, scalar1, count);
    case Element::kInt16:
      return CompareLanes<IntegerLanes<int16_t>>(comparison, dst, src0, src1, scalar1, count);
    case Element::kInt32:
      return CompareLanes<IntegerLanes<int32_t>>(comparison, dst, src0, src1, scalar1, count);
    default:
      return false;
  }
}

template <typename T>
HWY_NOINLINE bool SelectBits(void* dst, const uint8_t* mask, const void* src0, const void* src1,
                             bool scalar1, size_t count) {
  const hn::CappedTag<T, kWord> d;
  const size_t lanes = hn::Lanes(d);
  const T* a = static_cast<const T*>(src0);
  const T* b = static_cast<const T*>(src1);
  T* out = static_cast<T*>(dst);
  T scalar{};
  if (scalar1) std::memcpy(&scalar, src1, sizeof(scalar));
  for (size_t at = 0; at < count; at += kWord) {
    const size_t n = std::min(kWord, count - at);
    const uint64_t word = LoadBits(mask + at / 8, n);
    for (size_t i = at; i < at + n; i += lanes) {
      const size_t left = at + n - i;
      const auto chosen = MaskOf(d, word >> (i - at));
      if (left >= lanes) {
        const auto other = scalar1 ? hn::Set(d, scalar) : hn::LoadU(d, b + i);
        hn::StoreU(hn::IfThenElse(chosen, hn::LoadU(d, a + i), other), d, out + i);
      } else {
        const auto other = scalar1 ? hn::Set(d, scalar) : hn::LoadN(d, b + i, left);
        hn::StoreN(hn::IfThenElse(chosen, hn::LoadN(d, a + i, left), other), d, out + i, left);
      }
    }
  }
  return true;
}

bool SelectOnTarget(size_t bytes, void* dst, const uint8_t* mask, const void* src0,
                    const void* src1, bool scalar1, size_t count) {
  if (bytes == 2) return SelectBits<uint16_t>(dst, mask, src0, src1, scalar1, count);
  if (bytes == 4) return SelectBits<uint32_t>(dst, mask, src0, src1, scalar1, count);
  return false;
}

template <typename T>
HWY_NOINLINE size_t GatherBits(void* dst, const uint8_t* mask, const void* src, size_t count) {
  const hn::CappedTag<T, kWord> d;
  const size_t lanes = hn::Lanes(d);
  const T* from = static_cast<const T*>(src);
  T* out = static_cast<T*>(dst);
  size_t kept = 0;
  for (size_t at = 0; at < count; at += kWord) {
    const size_t n = std::min(kWord, count - at);
    const uint64_t word =
        LoadBits(mask + at / 8, n) & (n < kWord ? (uint64_t{1} << n) - 1 : ~uint64_t{0});
    for (size_t i = at; i < at + n; i += lanes) {
      const auto chosen = MaskOf(d, word >> (i - at));
      kept += hn::CompressBlendedStore(hn::LoadN(d, from + i, std::min(lanes, at + n - i)), chosen,
                                       d, out + kept);
    }
  }
  return kept;
}

size_t GatherOnTarget(size_t bytes, void* dst, const uint8_t* mask, const void* src, size_t count) {
  if (bytes == 2) return GatherBits<uint16_t>(dst, mask, src, count);
  if (bytes == 4) return GatherBits<uint32_t>(dst, mask, src, count);
  return 0;
}

template <typename T>
void Fill(void* dst, const void* scalar, const void* /*src1*/, size_t count, bool /*saturate*/) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  T value;
  std::memcpy(&value, scalar, sizeof(value));
  T* to = static_cast<T*>(dst);
  for (; count >= lanes; count -= lanes, to += lanes) hn::StoreU(hn::Set(d, value), d, to);
  if (count > 0) hn::StoreN(hn::Set(d, value), d, to, count);
}

ArrayFunction DuplicateOnTarget(size_t bytes) {
  return bytes == 1   ? &Fill<uint8_t>
         : bytes == 2 ? &Fill<uint16_t>
         : bytes == 4 ? &Fill<uint32_t>
                      : &Fill<uint64_t>;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(CompareOnTarget);
HWY_EXPORT(SelectOnTarget);
HWY_EXPORT(GatherOnTarget);
HWY_EXPORT(DuplicateOnTarget);

}  // namespace

namespace aicore::vector {

const char* ElementName(Element element) {
  switch (element) {
    case Element::kInt4:
      return "int4b_t";
    case Element::kInt8:
      return "int8_t";
    case Element::kUint8:
      return "uint8_t";
    case Element::kInt16:
      return "int16_t";
    case Element::kUint16:
      return "uint16_t";
    case Element::kInt32:
      return "int32_t";
    case Element::kUint32:
      return "uint32_t";
    case Element::kInt64:
      return "int64_t";
    case Element::kUint64:
      return "uint64_t";
    case Element::kHalf:
      return "half";
    case Element::kBFloat16:
      return "bfloat16_t";
    case Element::kFloat:
      return "float";
  }
  return "unknown";
}

ArrayFunction FindDuplicate(Element type) {
  return HWY_DYNAMIC_DISPATCH(DuplicateOnTarget)(ElementBytes(type));
}

bool Compare(Comparison comparison, Element type, uint8_t* dst, const void* src0, const void* src1,
             size_t count) {
  return HWY_DYNAMIC_DISPATCH(CompareOnTarget)(comparison, type, dst, src0, src1, false, count);
}

bool CompareScalar(Comparison comparison, Element type, uint8_t* dst, const void* src,
                   const void* scalar, size_t count) {
  return HWY_DYNAMIC_DISPATCH(CompareOnTarget)(comparison, type, dst, src, scalar, true, count);
}

bool Select(Element type, void* dst, const uint8_t* mask, const void* src0, const void* src1,
            size_t count) {
  return HWY_DYNAMIC_DISPATCH(SelectOnTarget)(ElementBytes(type), dst, mask, src0, src1, false,
                                              count);
}

bool SelectScalar(Element type, void* dst, const uint8_t* mask, const void* src0,
                  const void* scalar, size_t count) {
  return HWY_DYNAMIC_DISPATCH(SelectOnTarget)(ElementBytes(type), dst, mask, src0, scalar, true,
                                              count);
}

size_t Gather(Element type, void* dst, const uint8_t* mask, const void* src, size_t count) {
  return HWY_DYNAMIC_DISPATCH(GatherOnTarget)(ElementBytes(type), dst, mask, src, count);
}

}  // namespace aicore::vector
}  // namespace openaclnn
#endif  // HWY_ONCE
