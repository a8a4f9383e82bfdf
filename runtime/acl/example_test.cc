#include <cstdint>
#include <vector>

#include "acl_example.h"
#include "gtest/gtest.h"

namespace acl_example {
namespace {

struct Plan {
  int64_t phase1 = 0, phase2 = 0;
};

Plan calls;

aclnnStatus Planned(aclTensor* out, int64_t number, uint64_t* bytes, aclOpExecutor**) {
  EXPECT_NE(out, nullptr);
  calls.phase1 += number;
  *bytes = 64;
  return 0;
}

aclnnStatus Ran(void* workspace, uint64_t bytes, aclOpExecutor*, aclrtStream stream) {
  EXPECT_NE(workspace, nullptr);
  EXPECT_EQ(bytes, 64u);
  EXPECT_NE(stream, nullptr);
  ++calls.phase2;
  return 0;
}

TEST(AclExample, ATensorKeepsItsValues) {
  const Session session;
  EXPECT_EQ(Tensor({2, 3}, {1, 2, 3, 4, 5, 6}).Values(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Tensor({2}).Values(), (std::vector<float>{0, 0}));
  EXPECT_EQ(Tensor({}, {7}).Values(), (std::vector<float>{7}));
  EXPECT_TRUE(Tensor({0, 4}).Values().empty());
}

TEST(AclExample, RunCallsBothPhasesWithTheWorkspaceAskedFor) {
  const Session session;
  const Tensor out({2});
  session.Run(Planned, Ran, out, 5);
  EXPECT_EQ(calls.phase1, 5);
  EXPECT_EQ(calls.phase2, 1);
}

TEST(AclExampleDeathTest, AFailureEndsTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(Check(aclrtSetDevice(99)), ::testing::ExitedWithCode(1),
              "failed with [0-9]+: .*device");
  EXPECT_EXIT(Tensor({3}, {1, 2}), ::testing::ExitedWithCode(1),
              "a tensor of 3 elements was given 2 values");
}

}  // namespace
}  // namespace acl_example
