// aclOpExecutor: what phase 1 returns and phase 2 runs.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/no_destructor.h"
#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"
#include "opdev/op_errno.h"
#include "runtime/base/errors.h"
#include "runtime/base/format.h"
#include "runtime/executor/function.h"
#include "runtime/executor/fused.h"
#include "runtime/executor/plan.h"
#include "runtime/executor/recent_plans.h"
#include "runtime/handles/handle_pool.h"
#include "runtime/handles/handles.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/memory.h"
#include "runtime/schedule/parallel.h"
#include "runtime/schedule/settings.h"
#include "runtime/schedule/stream.h"
#include "runtime/tensor/overlap.h"

struct aclOpExecutor {
  aclOpExecutor() {
  }  // written out, because otherwise all bytes of the plan's vectors would be set to zero first

  openaclnn::Plan plan;
  bool repeatable = false;
  bool saturates = false;  // known when the plan runs (StreamSaturates)
};

namespace openaclnn {
namespace {

// Executors that phase 1 has made and that have not run; more than this many are a leak.
constexpr uint32_t kMaxExecutors = 1 << 16;

// Executors are large and made with every call: with the usual quarantine each would be written to
// memory that has left the first-level cache.
constexpr uint32_t kExecutorQuarantine = 16;

using Executors = HandlePool<aclOpExecutor>;

Executors& ExecutorPool() {
  static absl::NoDestructor<Executors> pool(kMaxExecutors, kExecutorQuarantine);
  return *pool;
}

// Out of line, as Checker::Broken (rules.cc).
template <typename... Parts>
[[gnu::cold, gnu::noinline]] aclnnStatus RunError(const Plan& plan, int code,
                                                  const Parts&... parts) {
  return Fail(code, absl::StrCat(plan.function->name, ": ", parts...));
}

// Null with 561101 recorded.
Executors::Draft NewExecutor(const FunctionInfo& function) {
  Executors::Draft executor = ExecutorPool().CreateDraft();
  if (executor == nullptr) {
    // Those of queued work are free when it is done.
    FinishAllWork();
    executor = ExecutorPool().CreateDraft();
  }
  if (executor == nullptr) {
    (void)Fail(ACLNN_ERR_INNER_CREATE_EXECUTOR,
               absl::StrCat(function.name, ": out of memory for an executor, or ", kMaxExecutors,
                            " of them have not run: each is to be given to phase 2, or to "
                            "aclDestroyAclOpExecutor"));
  }
  return executor;
}

aclnnStatus NotLive(const FunctionInfo& function) {
  return Fail(ACLNN_ERR_PARAM_INVALID,
              absl::StrCat(function.name,
                           ": executor is not live: it has run already (only repeatable ones run "
                           "twice), or was destroyed"));
}

// Bytes that no device memory holds, and what there is in their place.
[[gnu::cold]] std::string WhatLiesAt(const char* begin, const char* end) {
  const auto hexadecimal = [](const void* address) { return Format("%p", address); };
  const std::string needed =
      absl::StrCat("it has ", end - begin, " bytes from ", hexadecimal(begin), " on; ");
  const std::optional<Allocation> allocation = FindAllocation(begin);
  if (!allocation.has_value()) {
    return absl::StrCat(needed,
                        "aclrtMalloc gave nothing there, and aclrtHostRegister named nothing");
  }
  return absl::StrCat(needed, "the allocation there has ", allocation->bytes, " bytes from ",
                      hexadecimal(reinterpret_cast<const void*>(allocation->begin)), " on",
                      allocation->device == nullptr ? " and is host memory" : "");
}

using PlacedViews = absl::InlinedVector<PlacedView, 6>;

// Of a tensor that has memory.
const char* FirstElement(const Plan::Tensor& tensor) {
  const auto bytes = static_cast<int64_t>(DTypeBytes(tensor.view.dtype));
  return static_cast<const char*>(tensor.handle->data) + tensor.view.offset * bytes;
}

// Appends where the view of a tensor lies now, or gives an error. Part of every call, of whose
// instructions a function of its own would be 2 %.
[[gnu::always_inline]] inline aclnnStatus Resolve(const Plan& plan, const Plan::Tensor& tensor,
                                                  PlacedViews& views) {
  if (HandlePool<aclTensor>::Generation(tensor.handle) != tensor.generation) {
    return RunError(
        plan, ACLNN_ERR_PARAM_INVALID, tensor.name(),
        " was destroyed between the two phases; tensors must live until phase 2 has returned");
  }
  if (tensor.view.empty()) {  // then frameworks give it no memory
    views.emplace_back();
    return ACLNN_SUCCESS;
  }
  const void* const base = tensor.handle->data;
  if (base == nullptr)
    return RunError(plan, ACLNN_ERR_PARAM_NULLPTR, tensor.name(),
                    " has no memory: its data address is null");
  const auto bytes = static_cast<int64_t>(DTypeBytes(tensor.view.dtype));
  const PlacedView& view =
      views.emplace_back(FirstElement(tensor), bytes, tensor.view.shape, tensor.view.strides);
  if (reinterpret_cast<uintptr_t>(base) % static_cast<uintptr_t>(bytes) != 0) {
    return RunError(plan, ACLNN_ERR_PARAM_INVALID, tensor.name(),
                    " has an address that is not a multiple of its element size, ", bytes);
  }
  if (!IsDeviceMemory(view.begin, view.end - view.begin)) {
    return RunError(plan, ACLNN_ERR_PARAM_INVALID, tensor.name(),
                    " does not lie in device memory: ", WhatLiesAt(view.begin, view.end));
  }
  return ACLNN_SUCCESS;
}

// Whether elements are read that may have been overwritten, if the input and the output are the
// same view: in a later step than they are written, or in the same step, but not in the order in
// which they are written.
bool ReadsWhatIsWritten(const Plan& plan, int input_tensor, int output_tensor) {
  const Storage input = Storage::OfTensor(input_tensor), output = Storage::OfTensor(output_tensor);
  bool is_written = false;
  for (const Step& step : plan.steps) {
    const size_t inputs = step.inputs();
    bool writes = false;
    for (size_t out = inputs; out < step.places.size(); ++out)
      writes = writes || step.places[out].storage == output;
    for (size_t in = 0; in < inputs; ++in) {
      if (step.places[in].storage != input) continue;
      bool in_order = !writes;
      for (size_t out = inputs; out < step.places.size(); ++out) {
        const bool is_same =
            step.places[out].storage == output && step.places[out].offset == step.places[in].offset;
        in_order = in_order || (is_same && step.ReadsInOrder(in, out - inputs));
      }
      if (is_written || !in_order) return true;
    }
    is_written = is_written || writes;
  }
  return false;
}

// An output may be the very view an input is (in place), or lie elsewhere; anything between would
// make results depend on the order of work. Inlined for the same reason as Resolve.
[[gnu::always_inline]] inline aclnnStatus CheckOverlaps(const Plan& plan,
                                                        absl::Span<const PlacedView> views) {
  for (size_t out = 0; out < views.size(); ++out) {
    if (!plan.tensors[out].is_output()) continue;
    for (size_t other = 0; other < views.size(); ++other) {
      const bool other_is_output = plan.tensors[other].is_output();
      if (other == out || (other_is_output && other < out)) continue;
      const Overlap overlap = Compare(views[out], views[other]);
      if (overlap == Overlap::kNone) continue;
      if (overlap == Overlap::kSame && !other_is_output) {
        if (!ReadsWhatIsWritten(plan, static_cast<int>(other), static_cast<int>(out))) continue;
        return RunError(plan, ACLNN_ERR_PARAM_INVALID, plan.tensors[out].name(), " overlaps ",
                        plan.tensors[other].name(),
                        "; elements move, so the output needs memory of its own");
      }
      return RunError(
          plan, ACLNN_ERR_PARAM_INVALID, plan.tensors[out].name(), " overlaps ",
          plan.tensors[other].name(),
          other_is_output
              ? "; outputs need memory of their own"
              : " in part; an output must be exactly an input's view, or lie elsewhere");
    }
  }
  return ACLNN_SUCCESS;
}

// Checks what can only be known now, and gives the steps of the plan their memory. Adds their cost
// to `cost_ns`.
aclnnStatus Prepare(Plan& plan, void* workspace, uint64_t workspace_size, int64_t& cost_ns) {
  const uint64_t needed = static_cast<uint64_t>(plan.workspace.total_bytes());
  if (workspace == nullptr && (needed > 0 || workspace_size > 0)) {
    return RunError(plan, ACLNN_ERR_PARAM_NULLPTR, "workspace is null; ", needed,
                    " bytes are required");
  }
  if (workspace_size < needed) {
    return RunError(plan, ACLNN_ERR_PARAM_INVALID, "workspaceSize is ", workspace_size,
                    "; phase 1 asked for ", needed, " bytes");
  }
  if (needed > 0 && !IsDeviceMemory(workspace, static_cast<int64_t>(needed))) {
    return RunError(plan, ACLNN_ERR_PARAM_INVALID,
                    "workspace does not lie in device memory for the ", needed, " bytes required");
  }
  if (plan.steps.empty()) return ACLNN_SUCCESS;

  PlacedViews views;
  for (const Plan::Tensor& tensor : plan.tensors)
    OPENACLNN_RETURN_IF_ERROR(Resolve(plan, tensor, views));
  OPENACLNN_RETURN_IF_ERROR(CheckOverlaps(plan, views));
  const auto address = [&](const Step::Place& place) {
    const auto index = static_cast<size_t>(place.storage.index());
    void* const base =
        place.storage.is_temporary()
            ? static_cast<char*>(workspace) + plan.workspace.offset(place.storage.index())
            : plan.tensors[index].handle->data;
    return static_cast<char*>(base) + place.offset;
  };
  for (Step& step : plan.steps) {
    step.Bind(address);
    cost_ns += step.cost_ns();
  }
  return ACLNN_SUCCESS;
}

// What a plan that Prepare accepted uses, for a stream that records it.
std::vector<MemoryRange> MemoryOf(const Plan& plan, const void* workspace) {
  std::vector<MemoryRange> memory;
  if (plan.steps.empty()) return memory;
  for (const Plan::Tensor& tensor : plan.tensors) {
    if (tensor.view.empty()) continue;
    const PlacedView view(FirstElement(tensor), static_cast<int64_t>(DTypeBytes(tensor.view.dtype)),
                          tensor.view.shape, tensor.view.strides);
    memory.push_back({view.begin, view.end - view.begin});
  }
  const int64_t workspace_bytes = plan.workspace.total_bytes();
  if (workspace_bytes > 0) memory.push_back({workspace, workspace_bytes});
  return memory;
}

WorkResult RunSteps(const aclOpExecutor& executor) {
  for (const Step& step : executor.plan.steps) {
    if (const absl::Status status = step.Run({.saturates = executor.saturates}); !status.ok())
      return {ACL_ERROR_RT_AICORE_EXCEPTION, std::string(status.message())};
  }
  return {};
}

// One line about a call that ran: "openaclnn: aclnnAdd(self float32[2, 3], ...): cpu AVX3, ...".
void Describe(const Plan& plan, int64_t nanoseconds) {
  std::string line = absl::StrCat("openaclnn: ", plan.function->name, "(");
  for (const Plan::Tensor& tensor : plan.tensors) {
    absl::StrAppend(&line, &tensor == plan.tensors.data() ? "" : ", ", tensor.name(), " ",
                    DTypeName(tensor.view.dtype), DimsToString(tensor.view.shape));
  }
  const auto launch = std::find_if(plan.steps.begin(), plan.steps.end(),
                                   [](const Step& step) { return step.soc() != nullptr; });
  const std::string where = plan.steps.empty() ? "nothing to do"
                            : launch != plan.steps.end()
                                ? absl::StrCat("aicore ", launch->soc()->name)
                                : absl::StrCat("cpu ", LastElementwiseTarget());
  const auto counted = [](size_t count, const char* what) {
    return absl::StrCat(", ", count, what, count == 1 ? "" : "s");
  };
  absl::StrAppend(&line, "): ", where, counted(plan.steps.size(), " step"),
                  counted(static_cast<size_t>(ThreadCount()), " thread"),
                  Format(", %.1f us", static_cast<double>(nanoseconds) * 1e-3),
                  counted(static_cast<size_t>(plan.workspace.total_bytes()), " byte"),
                  " of workspace\n");
  // In one piece, because other threads print as well.
  std::fwrite(line.data(), 1, line.size(), stderr);
}

WorkResult RunStepsVerbosely(const aclOpExecutor& executor) {
  const absl::Time begin = absl::Now();
  WorkResult result = RunSteps(executor);
  Describe(executor.plan, absl::ToInt64Nanoseconds(absl::Now() - begin));
  return result;
}

aclnnStatus Launch(Executors::Owner executor, void* workspace, uint64_t workspace_size,
                   aclrtStream stream) {
  Plan& plan = executor->plan;
  int64_t cost_ns = 0;
  OPENACLNN_RETURN_IF_ERROR(Prepare(plan, workspace, workspace_size, cost_ns));
  const auto launches = [](const Step& step) { return step.device() != nullptr; };
  executor->saturates =
      std::any_of(plan.steps.begin(), plan.steps.end(), launches) && StreamSaturates(stream);
  const char* function = plan.function->name;
  const auto memory = [&] { return MemoryOf(plan, workspace); };
  if (IsVerbose()) {
    return EnqueueWork(
        function, stream, cost_ns,
        [executor = std::move(executor)] { return RunStepsVerbosely(*executor); },
        /*finish=*/false, memory);
  }
  // Also an empty plan goes through the stream, which checks the handle and keeps the order.
  return EnqueueWork(
      function, stream, cost_ns, [executor = std::move(executor)] { return RunSteps(*executor); },
      /*finish=*/false, memory);
}

}  // namespace

aclnnStatus GetWorkspaceSize(const FunctionInfo& function, std::span<Arg> args,
                             uint64_t* workspace_size, aclOpExecutor** executor) try {
  if (workspace_size == nullptr || executor == nullptr) {
    return Fail(ACLNN_ERR_PARAM_NULLPTR,
                absl::StrCat(function.name, "GetWorkspaceSize: ",
                             workspace_size == nullptr ? "workspaceSize" : "executor", " is null"));
  }
  const Device* device = CurrentDevice();
  if (device == nullptr) {
    return Fail(ACLNN_ERR_RUNTIME_ERROR,
                absl::StrCat(function.name,
                             "GetWorkspaceSize: no current device; call aclrtSetDevice first"));
  }
  // Planned in place: a plan is too large to be moved for nothing.
  Executors::Draft created = NewExecutor(function);
  if (created == nullptr) return ACLNN_ERR_INNER_CREATE_EXECUTOR;
  Plan& plan = Executors::ObjectOf(created).plan;
  const CallKey key(function, *device, args);
  if (!key.FindPlan(plan)) {
    PlanBuilder builder(function, *device, args, plan);
    OPENACLNN_RETURN_IF_ERROR(builder.CheckRules());
    function.plan(builder);
    plan.workspace.Place();
    key.KeepPlan(plan);
  }
  *workspace_size = static_cast<uint64_t>(plan.workspace.total_bytes());
  *executor = created.release();
  return ACLNN_SUCCESS;
} catch (...) {
  return FailCaught(function.name, ACLNN_ERR_INNER_CREATE_EXECUTOR, ACLNN_ERR_INNER);
}

aclnnStatus Run(const FunctionInfo& function, void* workspace, uint64_t workspace_size,
                aclOpExecutor* handle, aclrtStream stream) try {
  if (handle == nullptr)
    return Fail(ACLNN_ERR_PARAM_NULLPTR, absl::StrCat(function.name, ": executor is null"));
  const aclOpExecutor* const executor = ExecutorPool().Find(handle);
  if (executor == nullptr) return NotLive(function);
  if (executor->plan.function != &function) {
    return Fail(ACLNN_ERR_PARAM_INVALID,
                absl::StrCat(function.name, ": executor was made by ",
                             executor->plan.function->name, "GetWorkspaceSize"));
  }
  if (!executor->repeatable) {
    // Used up, whether the run succeeds or not.
    Executors::Owner claimed = ExecutorPool().Claim(handle);
    return claimed == nullptr ? NotLive(function)
                              : Launch(std::move(claimed), workspace, workspace_size, stream);
  }
  // A copy of the plan runs, because the next run may begin with other addresses before this one
  // has ended.
  const Executors::Draft copy = NewExecutor(function);
  if (copy == nullptr) return ACLNN_ERR_INNER_CREATE_EXECUTOR;
  Executors::ObjectOf(copy).plan = executor->plan;
  return Launch(ExecutorPool().Claim(copy.get()), workspace, workspace_size, stream);
} catch (...) {
  return FailCaught(function.name, ACLNN_ERR_INNER, ACLNN_ERR_INNER);
}

namespace {

constexpr char kFusedName[] = "fused calls";

// Whether the handle is that of a plan's tensor.
bool IsHandleOf(const aclTensor* handle, const aclTensor* tensor) {
  return TensorPool().Find(const_cast<aclTensor*>(handle)) == tensor;
}

// The number of a tensor that exists block by block only, or -1.
int BlockNumber(const FusedCall& call, const aclTensor* tensor) {
  for (const auto& [handle, number] : call.blocks) {
    if (IsHandleOf(handle, tensor)) return number;
  }
  return -1;
}

// A tensor of one of several calls, and where it lies.
struct FusedTensor {
  const Plan* plan;
  const Plan::Tensor* tensor;
  PlacedView view;
};

// What one call writes may be the very view another reads or writes, block by block in their order,
// or lie elsewhere: blocks that are written would else be others' elements.
aclnnStatus CheckOverlapsBetween(absl::Span<const FusedTensor> tensors) {
  for (const FusedTensor& output : tensors) {
    if (!output.tensor->is_output()) continue;
    for (const FusedTensor& other : tensors) {
      if (other.plan == output.plan || Compare(output.view, other.view) != Overlap::kPartial)
        continue;
      return RunError(*output.plan, ACLNN_ERR_PARAM_INVALID, output.tensor->name(), " overlaps ",
                      other.tensor->name(), " of ", other.plan->function->name,
                      ", which runs together with it, in part; it must be exactly its view, or lie "
                      "elsewhere");
    }
  }
  return ACLNN_SUCCESS;
}

// Adds the call's step to `steps`, and its tensors that have memory to `tensors`.
aclnnStatus PrepareFused(const FusedCall& call, Plan& plan, FusedSteps& steps,
                         std::vector<FusedTensor>& tensors) {
  PlacedViews views;
  for (const Plan::Tensor& tensor : plan.tensors) {
    if (BlockNumber(call, tensor.handle) >= 0) {
      views.emplace_back();
      continue;
    }
    OPENACLNN_RETURN_IF_ERROR(Resolve(plan, tensor, views));
    tensors.push_back({&plan, &tensor, views.back()});
  }
  OPENACLNN_RETURN_IF_ERROR(CheckOverlaps(plan, views));
  CpuStep& step = *plan.steps[0].cpu();
  absl::InlinedVector<int, 6> numbers;
  for (size_t i = 0; i < plan.steps[0].places.size(); ++i) {
    const auto& [storage, offset] = plan.steps[0].places[i];
    const aclTensor* const handle = plan.tensors[static_cast<size_t>(storage.index())].handle;
    numbers.push_back(BlockNumber(call, handle));
    if (numbers.back() < 0) step.Bind(i, static_cast<char*>(handle->data) + offset);
  }
  steps.Add(step, std::move(numbers));
  return ACLNN_SUCCESS;
}

}  // namespace

bool ElementwisePass::Repeats(const aclTensor* handle) const {
  return std::any_of(repeated.begin(), repeated.end(),
                     [&](const aclTensor* tensor) { return IsHandleOf(handle, tensor); });
}

std::optional<ElementwisePass> PassOf(const aclOpExecutor* handle) {
  const aclOpExecutor* const executor = ExecutorPool().Find(const_cast<aclOpExecutor*>(handle));
  if (executor == nullptr) return std::nullopt;
  const Plan& plan = executor->plan;
  if (plan.steps.size() != 1 || plan.workspace.total_bytes() > 0) return std::nullopt;
  const Step& step = plan.steps[0];
  if (step.cpu() == nullptr || step.cpu()->keeps_dims) return std::nullopt;
  const ElementwiseTask& task = step.cpu()->task;
  if (task.shape.size() != 1) return std::nullopt;
  ElementwisePass pass = {task.count, {}};
  for (size_t i = 0; i < step.places.size(); ++i) {
    const bool is_output = i >= task.inputs.size();
    const ElementwiseOperand& operand =
        is_output ? task.outputs[i - task.inputs.size()] : task.inputs[i];
    const Plan::Tensor& tensor = plan.tensors[static_cast<size_t>(step.places[i].storage.index())];
    const bool in_place = operand.strides[0] == 1 && step.places[i].offset == 0 &&
                          ElementCount(tensor.view.shape) == task.count;
    if (in_place) continue;
    if (is_output || (operand.strides[0] != 0 && operand.strides[0] != 1)) return std::nullopt;
    pass.repeated.push_back(tensor.handle);
  }
  return pass;
}

aclnnStatus RunFused(absl::Span<const FusedCall> calls, BlockType type, aclrtStream stream) try {
  // Used up, whether the run succeeds or not.
  std::vector<Executors::Owner> executors;
  int64_t count = -1, cost_ns = 0;
  for (const FusedCall& call : calls) {
    const std::optional<ElementwisePass> pass = PassOf(call.executor);
    Executors::Owner executor = ExecutorPool().Claim(call.executor);
    if (executor == nullptr || !pass.has_value() || (count >= 0 && pass->count != count)) {
      return Fail(ACLNN_ERR_INNER, absl::StrCat(kFusedName, ": call ", executors.size(),
                                                " is no pass over the elements of the others"));
    }
    count = pass->count;
    executors.push_back(std::move(executor));
  }
  FusedSteps steps(CurrentImplMode() == ImplMode::kHighPrecision ? BlockType::kOfTensor : type,
                   calls.size());
  std::vector<FusedTensor> tensors;
  std::string names;
  for (size_t i = 0; i < calls.size(); ++i) {
    Plan& plan = executors[i]->plan;
    OPENACLNN_RETURN_IF_ERROR(PrepareFused(calls[i], plan, steps, tensors));
    cost_ns += plan.steps[0].cost_ns();
    if (IsVerbose()) absl::StrAppend(&names, i == 0 ? "" : ", ", plan.function->name);
  }
  OPENACLNN_RETURN_IF_ERROR(CheckOverlapsBetween(tensors));
  steps.Join();
  const auto memory = [&] {
    std::vector<MemoryRange> ranges;
    for (const FusedTensor& tensor : tensors)
      ranges.push_back({tensor.view.begin, tensor.view.end - tensor.view.begin});
    return ranges;
  };
  return EnqueueWork(
      kFusedName, stream, cost_ns,
      [steps = std::move(steps), names = std::move(names), count] {
        const absl::Time begin = absl::Now();
        steps.Compute();
        if (!names.empty()) {
          std::fputs(Format("openaclnn: fused: %s: %d elements, %.1f us\n", names, count,
                            absl::ToDoubleMicroseconds(absl::Now() - begin))
                         .c_str(),
                     stderr);
        }
        return WorkResult();
      },
      /*finish=*/false, memory);
} catch (...) {
  return FailCaught(kFusedName, ACLNN_ERR_INNER, ACLNN_ERR_INNER);
}

namespace {

aclnnStatus NoExecutor(const char* caller, const aclOpExecutor* executor) {
  if (executor == nullptr)
    return Fail(ACLNN_ERR_INNER_NULLPTR, absl::StrCat(caller, ": executor is null"));
  return Fail(ACLNN_ERR_INNER,
              absl::StrCat(caller, ": executor is not live: it has run already, or was destroyed"));
}

aclnnStatus CheckExecutor(const char* caller, const aclOpExecutor* executor) {
  return ExecutorPool().IsLive(executor) ? ACLNN_SUCCESS : NoExecutor(caller, executor);
}

// The executor looks tensors up when it runs, so giving one another address is all there is to do.
aclnnStatus SetAddress(const char* caller, const aclOpExecutor* executor, aclTensor* tensor,
                       void* address) {
  OPENACLNN_RETURN_IF_ERROR(CheckExecutor(caller, executor));
  if (tensor == nullptr)
    return Fail(ACLNN_ERR_INNER_NULLPTR, absl::StrCat(caller, ": tensor is null"));
  aclTensor* const object = TensorPool().Find(tensor);
  if (object == nullptr)
    return Fail(ACLNN_ERR_PARAM_INVALID, absl::StrCat(caller, ": tensor is not a live tensor"));
  object->data = address;
  return ACLNN_SUCCESS;
}

aclnnStatus SetListAddress(const char* caller, const aclOpExecutor* executor, size_t index,
                           aclTensorList* handle, void* address) {
  OPENACLNN_RETURN_IF_ERROR(CheckExecutor(caller, executor));
  if (handle == nullptr)
    return Fail(ACLNN_ERR_INNER_NULLPTR, absl::StrCat(caller, ": tensor list is null"));
  const aclTensorList* const tensors = TensorListPool().Find(handle);
  if (tensors == nullptr)
    return Fail(ACLNN_ERR_PARAM_INVALID, absl::StrCat(caller, ": tensor list is no live list"));
  if (index >= tensors->elements.size()) {
    return Fail(ACLNN_ERR_PARAM_INVALID,
                absl::StrCat(caller, ": relativeIndex is ", index, "; the list has ",
                             tensors->elements.size(), " tensors"));
  }
  return SetAddress(caller, executor, const_cast<aclTensor*>(tensors->elements[index]), address);
}

}  // namespace
}  // namespace openaclnn

extern "C" {

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) try {
  aclOpExecutor* const object = openaclnn::ExecutorPool().Find(executor);
  if (object == nullptr) return openaclnn::NoExecutor(__func__, executor);
  object->repeatable = true;
  return ACLNN_SUCCESS;
} catch (...) {
  return openaclnn::FailCaught(__func__, ACLNN_ERR_INNER, ACLNN_ERR_INNER);
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) try {
  return openaclnn::ExecutorPool().Destroy(executor) ? ACLNN_SUCCESS
                                                     : openaclnn::NoExecutor(__func__, executor);
} catch (...) {
  return openaclnn::FailCaught(__func__, ACLNN_ERR_INNER, ACLNN_ERR_INNER);
}

// Each setter exists in two spellings; the index is not needed, because executors keep the tensors
// themselves.
#define OPENACLNN_DEFINE_SETTER(name)                                              \
  aclnnStatus name(aclOpExecutor* executor, const size_t index, aclTensor* tensor, \
                   void* addr) try {                                               \
    return openaclnn::SetAddress(#name, executor, tensor, addr);                   \
  } catch (...) {                                                                  \
    return openaclnn::FailCaught(#name, ACLNN_ERR_INNER, ACLNN_ERR_INNER);         \
  }
#define OPENACLNN_DEFINE_LIST_SETTER(name)                                                    \
  aclnnStatus name(aclOpExecutor* executor, const size_t irIndex, const size_t relativeIndex, \
                   aclTensorList* tensors, void* addr) try {                                  \
    return openaclnn::SetListAddress(#name, executor, relativeIndex, tensors, addr);          \
  } catch (...) {                                                                             \
    return openaclnn::FailCaught(#name, ACLNN_ERR_INNER, ACLNN_ERR_INNER);                    \
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
