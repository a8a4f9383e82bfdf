// The pieces of work that a plan consists of, whichever backend does them. Their memory is given to
// them when the plan runs.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_STEP_H_
#define OPENACLNN_RUNTIME_EXECUTOR_STEP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <variant>

#include "absl/container/inlined_vector.h"
#include "runtime/aicore/launch.h"
#include "runtime/base/status_fwd.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/executor/device_step.h"

namespace openaclnn {

// Whose memory an operand lies in: that of a tensor of the plan, or of a temporary, which is an
// entry of the plan's ledger.
class Storage {
 public:
  static Storage OfTensor(int number) { return Storage(number); }
  static Storage OfTemporary(int entry) { return Storage(~entry); }

  bool is_temporary() const { return number_ < 0; }
  int index() const { return is_temporary() ? ~number_ : number_; }

  friend bool operator==(const Storage&, const Storage&) = default;

 private:
  explicit Storage(int number) : number_(number) {}
  int number_;
};

// Element-wise work of the CPU backend, of the AI CPU of a chip, or of those kernels of its AI Core
// that take operands of any strides.
struct CpuStep {
  explicit CpuStep(ElementwiseFunction its_function) : function(its_function) {}

  size_t inputs() const { return task.inputs.size(); }
  void Bind(size_t operand, void* data) {
    (operand < inputs() ? task.inputs[operand] : task.outputs[operand - inputs()]).data = data;
  }
  // Whether input and output step alike, so that an element is read before it is overwritten where
  // both are the same memory.
  bool ReadsInOrder(size_t input, size_t output) const {
    return task.inputs[input].strides == task.outputs[output].strides;
  }
  // Roughly: only to tell cheap work from work that is worth waking a thread for.
  int64_t cost_ns() const { return task.count / (copies ? kCopiedPerNs : kComputedPerNs); }

  static constexpr int64_t kComputedPerNs = 2, kCopiedPerNs = 8;

  ElementwiseFunction function;
  const CpuKernel* kernel = nullptr;  // whose high_performance the function is, if it is one's
  bool copies = false;                // or converts: nothing is computed
  const Soc* mover = nullptr;         // the chip whose AI Core does it (device_move.h)
  ElementwiseTask task;
  bool keeps_dims = false;  // ElementwiseOptions::keeps_dims
};

// How steps run.
struct StepOptions {
  // Whether floating-point results of launches that are too large become the greatest number.
  bool saturates = false;
  // The order in which the blocks of a launch begin, where tests want another than the usual one.
  aicore::BlockOrder order = nullptr;
};

// One step and where its operands, inputs before outputs, will lie.
class Step {
 public:
  // The memory at so many bytes from the begin of the storage.
  struct Place {
    Storage storage;
    int64_t offset;
  };

  // Made where they stay: a step is too large to be moved for nothing.
  explicit Step(ElementwiseFunction function) : work_(std::in_place_type<CpuStep>, function) {}
  explicit Step(DeviceStep launch) : work_(std::move(launch)) {}

  // Null if the step is of the other kind.
  CpuStep* cpu() { return std::get_if<CpuStep>(&work_); }
  const CpuStep* cpu() const { return std::get_if<CpuStep>(&work_); }
  DeviceStep* device() { return std::get_if<DeviceStep>(&work_); }
  const DeviceStep* device() const { return std::get_if<DeviceStep>(&work_); }

  // The chip whose AI Core does the work; null: the CPU does.
  const Soc* soc() const { return device() != nullptr ? device()->soc : cpu()->mover; }

  size_t inputs() const {
    return std::visit([](const auto& work) { return work.inputs(); }, work_);
  }
  bool ReadsInOrder(size_t input, size_t output) const {
    return std::visit([&](const auto& work) { return work.ReadsInOrder(input, output); }, work_);
  }
  int64_t cost_ns() const {
    return std::visit([](const auto& work) { return work.cost_ns(); }, work_);
  }
  // Gives the operands their memory, before the step runs: `address(place)` is where each lies.
  template <typename Address>
  void Bind(const Address& address) {
    std::visit(
        [&](auto& work) {
          for (size_t i = 0; i < places.size(); ++i) work.Bind(i, address(places[i]));
        },
        work_);
  }

  // Does the work, or hands it to the interceptor of a test. Error: what a launched kernel did
  // wrong.
  absl::Status Run(const StepOptions& options) const;

  // What Run does where nothing intercepts it.
  absl::Status Compute(const StepOptions& options) const;

  absl::InlinedVector<Place, 6> places;

 private:
  std::variant<CpuStep, DeviceStep> work_;
};

// From now on Step::Run hands steps to `interceptor`, on whatever thread it was called; null: no
// more. For tests that put wrong kernels in place of right ones, or run steps in another way. Only
// while no work is running; the caller keeps it alive.
using StepInterceptor = std::function<absl::Status(const Step& step, const StepOptions& options)>;
void InterceptStepsForTest(const StepInterceptor* interceptor);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_STEP_H_
