// Wrong implementations of element-wise work, made from right ones while they run. None knows an
// operator: each changes what any kernel is given (operands, strides, places), which kernel runs,
// or what it wrote.
#ifndef OPENACLNN_TESTING_MUTANTS_MUTANTS_H_
#define OPENACLNN_TESTING_MUTANTS_MUTANTS_H_

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "acl/acl_base_rt.h"
#include "runtime/cpu/elementwise.h"
#include "testing/formula.h"

namespace openaclnn::testing {

// What a step of a plan is there for.
enum class Part {
  kCpuKernel,
  // On the AI Core backend: the launch, as an element-wise function (device_function.h), and the
  // copies before and behind it.
  kDeviceKernel,
  kCopyIn,
  kCopyOut,
};

// What results may be wrong by.
struct ResultBound {
  double ulp = 0;
  // In place of `ulp`: a formula, and for each of its variables the inputs of that name. Where
  // there are several, as many values: the greatest counts.
  std::optional<Formula> formula;
  std::vector<std::vector<size_t>> variables;

  double At(absl::Span<const double> inputs) const;
};

// How the cases of a function use one kernel.
struct KernelUse {
  Part part = Part::kCpuKernel;
  ElementwiseFunction function = nullptr;
  size_t inputs = 0;
  size_t outputs = 0;
  size_t launch_inputs = 0;  // of copies: inputs of the launches they belong to
  bool always_converted =
      false;  // results are copied into other types, but not where others use the kernel
  bool in_place = false;     // an output was also an input
  std::set<size_t> repeats;  // inputs of which a dimension had stride 0
  bool transposed = false;   // an input was stored in another order of dimensions than the output
  size_t dimensions = 0;     // the most that a task had, once those that step alike are joined
  std::set<std::vector<aclDataType>>
      types;  // of inputs, then outputs, then what the plan copies these into, if it does
  std::map<size_t, std::set<aclDataType>>
      sources;                // of launches: the types that inputs had before they were copied
  std::set<size_t> uncopied;  // of launches: inputs that were read where they lay
  std::map<std::vector<aclDataType>, std::vector<Numbers>>
      numbers;  // KeyOf(types) -> those of calls, each combination once
  std::map<std::vector<aclDataType>, aclDataType>
      compute;                                     // KeyOf(types) -> ElementwiseTask::compute
  std::vector<ElementwiseFunction> other_kernels;  // of the operator, for as many operands
  std::map<aclDataType, ResultBound> bounds;       // of results of a type; 0 for integers

  // Of a list that begins with the types of inputs, then of outputs: those of inputs, or of outputs
  // if there are no inputs.
  std::vector<aclDataType> KeyOf(const std::vector<aclDataType>& list) const;
  bool HasOutput(bool (*is_kind)(aclDataType)) const;
};

// Computes a task in place of a function.
using Computation = std::function<void(ElementwiseFunction function, const ElementwiseTask& task)>;

struct Mutant {
  std::string name;
  Computation run;  // in place of the kernel; ComputeElementwise is the right one
  // Whether all it does is to change values, element by element. MaxChange then tells whether it
  // can be noticed at all.
  bool pointwise = false;
  // The input whose values decide what it does; -1: any.
  int input = -1;
  // Whether it changes the numbers of calls, so that what it changes depends on them.
  bool of_numbers = false;
  // Whether it is about digits of results, which results of which there are two or three do not
  // have.
  bool of_digits = false;
  // What it decides, if it is so little that sweeps over all 16-bit inputs are there to notice it;
  // null: more.
  const char* left_to_sweeps = nullptr;
};

// Mutants of one kind.
struct MutantFamily {
  std::string name;
  std::string needs;            // the rule by which it applies: "two inputs" ...
  std::vector<Mutant> mutants;  // none if it does not apply
};

// All families, each with its mutants for this use.
std::vector<MutantFamily> MutantsOf(const KernelUse& use);

// Changes of one mode, by everything they depend on.
using KnownChanges = std::map<std::string, double>;

// By how much a mutant may change results, divided by what may be wrong unnoticed (infinite if
// nothing may): the greatest value for each input in turn, with several values of the other inputs.
// Tried are all 65,536 numbers of a 16-bit type (and the bfloat16 ones as float32), all int8, and
// int32 near 0 and powers of two. At most 1: no case can tell it from a right kernel.
// `known`: what was found out before, which functions share that use a kernel alike.
double MaxChange(const KernelUse& use, const Mutant& mutant, KnownChanges& known);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_MUTANTS_MUTANTS_H_
