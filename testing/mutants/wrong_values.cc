#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "acl/acl_base_rt.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/numbers.h"
#include "testing/mutants/families.h"
#include "testing/mutants/kinds.h"
#include "testing/mutants/mutants.h"
#include "testing/ulp.h"

namespace openaclnn::testing {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

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

namespace {

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

}  // namespace

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

}  // namespace openaclnn::testing
