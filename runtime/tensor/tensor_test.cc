#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/overlap.h"
#include "runtime/tensor/reshape.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {
namespace {

TEST(DType, NamesGoBothWays) {
  for (int i = -1; i < 64; ++i) {
    const aclDataType dtype = static_cast<aclDataType>(i);
    const std::string_view name = DTypeName(dtype);
    if (name != "unknown" && name != "undefined") {
      EXPECT_EQ(DTypeFromName(name), dtype) << name;
    }
  }
  EXPECT_EQ(DTypeName(ACL_BF16), "bfloat16");
  EXPECT_EQ(DTypeName(ACL_DT_UNDEFINED), "undefined");
  EXPECT_EQ(DTypeName(static_cast<aclDataType>(5)), "unknown");
  EXPECT_EQ(DTypeFromName("float33"), ACL_DT_UNDEFINED);
}

TEST(DType, Promotion) {
  EXPECT_EQ(PromoteTypes(ACL_FLOAT16, ACL_BF16), ACL_FLOAT);
  EXPECT_EQ(PromoteTypes(ACL_BF16, ACL_FLOAT), ACL_FLOAT);
  EXPECT_EQ(PromoteTypes(ACL_FLOAT16, ACL_FLOAT16), ACL_FLOAT16);
  EXPECT_EQ(PromoteTypes(ACL_FLOAT, ACL_DOUBLE), ACL_DOUBLE);
  EXPECT_EQ(PromoteTypes(ACL_FLOAT16, ACL_INT64), ACL_FLOAT16);
  EXPECT_EQ(PromoteTypes(ACL_BOOL, ACL_BF16), ACL_BF16);
  EXPECT_EQ(PromoteTypes(ACL_INT8, ACL_UINT8), ACL_INT16);
  EXPECT_EQ(PromoteTypes(ACL_INT32, ACL_INT8), ACL_INT32);
  EXPECT_EQ(PromoteTypes(ACL_UINT32, ACL_FLOAT), ACL_DT_UNDEFINED);
  EXPECT_EQ(PromoteTypes(ACL_FLOAT8_E5M2, ACL_FLOAT), ACL_DT_UNDEFINED);
  EXPECT_EQ(PromoteTypes(ACL_DT_UNDEFINED, ACL_DT_UNDEFINED), ACL_DT_UNDEFINED);
  for (int a = 0; a < 42; ++a) {
    for (int b = 0; b < 42; ++b) {
      EXPECT_EQ(PromoteTypes(aclDataType(a), aclDataType(b)),
                PromoteTypes(aclDataType(b), aclDataType(a)))
          << a << " " << b;
    }
  }
}

TEST(Shape, ElementCount) {
  EXPECT_EQ(ElementCount({}), 1);
  EXPECT_EQ(ElementCount({2, 3, 4}), 24);
  EXPECT_EQ(ElementCount({2, 0, 4}), 0);
  EXPECT_EQ(ElementCount({2, -1}), std::nullopt);
  EXPECT_EQ(ElementCount({0, -1}), std::nullopt);
  EXPECT_EQ(ElementCount({int64_t{1} << 32, int64_t{1} << 32}), std::nullopt);
  EXPECT_EQ(ElementCount({int64_t{1} << 32, int64_t{1} << 32, 0}), std::nullopt);
}

TEST(Shape, Contiguity) {
  EXPECT_EQ(ContiguousStrides({2, 3, 4}), (Dims{12, 4, 1}));
  EXPECT_TRUE(IsContiguous({2, 3, 4}, {12, 4, 1}));
  EXPECT_TRUE(IsContiguous({2, 1, 4}, {4, 77, 1}));
  EXPECT_TRUE(IsContiguous({1, 1}, {5, -3}));
  EXPECT_TRUE(IsContiguous({2, 0}, {5, -3}));
  EXPECT_FALSE(IsContiguous({4, 3}, {1, 4}));
  EXPECT_FALSE(IsContiguous({4}, {2}));
  EXPECT_FALSE(IsContiguous({4, 4}, {0, 1}));
}

TEST(Shape, TouchedExtent) {
  EXPECT_EQ(TouchedExtent({3, 2}, {10, -4})->lowest, -4);
  EXPECT_EQ(TouchedExtent({3, 2}, {10, -4})->highest, 20);
  EXPECT_EQ(TouchedExtent({3, 0}, {10, -4})->highest, -1);
  EXPECT_FALSE(TouchedExtent({3, 3}, {INT64_MAX / 2, INT64_MAX / 2}).has_value());
  EXPECT_EQ(TouchedExtent({3, 3, 0}, {INT64_MAX / 2, INT64_MAX / 2, 1})->highest, -1);
}

TEST(Shape, Broadcast) {
  EXPECT_EQ(BroadcastShapes({3, 1}, {4}), (Dims{3, 4}));
  EXPECT_EQ(BroadcastShapes({}, {2, 2}), (Dims{2, 2}));
  EXPECT_EQ(BroadcastShapes({0}, {1}), (Dims{0}));
  EXPECT_EQ(BroadcastShapes({0}, {16, 16}), std::nullopt);
  EXPECT_EQ(BroadcastShapes({3}, {4}), std::nullopt);
  EXPECT_EQ(BroadcastStrides({3, 1}, {7, 9}, {2, 3, 4}), (Dims{0, 7, 0}));
}

TEST(Shape, SectionsAreThoseOfSequences) {
  // As Python's range(extent)[start:end:step].
  for (int64_t extent = 0; extent < 6; ++extent) {
    for (int64_t start = -8; start < 9; ++start) {
      for (int64_t end = -8; end < 9; ++end) {
        for (int64_t step = 1; step < 8; ++step) {
          const int64_t first = std::max<int64_t>(start < 0 ? start + extent : start, 0);
          int64_t count = 0;
          for (int64_t i = first; i < std::min(end < 0 ? end + extent : end, extent); i += step)
            ++count;
          const Section section = SectionOf(extent, start, end, step);
          EXPECT_EQ(section.count, count);
          if (count > 0) {
            EXPECT_EQ(section.begin, first);
          }
        }
      }
    }
  }
  EXPECT_EQ(SectionOf(5, INT64_MIN, INT64_MAX, INT64_MAX).count, 1);
  EXPECT_EQ(SectionOf(5, INT64_MAX, INT64_MIN, 1).count, 0);
}

TEST(Shape, Repeated) {
  EXPECT_EQ(RepeatedShape({2, 3}, {4, 5, 6}), (Dims{4, 10, 18}));
  EXPECT_EQ(RepeatedShape({}, {}), Dims{});
  EXPECT_EQ(RepeatedShape({2, 0}, {0, 7}), (Dims{0, 0}));
  EXPECT_EQ(RepeatedShape({2, 3}, {4}), std::nullopt);
  EXPECT_EQ(RepeatedShape({2}, std::vector<int64_t>(kMaxDims + 1, 1)), std::nullopt);
  EXPECT_EQ(RepeatedShape({2}, {-1}), std::nullopt);
  EXPECT_EQ(RepeatedShape({2}, {INT64_MAX}), std::nullopt);
}

TEST(Shape, Padded) {
  EXPECT_EQ(PaddedShape({2, 3}, {1, 2}), (Dims{2, 6}));
  EXPECT_EQ(PaddedShape({2, 3}, {1, 2, 3, 4}), (Dims{9, 6}));
  EXPECT_EQ(PaddedShape({2, 3}, {-1, -2}), (Dims{2, 0}));
  EXPECT_EQ(PaddedShape({2, 3}, {-3, 5}), (Dims{2, 5}));
  EXPECT_EQ(PaddedShape({}, {}), Dims{});
  EXPECT_EQ(PaddedShape({}, {0, 0}), std::nullopt);
  EXPECT_EQ(PaddedShape({2, 3}, {1}), std::nullopt);
  for (const auto& [before, after] : std::vector<std::pair<int64_t, int64_t>>{
           {-4, 5}, {5, -4}, {-2, -2}, {INT64_MIN, INT64_MIN}, {INT64_MAX, 1}, {INT64_MAX, 0}})
    EXPECT_EQ(PaddedShape({2, 3}, {before, after}), std::nullopt) << before << " " << after;
}

TEST(Shape, Interleaved) {
  EXPECT_EQ(InterleavedShape({2, 3}, 4, 0), (Dims{8, 3}));
  EXPECT_EQ(InterleavedShape({2, 3}, 4, 1), (Dims{2, 12}));
  EXPECT_EQ(InterleavedShape({2, 3}, 4, std::nullopt), Dims{24});
  EXPECT_EQ(InterleavedShape({}, 4, std::nullopt), Dims{4});
  EXPECT_EQ(InterleavedShape({2, 0}, 0, 0), (Dims{0, 0}));
  EXPECT_EQ(InterleavedShape({2, 3}, -1, 0), std::nullopt);
  EXPECT_EQ(InterleavedShape({2, 3}, INT64_MAX, 0), std::nullopt);
  EXPECT_EQ(InterleavedShape({2, 3}, INT64_MAX / 4, std::nullopt), std::nullopt);
}

TEST(Shape, Reflected) {
  EXPECT_EQ(ReflectedShape({2, 3}, {2, 1}), (Dims{2, 6}));
  EXPECT_EQ(ReflectedShape({2, 3}, {-2, 0}), (Dims{2, 1}));
  EXPECT_EQ(ReflectedShape({2, 3}, {-4, 2}), (Dims{2, 1}));
  EXPECT_EQ(ReflectedShape({}, {0, 0}), std::nullopt);
  EXPECT_EQ(ReflectedShape({2, 3}, {1}), std::nullopt);
  EXPECT_EQ(ReflectedShape({2, 3}, {1, 1, 0, 0}), std::nullopt);
  for (const auto& [before, after] :
       std::vector<std::pair<int64_t, int64_t>>{{3, 0},
                                                {0, 3},
                                                {-1, -2},
                                                {INT64_MIN, 0},
                                                {0, INT64_MIN},
                                                {INT64_MIN, INT64_MIN},
                                                {INT64_MAX, INT64_MIN}})
    EXPECT_EQ(ReflectedShape({2, 3}, {before, after}), std::nullopt) << before << " " << after;
}

TEST(Shape, OverlapsItself) {
  EXPECT_FALSE(OverlapsItself({3, 4}, {4, 1}));
  EXPECT_FALSE(OverlapsItself({3, 4}, {1, 3}));
  EXPECT_FALSE(OverlapsItself({1, 4}, {0, 1}));
  EXPECT_FALSE(OverlapsItself({4}, {-1}));
  EXPECT_TRUE(OverlapsItself({3, 4}, {0, 1}));
  EXPECT_TRUE(OverlapsItself({3, 4}, {2, 1}));
}

// The set of bytes a view touches, by enumeration.
std::set<int64_t> Bytes(int64_t first, int64_t element_bytes, const Dims& shape,
                        const Dims& strides) {
  std::set<int64_t> bytes;
  const int64_t count = *ElementCount(shape);
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, offset = 0;
    for (size_t k = shape.size(); k-- > 0; rest /= shape[k]) offset += rest % shape[k] * strides[k];
    for (int64_t b = 0; b < element_bytes; ++b) bytes.insert(first + offset * element_bytes + b);
  }
  return bytes;
}

TEST(Overlap, AgreesWithEnumeration) {
  std::mt19937 random(7);
  const auto draw = [&](int low, int high) {
    return static_cast<int64_t>(low + static_cast<int>(random() % (high - low + 1)));
  };
  int none = 0, partial = 0;
  static char memory[4096];
  for (int round = 0; round < 20000; ++round) {
    Dims shape[2], strides[2];
    int64_t first[2], bytes[2];
    for (int v = 0; v < 2; ++v) {
      const int64_t rank = draw(0, 3);
      for (int64_t i = 0; i < rank; ++i) {
        shape[v].push_back(draw(0, 9) == 0 ? 0 : draw(1, 4));
        strides[v].push_back(draw(-9, 12));
      }
      bytes[v] = int64_t{1} << draw(0, 2);
      first[v] = 2048 + draw(-60, 60) / bytes[v] * bytes[v];
    }
    const std::set<int64_t> a = Bytes(first[0], bytes[0], shape[0], strides[0]),
                            b = Bytes(first[1], bytes[1], shape[1], strides[1]);
    bool shared = false;
    for (int64_t byte : a) shared = shared || b.count(byte) != 0;
    const Overlap got = Compare({memory + first[0], bytes[0], shape[0], strides[0]},
                                {memory + first[1], bytes[1], shape[1], strides[1]});
    EXPECT_EQ(got != Overlap::kNone, shared)
        << DimsToString(shape[0]) << DimsToString(strides[0]) << first[0] << " x" << bytes[0]
        << " against " << DimsToString(shape[1]) << DimsToString(strides[1]) << first[1] << " x"
        << bytes[1];
    ++(shared ? partial : none);
  }
  EXPECT_GT(none, 1000);
  EXPECT_GT(partial, 1000);
}

TEST(Overlap, SameViewAndColumnSlices) {
  static char memory[4096];
  const Dims shape{8, 16}, strides{32, 1};
  EXPECT_EQ(Compare({memory, 4, shape, strides}, {memory, 4, shape, strides}), Overlap::kSame);
  EXPECT_EQ(Compare({memory, 4, shape, strides}, {memory + 64, 4, shape, strides}), Overlap::kNone);
  EXPECT_EQ(Compare({memory, 4, shape, strides}, {memory + 60, 4, shape, strides}),
            Overlap::kPartial);
}

TEST(CanCast, RejectsExactlyThreeKinds) {
  EXPECT_TRUE(CanCast(ACL_DOUBLE, ACL_FLOAT16));
  EXPECT_TRUE(CanCast(ACL_INT64, ACL_UINT8));
  EXPECT_TRUE(CanCast(ACL_BOOL, ACL_INT8));
  EXPECT_TRUE(CanCast(ACL_BOOL, ACL_BOOL));
  EXPECT_TRUE(CanCast(ACL_FLOAT, ACL_COMPLEX64));
  EXPECT_FALSE(CanCast(ACL_COMPLEX64, ACL_FLOAT));
  EXPECT_FALSE(CanCast(ACL_FLOAT16, ACL_INT64));
  EXPECT_FALSE(CanCast(ACL_BF16, ACL_BOOL));
  EXPECT_FALSE(CanCast(ACL_UINT8, ACL_BOOL));
}

}  // namespace
}  // namespace openaclnn
