#include "tools/specgen/known_functions.h"

#include <string>

#include "gtest/gtest.h"
#include "tools/specgen/testing.h"

namespace openaclnn::specgen {
namespace {

constexpr char kKnown[] = R"(functions:
  aclnn_pair.h:
    - Pair(const aclTensor* x, const aclTensor* y, char* mode, bool flip, aclTensor* z)
    - PairMore(const aclTensor* x, double
        eps)
  aclnn_pair_fancy.h:
    - PairFancy(const aclTensor* left, const aclTensor* right, const aclTensor* z)
  aclnn_strange.h: []
plain_functions:
  aclnn_other.h:
    - Size(const aclIntArray* shape, aclDataType dataType, uint64_t* size)
)";

class Known : public testing::Test {
 protected:
  Known() {
    products_ = ReadProducts(TestData("products.yaml"), "products.yaml", &problems_);
    specs_.push_back(ReadSpec(TestData("pair.yaml"), "pair.yaml", products_, &problems_));
    known_ = ReadKnownFunctions(kKnown, "known.yaml", &problems_);
    unimplemented_ = Unimplemented(known_, specs_);
    EXPECT_EQ(problems_.Text(), "");
  }
  Problems problems_;
  ProductTable products_;
  std::vector<Spec> specs_;
  KnownFunctions known_, unimplemented_;
};

void ExpectContains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}
void ExpectLacks(const std::string& text, const std::string& part) {
  EXPECT_EQ(text.find(part), std::string::npos) << part << "\nis in\n" << text;
}

TEST_F(Known, WhatAnOperatorHasIsDropped) {
  EXPECT_EQ(UnimplementedList(unimplemented_),
            "aclnn_other.h aclnnSize\naclnn_pair.h aclnnPairMore\n");
  EXPECT_FALSE(unimplemented_.contains("aclnn_pair_fancy.h"))
      << "the operator's header is all there is";
  EXPECT_TRUE(unimplemented_.contains("aclnn_strange.h"));
}

TEST_F(Known, AHeaderHasTheFunctionsOfTheOperatorToo) {
  const std::string text =
      UnimplementedHeader("aclnn_pair.h", unimplemented_.at("aclnn_pair.h"), specs_, products_);
  ExpectContains(text, "Generated from tools/install/known_functions.yaml and ops/pair/spec.yaml");
  ExpectContains(text, "aclnnInplacePairGetWorkspaceSize(");
  ExpectContains(text, "Not implemented by openaclnn.");
  ExpectContains(text,
                 "ACLNN_API aclnnStatus aclnnPairMoreGetWorkspaceSize(\n    const aclTensor* x,\n  "
                 "  double eps,\n"
                 "    uint64_t* workspaceSize,\n    aclOpExecutor** executor);\n");
  ExpectContains(text, "aclnnPairMore(");
  EXPECT_EQ(text.find("#ifndef"), text.rfind("#ifndef"));
}

TEST_F(Known, HeadersWithoutAnOperator) {
  const std::string text =
      UnimplementedHeader("aclnn_other.h", unimplemented_.at("aclnn_other.h"), specs_, products_);
  ExpectContains(
      text,
      "aclnnStatus aclnnSize(const aclIntArray* shape, aclDataType dataType, uint64_t* size);\n");
  ExpectLacks(text, "aclnnSizeGetWorkspaceSize");
  ExpectContains(UnimplementedHeader("aclnn_strange.h", {}, specs_, products_),
                 "does not know what the vendor's header declares");
}

TEST_F(Known, TheSourceRefusesBothPhases) {
  const std::string text = UnimplementedSource(unimplemented_, specs_, "1.2.3");
  ExpectContains(text, "by openaclnn 1.2.3; implemented are the 3 functions");
  ExpectContains(text,
                 "ACLNN_API aclnnStatus aclnnPairMoreGetWorkspaceSize(const aclTensor* x, double "
                 "eps, uint64_t* workspaceSize, "
                 "aclOpExecutor** executor) { return Unimplemented(\"aclnnPairMore\"); }\n");
  ExpectContains(text,
                 "aclOpExecutor* executor, aclrtStream stream) { return "
                 "Unimplemented(\"aclnnPairMore\"); }\n");
  ExpectContains(text, "uint64_t* size) { return Unimplemented(\"aclnnSize\"); }\n");
  ExpectLacks(text, "aclnnPairGetWorkspaceSize");
}

TEST_F(Known, AllAreDeclaredForComparison) {
  const std::string text = KnownFunctionsHeader(known_);
  ExpectContains(text, "aclnnPairFancyGetWorkspaceSize(");
  ExpectContains(text, "  WITH_PHASES(aclnnPairMore, 0, 0)");
  ExpectContains(text, "  PLAIN(aclnnSize, 0, 0, 0)");
}

TEST(KnownProblems, AreReportedWithTheirPlace) {
  Problems problems;
  ReadKnownFunctions(
      "functions:\n  abs.h:\n    - Abs(const aclTensor* self)\n  aclnn_b.h:\n    - B(Tensor* "
      "self)\n    - B()\n    - C\n"
      "    - Abs(aclTensor* x)\nother:\n",
      "known.yaml", &problems);
  const std::string text = problems.Text();
  for (const char* part : {
           "known.yaml:9: unknown key \"other\"",
           "missing key \"plain_functions\"",
           "known.yaml:2: a header is named aclnn_<name>.h",
           "known.yaml:5: \"Tensor* self\" is no parameter",
           "known.yaml:6: \"\" is no parameter",
           "known.yaml:6: aclnnB stands here twice",
           "known.yaml:7: \"C\" is no function",
           "known.yaml:8: aclnnAbs stands here twice",
       }) {
    ExpectContains(text, part);
  }
}

}  // namespace
}  // namespace openaclnn::specgen
