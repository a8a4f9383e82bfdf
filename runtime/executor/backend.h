// How work becomes steps of a plan: the CPU's way, and that of a chip with AI Cores. A new kind of
// work is a new function here; nothing else asks which backend a device has.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_BACKEND_H_
#define OPENACLNN_RUNTIME_EXECUTOR_BACKEND_H_

#include "absl/types/span.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/executor/device_step.h"
#include "runtime/executor/plan.h"
#include "runtime/schedule/settings.h"

namespace openaclnn {

// The arguments of PlanBuilder::Elementwise.
struct ElementwiseWork {
  const ElementwiseKernels& kernels;
  absl::Span<const Operand> inputs;
  absl::Span<const Operand> outputs;
  const ElementwiseOptions& options;
};

class Backend {
 public:
  // Appends the steps that do the work.
  virtual void Elementwise(const ElementwiseWork& work, PlanBuilder& plan) const = 0;

 protected:
  ~Backend() = default;
};

// Lives as long as the process.
const Backend& BackendOf(BackendKind kind);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_BACKEND_H_
