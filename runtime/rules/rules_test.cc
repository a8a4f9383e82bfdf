// Every rule, kept and broken in each way it can be.

#include "runtime/rules/rules.h"

#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "runtime/base/errors.h"
#include "runtime/handles/handles.h"
#include "runtime/rules/testing.h"

namespace openaclnn {
namespace {

using Params = std::span<const ParamNumber>;

// A call of a made-up function with parameters a, b (inputs), mode (string), dim (int), level
// (enum), out (output).
enum : ParamNumber { kA, kB, kMode, kDim, kLevel, kOut };

class Rules : public testing::Test {
 protected:
  Rules() {
    args_[kA] = Arg::Of(Make(ACL_FLOAT, {2, 4}));
    args_[kB] = Arg::Of(Make(ACL_FLOAT, {2, 4}));
    args_[kMode] = Arg::Of("fast");
    args_[kDim] = Arg::Of(int64_t{-1});
    args_[kLevel] = Arg::Of(int64_t{1});
    args_[kOut] = Arg::Of(Make(ACL_FLOAT, {2, 4}));
  }
  ~Rules() override {
    for (const aclTensor* tensor : made_) TensorPool().Destroy(tensor);
  }

  aclTensor* Make(aclDataType dtype, Dims shape) {
    aclTensor* tensor = TensorPool().Create();
    aclTensor& object = *TensorPool().Find(tensor);
    object.view = {dtype, shape, ContiguousStrides(shape), 0};
    object.format = ACL_FORMAT_ND;
    object.storage_shape = shape;
    made_.push_back(tensor);
    return tensor;
  }
  aclTensor& TensorOf(ParamNumber param) { return *TensorPool().Find(args_[param].tensor); }

  // Empty if the rule is kept; else "code message".
  std::string Check(const Rule& rule, const char* product = "atlas_a2") {
    std::copy(std::begin(args_), std::end(args_), std::begin(parsed_));
    ParseArgs(params_, parsed_);
    const RuleContext context = {"aclnnFake", FindProduct(product), accepted_, params_, parsed_};
    const aclnnStatus status = CheckRules({&rule, 1}, context);
    if (status == 0) return "";
    return std::to_string(status) + " " + RecentErrorText();
  }

  static constexpr ParamValue kModes[] = {{"fast", 0}, {"exact", 1}};
  static constexpr ParamValue kLevels[] = {{"low", 0}, {"high", 1}};
  ParamInfo params_[6] = {
      {"a", ParamKind::kInputTensor, {}},   {"b", ParamKind::kInputTensor, {}},
      {"mode", ParamKind::kString, kModes}, {"dim", ParamKind::kDim, {}},
      {"level", ParamKind::kEnum, kLevels}, {"out", ParamKind::kOutputTensor, {}}};
  const std::vector<DTypeSet> accepted_ = [] {
    std::vector<DTypeSet> sets(AllProducts().size());
    sets[FindProduct("atlas_a2")->index] = DTypeSet::Of(ACL_FLOAT, ACL_FLOAT16, ACL_BF16);
    sets[FindProduct("atlas_training")->index] = DTypeSet::Of(ACL_FLOAT, ACL_FLOAT16);
    return sets;
  }();
  Arg args_[6];
  Arg parsed_[6];  // by the last Check
  std::vector<const aclTensor*> made_;
};

#define EXPECT_KEPT(...) EXPECT_EQ(Check(__VA_ARGS__), "")
// The code, then each expected piece of the message.
TEST_F(Rules, Null) {
  const ParamNumber params[] = {kA, kMode, kOut};
  const Rule null = {RuleId::kNull, params};
  EXPECT_KEPT(null);
  args_[kMode].text = nullptr;
  ExpectBroken(Check(null), ACLNN_ERR_PARAM_NULLPTR, {"aclnnFake: mode is null", "[R.null]"});
  args_[kA].tensor = nullptr;
  ExpectBroken(Check(null), ACLNN_ERR_PARAM_NULLPTR, {"a is null"});
}

TEST_F(Rules, DeadAndForeignHandles) {
  const ParamNumber params[] = {kA, kOut};
  const Rule null = {RuleId::kNull, params};
  const aclTensor* kept = args_[kOut].tensor;
  int foreign = 0;
  args_[kOut].tensor = reinterpret_cast<const aclTensor*>(&foreign);
  ExpectBroken(Check(null), ACLNN_ERR_PARAM_INVALID, {"out is not a live tensor"});
  args_[kOut].tensor = kept;
  TensorPool().Destroy(kept);
  ExpectBroken(Check(null), ACLNN_ERR_PARAM_INVALID, {"out is not a live tensor"});
}

TEST_F(Rules, AnOptionalTensorThatIsNullIsNotNamed) {
  using enum RuleId;
  params_[kB].optional = true;
  static constexpr ParamNumber all[] = {kA, kB, kOut}, optional[] = {kB};
  args_[kB].tensor = nullptr;
  for (const RuleId id :
       {kNull, kTensor, kDType, kFormat, kSameDType, kSameShape, kPromote, kCastable, kBroadcast})
    EXPECT_KEPT(Rule{id, all});
  EXPECT_TRUE(parsed_[kB].absent && !parsed_[kA].absent);
  TensorOf(kA).view.shape = {2, 4, 1};  // the others are looked at all the same
  ExpectBroken(Check({kBroadcast, all}), ACLNN_ERR_PARAM_INVALID, {"out has shape [2, 4]"});
  ExpectBroken(Check({kSome, optional}), ACLNN_ERR_PARAM_NULLPTR, {"b is null; a tensor is"});
  args_[kB].tensor = reinterpret_cast<const aclTensor*>(all);
  ExpectBroken(Check({kNull, optional}), ACLNN_ERR_PARAM_INVALID, {"b is not a live tensor"});
}

TEST_F(Rules, Product) {
  const Rule rule = {RuleId::kProduct, {}};
  EXPECT_KEPT(rule);
  ExpectBroken(Check(rule, "atlas_200i_500_a2"), ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
               {"atlas_200i_500_a2 does not have it; chips of these products do: ", "atlas_a2",
                "OPENACLNN_DEVICES", "[R.product]"});
}

TEST_F(Rules, Tensor) {
  const ParamNumber params[] = {kA};
  const Rule rule = {RuleId::kTensor, params};
  EXPECT_KEPT(rule);
  TensorOf(kA).view.strides = {4, 2};
  ExpectBroken(Check(rule), ACLNN_ERR_INNER_NULLPTR,
               {"a leaves its storage", "strides [4, 2]", "8 elements"});
  TensorOf(kA).view.strides = {4, -1};
  ExpectBroken(Check(rule), ACLNN_ERR_INNER_NULLPTR, {"a leaves its storage"});
  TensorOf(kA).view.offset = 3;
  EXPECT_KEPT(rule);
  TensorOf(kA).view.offset = 4;
  ExpectBroken(Check(rule), ACLNN_ERR_INNER_NULLPTR, {"offset 4"});
  TensorOf(kA).view.offset = INT64_MAX;
  ExpectBroken(Check(rule), ACLNN_ERR_INNER_NULLPTR, {"a leaves its storage"});
  TensorOf(kA).view = {ACL_FLOAT, {2, 4}, {INT64_MAX, 1}, 0};
  ExpectBroken(Check(rule), ACLNN_ERR_INNER_NULLPTR, {"a leaves its storage"});
  TensorOf(kA).view.shape = {2, -4};
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"a has the shape [2, -4]", "must not be negative"});
  TensorOf(kA).view.shape = {int64_t{1} << 40, int64_t{1} << 40};
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"fit in memory"});
  TensorOf(kA).view.shape = {0, 4};
  EXPECT_KEPT(rule);
  TensorOf(kA).storage_shape = {-8};
  EXPECT_KEPT(rule);
  TensorOf(kA).view = {ACL_FLOAT, {2, 4}, {1, 2}, 0};
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"storage shape [-8]"});
}

// Views whose storage does not matter, which most are, and views that are nearly of that kind.
TEST_F(Rules, ContiguousTensor) {
  const ParamNumber params[] = {kA};
  const Rule rule = {RuleId::kTensor, params};
  const auto set = [&](const Dims& shape, const Dims& strides, int64_t offset,
                       const Dims& storage) {
    TensorOf(kA).view = {ACL_FLOAT, shape, strides, offset};
    TensorOf(kA).storage_shape = storage;
  };
  constexpr int64_t kHuge = int64_t{1} << 40;
  set({2, 4}, {4, 1}, 1, {2, 4});
  EXPECT_KEPT(rule);
  set({2, 1, 4}, {4, 77, 1}, 0, {2, 3});
  EXPECT_KEPT(rule);
  set({2}, {1}, 0, {-7});
  EXPECT_KEPT(rule);
  set({}, {}, 3, {});
  EXPECT_KEPT(rule);
  set({2, 4}, {4, 1}, -1, {2, 4});
  ExpectBroken(Check(rule), ACLNN_ERR_INNER_NULLPTR, {"offset -1 in a storage of 8"});
  set({2, 4}, {4, 1}, INT64_MAX / 16 - 7, {2, 4});
  ExpectBroken(Check(rule), ACLNN_ERR_INNER_NULLPTR, {"in a storage of 8"});
  set({2, 4}, {5, 1}, 0, {2, 4});
  ExpectBroken(Check(rule), ACLNN_ERR_INNER_NULLPTR, {"in a storage of 8"});
  set({-8}, {1}, 0, {-8});
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"must not be negative"});
  set({kHuge, kHuge}, {kHuge, 1}, 0, {kHuge, kHuge});
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"fit in memory"});
  set({kHuge << 20}, {1}, 0, {kHuge << 20});
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"fit in memory"});
}

TEST_F(Rules, DType) {
  const ParamNumber params[] = {kA, kB};
  const Rule rule = {RuleId::kDType, params};
  EXPECT_KEPT(rule);
  TensorOf(kB).view.dtype = ACL_BF16;
  EXPECT_KEPT(rule);
  ExpectBroken(
      Check(rule, "atlas_training"), ACLNN_ERR_PARAM_INVALID,
      {"b has dtype bfloat16 (DT_BF16)", "atlas_training accepts float32, float16", "[R.dtype]"});
  TensorOf(kA).view.dtype = static_cast<aclDataType>(999);
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"a has dtype unknown"});
  TensorOf(kA).view.dtype = ACL_DT_UNDEFINED;
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"a has dtype undefined"});
}

TEST_F(Rules, SameDType) {
  const ParamNumber params[] = {kA, kB, kOut};
  const Rule rule = {RuleId::kSameDType, params};
  EXPECT_KEPT(rule);
  TensorOf(kOut).view.dtype = ACL_FLOAT16;
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"out has dtype float16; it must have that of a, which is float32 [R.same_dtype]"});
  TensorOf(kA).view.dtype = ACL_INT64;
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"which is int64, and atlas_a2 accepts ", "[R.same_dtype]"});
}

TEST_F(Rules, Promote) {
  const ParamNumber params[] = {kA, kB, kOut};
  const Rule rule = {RuleId::kPromote, params};
  TensorOf(kA).view.dtype = ACL_FLOAT16;
  TensorOf(kB).view.dtype = ACL_BF16;
  EXPECT_KEPT(rule);
  TensorOf(kOut).view.dtype = ACL_BF16;
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"out has dtype bfloat16; the inputs promote to float32", "[R.promote]"});
  TensorOf(kB).view.dtype = ACL_DOUBLE;
  ExpectBroken(
      Check(rule), ACLNN_ERR_PARAM_INVALID,
      {"a float16, b float64 promote to float64; atlas_a2 accepts float32, float16, bfloat16"});
  TensorOf(kB).view.dtype = ACL_UINT32;
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"promote to undefined"});
  const Rule inputs_only = {.id = RuleId::kPromote,
                            .params = std::span<const ParamNumber>(params, 2),
                            .has_output = false};
  TensorOf(kB).view.dtype = ACL_FLOAT;
  EXPECT_KEPT(inputs_only);
}

TEST_F(Rules, Format) {
  const ParamNumber params[] = {kA};
  const Rule rule = {RuleId::kFormat, params};
  for (aclFormat format :
       {ACL_FORMAT_ND, ACL_FORMAT_NCHW, ACL_FORMAT_NHWC, ACL_FORMAT_NCDHW, ACL_FORMAT_NCL}) {
    TensorOf(kA).format = format;
    EXPECT_KEPT(rule);
  }
  for (aclFormat format : {ACL_FORMAT_FRACTAL_NZ, ACL_FORMAT_NC1HWC0, ACL_FORMAT_UNDEFINED}) {
    TensorOf(kA).format = format;
    ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"a has format", "[R.format]"});
  }
}

TEST_F(Rules, MaxRank) {
  const ParamNumber params[] = {kA};
  EXPECT_KEPT({.id = RuleId::kMaxRank, .params = params, .value = 2});
  ExpectBroken(Check({.id = RuleId::kMaxRank, .params = params, .value = 1}),
               ACLNN_ERR_PARAM_INVALID, {"a has 2 dimensions; at most 1", "[R.max_rank]"});
}

TEST_F(Rules, MinRank) {
  const ParamNumber params[] = {kA};
  EXPECT_KEPT({.id = RuleId::kMinRank, .params = params, .value = 2});
  ExpectBroken(Check({.id = RuleId::kMinRank, .params = params, .value = 3}),
               ACLNN_ERR_PARAM_INVALID,
               {"a has shape ", "; at least 3 dimensions are needed", "[R.min_rank]"});
}

TEST_F(Rules, SameShape) {
  const ParamNumber params[] = {kA, kOut};
  const Rule rule = {RuleId::kSameShape, params};
  EXPECT_KEPT(rule);
  TensorOf(kOut).view.shape = {8};
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"out has shape [8]; it must have that of a, which is [2, 4]", "[R.same_shape]"});
}

TEST_F(Rules, Broadcast) {
  const ParamNumber params[] = {kA, kB, kOut};
  const Rule rule = {RuleId::kBroadcast, params};
  EXPECT_KEPT(rule);
  TensorOf(kB).view.shape = {1};
  EXPECT_KEPT(rule);
  TensorOf(kB).view.shape = {3};
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"b has shape [3], which does not broadcast with [2, 4] of a", "[R.broadcast]"});
  TensorOf(kB).view.shape = {5, 2, 4};
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"out has shape [2, 4]; the inputs broadcast to [5, 2, 4]"});
}

TEST_F(Rules, Attr) {
  const ParamNumber mode[] = {kMode}, level[] = {kLevel};
  const Rule text = {RuleId::kAttr, mode}, number = {RuleId::kAttr, level};
  args_[kMode].text = "exact";
  EXPECT_KEPT(text);
  EXPECT_EQ(parsed_[kMode].number, 1);
  for (const char* wrong : {"EXACT", "exac", "exact ", ""}) {
    args_[kMode].text = wrong;
    ExpectBroken(Check(text), ACLNN_ERR_PARAM_INVALID,
                 {"mode is \"", wrong, "accepted are \"fast\", \"exact\"", "[R.attr]"});
  }
  EXPECT_KEPT(number);
  args_[kLevel].number = 2;
  ExpectBroken(Check(number), ACLNN_ERR_PARAM_INVALID,
               {"level is 2; accepted are 0 (low), 1 (high)"});
}

TEST_F(Rules, AttrProduct) {
  const ParamNumber level[] = {kLevel};
  const Rule rule = {.id = RuleId::kAttrProduct,
                     .params = level,
                     .value = 1,
                     .products = 1u << FindProduct("atlas_training")->index};
  EXPECT_KEPT(rule, "atlas_training");
  args_[kLevel].number = 0;
  EXPECT_KEPT(rule, "atlas_a2");
  ExpectBroken(Check(rule, "atlas_training"), ACLNN_ERR_PARAM_INVALID,
               {"level is 0; atlas_training accepts only 1", "[R.attr_product]"});
}

TEST_F(Rules, Dim) {
  const ParamNumber params[] = {kDim, kA};
  const Rule rule = {RuleId::kDim, params};
  for (int64_t dim : {-2, -1, 0, 1}) {
    args_[kDim].number = dim;
    EXPECT_KEPT(rule);
  }
  for (int64_t dim : {int64_t{-3}, int64_t{2}, INT64_MIN, INT64_MAX}) {
    args_[kDim].number = dim;
    ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"dim is ", "accepts -2 to 1", "[R.dim]"});
  }
  TensorOf(kA).view.shape = {};
  args_[kDim].number = 0;
  EXPECT_KEPT(rule);
  args_[kDim].number = 1;
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"accepts -1 to 0"});
}

TEST_F(Rules, Half) {
  const ParamNumber params[] = {kDim, kA, kB, kOut};
  const Rule rule = {RuleId::kHalf, params};
  TensorOf(kB).view.shape = TensorOf(kOut).view.shape = {2, 2};
  EXPECT_KEPT(rule);
  args_[kDim].number = 0;
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"b has shape [2, 2]; it must be [1, 4], that of a, [2, 4], with dimension 0 halved",
                "[R.half]"});
  TensorOf(kB).view.shape = {1, 4};
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"out has shape [2, 2]"});
  args_[kDim].number = -1;
  TensorOf(kA).view.shape = {2, 5};
  TensorOf(kB).view.shape = TensorOf(kOut).view.shape = {2, 2};
  ExpectBroken(
      Check(rule), ACLNN_ERR_PARAM_INVALID,
      {"a has shape [2, 5]; its extent in dimension -1 must be even, and half of it that of b"});
  TensorOf(kA).view.shape = {};
  TensorOf(kB).view.shape = {};
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID, {"a has no dimensions", "b", "[R.half]"});
}

TEST_F(Rules, Output) {
  const ParamNumber params[] = {kOut};
  const Rule rule = {RuleId::kOutput, params};
  EXPECT_KEPT(rule);
  TensorOf(kOut).view.strides = {0, 1};
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"out overlaps itself", "strides [0, 1]", "[R.output]"});
}

TEST_F(Rules, TheFirstBrokenRuleDecides) {
  const ParamNumber params[] = {kA};
  const Rule rules[] = {{RuleId::kDType, params},
                        {.id = RuleId::kMaxRank, .params = params, .value = 1}};
  TensorOf(kA).view.dtype = ACL_INT8;
  ParseArgs(params_, args_);
  const RuleContext context = {"aclnnFake", FindProduct("atlas_a2"), accepted_, params_, args_};
  EXPECT_EQ(CheckRules(rules, context), ACLNN_ERR_PARAM_INVALID);
  EXPECT_NE(std::string(RecentErrorText()).find("[R.dtype]"), std::string::npos);
}

// A call with numbers: a (tensor), slope (scalar), bound (double), flag (bool), dtype, out.
enum : ParamNumber { kNumberA, kSlope, kBound, kFlag, kTarget, kNumberOut };

class NumberRules : public testing::Test {
 protected:
  NumberRules() {
    args_[kNumberA] = Arg::Of(Make(ACL_FLOAT));
    SetSlope(ACL_FLOAT, 0.5f);
    args_[kBound] = Arg::Of(1.5);
    args_[kFlag] = Arg::Of(true);
    args_[kTarget] = Arg::Of(ACL_FLOAT);
    args_[kNumberOut] = Arg::Of(Make(ACL_FLOAT));
  }
  ~NumberRules() override {
    for (const aclTensor* tensor : tensors_) TensorPool().Destroy(tensor);
    for (const aclScalar* scalar : scalars_) ScalarPool().Destroy(scalar);
  }

  const aclTensor* Make(aclDataType dtype) {
    aclTensor* tensor = TensorPool().Create();
    TensorPool().Find(tensor)->view.dtype = dtype;
    tensors_.push_back(tensor);
    return tensor;
  }
  template <typename T>
  void SetSlope(aclDataType dtype, T value) {
    aclScalar* scalar = ScalarPool().Create(aclScalar{dtype, {}});
    std::memcpy(ScalarPool().Find(scalar)->bytes, &value, sizeof(value));
    scalars_.push_back(scalar);
    args_[kSlope] = Arg::Of(static_cast<const aclScalar*>(scalar));
  }
  std::string Check(const Rule& rule) {
    std::copy(std::begin(args_), std::end(args_), std::begin(parsed_));
    ParseArgs(params_, parsed_);
    const RuleContext context = {"aclnnFake", FindProduct("atlas_a2"), accepted_, params_, parsed_};
    const aclnnStatus status = CheckRules({&rule, 1}, context);
    return status == 0 ? "" : std::to_string(status) + " " + RecentErrorText();
  }

  const std::vector<DTypeSet> accepted_ =
      std::vector<DTypeSet>(AllProducts().size(), DTypeSet::Of(ACL_FLOAT, ACL_INT32, ACL_BOOL));
  const std::vector<DTypeSet> scalars_accepted_ =
      std::vector<DTypeSet>(AllProducts().size(), DTypeSet::Of(ACL_FLOAT, ACL_INT8));
  ParamInfo params_[6] = {
      {"a", ParamKind::kInputTensor}, {"slope", ParamKind::kScalar, {}, scalars_accepted_},
      {"bound", ParamKind::kDouble},  {"flag", ParamKind::kBool},
      {"dtype", ParamKind::kDType},   {"out", ParamKind::kOutputTensor}};
  Arg args_[6];
  Arg parsed_[6];  // by the last Check
  std::vector<const aclTensor*> tensors_;
  std::vector<const aclScalar*> scalars_;
};

TEST_F(NumberRules, AScalarIsALiveHandleAndIsRead) {
  const ParamNumber params[] = {kNumberA, kSlope};
  const Rule null = {RuleId::kNull, params};
  EXPECT_KEPT(null);
  EXPECT_EQ(parsed_[kSlope].value.AsDouble(), 0.5);
  int foreign = 0;
  args_[kSlope].scalar = reinterpret_cast<const aclScalar*>(&foreign);
  ExpectBroken(Check(null), ACLNN_ERR_PARAM_INVALID, {"slope is not a live scalar", "[R.null]"});
  args_[kSlope].scalar = nullptr;
  ExpectBroken(Check(null), ACLNN_ERR_PARAM_NULLPTR, {"slope is null", "a scalar is required"});
}

TEST_F(NumberRules, SomeOptionalScalarIsGiven) {
  params_[kSlope].optional = params_[kBound].optional = true;
  params_[kBound].kind = ParamKind::kScalar;
  args_[kBound] = Arg::Of(static_cast<const aclScalar*>(nullptr));
  const ParamNumber params[] = {kSlope, kBound};
  const Rule some = {RuleId::kSome, params};
  EXPECT_KEPT(some);
  EXPECT_FALSE(parsed_[kSlope].absent);
  EXPECT_TRUE(parsed_[kBound].absent);
  const aclScalar* slope = args_[kSlope].scalar;
  int foreign = 0;
  args_[kSlope].scalar = reinterpret_cast<const aclScalar*>(&foreign);
  EXPECT_KEPT(some);  // R.null says what is wrong
  ExpectBroken(Check({RuleId::kNull, params}), ACLNN_ERR_PARAM_INVALID,
               {"slope is not a live scalar"});
  args_[kSlope].scalar = nullptr;
  ExpectBroken(Check(some), ACLNN_ERR_PARAM_NULLPTR,
               {"slope and bound are null", "at least one of them", "[R.some]"});
  ExpectBroken(Check({RuleId::kSome, {params, 1}}), ACLNN_ERR_PARAM_NULLPTR,
               {"slope is null", "a scalar is required"});
  args_[kBound].scalar = slope;
  EXPECT_KEPT(some);
}

TEST_F(NumberRules, AParameterMayHaveTypesOfItsOwn) {
  const ParamNumber params[] = {kSlope, kTarget};
  const Rule dtype = {RuleId::kDType, params};
  EXPECT_KEPT(dtype);
  SetSlope(ACL_INT32, int32_t{1});  // of a tensor it would be accepted
  ExpectBroken(Check(dtype), ACLNN_ERR_PARAM_INVALID,
               {"slope has dtype int32", "accepts float32, int8", "[R.dtype]"});
  SetSlope(ACL_INT8, int8_t{1});
  args_[kTarget] = Arg::Of(ACL_STRING);
  ExpectBroken(Check(dtype), ACLNN_ERR_PARAM_INVALID,
               {"dtype is string", "accepts float32, int32, bool"});
}

TEST_F(NumberRules, ScalarsPromoteByTheirKind) {
  const ParamNumber which[] = {kNumberA, kSlope};
  const auto promoted = [&](aclDataType tensor) {
    args_[kNumberA] = Arg::Of(Make(tensor));
    std::copy(std::begin(args_), std::end(args_), std::begin(parsed_));
    ParseArgs(params_, parsed_);
    return PromotedType(params_, parsed_, which);
  };
  SetSlope(ACL_DOUBLE, 1.0);
  EXPECT_EQ(promoted(ACL_FLOAT16), ACL_FLOAT16);
  EXPECT_EQ(promoted(ACL_INT32), ACL_FLOAT);
  EXPECT_EQ(promoted(ACL_BOOL), ACL_FLOAT);
  SetSlope(ACL_INT64, int64_t{1});
  EXPECT_EQ(promoted(ACL_INT8), ACL_INT8);
  EXPECT_EQ(promoted(ACL_BOOL), ACL_INT64);
}

TEST_F(NumberRules, Castable) {
  const ParamNumber params[] = {kNumberA, kSlope, kNumberOut};
  const Rule castable = {RuleId::kCastable, params};
  EXPECT_KEPT(castable);
  args_[kNumberOut] = Arg::Of(Make(ACL_INT32));
  ExpectBroken(Check(castable), ACLNN_ERR_PARAM_INVALID,
               {"out has dtype int32", "a float32, slope float32 is float32", "[R.castable]"});
}

TEST_F(NumberRules, CastableOfAFloatingOrBoolResult) {
  const ParamNumber params[] = {kNumberA, kNumberOut};
  args_[kNumberA] = Arg::Of(Make(ACL_INT32));
  args_[kNumberOut] = Arg::Of(Make(ACL_INT32));
  EXPECT_KEPT((Rule{RuleId::kCastable, params, static_cast<int64_t>(ResultKind::kPromoted)}));
  EXPECT_KEPT((Rule{RuleId::kCastable, params, static_cast<int64_t>(ResultKind::kBool)}));
  ExpectBroken(Check({RuleId::kCastable, params, static_cast<int64_t>(ResultKind::kFloating)}),
               ACLNN_ERR_PARAM_INVALID,
               {"out has dtype int32", "the result of a int32 is float32", "[R.castable]"});
}

TEST_F(NumberRules, ScalarType) {
  const ParamNumber params[] = {kSlope, kNumberA};
  const Rule rule = {RuleId::kScalarType, params};
  EXPECT_KEPT(rule);
  args_[kNumberA] = Arg::Of(Make(ACL_INT32));
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"slope has dtype float32", "a int32", "computes in int32", "[R.scalar_type]"});
  SetSlope(ACL_INT64, int64_t{3});
  EXPECT_KEPT(rule);
  args_[kNumberA] = Arg::Of(Make(ACL_BOOL));
  EXPECT_KEPT(rule);
  SetSlope(ACL_FLOAT, 1.0f);
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"slope has dtype float32", "computes in bool"});
}

TEST_F(NumberRules, NamedDType) {
  const ParamNumber params[] = {kTarget, kNumberOut};
  const Rule rule = {RuleId::kNamedDType, params};
  EXPECT_KEPT(rule);
  args_[kTarget] = Arg::Of(ACL_INT32);
  ExpectBroken(Check(rule), ACLNN_ERR_INNER_NULLPTR,
               {"out has dtype float32", "dtype asks for int32", "[R.named_dtype]"});
}

TEST_F(NumberRules, AtLeast) {
  const ParamNumber params[] = {kSlope, kFlag};
  const Rule rule = {.id = RuleId::kAtLeast, .params = params, .value = 0};
  EXPECT_KEPT(rule);
  SetSlope(ACL_FLOAT, -0.5f);
  ExpectBroken(Check(rule), ACLNN_ERR_PARAM_INVALID,
               {"slope is -0.5", "at least 0 if flag is true", "[R.at_least]"});
  args_[kFlag] = Arg::Of(false);
  EXPECT_KEPT(rule);
  const ParamNumber alone[] = {kBound};
  const Rule at_least = {.id = RuleId::kAtLeast, .params = alone, .value = 2, .has_output = false};
  ExpectBroken(Check(at_least), ACLNN_ERR_PARAM_INVALID,
               {"bound is 1.5", "it must be at least 2 ["});
  args_[kBound] = Arg::Of(2.0);
  EXPECT_KEPT(at_least);
}

// Parameters: a tensor, an array, an output.
class ArrayRules : public testing::Test {
 protected:
  ArrayRules() : self_(Make({2, 3})), out_(Make({3, 2})) {}
  ~ArrayRules() override {
    for (const aclTensor* tensor : {self_, out_}) TensorPool().Destroy(tensor);
    for (const aclIntArray* array : arrays_) IntArrayPool().Destroy(array);
  }

  static aclTensor* Make(const Dims& shape) {
    aclTensor* tensor = TensorPool().Create();
    TensorPool().Find(tensor)->view = {ACL_FLOAT, shape, ContiguousStrides(shape), 0};
    return tensor;
  }
  const aclIntArray* ArrayOf(std::vector<int64_t> values) {
    return arrays_.emplace_back(IntArrayPool().Create(aclIntArray{std::move(values)}));
  }
  void Reshape(const aclTensor* tensor, const Dims& shape) {
    TensorPool().Find(tensor)->view.shape = shape;
  }
  std::string Check(RuleId id, const aclIntArray* array, const aclIntArray* shifts = nullptr) {
    Arg args[] = {Arg::Of(self_), Arg::Of(array), Arg::Of(out_), Arg::Of(shifts)};
    constexpr ParamNumber kArray[] = {1}, kInput[] = {1, 0}, kAll[] = {1, 0, 2},
                          kShifts[] = {1, 0, 3};
    const Rule rule = {id, id == RuleId::kNull     ? Params(kArray)
                           : id == RuleId::kDims   ? Params(kInput)
                           : id == RuleId::kRolled ? Params(kShifts)
                                                   : Params(kAll)};
    const ParamInfo params[] = {{"self", ParamKind::kInputTensor},
                                {"dims", ParamKind::kIntArray},
                                {"out", ParamKind::kOutputTensor},
                                {"shifts", ParamKind::kIntArray}};
    return Check(rule, params, args);
  }
  static std::string Check(const Rule& rule, std::span<const ParamInfo> params,
                           std::span<Arg> args) {
    ParseArgs(params, args);
    const std::vector<DTypeSet> accepted(AllProducts().size(), DTypeSet::Of(ACL_FLOAT));
    const aclnnStatus status =
        CheckRules({&rule, 1}, {"aclnnFake", FindProduct("atlas_a2"), accepted, params, args});
    return status == 0 ? "" : std::to_string(status) + " " + RecentErrorText();
  }

  const aclTensor *self_, *out_;
  std::vector<const aclIntArray*> arrays_;
};

TEST_F(ArrayRules, AnArrayIsALiveHandle) {
  const aclIntArray* array = ArrayOf({0});
  EXPECT_KEPT(RuleId::kNull, array);
  ExpectBroken(Check(RuleId::kNull, nullptr), ACLNN_ERR_PARAM_NULLPTR,
               {"dims is null; an int array is required", "[R.null]"});
  IntArrayPool().Destroy(array);
  ExpectBroken(Check(RuleId::kNull, array), ACLNN_ERR_PARAM_INVALID,
               {"dims is not a live int array", "aclCreateIntArray"});
}

TEST_F(ArrayRules, Dims) {
  for (const auto& kept : std::vector<std::vector<int64_t>>{{}, {0}, {1}, {-2}, {0, 1}, {-1, 0}})
    EXPECT_KEPT(RuleId::kDims, ArrayOf(kept));
  for (const int64_t dim :
       {int64_t{2}, int64_t{-3}, INT64_MAX, INT64_MIN, (int64_t{1} << 32) - 1}) {
    ExpectBroken(Check(RuleId::kDims, ArrayOf({0, dim})), ACLNN_ERR_PARAM_INVALID,
                 {"dims has ", std::to_string(dim).c_str(),
                  "self with shape [2, 3] accepts -2 to 1", "[R.dims]"});
  }
  ExpectBroken(Check(RuleId::kDims, ArrayOf({1, 1})), ACLNN_ERR_PARAM_INVALID,
               {"dims is [1, 1]; dimension 1 may stand there once"});
  ExpectBroken(Check(RuleId::kDims, ArrayOf({0, -2})), ACLNN_ERR_PARAM_INVALID,
               {"dimension 0 may stand there once"});
  Reshape(self_, {});
  EXPECT_KEPT(RuleId::kDims, ArrayOf({-1}));
  ExpectBroken(Check(RuleId::kDims, ArrayOf({1})), ACLNN_ERR_PARAM_INVALID, {"accepts -1 to 0"});
}

TEST_F(ArrayRules, Permuted) {
  for (const auto& kept : std::vector<std::vector<int64_t>>{{1, 0}, {-1, -2}, {1, -2}})
    EXPECT_KEPT(RuleId::kPermuted, ArrayOf(kept));
  for (const auto& few : std::vector<std::vector<int64_t>>{{}, {0}, {1, 0, 0}}) {
    ExpectBroken(Check(RuleId::kPermuted, ArrayOf(few)), ACLNN_ERR_PARAM_INVALID,
                 {"self with shape [2, 3] needs 2 numbers", "[R.permuted]"});
  }
  ExpectBroken(Check(RuleId::kPermuted, ArrayOf({2, 0})), ACLNN_ERR_PARAM_INVALID,
               {"dims has 2", "[R.permuted]"});
  ExpectBroken(Check(RuleId::kPermuted, ArrayOf({1, -1})), ACLNN_ERR_PARAM_INVALID,
               {"dimension 1 may stand there once", "[R.permuted]"});
  ExpectBroken(Check(RuleId::kPermuted, ArrayOf({0, 1})), ACLNN_ERR_PARAM_INVALID,
               {"out has shape [3, 2]; it must be [2, 3]"});
  Reshape(self_, {});
  Reshape(out_, {});
  EXPECT_KEPT(RuleId::kPermuted, ArrayOf({}));
}

TEST_F(ArrayRules, Repeated) {
  const auto check = [&](std::vector<int64_t> repeats, const Dims& out) {
    Reshape(out_, out);
    return Check(RuleId::kRepeated, ArrayOf(std::move(repeats)));
  };
  EXPECT_EQ(check({4, 5}, {8, 15}), "");
  EXPECT_EQ(check({2, 0, 1}, {2, 0, 3}), "");
  ExpectBroken(check({4, 5}, {8, 3}), ACLNN_ERR_PARAM_INVALID,
               {"out has shape [8, 3]; it must be [8, 15]", "[R.repeated]"});
  for (const auto& bad : std::vector<std::vector<int64_t>>{{}, {2}, {1, -1}, {1, INT64_MAX}}) {
    ExpectBroken(check(bad, {2, 3}), ACLNN_ERR_PARAM_INVALID,
                 {"self with shape [2, 3] needs a number of at least 0", "[R.repeated]"});
  }
}

TEST_F(ArrayRules, Padded) {
  const auto check = [&](std::vector<int64_t> pads, const Dims& out) {
    Reshape(out_, out);
    return Check(RuleId::kPadded, ArrayOf(std::move(pads)));
  };
  EXPECT_EQ(check({}, {2, 3}), "");
  EXPECT_EQ(check({1, 2, 0, -2}, {0, 6}), "");
  ExpectBroken(check({1, 2}, {2, 3}), ACLNN_ERR_PARAM_INVALID,
               {"out has shape [2, 3]; it must be [2, 6]", "[R.padded]"});
  for (const auto& bad : std::vector<std::vector<int64_t>>{{1}, {0, 0, 0, 0, 0, 0}, {-2, -2}}) {
    ExpectBroken(check(bad, {2, 3}), ACLNN_ERR_PARAM_INVALID,
                 {"self with shape [2, 3] needs two numbers", "[R.padded]"});
  }
}

TEST_F(ArrayRules, Reflected) {
  const auto check = [&](std::vector<int64_t> pads, const Dims& out) {
    Reshape(out_, out);
    return Check(RuleId::kReflected, ArrayOf(std::move(pads)));
  };
  EXPECT_EQ(check({2, -1}, {2, 4}), "");
  ExpectBroken(check({1, 2}, {2, 3}), ACLNN_ERR_PARAM_INVALID,
               {"out has shape [2, 3]; it must be [2, 6]", "[R.reflected]"});
  for (const auto& bad : std::vector<std::vector<int64_t>>{{}, {1}, {3, 0}, {-2, -1}}) {
    ExpectBroken(check(bad, {2, 3}), ACLNN_ERR_PARAM_INVALID,
                 {"self with shape [2, 3] needs two numbers", "[R.reflected]"});
  }
}

TEST_F(ArrayRules, Interleaved) {
  const ParamInfo params[] = {{"repeats", ParamKind::kInteger},
                              {"outputSize", ParamKind::kInteger},
                              {"dim", ParamKind::kDim},
                              {"self", ParamKind::kInputTensor},
                              {"out", ParamKind::kOutputTensor}};
  constexpr ParamNumber kAlong[] = {0, 1, 2, 3, 4}, kAsOne[] = {0, 1, 3, 4};
  const auto check = [&](int64_t repeats, int64_t size, std::optional<int64_t> dim,
                         const Dims& out) {
    Reshape(out_, out);
    Arg args[] = {Arg::Of(repeats), Arg::Of(size), Arg::Of(dim.value_or(0)), Arg::Of(self_),
                  Arg::Of(out_)};
    Rule rule = {RuleId::kInterleaved, kAsOne};
    if (dim.has_value()) rule.params = kAlong;
    return Check(rule, params, args);
  };
  EXPECT_EQ(check(2, 6, -1, {2, 6}), "");
  EXPECT_EQ(check(2, 4, 0, {4, 3}), "");
  EXPECT_EQ(check(2, 12, std::nullopt, {12}), "");
  EXPECT_EQ(check(0, 0, std::nullopt, {0}), "");
  ExpectBroken(check(2, 5, 1, {2, 5}), ACLNN_ERR_PARAM_INVALID,
               {"outputSize is 5; self with shape [2, 3] and repeats 2 give 6 elements along "
                "dimension 1",
                "[R.interleaved]"});
  ExpectBroken(check(2, 6, std::nullopt, {6}), ACLNN_ERR_PARAM_INVALID,
               {"outputSize is 6", "give 12 elements"});
  ExpectBroken(check(2, 12, std::nullopt, {2, 6}), ACLNN_ERR_PARAM_INVALID,
               {"out has shape [2, 6]; it must be [12]"});
  ExpectBroken(check(INT64_MAX, -3, 1, {2, 3}), ACLNN_ERR_PARAM_INVALID,
               {"more elements than any tensor has"});
}

TEST_F(ArrayRules, Sliced) {
  const auto check = [&](int64_t dim, int64_t start, int64_t end, int64_t step, const Dims& out) {
    Reshape(out_, out);
    Arg args[] = {Arg::Of(dim),  Arg::Of(start), Arg::Of(end),
                  Arg::Of(step), Arg::Of(self_), Arg::Of(out_)};
    const ParamInfo params[] = {
        {"dim", ParamKind::kDim},          {"start", ParamKind::kInteger},
        {"end", ParamKind::kInteger},      {"step", ParamKind::kInteger},
        {"self", ParamKind::kInputTensor}, {"out", ParamKind::kOutputTensor}};
    constexpr ParamNumber kAll[] = {0, 1, 2, 3, 4, 5};
    return Check({RuleId::kSliced, kAll}, params, args);
  };
  EXPECT_EQ(check(1, 1, 3, 1, {2, 2}), "");
  EXPECT_EQ(check(-2, -1, INT64_MAX, INT64_MAX, {1, 3}), "");
  EXPECT_EQ(check(0, 5, 7, 1, {0, 3}), "");
  ExpectBroken(check(1, 0, 3, 2, {2, 3}), ACLNN_ERR_PARAM_INVALID,
               {"out has shape [2, 3]; it must be [2, 2]", "[R.sliced]"});
}

TEST_F(ArrayRules, Split) {
  const ParamInfo params[] = {{"dim", ParamKind::kDim},
                              {"splitSize", ParamKind::kIntArray},
                              {"out[0]", ParamKind::kOutputTensor},
                              {"out[1]", ParamKind::kOutputTensor},
                              {"self", ParamKind::kInputTensor}};
  constexpr ParamNumber kAll[] = {0, 1, 2, 3, 4}, kOnePiece[] = {0, 1, 2, 4};
  const aclTensor* second = Make({2, 1});
  const auto check = [&](int64_t dim, std::vector<int64_t> sizes, const Dims& first,
                         std::span<const ParamNumber> which) {
    Reshape(out_, first);
    Arg args[] = {Arg::Of(dim), Arg::Of(ArrayOf(std::move(sizes))), Arg::Of(out_), Arg::Of(second),
                  Arg::Of(self_)};
    return Check({RuleId::kSplit, which}, params, args);
  };
  EXPECT_EQ(check(-1, {2, 1}, {2, 2}, kAll), "");
  EXPECT_EQ(check(1, {3}, {2, 3}, kOnePiece), "");
  for (const auto& bad : std::vector<std::vector<int64_t>>{
           {}, {3}, {2, 2}, {1, 1}, {2, 1, 0}, {4, -1}, {INT64_MAX, INT64_MAX}}) {
    ExpectBroken(check(1, bad, {2, 2}, kAll), ACLNN_ERR_PARAM_INVALID,
                 {"self with shape [2, 3] needs 2 numbers", "that add up to 3", "[R.split]"});
  }
  ExpectBroken(check(1, {1, 2}, {2, 1}, kAll), ACLNN_ERR_PARAM_INVALID,
               {"out[1] has shape [2, 1]; it must be [2, 2]"});
  ExpectBroken(check(0, {2}, {2, 2}, kOnePiece), ACLNN_ERR_PARAM_INVALID,
               {"out[0] has shape [2, 2]; it must be [2, 3]"});
  Reshape(self_, {});
  ExpectBroken(check(0, {1}, {1}, kOnePiece), ACLNN_ERR_PARAM_INVALID, {"self has no dimensions"});
  TensorPool().Destroy(second);
}

TEST_F(ArrayRules, Rolled) {
  const auto check = [&](std::vector<int64_t> dims, std::vector<int64_t> shifts) {
    return Check(RuleId::kRolled, ArrayOf(std::move(dims)), ArrayOf(std::move(shifts)));
  };
  for (const auto& dims : std::vector<std::vector<int64_t>>{{}, {0}, {-2}})
    EXPECT_EQ(check(dims, {INT64_MIN}), "");
  for (const auto& dims : std::vector<std::vector<int64_t>>{{0, 1}, {1, 1}})
    EXPECT_EQ(check(dims, {1, 2}), "");
  ExpectBroken(check({}, {}), ACLNN_ERR_PARAM_INVALID,
               {"shifts is []; with dims [] it must have 1 numbers", "[R.rolled]"});
  ExpectBroken(check({}, {1, 2}), ACLNN_ERR_PARAM_INVALID, {"it must have 1 numbers"});
  ExpectBroken(check({0, 1}, {1}), ACLNN_ERR_PARAM_INVALID,
               {"with dims [0, 1] it must have 2 numbers"});
  ExpectBroken(check({0, 2}, {1, 1}), ACLNN_ERR_PARAM_INVALID,
               {"dims has 2; self with shape [2, 3] accepts -2 to 1", "[R.rolled]"});
  Reshape(self_, {});
  EXPECT_EQ(check({}, {1}), "");
  ExpectBroken(check({0}, {1}), ACLNN_ERR_PARAM_INVALID, {"self has no dimensions"});
}

}  // namespace
}  // namespace openaclnn
