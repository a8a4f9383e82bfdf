#include "testing/mutants/mutants.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "absl/base/no_destructor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "runtime/schedule/memory.h"
#include "runtime/schedule/parallel.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/number.h"
#include "runtime/tensor/shape.h"
#include "testing/conformance.h"
#include "testing/mutants/device_function.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// --- elements ---

char* Place(const ElementwiseOperand& operand, int64_t place) {
  return static_cast<char*>(operand.data) + place * static_cast<int64_t>(DTypeBytes(operand.dtype));
}

// Calls visit(number in row-major order, address) for all elements of an operand.
template <typename Visit>
void ForEachElement(const ElementwiseTask& task, const ElementwiseOperand& operand,
                    const Visit& visit) {
  Dims index(task.shape.size(), 0);
  const auto bytes = static_cast<int64_t>(DTypeBytes(operand.dtype));
  char* element = static_cast<char*>(operand.data);
  for (int64_t i = 0; i < task.count; ++i) {
    visit(i, element);
    for (size_t dim = index.size(); dim-- > 0;) {
      element += operand.strides[dim] * bytes;
      if (++index[dim] < task.shape[dim]) break;
      element -= operand.strides[dim] * task.shape[dim] * bytes;
      index[dim] = 0;
    }
  }
}

std::vector<double> Values(const ElementwiseTask& task, const ElementwiseOperand& operand) {
  std::vector<double> values(static_cast<size_t>(task.count));
  ForEachElement(task, operand, [&](int64_t i, const char* element) {
    values[static_cast<size_t>(i)] = ElementValue(operand.dtype, element);
  });
  return values;
}

// An operand in memory of its own.
class Scratch {
 public:
  Scratch(const ElementwiseTask& task, aclDataType dtype)
      : element_bytes_(DTypeBytes(dtype)),
        bytes_(static_cast<size_t>(task.count) * element_bytes_),
        operand_{bytes_.data(), dtype, ContiguousStrides(task.shape)} {}
  const ElementwiseOperand& operand() const { return operand_; }
  void Set(size_t i, double value) {
    StoreElement(operand_.dtype, value, bytes_.data() + i * element_bytes_);
  }
  // All elements, one after the other; or the same bytes again and again.
  void Fill(absl::Span<const char> bytes) {
    for (size_t begin = 0; begin < bytes_.size(); begin += bytes.size())
      std::memcpy(bytes_.data() + begin, bytes.data(), bytes.size());
  }
  std::vector<char> TakeBytes() { return std::move(bytes_); }

 private:
  size_t element_bytes_;
  std::vector<char> bytes_;
  ElementwiseOperand operand_;
};

double AwayFromZero(aclDataType dtype, double value, double ulps) {
  if (!std::isfinite(value)) return value;
  return RoundTo(dtype, value + std::copysign(ulps * UlpOf(dtype, value), value));
}

bool IsInteger(aclDataType dtype) { return !IsFloat(dtype); }

// The number of the type that is not greater in magnitude; infinity where rounding gives it.
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

// --- kinds of mutants ---

using InputChange = std::function<double(aclDataType dtype, double value)>;

// Input `k` is changed before the kernel sees it; the result is rounded to its type.
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

using OutputChange =
    std::function<double(aclDataType dtype, double value, absl::Span<const double> inputs)>;

// What was written is changed, as a function of it and, if `of_inputs`, of the inputs; the result
// is rounded to its type.
Mutant ChangesOutput(const std::string& name, OutputChange change, bool of_inputs = false) {
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

using Store = std::function<double(aclDataType dtype, double exact)>;

// Results are stored by another rounding. They are taken from a run with float32 outputs (for which
// a launch takes the float32 kernel); where that has no more bits than the output, they are left as
// they are.
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

// Boundaries that are included or excluded by mistake: the number at a corner is taken as its
// neighbour, where that makes results jump.
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

using TaskChange = std::function<void(ElementwiseTask& task)>;

Mutant ChangesTask(const std::string& name, TaskChange change) {
  return {name,
          [change = std::move(change)](ElementwiseFunction function, const ElementwiseTask& task) {
            ElementwiseTask wrong = task;
            change(wrong);
            ComputeElementwise(function, wrong);
          }};
}

// An operand of a task: inputs first.
ElementwiseOperand& OperandOf(ElementwiseTask& task, size_t k) {
  return k < task.inputs.size() ? task.inputs[k] : task.outputs[k - task.inputs.size()];
}

// A wrong place is taken only if it lies in the same allocation: mutants must be wrong, not crash.
// The guard zones of the conformance runner belong to the allocation, so most wrong places do.
bool StaysInAllocation(const ElementwiseTask& task, const ElementwiseOperand& operand) {
  const std::optional<Allocation> allocation = FindAllocation(operand.data);
  const std::optional<Extent> extent = TouchedExtent(task.shape, operand.strides);
  if (!allocation.has_value() || !extent.has_value()) return false;
  const auto begin = reinterpret_cast<uintptr_t>(Place(operand, extent->lowest));
  const auto end = reinterpret_cast<uintptr_t>(Place(operand, extent->highest + 1));
  return begin >= allocation->begin && end <= allocation->begin + allocation->bytes;
}

// Numbers of operands, inputs first: all, and those that are not contiguous whatever the call is,
// as a launch's tensors are and what is copied for one.
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

// One mutant for each of the operands.
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

// The kernel runs on a part of the elements; the others keep what was in memory. `chunk`: ChunkOf.
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

// --- the table ---

std::vector<Mutant> Swaps(const KernelUse& use) {
  std::vector<Mutant> mutants;
  for (size_t a = 0; a < use.inputs; ++a) {
    for (size_t b = a + 1; b < use.inputs; ++b) {
      mutants.push_back(ChangesTask(
          absl::StrCat("inputs swapped [", a, ", ", b, "]"),
          [a, b](ElementwiseTask& task) { std::swap(task.inputs[a], task.inputs[b]); }));
      mutants.back().pointwise = true;  // a commutative function does not change at all
    }
  }
  return mutants;
}

std::vector<Mutant> OutputSwaps(const KernelUse& use) {
  if (use.outputs < 2) return {};
  return {ChangesTask("outputs swapped",
                      [](ElementwiseTask& task) { std::swap(task.outputs[0], task.outputs[1]); })};
}

std::vector<Mutant> OtherKernels(const KernelUse& use) {
  std::vector<Mutant> mutants;
  for (size_t k = 0; k < use.other_kernels.size(); ++k) {
    mutants.push_back(
        {absl::StrCat("another kernel of the operator [", k, "]"),
         [other = use.other_kernels[k]](ElementwiseFunction, const ElementwiseTask& task) {
           ComputeElementwise(other, task);
         }});
    mutants.back().pointwise = true;  // roundings leave integers as they are
  }
  return mutants;
}

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

// Whether there are no inputs, nor had the launch whose results are copied: all results are the
// same.
bool ComputesFromNumbers(const KernelUse& use) {
  return (use.part == Part::kCopyOut ? use.launch_inputs : use.inputs) == 0;
}

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

std::vector<Mutant> MissingElements(const KernelUse&) {
  return {
      LeavesOut("last element not written",
                [](int64_t i, int64_t count, int64_t) { return i == count - 1; }),
      LeavesOut("first element not written", [](int64_t i, int64_t, int64_t) { return i == 0; }),
      LeavesOut("remainder of 4 not written",
                [](int64_t i, int64_t count, int64_t) { return i >= count - count % 4; }),
      LeavesOut(
          "last element of a remainder of 16 not written",
          [](int64_t i, int64_t count, int64_t) { return count % 16 != 0 && i == count - 1; }),
      LeavesOut("fewer than 3 elements not written",
                [](int64_t, int64_t count, int64_t) { return count < 3; }),
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

// The finest type in which results that a kernel writes in this type end up.
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

std::vector<Mutant> WrongStores(const KernelUse& use) {
  std::vector<Mutant> mutants = {
      StoresBy("store truncates", &Truncate),
      StoresBy("ties are rounded away from zero", &TiesAway),
      StoresBy("rounded to float32 and again to the output",
               [](aclDataType dtype, double value) { return RoundTo(dtype, value); }),
      StoresBy("what rounds to infinity stays finite",
               [](aclDataType dtype, double value) {
                 const double rounded = RoundTo(dtype, value);
                 return std::isinf(rounded) && std::isfinite(value)
                            ? std::copysign(LargestFinite(dtype), value)
                            : rounded;
               }),
      // float32 results have no wider ones to be cut from: every other one is one unit towards
      // zero.
      ChangesOutput("store truncates float32",
                    [](aclDataType dtype, double value, absl::Span<const double> inputs) {
                      if (dtype != ACL_FLOAT || !std::isfinite(value) || value == 0) return value;
                      return std::fmod(std::fabs(value / UlpOf(dtype, value)), 2) == 1
                                 ? value - std::copysign(UlpOf(dtype, value), value)
                                 : value;
                    })};
  // Exact or almost: at most half a unit and 2^-12 wrong.
  mutants[1].left_to_sweeps = mutants[2].left_to_sweeps = "decides ties only";
  // Of bfloat16 one in 500 of the largest results.
  mutants[3].left_to_sweeps =
      "decides only results that are finite in float32 and infinite when rounded";
  if (use.HasOutput(&IsInteger)) mutants.push_back(StoresBy("integers wrap", &Wrap));
  return mutants;
}

std::vector<Mutant> SpecialResults(const KernelUse& use) {
  const auto only_floats = [](auto change) {
    return [change](aclDataType dtype, double value, absl::Span<const double>) {
      return IsFloat(dtype) ? change(dtype, value) : value;
    };
  };
  return {
      ChangesOutput("NaN becomes 0", only_floats([](aclDataType dtype, double value) {
                      return std::isnan(value) ? 0 : value;
                    })),
      ChangesOutput("infinity becomes the largest finite number",
                    only_floats([](aclDataType dtype, double value) {
                      return std::isinf(value) ? std::copysign(LargestFinite(dtype), value) : value;
                    })),
      ChangesOutput("infinity becomes NaN", only_floats([](aclDataType dtype, double value) {
                      return std::isinf(value) ? std::numeric_limits<double>::quiet_NaN() : value;
                    })),
      ChangesOutput("infinity loses its sign", only_floats([](aclDataType dtype, double value) {
                      return std::isinf(value) ? kInfinity : value;
                    })),
      ChangesOutput("subnormal results become 0", only_floats([](aclDataType dtype, double value) {
                      return std::fabs(value) < LeastNormal(dtype) ? 0 : value;
                    })),
      ChangesOutput(
          "the largest results overflow", only_floats([](aclDataType dtype, double value) {
            return std::fabs(value) >= LargestFinite(dtype) / 2 ? std::copysign(kInfinity, value)
                                                                : value;
          })),
  };
}

std::vector<Mutant> SpecialInputs(const KernelUse& use) {
  std::vector<Mutant> mutants;
  for (size_t k = 0; k < use.inputs; ++k) {
    mutants.push_back(
        ChangesInput("subnormal inputs taken as 0", k, [](aclDataType dtype, double value) {
          return IsFloat(dtype) && std::fabs(value) < LeastNormal(dtype) ? std::copysign(0.0, value)
                                                                         : value;
        }));
    mutants.push_back(ChangesInput("0 taken as positive", k, [](aclDataType dtype, double value) {
      return value == 0 ? UlpOf(dtype, 0) : value;
    }));
    mutants.push_back(ChangesInput("0 taken as negative", k, [](aclDataType dtype, double value) {
      return value == 0 ? -UlpOf(dtype, 0) : value;
    }));
    mutants.push_back(ChangesInput("NaN taken as 0", k, [](aclDataType dtype, double value) {
      return std::isnan(value) ? 0 : value;
    }));
    mutants.push_back(ChangesInput(
        "infinity taken as the largest finite number", k, [](aclDataType dtype, double value) {
          return std::isinf(value) ? std::copysign(LargestFinite(dtype), value) : value;
        }));
    mutants.push_back(ChangesInput(
        "sign ignored", k, [](aclDataType dtype, double value) { return std::fabs(value); }));
    mutants.push_back(ChangesInput("cut off at 5", k, [](aclDataType dtype, double value) {
      return std::isnan(value) ? value : std::clamp(value, -5.0, 5.0);
    }));
    for (const double corner : {-3.0, 3.0}) {
      for (const double outwards : {-1.0, 1.0}) mutants.push_back(MovesCorner(k, corner, outwards));
    }
  }
  return mutants;
}

std::vector<Mutant> DroppedFactors(const KernelUse& use) {
  std::vector<Mutant> mutants;
  if (use.inputs < 2) return mutants;
  for (size_t k = 0; k < use.inputs; ++k) {
    mutants.push_back(
        ChangesInput("taken as 1", k, [](aclDataType dtype, double value) { return 1; }));
  }
  return mutants;
}

std::vector<Mutant> WrongSigns(const KernelUse& use) {
  std::vector<Mutant> mutants;
  for (size_t k = 0; k < use.inputs; ++k) {
    for (const double side : {-1.0, 1.0}) {
      for (const double from : {0.0, 2.0}) {
        mutants.push_back(ChangesOutput(
            absl::StrCat("sign flipped ", side < 0 ? "below -" : "above ", from, " [input ", k,
                         "]"),
            [k, side, from](aclDataType, double value, absl::Span<const double> inputs) {
              return inputs[k] * side > from ? -value : value;
            },
            /*of_inputs=*/true));
      }
    }
  }
  return mutants;
}

// Constants, coefficients and table entries that are wrong in their last digits move the results of
// a range of inputs by little.
std::vector<Mutant> WrongDigits(const KernelUse& use) {
  std::vector<Mutant> mutants;
  struct Range {
    double low, high;
  };
  constexpr Range kRanges[] = {{0, 0x1p-10}, {0x1p-10, 0.125}, {0.125, 0.5}, {0.5, 1},
                               {1, 2},       {2, 4},           {4, 8},       {8, kInfinity}};
  std::map<aclDataType, std::pair<aclDataType, ResultBound>>
      results;  // of what is written: the type it ends up in, and that type's bound
  for (const std::vector<aclDataType>& types : use.types) {
    for (size_t j = 0; j < use.outputs; ++j) {
      const aclDataType written = types[use.inputs + j], result = ResultType(use, written);
      const auto bound = use.bounds.find(result);
      results[written] = {result, bound == use.bounds.end() ? ResultBound() : bound->second};
    }
  }
  for (size_t k = 0; k < use.inputs; ++k) {
    for (const double side : {1.0, -1.0}) {
      for (const Range& range : kRanges) {
        mutants.push_back(ChangesOutput(
            absl::StrCat("last digits wrong where ", side < 0 ? "-" : "", "input ", k, " is in [",
                         range.low, ", ", range.high, ")"),
            [k, side, range, results](aclDataType dtype, double value,
                                      absl::Span<const double> inputs) {
              const double x = inputs[k] * side;
              if (!(x >= range.low && x < range.high) || !std::isfinite(value) || value == 0)
                return value;
              const auto& [result, bound] = results.at(dtype);
              // Just more than may be wrong twice.
              return AwayFromZero(result, value,
                                  std::max(1.0, std::floor(2 * bound.At(inputs) + 0.5)));
            },
            /*of_inputs=*/true));
        mutants.back().of_digits = true;
      }
    }
  }
  return mutants;
}

std::vector<Mutant> WrongIntermediates(const KernelUse& use) {
  std::vector<Mutant> mutants;
  for (const aclDataType narrow : {ACL_FLOAT16, ACL_BF16}) {
    for (size_t k = 0; k < use.inputs; ++k) {
      mutants.push_back(
          ChangesInput(absl::StrCat("rounded to ", DTypeName(narrow)), k,
                       [narrow](aclDataType, double value) { return RoundTo(narrow, value); }));
    }
    mutants.push_back(
        ChangesOutput(absl::StrCat("rounded to ", DTypeName(narrow), " before it is stored"),
                      [narrow](aclDataType, double value, absl::Span<const double>) {
                        return RoundTo(narrow, value);
                      }));
  }
  // The other factor rounded to the output's type, then multiplied: what a chain of two operators
  // would do.
  for (size_t k = 0; use.inputs >= 2 && k < use.inputs; ++k) {
    mutants.push_back({absl::StrCat("the factor of an input rounded to the output [input ", k, "]"),
                       [k](ElementwiseFunction function, const ElementwiseTask& task) {
                         const std::vector<double> factor = Values(task, task.inputs[k]);
                         ElementwiseTask wrong = task;
                         Scratch one(task, task.inputs[k].dtype);
                         for (size_t i = 0; i < factor.size(); ++i) one.Set(i, 1);
                         wrong.inputs[k] = one.operand();
                         ComputeElementwise(function, wrong);
                         for (const ElementwiseOperand& output : task.outputs) {
                           ForEachElement(task, output, [&](int64_t i, char* element) {
                             StoreElement(
                                 output.dtype,
                                 RoundTo(output.dtype, factor[static_cast<size_t>(i)] *
                                                           ElementValue(output.dtype, element)),
                                 element);
                           });
                         }
                       },
                       true});
  }
  return mutants;
}

// The numbers of a call (scalars and attributes) are changed before the kernel sees them.
Mutant ChangesNumbers(const std::string& name,
                      std::function<void(const ElementwiseTask& task, Numbers& numbers)> change) {
  Mutant mutant = ChangesTask(
      name, [change = std::move(change)](ElementwiseTask& task) { change(task, task.numbers); });
  mutant.pointwise = mutant.of_numbers = true;
  return mutant;
}

// The number in a type of tensors.
Number NumberIn(aclDataType dtype, const Number& number) {
  return IsFloat(dtype) ? Number::Real(RoundTo(dtype, number.AsDouble()))
                        : Number::Integer(number.AsInt64());
}

std::vector<Mutant> WrongNumbers(const KernelUse& use) {
  std::vector<Mutant> mutants;
  if (use.numbers.empty()) return mutants;
  const Numbers first = use.numbers.begin()->second[0];
  for (size_t k = 0; k < first.size(); ++k) {
    const auto name = [k](absl::string_view change) {
      return absl::StrCat(change, " [number ", k, "]");
    };
    mutants.push_back(
        ChangesNumbers(name("number taken as 0"),
                       [k](const ElementwiseTask&, Numbers& numbers) { numbers[k] = Number(); }));
    mutants.push_back(ChangesNumbers(
        name("number taken as that of another call"),
        [k, first](const ElementwiseTask&, Numbers& numbers) { numbers[k] = first[k]; }));
    mutants.push_back(ChangesNumbers(
        name("number rounded to the type of the tensor"),
        [k](const ElementwiseTask& task, Numbers& numbers) {
          numbers[k] = NumberIn(task.inputs.empty() ? task.outputs[0].dtype : task.inputs[0].dtype,
                                numbers[k]);
        }));
    mutants.push_back(ChangesNumbers(name("sign of a number lost"), [k](const ElementwiseTask&,
                                                                        Numbers& numbers) {
      numbers[k] =
          numbers[k].is_real()
              ? Number::Real(std::fabs(numbers[k].AsDouble()))
              : Number::Integer(std::max(numbers[k].AsInt64(), int64_t{0} - numbers[k].AsInt64()));
    }));
    for (size_t other = k + 1; other < first.size(); ++other) {
      mutants.push_back(ChangesNumbers(absl::StrCat("numbers swapped [", k, ", ", other, "]"),
                                       [k, other](const ElementwiseTask&, Numbers& numbers) {
                                         std::swap(numbers[k], numbers[other]);
                                       }));
    }
  }
  return mutants;
}

// --- what a mutant changes at all ---

std::vector<double> ProbeValues(aclDataType dtype) {
  std::vector<double> values;
  if (dtype == ACL_BOOL) return {0, 1};
  if (dtype == ACL_INT8) {
    for (int i = -128; i < 128; ++i) values.push_back(i);
  } else if (dtype == ACL_UINT8) {
    for (int i = 0; i < 256; ++i) values.push_back(i);
  } else if (IsInteger(dtype)) {
    for (int i = -1000; i <= 1000; ++i) values.push_back(i);
    for (int exponent = 10; exponent <= 31; ++exponent) {
      for (const double offset : {-1.0, 0.0, 1.0}) {
        values.push_back(RoundTo(dtype, std::ldexp(1, exponent) + offset));
        values.push_back(RoundTo(dtype, -std::ldexp(1, exponent) + offset));
      }
    }
  } else {
    const aclDataType stored = dtype == ACL_FLOAT16 ? ACL_FLOAT16 : ACL_BF16;
    for (uint32_t bits = 0; bits < 65536; ++bits) {
      const auto element = static_cast<uint16_t>(bits);
      values.push_back(ElementValue(stored, &element));
    }
  }
  return values;
}

std::vector<char> ElementsOf(aclDataType dtype, absl::Span<const double> values) {
  const size_t element_bytes = DTypeBytes(dtype);
  std::vector<char> bytes(values.size() * element_bytes);
  for (size_t i = 0; i < values.size(); ++i)
    StoreElement(dtype, values[i], bytes.data() + i * element_bytes);
  return bytes;
}

// ProbeValues of the types that an input comes from, and as elements of its own. Made once:
// hundreds of mutants are tried on them.
struct Probe {
  Probe(aclDataType dtype, const std::set<aclDataType>& sources) {
    for (const aclDataType source : sources) {
      for (const double value : ProbeValues(source)) values.push_back(RoundTo(dtype, value));
    }
    elements = ElementsOf(dtype, values);
  }
  std::vector<double> values;
  std::vector<char> elements;
};

// Of an input of type `dtype`; `swept` is its number.
const Probe& ProbeOf(const KernelUse& use, aclDataType dtype, size_t swept) {
  using Key = std::pair<aclDataType, std::set<aclDataType>>;
  static absl::NoDestructor<std::map<Key, Probe>> probes;
  std::set<aclDataType> sources = {dtype};
  if (const auto found = use.sources.find(swept);
      found != use.sources.end() && !found->second.contains(dtype))
    sources = found->second;
  return probes->try_emplace(Key(dtype, sources), dtype, sources).first->second;
}

// What an input of type `dtype` can have that is like `value`.
double OtherValue(const KernelUse& use, aclDataType dtype, size_t input, double value) {
  const std::vector<double>& values = ProbeOf(use, dtype, input).values;
  const double rounded = RoundTo(dtype, value);
  return std::find(values.begin(), values.end(), rounded) != values.end() ? rounded : values.back();
}

// Whether there are two or three results, and NaN.
bool HasFewValues(const std::vector<double>& results) {
  std::set<double> seen;
  for (const double result : results) {
    if (!std::isnan(result) && seen.insert(result).second && seen.size() > 3) return false;
  }
  return true;
}

// A value that can be compared, NaN too.
void AppendBits(std::string& key, const Number& number) {
  absl::StrAppend(&key, number.is_real(), " ",
                  number.is_real() ? std::bit_cast<int64_t>(number.AsDouble()) : number.AsInt64(),
                  " ");
}

// What the results of a kernel are converted to: a type for each.
using ResultTypes = std::vector<aclDataType>;

// What the change of results depends on, but for the call that they are results of.
std::string KeyOf(const KernelUse& use, const Mutant& mutant, const std::vector<aclDataType>& types,
                  const ResultTypes& results) {
  std::string key = absl::StrCat(mutant.name, ";");
  for (size_t j = 0; j < use.outputs; ++j) {
    for (const aclDataType dtype : {ResultType(use, types[use.inputs + j]), results[j]}) {
      absl::StrAppend(&key, dtype, " ");
      const auto bound = use.bounds.find(dtype);
      if (bound == use.bounds.end()) continue;
      absl::StrAppend(&key, std::bit_cast<uint64_t>(bound->second.ulp), " ");
      for (const std::vector<size_t>& inputs : bound->second.variables)
        absl::StrAppend(&key, absl::StrJoin(inputs, " "), ",");
    }
  }
  for (const ElementwiseFunction kernel : use.other_kernels)
    absl::StrAppend(&key, absl::Hex(std::bit_cast<uintptr_t>(kernel)), " ");
  if (mutant.of_numbers) {
    for (const Number& number : use.numbers.begin()->second[0]) AppendBits(key, number);
  }
  return key;
}

// A call of a kernel: all that an input may be, with one value of each other input.
class Sweep {
 public:
  // `types`: of inputs and outputs.
  Sweep(const KernelUse& use, const std::vector<aclDataType>& types, const Numbers& numbers,
        size_t swept, double other)
      : use_(use), types_(types), swept_(swept), probe_(ProbeOf(use, types[swept], swept)) {
    task_.shape = {static_cast<int64_t>(probe_.values.size())};
    task_.count = task_.shape[0];
    task_.numbers = numbers;
    const auto compute = use.compute.find(use.KeyOf(types));
    if (compute != use.compute.end()) task_.compute = compute->second;
    for (size_t k = 0; k < use.inputs; ++k) others_.push_back(OtherValue(use, types[k], k, other));
    key_ = absl::StrCat(absl::Hex(std::bit_cast<uintptr_t>(&probe_)), " ",
                        absl::Hex(std::bit_cast<uintptr_t>(use.function)), " ",
                        absl::StrJoin(types, " "), " ", task_.compute, " ", swept, ";");
    for (const double value : others_) AppendBits(key_, Number::Real(value));
    for (const Number& number : numbers) AppendBits(key_, number);
  }

  // By how much the mutant changes results, for each of the types they may be converted to.
  double Change(const Mutant& mutant, absl::Span<const ResultTypes> results, KnownChanges& known) {
    double greatest = 0;
    Bytes wrong;  // computed once it is needed
    for (const ResultTypes& dtypes : results) {
      const auto [change, is_new] =
          known.try_emplace(absl::StrCat(key_, ";", KeyOf(use_, mutant, types_, dtypes)), 0);
      if (is_new) {
        const Results& right = Right();
        if (mutant.of_digits && right.are_few) continue;
        if (wrong.empty()) wrong = Run(mutant.run);
        for (size_t j = 0; j < use_.outputs; ++j) {
          if (right.bytes[j] != wrong[j]) {
            change->second =
                std::max(change->second, Difference(right.bytes[j], wrong[j], j, dtypes[j]));
          }
        }
      }
      greatest = std::max(greatest, change->second);
    }
    return greatest;
  }

 private:
  // Of the elements of each output.
  using Bytes = std::vector<std::vector<char>>;
  struct Results {
    Bytes bytes;
    bool are_few;  // HasFewValues(), in all outputs
  };

  Bytes Run(const Computation& kernel) {
    std::vector<std::unique_ptr<Scratch>> scratch;
    const auto add = [&](auto& operands, aclDataType dtype) {
      scratch.push_back(std::make_unique<Scratch>(task_, dtype));
      operands.push_back(scratch.back()->operand());
    };
    task_.inputs.clear();
    task_.outputs.clear();
    for (size_t k = 0; k < use_.inputs; ++k) {
      add(task_.inputs, types_[k]);
      scratch[k]->Fill(k == swept_ ? probe_.elements : ElementsOf(types_[k], {others_[k]}));
    }
    for (size_t j = 0; j < use_.outputs; ++j) add(task_.outputs, types_[use_.inputs + j]);
    kernel(use_.function, task_);
    Bytes bytes;
    for (size_t j = 0; j < use_.outputs; ++j)
      bytes.push_back(scratch[use_.inputs + j]->TakeBytes());
    return bytes;
  }

  std::vector<double> ValuesOf(const std::vector<char>& bytes, size_t output) const {
    const aclDataType dtype = types_[use_.inputs + output];
    const size_t element_bytes = DTypeBytes(dtype);
    std::vector<double> values;
    for (size_t begin = 0; begin < bytes.size(); begin += element_bytes)
      values.push_back(ElementValue(dtype, bytes.data() + begin));
    return values;
  }

  // The right kernel's results, which are kept while its mutants are tried.
  const Results& Right() {
    static absl::NoDestructor<std::map<std::string, Results>> known;
    constexpr size_t kMaxKnown = 256;
    if (known->size() == kMaxKnown && !known->contains(key_)) known->clear();
    const auto [entry, is_new] = known->try_emplace(key_);
    if (is_new) {
      Bytes bytes = Run(&ComputeElementwise);
      bool are_few = true;
      for (size_t j = 0; j < use_.outputs; ++j)
        are_few = are_few && HasFewValues(ValuesOf(bytes[j], j));
      entry->second = {std::move(bytes), are_few};
    }
    return entry->second;
  }

  // Of the results of an output once they are converted, divided by what may be wrong.
  double Difference(const std::vector<char>& right_bytes, const std::vector<char>& wrong_bytes,
                    size_t output, aclDataType dtype) const {
    const std::vector<double> right = ValuesOf(right_bytes, output),
                              wrong = ValuesOf(wrong_bytes, output);
    const auto bound = use_.bounds.find(dtype);
    double change = 0;
    std::vector<double> inputs = others_;
    for (size_t i = 0; i < right.size(); ++i) {
      if (right[i] == wrong[i] || (std::isnan(right[i]) && std::isnan(wrong[i]))) continue;
      const double got = RoundTo(dtype, wrong[i]), want = RoundTo(dtype, right[i]);
      const double error = got == want ? 0 : UlpError(dtype, got, want, 0);
      if (error == 0) continue;
      if (!inputs.empty()) inputs[swept_] = probe_.values[i];
      change =
          std::max(change, error / (bound == use_.bounds.end() ? 0 : bound->second.At(inputs)));
    }
    return change;
  }

  const KernelUse& use_;
  const std::vector<aclDataType> types_;
  const size_t swept_;
  const Probe& probe_;
  ElementwiseTask task_;
  std::vector<double> others_;
  std::string key_;
};

}  // namespace

double ResultBound::At(absl::Span<const double> inputs) const {
  if (!formula.has_value()) return ulp;
  double greatest = 0;
  size_t times = 1;
  for (const std::vector<size_t>& of_name : variables) times = std::max(times, of_name.size());
  std::vector<double> values(variables.size());
  for (size_t i = 0; i < times; ++i) {
    for (size_t v = 0; v < values.size(); ++v)
      values[v] = inputs[variables[v][std::min(i, variables[v].size() - 1)]];
    greatest = std::max(greatest, formula->Evaluate(values));
  }
  return greatest;
}

std::vector<aclDataType> KernelUse::KeyOf(const std::vector<aclDataType>& list) const {
  return {list.begin(), list.begin() + static_cast<ptrdiff_t>(inputs > 0 ? inputs : outputs)};
}

bool KernelUse::HasOutput(bool (*is_kind)(aclDataType)) const {
  return std::any_of(types.begin(), types.end(), [&](const std::vector<aclDataType>& list) {
    return std::any_of(list.begin() + static_cast<ptrdiff_t>(inputs), list.end(), is_kind);
  });
}

std::vector<MutantFamily> MutantsOf(const KernelUse& use) {
  // Where all that a kernel computes is rounded to other types, its mutants are left to the cases
  // that see its own results; the copies that round have theirs.
  if (use.always_converted)
    return {{"converted results",
             "results that are not converted; the kernel's mutants are in the column of its type",
             {}}};
  const std::string strided = "operands with strides: those of a launch are contiguous";
  // Wrong places, which there may be wherever elements are moved.
  std::vector<MutantFamily> families = {
      {"strides", strided, WrongStrides(use)},
      {"order of dimensions", "an input transposed or repeated", WrongOrder(use)},
      {"outer stride", "a task of three dimensions", WrongOuterStride(use)},
      {"broadcasting",
       "a case that repeats an input; the profiles have some wherever one may be repeated",
       WrongBroadcast(use)},
      {"offsets", "any kernel", WrongOffsets(use)},
      {"tails, stale outputs", "any kernel", MissingElements(use)},
      {"chunk borders", "an input", WrongChunks(use)},
      {"remembered results", "an input", Remembered(use)},
  };
  // Copies compute nothing.
  if (use.part == Part::kCopyIn || use.part == Part::kCopyOut) return families;
  const MutantFamily values[] = {
      {"inputs swapped", "two inputs", Swaps(use)},
      {"outputs swapped", "two outputs", OutputSwaps(use)},
      {"attribute ignored or swapped, boundaries",
       "another kernel of the operator with as many operands", OtherKernels(use)},
      {"not the same bits", "any kernel", Nondeterminism(use)},
      {"not the same bits in another layout", strided, DependenceOnLayout(use)},
      {"in place", "a case in place; the profiles have one wherever an output may replace an input",
       InPlaceHazards(use)},
      {"stores", "any kernel", WrongStores(use)},
      {"special results", "any kernel", SpecialResults(use)},
      {"special inputs", "any kernel", SpecialInputs(use)},
      {"factor dropped", "two inputs", DroppedFactors(use)},
      {"numbers", "a number", WrongNumbers(use)},
      {"sign flipped", "any kernel", WrongSigns(use)},
      {"last digits wrong", "more than three results", WrongDigits(use)},
      {"intermediates rounded", "any kernel", WrongIntermediates(use)},
  };
  families.insert(families.end(), std::begin(values), std::end(values));
  return families;
}

double MaxChange(const KernelUse& use, const Mutant& mutant, KnownChanges& known) {
  // The types of operands, with those that their results are converted to.
  std::map<std::vector<aclDataType>, std::vector<ResultTypes>> uses;
  for (const std::vector<aclDataType>& types : use.types) {
    const auto results = types.begin() + static_cast<ptrdiff_t>(use.inputs + use.outputs);
    const bool is_mixed =
        std::any_of(types.begin(), types.begin() + static_cast<ptrdiff_t>(use.inputs),
                    [&](aclDataType dtype) { return dtype != types[0]; });
    // Operands are widened alike, so a mixture adds nothing.
    if (!is_mixed) uses[{types.begin(), results}].emplace_back(results, types.end());
  }
  double change = 0;
  for (const auto& [types, results] : uses) {
    // Without inputs there is nothing to sweep, but numbers may change.
    for (size_t swept = 0; swept < std::max(use.inputs, size_t{1}); ++swept) {
      if (mutant.input >= 0 && mutant.input != static_cast<int>(swept)) continue;
      for (const double other :
           use.inputs > 1 ? std::vector<double>{1, -0.75} : std::vector<double>{1}) {
        const std::vector<Numbers>& calls = use.numbers.at(use.KeyOf(types));
        for (size_t call = 0; call < (mutant.of_numbers ? calls.size() : 1); ++call) {
          Sweep sweep(use, types, calls[call], swept, other);
          change = std::max(change, sweep.Change(mutant, results, known));
          if (change > 1) return change;
        }
      }
    }
  }
  return change;
}

}  // namespace openaclnn::testing
