#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "acl/acl_base_rt.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/schedule/memory.h"
#include "runtime/schedule/parallel.h"
#include "runtime/tensor/number.h"
#include "runtime/tensor/shape.h"
#include "testing/conformance.h"
#include "testing/mutants/device_function.h"
#include "testing/mutants/families.h"
#include "testing/mutants/kinds.h"
#include "testing/mutants/mutants.h"
#include "testing/ulp.h"

namespace openaclnn::testing {

std::vector<Mutant> WrongStrides(const KernelUse& use) {
  return ForOperands(use, "strides ignored", StridedOperands(use),
                     [](const ElementwiseTask& task, ElementwiseOperand& operand) {
                       operand.strides = ContiguousStrides(task.shape);
                     });
}

// Also where broadcasting repeats: the wrong dimension does.
std::vector<Mutant> WrongOrder(const KernelUse& use) {
  if (!use.transposed && use.repeats.empty()) return {};
  return ForOperands(use, "strides of dimensions reversed", StridedOperands(use),
                     [](const ElementwiseTask& task, ElementwiseOperand& operand) {
                       std::reverse(operand.strides.begin(), operand.strides.end());
                     });
}

std::vector<Mutant> WrongOuterStride(const KernelUse& use) {
  if (use.dimensions < 3) return {};
  return ForOperands(use, "outer stride ignored", StridedOperands(use),
                     [](const ElementwiseTask& task, ElementwiseOperand& operand) {
                       if (task.shape.size() >= 3) operand.strides[0] = 0;
                     });
}

std::vector<Mutant> WrongBroadcast(const KernelUse& use) {
  if (use.repeats.empty()) return {};
  std::vector<size_t> inputs = StridedOperands(use);
  std::erase_if(inputs, [&](size_t k) { return !use.repeats.contains(k); });
  return ForOperands(use, "repeated along another dimension", inputs,
                     [](const ElementwiseTask& task, ElementwiseOperand& operand) {
                       if (std::count(operand.strides.begin(), operand.strides.end(), 0) > 0)
                         std::rotate(operand.strides.begin(), operand.strides.begin() + 1,
                                     operand.strides.end());
                     });
}

namespace {

// Whether there are no inputs, nor had the launch whose results are copied: all results are the
// same.
bool ComputesFromNumbers(const KernelUse& use) {
  return (use.part == Part::kCopyOut ? use.launch_inputs : use.inputs) == 0;
}

}  // namespace

std::vector<Mutant> WrongOffsets(const KernelUse& use) {
  std::vector<size_t> operands = AllOperands(use);
  // Copies begin where their memory begins, or are aligned to more than an element.
  const auto is_copy = [&](size_t operand) {
    return use.part == Part::kDeviceKernel && operand < use.inputs &&
           !use.uncopied.contains(operand);
  };
  operands.erase(std::remove_if(operands.begin(), operands.end(), is_copy), operands.end());
  // The copy of the only input, or of the output if there is no input, is where the workspace
  // begins.
  if (use.part == Part::kCopyIn && use.launch_inputs < 2) operands.pop_back();
  if (ComputesFromNumbers(use) && use.part == Part::kCopyOut) operands.erase(operands.begin());
  std::vector<Mutant> mutants =
      ForOperands(use, "offset ignored", operands,
                  [](const ElementwiseTask& task, ElementwiseOperand& operand) {
                    const std::optional<Allocation> allocation = FindAllocation(operand.data);
                    if (allocation.has_value())
                      operand.data = reinterpret_cast<char*>(allocation->begin) + kGuardBytes;
                  });
  for (Mutant& mutant : ForOperands(use, "begins one element late", AllOperands(use),
                                    [](const ElementwiseTask& task, ElementwiseOperand& operand) {
                                      operand.data = Place(operand, 1);
                                    })) {
    mutants.push_back(std::move(mutant));
  }
  return mutants;
}

std::vector<Mutant> MissingElements(const KernelUse& use) {
  std::vector<Mutant> mutants = {
      LeavesOut("last element not written",
                [](int64_t i, int64_t count, int64_t) { return i == count - 1; }),
      LeavesOut("first element not written", [](int64_t i, int64_t, int64_t) { return i == 0; }),
      LeavesOut("remainder of 4 not written",
                [](int64_t i, int64_t count, int64_t) { return i >= count - count % 4; }),
      LeavesOut(
          "last element of a remainder of 16 not written",
          [](int64_t i, int64_t count, int64_t) { return count % 16 != 0 && i == count - 1; }),
      LeavesOut("more than one chunk: first element of a chunk not written",
                [](int64_t i, int64_t, int64_t chunk) { return i > 0 && i % chunk == 0; }),
      LeavesOut("more than one chunk: remainder of the last chunk not written",
                [](int64_t i, int64_t count, int64_t chunk) {
                  return count > chunk && i >= count - count % chunk;
                }),
      // What was in memory before stays.
      LeavesOut("nothing written where there are exactly 17 elements",
                [](int64_t, int64_t count, int64_t) { return count == 17; }),
  };
  // Where a launch reads nothing, what is copied beside it are elements that it leaves. Where there
  // are so few, it needs no workspace, by which such copies are known.
  if (use.part != Part::kCopyIn || use.launch_inputs > 0) {
    mutants.push_back(LeavesOut("fewer than 3 elements not written",
                                [](int64_t, int64_t count, int64_t) { return count < 3; }));
  }
  return mutants;
}

std::vector<Mutant> WrongChunks(const KernelUse& use) {
  if (ComputesFromNumbers(use)) return {};
  return {
      {"first element of a chunk computed from the last input of the chunk before",
       [](ElementwiseFunction function, const ElementwiseTask& task) {
         const size_t chunk = static_cast<size_t>(ChunkOf(function, task.count));
         ElementwiseTask wrong = task;
         std::vector<std::unique_ptr<Scratch>> scratch;
         for (ElementwiseOperand& input : wrong.inputs) {
           const std::vector<double> values = Values(task, input);
           scratch.push_back(std::make_unique<Scratch>(task, input.dtype));
           for (size_t i = 0; i < values.size(); ++i)
             scratch.back()->Set(i, values[i > 0 && i % chunk == 0 ? i - 1 : i]);
           input = scratch.back()->operand();
         }
         ComputeElementwise(function, wrong);
       }},
  };
}

std::vector<Mutant> Remembered(const KernelUse& use) {
  if (ComputesFromNumbers(use)) return {};
  using Key =
      std::pair<int64_t, std::vector<const void*>>;  // number of elements, addresses of the inputs
  return {{"result remembered by the addresses of the inputs",
           [memory = std::make_shared<std::map<Key, std::vector<std::vector<double>>>>()](
               ElementwiseFunction function, const ElementwiseTask& task) {
             Key key = {task.count, {}};
             for (const ElementwiseOperand& input : task.inputs) key.second.push_back(input.data);
             const auto [known, is_new] = memory->try_emplace(std::move(key));
             if (is_new) ComputeElementwise(function, task);
             for (size_t j = 0; j < task.outputs.size(); ++j) {
               const ElementwiseOperand& output = task.outputs[j];
               if (is_new) {
                 known->second.push_back(Values(task, output));
                 continue;
               }
               ForEachElement(task, output, [&](int64_t i, char* element) {
                 StoreElement(output.dtype,
                              RoundTo(output.dtype, known->second[j][static_cast<size_t>(i)]),
                              element);
               });
             }
           }}};
}

namespace {

// The last bit of the last result that can change is wrong, in the type it ends up in.
Computation NudgesLast(const KernelUse& use) {
  std::map<aclDataType, aclDataType> results;
  for (const std::vector<aclDataType>& types : use.types) {
    for (size_t j = 0; j < use.outputs; ++j)
      results[types[use.inputs + j]] = ResultType(use, types[use.inputs + j]);
  }
  return [results](ElementwiseFunction function, const ElementwiseTask& task) {
    ComputeElementwise(function, task);
    for (const ElementwiseOperand& output : task.outputs) {
      const aclDataType result = results.at(output.dtype);
      char* last = nullptr;
      ForEachElement(task, output, [&](int64_t, char* element) {
        const double value = RoundTo(result, ElementValue(output.dtype, element));
        if (!std::isnan(value) && AwayFromZero(result, value, 1) != value) last = element;
      });
      if (last == nullptr) continue;
      const double value = RoundTo(result, ElementValue(output.dtype, last));
      StoreElement(output.dtype, RoundTo(output.dtype, AwayFromZero(result, value, 1)), last);
    }
  };
}

}  // namespace

std::vector<Mutant> Nondeterminism(const KernelUse& use) {
  const Computation nudge_last = NudgesLast(use);
  const int64_t usual_chunk = ElementwiseChunk();
  return {
      {"last bit depends on the number of threads",
       [nudge_last](ElementwiseFunction function, const ElementwiseTask& task) {
         ThreadCount() == 3 ? nudge_last(function, task) : ComputeElementwise(function, task);
       }},
      {"last bit depends on chunks",
       [nudge_last, usual_chunk](ElementwiseFunction function, const ElementwiseTask& task) {
         const bool divides =
             ElementwiseChunk() != usual_chunk && task.count > ChunkOf(function, task.count);
         divides ? nudge_last(function, task) : ComputeElementwise(function, task);
       }},
      {"last bit depends on the run",
       [nudge_last, runs = std::make_shared<int64_t>(0)](ElementwiseFunction function,
                                                         const ElementwiseTask& task) {
         ++*runs % 7 == 0 ? nudge_last(function, task) : ComputeElementwise(function, task);
       }},
  };
}

std::vector<Mutant> DependenceOnLayout(const KernelUse& use) {
  if (use.part == Part::kDeviceKernel) return {};
  return {
      {"last bit depends on the layout",
       [nudge_last = NudgesLast(use)](ElementwiseFunction function, const ElementwiseTask& task) {
         task.shape.size() > 1 ? nudge_last(function, task) : ComputeElementwise(function, task);
       }}};
}

std::vector<Mutant> InPlaceHazards(const KernelUse& use) {
  if (!use.in_place) return {};
  return {{"output cleared before inputs are read",
           [](ElementwiseFunction function, const ElementwiseTask& task) {
             for (const ElementwiseOperand& output : task.outputs) {
               ForEachElement(task, output, [&](int64_t, char* element) {
                 StoreElement(output.dtype, 0, element);
               });
             }
             ComputeElementwise(function, task);
           }}};
}

}  // namespace openaclnn::testing
