// What an operator's host code works with: the arguments of the call, the checks of its spec, and
// the work to be planned.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_PLAN_H_
#define OPENACLNN_RUNTIME_EXECUTOR_PLAN_H_

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/executor/device_step.h"
#include "runtime/executor/function.h"
#include "runtime/executor/ledger.h"
#include "runtime/executor/step.h"
#include "runtime/rules/lists.h"
#include "runtime/schedule/settings.h"
#include "runtime/tensor/tensor.h"

namespace openaclnn {

// A view of one of the call's tensors, or of a temporary, as an operand of planned work.
struct Operand {
  Storage storage;
  TensorView view;  // may differ from the parameter's own view: Narrow()
};

// Elements begin, begin + step, ... of dimension `dim` (not negative), `length` of them.
Operand Narrow(Operand operand, size_t dim, int64_t begin, int64_t length, int64_t step = 1);

// The elements at `index` of dimension `dim` (not negative), which goes away.
Operand Selected(const Operand& operand, size_t dim, int64_t index);

// Both halves along dimension `dim`, which may be negative and has an even extent: views, nothing
// is copied.
struct Halves {
  Operand first, second;
};
Halves SplitInHalves(const Operand& operand, int64_t dim);

// The elements along dimension `dim` (not negative) in reversed order.
Operand Reversed(Operand operand, size_t dim);

// Dimension i of the result is dimension `dims[i]` (not negative, each once).
Operand Permuted(Operand operand, const Dims& dims);

// Dimension `dim` (not negative) as several, of these extents, whose product is its own.
Operand Unfolded(Operand operand, size_t dim, absl::Span<const int64_t> extents);

// Each dimension as two: `blocks` (at least 1) of them, and the elements of a block.
Operand Blocked(Operand operand, absl::Span<const int64_t> blocks);

// What phase 1 leaves for phase 2. Addresses are looked up when it runs, because the caller may
// change them in between.
struct Plan {
  // A parameter that is a tensor, or a member of one that is a list.
  struct Tensor {
    const ParamInfo* param;
    const aclTensor* handle;
    uint32_t generation;  // of the handle, to notice that it was destroyed
    int member;           // its place in the list; -1: the parameter is no list
    TensorView view;

    bool is_output() const {
      return param->kind == ParamKind::kOutputTensor || param->kind == ParamKind::kOutputList;
    }
    std::string name() const;  // "self", "tensors[1]"
  };

  const FunctionInfo* function = nullptr;
  absl::InlinedVector<Tensor, 6> tensors;
  absl::InlinedVector<Step, 1> steps;
  Ledger workspace;
};

struct ElementwiseOptions {
  Numbers numbers = {};  // for the kernels of both backends; at most kMaxNumbers
  // The type that operands are converted to before they are computed, and results are rounded to
  // before they are converted to the outputs' types; undefined: see ElementwiseTask.
  aclDataType compute = ACL_DT_UNDEFINED;
  // The function looks at where elements stand in the output's dimensions, which are then neither
  // joined nor put in another order.
  bool keeps_dims = false;
};

// One computation: its kernels for both backends. Where none is for the device, as on chips that
// have no instructions for it, the CPU kernel runs on both.
struct ElementwiseKernels {
  const CpuKernel& cpu;
  DeviceElementwise device = {};
};

class PlanBuilder {
 public:
  // Used by GetWorkspaceSize; `args` must outlive the builder and is completed by CheckRules().
  PlanBuilder(const FunctionInfo& function, const Device& device, std::span<Arg> args, Plan& plan);

  // Checks the rules of the spec in their order. The executor calls it first; nothing below may be
  // used when it fails.
  aclnnStatus CheckRules();

  // The arguments, by the parameter numbers of the generated header (<op>_spec.h).
  int64_t attr(int param) const { return args_[static_cast<size_t>(param)].number; }
  Number number(int param) const { return args_[static_cast<size_t>(param)].value; }
  // What the arguments (tensors and scalars) promote to. The first is given; of the others those
  // that are absent do not count.
  aclDataType Promoted(std::initializer_list<ParamNumber> which) const {
    return PromotedType(params_, args_, which);
  }
  // The number as kernels that compute in `dtype` take it: a float32 number in the smaller
  // floating-point types, true or false in bool, and else as it is.
  Number NumberFor(aclDataType dtype, int param) const {
    if (dtype == ACL_BOOL) return Number::Integer(number(param).AsBool());
    if (!IsFloat(dtype) || dtype == ACL_DOUBLE) return number(param);
    return Number::Real(static_cast<double>(number(param).AsFloat()));
  }
  Numbers NumbersFor(aclDataType dtype, std::initializer_list<ParamNumber> params) const;
  // Options of work that is computed in the type, with these numbers for it.
  ElementwiseOptions ComputedIn(aclDataType dtype,
                                std::initializer_list<ParamNumber> numbers = {}) const {
    return {.numbers = NumbersFor(dtype, numbers), .compute = dtype};
  }
  // The number converted to the type, as an element of a tensor would be; of integers its low bits
  // count.
  Number RoundedFor(aclDataType dtype, int param) const;
  absl::Span<const int64_t> int_array(int param) const;
  // The dimension numbers in an int array that R.dims, R.permuted or R.rolled accepted, counted
  // from the front, of a tensor of this rank; none if it has no dimensions.
  Dims dims(int param, size_t rank) const;
  bool has(int param) const { return !args_[static_cast<size_t>(param)].absent; }
  Operand tensor(int param) const;
  // Whether both parameters are one tensor, as where a function works in place.
  bool AreSame(int param, int other) const {
    return args_[static_cast<size_t>(param)].tensor == args_[static_cast<size_t>(other)].tensor;
  }
  // The members of a list, in order.
  std::vector<Operand> tensors(int param) const;
  // What they promote to.
  aclDataType PromotedMembers(int param) const;

  // A contiguous temporary in the workspace; `name` says what it is for and must outlive the plan.
  Operand Temporary(const char* name, aclDataType dtype, const Dims& shape);

  // Element-wise work over the shape of the first output, which all outputs have and to which every
  // input broadcasts. Nothing is planned if there are no elements. The backend of the current
  // device (backend.h) decides which kernel runs:
  // - CPU: mixed types and any strides are read and written in place, so it takes no workspace.
  // - AI Core: device kernels take contiguous operands of the types they were compiled for. Other
  //   inputs are copied into the workspace first (made contiguous, converted, broadcast), other
  //   outputs from there at the end. What no device kernel computes (DeviceElementwise::Find) the
  //   chip leaves to its AI CPU: the CPU kernel runs.
  void Elementwise(const ElementwiseKernels& kernels, absl::Span<const Operand> inputs,
                   absl::Span<const Operand> outputs, const ElementwiseOptions& options = {});
  // The same with all tensors of the call, in the order of the spec's parameters.
  void Elementwise(const ElementwiseKernels& kernels, const ElementwiseOptions& options = {});

  // Each element of `output` becomes the input's element, converted as Rounding::kConvert says
  // (runtime/cpu/convert.h). Both types must be convertible. On the AI Core it is work of its
  // copies if the type stays (device_move.h), else of the AI CPU.
  void Convert(const Operand& input, const Operand& output);

  // The same by way of a third type, as where operands of several types are promoted.
  void ConvertVia(aclDataType dtype, const Operand& input, const Operand& output);

  // For backends: one step of the CPU backend, whatever the device; what only moves elements is
  // done by the device's copies.
  void ElementwiseOnCpu(ElementwiseFunction function, absl::Span<const Operand> inputs,
                        absl::Span<const Operand> outputs, const ElementwiseOptions& options = {});
  // The same by a kernel, in the mode that is set.
  void ElementwiseOnCpu(const CpuKernel& kernel, absl::Span<const Operand> inputs,
                        absl::Span<const Operand> outputs, const ElementwiseOptions& options);
  // For backends: a launch, whose tensors are these operands.
  void Launch(DeviceStep launch, absl::Span<const Operand> operands);
  // The operand's parameter, for messages; "temporary" if it has none.
  const char* NameOf(const Operand& operand) const;
  const Soc& soc() const { return *device_.soc; }

 private:
  // The step that was planned last has one more place: the operand's memory.
  void Use(Step& last, const Operand& operand);

  const FunctionInfo& function_;
  const Device& device_;
  std::span<const ParamInfo> params_;
  std::span<Arg> args_;
  std::unique_ptr<ExpandedCall> lists_;  // where `params_` and `args_` are, if there are lists
  Plan& plan_;
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_PLAN_H_
