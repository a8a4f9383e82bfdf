#include "runtime/tensor/gathered.h"

#include <optional>

#include "gtest/gtest.h"
#include "runtime/tensor/dims.h"

namespace openaclnn {
namespace {

TEST(GatheredShape, ThePlacesTakeTheDimension) {
  EXPECT_EQ(GatheredShape(Dims{2, 3, 4}, 1, Dims{5}), (Dims{2, 5, 4}));
  EXPECT_EQ(GatheredShape(Dims{2, 3, 4}, 0, Dims{5, 6}), (Dims{5, 6, 3, 4}));
  EXPECT_EQ(GatheredShape(Dims{2, 3, 4}, 2, Dims{0}), (Dims{2, 3, 0}));
  EXPECT_EQ(GatheredShape(Dims{0, 3}, 0, Dims{7}), (Dims{7, 3}));
}

TEST(GatheredShape, RankZero) {
  EXPECT_EQ(GatheredShape(Dims{2, 3}, 1, Dims{}), (Dims{2, 1}));
  EXPECT_EQ(GatheredShape(Dims{}, 0, Dims{}), Dims{});
  EXPECT_EQ(GatheredShape(Dims{}, 0, Dims{1, 1}), Dims{});
  EXPECT_EQ(GatheredShape(Dims{}, 0, Dims{2}), std::nullopt);
  EXPECT_EQ(GatheredShape(Dims{}, 0, Dims{0}), std::nullopt);
  EXPECT_EQ(AtLeastOneDim(Dims{}), (Dims{1}));
  EXPECT_EQ(AtLeastOneDim(Dims{2, 3}), (Dims{2, 3}));
}

TEST(GatheredShape, TooManyDimensions) {
  const Dims most(kMaxDims, 1);
  EXPECT_EQ(GatheredShape(most, 3, Dims{1}), most);
  EXPECT_EQ(GatheredShape(most, 3, Dims{1, 1}), std::nullopt);
}

}  // namespace
}  // namespace openaclnn
