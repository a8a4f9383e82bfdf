#include "testing/mutants/mutants.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/no_destructor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "acl/acl_base_rt.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/numbers.h"
#include "testing/mutants/families.h"
#include "testing/mutants/kinds.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

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
  if (UsesIndices(use)) return IndexFamilies(use);
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
