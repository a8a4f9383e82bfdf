// Reductions on the simulated core against their definitions: which elements, in which order.
#include "runtime/aicore/vector/reduce.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <string_view>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/vector/run_instructions.h"

namespace openaclnn::aicore {
namespace {

constexpr const char* kSocs[] = {"Ascend910B3", "Ascend950PR_9599", "Ascend310P3", "Ascend310B1",
                                 "Ascend910A"};
bool Saturates(const char* soc) {
  return std::string_view(soc) == "Ascend310P3" || std::string_view(soc) == "Ascend310B1" ||
         std::string_view(soc) == "Ascend910A";
}

// a + b as a chip computes it.
template <typename T>
T Sum(T a, T b, bool saturates) {
  if constexpr (std::is_same_v<T, half>) {
    const float sum = static_cast<float>(static_cast<half>(a + b));
    if (!saturates) return static_cast<half>(sum);
    return std::clamp(sum, -65504.0f, 65504.0f);
  } else {
    return a + b;
  }
}

template <typename T>
using Lanes = std::vector<std::optional<T>>;

// The tree over neighbours, by recursion; `lanes` is a power of two.
template <typename T>
std::optional<T> Tree(const Lanes<T>& x, size_t begin, size_t lanes, bool saturates) {
  if (lanes == 1) return begin < x.size() ? x[begin] : std::nullopt;
  const std::optional<T> a = Tree(x, begin, lanes / 2, saturates);
  const std::optional<T> b = Tree(x, begin + lanes / 2, lanes / 2, saturates);
  if (!a || !b) return a ? a : b;
  return Sum(*a, *b, saturates);
}

template <typename T>
Lanes<T> ElementsOfX(const Memory& memory, size_t count) {
  Lanes<T> x;
  for (size_t i = 0; i < count; ++i)
    x.push_back(At<T>(memory.x, static_cast<int64_t>(i * sizeof(T))));
  return x;
}

// Trees of one repeat each until one number is left.
template <typename T>
T Trees(Lanes<T> x, bool saturates) {
  const size_t lanes = 256 / sizeof(T);
  do {
    Lanes<T> sums;
    for (size_t i = 0; i < x.size(); i += lanes) {
      const Lanes<T> repeat(x.begin() + static_cast<std::ptrdiff_t>(i),
                            x.begin() + static_cast<std::ptrdiff_t>(std::min(i + lanes, x.size())));
      sums.push_back(Tree(repeat, 0, lanes, saturates));
    }
    x = sums;
  } while (x.size() > 1);
  return *x[0];
}

template <typename T>
T InSequence(const Lanes<T>& x) {
  const size_t lanes = 256 / sizeof(T);
  std::optional<T> sum;
  for (size_t i = 0; i < x.size(); i += lanes) {
    const Lanes<T> repeat(x.begin() + static_cast<std::ptrdiff_t>(i),
                          x.begin() + static_cast<std::ptrdiff_t>(std::min(i + lanes, x.size())));
    const T value = *Tree(repeat, 0, lanes, false);
    sum = sum ? Sum(*sum, value, false) : value;
  }
  return *sum;
}

// Ascend 950 up to 1024 bytes: lane by lane first.
template <typename T>
T LanesFirst(const Lanes<T>& x) {
  const size_t lanes = 256 / sizeof(T);
  Lanes<T> sums;
  for (size_t i = 0; i < x.size(); ++i) {
    if (i < lanes) {
      sums.push_back(x[i]);
    } else {
      sums[i % lanes] = Sum(*sums[i % lanes], *x[i], false);
    }
  }
  return *Tree(sums, 0, lanes, false);
}

template <typename T>
void CheckCountForm(const char* soc) {
  std::mt19937 random(3);
  for (const size_t count :
       {1, 2, 7, 63, 64, 65, 127, 128, 129, 200, 256, 300, 512, 513, 1000, 2048, 2049, 3000}) {
    SCOPED_TRACE(count);
    Memory memory = RandomMemory<T>(random);
    for (size_t i = 0; i < count; ++i) {
      // Sums that are inexact.
      const float value = static_cast<float>(static_cast<int32_t>(random() % 8001) - 4000) * 0.37f;
      Put<T>(memory.x, static_cast<int64_t>(i * sizeof(T)), static_cast<T>(value));
    }
    const Lanes<T> x = ElementsOfX<T>(memory, count);
    const absl::Status status = RunBody(
        memory,
        [&](const Buffers& buffers) {
          const Typed<T> t(buffers);
          ReduceSum<T>(t.out[1], t.x, t.y, static_cast<int32_t>(count));
        },
        soc);
    ASSERT_TRUE(status.ok()) << status;
    T want;
    if (std::string_view(soc) == "Ascend910B3") {
      want = InSequence(x);
    } else if (std::string_view(soc) == "Ascend950PR_9599" && count * sizeof(T) <= 1024) {
      want = LanesFirst(x);
    } else {
      want = Trees(x, Saturates(soc));
    }
    ASSERT_EQ(At<T>(memory.out, sizeof(T)), want);
  }
}

TEST(ReduceTest, SumOfACount) {
  for (const char* soc : kSocs) {
    SCOPED_TRACE(soc);
    CheckCountForm<half>(soc);
    if (std::string_view(soc) != "Ascend910A") CheckCountForm<float>(soc);
  }
}

TEST(ReduceTest, HalfSaturatesAfterEachAddition) {
  Memory memory;
  Put<half>(memory.x, 0, 60000);
  Put<half>(memory.x, 2, 60000);
  Put<half>(memory.x, 4, -29900);
  const auto sum = [](const Buffers& buffers) {
    const Typed<half> t(buffers);
    ReduceSum<half>(t.out, t.x, t.y, 3);
  };
  ASSERT_EQ(RunBody(memory, sum, "Ascend310P3"), absl::OkStatus());
  EXPECT_EQ(static_cast<float>(At<half>(memory.out, 0)), 35584.0f);
  ASSERT_EQ(RunBody(memory, sum, "Ascend910B3"), absl::OkStatus());
  EXPECT_EQ(static_cast<float>(At<half>(memory.out, 0)), std::numeric_limits<float>::infinity());
}

TEST(ReduceTest, IntegersOfAscend950) {
  const auto check = []<typename T>(T) {
    Memory memory;
    uint64_t want = 0;
    for (int64_t i = 0; i < 500; ++i) {
      const auto value = static_cast<T>(static_cast<uint64_t>(i) * 0x9E3779B97F4A7C15u);
      Put<T>(memory.x, i * static_cast<int64_t>(sizeof(T)), value);
      want += static_cast<uint64_t>(value);
    }
    ASSERT_EQ(RunBody(
                  memory,
                  [](const Buffers& buffers) {
                    const Typed<T> t(buffers);
                    ReduceSum<T>(t.out, t.x, t.y, 500);
                  },
                  "Ascend950PR_9599"),
              absl::OkStatus());
    EXPECT_EQ(At<T>(memory.out, 0), static_cast<T>(want));
  };
  check(int32_t());
  check(uint32_t());
  check(int64_t());
  check(uint64_t());
}

// More repeats than an instruction has, apart, each with the same lanes.
TEST(ReduceTest, SumOfRepeats) {
  std::mt19937 random(4);
  for (const char* soc : {"Ascend910B3", "Ascend310P3"}) {
    for (int round = 0; round < 30; ++round) {
      Memory memory = RandomMemory<float>(random);
      const uint64_t mask[2] = {random() | uint64_t{random()} << 32, 0};
      const int32_t stride = round % 3 == 0 ? 0 : 1 + static_cast<int32_t>(random() % 9);
      const int32_t repeats = stride == 0 ? 300 : 1 + static_cast<int32_t>(random() % 50);
      Lanes<float> sums;
      for (int32_t r = 0; r < repeats; ++r) {
        Lanes<float> lanes;
        for (int64_t i = 0; i < 64; ++i) {
          lanes.push_back((mask[0] >> i & 1) != 0
                              ? std::optional(At<float>(memory.x, r * stride * 32 + i * 4))
                              : std::nullopt);
        }
        sums.push_back(Tree(lanes, 0, 64, false));
      }
      ASSERT_EQ(RunBody(
                    memory,
                    [&](const Buffers& buffers) {
                      const Typed<float> t(buffers);
                      ReduceSum<float>(t.out, t.x, t.y, mask, repeats, stride);
                    },
                    soc),
                absl::OkStatus());
      ASSERT_EQ(At<float>(memory.out, 0), Trees(sums, false));
    }
  }
}

template <typename T>
void CheckExtremum(size_t count, bool index, std::mt19937& random) {
  Memory memory = RandomMemory<T>(random);
  // Few values, so that there are several equal ones.
  for (size_t i = 0; i < count; ++i)
    Put<T>(memory.x, static_cast<int64_t>(i * sizeof(T)),
           static_cast<T>(static_cast<int32_t>(random() % 200) - 100));
  std::vector<float> x;
  for (size_t i = 0; i < count; ++i)
    x.push_back(static_cast<float>(At<T>(memory.x, static_cast<int64_t>(i * sizeof(T)))));
  const auto greatest = std::max_element(x.begin(), x.end());
  const auto least = std::min_element(x.begin(), x.end());
  std::vector<uint8_t> want = memory.out;
  const auto put = [&](int64_t at, std::vector<float>::iterator it) {
    constexpr auto kSize = static_cast<int64_t>(sizeof(T));
    Put<T>(want, at, static_cast<T>(*it));
    using Index = std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>;
    if (index) Put<Index>(want, at + kSize, static_cast<Index>(it - x.begin()));
  };
  put(0, greatest);
  put(64, least);
  ASSERT_EQ(RunBody(memory,
                    [&](const Buffers& buffers) {
                      const Typed<T> t(buffers);
                      const auto n = static_cast<int32_t>(count);
                      ReduceMax<T>(t.out, t.x, t.y, n, index);
                      ReduceMin<T>(t.out[64 / sizeof(T)], t.x, t.y, n, index);
                    }),
            absl::OkStatus());
  ASSERT_EQ(memory.out, want);
}

TEST(ReduceTest, ExtremaAndTheFirstOfEqualIndices) {
  std::mt19937 random(5);
  for (const size_t count : {1, 2, 31, 64, 65, 128, 200, 700, 1000, 4096}) {
    SCOPED_TRACE(count);
    for (const bool index : {false, true}) {
      CheckExtremum<float>(count, index, random);
      CheckExtremum<half>(count, index, random);
    }
  }
}

TEST(ReduceTest, NaNIsTheExtremumAndZerosAreOrdered) {
  Memory memory;
  for (int64_t i = 0; i < 100; ++i) Put<float>(memory.x, i * 4, 1.0f);
  Put<float>(memory.x, 40, std::numeric_limits<float>::quiet_NaN());
  for (int64_t i = 0; i < 100; ++i) Put<float>(memory.y, i * 4, -0.0f);
  Put<float>(memory.y, 20, 0.0f);
  ASSERT_EQ(RunBody(memory,
                    [&](const Buffers& buffers) {
                      const Typed<float> t(buffers);
                      ReduceMin<float>(t.out, t.x, t.x[1024], 100, true);
                      ReduceMax<float>(t.out[2], t.y, t.x[1024], 100, true);
                    }),
            absl::OkStatus());
  EXPECT_TRUE(std::isnan(At<float>(memory.out, 0)));
  EXPECT_EQ(At<uint32_t>(memory.out, 4), 10u);
  EXPECT_EQ(At<uint32_t>(memory.out, 8), 0u);
  EXPECT_EQ(At<uint32_t>(memory.out, 12), 5u);
}

TEST(ReduceTest, WholeRepeats) {
  std::mt19937 random(6);
  for (int round = 0; round < 60; ++round) {
    Memory memory = RandomMemory<half>(random);
    const uint64_t mask[2] = {random() | 1, random() | uint64_t{random()} << 32};
    const int64_t block = random() % 3;
    const int64_t stride = static_cast<int64_t>(random() % 20);
    const int64_t dst_stride = 2 + static_cast<int64_t>(random() % 3);
    const int64_t repeats = 1 + static_cast<int64_t>(random() % 20);
    std::vector<uint8_t> want = memory.out;
    for (int64_t r = 0; r < repeats; ++r) {
      Lanes<half> lanes;
      int64_t best = -1;
      for (int64_t i = 0; i < 128; ++i) {
        const half value = At<half>(memory.x, (r * stride + i / 16 * block) * 32 + i % 16 * 2);
        const bool active = (mask[i / 64] >> (i % 64) & 1) != 0;
        lanes.push_back(active ? std::optional(value) : std::nullopt);
        if (active && (best < 0 || value > *lanes[static_cast<size_t>(best)])) best = i;
      }
      const half sum = *Tree(lanes, 0, 128, false);
      Put<half>(want, r * dst_stride * 2, sum);
      const half greatest = *lanes[static_cast<size_t>(best)];
      Put<half>(want, 2048 + r * dst_stride * 4, greatest);
      Put<uint16_t>(want, 2048 + r * dst_stride * 4 + 2, static_cast<uint16_t>(best));
      Put<uint16_t>(want, 4096 + r * dst_stride * 4, static_cast<uint16_t>(best));
      Put<half>(want, 4096 + r * dst_stride * 4 + 2, greatest);
      Put<half>(want, 6144 + r * dst_stride * 2, greatest);
      Put<uint32_t>(want, 8192 + r * dst_stride * 4, static_cast<uint32_t>(best));
      Put<half>(want, 10240 + r * dst_stride * 2, sum);
    }
    const auto n = static_cast<int32_t>(repeats), d = static_cast<int32_t>(dst_stride),
               b = static_cast<int32_t>(block), s = static_cast<int32_t>(stride);
    ASSERT_EQ(RunBody(memory,
                      [&](const Buffers& buffers) {
                        const Typed<half> t(buffers);
                        WholeReduceSum<half>(t.out, t.x, mask, n, d, b, s);
                        WholeReduceMax<half>(t.out[1024], t.x, mask, n, d, b, s);
                        WholeReduceMax<half>(t.out[2048], t.x, mask, n, d, b, s,
                                             ReduceOrder::ORDER_INDEX_VALUE);
                        WholeReduceMax<half>(t.out[3072], t.x, mask, n, d, b, s,
                                             ReduceOrder::ORDER_ONLY_VALUE);
                        ReduceRepeat<ReduceType::MAX, half>(t.out[4096], t.x, mask, n, d, b, s,
                                                            ReduceOrder::ORDER_ONLY_INDEX);
                        RepeatReduceSum<half>(t.out[5120], t.x, n, mask, 1, b, d, s);
                      }),
              absl::OkStatus());
    ASSERT_EQ(memory.out, want);
  }
}

// With consecutive repeats, which are reduced several at once, and in place.
TEST(ReduceTest, WholeRepeatsInPlace) {
  std::mt19937 random(7);
  Memory memory = RandomMemory<float>(random);
  std::vector<uint8_t> want = memory.out;
  for (int64_t r = 0; r < 50; ++r) {
    Lanes<float> lanes;
    for (int64_t i = 0; i < 64; ++i) lanes.push_back(At<float>(memory.out, r * 256 + i * 4));
    Put<float>(want, r * 4, *Tree(lanes, 0, 64, false));
  }
  ASSERT_EQ(RunBody(memory,
                    [&](const Buffers& buffers) {
                      const Typed<float> t(buffers);
                      WholeReduceSum<float>(t.out, t.out, 64, 50, 1, 1, 8);
                    }),
            absl::OkStatus());
  EXPECT_EQ(memory.out, want);
}

template <typename T>
void CheckParts(const char* soc, T empty_max) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  constexpr int64_t kLanes = 256 / kSize, kBlock = 32 / kSize;
  const bool fills =
      std::string_view(soc) == "Ascend310B1" || std::string_view(soc) == "Ascend950PR_9599";
  std::mt19937 random(8);
  for (int round = 0; round < 30; ++round) {
    Memory memory = RandomMemory<T>(random);
    uint64_t mask[2] = {random() & uint64_t{0xFFFF00FF}, kSize == 4 ? 0 : random()};
    if (round % 3 == 0) mask[0] = ~uint64_t{0};
    const int64_t repeats = 1 + static_cast<int64_t>(random() % 5);
    const int64_t dst_stride = 1 + static_cast<int64_t>(random() % 2);
    std::vector<uint8_t> want = memory.out;
    const auto lane = [&](int64_t r, int64_t i) -> std::optional<T> {
      if ((mask[i / 64] >> (i % 64) & 1) == 0) return std::nullopt;
      return At<T>(memory.x, r * 256 + i * kSize);
    };
    for (int64_t r = 0; r < repeats; ++r) {
      for (int64_t b = 0; b < 8; ++b) {
        Lanes<T> lanes;
        std::optional<T> max;
        for (int64_t i = 0; i < kBlock; ++i) {
          lanes.push_back(lane(r, b * kBlock + i));
          if (lanes.back() && (!max || *lanes.back() > *max)) max = lanes.back();
        }
        const std::optional<T> sum = Tree(lanes, 0, static_cast<size_t>(kBlock), Saturates(soc));
        const int64_t at = (r * dst_stride * 8 + b) * kSize;
        if (sum || fills) Put<T>(want, at, sum ? *sum : T(0));
        if (max || fills) Put<T>(want, 2048 + at, max ? *max : empty_max);
      }
      for (int64_t i = 0; i < kLanes / 2; ++i) {
        const std::optional<T> sum =
            Tree<T>({lane(r, 2 * i), lane(r, 2 * i + 1)}, 0, 2, Saturates(soc));
        if (sum || fills) Put<T>(want, 4096 + r * dst_stride * 128 + i * kSize, sum ? *sum : T(0));
      }
    }
    const auto n = static_cast<int32_t>(repeats), d = static_cast<int32_t>(dst_stride);
    ASSERT_EQ(RunBody(
                  memory,
                  [&](const Buffers& buffers) {
                    const Typed<T> t(buffers);
                    BlockReduceSum<T>(t.out, t.x, n, mask, d, 1, 8);
                    ReduceDataBlock<ReduceType::MAX, T>(t.out[2048 / kSize], t.x, mask, n, d, 1, 8);
                    PairReduceSum<T>(t.out[4096 / kSize], t.x, n, mask, d, 1, 8);
                  },
                  soc),
              absl::OkStatus());
    ASSERT_EQ(memory.out, want) << "round " << round;
  }
}

TEST(ReduceTest, BlocksAndPairs) {
  for (const char* soc : kSocs) {
    SCOPED_TRACE(soc);
    const bool limited = std::string_view(soc) == "Ascend310B1";
    const float infinity = std::numeric_limits<float>::infinity();
    CheckParts<half>(soc, limited ? half(-65504) : half(-infinity));
    if (std::string_view(soc) != "Ascend910A") CheckParts<float>(soc, -infinity);
  }
}

TEST(ReduceTest, Registers) {
  std::mt19937 random(9);
  Memory memory = RandomMemory<float>(random);
  const Lanes<float> x = ElementsOfX<float>(memory, 1000);
  Put<float>(memory.x, 777 * 4, 1e6f);
  Lanes<float> changed = x;
  changed[777] = 1e6f;
  float sum = 0, whole_sum = 0, value = 0, index = 0, least = 0, least_at = 0;
  int64_t bits = 0;
  ASSERT_EQ(RunBody(memory,
                    [&](const Buffers& buffers) {
                      const Typed<float> t(buffers);
                      ReduceSum<float>(t.out, t.x, t.y, 1000);
                      sum = GetAccVal<float>();
                      bits = GetAccVal();
                      SetMaskCount();
                      SetVectorMask<float>(0, 1000);
                      WholeReduceMax<float, false>(t.out, t.x, MASK_PLACEHOLDER, 1, 1, 1, 8);
                      GetReduceMaxMinCount<float>(value, index);
                      WholeReduceMin<float, false>(t.out, t.x, MASK_PLACEHOLDER, 1, 1, 1, 8);
                      GetReduceRepeatMaxMinSpr<float>(least, least_at);
                      WholeReduceSum<float, false>(t.out[512], t.x, MASK_PLACEHOLDER, 1, 1, 1, 8);
                      SetMaskNorm();
                      whole_sum = GetReduceRepeatSumSpr<float>();
                    }),
            absl::OkStatus());
  EXPECT_EQ(sum, InSequence(changed));
  EXPECT_EQ(whole_sum, InSequence(changed));
  EXPECT_EQ(bits, int64_t{std::bit_cast<uint32_t>(sum)});
  EXPECT_EQ(value, 1e6f);
  EXPECT_EQ(std::bit_cast<uint32_t>(index), 777u);
  const auto first_of_least = std::min_element(changed.begin(), changed.end());
  EXPECT_EQ(least, **first_of_least);
  EXPECT_EQ(std::bit_cast<uint32_t>(least_at),
            static_cast<uint32_t>(first_of_least - changed.begin()));
}

// Each name of an instruction computes what its other name does; the least of some numbers is the
// greatest of their opposites.
TEST(ReduceTest, NamesAndOpposites) {
  std::mt19937 random(10);
  Memory memory = RandomMemory<float>(random);
  const auto check = [&](const char* what,
                         const std::function<void(const LocalTensor<float>& first,
                                                  const LocalTensor<float>& second,
                                                  const Typed<float>& t)>& both) {
    SCOPED_TRACE(what);
    Memory results = memory;
    ASSERT_EQ(RunBody(results,
                      [&](const Buffers& buffers) {
                        const Typed<float> t(buffers);
                        Duplicate<float>(t.out, 0, 2048);
                        Muls<float>(t.y, t.x, -1, 1024);
                        both(t.out, t.out[1024], t);
                      }),
              absl::OkStatus());
    int others = 0;
    for (int64_t i = 0; i < 1024; ++i) {
      ASSERT_EQ(At<uint32_t>(results.out, i * 4), At<uint32_t>(results.out, (1024 + i) * 4)) << i;
      if (At<float>(results.out, i * 4) != 0) ++others;
    }
    EXPECT_GE(others, 8);
  };
  check("WholeReduceMin, ReduceRepeat", [](const auto& first, const auto& second, const auto& t) {
    WholeReduceMin<float>(first, t.x, 64, 8, 1, 1, 8);
    ReduceRepeat<ReduceType::MIN, float>(second, t.x, 64, 8, 1, 1, 8);
  });
  check("WholeReduceMin, WholeReduceMax", [](const auto& first, const auto& second, const auto& t) {
    WholeReduceMin<float>(first, t.x, 64, 8, 1, 1, 8, ReduceOrder::ORDER_ONLY_VALUE);
    WholeReduceMax<float>(second, t.y, 64, 8, 1, 1, 8, ReduceOrder::ORDER_ONLY_VALUE);
    Muls<float>(second, second, -1, 8);
  });
  check("BlockReduceMin, ReduceDataBlock",
        [](const auto& first, const auto& second, const auto& t) {
          BlockReduceMin<float>(first, t.x, 8, 64, 1, 1, 8);
          ReduceDataBlock<ReduceType::MIN, float>(second, t.x, 64, 8, 1, 1, 8);
        });
  check("BlockReduceMin, BlockReduceMax", [](const auto& first, const auto& second, const auto& t) {
    BlockReduceMin<float>(first, t.x, 8, 64, 1, 1, 8);
    BlockReduceMax<float>(second, t.y, 8, 64, 1, 1, 8);
    Muls<float>(second, second, -1, 64);
  });
  check("BlockReduceMax, ReduceDataBlock",
        [](const auto& first, const auto& second, const auto& t) {
          BlockReduceMax<float>(first, t.x, 8, 64, 1, 1, 8);
          ReduceDataBlock<ReduceType::MAX, float>(second, t.x, 64, 8, 1, 1, 8);
        });
  check("PairReduceSum, ReducePairElem", [](const auto& first, const auto& second, const auto& t) {
    PairReduceSum<float>(first, t.x, 8, 64, 1, 1, 8);
    ReducePairElem<ReduceType::SUM, float>(second, t.x, 64, 8, 1, 1, 8);
  });
}

}  // namespace
}  // namespace openaclnn::aicore
