#include "runtime/products/products.h"

#include <set>
#include <string_view>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

TEST(Products, EveryEntryIsWhole) {
  std::set<std::string_view> names;
  for (const Product& product : AllProducts()) {
    EXPECT_EQ(&product, &AllProducts()[product.index]);
    EXPECT_EQ(FindProduct(product.name), &product);
    EXPECT_GT(product.max_streams, 0);
    const Soc* soc = FindSoc(product.soc);
    ASSERT_NE(soc, nullptr) << product.soc;
    EXPECT_EQ(soc->product, &product);
  }
  for (const Soc& soc : AllSocs()) {
    EXPECT_TRUE(names.insert(soc.name).second) << soc.name << " twice";
    EXPECT_EQ(FindSoc(soc.name), &soc);
    ASSERT_NE(soc.product, nullptr);
    EXPECT_GT(soc.ai_cores, 0);
    for (int64_t bytes : {soc.unified_buffer_bytes, soc.l1_bytes, soc.l0a_bytes, soc.l0b_bytes,
                          soc.l0c_bytes, soc.l2_bytes, soc.hbm_bytes}) {
      EXPECT_GT(bytes, 0) << soc.name;
    }
  }
}

TEST(Products, KnownFacts) {
  EXPECT_EQ(AllProducts().size(), 6u);
  const Soc* soc = FindSoc("Ascend910B3");
  ASSERT_NE(soc, nullptr);
  EXPECT_EQ(soc->product->name, "atlas_a2");
  EXPECT_EQ(soc->product->npu_arch, 2201);
  EXPECT_EQ(soc->vector_cores, 40);
  EXPECT_EQ(soc->cores(), 40);
  const Soc* old = FindSoc("Ascend910A");
  ASSERT_NE(old, nullptr);
  EXPECT_EQ(old->vector_cores, 0);
  EXPECT_EQ(old->cores(), old->ai_cores);
  EXPECT_EQ(soc->unified_buffer_bytes, 196608);
  EXPECT_TRUE(soc->product->overflow_selectable);
  EXPECT_FALSE(soc->product->saturates);
  const Product* inference = FindProduct("atlas_inference");
  ASSERT_NE(inference, nullptr);
  EXPECT_FALSE(inference->bfloat16);
  EXPECT_FALSE(inference->data_copy_pad);
  EXPECT_TRUE(inference->saturates);
  EXPECT_FALSE(inference->overflow_selectable);
}

TEST(Products, UnknownNames) {
  EXPECT_EQ(FindProduct("atlas_a4"), nullptr);
  EXPECT_EQ(FindSoc("Ascend910B9"), nullptr);
  EXPECT_EQ(FindSoc(""), nullptr);
  EXPECT_EQ(FindSoc("ascend910b3"), nullptr);
}

}  // namespace
}  // namespace openaclnn
