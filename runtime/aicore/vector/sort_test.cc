// Sorting on the simulated core against std::stable_sort, and what is reported of wrong uses; each
// wrong one has a right twin.
#include "runtime/aicore/vector/sort.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/vector/run_instructions.h"

namespace openaclnn::aicore {
namespace {

using Pairs = std::vector<std::pair<float, uint32_t>>;

// Few different scores, so that the order of equal ones counts.
template <typename T>
Pairs RandomPairs(Memory& memory, size_t count, std::mt19937& random) {
  Pairs pairs;
  for (size_t i = 0; i < count; ++i) {
    pairs.emplace_back(static_cast<float>(random() % 50) - 25.5f, static_cast<uint32_t>(i + 100));
    const auto at = static_cast<int64_t>(i);
    Put<T>(memory.x, at * static_cast<int64_t>(sizeof(T)), static_cast<T>(pairs.back().first));
    Put<uint32_t>(memory.y, at * 4, pairs.back().second);
  }
  return pairs;
}

void SortDescending(Pairs& pairs, size_t begin, size_t end) {
  std::stable_sort(pairs.begin() + static_cast<std::ptrdiff_t>(begin),
                   pairs.begin() + static_cast<std::ptrdiff_t>(end),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
}

template <typename T>
void ExpectPairs(const std::vector<uint8_t>& bytes, int64_t at, const Pairs& want) {
  for (const auto& [score, index] : want) {
    ASSERT_EQ(static_cast<float>(At<T>(bytes, at)), score) << at;
    ASSERT_EQ(At<uint32_t>(bytes, at + 4), index) << at;
    at += 8;
  }
}

template <typename T>
void CheckSort() {
  std::mt19937 random(1);
  Memory memory;
  Pairs pairs = RandomPairs<T>(memory, 320, random);
  ASSERT_EQ(RunBody(memory,
                    [](const Buffers& buffers) {
                      const Typed<T> t(buffers);
                      const LocalTensor<uint32_t> index = buffers.y.ReinterpretCast<uint32_t>();
                      constexpr uint32_t kWords = 320 * 8 / sizeof(T);
                      LocalTensor<T> scratch = t.out[3 * kWords], concat;
                      Sort32(t.out, t.x, index, 10);
                      Concat(concat, t.x, scratch, 20);
                      Sort<T, false>(t.out[kWords], concat, index, scratch, 10);
                      Sort<T, true>(t.out[2 * kWords], concat, index, scratch, 10);
                      Extract(t.out[4 * kWords], buffers.out[5 * 2560].ReinterpretCast<uint32_t>(),
                              t.out[2 * kWords], 10);
                    }),
            absl::OkStatus());
  Pairs groups = pairs;
  for (size_t i = 0; i < 320; i += 32) SortDescending(groups, i, i + 32);
  ExpectPairs<T>(memory.out, 0, groups);
  ExpectPairs<T>(memory.out, 2560, groups);
  SortDescending(pairs, 0, 320);
  ExpectPairs<T>(memory.out, 2 * 2560, pairs);
  EXPECT_EQ(At<uint32_t>(memory.out, 3 * 2560), 0xFFFFFFFFu);  // scratch space
  for (int64_t i = 0; i < 320; ++i) {
    const auto& [score, index] = pairs[static_cast<size_t>(i)];
    ASSERT_EQ(static_cast<float>(At<T>(memory.out, 4 * 2560 + i * int64_t{sizeof(T)})), score);
    ASSERT_EQ(At<uint32_t>(memory.out, 5 * 2560 + i * 4), index);
  }
}

TEST(SortTest, GroupsAndAll) {
  CheckSort<float>();
  CheckSort<half>();
}

TEST(SortTest, NaNComesFirst) {
  Memory memory;
  Put<float>(memory.x, 40, std::numeric_limits<float>::quiet_NaN());
  Put<float>(memory.x, 44, std::numeric_limits<float>::infinity());
  ASSERT_EQ(RunBody(memory,
                    [](const Buffers& buffers) {
                      const Typed<float> t(buffers);
                      Sort32(t.out, t.x, buffers.y.ReinterpretCast<uint32_t>(), 1);
                    }),
            absl::OkStatus());
  EXPECT_TRUE(std::isnan(At<float>(memory.out, 0)));
  EXPECT_EQ(At<float>(memory.out, 8), std::numeric_limits<float>::infinity());
}

// Lists of 10, 0, 25 and 7 pairs in x, 1024 bytes apart.
struct Lists {
  Pairs merged;  // with the number of the list as index
  Memory memory;
};
Lists RandomLists(const std::vector<size_t>& lengths) {
  std::mt19937 random(2);
  Lists lists;
  for (size_t list = 0; list < lengths.size(); ++list) {
    Pairs pairs;
    for (size_t i = 0; i < lengths[list]; ++i)
      pairs.emplace_back(static_cast<float>(random() % 20), static_cast<uint32_t>(list));
    SortDescending(pairs, 0, pairs.size());
    int64_t at = static_cast<int64_t>(list) * 1024;
    for (const auto& [score, index] : pairs) {
      Put<float>(lists.memory.x, at, score);
      Put<uint32_t>(lists.memory.x, at + 4, index);
      at += 8;
    }
    lists.merged.insert(lists.merged.end(), pairs.begin(), pairs.end());
  }
  SortDescending(lists.merged, 0, lists.merged.size());
  return lists;
}

MrgSortSrcList<float> ListsAt(const Buffers& buffers, uint32_t apart) {
  const LocalTensor<float> x = buffers.x.ReinterpretCast<float>();
  return {x, x[apart], x[2 * apart], x[3 * apart]};
}

TEST(SortTest, Merge) {
  for (const bool suspends : {false, true}) {
    for (const uint16_t valid : {3, 7, 15}) {
      const uint16_t lengths[4] = {10, 9, 25, 7};
      std::vector<size_t> used;
      for (int i = 0; valid >> i != 0; ++i) used.push_back(lengths[i]);
      Lists lists = RandomLists(used);
      uint16_t taken[4];
      ASSERT_EQ(RunBody(lists.memory,
                        [&](const Buffers& buffers) {
                          MrgSort(buffers.out.ReinterpretCast<float>(), ListsAt(buffers, 256),
                                  {lengths, suspends, valid, 1});
                          GetMrgSortResult(taken[0], taken[1], taken[2], taken[3]);
                        }),
                absl::OkStatus());
      Pairs want;
      size_t count[4] = {};
      for (const auto& pair : lists.merged) {
        want.push_back(pair);
        if (++count[pair.second] == used[pair.second] && suspends) break;
      }
      ExpectPairs<float>(lists.memory.out, 0, want);
      EXPECT_EQ(At<uint64_t>(lists.memory.out, static_cast<int64_t>(want.size()) * 8), 0u);
      for (size_t i = 0; i < 4; ++i) EXPECT_EQ(taken[i], count[i]);
    }
  }
}

TEST(SortTest, MergeRepeats) {
  std::mt19937 random(3);
  Memory memory;
  Pairs want;
  for (int64_t list = 0; list < 8; ++list) {
    Pairs pairs;
    for (uint32_t i = 0; i < 5; ++i) pairs.emplace_back(static_cast<float>(random() % 9), i);
    SortDescending(pairs, 0, 5);
    for (int64_t i = 0; i < 5; ++i) {
      Put<float>(memory.x, (list * 5 + i) * 8, pairs[static_cast<size_t>(i)].first);
      Put<uint32_t>(memory.x, (list * 5 + i) * 8 + 4, pairs[static_cast<size_t>(i)].second);
    }
    want.insert(want.end(), pairs.begin(), pairs.end());
  }
  SortDescending(want, 0, 20);
  SortDescending(want, 20, 40);
  ASSERT_EQ(RunBody(memory,
                    [&](const Buffers& buffers) {
                      const uint16_t lengths[4] = {5, 5, 5, 5};
                      MrgSort(buffers.out.ReinterpretCast<float>(), ListsAt(buffers, 10),
                              {lengths, false, 15, 2});
                    }),
            absl::OkStatus());
  ExpectPairs<float>(memory.out, 0, want);
}

TEST(WrongSortTest, Sort32) {
  const auto sort = [](uint32_t dst, int32_t repeats) {
    return [=](const Buffers& buffers) {
      const Typed<float> t(buffers);
      Sort32(t.x[dst], t.x, buffers.y.ReinterpretCast<uint32_t>(), repeats);
    };
  };
  ExpectWrong(
      "Sort32: src0: overlaps dst: bytes 16384 to 16512 and 16416 to 16672 of the unified buffer; "
      "the operands must be apart",
      sort(8, 1));
  ExpectRight(sort(32, 1));
  ExpectWrong("Sort32: repeatTime: 256 repeats; 0 to 255", sort(32, 256));
  ExpectWrong("Sort32: dst: starts at byte 132 of its buffer; a multiple of 32 is needed",
              sort(33, 1));
  ExpectWrong("Sort32: Sort32 does not exist on Atlas inference series (Ascend310P3)", sort(32, 1),
              "Ascend310P3");
  ExpectWrong("Sort32: does not exist for int32_t on Ascend910B3; it does for half, float",
              [](const Buffers& buffers) {
                const Typed<int32_t> t(buffers);
                Sort32(t.out, t.x, buffers.y.ReinterpretCast<uint32_t>(), 1);
              });
}

TEST(WrongSortTest, Merge) {
  const auto merge = [](uint16_t length, bool suspends, uint16_t valid, uint8_t repeats,
                        uint32_t apart = 16) {
    return [=](const Buffers& buffers) {
      const uint16_t lengths[4] = {length, 8, 8, 8};
      MrgSort(buffers.out.ReinterpretCast<float>(), ListsAt(buffers, apart),
              {lengths, suspends, valid, repeats});
    };
  };
  ExpectWrong("MrgSort: validBit: 5; 3, 7 or 15", merge(8, false, 5, 1));
  ExpectRight(merge(8, false, 3, 1));
  ExpectWrong("MrgSort: elementLengths: of src1 is 4096; 0 to 4095", merge(4096, false, 3, 1));
  constexpr const char* kRepeats =
      "MrgSort: repeatTimes: 2; more than 1 only for 4 lists that are equally long and follow each "
      "other, without ifExhaustedSuspension";
  ExpectWrong(kRepeats, merge(8, true, 15, 2));
  ExpectWrong(kRepeats, merge(8, false, 7, 2));
  ExpectWrong(kRepeats, merge(7, false, 15, 2));
  ExpectWrong(kRepeats, merge(8, false, 15, 2, 18));
  ExpectRight(merge(8, false, 15, 2));
  const auto last = [](uint16_t length, uint8_t repeats) {
    return [=](const Buffers& buffers) {
      const LocalTensor<float> x = buffers.x.ReinterpretCast<float>()[4032];
      const uint16_t lengths[4] = {8, 8, 8, length};
      MrgSort(buffers.out.ReinterpretCast<float>(), MrgSortSrcList<float>{x, x[16], x[32], x[48]},
              {lengths, false, 15, repeats});
    };
  };
  ExpectWrong(kRepeats, last(7, 2));
  ExpectWrong("MrgSort: src1: bytes 16384 to 16448 of a buffer of 16384 bytes", last(8, 2));
  ExpectRight(last(8, 1));
  ExpectWrong("MrgSort: src2: starts at byte 4 of its buffer; a multiple of 8 is needed",
              merge(8, false, 15, 1, 1));
  ExpectRight(merge(8, false, 15, 1, 2));
  const auto place = [](uint32_t dst) {
    return [dst](const Buffers& buffers) {
      const uint16_t lengths[4] = {8, 8, 8, 8};
      MrgSort(buffers.x.ReinterpretCast<float>()[dst], ListsAt(buffers, 16),
              {lengths, false, 3, 1});
    };
  };
  ExpectWrong(
      "MrgSort: src2: overlaps dst: bytes 16448 to 16512 and 16480 to 16608 of the unified buffer; "
      "the operands must be apart",
      place(24));
  ExpectWrong("MrgSort: dst: starts at byte 136 of its buffer; a multiple of 32 is needed",
              place(34));
  ExpectRight(place(32));
  ExpectWrong("MrgSort: MrgSort does not exist on Atlas training series (Ascend910A)",
              merge(8, false, 3, 1), "Ascend910A");
  const auto result = [](const Buffers&) {
    uint16_t n;
    GetMrgSortResult(n, n, n, n);
  };
  ExpectWrong(
      "GetMrgSortResult: GetMrgSortResult does not exist on Atlas inference series (Ascend310P3)",
      result, "Ascend310P3");
  ExpectRight(result);
}

TEST(WrongSortTest, SortAndExtract) {
  const auto sort = [](uint32_t scratch_bytes, uint32_t scratch) {
    return [=](const Buffers& buffers) {
      const Typed<float> t(buffers);
      LocalTensor<float> space = t.out[scratch];
      space.SetBufferLen(scratch_bytes);
      Sort<float, true>(t.out, t.x, buffers.y.ReinterpretCast<uint32_t>(), space, 2);
    };
  };
  ExpectWrong("Sort: sharedTmpBuffer: 480 bytes; at least 512 are needed", sort(480, 128));
  ExpectWrong(
      "Sort: dst: overlaps sharedTmpBuffer: bytes 0 to 512 and 480 to 992 of the unified buffer; "
      "the operands must be apart",
      sort(512, 120));
  ExpectRight(sort(512, 128));
  ExpectWrong("Sort: Sort does not exist on Atlas inference series (Ascend310P3)", sort(512, 128),
              "Ascend310P3");
  const auto extract = [](uint32_t values, uint32_t indices) {
    return [=](const Buffers& buffers) {
      const Typed<half> t(buffers);
      Extract(t.out[values], buffers.out.ReinterpretCast<uint32_t>()[indices], t.out[2048], 1);
    };
  };
  ExpectWrong(
      "Extract: sorted: overlaps dstValue: bytes 4096 to 4352 and 4096 to 4160 of the unified "
      "buffer; the operands must be apart",
      extract(2048, 0));
  ExpectWrong(
      "Extract: sorted: overlaps dstIndex: bytes 4096 to 4352 and 4096 to 4224 of the unified "
      "buffer; the operands must be apart",
      extract(0, 1024));
  ExpectWrong(
      "Extract: dstValue: overlaps dstIndex: bytes 0 to 64 and 32 to 160 of the unified buffer; "
      "the "
      "operands must be apart",
      extract(0, 8));
  ExpectRight(extract(0, 16));
  ExpectWrong("Extract: Extract does not exist on Atlas inference series (Ascend310P3)",
              extract(0, 16), "Ascend310P3");
  const auto concat = [](int32_t repeats) {
    return [repeats](const Buffers& buffers) {
      const Typed<half> t(buffers);
      LocalTensor<half> joined;
      Concat(joined, t.x, t.y, repeats);
    };
  };
  ExpectWrong("Concat: repeatTime: 256 repeats; 0 to 255", concat(256));
  ExpectRight(concat(255));
  ExpectWrong("Concat: Concat does not exist on Atlas inference series (Ascend310P3)", concat(255),
              "Ascend310P3");
}

}  // namespace
}  // namespace openaclnn::aicore
