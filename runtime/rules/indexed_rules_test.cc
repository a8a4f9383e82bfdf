// The rules of operators that find elements by indices.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "runtime/base/errors.h"
#include "runtime/handles/handles.h"
#include "runtime/rules/rules.h"
#include "runtime/rules/testing.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {
namespace {

constexpr ParamInfo kParams[] = {
    {"dim", ParamKind::kDim},          {"wraps", ParamKind::kBool},
    {"self", ParamKind::kInputTensor}, {"index", ParamKind::kInputTensor},
    {"out", ParamKind::kOutputTensor}, {"source", ParamKind::kInputTensor},
    {"indices", ParamKind::kIntArray}};

class IndexedRules : public testing::Test {
 protected:
  ~IndexedRules() override {
    for (const aclTensor* tensor : tensors_) TensorPool().Destroy(tensor);
    for (const aclIntArray* array : arrays_) IntArrayPool().Destroy(array);
  }

  const aclTensor* Make(const Dims& shape) {
    aclTensor* tensor = TensorPool().Create();
    TensorPool().Find(tensor)->view = {ACL_FLOAT, shape, ContiguousStrides(shape), 0};
    return tensors_.emplace_back(tensor);
  }

  // Empty if the rule is kept; else "code message".
  static std::string Check(RuleId id, std::span<const ParamNumber> which, std::span<Arg> args) {
    ParseArgs(kParams, args);
    const Rule rule = {id, which};
    const std::vector<DTypeSet> accepted(AllProducts().size(), DTypeSet::Of(ACL_FLOAT));
    const aclnnStatus status =
        CheckRules({&rule, 1}, {"aclnnFake", FindProduct("atlas_a2"), accepted, kParams, args});
    return status == 0 ? "" : std::to_string(status) + " " + RecentErrorText();
  }

  std::string Gathered(const Dims& self, int64_t dim, const Dims& index, const Dims& out) {
    Arg args[] = {
        Arg::Of(dim), Arg::Of(true), Arg::Of(Make(self)), Arg::Of(Make(index)), Arg::Of(Make(out)),
        Arg(),        Arg()};
    constexpr ParamNumber kWhich[] = {0, 1, 2, 3, 4};
    return Check(RuleId::kGathered, kWhich, args);
  }
  std::string Indexed(const Dims& self, int64_t dim, const Dims& index, const Dims& source) {
    Arg args[] = {Arg::Of(dim),          Arg(), Arg::Of(Make(self)), Arg::Of(Make(index)), Arg(),
                  Arg::Of(Make(source)), Arg()};
    constexpr ParamNumber kWhich[] = {0, 2, 3, 5};
    return Check(RuleId::kIndexed, kWhich, args);
  }
  std::string Indices(const Dims& self, int64_t dim, std::vector<int64_t> indices) {
    arrays_.push_back(IntArrayPool().Create(aclIntArray{std::move(indices)}));
    Arg args[] = {Arg::Of(dim), Arg(), Arg::Of(Make(self)),    Arg(),
                  Arg(),        Arg(), Arg::Of(arrays_.back())};
    constexpr ParamNumber kWhich[] = {6, 0, 2};
    return Check(RuleId::kIndices, kWhich, args);
  }

 private:
  std::vector<const aclTensor*> tensors_;
  std::vector<const aclIntArray*> arrays_;
};

TEST_F(IndexedRules, Gathered) {
  EXPECT_EQ(Gathered({2, 3}, 1, {5}, {2, 5}), "");
  EXPECT_EQ(Gathered({2, 3}, -2, {5, 7}, {5, 7, 3}), "");
  EXPECT_EQ(Gathered({2, 3}, 0, {}, {1, 3}), "");
  EXPECT_EQ(Gathered({}, 0, {1}, {}), "");
  ExpectBroken(Gathered({2, 3}, 1, {5}, {5, 3}), ACLNN_ERR_PARAM_INVALID,
               {"out has shape [5, 3]; it must be [2, 5]", "[R.gathered]"});
  ExpectBroken(Gathered({}, 0, {2}, {}), ACLNN_ERR_PARAM_INVALID,
               {"index has shape [2]; self with shape [] accepts one index", "[R.gathered]"});
  ExpectBroken(Gathered(Dims(25, 1), 0, {1, 1}, {1}), ACLNN_ERR_PARAM_INVALID,
               {"index has shape [1, 1]; self", "accepts at most 1 dimensions", "[R.gathered]"});
}

TEST_F(IndexedRules, Indexed) {
  EXPECT_EQ(Indexed({2, 3}, 1, {5}, {2, 5}), "");
  EXPECT_EQ(Indexed({2, 3}, -2, {1}, {1, 3}), "");
  EXPECT_EQ(Indexed({}, 0, {1}, {1}), "");
  EXPECT_EQ(Indexed({4}, 0, {}, {}), "");
  ExpectBroken(Indexed({2, 3}, 1, {5}, {2, 3}), ACLNN_ERR_PARAM_INVALID,
               {"source has shape [2, 3]; it must be [2, 5]", "[R.indexed]"});
  ExpectBroken(Indexed({2, 3}, 0, {1}, {}), ACLNN_ERR_PARAM_INVALID, {"it must be [1, 3]"});
}

TEST_F(IndexedRules, Indices) {
  EXPECT_EQ(Indices({2, 3}, 1, {2, -3, 0, 2}), "");
  EXPECT_EQ(Indices({}, 0, {0, -1}), "");
  EXPECT_EQ(Indices({2, 0}, 1, {}), "");
  for (const int64_t bad : {int64_t{3}, int64_t{-4}, INT64_MAX, INT64_MIN}) {
    ExpectBroken(Indices({2, 3}, -1, {0, bad}), ACLNN_ERR_PARAM_INVALID,
                 {"indices has ", "self with shape [2, 3] has 3 elements along dimension 1",
                  "accepts -3 to 2", "[R.indices]"});
  }
  ExpectBroken(Indices({2, 0}, 1, {0}), ACLNN_ERR_PARAM_INVALID,
               {"has 0; self with shape [2, 0] has 0 elements along dimension 1"});
}

}  // namespace
}  // namespace openaclnn
