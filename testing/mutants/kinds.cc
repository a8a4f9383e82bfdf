#include "testing/mutants/kinds.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "acl/acl_base_rt.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/schedule/memory.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "testing/mutants/device_function.h"
#include "testing/mutants/mutants.h"
#include "testing/ulp.h"

namespace openaclnn::testing {

char* Place(const ElementwiseOperand& operand, int64_t place) {
  return static_cast<char*>(operand.data) + place * static_cast<int64_t>(DTypeBytes(operand.dtype));
}

std::vector<double> Values(const ElementwiseTask& task, const ElementwiseOperand& operand) {
  std::vector<double> values(static_cast<size_t>(task.count));
  ForEachElement(task, operand, [&](int64_t i, const char* element) {
    values[static_cast<size_t>(i)] = ElementValue(operand.dtype, element);
  });
  return values;
}

double AwayFromZero(aclDataType dtype, double value, double ulps) {
  if (!std::isfinite(value)) return value;
  return RoundTo(dtype, value + std::copysign(ulps * UlpOf(dtype, value), value));
}

bool IsInteger(aclDataType dtype) { return !IsFloat(dtype); }

double Truncate(aclDataType dtype, double value) {
  if (IsInteger(dtype)) return std::isnan(value) ? 0 : RoundTo(dtype, std::trunc(value));
  double rounded = RoundTo(dtype, value);
  if (std::isinf(rounded)) return rounded;
  if (std::fabs(rounded) > std::fabs(value)) rounded -= std::copysign(UlpOf(dtype, value), value);
  return rounded;
}

double TiesAway(aclDataType dtype, double value) {
  const double ulp = UlpOf(dtype, value), down = Truncate(dtype, value);
  return std::isfinite(value) && std::fabs(value - down) == ulp / 2
             ? RoundTo(dtype, down + std::copysign(ulp, value))
             : RoundTo(dtype, value);
}

double Wrap(aclDataType dtype, double value) {
  const double range = dtype == ACL_INT8 ? 0x1p8 : 0x1p32;
  if (!std::isfinite(value)) return 0;
  const double rest = std::fmod(std::nearbyint(value), range);
  return rest >= range / 2 ? rest - range : rest < -range / 2 ? rest + range : rest;
}

Mutant ChangesInput(const std::string& name, size_t k, InputChange change) {
  return {
      absl::StrCat(name, " [input ", k, "]"),
      [k, change = std::move(change)](ElementwiseFunction function, const ElementwiseTask& task) {
        ElementwiseTask wrong = task;
        const aclDataType dtype = task.inputs[k].dtype;
        Scratch scratch(task, dtype);
        const std::vector<double> values = Values(task, task.inputs[k]);
        for (size_t i = 0; i < values.size(); ++i)
          scratch.Set(i, RoundTo(dtype, change(dtype, values[i])));
        wrong.inputs[k] = scratch.operand();
        ComputeElementwise(function, wrong);
      },
      true, static_cast<int>(k)};
}

Mutant ChangesOutput(const std::string& name, OutputChange change, bool of_inputs) {
  return {name,
          [of_inputs, change = std::move(change)](ElementwiseFunction function,
                                                  const ElementwiseTask& task) {
            // Before they may be overwritten.
            std::vector<std::vector<double>> inputs;
            for (const ElementwiseOperand& input : task.inputs) {
              if (of_inputs) inputs.push_back(Values(task, input));
            }
            ComputeElementwise(function, task);
            std::vector<double> here(inputs.size());
            for (const ElementwiseOperand& output : task.outputs) {
              ForEachElement(task, output, [&](int64_t i, char* element) {
                for (size_t k = 0; k < inputs.size(); ++k)
                  here[k] = inputs[k][static_cast<size_t>(i)];
                const double value = ElementValue(output.dtype, element),
                             wrong = change(output.dtype, value, here);
                if (wrong != value)
                  StoreElement(output.dtype, RoundTo(output.dtype, wrong), element);
              });
            }
          },
          true};
}

Mutant StoresBy(const std::string& name, Store store) {
  return {name,
          [store = std::move(store)](ElementwiseFunction function, const ElementwiseTask& task) {
            ElementwiseTask wide = task;
            std::vector<std::unique_ptr<Scratch>> scratch;
            for (size_t j = 0; j < task.outputs.size(); ++j) {
              scratch.push_back(std::make_unique<Scratch>(task, ACL_FLOAT));
              wide.outputs[j] = scratch[j]->operand();
            }
            ComputeElementwise(function, wide);
            ComputeElementwise(function, task);
            for (size_t j = 0; j < task.outputs.size(); ++j) {
              const ElementwiseOperand& output = task.outputs[j];
              if (output.dtype == ACL_FLOAT) continue;
              const std::vector<double> values = Values(task, wide.outputs[j]);
              ForEachElement(task, output, [&](int64_t i, char* element) {
                const double value = values[static_cast<size_t>(i)];
                const bool has_fraction = output.dtype != ACL_INT32 || std::fabs(value) < 0x1p22 ||
                                          std::fabs(value) > 0x1.1p31;
                if (has_fraction) StoreElement(output.dtype, store(output.dtype, value), element);
              });
            }
          },
          true};
}

Mutant MovesCorner(size_t k, double corner, double outwards) {
  Mutant moved =
      ChangesInput(absl::StrCat(corner, " taken as its neighbour, ",
                                outwards > 0 ? "outwards" : "inwards", ", where results jump"),
                   k, [corner, outwards](aclDataType dtype, double value) {
                     return value == corner ? AwayFromZero(dtype, value, outwards) : value;
                   });
  const Computation run = moved.run;
  moved.run = [run](ElementwiseFunction function, const ElementwiseTask& task) {
    ElementwiseTask other = task;
    std::vector<std::unique_ptr<Scratch>> scratch;
    for (ElementwiseOperand& output : other.outputs) {
      scratch.push_back(std::make_unique<Scratch>(task, output.dtype));
      output = scratch.back()->operand();
    }
    run(function, other);
    ComputeElementwise(function, task);
    for (size_t j = 0; j < task.outputs.size(); ++j) {
      const std::vector<double> wrong = Values(task, other.outputs[j]);
      ForEachElement(task, task.outputs[j], [&](int64_t i, char* element) {
        const aclDataType dtype = task.outputs[j].dtype;
        const double value = ElementValue(dtype, element), jumped = wrong[static_cast<size_t>(i)];
        const bool jumps =
            IsFloat(dtype) && std::isfinite(jumped) &&
            std::fabs(jumped - value) > std::max(std::fabs(value) / 16, 8 * UlpOf(dtype, value));
        if (jumps) StoreElement(dtype, jumped, element);
      });
    }
  };
  return moved;
}

Mutant ChangesTask(const std::string& name, TaskChange change) {
  return {name,
          [change = std::move(change)](ElementwiseFunction function, const ElementwiseTask& task) {
            ElementwiseTask wrong = task;
            change(wrong);
            ComputeElementwise(function, wrong);
          }};
}

ElementwiseOperand& OperandOf(ElementwiseTask& task, size_t k) {
  return k < task.inputs.size() ? task.inputs[k] : task.outputs[k - task.inputs.size()];
}

bool StaysInAllocation(const ElementwiseTask& task, const ElementwiseOperand& operand) {
  const std::optional<Allocation> allocation = FindAllocation(operand.data);
  const std::optional<Extent> extent = TouchedExtent(task.shape, operand.strides);
  if (!allocation.has_value() || !extent.has_value()) return false;
  const auto begin = reinterpret_cast<uintptr_t>(Place(operand, extent->lowest));
  const auto end = reinterpret_cast<uintptr_t>(Place(operand, extent->highest + 1));
  return begin >= allocation->begin && end <= allocation->begin + allocation->bytes;
}

std::vector<size_t> AllOperands(const KernelUse& use) {
  std::vector<size_t> operands(use.inputs + use.outputs);
  std::iota(operands.begin(), operands.end(), size_t{0});
  return operands;
}

std::vector<size_t> StridedOperands(const KernelUse& use) {
  std::vector<size_t> operands = AllOperands(use);
  std::erase_if(operands, [&](size_t k) {
    return use.part == Part::kDeviceKernel || (use.part == Part::kCopyIn && k >= use.inputs) ||
           (use.part == Part::kCopyOut && k < use.inputs);
  });
  return operands;
}

std::vector<Mutant> ForOperands(
    const KernelUse& use, const std::string& name, const std::vector<size_t>& operands,
    const std::function<void(const ElementwiseTask& task, ElementwiseOperand& operand)>& change) {
  std::vector<Mutant> mutants;
  for (const size_t k : operands) {
    const std::string which = k < use.inputs ? absl::StrCat(name, " [input ", k, "]")
                                             : absl::StrCat(name, " [output ", k - use.inputs, "]");
    mutants.push_back(ChangesTask(which, [k, change](ElementwiseTask& task) {
      ElementwiseOperand changed = OperandOf(task, k);
      change(task, changed);
      if (StaysInAllocation(task, changed)) OperandOf(task, k) = changed;
    }));
  }
  return mutants;
}

Mutant LeavesOut(const std::string& name,
                 std::function<bool(int64_t i, int64_t count, int64_t chunk)> leaves_out) {
  return {name, [leaves_out = std::move(leaves_out)](ElementwiseFunction function,
                                                     const ElementwiseTask& task) {
            const int64_t chunk = ChunkOf(function, task.count);
            for (int64_t begin = 0; begin < task.count;) {
              if (leaves_out(begin, task.count, chunk)) {
                ++begin;
                continue;
              }
              int64_t end = begin + 1;
              while (end < task.count && !leaves_out(end, task.count, chunk)) ++end;
              function(task, begin, end);
              begin = end;
            }
          }};
}

aclDataType ResultType(const KernelUse& use, aclDataType written) {
  if (written == ACL_BOOL) return written;  // 0 and 1 are the same in all of them
  for (const aclDataType finest : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_INT8}) {
    for (const std::vector<aclDataType>& types : use.types) {
      for (size_t j = 0; j < use.outputs; ++j) {
        if (types[use.inputs + j] == written && types[use.inputs + use.outputs + j] == finest)
          return finest;
      }
    }
  }
  return written;
}

}  // namespace openaclnn::testing
