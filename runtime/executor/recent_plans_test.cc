// Which calls share a plan, by an operator made up for the purpose that counts how often it plans.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/executor/function.h"
#include "runtime/executor/plan.h"
#include "runtime/rules/rules.h"
#include "runtime/schedule/settings.h"

namespace openaclnn {
namespace {

enum {
  kSelf,
  kOther,
  kTensors,
  kScalar,
  kMost,
  kDims,
  kText,
  kEnum,
  kDim,
  kFlag,
  kAlpha,
  kBeta,
  kCount,
  kDType,
  kOut
};
const ParamValue kTexts[] = {{"none", 0}, {"tanh", 1}};
const ParamValue kEnums[] = {{"slow", 0}, {"fast", 1}};
const ParamInfo kParams[] = {
    {.name = "self", .kind = ParamKind::kInputTensor},
    {.name = "other", .kind = ParamKind::kInputTensor, .optional = true},
    {.name = "tensors", .kind = ParamKind::kInputList},
    {.name = "scalar", .kind = ParamKind::kScalar, .optional = true},
    {.name = "most", .kind = ParamKind::kScalar, .optional = true},
    {.name = "dims", .kind = ParamKind::kIntArray},
    {.name = "text", .kind = ParamKind::kString, .values = kTexts},
    {.name = "mode", .kind = ParamKind::kEnum, .values = kEnums},
    {.name = "dim", .kind = ParamKind::kDim},
    {.name = "flag", .kind = ParamKind::kBool},
    {.name = "alpha", .kind = ParamKind::kDouble},
    {.name = "beta", .kind = ParamKind::kFloat},
    {.name = "count", .kind = ParamKind::kInteger},
    {.name = "dtype", .kind = ParamKind::kDType},
    {.name = "out", .kind = ParamKind::kOutputTensor},
};
constexpr ParamNumber kHandles[] = {kSelf, kTensors, kDims, kText, kOut};
constexpr ParamNumber kViews[] = {kSelf, kOther, kTensors, kOut};
constexpr ParamNumber kListed[] = {kText, kEnum};
const Rule kRules[] = {
    {RuleId::kNull, kHandles}, {RuleId::kTensor, kViews}, {RuleId::kAttr, kListed}};
const DTypeSet kAccepted[8] = {};

// out = count of the call, in every element.
void WriteCount(const ElementwiseTask& task, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<float*>(task.outputs[0].data)[i] = task.numbers[0].AsFloat();
}

int planned = 0;

void PlanCounted(PlanBuilder& plan) {
  ++planned;
  const Operand out = plan.tensor(kOut);
  plan.Temporary("temporary", ACL_INT8, {plan.attr(kCount)});
  plan.ElementwiseOnCpu(WriteCount, {}, {out}, {.numbers = {plan.number(kCount)}});
}

const FunctionInfo kFunction = {.name = "aclnnCounted",
                                .params = kParams,
                                .rules = kRules,
                                .accepted = kAccepted,
                                .plan = PlanCounted,
                                .has_lists = true};
// Another one with the same plan.
const FunctionInfo kTwin = {.name = "aclnnTwin",
                            .params = kParams,
                            .rules = kRules,
                            .accepted = kAccepted,
                            .plan = PlanCounted,
                            .has_lists = true};

struct TensorOptions {
  std::vector<int64_t> shape = {2, 3};
  std::vector<int64_t> strides = {3, 1};
  int64_t offset = 0;
  std::vector<int64_t> storage = {16};
  aclDataType dtype = ACL_FLOAT;
  aclFormat format = ACL_FORMAT_ND;
};

// What a call is made of, to be changed in one place.
struct CallOptions {
  TensorOptions self, other, out;
  std::vector<TensorOptions> tensors = {{}, {}};
  bool self_is_out = false, other_is_self = false;
  bool has_other = true, has_scalar = true, has_most = true;
  float scalar = 1;
  aclDataType scalar_dtype = ACL_FLOAT;
  std::vector<int64_t> dims = {0, 1};
  std::string text = "none";
  int64_t mode = 0, dim = 0, count = 7;
  bool flag = false;
  double alpha = 1;
  float beta = 1;
  aclDataType dtype = ACL_FLOAT;
};

class RecentPlans : public testing::Test {
 protected:
  void SetUp() override { Begin(); }
  void TearDown() override {
    End();
    for (void* memory : memory_) EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  }
  void Begin() {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    planned = 0;
  }
  static void End() {
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }

  float* Memory() {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, 128, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    memory_.push_back(memory);
    return static_cast<float*>(memory);
  }
  static aclTensor* Tensor(const TensorOptions& options, void* memory) {
    return aclCreateTensor(options.shape.data(), options.shape.size(), options.dtype,
                           options.strides.data(), options.offset, options.format,
                           options.storage.data(), options.storage.size(), memory);
  }

  // Handles of a call, which end with it. The output lies in the first half of the memory, all
  // inputs in the other; null: they have none.
  struct Handles {
    explicit Handles(const CallOptions& options, float* memory) {
      float* const inputs = memory == nullptr ? nullptr : memory + 16;
      out = Tensor(options.out, memory);
      self = options.self_is_out ? out : Tensor(options.self, inputs);
      if (options.has_other) other = options.other_is_self ? self : Tensor(options.other, inputs);
      std::vector<const aclTensor*> members;
      for (const TensorOptions& tensor : options.tensors) members.push_back(Tensor(tensor, inputs));
      list = aclCreateTensorList(members.data(), members.size());
      float value = options.scalar;
      if (options.has_scalar) scalar = aclCreateScalar(&value, options.scalar_dtype);
      if (options.has_most) most = aclCreateScalar(&value, options.scalar_dtype);
      dims = aclCreateIntArray(options.dims.data(), options.dims.size());
    }
    ~Handles() {
      if (other != self) aclDestroyTensor(other);
      if (self != out) aclDestroyTensor(self);
      aclDestroyTensor(out);
      aclDestroyTensorList(list);
      aclDestroyScalar(scalar);
      aclDestroyScalar(most);
      aclDestroyIntArray(dims);
    }
    aclTensor *self = nullptr, *other = nullptr, *out = nullptr;
    aclTensorList* list = nullptr;
    aclScalar *scalar = nullptr, *most = nullptr;
    aclIntArray* dims = nullptr;
  };

  aclnnStatus Phase1(const FunctionInfo& function, const CallOptions& options,
                     const Handles& handles) {
    Arg args[] = {Arg::Of(static_cast<const aclTensor*>(handles.self)),
                  Arg::Of(static_cast<const aclTensor*>(handles.other)),
                  Arg::Of(static_cast<const aclTensorList*>(handles.list)),
                  Arg::Of(static_cast<const aclScalar*>(handles.scalar)),
                  Arg::Of(static_cast<const aclScalar*>(handles.most)),
                  Arg::Of(static_cast<const aclIntArray*>(handles.dims)),
                  Arg::Of(options.text.c_str()),
                  Arg::Of(options.mode),
                  Arg::Of(options.dim),
                  Arg::Of(options.flag),
                  Arg::Of(options.alpha),
                  Arg::Of(static_cast<double>(options.beta)),
                  Arg::Of(options.count),
                  Arg::Of(options.dtype),
                  Arg::Of(static_cast<const aclTensor*>(handles.out))};
    return GetWorkspaceSize(function, args, &size_, &executor_);
  }
  // How often phase 1 planned; the executor is not run.
  int Planned(const CallOptions& options, const FunctionInfo& function = kFunction) {
    const int before = planned;
    const Handles handles(options, nullptr);
    EXPECT_EQ(Phase1(function, options, handles), 0) << aclGetRecentErrMsg();
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
    return planned - before;
  }
  void Keep(const CallOptions& options) {
    for (int i = 0; i < 3; ++i) Planned(options);
    ASSERT_EQ(Planned(options), 0) << "not kept";
  }

  uint64_t size_ = 0;
  aclOpExecutor* executor_ = nullptr;
  std::vector<void*> memory_;
};

TEST_F(RecentPlans, TheSecondPlanIsKept) {
  const CallOptions call;
  EXPECT_EQ(Planned(call), 1);
  EXPECT_EQ(Planned(call), 1);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(Planned(call), 0);
}

TEST_F(RecentPlans, KeptPlansWriteWhereTheCallSays) {
  CallOptions call;
  call.count = 11;
  for (int i = 0; i < 5; ++i) {
    float* const memory = Memory();
    std::fill_n(memory, 32, -1.0f);
    const Handles handles(call, memory);
    ASSERT_EQ(Phase1(kFunction, call, handles), 0);
    EXPECT_EQ(size_, 11u);
    ASSERT_EQ(openaclnn::Run(kFunction, Memory(), size_, executor_, nullptr), 0)
        << aclGetRecentErrMsg();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    for (int k = 0; k < 32; ++k) EXPECT_EQ(memory[k], k < 6 ? 11 : -1) << i << " " << k;
  }
  EXPECT_EQ(planned, 2);
}

// Messages name the tensors of this call, members of lists by their numbers.
TEST_F(RecentPlans, KeptPlansKnowTheirTensors) {
  CallOptions call;
  call.tensors[1].offset = 2;
  Keep(call);
  float* const memory = Memory();
  Handles handles(call, memory);
  const aclTensorList* const list = handles.list;
  ASSERT_EQ(Phase1(kFunction, call, handles), 0);
  ASSERT_EQ(aclSetDynamicTensorAddr(executor_, 0, 1, const_cast<aclTensorList*>(list), memory), 0);
  EXPECT_EQ(openaclnn::Run(kFunction, Memory(), size_, executor_, nullptr),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(aclGetRecentErrMsg(), testing::HasSubstr("out overlaps tensors[1] in part"));
}

// Whatever is different, it gets a plan of its own.
TEST_F(RecentPlans, OtherCallsAreOtherPlans) {
  using Change = std::function<void(CallOptions&)>;
  const auto with = [](const Change& change) {
    CallOptions call;
    change(call);
    return call;
  };
  const std::vector<CallOptions> others = {
      with([](auto& call) { call.self.shape = {3, 2}; }),
      with([](auto& call) { call.self.shape = {2, 1}; }),
      with([](auto& call) { call.self.shape = {6}, call.self.strides = {1}; }),
      with([](auto& call) { call.self.strides = {4, 1}; }),
      with([](auto& call) { call.self.strides = {1, 3}; }),
      with([](auto& call) { call.self.offset = 1; }),
      with([](auto& call) { call.self.storage = {15}; }),
      with([](auto& call) { call.self.storage = {4, 4}; }),
      with([](auto& call) { call.self.dtype = ACL_INT32; }),
      with([](auto& call) { call.self.format = ACL_FORMAT_NCHW; }),
      with([](auto& call) { call.other.shape = {2, 2}; }),
      with([](auto& call) { call.out.shape = {2, 2}; }),
      with([](auto& call) { call.self_is_out = true; }),
      with([](auto& call) { call.other_is_self = true; }),
      with([](auto& call) { call.self_is_out = call.other_is_self = true; }),
      with([](auto& call) { call.has_other = false; }),
      with([](auto& call) { call.has_scalar = false; }),
      with([](auto& call) { call.has_other = call.has_scalar = false; }),
      with([](auto& call) { call.tensors.pop_back(); }),
      with([](auto& call) { call.tensors.push_back({}); }),
      with([](auto& call) { call.tensors[1].shape = {3, 2}; }),
      with([](auto& call) { call.scalar = 2; }),
      with([](auto& call) { call.scalar_dtype = ACL_INT32; }),
      with([](auto& call) { call.dims = {0}; }),
      with([](auto& call) { call.dims = {1, 0}; }),
      with([](auto& call) { call.dims = {}; }),
      with([](auto& call) { call.text = "tanh"; }),
      with([](auto& call) { call.mode = 1; }),
      with([](auto& call) { call.dim = -1; }),
      with([](auto& call) { call.flag = true; }),
      with([](auto& call) { call.alpha = 2; }),
      with([](auto& call) { call.alpha = -1; }),
      with([](auto& call) { call.beta = 2; }),
      with([](auto& call) { call.count = 8; }),
      with([](auto& call) { call.dtype = ACL_INT32; }),
  };
  for (size_t i = 0; i < others.size(); ++i) {
    Keep(CallOptions());
    EXPECT_EQ(Planned(others[i]), 1) << "change " << i;
    Keep(others[i]);
    for (size_t k = 0; k < i; ++k) {
      // What was kept may have had to go, but is never another's: planning would change the size.
      const Handles handles(others[k], nullptr);
      ASSERT_EQ(Phase1(kFunction, others[k], handles), 0);
      EXPECT_EQ(size_, static_cast<uint64_t>(others[k].count)) << i << " " << k;
      EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
    }
  }
}

// So many that some are looked for where another plan is kept.
TEST_F(RecentPlans, ThousandsOfOtherCallsAreOtherPlans) {
  using Change = std::function<void(CallOptions&, int64_t)>;
  const std::vector<Change> changes = {
      [](auto& call, int64_t i) { call.self.offset = i; },
      [](auto& call, int64_t i) { call.self.strides[0] = i; },
      [](auto& call, int64_t i) { call.self.shape[0] = i; },
      [](auto& call, int64_t i) { call.tensors[1].offset = i; },
      [](auto& call, int64_t i) { call.out.shape[1] = i; },
      [](auto& call, int64_t i) {
        call.self.strides.assign(8, 1);
        call.self.shape = {1, 1, 1, 1, 1, 1, 1, i};
      },
      [](auto& call, int64_t i) { call.count = i; },
      [](auto& call, int64_t i) { call.alpha = static_cast<double>(i); },
      [](auto& call, int64_t i) { call.scalar = static_cast<float>(i); },
      [](auto& call, int64_t i) { call.dims[1] = i; },
  };
  for (size_t change = 0; change < changes.size(); ++change) {
    CallOptions call;
    call.self.storage = call.out.storage = call.tensors[1].storage = {1 << 20};
    changes[change](call, 3000);
    Keep(call);
    int count = 0;
    for (int64_t i = 1000; i < 3000; ++i) {
      changes[change](call, i);
      count += Planned(call);
    }
    EXPECT_EQ(count, 2000) << "change " << change;
  }
}

// The same scalar, but as another parameter.
TEST_F(RecentPlans, AbsentParametersAreTold) {
  CallOptions with_scalar, with_most;
  with_scalar.count = with_most.count = 12;
  with_scalar.has_most = with_most.has_scalar = false;
  Keep(with_scalar);
  EXPECT_EQ(Planned(with_most), 1);
}

TEST_F(RecentPlans, NumbersAreComparedByTheirBits) {
  CallOptions zero;
  zero.alpha = 0;
  Keep(zero);
  CallOptions minus_zero = zero;
  minus_zero.alpha = -0.0;
  EXPECT_EQ(Planned(minus_zero), 1);
  CallOptions nan;
  nan.beta = std::numeric_limits<float>::quiet_NaN();
  Keep(nan);
}

TEST_F(RecentPlans, ExecutorsBelongToTheFunctionThatWasCalled) {
  Keep(CallOptions());
  const CallOptions call;
  const Handles handles(call, nullptr);
  ASSERT_EQ(Phase1(kTwin, call, handles), 0);
  EXPECT_EQ(openaclnn::Run(kFunction, nullptr, size_, executor_, nullptr), ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(aclGetRecentErrMsg(), testing::HasSubstr("made by aclnnTwinGetWorkspaceSize"));
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
}

TEST_F(RecentPlans, FailuresAreNotKept) {
  CallOptions call;
  call.text = "neither";
  const Handles handles(call, nullptr);
  for (int i = 1; i <= 4; ++i) {
    EXPECT_EQ(Phase1(kFunction, call, handles), ACLNN_ERR_PARAM_INVALID);
    EXPECT_THAT(aclGetRecentErrMsg(), testing::HasSubstr("text is \"neither\""));
    EXPECT_EQ(planned, 0);
  }
  CallOptions outside;
  outside.self.storage = {5};
  outside.self.offset = 1;
  outside.self.strides = {3, 2};
  const Handles outside_handles(outside, nullptr);
  for (int i = 5; i <= 8; ++i) {
    EXPECT_EQ(Phase1(kFunction, outside, outside_handles), ACLNN_ERR_INNER_NULLPTR);
    EXPECT_EQ(planned, 0);
  }
}

TEST_F(RecentPlans, DeadAndNullHandlesAreRejectedAsEver) {
  const CallOptions call;
  Keep(call);
  using Change = std::function<void(Handles&)>;
  const std::vector<Change> changes = {
      [](Handles& handles) { aclDestroyTensor(handles.self); },
      [](Handles& handles) { aclDestroyTensor(handles.other); },
      [](Handles& handles) { aclDestroyTensor(handles.out); },
      [](Handles& handles) { aclDestroyTensorList(handles.list); },
      [](Handles& handles) { aclDestroyScalar(handles.scalar); },
      [](Handles& handles) { aclDestroyIntArray(handles.dims); },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    Handles handles(call, nullptr);
    changes[i](handles);
    // The made-up rules do not ask whether optional ones are live.
    if (i == 1 || i == 4) continue;
    EXPECT_EQ(Phase1(kFunction, call, handles), ACLNN_ERR_PARAM_INVALID) << i;
  }
  Handles handles(call, nullptr);
  const auto expect_null = [&] {
    EXPECT_EQ(Phase1(kFunction, call, handles), ACLNN_ERR_PARAM_NULLPTR);
  };
  aclTensor* const self = std::exchange(handles.self, nullptr);
  expect_null();
  handles.self = self;
  aclIntArray* const dims = std::exchange(handles.dims, nullptr);
  expect_null();
  handles.dims = dims;
}

TEST_F(RecentPlans, TensorsMustOutliveTheRun) {
  const CallOptions call;
  Keep(call);
  Handles handles(call, Memory());
  const int before = planned;
  ASSERT_EQ(Phase1(kFunction, call, handles), 0);
  ASSERT_EQ(planned, before) << "this is about a kept plan";
  aclDestroyTensor(handles.out);
  EXPECT_EQ(openaclnn::Run(kFunction, Memory(), size_, executor_, nullptr),
            ACLNN_ERR_PARAM_INVALID);
  handles.out = nullptr;
}

TEST_F(RecentPlans, ManyTensorsAndDimensionsHaveNoKey) {
  // Too many words, too many tensors, and both.
  const TensorOptions number = {.shape = {}, .strides = {}, .storage = {1}};
  for (const std::vector<TensorOptions>& tensors :
       {std::vector<TensorOptions>(11), std::vector<TensorOptions>(15, number),
        std::vector<TensorOptions>(40)}) {
    CallOptions many;
    many.tensors = tensors;
    for (int i = 0; i < 4; ++i) EXPECT_EQ(Planned(many), 1) << tensors.size();
  }
  for (const size_t rank : {9u, 25u}) {
    CallOptions deep;
    deep.self.shape.assign(rank, 1);
    deep.self.strides.assign(rank, 1);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(Planned(deep), 1);
    CallOptions deep_storage;
    deep_storage.self.storage.assign(rank, 1), deep_storage.self.storage[0] = 16;
    for (int i = 0; i < 4; ++i) EXPECT_EQ(Planned(deep_storage), 1);
  }
}

TEST_F(RecentPlans, AThreadKeepsItsOwn) {
  Keep(CallOptions());
  std::thread([&] {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(Planned(CallOptions()), 1);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  }).join();
  EXPECT_EQ(Planned(CallOptions()), 0);
}

TEST_F(RecentPlans, DevicesAndModesHaveTheirOwn) {
  const auto planned_with = [&](const char* variable, const char* value) {
    Keep(CallOptions());
    End();
    setenv(variable, value, 1);
    Begin();
    const int count = Planned(CallOptions()) + Planned(CallOptions()) + Planned(CallOptions());
    End();
    unsetenv(variable);
    Begin();
    return count;
  };
  EXPECT_GE(planned_with("OPENACLNN_IMPL_MODE", "high_precision"), 1);
  EXPECT_GE(planned_with("OPENACLNN_DEVICES", "Ascend310P3"), 1);
  EXPECT_EQ(planned_with("OPENACLNN_DEVICES", "Ascend910B3:aicore"), 3) << "launches are not kept";
}

}  // namespace
}  // namespace openaclnn
