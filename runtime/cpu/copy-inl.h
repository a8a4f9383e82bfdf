// Copies of elements that keep their bits: one after the other, by rows, and transposed. `streams`
// writes past the caches, for results that nobody reads there; call FlushStream() after the last.

#if defined(OPENACLNN_RUNTIME_CPU_COPY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_RUNTIME_CPU_COPY_INL_H_
#undef OPENACLNN_RUNTIME_CPU_COPY_INL_H_
#else
#define OPENACLNN_RUNTIME_CPU_COPY_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr int64_t kLine = 64;  // bytes of a cache line

// Copies bytes to other memory, past the caches if nobody reads them there (`streams`). Not by
// memmove: for blocks as large as a chunk of work it never goes past the caches.
[[maybe_unused]] HWY_NOINLINE HWY_ATTR void CopyBytes(const char* from, size_t bytes, char* to,
                                                      bool streams) {
  const hn::ScalableTag<uint8_t> d;
  const size_t lanes = hn::Lanes(d), block = 4 * lanes;
  const auto* source = reinterpret_cast<const uint8_t*>(from);
  auto* target = reinterpret_cast<uint8_t*>(to);
  size_t at = 0;
  if (bytes >= 2 * block) {
    at = (lanes - reinterpret_cast<uintptr_t>(to) % lanes) % lanes;
    std::memcpy(target, source, at);
    for (; at + block <= bytes; at += block) {
      const auto v0 = hn::LoadU(d, source + at), v1 = hn::LoadU(d, source + at + lanes);
      const auto v2 = hn::LoadU(d, source + at + 2 * lanes),
                 v3 = hn::LoadU(d, source + at + 3 * lanes);
      const auto store = [&](auto v, size_t i) HWY_ATTR {
        if (streams) {
          hn::Stream(v, d, target + at + i * lanes);
        } else {
          hn::Store(v, d, target + at + i * lanes);
        }
      };
      store(v0, 0), store(v1, 1), store(v2, 2), store(v3, 3);
    }
  }
  std::memcpy(target + at, source + at, bytes - at);
}

// Copies rows of `bytes` that lie `from_step` and `to_step` bytes apart; see CopyBytes().
[[maybe_unused]] HWY_NOINLINE HWY_ATTR void CopyRows(const char* from, int64_t from_step,
                                                     size_t bytes, int64_t rows, char* to,
                                                     int64_t to_step, bool streams) {
  const hn::ScalableTag<uint8_t> d;
  const size_t lanes = hn::Lanes(d), block = 4 * lanes;
  for (; rows > 0; --rows, from += from_step, to += to_step) {
    const auto* source = reinterpret_cast<const uint8_t*>(from);
    auto* target = reinterpret_cast<uint8_t*>(to);
    if (streams && bytes >= 2 * block) {
      CopyBytes(from, bytes, to, streams);
    } else if (bytes < lanes) {
      std::memcpy(target, source, bytes);
    } else {
      // What does not fill a vector is copied with some bytes before it, once more.
      size_t at = 0;
      for (; at + block <= bytes; at += block) {
        const auto v0 = hn::LoadU(d, source + at), v1 = hn::LoadU(d, source + at + lanes);
        const auto v2 = hn::LoadU(d, source + at + 2 * lanes),
                   v3 = hn::LoadU(d, source + at + 3 * lanes);
        hn::StoreU(v0, d, target + at), hn::StoreU(v1, d, target + at + lanes);
        hn::StoreU(v2, d, target + at + 2 * lanes), hn::StoreU(v3, d, target + at + 3 * lanes);
      }
      for (; at + lanes <= bytes; at += lanes)
        hn::StoreU(hn::LoadU(d, source + at), d, target + at);
      if (at < bytes) hn::StoreU(hn::LoadU(d, source + bytes - lanes), d, target + bytes - lanes);
    }
  }
}

// Fetches the lines of what is soon read: the processor itself does not look beyond a page. What is
// read much later is for the second cache, for on their way to the first can be few lines at a
// time.
enum class Fetch : uint8_t { kSecondCache = 2, kFirstCache = 3 };
template <Fetch kTo>
HWY_INLINE void FetchLines(const char* from, int64_t bytes) {
  for (int64_t at = 0; at < bytes; at += kLine)
    __builtin_prefetch(from + at, 0, static_cast<int>(kTo));
}

// What a vector reads 256 bytes later. Twice as far, half as far, and 2 KiB into the second cache
// are slower (AMD EPYC).
template <class Raw>
HWY_INLINE void FetchAhead(const Raw* from, int64_t stride, size_t lanes) {
  constexpr int64_t kAhead = 256;
  FetchLines<Fetch::kFirstCache>(
      reinterpret_cast<const char*>(from) + (stride < 0 ? -kAhead : kAhead),
      static_cast<int64_t>(lanes * sizeof(Raw)) * std::abs(stride));
}

// to[i] = from[i * stride] for i below `count`.
template <class Raw>
HWY_NOINLINE HWY_ATTR void CopyStrided(const Raw* from, int64_t stride, size_t count, Raw* to) {
  size_t i = 0;
  if (stride == 1) {
    std::memcpy(to, from, count * sizeof(Raw));
    return;
  }
  const hn::ScalableTag<Raw> d;
  const size_t lanes = hn::Lanes(d);
  if (stride == 0) {
    const auto repeated = hn::Set(d, *from);
    for (; i + lanes <= count; i += lanes) hn::StoreU(repeated, d, to + i);
  } else if (stride >= 2 && stride <= 4) {
    // What lies after the last element may not be ours.
    for (; i + lanes < count; i += lanes) {
      FetchAhead(from + static_cast<int64_t>(i) * stride, stride, lanes);
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
  } else if (stride == -1) {
    for (; i + lanes <= count; i += lanes) {
      FetchAhead(from - i - lanes + 1, stride, lanes);
      hn::StoreU(hn::Reverse(d, hn::LoadU(d, from - i - lanes + 1)), d, to + i);
    }
  }
  for (; i < count; ++i) to[i] = from[static_cast<int64_t>(i) * stride];
}

// to[i * stride] = from[i] for i below `count`. What lies between them may be another thread's.
// `in_cache`: the task's results fit there.
template <class Raw>
HWY_NOINLINE HWY_ATTR void ScatterStrided(const Raw* from, size_t count, Raw* to, int64_t stride,
                                          bool in_cache) {
  size_t i = 0;
  if (stride == 1) {
    std::memcpy(to, from, count * sizeof(Raw));
    return;
  }
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  // Stores that leave out lanes do not touch their memory. Where lines must come from memory they
  // take 1.6 times as long as one store for each element (AMD EPYC).
  if (stride == 2 && in_cache) {
    const hn::ScalableTag<Raw> d;
    const size_t lanes = hn::Lanes(d);
    const auto even = hn::Eq(hn::And(hn::Iota(d, 0), hn::Set(d, Raw{1})), hn::Zero(d));
    for (; i + lanes <= count; i += lanes) {
      const auto v = hn::LoadU(d, from + i);
      hn::BlendedStore(hn::InterleaveWholeLower(d, v, v), even, d, to + 2 * i);
      hn::BlendedStore(hn::InterleaveWholeUpper(d, v, v), even, d, to + 2 * i + lanes);
    }
  }
#endif
  // Lines that are not there are asked for two lines before they are written, where four elements
  // are within a line. Else four elements ask for their own line: with a condition instead, fills
  // out of cache took a fifth longer.
  constexpr int64_t kNear = kLine / (4 * sizeof(Raw));
  const bool asks = !in_cache && stride >= -kNear && stride <= kNear;
  const int64_t ahead = !asks ? 0 : stride < 0 ? -2 * kLine : 2 * kLine;
  for (; i + 4 <= count; i += 4) {
    Raw* const place = to + static_cast<int64_t>(i) * stride;
    __builtin_prefetch(reinterpret_cast<char*>(place) + ahead, 1, 3);
    place[0] = from[i], place[stride] = from[i + 1];
    place[2 * stride] = from[i + 2], place[3 * stride] = from[i + 3];
  }
  for (; i < count; ++i) to[static_cast<int64_t>(i) * stride] = from[i];
}

// to[i * to_stride + j] = from[i * from_stride] for i below `rows` and j below `columns`.
template <class Raw>
HWY_NOINLINE HWY_ATTR void CopyRepeated(const Raw* from, int64_t from_stride, int64_t rows,
                                        int64_t columns, Raw* to, int64_t to_stride) {
  constexpr int64_t kFew = 8;
  for (int64_t i = 0; i < rows; ++i) {
    if (columns >= kFew) {
      CopyStrided(from + i * from_stride, 0, static_cast<size_t>(columns), to + i * to_stride);
    } else {
      for (int64_t j = 0; j < columns; ++j) to[i * to_stride + j] = from[i * from_stride];
    }
  }
}

// Rows and columns of a square whose rows fill 16 bytes, which is transposed in registers.
template <class Raw>
inline constexpr size_t kSquare = 16 / sizeof(Raw);

// Vectors of SVE cannot be elements of an array.
#if HWY_HAVE_SCALABLE || (HWY_TARGET & HWY_ALL_SVE) || HWY_TARGET == HWY_SCALAR
template <class Raw>
using OneSquare = hn::CappedTag<Raw, kSquare<Raw>>;
template <class Raw>
using Squares = OneSquare<Raw>;
// Rows that TransposeSquares() writes: not Lanes(), which may be fewer.
template <class Raw>
inline constexpr int64_t kSquaresRows = kSquare<Raw>;

template <class D, class Raw>
HWY_INLINE void TransposeSquares(D /*d*/, const Raw* from, int64_t from_stride, Raw* to,
                                 int64_t to_stride) {
  for (size_t i = 0; i < kSquare<Raw>; ++i) {
    for (size_t j = 0; j < kSquare<Raw>; ++j)
      to[static_cast<int64_t>(i) * to_stride + j] = from[static_cast<int64_t>(j) * from_stride + i];
  }
}
#else
template <class Raw>
using OneSquare = hn::FixedTag<Raw, kSquare<Raw>>;
// As many squares side by side as a vector has blocks, within a cache line.
template <class Raw>
using Squares = hn::CappedTag<Raw, kLine / sizeof(Raw)>;
template <class Raw>
inline constexpr int64_t kSquaresRows = hn::MaxLanes(Squares<Raw>());

// The functions below are loops over j or i that the compiler must unroll: as an array in memory
// the vectors would take six times as many instructions.
template <class D, class Raw, class V, size_t... j>
HWY_INLINE void LoadRows(D d, const Raw* from, int64_t stride, V* rows, std::index_sequence<j...>) {
  ((rows[j] = hn::LoadU(d, from + static_cast<int64_t>(j) * stride)), ...);
}

// One step of a transposition: row j and the row half of all behind it, element by element.
template <class D, class V, size_t... j>
HWY_INLINE void Interleave(D d, const V* rows, V* mixed, std::index_sequence<j...>) {
  constexpr size_t half = sizeof...(j);
  ((mixed[2 * j] = hn::InterleaveLower(d, rows[j], rows[j + half]),
    mixed[2 * j + 1] = hn::InterleaveUpper(d, rows[j], rows[j + half])),
   ...);
}

template <size_t block, class V, class Raw, size_t... i>
HWY_INLINE void StoreSquare(const V* rows, Raw* to, int64_t stride, std::index_sequence<i...>) {
  const OneSquare<Raw> d;
  (hn::StoreU(hn::ExtractBlock<block>(rows[i]), d, to + static_cast<int64_t>(i) * stride), ...);
}

// to[i * to_stride + j] = from[j * from_stride + i] for i below Lanes(d) and j below kSquare.
template <class D, class Raw>
HWY_INLINE void TransposeSquares(D d, const Raw* from, int64_t from_stride, Raw* to,
                                 int64_t to_stride) {
  constexpr size_t kSide = kSquare<Raw>, kBlocks = hn::MaxLanes(D()) / kSide;
  constexpr std::make_index_sequence<kSide> all;
  constexpr std::make_index_sequence<kSide / 2> half;
  hn::Vec<D> rows[kSide], mixed[kSide];
  LoadRows(d, from, from_stride, rows, all);
  Interleave(d, rows, mixed, half);
  if constexpr (kSide >= 4) Interleave(d, mixed, rows, half);
  if constexpr (kSide >= 8) Interleave(d, rows, mixed, half);
  if constexpr (kSide >= 16) Interleave(d, mixed, rows, half);
  const hn::Vec<D>* const last = kSide == 2 || kSide == 8 ? mixed : rows;
  StoreSquare<0>(last, to, to_stride, all);
  const int64_t next = static_cast<int64_t>(kSide) * to_stride;
  if constexpr (kBlocks >= 2) StoreSquare<1>(last, to + next, to_stride, all);
  if constexpr (kBlocks >= 4) {
    StoreSquare<2>(last, to + 2 * next, to_stride, all);
    StoreSquare<3>(last, to + 3 * next, to_stride, all);
  }
}
#endif

// to[i * kColumns + j] = from[j * from_stride + i] for i below `rows`: a matrix of few columns,
// such as the channels of a picture, or copies of one row (from_stride 0).
template <size_t kColumns, class Raw>
HWY_NOINLINE HWY_ATTR void CopyInterleaved(const Raw* from, int64_t from_stride, int64_t rows,
                                           Raw* to, bool streams) {
  constexpr int64_t kTileRows = 4096 / static_cast<int64_t>(kColumns * sizeof(Raw));
  const hn::ScalableTag<Raw> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  alignas(kLine) Raw tile[kTileRows * kColumns];
  for (int64_t row = 0; row < rows; row += kTileRows) {
    const int64_t high = std::min(kTileRows, rows - row);
    const Raw* source = from + row;
    Raw* target = to + row * kColumns;
    Raw* const place = streams ? tile : target;
    int64_t i = 0;
    for (; i + lanes <= high; i += lanes) {
      const auto v0 = hn::LoadU(d, source + i), v1 = hn::LoadU(d, source + from_stride + i);
      if constexpr (kColumns == 2) {
        hn::StoreInterleaved2(v0, v1, d, place + i * kColumns);
      } else {
        const auto v2 = hn::LoadU(d, source + 2 * from_stride + i);
        if constexpr (kColumns == 3) {
          hn::StoreInterleaved3(v0, v1, v2, d, place + i * kColumns);
        } else {
          const auto v3 = hn::LoadU(d, source + 3 * from_stride + i);
          hn::StoreInterleaved4(v0, v1, v2, v3, d, place + i * kColumns);
        }
      }
    }
    for (; i < high; ++i) {
      for (size_t j = 0; j < kColumns; ++j)
        place[static_cast<size_t>(i) * kColumns + j] =
            source[static_cast<int64_t>(j) * from_stride + i];
    }
    if (streams)
      CopyBytes(reinterpret_cast<const char*>(tile),
                static_cast<size_t>(high) * kColumns * sizeof(Raw), reinterpret_cast<char*>(target),
                streams);
  }
}

// to[i * to_stride + j] = from[j * from_stride + i * from_step] for i below `rows` and j below
// `columns`. Tile by tile, so that cache lines are read and written once.
template <class Raw>
HWY_NOINLINE HWY_ATTR void CopyTransposed(const Raw* from, int64_t from_step, int64_t from_stride,
                                          int64_t rows, int64_t columns, Raw* to, int64_t to_stride,
                                          bool streams) {
  if (to_stride == columns && from_step == 1) {
    if (columns == 2) return CopyInterleaved<2>(from, from_stride, rows, to, streams);
    if (columns == 3) return CopyInterleaved<3>(from, from_stride, rows, to, streams);
    if (columns == 4) return CopyInterleaved<4>(from, from_stride, rows, to, streams);
  }
  constexpr int64_t kSide = kLine / sizeof(Raw), kStep = kSquare<Raw>;
  const hn::ScalableTag<uint8_t> bytes;
  const Squares<Raw> squares;
  const OneSquare<Raw> square;
  // Parts of cache lines are slow to stream.
  streams = streams && reinterpret_cast<uintptr_t>(to) % kLine == 0 && to_stride % kSide == 0 &&
            hn::Lanes(bytes) <= kLine;
  alignas(kLine) Raw tile[kSide * kSide];
  alignas(kLine) Raw gathered[kSide * kSide];
  for (int64_t row = 0; row < rows; row += kSide) {
    const int64_t high = std::min(kSide, rows - row);
    for (int64_t column = 0; column < columns; column += kSide) {
      const int64_t wide = std::min(kSide, columns - column);
      const Raw* source = from + column * from_stride + row * from_step;
      int64_t source_stride = from_stride;
      if (from_step != 1) {
        for (int64_t j = 0; j < wide; ++j)
          CopyStrided(source + j * from_stride, from_step, static_cast<size_t>(high),
                      gathered + j * kSide);
        source = gathered, source_stride = kSide;
      }
      Raw* target = to + row * to_stride + column;
      if (high < kSide || wide < kSide) {
        const int64_t square_rows = high / kStep * kStep, square_columns = wide / kStep * kStep;
        for (int64_t j = 0; j < square_columns; j += kStep) {
          for (int64_t i = 0; i < square_rows; i += kStep)
            TransposeSquares(square, source + j * source_stride + i, source_stride,
                             target + i * to_stride + j, to_stride);
        }
        for (int64_t i = 0; i < high; ++i) {
          for (int64_t j = i < square_rows ? square_columns : 0; j < wide; ++j)
            target[i * to_stride + j] = source[j * source_stride + i];
        }
        continue;
      }
      for (int64_t j = 0; j < kSide; j += kStep) {
        for (int64_t i = 0; i < kSide; i += kSquaresRows<Raw>)
          TransposeSquares(squares, source + j * source_stride + i, source_stride,
                           tile + i * kSide + j, kSide);
      }
      for (int64_t i = 0; i < kSide; ++i) {
        const auto* line = reinterpret_cast<const uint8_t*>(tile + i * kSide);
        auto* place = reinterpret_cast<uint8_t*>(target + i * to_stride);
        if (streams) {
          for (size_t at = 0; at < kLine; at += hn::Lanes(bytes))
            hn::Stream(hn::Load(bytes, line + at), bytes, place + at);
        } else {
          std::memcpy(place, line, kLine);
        }
      }
    }
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_RUNTIME_CPU_COPY_INL_H_
