#include "runtime/rules/lists.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "runtime/base/errors.h"
#include "runtime/handles/handles.h"
#include "runtime/products/products.h"
#include "runtime/rules/rules.h"
#include "runtime/rules/testing.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {
namespace {

using Params = std::span<const ParamNumber>;

// Tensors in a list, a dimension number, and an output.
class ListRules : public ::testing::Test {
 protected:
  void TearDown() override {
    for (const aclTensorList* list : lists_) TensorListPool().Destroy(list);
    for (const aclTensor* tensor : tensors_) TensorPool().Destroy(tensor);
  }

  const aclTensor* TensorOf(const Dims& shape) {
    aclTensor tensor;
    tensor.view = {ACL_FLOAT, shape, ContiguousStrides(shape), 0};
    tensor.storage_shape = shape;
    return tensors_.emplace_back(TensorPool().Create(std::move(tensor)));
  }
  const aclTensorList* ListOf(std::vector<const aclTensor*> members) {
    return lists_.emplace_back(TensorListPool().Create(aclTensorList{std::move(members)}));
  }
  std::string Check(RuleId id, const std::vector<Dims>& shapes, int64_t dim, const Dims& out) {
    std::vector<const aclTensor*> members;
    for (const Dims& shape : shapes) members.push_back(TensorOf(shape));
    return Check(id, ListOf(members), dim, out);
  }
  std::string Check(RuleId id, const aclTensorList* list, int64_t dim, const Dims& out) {
    const ParamInfo params[] = {{"tensors", ParamKind::kInputList},
                                {"dim", ParamKind::kDim},
                                {"out", ParamKind::kOutputTensor}};
    const Arg args[] = {Arg::Of(list), Arg::Of(dim), Arg::Of(TensorOf(out))};
    constexpr ParamNumber kList[] = {0}, kDimOfList[] = {1, 0}, kAll[] = {1, 0, 2};
    const Rule rule = {id, id == RuleId::kNull  ? Params(kList)
                           : id == RuleId::kDim ? Params(kDimOfList)
                                                : Params(kAll)};
    ExpandedCall call(params, args, {&rule, 1});
    ParseArgs(call.params(), call.args());
    const std::vector<DTypeSet> accepted(AllProducts().size(), DTypeSet::Of(ACL_FLOAT));
    const aclnnStatus status = CheckRules(
        call.rules(), {"aclnnFake", FindProduct("atlas_a2"), accepted, call.params(), call.args()});
    return status == 0 ? "" : std::to_string(status) + " " + RecentErrorText();
  }

  std::vector<const aclTensor*> tensors_;
  std::vector<const aclTensorList*> lists_;
};

TEST_F(ListRules, AListAndItsTensorsAreLiveHandles) {
  EXPECT_EQ(Check(RuleId::kNull, {{2}, {3}}, 0, {5}), "");
  ExpectBroken(Check(RuleId::kNull, nullptr, 0, {5}), ACLNN_ERR_PARAM_NULLPTR,
               {"tensors is null; a tensor list is required"});
  ExpectBroken(Check(RuleId::kNull, std::vector<Dims>(), 0, {5}), ACLNN_ERR_PARAM_INVALID,
               {"tensors has no tensors"});
  const aclTensor* const live = TensorOf({2});
  ExpectBroken(Check(RuleId::kNull, ListOf({live, nullptr}), 0, {5}), ACLNN_ERR_PARAM_NULLPTR,
               {"tensors[1] is null; a tensor is required"});
  const aclTensor* const dead = TensorOf({2});
  TensorPool().Destroy(dead);
  ExpectBroken(Check(RuleId::kNull, ListOf({live, dead}), 0, {5}), ACLNN_ERR_PARAM_INVALID,
               {"tensors[1] is not a live tensor"});
  const aclTensorList* const list = ListOf({live});
  TensorListPool().Destroy(list);
  ExpectBroken(Check(RuleId::kNull, list, 0, {5}), ACLNN_ERR_PARAM_INVALID,
               {"tensors is not a live tensor list", "aclCreateTensorList"});
}

TEST_F(ListRules, Joined) {
  EXPECT_EQ(Check(RuleId::kJoined, {{2, 3}, {2, 4}}, -1, {2, 7}), "");
  EXPECT_EQ(Check(RuleId::kJoined, {{2, 3}, {0}, {5, 3}}, 0, {7, 3}), "");
  EXPECT_EQ(Check(RuleId::kJoined, {{0}, {0}}, 0, {0}), "");
  EXPECT_EQ(Check(RuleId::kJoined, {{0}, {2, 3}}, 1, {2, 3}), "");
  ExpectBroken(Check(RuleId::kJoined, {{2, 3}, {3, 4}}, -1, {2, 7}), ACLNN_ERR_PARAM_INVALID,
               {"tensors[1] has shape [3, 4]; it must be that of tensors[0], [2, 3]"});
  ExpectBroken(Check(RuleId::kJoined, {{2, 3}, {2, 3, 1}}, -1, {2, 6}), ACLNN_ERR_PARAM_INVALID,
               {"tensors[1]"});
  ExpectBroken(Check(RuleId::kJoined, {{2, 3}, {2, 4}}, -1, {2, 6}), ACLNN_ERR_PARAM_INVALID,
               {"out has shape [2, 6]; it must be [2, 7]"});
  ExpectBroken(Check(RuleId::kJoined, {{}, {}}, 0, {2}), ACLNN_ERR_PARAM_INVALID,
               {"tensors[0] has no dimensions"});
  // The sum of the extents does not fit into 64 bits.
  constexpr int64_t kHalf = int64_t{1} << 62;
  ExpectBroken(Check(RuleId::kJoined, {{kHalf, 0}, {kHalf, 0}}, 0, {0, 0}), ACLNN_ERR_PARAM_INVALID,
               {"tensors[1]"});
}

TEST_F(ListRules, Stacked) {
  EXPECT_EQ(Check(RuleId::kStacked, {{2, 3}, {2, 3}}, 0, {2, 2, 3}), "");
  EXPECT_EQ(Check(RuleId::kStacked, {{2, 3}, {2, 3}, {2, 3}}, -1, {2, 3, 3}), "");
  EXPECT_EQ(Check(RuleId::kStacked, std::vector<Dims>(1), 0, {1}), "");
  ExpectBroken(Check(RuleId::kStacked, {{2, 3}, {2, 4}}, 0, {2, 2, 3}), ACLNN_ERR_PARAM_INVALID,
               {"tensors[1] has shape [2, 4]; it must be that of tensors[0]"});
  ExpectBroken(Check(RuleId::kStacked, {{2, 3}, {2, 3}}, 1, {2, 3, 2}), ACLNN_ERR_PARAM_INVALID,
               {"out has shape [2, 3, 2]; it must be [2, 2, 3]"});
}

TEST_F(ListRules, TheRankIsThatOfTheFirstTensorWithElements) {
  EXPECT_EQ(Check(RuleId::kDim, {{0}, {2, 3}}, -2, {2, 3}), "");
  ExpectBroken(Check(RuleId::kDim, {{0}, {2, 3}}, 2, {2, 3}), ACLNN_ERR_PARAM_INVALID,
               {"dim is 2; tensors[1] with shape [2, 3] accepts -2 to 1"});
  ExpectBroken(Check(RuleId::kDim, {{0}, {0}}, 1, {0}), ACLNN_ERR_PARAM_INVALID, {"tensors[0]"});
}

}  // namespace
}  // namespace openaclnn
