#include "runtime/executor/step.h"

#include <atomic>

#include "absl/status/status.h"
#include "runtime/executor/device_move.h"

namespace openaclnn {
namespace {

std::atomic<const StepInterceptor*> installed_interceptor{nullptr};

}  // namespace

absl::Status Step::Run(const StepOptions& options) const {
  const StepInterceptor* interceptor = installed_interceptor.load(std::memory_order_acquire);
  return interceptor == nullptr ? Compute(options) : (*interceptor)(*this, options);
}

absl::Status Step::Compute(const StepOptions& options) const {
  if (const DeviceStep* launch = device(); launch != nullptr)
    return launch->Launch(options.saturates, options.order);
  const CpuStep& work = *cpu();
  if (work.mover != nullptr) return Move(*work.mover, work.function, work.task, options.order);
  ComputeElementwise(work.function, work.task);
  return absl::OkStatus();
}

void InterceptStepsForTest(const StepInterceptor* interceptor) {
  installed_interceptor.store(interceptor, std::memory_order_release);
}

}  // namespace openaclnn
