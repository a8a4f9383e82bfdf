// What strict checks take for undefined after instructions that are not element-wise: the results
// that were computed from undefined elements, and no others.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/run_instructions.h"
#include "runtime/aicore/without_place.h"

namespace openaclnn::aicore {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::IsEmpty;
using testing::SizeIs;

using Numbers = std::vector<int64_t>;

// Of the first `count` elements those that are undefined.
template <typename T>
Numbers Undefined(const LocalTensor<T>& tensor, int64_t count) {
  const Instruction probe(Core::CurrentOfThread(), "probe", Pipe::kVector);
  Numbers found;
  for (int64_t i = 0; i < count; ++i) {
    constexpr auto kSize = static_cast<int64_t>(sizeof(T));
    if (!probe.IsDefined(tensor.span().From(i * kSize), kSize)) found.push_back(i);
  }
  return found;
}

// Memory that nobody has written.
template <typename T>
LocalTensor<T> Fresh(uint32_t count) {
  TBuf<TPosition::VECCALC> buffer;
  GetTPipePtr()->InitBuffer(buffer, count * sizeof(T));
  return buffer.Get<T>();
}

// The same, of which the first `written` elements have been written.
template <typename T>
LocalTensor<T> Begun(uint32_t count, int32_t written) {
  const LocalTensor<T> tensor = Fresh<T>(count);
  Duplicate(tensor, T(3), written);
  return tensor;
}

// Two repeats, of each the first 60 of 64 lanes written.
LocalTensor<float> WithGap() {
  const LocalTensor<float> tensor = Begun<float>(128, 60);
  Duplicate(tensor[64], 3.0f, 60);
  return tensor;
}

// What strict checks say; "" if nothing.
std::string Said(const std::function<void(const Buffers&)>& instructions, Memory memory = {},
                 const char* soc = "Ascend910B3") {
  body = &instructions;
  return WithoutPlace(RunIn(Checks::kStrict, memory, soc), __FILE__);
}
// Expects that nothing is found wrong.
void ExpectNothingSaid(const std::function<void(const Buffers&)>& instructions,
                       const Memory& memory = {}, const char* soc = "Ascend910B3") {
  EXPECT_EQ(Said(instructions, memory, soc), "");
}

// Offsets of 64 floats, the last one first, in y.
Memory BackwardOffsets() {
  Memory memory;
  for (uint32_t i = 0; i < 64; ++i) Put<uint32_t>(memory.y, i * 4, (63 - i) * 4);
  return memory;
}

// Bits of bytes that were defined when they were used before.
TEST(UndefinedTest, BitsOfUsedBytes) {
  ExpectNothingSaid([](const Buffers&) {
    const LocalTensor<uint16_t> bits = Fresh<uint16_t>(16), copy = Fresh<uint16_t>(16);
    const LocalTensor<float> numbers = Begun<float>(64, 60);
    Duplicate(bits, uint16_t{0}, 16);
    Not(copy, bits, 16);
    EXPECT_THAT(Undefined(copy, 4), IsEmpty());
    Compare(bits.ReinterpretCast<uint8_t>(), numbers, numbers, CMPMODE::EQ, 64);
    Not(copy, bits, 16);
    EXPECT_THAT(Undefined(copy, 4), ElementsAre(3));
  });
}

// More bytes than were used before.
TEST(UndefinedTest, BytesBehindUsedOnes) {
  ExpectNothingSaid([](const Buffers&) {
    const LocalTensor<float> numbers = Begun<float>(64, 62), copy = Fresh<float>(64);
    Adds(copy, numbers, 1.0f, 32);
    Adds(copy, numbers, 1.0f, 64);
    EXPECT_THAT(Undefined(copy, 64), ElementsAre(62, 63));
  });
}

TEST(UndefinedTest, Gather) {
  Numbers gathered;
  ExpectNothingSaid(
      [&](const Buffers& buffers) {
        const LocalTensor<float> to = Fresh<float>(64);
        Gather(to, Begun<float>(64, 60), buffers.y.ReinterpretCast<uint32_t>(), 0, 64);
        gathered = Undefined(to, 64);
      },
      BackwardOffsets());
  EXPECT_THAT(gathered, ElementsAre(0, 1, 2, 3));
}

TEST(UndefinedTest, OffsetsMatterAtOnce) {
  EXPECT_EQ(Said([](const Buffers& buffers) {
              const Typed<float> t(buffers);
              Gather(t.out, t.x, Begun<uint32_t>(64, 60), 0, 64);
            }),
            "kernel vector_kernel, block 0 of 1 (Ascend910B3): Gather: offset: reads bytes 0 to "
            "256 of its buffer, of which byte 240 was never written");
}

TEST(UndefinedTest, Gatherb) {
  Memory memory;
  for (uint32_t i = 0; i < 8; ++i) Put<uint32_t>(memory.y, i * 4, (7 - i) * 32);
  Numbers gathered;
  ExpectNothingSaid(
      [&](const Buffers& buffers) {
        const LocalTensor<uint32_t> to = Fresh<uint32_t>(64);
        Gatherb(to, Begun<uint32_t>(64, 61), buffers.y.ReinterpretCast<uint32_t>(), 1, {1, 8});
        gathered = Undefined(to, 64);
      },
      memory);
  EXPECT_THAT(gathered, ElementsAre(5, 6, 7));
}

TEST(UndefinedTest, Scatter) {
  Numbers scattered;
  ExpectNothingSaid(
      [&](const Buffers& buffers) {
        const LocalTensor<float> to = Fresh<float>(64);
        Scatter(to, Begun<float>(64, 60), buffers.y.ReinterpretCast<uint32_t>(), 0, uint32_t{64});
        scattered = Undefined(to, 64);
      },
      BackwardOffsets(), "Ascend310P3");
  EXPECT_THAT(scattered, ElementsAre(0, 1, 2, 3));
}

TEST(UndefinedTest, Brcb) {
  Numbers filled;
  ExpectNothingSaid([&](const Buffers&) {
    const LocalTensor<float> to = Fresh<float>(128);
    Brcb(to, Begun<float>(16, 15), 2, {1, 8});
    filled = Undefined(to, 128);
  });
  EXPECT_THAT(filled, ElementsAre(120, 121, 122, 123, 124, 125, 126, 127));
}

TEST(UndefinedTest, CopyOfACount) {
  Numbers copied, in_place;
  ExpectNothingSaid([&](const Buffers&) {
    const LocalTensor<float> to = Fresh<float>(128);
    const LocalTensor<float> from = Begun<float>(64, 61);
    SetMaskCount();
    Copy(to, from, 64, 2, {1, 1, 8, 0});
    Copy(from, from, 64, 1, {1, 1, 8, 8});
    SetMaskNorm();
    copied = Undefined(to, 128);
    in_place = Undefined(from, 64);
  });
  EXPECT_THAT(copied, ElementsAre(61, 62, 63, 125, 126, 127));
  EXPECT_THAT(in_place, ElementsAre(61, 62, 63));
}

TEST(UndefinedTest, Broadcast) {
  Numbers rows, columns;
  ExpectNothingSaid([&](const Buffers& buffers) {
    const uint32_t many[2] = {2, 64}, row[2] = {1, 64}, wide[2] = {8, 5}, column[2] = {8, 1};
    const LocalTensor<float> to = Fresh<float>(128);
    LocalTensor<uint8_t> space = buffers.y;
    Broadcast<float, 2, 0>(to, Begun<float>(64, 63), many, row);
    rows = Undefined(to, 128);
    BroadCast<float, 2, 1>(to, Begun<float>(8, 7), wide, column, space);
    columns = Undefined(to, 40);
  });
  EXPECT_THAT(rows, ElementsAre(63, 127));
  EXPECT_THAT(columns, ElementsAre(35, 36, 37, 38, 39));
}

TEST(UndefinedTest, ReduceToOne) {
  Numbers of_all, of_defined, of_repeats, of_gap, extremum;
  float sum = 0;
  ExpectNothingSaid([&](const Buffers& buffers) {
    const Typed<float> t(buffers);
    const LocalTensor<float> from = Begun<float>(128, 60);
    const LocalTensor<float> to = Fresh<float>(8);
    ReduceSum<float>(to, from, t.y, 61);
    of_all = Undefined(to, 2);
    ReduceSum<float>(to, from, t.y, 60);
    of_defined = Undefined(to, 2);
    sum = GetAccVal<float>();
    ReduceSum<float>(to, from, t.y, 60, 2, 8);
    of_repeats = Undefined(to, 1);
    ReduceSum<float>(to, WithGap(), t.y, 60, 2, 8);
    of_gap = Undefined(to, 1);
    // src is scratch space as well.
    ReduceMin<float>(to, from, from, 61, true);
    extremum = Undefined(to, 3);
  });
  EXPECT_THAT(of_all, ElementsAre(0, 1));
  EXPECT_THAT(of_defined, ElementsAre(1));
  EXPECT_EQ(sum, 180);
  EXPECT_THAT(of_repeats, ElementsAre(0));
  EXPECT_THAT(of_gap, IsEmpty());
  EXPECT_THAT(extremum, ElementsAre(0, 1, 2));
}

TEST(UndefinedTest, RegistersOfReductions) {
  const std::string where = "kernel vector_kernel, block 0 of 1 (Ascend910B3): ";
  const std::string why =
      " that was computed from bytes of the unified buffer that were never written";
  EXPECT_EQ(Said([](const Buffers& buffers) {
              const Typed<float> t(buffers);
              ReduceSum<float>(t.out, Begun<float>(64, 60), t.y, 61);
              GetAccVal<float>();
            }),
            where + "GetAccVal: reads a sum" + why);
  EXPECT_EQ(Said([](const Buffers&) {
              const LocalTensor<float> from = Begun<float>(64, 60);
              SetMaskCount();
              SetVectorMask<float>(0, 61);
              WholeReduceMax<float, false>(Fresh<float>(8), from, MASK_PLACEHOLDER, 1, 1, 1, 8);
              SetMaskNorm();
              float value, index;
              GetReduceMaxMinCount<float>(value, index);
            }),
            where + "GetReduceMaxMinCount: reads an extremum" + why);
  // Each has its register.
  ExpectNothingSaid([](const Buffers& buffers) {
    const Typed<float> t(buffers);
    ReduceMax<float>(Fresh<float>(8), Begun<float>(64, 60), t.y, 61);
    ReduceSum<float>(t.out, t.x, t.y, 61);
    GetAccVal<float>();
  });
}

TEST(UndefinedTest, ReduceRepeats) {
  Numbers whole, with_index, masked, counted, in_place;
  ExpectNothingSaid([&](const Buffers&) {
    const LocalTensor<float> from = Begun<float>(192, 124);
    const LocalTensor<float> to = Fresh<float>(16);
    WholeReduceSum<float>(to, from, 64, 3, 1, 1, 8);
    whole = Undefined(to, 4);
    WholeReduceMax<float>(to, from, 64, 2, 1, 1, 8);
    with_index = Undefined(to, 4);
    WholeReduceSum<float>(to, WithGap(), 60, 2, 1, 1, 8);
    masked = Undefined(to, 2);
    // An incomplete repeat at the end.
    const LocalTensor<float> end = Begun<float>(128, 74);
    Duplicate(end[80], 3.0f, 48);
    SetMaskCount();
    SetVectorMask<float>(0, 100);
    WholeReduceSum<float, false>(to, end, MASK_PLACEHOLDER, 1, 1, 1, 8);
    counted = Undefined(to, 2);
    SetMaskNorm();
    // The results take the place of what has been read.
    WholeReduceSum<float>(from, from, 64, 2, 1, 1, 8);
    in_place = Undefined(from, 2);
  });
  EXPECT_THAT(whole, ElementsAre(1, 2, 3));
  EXPECT_THAT(with_index, ElementsAre(2, 3));
  EXPECT_THAT(masked, IsEmpty());
  EXPECT_THAT(counted, ElementsAre(1));
  EXPECT_THAT(in_place, ElementsAre(1));
}

TEST(UndefinedTest, ReduceParts) {
  Numbers blocks, pairs, masked, half_masked, in_place;
  ExpectNothingSaid([&](const Buffers&) {
    const LocalTensor<float> from = Begun<float>(128, 117);
    const LocalTensor<float> to = Fresh<float>(64);
    BlockReduceSum<float>(to, from, 2, 64, 1, 1, 8);
    blocks = Undefined(to, 16);
    PairReduceSum<float>(to, from, 2, 64, 1, 1, 8);
    pairs = Undefined(to, 64);
    const uint64_t mask[2] = {(uint64_t{1} << 53) - 1, 0};
    PairReduceSum<float>(to, from, 2, mask, 1, 1, 8);
    masked = Undefined(to, 59);
    const uint64_t one_more[2] = {(uint64_t{1} << 54) - 1, 0};
    PairReduceSum<float>(to, from, 2, one_more, 1, 1, 8);
    half_masked = Undefined(to, 59);
    BlockReduceMax<float>(from, from, 2, 64, 1, 1, 8);
    in_place = Undefined(from, 16);
  });
  EXPECT_THAT(blocks, ElementsAre(14, 15));
  EXPECT_THAT(pairs, ElementsAre(58, 59, 60, 61, 62, 63));
  EXPECT_THAT(masked, IsEmpty());
  EXPECT_THAT(half_masked, ElementsAre(58));
  EXPECT_THAT(in_place, ElementsAre(14, 15));
}

TEST(UndefinedTest, Sort32) {
  Numbers by_score, by_index, ties;
  ExpectNothingSaid([&](const Buffers& buffers) {
    const Typed<float> t(buffers);
    const LocalTensor<uint32_t> index = Begun<uint32_t>(64, 62);
    const LocalTensor<float> to = Fresh<float>(128);
    const LocalTensor<float> rising = Fresh<float>(64);
    CreateVecIndex(rising, 0.0f, 64);
    // The first group is defined.
    Sort32(to, Begun<float>(64, 63), buffers.y.ReinterpretCast<uint32_t>(), 2);
    by_score = Undefined(to, 128);
    Sort32(to, rising, index, 2);
    by_index = Undefined(to, 128);
    Sort32(to, Begun<float>(64, 64), index, 2);
    ties = Undefined(to, 128);
  });
  EXPECT_THAT(by_score, SizeIs(64));
  EXPECT_THAT(by_score, Each(Ge(64)));
  EXPECT_THAT(by_index, ElementsAre(65, 67));
  EXPECT_THAT(ties, ElementsAre(125, 127));
}

TEST(UndefinedTest, MrgSort) {
  // Two sorted lists of 32 pairs in x: even scores, then odd ones.
  Memory memory;
  for (uint32_t i = 0; i < 32; ++i) {
    Put<float>(memory.x, i * 8, static_cast<float>(64 - 2 * i));
    Put<float>(memory.x, (i + 32) * 8, static_cast<float>(63 - 2 * i));
  }
  const auto merge = [](const Buffers& buffers, bool score, bool suspends, bool first = false) {
    const LocalTensor<float> list = Fresh<float>(64);
    const Typed<float> t(buffers);
    // One word of pair 2 is not written.
    Copy(list, t.x[64], 64, 1, {1, 1, 8, 8});
    const LocalTensor<float> part = Fresh<float>(64);
    const uint64_t mask[2] = {~(uint64_t{1} << (score ? 4 : 5)), 0};
    Copy(part, list, mask, 1, {1, 1, 8, 8});
    const LocalTensor<float> to = Fresh<float>(128);
    const uint16_t lengths[4] = {32, 32, 0, 0};
    if (first) {
      MrgSort(to, {part, t.x, t.x, t.x}, {lengths, suspends, 3, 1});
    } else {
      MrgSort(to, {t.x, part, t.x, t.x}, {lengths, suspends, 3, 1});
    }
    return Undefined(to, 128);
  };
  Numbers by_score, by_score_of_first, by_index, suspended;
  ExpectNothingSaid(
      [&](const Buffers& buffers) {
        by_score = merge(buffers, true, false);
        by_score_of_first = merge(buffers, true, false, true);
        by_index = merge(buffers, false, false);
        suspended = merge(buffers, false, true);
      },
      memory);
  EXPECT_THAT(by_score, SizeIs(128));
  EXPECT_THAT(by_score_of_first, SizeIs(128));
  EXPECT_THAT(by_index, ElementsAre(11));  // pair 5: 64, 63, 62, 61, 60, 59
  EXPECT_THAT(suspended, Contains(11));
  EXPECT_EQ(Said([&](const Buffers& buffers) { merge(buffers, true, true); }, memory),
            "kernel vector_kernel, block 0 of 1 (Ascend910B3): MrgSort: src2: reads bytes 0 to 256 "
            "of its buffer, of which byte 16 was never written");
}

TEST(UndefinedTest, Extract) {
  Numbers scores, indices;
  ExpectNothingSaid([&](const Buffers&) {
    const LocalTensor<float> score = Fresh<float>(32);
    const LocalTensor<uint32_t> index = Fresh<uint32_t>(32);
    Extract(score, index, Begun<float>(64, 61), 1);
    scores = Undefined(score, 32);
    indices = Undefined(index, 32);
  });
  EXPECT_THAT(scores, ElementsAre(31));
  EXPECT_THAT(indices, ElementsAre(30, 31));
}

}  // namespace
}  // namespace openaclnn::aicore
