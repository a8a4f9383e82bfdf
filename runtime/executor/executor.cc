// aclOpExecutor: what phase 1 returns and phase 2 runs.

#include <cstdint>
#include <string>
#include <utility>

#include "absl/base/no_destructor.h"
#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"
#include "opdev/op_errno.h"
#include "runtime/executor/function.h"
#include "runtime/executor/plan.h"
#include "runtime/handles/handle_pool.h"
#include "runtime/handles/handles.h"
#include "runtime/rules/errors.h"
#include "runtime/schedule/memory.h"
#include "runtime/schedule/settings.h"
#include "runtime/schedule/stream.h"
#include "runtime/tensor/overlap.h"

struct aclOpExecutor {
  aclOpExecutor() {}  // written out, because otherwise all bytes of the plan's vectors would be set to zero first

  openaclnn::Plan plan;
  bool repeatable = false;
};

namespace openaclnn {
namespace {

// Executors that phase 1 has made and phase 2 has not yet run; more than this many are a leak.
constexpr uint32_t kMaxExecutors = 1 << 20;

HandlePool<aclOpExecutor>& ExecutorPool() {
  static absl::NoDestructor<HandlePool<aclOpExecutor>> pool(kMaxExecutors);
  return *pool;
}

// Elements of an element-wise step that are computed in a nanosecond, roughly: only to tell cheap work from work that is worth waking a
// thread for.
constexpr int64_t kElementsPerNs = 2;
// The same for a launch of the simulated AI Core, which is worth it whatever its size.
constexpr int64_t kLaunchCostNs = 1'000'000;

template <typename... Parts>
aclnnStatus RunError(const Plan& plan, int code, const Parts&... parts) {
  return Fail(code, absl::StrCat(plan.function->name, ": ", parts...));
}

// The memory a tensor of the plan has now, or an error.
aclnnStatus ResolveArgument(const Plan& plan, size_t index, char*& base) {
  const Plan::Argument& argument = plan.arguments[index];
  const char* name = plan.function->params[index].name;
  if (TensorPool().Generation(argument.tensor) != argument.generation) {
    return RunError(plan, ACLNN_ERR_PARAM_INVALID, name,
                    " was destroyed between the two phases; tensors must live until phase 2 has returned");
  }
  base = static_cast<char*>(argument.tensor->data);
  if (base == nullptr) return RunError(plan, ACLNN_ERR_PARAM_NULLPTR, name, " has no memory: its data address is null");
  if (argument.view.empty()) return ACLNN_SUCCESS;
  const int64_t bytes = static_cast<int64_t>(DTypeBytes(argument.view.dtype));
  if (reinterpret_cast<uintptr_t>(base) % static_cast<uintptr_t>(bytes) != 0) {
    return RunError(plan, ACLNN_ERR_PARAM_INVALID, name, " has an address that is not a multiple of its element size, ", bytes);
  }
  const Extent extent = *TouchedExtent(argument.view.shape, argument.view.strides);
  const int64_t lowest = argument.view.offset + extent.lowest;
  const int64_t count = extent.highest - extent.lowest + 1;
  if (!IsDeviceMemory(base + lowest * bytes, count * bytes)) {
    return RunError(plan, ACLNN_ERR_PARAM_INVALID, name, " does not lie in device memory: elements ", lowest, " to ", lowest + count - 1,
                    " from its address leave what aclrtMalloc gave and aclrtHostRegister named");
  }
  return ACLNN_SUCCESS;
}

PlacedView Place(const Plan::Argument& argument, const char* base) {
  const int64_t bytes = static_cast<int64_t>(DTypeBytes(argument.view.dtype));
  return {base + argument.view.offset * bytes, bytes, &argument.view.shape, &argument.view.strides};
}

// An output may be the very view an input is (in place), or lie elsewhere; anything between would make results depend on the order of work.
aclnnStatus CheckOverlaps(const Plan& plan, absl::Span<char* const> bases) {
  for (size_t out = 0; out < plan.arguments.size(); ++out) {
    if (!plan.arguments[out].is_output || plan.arguments[out].tensor == nullptr) continue;
    for (size_t other = 0; other < plan.arguments.size(); ++other) {
      if (other == out || plan.arguments[other].tensor == nullptr || (plan.arguments[other].is_output && other < out)) continue;
      const Overlap overlap = Compare(Place(plan.arguments[out], bases[out]), Place(plan.arguments[other], bases[other]));
      if (overlap == Overlap::kNone || (overlap == Overlap::kSame && !plan.arguments[other].is_output)) continue;
      return RunError(plan, ACLNN_ERR_PARAM_INVALID, plan.function->params[out].name, " overlaps ", plan.function->params[other].name,
                      plan.arguments[other].is_output ? "; outputs need memory of their own"
                                                      : " in part; an output must be exactly an input's view, or lie elsewhere");
    }
  }
  return ACLNN_SUCCESS;
}

aclnnStatus Launch(Plan&& plan, void* workspace, uint64_t workspace_size, aclrtStream stream) {
  const uint64_t needed = static_cast<uint64_t>(plan.workspace.total_bytes());
  if (workspace == nullptr && (needed > 0 || workspace_size > 0)) {
    return RunError(plan, ACLNN_ERR_PARAM_NULLPTR, "workspace is null; ", needed, " bytes are required");
  }
  if (workspace_size < needed) {
    return RunError(plan, ACLNN_ERR_PARAM_INVALID, "workspaceSize is ", workspace_size, "; phase 1 asked for ", needed, " bytes");
  }
  if (needed > 0 && !IsDeviceMemory(workspace, static_cast<int64_t>(needed))) {
    return RunError(plan, ACLNN_ERR_PARAM_INVALID, "workspace does not lie in device memory for the ", needed, " bytes required");
  }

  absl::InlinedVector<char*, 6> bases(plan.arguments.size(), nullptr);
  int64_t cost_ns = 0;
  if (!plan.steps.empty()) {
    for (size_t i = 0; i < plan.arguments.size(); ++i) {
      if (plan.arguments[i].tensor != nullptr) OPENACLNN_RETURN_IF_ERROR(ResolveArgument(plan, i, bases[i]));
    }
    OPENACLNN_RETURN_IF_ERROR(CheckOverlaps(plan, bases));
    for (Plan::Step& step : plan.steps) {
      const size_t inputs = step.task.inputs.size();
      for (size_t i = 0; i < step.places.size(); ++i) {
        const auto [storage, offset] = step.places[i];
        char* base = storage < Plan::kFirstTemporary
                         ? bases[static_cast<size_t>(storage)]
                         : static_cast<char*>(workspace) + plan.workspace.offset(storage - Plan::kFirstTemporary);
        void*& data = step.device.has_value() ? step.device->tensors[i].data
                      : i < inputs            ? step.task.inputs[i].data
                                              : step.task.outputs[i - inputs].data;
        data = base + offset;
      }
      cost_ns += step.device.has_value() ? kLaunchCostNs : step.task.count / kElementsPerNs;
    }
  }
  // Also an empty plan goes through the stream, which checks the handle and keeps the order.
  return EnqueueWork(stream, cost_ns, [steps = std::move(plan.steps), saturate = StreamSaturates(stream)]() -> WorkResult {
    for (const Plan::Step& step : steps) {
      if (!step.device.has_value()) {
        RunElementwise(step.function, step.task);
      } else if (const absl::Status status = step.device->Run(saturate); !status.ok()) {
        return {ACL_ERROR_RT_AICORE_EXCEPTION, std::string(status.message())};
      }
    }
    return {};
  });
}

}  // namespace

aclnnStatus GetWorkspaceSize(const FunctionInfo& function, absl::Span<const Arg> args, uint64_t* workspace_size, aclOpExecutor** executor) {
  if (workspace_size == nullptr || executor == nullptr) {
    return Fail(ACLNN_ERR_PARAM_NULLPTR,
                absl::StrCat(function.name, "GetWorkspaceSize: ", workspace_size == nullptr ? "workspaceSize" : "executor", " is null"));
  }
  const Device* device = CurrentDevice();
  if (device == nullptr) {
    return Fail(ACLNN_ERR_RUNTIME_ERROR, absl::StrCat(function.name, "GetWorkspaceSize: no current device; call aclrtSetDevice first"));
  }
  absl::InlinedVector<Arg, 8> own_args(args.begin(), args.end());
  // Planned in place: a plan is too large to be moved for nothing.
  aclOpExecutor* created = ExecutorPool().Create();
  if (created == nullptr) return Fail(ACLNN_ERR_INNER_CREATE_EXECUTOR, absl::StrCat(function.name, ": out of memory for an executor"));
  Plan& plan = created->plan;
  PlanBuilder builder(function, *device, absl::MakeSpan(own_args), plan);
  if (const aclnnStatus status = function.plan(builder); status != ACLNN_SUCCESS) {
    ExecutorPool().Destroy(created);
    return status;
  }
  plan.workspace.Place();
  *workspace_size = static_cast<uint64_t>(plan.workspace.total_bytes());
  *executor = created;
  return ACLNN_SUCCESS;
}

aclnnStatus Run(const FunctionInfo& function, void* workspace, uint64_t workspace_size, aclOpExecutor* executor, aclrtStream stream) {
  if (executor == nullptr) return Fail(ACLNN_ERR_PARAM_NULLPTR, absl::StrCat(function.name, ": executor is null"));
  if (!ExecutorPool().IsLive(executor)) {
    return Fail(
        ACLNN_ERR_PARAM_INVALID,
        absl::StrCat(function.name, ": executor is not live: it has run already (only repeatable ones run twice), or was destroyed"));
  }
  if (executor->plan.function != &function) {
    return Fail(ACLNN_ERR_PARAM_INVALID,
                absl::StrCat(function.name, ": executor was made by ", executor->plan.function->name, "GetWorkspaceSize"));
  }
  if (executor->repeatable) return Launch(Plan(executor->plan), workspace, workspace_size, stream);
  // Used up, whether the run succeeds or not.
  Plan plan = std::move(executor->plan);
  ExecutorPool().Destroy(executor);
  return Launch(std::move(plan), workspace, workspace_size, stream);
}

namespace {

aclnnStatus CheckExecutor(const char* caller, const aclOpExecutor* executor) {
  if (executor == nullptr) return Fail(ACLNN_ERR_INNER_NULLPTR, absl::StrCat(caller, ": executor is null"));
  if (!ExecutorPool().IsLive(executor)) {
    return Fail(ACLNN_ERR_INNER, absl::StrCat(caller, ": executor is not live: it has run already, or was destroyed"));
  }
  return ACLNN_SUCCESS;
}

// The executor looks tensors up when it runs, so giving one another address is all there is to do.
aclnnStatus SetAddress(const char* caller, const aclOpExecutor* executor, aclTensor* tensor, void* address) {
  OPENACLNN_RETURN_IF_ERROR(CheckExecutor(caller, executor));
  if (tensor == nullptr) return Fail(ACLNN_ERR_INNER_NULLPTR, absl::StrCat(caller, ": tensor is null"));
  if (!TensorPool().IsLive(tensor)) return Fail(ACLNN_ERR_PARAM_INVALID, absl::StrCat(caller, ": tensor is no live tensor"));
  tensor->data = address;
  return ACLNN_SUCCESS;
}

aclnnStatus SetListAddress(const char* caller, const aclOpExecutor* executor, size_t index, aclTensorList* tensors, void* address) {
  OPENACLNN_RETURN_IF_ERROR(CheckExecutor(caller, executor));
  if (tensors == nullptr) return Fail(ACLNN_ERR_INNER_NULLPTR, absl::StrCat(caller, ": tensor list is null"));
  if (!TensorListPool().IsLive(tensors)) return Fail(ACLNN_ERR_PARAM_INVALID, absl::StrCat(caller, ": tensor list is no live list"));
  if (index >= tensors->elements.size()) {
    return Fail(ACLNN_ERR_PARAM_INVALID,
                absl::StrCat(caller, ": relativeIndex is ", index, "; the list has ", tensors->elements.size(), " tensors"));
  }
  return SetAddress(caller, executor, const_cast<aclTensor*>(tensors->elements[index]), address);
}

}  // namespace
}  // namespace openaclnn

extern "C" {

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CheckExecutor("aclSetAclOpExecutorRepeatable", executor));
  executor->repeatable = true;
  return ACLNN_SUCCESS;
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CheckExecutor("aclDestroyAclOpExecutor", executor));
  openaclnn::ExecutorPool().Destroy(executor);
  return ACLNN_SUCCESS;
}

// Each setter exists in two spellings; the index is not needed, because executors keep the tensors themselves.
#define OPENACLNN_DEFINE_SETTER(name)                                                            \
  aclnnStatus name(aclOpExecutor* executor, const size_t index, aclTensor* tensor, void* addr) { \
    return openaclnn::SetAddress(#name, executor, tensor, addr);                                 \
  }
#define OPENACLNN_DEFINE_LIST_SETTER(name)                                                                                          \
  aclnnStatus name(aclOpExecutor* executor, const size_t irIndex, const size_t relativeIndex, aclTensorList* tensors, void* addr) { \
    return openaclnn::SetListAddress(#name, executor, relativeIndex, tensors, addr);                                                \
  }

OPENACLNN_DEFINE_SETTER(aclSetTensorAddr)
OPENACLNN_DEFINE_SETTER(aclSetInputTensorAddr)
OPENACLNN_DEFINE_SETTER(aclSetOutputTensorAddr)
OPENACLNN_DEFINE_SETTER(AclSetTensorAddr)
OPENACLNN_DEFINE_SETTER(AclSetInputTensorAddr)
OPENACLNN_DEFINE_SETTER(AclSetOutputTensorAddr)
OPENACLNN_DEFINE_LIST_SETTER(aclSetDynamicTensorAddr)
OPENACLNN_DEFINE_LIST_SETTER(aclSetDynamicInputTensorAddr)
OPENACLNN_DEFINE_LIST_SETTER(aclSetDynamicOutputTensorAddr)
OPENACLNN_DEFINE_LIST_SETTER(AclSetDynamicTensorAddr)
OPENACLNN_DEFINE_LIST_SETTER(AclSetDynamicInputTensorAddr)
OPENACLNN_DEFINE_LIST_SETTER(AclSetDynamicOutputTensorAddr)

}  // extern "C"
