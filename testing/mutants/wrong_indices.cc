// Mutants of kernels that find elements by indices (runtime/cpu/indexed.h), whose tasks lack the
// dimension in which they are found. Mutants that give such a kernel other tensors than the call's,
// or another type of results, would make it read beyond them: these are left out.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/cpu/elementwise.h"
#include "runtime/cpu/indexed.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "testing/mutants/families.h"
#include "testing/mutants/kinds.h"
#include "testing/mutants/mutants.h"

namespace openaclnn::testing {
namespace {

constexpr size_t kIndices = 1;  // the input that has them

// The operand whose elements are found by indices.
const ElementwiseOperand& Indexed(ElementwiseFunction function, const ElementwiseTask& task) {
  return function == &GatherElements ? task.inputs[0] : task.outputs[0];
}

// Whether all elements that the indices may name lie in the operand's allocation.
bool DimStaysInAllocation(ElementwiseFunction function, const ElementwiseTask& task) {
  const IndexedDim dim = IndexedDim::Of(task);
  if (dim.extent == 0) return true;
  ElementwiseTask with_dim = task;
  ElementwiseOperand operand = Indexed(function, task);
  with_dim.shape.push_back(dim.extent);
  operand.strides.push_back(dim.stride);
  return StaysInAllocation(with_dim, operand);
}

// The kernels, but what would reach beyond its tensor does nothing: mutants must be wrong, not
// crash.
template <ElementwiseFunction kFunction>
void Guarded(const ElementwiseTask& task, int64_t begin, int64_t end) {
  if (DimStaysInAllocation(kFunction, task)) kFunction(task, begin, end);
}

// The index is changed before it is looked up.
Mutant ChangesIndex(const std::string& name, InputChange change) {
  return ChangesInput(name, kIndices, std::move(change));
}

Mutant ChangesDim(const std::string& name,
                  const std::function<void(const ElementwiseTask& task, IndexedDim& dim)>& change) {
  return ChangesTask(name, [change](ElementwiseTask& task) {
    IndexedDim dim = IndexedDim::Of(task);
    change(task, dim);
    task.numbers = dim.ToNumbers();
  });
}

// The number of elements where the call looks them up.
double ExtentOf(const ElementwiseTask& task) {
  return static_cast<double>(IndexedDim::Of(task).extent);
}

// As ChangesIndex, where it takes the extent to say what is wrong.
Mutant ChangesIndexOf(const std::string& name,
                      const std::function<double(double extent, double index)>& change) {
  return {name, [change](ElementwiseFunction function, const ElementwiseTask& task) {
            const double extent = ExtentOf(task);
            ChangesIndex("", [&](aclDataType, double index) {
              return change(extent, index);
            }).run(function, task);
          }};
}

std::vector<Mutant> WrongIndices(const KernelUse& use) {
  std::vector<Mutant> mutants = {
      ChangesIndex("the element after the one at the index",
                   [](aclDataType, double index) { return index + 1; }),
      ChangesIndex("the element before the one at the index",
                   [](aclDataType, double index) { return index - 1; }),
      ChangesIndexOf("index 0 taken as the last",
                     [](double extent, double index) { return index == 0 ? extent - 1 : index; }),
      ChangesIndexOf(
          "the last index out of range",
          [](double extent, double index) { return index == extent - 1 ? extent : index; }),
      ChangesIndexOf("what is beyond the last taken as the last",
                     [](double extent, double index) { return std::min(index, extent - 1); }),
      ChangesIndexOf("the first beyond the last taken as the first",
                     [](double extent, double index) { return index == extent ? 0 : index; }),
      // What wraps once: -extent is the first.
      ChangesIndexOf("what is before the first taken as the first",
                     [](double extent, double index) { return index < -extent ? 0 : index; }),
      ChangesIndexOf("sign of an index ignored",
                     [](double, double index) { return index < 0 ? -index : index; }),
      ChangesDim("negative indices the other way",
                 [](const ElementwiseTask&, IndexedDim& dim) { dim.wraps = !dim.wraps; }),
      ChangesDim("first element of the dimension, whatever the index is",
                 [](const ElementwiseTask&, IndexedDim& dim) { dim.stride = 0; }),
      ChangesDim("one element less", [](const ElementwiseTask&, IndexedDim& dim) { --dim.extent; }),
      ChangesDim("elements lie one after the other",
                 [](const ElementwiseTask&, IndexedDim& dim) { dim.stride = 1; }),
      {"index of the element before",
       [](ElementwiseFunction function, const ElementwiseTask& task) {
         ElementwiseTask wrong = task;
         Scratch scratch(task, task.inputs[kIndices].dtype);
         const std::vector<double> values = Values(task, task.inputs[kIndices]);
         for (size_t i = 0; i < values.size(); ++i) scratch.Set(i, values[i > 0 ? i - 1 : 0]);
         wrong.inputs[kIndices] = scratch.operand();
         ComputeElementwise(function, wrong);
       }},
  };
  const auto has_wide = [](const std::vector<aclDataType>& types) {
    return types[kIndices] == ACL_INT64;
  };
  if (std::any_of(use.types.begin(), use.types.end(), has_wide)) {
    mutants.push_back(ChangesIndex("upper half of an index ignored", [](aclDataType, double index) {
      return std::remainder(index, 0x1p32);
    }));
  }
  return mutants;
}

}  // namespace

bool UsesIndices(const KernelUse& use) {
  return use.function == &GatherElements || use.function == &PutElements;
}

std::vector<MutantFamily> IndexFamilies(const KernelUse& use) {
  const std::string any = "any kernel";
  std::vector<MutantFamily> families = {
      {"strides", any, WrongStrides(use)},
      {"offsets", any, WrongOffsets(use)},
      {"not the same bits", any, Nondeterminism(use)},
      {"indices", any, WrongIndices(use)},
  };
  // Where what is written has the shape of the task.
  if (use.function == &GatherElements) {
    families.push_back({"tails, stale outputs", any, MissingElements(use)});
    families.push_back({"remembered results", any, Remembered(use)});
    families.push_back({"not the same bits in another layout", any, DependenceOnLayout(use)});
    if (use.HasOutput(&IsFloat)) families.push_back({"special results", any, SpecialResults(use)});
  }
  const ElementwiseFunction guarded =
      use.function == &GatherElements ? &Guarded<&GatherElements> : &Guarded<&PutElements>;
  for (MutantFamily& family : families) {
    for (Mutant& mutant : family.mutants) {
      // No sweep can tell whether it changes anything.
      mutant.pointwise = false;
      mutant.run = [guarded, run = std::move(mutant.run)](
                       ElementwiseFunction, const ElementwiseTask& task) { run(guarded, task); };
    }
  }
  return families;
}

}  // namespace openaclnn::testing
