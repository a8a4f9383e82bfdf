// Measures an operator against the oracle, through the C API and in every mode: all 65,536 float16
// and bfloat16 inputs, each with several gradients; a sample of 2^20 float32 inputs; all int8
// inputs with all int8 gradients; int32 inputs near 0, ties and powers of two. Fails if a result is
// beyond the accuracy the spec states, or if the measurement is not the one that is checked in
// (--expected). --update writes that file. exhaustive.bzl sets the flags.
//
// --all_float32 and --draws measure other inputs, of which nothing is checked in.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "acl/acl.h"
#include "nlohmann/json.hpp"
#include "runtime/rules/rules.h"
#include "runtime/tensor/dtype.h"
#include "testing/cases.h"
#include "testing/exhaustive/draws.h"
#include "testing/formula.h"
#include "testing/invoke.h"
#include "testing/load_operator.h"
#include "testing/oracle/format_of.h"
#include "testing/oracle/oracle.h"
#include "testing/oracle_call.h"
#include "testing/progress.h"
#include "testing/session.h"
#include "testing/shard.h"
#include "testing/ulp.h"

ABSL_FLAG(std::string, cases, "",
          "cases.json of the operator, for its accuracy (set by the build)");
ABSL_FLAG(std::string, expected, "",
          "the measurement that is checked in, a path from the root of the repository (set by the "
          "build)");
ABSL_FLAG(std::string, backend, "cpu",
          "cpu, or aicore: for it only the spec's bounds count, and those that are formulas are "
          "left to others");
ABSL_FLAG(std::vector<std::string>, sweeps, {},
          "the sweeps (set by the build): KEY:FUNCTION:ORACLE:PARAMETER:PARAMETER..., see "
          "exhaustive.bzl");
ABSL_FLAG(std::vector<std::string>, manual_sweeps, {},
          "more sweeps, for --all_float32 and --draws (set by the build)");
ABSL_FLAG(bool, all_float32, false,
          "measures all 2^32 float32 inputs instead, each with a random gradient, against the "
          "spec's bounds, formulas too");
ABSL_FLAG(int64_t, stride, 1, "of --all_float32 only every so many-th block of 65,536 inputs");
ABSL_FLAG(int64_t, draws, 0,
          "measures at least so many random inputs instead, over all shards, of every "
          "floating-point type; those of two operands are pairs that are hard (draws.h)");
ABSL_FLAG(std::string, dtype, "", "of --draws only this type");
ABSL_FLAG(int64_t, seed, 1, "of --draws");
ABSL_FLAG(bool, update, false, "writes the measurement to the source tree");

namespace openaclnn::testing {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kAll16 = 65536;
constexpr int64_t kFloat32Sample = int64_t{1} << 20;
// The truth is rounded faithfully to float64, which has at least 29 more bits than any type tested,
// or is off by less than that part of the least float32.
constexpr double kTruthUlp = 0x1p-29;

// Gradients and inputs that are run together, element by element.
struct Inputs {
  std::string name;  // of the gradients
  std::vector<double> gradient, x;
  std::vector<double> y = {};  // the second operand; empty if there is none
};

// All digits, and exponents that lift the tails of a function out of the subnormal range as well.
double RandomGradient(std::mt19937& random) {
  const double digits = 0x800000 + random() % 0x800000;
  const int exponent = static_cast<int>(random() % (random() % 4 == 0 ? 120 : 8)) - 23;
  return std::ldexp(digits, exponent);
}

// The inputs whose upper 16 bits are `block`.
Inputs BlockOfFloat32(int64_t block, bool has_gradient, std::mt19937& random) {
  Inputs inputs = {"random", {}, {}};
  for (uint32_t low = 0; low < kAll16; ++low) {
    const uint32_t bits = static_cast<uint32_t>(block) << 16 | low;
    inputs.x.push_back(ElementValue(ACL_FLOAT, &bits));
    inputs.gradient.push_back(has_gradient ? RandomGradient(random) : 1);
  }
  return inputs;
}

// As many random inputs. Of one operand and a 16-bit type all inputs.
Inputs DrawnBlock(aclDataType dtype, bool has_gradient, bool has_second, Draws& draws,
                  std::mt19937& random) {
  Inputs inputs = {"random", {}, {}};
  for (int64_t bits = 0; bits < kAll16; ++bits) {
    double x, y;
    draws.Pair(x, y);
    if (!has_second && DTypeBytes(dtype) == 2) {
      const auto element = static_cast<uint16_t>(bits);
      x = ElementValue(dtype, &element);
    }
    inputs.x.push_back(x);
    if (has_second) inputs.y.push_back(y);
    inputs.gradient.push_back(has_gradient ? RoundTo(dtype, RandomGradient(random)) : 1);
  }
  return inputs;
}

// Every input with one gradient.
Inputs WithGradient(aclDataType dtype, double gradient, std::vector<double> x) {
  const double rounded = RoundTo(dtype, gradient);
  return {absl::StrFormat("%.9g", rounded), std::vector<double>(x.size(), rounded), std::move(x)};
}

std::vector<Inputs> InputsOf(aclDataType dtype, bool has_gradient) {
  // Exact; with rounding of its own; and so large that results overflow and tails are lifted out of
  // the subnormal range.
  const std::vector<double> gradients =
      has_gradient ? std::vector<double>{1, -0.3, dtype == ACL_FLOAT16 ? 60000 : 0x1.FEp127}
                   : std::vector<double>{1};
  std::vector<double> x;
  std::vector<Inputs> all;
  switch (dtype) {
    case ACL_FLOAT16:
    case ACL_BF16:
      for (int64_t bits = 0; bits < kAll16; ++bits) {
        const auto element = static_cast<uint16_t>(bits);
        x.push_back(ElementValue(dtype, &element));
      }
      for (const double gradient : gradients) all.push_back(WithGradient(dtype, gradient, x));
      break;
    case ACL_FLOAT: {
      // Bit patterns a fixed step apart that shares no factor with 2^32: every exponent, and all
      // low bits.
      for (int64_t i = 0; i < kFloat32Sample; ++i) {
        const uint32_t bits = static_cast<uint32_t>(i) * 0x9E3779B1u;
        x.push_back(ElementValue(dtype, &bits));
      }
      // A third of the sample for each gradient costs as much as one.
      const size_t share = x.size() / gradients.size();
      for (size_t i = 0; i < gradients.size(); ++i) {
        all.push_back(WithGradient(dtype, gradients[i],
                                   {x.begin() + static_cast<ptrdiff_t>(i * share),
                                    x.begin() + static_cast<ptrdiff_t>((i + 1) * share)}));
      }
      break;
    }
    case ACL_INT8: {
      Inputs pairs = {"all", {}, {}};
      for (int64_t i = 0; i < (has_gradient ? kAll16 : 256); ++i) {
        pairs.x.push_back(static_cast<double>(i % 256 - 128));
        pairs.gradient.push_back(has_gradient ? static_cast<double>(i / 256 - 128) : 1);
      }
      all.push_back(std::move(pairs));
      break;
    }
    case ACL_INT32: {
      for (int i = -300; i <= 300; ++i) x.push_back(i);
      for (int exponent = 8; exponent <= 31; ++exponent) {
        for (const double offset : {-2.0, -1.0, 0.0, 1.0, 2.0}) {
          x.push_back(RoundTo(dtype, std::ldexp(1, exponent) + offset));
          x.push_back(RoundTo(dtype, -std::ldexp(1, exponent) + offset));
        }
      }
      Inputs pairs = {"edges", {}, {}};
      for (const double value : x) {
        for (const double gradient : has_gradient ? x : std::vector<double>{1}) {
          pairs.x.push_back(value);
          pairs.gradient.push_back(gradient);
        }
      }
      all.push_back(std::move(pairs));
      break;
    }
    default:
      break;
  }
  return all;
}

// A tensor of one dimension, owned.
class Tensor {
 public:
  Tensor(aclDataType dtype, const std::vector<double>& values) : dtype_(dtype) {
    const size_t bytes = DTypeBytes(dtype);
    if (aclrtMalloc(&memory_, values.size() * bytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS)
      return;
    StoreElements(dtype, values, memory_);
    const int64_t shape = static_cast<int64_t>(values.size());
    tensor_ = aclCreateTensor(&shape, 1, dtype, nullptr, 0, ACL_FORMAT_ND, &shape, 1, memory_);
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  ~Tensor() {
    aclDestroyTensor(tensor_);
    if (memory_ != nullptr) aclrtFree(memory_);
  }
  const aclTensor* get() const { return tensor_; }
  const char* element(size_t i) const {
    return static_cast<const char*>(memory_) + i * DTypeBytes(dtype_);
  }

 private:
  aclDataType dtype_;
  void* memory_ = nullptr;
  aclTensor* tensor_ = nullptr;
};

struct Sweep : OracleCall {
  const Invocation* invocation = nullptr;
};

// The oracle's operands of each input in turn.
class OracleOperands {
 public:
  OracleOperands(const Sweep& sweep, const Inputs& inputs) {
    for (const std::string& name : OperandsOf(*sweep.oracle)) {
      const auto number = sweep.numbers.find(name);
      columns_.push_back(number != sweep.numbers.end() ? nullptr
                         : name == "y"                 ? inputs.y.data()
                                                       : inputs.x.data());
      operands_.push_back(columns_.back() == nullptr ? number->second : 0);
    }
  }
  const std::vector<double>& At(size_t i) {
    for (size_t k = 0; k < columns_.size(); ++k) {
      if (columns_[k] != nullptr) operands_[k] = columns_[k][i];
    }
    return operands_;
  }

 private:
  std::vector<const double*> columns_;  // null: a number
  std::vector<double> operands_;
};

// What was measured for a function, mode and type.
struct Measurement {
  int64_t count = 0, inexact = 0, failed = 0;
  double max_ulp = 0;
};

// The truth for the parts of outputs that are compared.
struct Truth {
  std::vector<double> output, unit;          // gradient * function(x); function(x)
  std::vector<long double> of_float64 = {};  // `output` with more digits
};

// function(x) by the bits of x, which may come once for each gradient.
using Units = std::unordered_map<int64_t, double>;

Truth TruthOf(const Sweep& sweep, const Inputs& inputs, Units& units) {
  Truth truth;
  const bool has_unit = sweep.HasPart("unit");
  OracleOperands all_operands(sweep, inputs);
  for (size_t i = 0; i < inputs.x.size(); ++i) {
    const double gradient = inputs.gradient[i];
    const std::vector<double>& operands = all_operands.At(i);
    const auto at = [&](double factor) {
      return OracleFaithful(*sweep.oracle, operands, factor, kTruthUlp * 0x1p-149);
    };
    if (has_unit) {
      const auto [found, is_new] = units.try_emplace(std::bit_cast<int64_t>(inputs.x[i]));
      if (is_new) found->second = at(1);
      truth.unit.push_back(found->second);
    }
    truth.output.push_back(has_unit && gradient == 1 ? truth.unit.back() : at(gradient));
  }
  return truth;
}

// The same for results of one type, in less time.
Truth TruthToCompare(const Sweep& sweep, const Inputs& inputs, aclDataType dtype) {
  Truth truth;
  const bool has_unit = sweep.HasPart("unit");
  const Format format = FormatOf(dtype);
  OracleOperands all_operands(sweep, inputs);
  for (size_t i = 0; i < inputs.x.size(); ++i) {
    const std::vector<double>& operands = all_operands.At(i);
    if (dtype == ACL_DOUBLE) {
      const double gradient = inputs.gradient[i];
      truth.of_float64.push_back(OracleToCompareFloat64(*sweep.oracle, operands, gradient));
      truth.output.push_back(OracleRounded(*sweep.oracle, operands, Format::kFloat64, gradient));
      continue;
    }
    truth.output.push_back(OracleToCompare(*sweep.oracle, operands, format, inputs.gradient[i]));
    if (has_unit) truth.unit.push_back(OracleToCompare(*sweep.oracle, operands, format));
  }
  return truth;
}

class Runner {
 public:
  Runner(const Session& session, const Sweep& sweep, aclDataType dtype, double bound)
      : session_(session), sweep_(sweep), dtype_(dtype), bound_(bound) {}

  // Holds results to this formula instead of the bound.
  void UseFormula(Formula formula) { formula_ = std::move(formula); }

  absl::Status Run(absl::string_view mode, const Inputs& inputs, const Truth& truth,
                   Measurement& measurement) const {
    std::vector<Arg> args;
    std::vector<std::unique_ptr<Tensor>> tensors;
    std::vector<std::unique_ptr<aclScalar, decltype(&aclDestroyScalar)>> scalars;
    std::vector<std::pair<const Tensor*, std::vector<std::string>>> outputs;
    for (const std::string& parameter : sweep_.parameters) {
      int64_t number;
      double real;
      absl::string_view value = parameter;
      // A view into the sweep's own text, which ends with it.
      if (absl::ConsumePrefix(&value, "string=")) {
        args.push_back(Arg::Of(value.data()));
      } else if (absl::ConsumePrefix(&value, "int=") && absl::SimpleAtoi(value, &number)) {
        args.push_back(Arg::Of(number));
      } else if (parameter == "bool=0" || parameter == "bool=1") {
        args.push_back(Arg::Of(parameter == "bool=1"));
      } else if (const size_t equals = parameter.find('=');
                 equals != std::string::npos &&
                 absl::SimpleAtod(parameter.substr(equals + 1), &real)) {
        scalars.emplace_back(aclCreateScalar(&real, ACL_DOUBLE), &aclDestroyScalar);
        args.push_back(Arg::Of(scalars.back().get()));
      } else {
        std::vector<std::string> parts = absl::StrSplit(parameter, '|');
        std::vector<double> values;
        for (const std::string& part : parts) {
          const std::vector<double>* source = part == "gradient" ? &inputs.gradient
                                              : part == "x"      ? &inputs.x
                                              : part == "y"      ? &inputs.y
                                                                 : nullptr;
          if (source != nullptr) {
            values.insert(values.end(), source->begin(), source->end());
          } else {
            values.insert(values.end(), inputs.x.size(), part == "one" ? 1 : 0);
          }
        }
        tensors.push_back(std::make_unique<Tensor>(dtype_, values));
        args.push_back(Arg::Of(tensors.back()->get()));
        if (parts[0] == "output" || parts[0] == "unit" || parts[0] == "ignored")
          outputs.emplace_back(tensors.back().get(), std::move(parts));
      }
    }
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    if (absl::Status status = CheckCall(
            "phase 1", sweep_.invocation->get_workspace_size(args, &workspace_size, &executor));
        !status.ok())
      return status;
    void* workspace = nullptr;
    if (workspace_size > 0) {
      if (absl::Status status = CheckCall(
              "aclrtMalloc", aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST));
          !status.ok())
        return status;
    }
    absl::Status status = CheckCall(
        "phase 2", sweep_.invocation->run(workspace, workspace_size, executor, session_.stream()));
    if (status.ok())
      status = CheckCall("aclrtSynchronizeStream", aclrtSynchronizeStream(session_.stream()));
    if (workspace != nullptr) aclrtFree(workspace);
    if (!status.ok()) return status;
    for (const auto& [tensor, parts] : outputs) {
      for (size_t part = 0; part < parts.size(); ++part) {
        if (parts[part] == "ignored") continue;
        const std::vector<double>& expected = parts[part] == "unit" ? truth.unit : truth.output;
        Judge(mode, inputs, *tensor, part * inputs.x.size(), expected, truth.of_float64,
              measurement);
      }
    }
    return absl::OkStatus();
  }

 private:
  void Judge(absl::string_view mode, const Inputs& inputs, const Tensor& tensor, size_t first,
             const std::vector<double>& truth, const std::vector<long double>& of_float64,
             Measurement& measurement) const {
    const Comparison verdict =
        dtype_ == ACL_DOUBLE
            ? CompareFloat64(tensor.element(first), truth, of_float64)
            : Compare(dtype_, tensor.element(first), truth,
                      {.ulp = bound_, .truth_ulp = kTruthUlp, .ulps = FormulaBounds(inputs)});
    measurement.count += verdict.count;
    measurement.inexact += verdict.inexact;
    measurement.failed += verdict.failed;
    measurement.max_ulp = std::max(measurement.max_ulp, verdict.max_ulp);
    if (verdict.passed()) return;
    std::printf(
        "FAILED %s %s %s gradient %s: %d of %d wrong, greatest error %.9g ULP, bound %.9g\n",
        sweep_.key.c_str(), std::string(DTypeName(dtype_)).c_str(), std::string(mode).c_str(),
        inputs.name.c_str(), static_cast<int>(verdict.failed), static_cast<int>(verdict.count),
        verdict.max_ulp, bound_);
    for (const int64_t place : verdict.failures) {
      const size_t i = static_cast<size_t>(place);
      const char* got = tensor.element(first + i);
      std::printf(
          "  gradient = %s, x = %s (%.9g)%s: got %s (%.9g), want %s (%.17g), error %.9g ULP\n",
          ValueHex(dtype_, inputs.gradient[i]).c_str(), ValueHex(dtype_, inputs.x[i]).c_str(),
          inputs.x[i],
          inputs.y.empty()
              ? ""
              : absl::StrFormat(", y = %s (%.9g)", ValueHex(dtype_, inputs.y[i]), inputs.y[i])
                    .c_str(),
          ElementHex(dtype_, got).c_str(), ElementValue(dtype_, got),
          ValueHex(dtype_, RoundTo(dtype_, truth[i])).c_str(), truth[i],
          of_float64.empty() ? UlpError(dtype_, ElementValue(dtype_, got), truth[i], kTruthUlp)
                             : UlpErrorOfFloat64(ElementValue(dtype_, got), of_float64[i]));
    }
  }

  // `nearest`: `truth`, rounded.
  Comparison CompareFloat64(const char* got, const std::vector<double>& nearest,
                            const std::vector<long double>& truth) const {
    constexpr double kOff = 0x1p-5;  // what the truth is off, in ULP
    // A bound that the truth is not exact enough for asks for the nearest number.
    const double bound = bound_ < 0.5 + kOff ? 0 : bound_ + kOff;
    Comparison verdict;
    for (size_t i = 0; i < truth.size(); ++i) {
      ++verdict.count;
      const double element = ElementValue(dtype_, got + i * sizeof(double));
      const double error = UlpErrorOfFloat64(element, truth[i]);
      verdict.max_ulp = std::max(verdict.max_ulp, error);
      if (element == nearest[i] || (std::isnan(element) && std::isnan(nearest[i]))) continue;
      ++verdict.inexact;
      if (error <= bound) continue;
      ++verdict.failed;
      if (verdict.failures.size() < Comparison::kMaxFailures)
        verdict.failures.push_back(static_cast<int64_t>(i));
    }
    return verdict;
  }

  // What the formula allows each element; empty without one. Of a tensor of two halves either may
  // be meant: the greater value counts.
  std::vector<double> FormulaBounds(const Inputs& inputs) const {
    std::vector<double> bounds;
    for (size_t i = 0; formula_.has_value() && i < inputs.x.size(); ++i) {
      double bound = 0;
      for (const size_t half : {0, 1}) {
        std::vector<double> values;
        for (const std::string& name : formula_->variables()) {
          const std::vector<std::string>& parts = sweep_.parts.at(name);
          const std::string& part = parts[std::min(half, parts.size() - 1)];
          values.push_back(part == "x"          ? inputs.x[i]
                           : part == "y"        ? inputs.y[i]
                           : part == "gradient" ? inputs.gradient[i]
                                                : 1);
        }
        bound = std::max(bound, formula_->Evaluate(values));
      }
      bounds.push_back(bound);
    }
    return bounds;
  }

  const Session& session_;
  const Sweep& sweep_;
  aclDataType dtype_;
  double bound_;
  std::optional<Formula> formula_;
};

absl::StatusOr<std::vector<Sweep>> ReadSweeps(bool with_manual) {
  std::vector<std::string> texts = absl::GetFlag(FLAGS_sweeps);
  if (with_manual) {
    const std::vector<std::string> more = absl::GetFlag(FLAGS_manual_sweeps);
    texts.insert(texts.end(), more.begin(), more.end());
  }
  absl::StatusOr<std::vector<OracleCall>> calls = ReadOracleCalls(texts);
  if (!calls.ok()) return calls.status();
  std::vector<Sweep> sweeps;
  for (OracleCall& call : *calls) {
    const auto invocation = std::find_if(
        Invocations().begin(), Invocations().end(),
        [&](const Invocation& candidate) { return call.function == candidate.function; });
    if (invocation == Invocations().end())
      return absl::InvalidArgumentError(
          absl::StrCat("--sweeps: the operator has no function '", call.function, "'"));
    for (const std::string& operand : OperandsOf(*call.oracle)) {
      if (operand == "x" || (operand == "y" && with_manual) || call.numbers.contains(operand))
        continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "--sweeps: '", call.key, "' says nothing of ", NameOf(*call.oracle), "'s operand '",
          operand, "'; accepted are ", operand, "=NUMBER and, in manual_sweeps, a tensor 'y'"));
    }
    sweeps.push_back({std::move(call), &*invocation});
  }
  if (sweeps.empty())
    return absl::InvalidArgumentError(
        "UNTESTED: the operator's BUILD file has no sweeps, so that there is nothing to measure");
  return sweeps;
}

// The SoC of the product that accepts the most types; types it does not accept are not measured.
absl::StatusOr<std::string> ChooseSoc(const CaseFile& file) {
  std::map<std::string, int> cases;
  for (const Case& test : file.cases) {
    if (test.kind == Case::Kind::kPositive) {
      for (const std::string& product : test.products) ++cases[product];
    }
  }
  const auto most = std::max_element(
      cases.begin(), cases.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == cases.end() || !file.socs.contains(most->first))
    return absl::InvalidArgumentError("cases.json has no product with cases to run");
  return file.socs.at(most->first);
}

// What the spec allows a backend; null where it states nothing.
template <class Bound>
const Bound* BoundOf(
    const std::map<std::string, std::map<std::string, std::map<std::string, Bound>>>& bounds,
    const std::string& backend, const std::string& mode, aclDataType dtype) {
  const auto of_backend = bounds.find(backend);
  if (of_backend == bounds.end()) return nullptr;
  const auto of_mode = of_backend->second.find(mode);
  if (of_mode == of_backend->second.end()) return nullptr;
  const auto bound = of_mode->second.find(std::string(DTypeName(dtype)));
  return bound == of_mode->second.end() ? nullptr : &bound->second;
}

struct Blocks {
  int64_t first, end, step;
};
// Makes a block of inputs.
using MakeBlock = absl::FunctionRef<Inputs(int64_t)>;

// Measures a sweep in every mode that the spec knows for the type, at the blocks of a shard; the
// truth is computed once for all modes. Adds 1 to `compared` for each mode.
absl::StatusOr<bool> RunBlocks(const CaseFile& file, const Sweep& sweep, const std::string& soc,
                               aclDataType dtype, const Blocks& blocks, MakeBlock make,
                               int& compared) {
  const std::string backend = absl::GetFlag(FLAGS_backend);
  std::set<std::string> modes;
  const auto add_modes = [&](const auto& bounds) {
    const auto own = bounds.find(backend);
    if (own == bounds.end()) return;
    for (const auto& [mode, types] : own->second) {
      if (types.contains(std::string(DTypeName(dtype)))) modes.insert(mode);
    }
  };
  add_modes(file.accuracy);
  add_modes(file.formulas);
  if (modes.empty()) return true;
  std::map<std::string, Measurement> measured;
  Progress progress(absl::StrCat(sweep.key, " ", DTypeName(dtype)),
                    (blocks.end - blocks.first + blocks.step - 1) / blocks.step);
  for (int64_t block = blocks.first; block < blocks.end; block += blocks.step) {
    progress.Step([&] { return absl::StrCat("block ", block); });
    const Inputs inputs = make(block);
    const Truth truth = TruthToCompare(sweep, inputs, dtype);
    for (const std::string& mode : modes) {
      const double* bound = BoundOf(file.accuracy, backend, mode, dtype);
      absl::StatusOr<Session> session = Session::Start({soc, backend, mode, 0});
      if (!session.ok()) return session.status();
      Runner runner(*session, sweep, dtype, bound != nullptr ? *bound : 0);
      if (const std::string* formula = BoundOf(file.formulas, backend, mode, dtype)) {
        absl::StatusOr<Formula> parsed = Formula::Parse(*formula);
        if (!parsed.ok()) return parsed.status();
        runner.UseFormula(*std::move(parsed));
      }
      if (absl::Status status = runner.Run(mode, inputs, truth, measured[mode]); !status.ok())
        return status;
      if (absl::Status status = session->Stop(); !status.ok()) return status;
    }
  }
  bool passed = true;
  for (const auto& [mode, measurement] : measured) {
    ++compared;
    passed = passed && measurement.failed == 0;
    std::printf(
        "%s %s %s: %lld results, %lld not the nearest, %lld beyond the bound, greatest error %.7g "
        "ULP\n",
        sweep.key.c_str(), std::string(DTypeName(dtype)).c_str(),
        mode.empty() ? backend.c_str() : mode.c_str(), static_cast<long long>(measurement.count),
        static_cast<long long>(measurement.inexact), static_cast<long long>(measurement.failed),
        measurement.max_ulp);
    std::fflush(stdout);
  }
  return passed;
}

// Whether all tensors of the function may have this type: results of integers may be floating-point
// numbers.
bool HasCaseOf(const CaseFile& file, const std::string& function, aclDataType dtype) {
  return std::any_of(file.cases.begin(), file.cases.end(), [&](const Case& one) {
    return one.kind == Case::Kind::kPositive && one.function == function &&
           std::all_of(one.args.begin(), one.args.end(), [&](const ArgCase& arg) {
             return arg.kind != ArgCase::Kind::kTensor || arg.tensor.view.dtype == dtype;
           });
  });
}

// All float32 inputs of this shard, or random ones of every type.
absl::StatusOr<bool> RunMany(const CaseFile& file, std::vector<Sweep> sweeps,
                             const std::string& soc) {
  const absl::StatusOr<Shard> shard = ReadShard();
  if (!shard.ok()) return shard.status();
  std::ifstream stream(absl::GetFlag(FLAGS_cases));
  const nlohmann::json cases = nlohmann::json::parse(stream, nullptr, /*allow_exceptions=*/false);
  const int64_t draws = absl::GetFlag(FLAGS_draws);
  const std::string only = absl::GetFlag(FLAGS_dtype);
  constexpr aclDataType kTypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
  if (!only.empty() && std::none_of(std::begin(kTypes), std::end(kTypes),
                                    [&](aclDataType dtype) { return DTypeName(dtype) == only; }))
    return absl::InvalidArgumentError(
        absl::StrCat("--dtype is '", only, "'; accepted are float32, float16, bfloat16, float64"));
  bool passed = true;
  int compared = 0;
  for (Sweep& sweep : sweeps) {
    std::vector<OracleCall> calls = {sweep};
    if (absl::Status status = ResolveOracleCalls(cases, calls); !status.ok()) return status;
    static_cast<OracleCall&>(sweep) = calls[0];
    const bool has_gradient = sweep.HasPart("gradient"), has_second = sweep.HasPart("y");
    for (const aclDataType dtype : kTypes) {
      if (draws == 0 ? dtype != ACL_FLOAT || has_second : !only.empty() && DTypeName(dtype) != only)
        continue;
      if (!HasCaseOf(file, sweep.invocation->function, dtype)) continue;
      std::mt19937 random(1);
      const auto seed = static_cast<uint64_t>(absl::GetFlag(FLAGS_seed) + shard->index);
      Draws drawn(dtype, seed);
      Blocks blocks = {shard->index, kAll16, shard->count * absl::GetFlag(FLAGS_stride)};
      if (draws > 0) {
        // One block has all inputs of 16 bits; another one has other gradients.
        const bool one = DTypeBytes(dtype) == 2 && !has_gradient && !has_second;
        blocks.end = one ? 1 : (draws + kAll16 - 1) / kAll16;
        blocks.step = shard->count;
      }
      const auto make = [&](int64_t block) {
        return draws == 0 ? BlockOfFloat32(block, has_gradient, random)
                          : DrawnBlock(dtype, has_gradient, has_second, drawn, random);
      };
      const absl::StatusOr<bool> good = RunBlocks(file, sweep, soc, dtype, blocks, make, compared);
      if (!good.ok()) return good.status();
      passed = passed && *good;
    }
  }
  if (compared == 0)
    return absl::FailedPreconditionError("UNTESTED: the spec states no accuracy for these types");
  return passed;
}

absl::StatusOr<bool> RunAll() {
  const absl::StatusOr<CaseFile> file = CaseFile::Open(absl::GetFlag(FLAGS_cases), {});
  if (!file.ok()) return file.status();
  const bool many = absl::GetFlag(FLAGS_all_float32) || absl::GetFlag(FLAGS_draws) > 0;
  const absl::StatusOr<std::vector<Sweep>> sweeps = ReadSweeps(many);
  if (!sweeps.ok()) return sweeps.status();
  const absl::StatusOr<std::string> soc = ChooseSoc(*file);
  if (!soc.ok()) return soc.status();
  const std::string backend_name = absl::GetFlag(FLAGS_backend);
  if (many) return RunMany(*file, *sweeps, *soc);
  const auto backend = file->accuracy.find(backend_name);
  if (backend == file->accuracy.end())
    return absl::InvalidArgumentError(
        absl::StrCat("the spec states no accuracy for backend '", backend_name, "'"));

  Json measured = {{"schema", "openaclnn-accuracy/1"},
                   {"op", file->op},
                   {"backend", backend_name},
                   {"measurements", Json::array()}};
  bool passed = true;
  constexpr aclDataType kTypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_INT8};
  Progress progress(absl::StrCat("accuracy of ", file->op),
                    static_cast<int64_t>(sweeps->size() * std::size(kTypes)));
  // By oracle, type and parts. Sweeps that differ in where they place the operands share it.
  std::map<std::tuple<const OracleFunction*, aclDataType, bool, bool>, std::vector<Truth>>
      all_truths;
  for (const Sweep& sweep : *sweeps) {
    const bool has_gradient = sweep.HasPart("gradient"), has_unit = sweep.HasPart("unit");
    for (const aclDataType dtype : kTypes) {
      progress.Step([&] { return absl::StrCat(sweep.key, " ", DTypeName(dtype)); });
      if (!HasCaseOf(*file, sweep.invocation->function, dtype)) continue;
      const std::vector<Inputs> inputs = InputsOf(dtype, has_gradient);
      std::vector<Truth>& truths = all_truths[{sweep.oracle, dtype, has_gradient, has_unit}];
      for (const auto& [mode, bounds] : backend->second) {
        const auto bound = bounds.find(std::string(DTypeName(dtype)));
        if (bound == bounds.end()) continue;
        if (truths.empty()) {
          Units units;
          for (const Inputs& each : inputs) truths.push_back(TruthOf(sweep, each, units));
        }
        absl::StatusOr<Session> session = Session::Start({*soc, backend_name, mode, 0});
        if (!session.ok()) return session.status();
        Measurement measurement;
        const Runner runner(*session, sweep, dtype, bound->second);
        for (size_t i = 0; i < inputs.size(); ++i) {
          if (absl::Status status = runner.Run(mode, inputs[i], truths[i], measurement);
              !status.ok())
            return status;
        }
        if (absl::Status status = session->Stop(); !status.ok()) return status;
        passed = passed && measurement.failed == 0;
        std::printf("%s %s %s: %d of %d not the nearest, greatest error %.7g ULP, bound %.9g\n",
                    sweep.key.c_str(), std::string(DTypeName(dtype)).c_str(), mode.c_str(),
                    static_cast<int>(measurement.inexact), static_cast<int>(measurement.count),
                    measurement.max_ulp, bound->second);
        measured["measurements"].push_back(
            {{"sweep", sweep.key},
             {"dtype", DTypeName(dtype)},
             {"mode", mode},
             {"count", measurement.count},
             {"inexact", measurement.inexact},
             {"max_ulp", absl::StrFormat("%.7f", measurement.max_ulp)}});
      }
    }
  }
  if (measured["measurements"].empty())
    return absl::FailedPreconditionError("UNTESTED: the spec states no accuracy for any type");

  if (backend_name != "cpu") return passed;
  const std::string path = absl::GetFlag(FLAGS_expected), text = measured.dump(1) + "\n";
  if (absl::GetFlag(FLAGS_update)) {
    const char* root = std::getenv("BUILD_WORKSPACE_DIRECTORY");
    if (root == nullptr)
      return absl::FailedPreconditionError("--update works under tools/bazel run only");
    std::ofstream stream(absl::StrCat(root, "/", path), std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) return absl::InternalError(absl::StrCat("cannot write ", path));
    std::printf("%s written\n", path.c_str());
    return passed;
  }
  std::stringstream checked_in;
  checked_in << std::ifstream(path, std::ios::binary).rdbuf();
  if (checked_in.str() != text) {
    std::printf(
        "%s is not what was measured; if that is meant to be so: tools/bazel run //ops/%s:accuracy "
        "-- --update\n%s",
        path.c_str(), file->op.c_str(), text.c_str());
    passed = false;
  }
  return passed;
}

}  // namespace
}  // namespace openaclnn::testing

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("Measures an operator against the oracle.");
  absl::ParseCommandLine(argc, argv);
  if (!openaclnn::testing::LoadOperator()) return 1;
  const absl::StatusOr<bool> passed = openaclnn::testing::RunAll();
  if (!passed.ok()) {
    std::printf("ERROR: %s\n", std::string(passed.status().message()).c_str());
    return 1;
  }
  return *passed ? 0 : 1;
}
