// Plans and their runs through the two phases, with operators made up for the purpose: kernels that
// copy and that add one.

#include <cstring>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/executor/function.h"
#include "runtime/executor/fused.h"
#include "runtime/executor/plan.h"

namespace openaclnn {
namespace {

void AddOneLoop(const ElementwiseTask& task, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i) {
    int64_t rest = i, in = 0, out = 0;
    for (size_t k = task.shape.size(); k-- > 0; rest /= task.shape[k]) {
      in += rest % task.shape[k] * task.inputs[0].strides[k];
      out += rest % task.shape[k] * task.outputs[0].strides[k];
    }
    static_cast<float*>(task.outputs[0].data)[out] =
        static_cast<const float*>(task.inputs[0].data)[in] + 1;
  }
}

enum { kSelf, kOut };
const ParamInfo kParams[] = {{"self", ParamKind::kInputTensor, {}},
                             {"out", ParamKind::kOutputTensor, {}}};
constexpr ParamNumber kBoth[] = {kSelf, kOut};
const Rule kRules[] = {
    {RuleId::kNull, kBoth}, {RuleId::kTensor, kBoth}, {RuleId::kSameShape, kBoth}};
const DTypeSet kAccepted[8] = {};

// out = self + 1.
const FunctionInfo kOneStep = {"aclnnOneStep", kParams, kRules, kAccepted, [](PlanBuilder& plan) {
                                 plan.ElementwiseOnCpu(AddOneLoop, {plan.tensor(kSelf)},
                                                       {plan.tensor(kOut)});
                               }};

// The same by a function that looks at where elements stand.
const FunctionInfo kByPlace = {"aclnnByPlace", kParams, kRules, kAccepted, [](PlanBuilder& plan) {
                                 plan.ElementwiseOnCpu(AddOneLoop, {plan.tensor(kSelf)},
                                                       {plan.tensor(kOut)}, {.keeps_dims = true});
                               }};

// out = self + 3, by way of two temporaries.
const FunctionInfo kThreeSteps = {
    "aclnnThreeSteps", kParams, kRules, kAccepted, [](PlanBuilder& plan) {
      const Operand self = plan.tensor(kSelf);
      const Operand first = plan.Temporary("first", ACL_FLOAT, self.view.shape);
      const Operand second = plan.Temporary("second", ACL_FLOAT, self.view.shape);
      plan.ElementwiseOnCpu(AddOneLoop, {self}, {first});
      plan.ElementwiseOnCpu(AddOneLoop, {first}, {second});
      plan.ElementwiseOnCpu(AddOneLoop, {second}, {plan.tensor(kOut)});
    }};

std::string Message() {
  const char* text = aclGetRecentErrMsg();
  return text != nullptr ? text : "";
}
#define EXPECT_MESSAGE(piece)                                                \
  do {                                                                       \
    const std::string message = Message();                                   \
    EXPECT_NE(message.find(piece), std::string::npos) << "got: " << message; \
  } while (0)

class Executor : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  }
  void TearDown() override {
    for (aclTensor* tensor : tensors_) aclDestroyTensor(tensor);
    for (void* memory : memory_) EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }

  void* Allocate(size_t bytes) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    std::memset(memory, 0, bytes);
    memory_.push_back(memory);
    return memory;
  }
  aclTensor* Tensor(void* memory, int64_t storage, std::vector<int64_t> shape,
                    std::vector<int64_t> strides = {}, int64_t offset = 0) {
    aclTensor* tensor = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT,
                                        strides.empty() ? nullptr : strides.data(), offset,
                                        ACL_FORMAT_ND, &storage, 1, memory);
    tensors_.push_back(tensor);
    return tensor;
  }
  aclTensor* Vector(int64_t count) {
    return Tensor(Allocate(static_cast<size_t>(count) * 4), count, {count});
  }
  float* Data(const aclTensor* tensor) {
    void* data = nullptr;
    EXPECT_EQ(aclGetRawTensorAddr(tensor, &data), 0);
    return static_cast<float*>(data);
  }

  aclnnStatus Phase1(const FunctionInfo& function, const aclTensor* self, const aclTensor* out) {
    Arg args[] = {Arg::Of(self), Arg::Of(out)};
    return GetWorkspaceSize(function, args, &size_, &executor_);
  }
  // Both phases and the wait.
  aclnnStatus Call(const FunctionInfo& function, const aclTensor* self, const aclTensor* out) {
    if (aclnnStatus status = Phase1(function, self, out); status != 0) return status;
    void* workspace = size_ > 0 ? Allocate(size_) : nullptr;
    if (aclnnStatus status = openaclnn::Run(function, workspace, size_, executor_, stream_);
        status != 0)
      return status;
    return aclrtSynchronizeStream(stream_);
  }

  aclrtStream stream_ = nullptr;
  uint64_t size_ = 77;
  aclOpExecutor* executor_ = nullptr;
  std::vector<void*> memory_;
  std::vector<aclTensor*> tensors_;
};

TEST_F(Executor, OneStep) {
  const aclTensor* self = Vector(5);
  const aclTensor* out = Vector(5);
  for (int i = 0; i < 5; ++i) Data(self)[i] = static_cast<float>(i);
  ASSERT_EQ(Call(kOneStep, self, out), 0) << Message();
  EXPECT_EQ(size_, 0u);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Data(out)[i], i + 1);
}

// Blocks of a pass do not know where they are in the whole.
TEST_F(Executor, PassesDoNotDependOnPlaces) {
  const aclTensor* self = Vector(5);
  const aclTensor* out = Vector(5);
  ASSERT_EQ(Phase1(kOneStep, self, out), 0);
  const auto pass = PassOf(executor_);
  ASSERT_TRUE(pass.has_value());
  EXPECT_EQ(pass->count, 5);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
  for (const FunctionInfo& function : {kByPlace, kThreeSteps}) {
    ASSERT_EQ(Phase1(function, self, out), 0);
    EXPECT_FALSE(PassOf(executor_).has_value()) << function.name;
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
  }
}

TEST_F(Executor, TemporariesAreBookedAndExactlyEnough) {
  const aclTensor* self = Vector(100);
  const aclTensor* out = Vector(100);
  ASSERT_EQ(Phase1(kThreeSteps, self, out), 0);
  EXPECT_EQ(size_,
            448u + 400u);  // both live in the second step; 400 bytes each, the second at the next
                           // multiple of 64
  std::vector<char> pattern(64, 0x5A);
  char* memory = static_cast<char*>(Allocate(64 + size_ + 64));
  std::memset(memory, 0x5A, 64 + size_ + 64);
  ASSERT_EQ(openaclnn::Run(kThreeSteps, memory + 64, size_, executor_, stream_), 0) << Message();
  ASSERT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(std::memcmp(memory, pattern.data(), 64), 0);
  EXPECT_EQ(std::memcmp(memory + 64 + size_, pattern.data(), 64), 0);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(Data(out)[i], 3);
}

TEST_F(Executor, WorkspaceMustBeWhatPhase1AskedFor) {
  const aclTensor* self = Vector(100);
  const aclTensor* out = Vector(100);
  void* workspace = Allocate(4096);
  std::vector<float> host(1000);

  ASSERT_EQ(Phase1(kThreeSteps, self, out), 0);
  EXPECT_EQ(openaclnn::Run(kThreeSteps, nullptr, size_, executor_, stream_),
            ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_MESSAGE("workspace is null; 848 bytes are required");
  EXPECT_EQ(openaclnn::Run(kThreeSteps, workspace, size_, executor_, stream_),
            ACLNN_ERR_PARAM_INVALID)
      << "a failed run uses the executor up";
  EXPECT_MESSAGE("executor is not live");

  ASSERT_EQ(Phase1(kThreeSteps, self, out), 0);
  EXPECT_EQ(openaclnn::Run(kThreeSteps, workspace, size_ - 1, executor_, stream_),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_MESSAGE("workspaceSize is 847; phase 1 asked for 848 bytes");

  ASSERT_EQ(Phase1(kThreeSteps, self, out), 0);
  EXPECT_EQ(openaclnn::Run(kThreeSteps, host.data(), size_, executor_, stream_),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_MESSAGE("workspace does not lie in device memory");

  ASSERT_EQ(Phase1(kOneStep, self, out), 0);
  EXPECT_EQ(openaclnn::Run(kOneStep, nullptr, 8, executor_, stream_), ACLNN_ERR_PARAM_NULLPTR);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(Data(out)[i], 0) << "a refused run wrote";
}

TEST_F(Executor, NullOutputsOfPhase1) {
  const aclTensor* self = Vector(4);
  Arg args[] = {Arg::Of(self), Arg::Of(self)};
  EXPECT_EQ(GetWorkspaceSize(kOneStep, args, nullptr, &executor_), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_MESSAGE("workspaceSize is null");
  EXPECT_EQ(GetWorkspaceSize(kOneStep, args, &size_, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_MESSAGE("executor is null");
}

TEST_F(Executor, FailureLeavesOutputsAlone) {
  EXPECT_EQ(Phase1(kOneStep, Vector(4), Vector(5)), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(size_, 77u);
  EXPECT_EQ(executor_, nullptr);
}

TEST_F(Executor, ExecutorMisuse) {
  const aclTensor* self = Vector(4);
  const aclTensor* out = Vector(4);
  EXPECT_EQ(openaclnn::Run(kOneStep, nullptr, 0, nullptr, stream_), ACLNN_ERR_PARAM_NULLPTR);
  int foreign = 0;
  EXPECT_EQ(
      openaclnn::Run(kOneStep, nullptr, 0, reinterpret_cast<aclOpExecutor*>(&foreign), stream_),
      ACLNN_ERR_PARAM_INVALID);

  ASSERT_EQ(Phase1(kOneStep, self, out), 0);
  EXPECT_EQ(openaclnn::Run(kThreeSteps, nullptr, 0, executor_, stream_), ACLNN_ERR_PARAM_INVALID);
  EXPECT_MESSAGE("executor was made by aclnnOneStepGetWorkspaceSize");
  EXPECT_EQ(openaclnn::Run(kOneStep, nullptr, 0, executor_, stream_), 0);
  EXPECT_EQ(openaclnn::Run(kOneStep, nullptr, 0, executor_, stream_), ACLNN_ERR_PARAM_INVALID);
  EXPECT_MESSAGE("executor is not live");
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_ERR_INNER);
  EXPECT_EQ(aclDestroyAclOpExecutor(nullptr), ACLNN_ERR_INNER_NULLPTR);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(nullptr), ACLNN_ERR_INNER_NULLPTR);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), ACLNN_ERR_INNER);

  ASSERT_EQ(Phase1(kOneStep, self, out), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0)
      << "an executor that was never run may be destroyed";
}

TEST_F(Executor, RepeatableRunsAgainAndFollowsAddresses) {
  aclTensor* self = Vector(4);
  aclTensor* out = Vector(4);
  ASSERT_EQ(Phase1(kOneStep, self, out), 0);
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor_), 0);
  ASSERT_EQ(openaclnn::Run(kOneStep, nullptr, 0, executor_, stream_), 0);
  ASSERT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(Data(out)[3], 1);

  float* other = static_cast<float*>(Allocate(16));
  other[3] = 41;
  ASSERT_EQ(aclSetInputTensorAddr(executor_, 0, self, other), 0);
  ASSERT_EQ(openaclnn::Run(kOneStep, nullptr, 0, executor_, stream_), 0);
  ASSERT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(Data(out)[3], 42);

  EXPECT_EQ(aclSetTensorAddr(executor_, 0, nullptr, other), ACLNN_ERR_INNER_NULLPTR);
  EXPECT_EQ(aclSetOutputTensorAddr(nullptr, 0, out, other), ACLNN_ERR_INNER_NULLPTR);
  ASSERT_EQ(AclSetOutputTensorAddr(executor_, 0, out, nullptr), 0);
  EXPECT_EQ(openaclnn::Run(kOneStep, nullptr, 0, executor_, stream_), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_MESSAGE("out has no memory");

  aclTensorList* list = aclCreateTensorList(nullptr, 0);
  EXPECT_EQ(aclSetDynamicTensorAddr(executor_, 0, 0, list, other), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclSetDynamicInputTensorAddr(executor_, 0, 0, nullptr, other), ACLNN_ERR_INNER_NULLPTR);
  EXPECT_EQ(aclDestroyTensorList(list), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
}

TEST_F(Executor, TensorsMustOutliveTheRun) {
  aclTensor* self = Vector(4);
  const aclTensor* out = Vector(4);
  ASSERT_EQ(Phase1(kOneStep, self, out), 0);
  tensors_.erase(tensors_.begin());
  ASSERT_EQ(aclDestroyTensor(self), 0);
  EXPECT_EQ(openaclnn::Run(kOneStep, nullptr, 0, executor_, stream_), ACLNN_ERR_PARAM_INVALID);
  EXPECT_MESSAGE("self was destroyed between the two phases");
}

TEST_F(Executor, ListsMayHaveSixtyThousandTensors) {
  constexpr ParamInfo kListParams[] = {{"tensors", ParamKind::kInputList}};
  const FunctionInfo joins = {.name = "aclnnJoins",
                              .params = kListParams,
                              .rules = {},
                              .accepted = kAccepted,
                              .plan = [](PlanBuilder&) {},
                              .has_lists = true};
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  for (const size_t count : {60000u, 60001u}) {
    // The list destroys its tensor, which stands there again and again.
    const int64_t shape = 1;
    const aclTensor* const tensor =
        aclCreateTensor(&shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &shape, 1, nullptr);
    const std::vector<const aclTensor*> members(count, tensor);
    const aclTensorList* list = aclCreateTensorList(members.data(), count);
    Arg args[] = {Arg::Of(list)};
    const aclnnStatus status = GetWorkspaceSize(joins, args, &bytes, &executor);
    EXPECT_EQ(status, count == 60000 ? ACL_SUCCESS : ACLNN_ERR_PARAM_INVALID);
    if (status == ACL_SUCCESS) {
      EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
    }
    EXPECT_EQ(aclDestroyTensorList(list), ACL_SUCCESS);
  }
  EXPECT_MESSAGE("the list has 60001 tensors; at most 60000 are accepted");
}

TEST_F(Executor, PrintsALineForEachCallIfAsked) {
  const aclTensor *self = Vector(4), *out = Vector(4);
  setenv("OPENACLNN_VERBOSE", "1", 1);
  ForgetSettings();
  testing::internal::CaptureStderr();
  EXPECT_EQ(Call(kOneStep, self, out), 0);
  const std::string line = testing::internal::GetCapturedStderr();
  unsetenv("OPENACLNN_VERBOSE");
  ForgetSettings();
  EXPECT_THAT(line, testing::MatchesRegex(
                        "openaclnn: aclnn[A-Za-z]+\\(self float32\\[4\\], out float32\\[4\\]\\): "
                        "cpu [A-Z0-9_]*, 1 step, [0-9]+ threads?, [0-9]+\\.[0-9] us, "
                        "0 bytes of workspace\n"));
  testing::internal::CaptureStderr();
  EXPECT_EQ(Call(kOneStep, self, out), 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(Executor, ErrorsOfStreamsNameTheFunction) {
  ASSERT_EQ(Phase1(kOneStep, Vector(4), Vector(4)), 0);
  int foreign = 0;
  EXPECT_EQ(openaclnn::Run(kOneStep, nullptr, 0, executor_, &foreign), 107017);
  EXPECT_MESSAGE(std::string(kOneStep.name) + ": stream is ");
}

TEST_F(Executor, MemoryMustBeDeviceMemoryAndLargeEnough) {
  const aclTensor* self = Vector(4);
  std::vector<float> host(4);
  EXPECT_EQ(Call(kOneStep, self, Tensor(host.data(), 4, {4})), ACLNN_ERR_PARAM_INVALID);
  EXPECT_MESSAGE("out does not lie in device memory: it has 16 bytes from 0x");
  EXPECT_EQ(Call(kOneStep, Tensor(Allocate(12), 4096, {2000}), Vector(2000)),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_MESSAGE("the allocation there has 12 bytes from 0x");
  EXPECT_EQ(Call(kOneStep, Tensor(static_cast<char*>(Allocate(64)) + 1, 4, {4}), Vector(4)),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_MESSAGE("not a multiple of its element size");
  void* freed = nullptr;
  ASSERT_EQ(aclrtMalloc(&freed, 1 << 20, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  const aclTensor* dangling = Tensor(freed, 4, {4});
  ASSERT_EQ(aclrtFree(freed), 0);
  EXPECT_EQ(Call(kOneStep, dangling, Vector(4)), ACLNN_ERR_PARAM_INVALID);
}

TEST_F(Executor, InPlaceWorksAndPartialOverlapIsRefused) {
  void* memory = Allocate(64 * 4);
  const aclTensor* whole = Tensor(memory, 64, {16});
  ASSERT_EQ(Call(kOneStep, whole, Tensor(memory, 64, {16})), 0) << Message();
  EXPECT_EQ(Data(whole)[15], 1);
  EXPECT_EQ(Call(kOneStep, whole, Tensor(memory, 64, {16}, {1}, 1)), ACLNN_ERR_PARAM_INVALID);
  EXPECT_MESSAGE("out overlaps self in part");
  EXPECT_EQ(Data(whole)[15], 1) << "a refused run wrote";
  EXPECT_EQ(Call(kOneStep, Tensor(memory, 64, {16}, {2}), Tensor(memory, 64, {16}, {2}, 1)), 0)
      << "even and odd elements do not overlap";
}

TEST_F(Executor, EmptyNeedsNoMemory) {
  const aclTensor* self = Tensor(nullptr, 0, {0, 3});
  EXPECT_EQ(Call(kThreeSteps, self, Tensor(nullptr, 0, {0, 3})), 0) << Message();
  EXPECT_EQ(size_, 0u);
}

TEST_F(Executor, StridedViews) {
  float* memory = static_cast<float*>(Allocate(12 * 4));
  for (int i = 0; i < 12; ++i) memory[i] = static_cast<float>(i);
  const aclTensor* transposed = Tensor(memory, 12, {4, 3}, {1, 4});
  const aclTensor* out = Tensor(Allocate(12 * 4), 12, {4, 3});
  ASSERT_EQ(Call(kOneStep, transposed, out), 0) << Message();
  for (int i = 0; i < 12; ++i) EXPECT_EQ(Data(out)[i], static_cast<float>(i / 3 + i % 3 * 4 + 1));
}

TEST_F(Executor, NullStreamIsTheDefaultStream) {
  const aclTensor* self = Vector(4);
  const aclTensor* out = Vector(4);
  ASSERT_EQ(Phase1(kOneStep, self, out), 0);
  ASSERT_EQ(openaclnn::Run(kOneStep, nullptr, 0, executor_, nullptr), 0) << Message();
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(Data(out)[0], 1);
}

TEST(ExecutorWithoutDevice, Phase1SaysWhatIsMissing) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Arg args[] = {Arg(), Arg()};
  EXPECT_EQ(GetWorkspaceSize(kOneStep, args, &size, &executor), ACLNN_ERR_RUNTIME_ERROR);
  EXPECT_MESSAGE("call aclrtSetDevice first");
}

}  // namespace
}  // namespace openaclnn
