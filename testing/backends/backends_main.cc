// Calls an operator with random products, types, shapes, layouts and values, on the CPU backend and
// on the AI Core backend. Their results must agree within the sum of what the spec allows each.
// With --time it measures both instead. backends.bzl sets the flags.
//
// A draw begins with one of the positive cases, which knows which types and shapes go together; the
// extents, layouts and values are new.
#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "runtime/rules/rules.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "testing/arguments.h"
#include "testing/bounds.h"
#include "testing/cases.h"
#include "testing/draw.h"
#include "testing/invoke.h"
#include "testing/load_operator.h"
#include "testing/operands.h"
#include "testing/session.h"
#include "testing/ulp.h"

ABSL_FLAG(std::string, cases, "", "cases.json of the operator (set by the build)");
ABSL_FLAG(int, draws, 100, "how many calls");
ABSL_FLAG(uint32_t, seed, 1, "of the random numbers");
ABSL_FLAG(int64_t, time, 0, "do not compare, but measure with so many elements");
ABSL_FLAG(std::string, case, "*",
          "with --time: the first case whose name matches this pattern (* and ?)");

namespace openaclnn::testing {
namespace {

// The same tensors on both devices.
struct Tensor {
  TensorView view;
  std::vector<char> elements;  // of an input, one after the other
  void* memory = nullptr;
  aclTensor* tensor = nullptr;
};

template <typename Visit>
void ForEachElement(const TensorView& view, Visit visit) {
  const int64_t count = ElementCount(view.shape).value_or(0);
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, place = view.offset;
    for (size_t dim = view.shape.size(); dim-- > 0; rest /= view.shape[dim])
      place += rest % view.shape[dim] * view.strides[dim];
    visit(i, place);
  }
}

class RandomTest {
 public:
  RandomTest(const CaseFile& file, uint32_t seed) : file_(file), random_(seed) {
    for (const Case& test : file.cases) {
      if (test.kind == Case::Kind::kPositive) cases_.push_back(&test);
    }
  }

  absl::Status Run(int draws) {
    if (cases_.empty())
      return absl::FailedPreconditionError("UNTESTED: there are no positive cases");
    // Two devices for each product.
    std::string devices;
    for (const auto& [product, soc] : file_.socs) {
      device_[product] = static_cast<int32_t>(2 * device_.size());
      absl::StrAppend(&devices, devices.empty() ? "" : ",", soc, ",", soc, ":aicore");
    }
    setenv("OPENACLNN_DEVICES", devices.c_str(), 1);
    if (absl::Status status = CheckCall("aclInit", aclInit(nullptr)); !status.ok()) return status;
    if (const int64_t elements = absl::GetFlag(FLAGS_time); elements > 0) return Measure(elements);
    for (int i = 0; i < draws; ++i) {
      Case test = *random_.Of(cases_);
      const std::string product = random_.Of(test.products);
      Redraw(test);
      if (absl::Status status = RunBoth(test, product); !status.ok()) {
        return absl::Status(status.code(),
                            absl::StrCat("draw ", i, ": ", Describe(test), " product=", product,
                                         ": ", status.message()));
      }
    }
    std::printf("%s: %d draws, %lld elements compared, greatest difference %g of what is allowed\n",
                file_.op.c_str(), draws, static_cast<long long>(compared_), worst_);
    if (compared_ == 0) return absl::FailedPreconditionError("UNTESTED: nothing was compared");
    return CheckCall("aclFinalize", aclFinalize());
  }

 private:
  // Prints the shortest CPU time of several runs on each backend, for contiguous tensors of one
  // dimension with ordinary numbers, as in tools/bench: a processor that computes with subnormal
  // numbers takes ten times as long, and the CPU kernels' tails have their own price.
  absl::Status Measure(int64_t elements) {
    const auto found = std::find_if(cases_.begin(), cases_.end(), [](const Case* test) {
      return GlobMatch(absl::GetFlag(FLAGS_case), test->id);
    });
    if (found == cases_.end()) return absl::NotFoundError("no case matches");
    Case test = **found;
    int64_t smallest = std::numeric_limits<int64_t>::max();
    for (const ArgCase& arg : test.args) {
      if (arg.has_tensor()) smallest = std::min(smallest, *ElementCount(arg.tensor.view.shape));
    }
    for (ArgCase& arg : test.args) {
      if (!arg.has_tensor()) continue;
      const int64_t count = *ElementCount(arg.tensor.view.shape) / smallest * elements;
      arg.tensor = *Layout("contiguous", arg.tensor.view.dtype, {count});
    }
    std::array<double, 4099>
        normal;  // a prime number of them: tensors of any size begin at different ones
    for (double& value : normal) {
      value = -6;  // and twelve uniform numbers: nearly normal, variance 1
      for (int i = 0; i < 12; ++i) value += random_.Uniform(0, 1);
    }
    size_t next = 0;
    std::vector<Tensor> tensors = MakeTensors(test, [&](const TensorCase& tensor) {
      const aclDataType dtype = tensor.view.dtype;
      if (tensor.indices.has_value()) return DrawIndex(random_, dtype, *tensor.indices);
      const double value = normal[next++ % normal.size()];
      return RoundTo(dtype, IsFloat(dtype) ? value : 20 * value);
    });
    for (const int backend : {0, 1}) {
      std::vector<std::vector<char>> results;
      absl::Duration shortest = absl::InfiniteDuration();
      const int32_t device = device_.at(test.products[0]) + backend;
      if (absl::Status status = RunOn(test, device, tensors, results, /*runs=*/5, &shortest);
          !status.ok())
        return status;
      const double ns = absl::ToDoubleNanoseconds(shortest);
      std::printf("%s %s %s: %.3f ns of CPU time per element\n", test.id.c_str(),
                  test.products[0].c_str(), backend == 0 ? "cpu" : "aicore",
                  ns / static_cast<double>(elements));
    }
    return absl::OkStatus();
  }

  // Gives the case other extents, in the same relations to each other (its own where elements are
  // moved), and other layouts.
  void Redraw(Case& test) {
    std::map<size_t, std::set<int64_t>>
        found;  // extents of all tensors, by dimension from the back
    for (const ArgCase& arg : test.args) {
      const Dims& shape = arg.tensor.view.shape;
      for (size_t k = 0; k < shape.size(); ++k) found[k].insert(shape[shape.size() - 1 - k]);
    }
    std::map<size_t, std::pair<int64_t, int64_t>>
        extents;  // smallest extent that does not broadcast, and what it becomes; 0: all stay
    for (const auto& [k, all] : found) {
      static constexpr int64_t kLargest[] = {300, 12, 5};
      // 1 and 2 may be the halves and the whole of something, or broadcast.
      const auto smallest =
          all == std::set<int64_t>{1, 2}
              ? all.end()
              : std::find_if(all.begin(), all.end(), [](int64_t e) { return e != 1; });
      if (smallest != all.end())
        extents[k] = {*smallest, 1 + random_.Below(k < std::size(kLargest) ? kLargest[k] : 2)};
    }
    static constexpr const char* kLayouts[] = {"contiguous", "contiguous", "transposed", "offset",
                                               "stepped",    "padded",     "reversed"};
    for (ArgCase& arg : test.args) {
      if (!arg.has_tensor()) continue;
      const Dims& old_shape = arg.tensor.view.shape;
      std::vector<int64_t> shape(old_shape.begin(), old_shape.end());
      for (size_t k = 0; k < shape.size(); ++k) {
        int64_t& extent = shape[shape.size() - 1 - k];
        const auto& [smallest, drawn] = extents[k];
        if (!file_.is_moved && smallest > 0 && extent != 1) extent = extent / smallest * drawn;
      }
      const auto indices = arg.tensor.indices;
      arg.tensor = *Layout(random_.Of(kLayouts), arg.tensor.view.dtype, shape);
      arg.tensor.indices = indices;
    }
    for (ArgCase& arg : test.args) {
      if (arg.same_as >= 0) arg.tensor = test.args[static_cast<size_t>(arg.same_as)].tensor;
    }
  }

  static std::string Describe(const Case& test) {
    std::string text = test.id;
    for (const ArgCase& arg : test.args) {
      if (!arg.has_tensor()) continue;
      absl::StrAppend(&text, " ", arg.name, "=", DTypeName(arg.tensor.view.dtype),
                      DimsToString(arg.tensor.view.shape), "/",
                      DimsToString(arg.tensor.view.strides));
    }
    return text;
  }

  absl::Status RunBoth(const Case& test, const std::string& product) {
    std::vector<Tensor> tensors = MakeTensors(test, [this](const TensorCase& tensor) {
      return tensor.indices.has_value() ? DrawIndex(random_, tensor.view.dtype, *tensor.indices)
                                        : DrawValue(random_, tensor.view.dtype);
    });
    std::array<std::vector<std::vector<char>>, 2> results;
    for (const int backend : {0, 1}) {
      const absl::Status status = RunOn(test, device_.at(product) + backend, tensors,
                                        results[backend], /*runs=*/1, nullptr);
      if (!status.ok())
        return absl::Status(status.code(),
                            absl::StrCat(backend == 0 ? "cpu: " : "aicore: ", status.message()));
    }
    size_t output = 0;
    for (const ArgCase& arg : test.args) {
      if (arg.outputs.empty()) continue;
      if (absl::Status status =
              CompareResults(test, arg, tensors, results[0][output], results[1][output]);
          !status.ok())
        return status;
      ++output;
    }
    return absl::OkStatus();
  }

  // Tensors with elements from draw(tensor), without memory.
  template <typename Draw>
  static std::vector<Tensor> MakeTensors(const Case& test, const Draw& draw) {
    std::vector<Tensor> tensors(test.args.size());
    for (size_t i = 0; i < test.args.size(); ++i) {
      const ArgCase& arg = test.args[i];
      if (!arg.has_tensor() || arg.same_as >= 0) continue;
      const size_t bytes = DTypeBytes(arg.tensor.view.dtype);
      tensors[i].view = arg.tensor.view;
      tensors[i].elements.resize(static_cast<size_t>(*ElementCount(arg.tensor.view.shape)) * bytes);
      for (size_t at = 0; at < tensors[i].elements.size(); at += bytes) {
        StoreElement(arg.tensor.view.dtype, draw(arg.tensor), &tensors[i].elements[at]);
      }
    }
    return tensors;
  }

  absl::Status RunOn(const Case& test, int32_t device, std::vector<Tensor>& tensors,
                     std::vector<std::vector<char>>& results, int runs, absl::Duration* shortest) {
    if (absl::Status status = CheckCall("aclrtSetDevice", aclrtSetDevice(device)); !status.ok())
      return status;
    std::vector<void*> memory;
    const auto allocate = [&](size_t bytes) {
      memory.push_back(nullptr);
      if (aclrtMalloc(&memory.back(), std::max<size_t>(bytes, 1), ACL_MEM_MALLOC_HUGE_FIRST) !=
          ACL_SUCCESS)
        std::abort();
      std::memset(memory.back(), 0x5a, bytes);
      return memory.back();
    };
    Arguments args;
    for (size_t i = 0; i < test.args.size(); ++i) {
      const ArgCase& arg = test.args[i];
      Tensor& tensor = tensors[i];
      if (arg.has_tensor() && arg.same_as < 0) {
        tensor.memory = allocate(static_cast<size_t>(*ElementCount(arg.tensor.storage_shape)) *
                                 DTypeBytes(tensor.view.dtype));
        if (!arg.inputs.empty()) Fill(tensor);
        tensor.tensor = aclCreateTensor(
            tensor.view.shape.data(), tensor.view.shape.size(), tensor.view.dtype,
            tensor.view.strides.data(), tensor.view.offset, arg.tensor.format,
            arg.tensor.storage_shape.data(), arg.tensor.storage_shape.size(), tensor.memory);
      }
    }
    for (size_t i = 0; i < test.args.size(); ++i) {
      const ArgCase& arg = test.args[i];
      args.Add(arg, tensors[arg.same_as >= 0 ? static_cast<size_t>(arg.same_as) : i].tensor);
    }
    absl::Status status;
    for (int run = 0; run < runs && status.ok(); ++run) {
      const absl::Duration begin = CpuTime();
      status = Invoke(test, args.args(), allocate);
      if (shortest != nullptr) *shortest = std::min(*shortest, CpuTime() - begin);
    }
    for (size_t i = 0; i < test.args.size() && status.ok(); ++i) {
      if (test.args[i].outputs.empty()) continue;
      const Tensor& tensor =
          tensors[test.args[i].same_as >= 0 ? static_cast<size_t>(test.args[i].same_as) : i];
      const size_t bytes = DTypeBytes(tensor.view.dtype);
      results.emplace_back(tensor.elements.size());
      ForEachElement(tensor.view, [&](int64_t element, int64_t place) {
        std::memcpy(results.back().data() + static_cast<size_t>(element) * bytes,
                    static_cast<char*>(tensor.memory) + place * static_cast<int64_t>(bytes), bytes);
      });
    }
    for (Tensor& tensor : tensors) aclDestroyTensor(std::exchange(tensor.tensor, nullptr));
    for (void* block : memory) aclrtFree(block);
    if (!status.ok()) return status;
    return CheckCall("aclrtResetDevice", aclrtResetDevice(device));
  }

  // Of all threads of this process: also right on a machine that has other things to do.
  static absl::Duration CpuTime() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return absl::DurationFromTimespec(now);
  }

  static void Fill(const Tensor& tensor) {
    const size_t bytes = DTypeBytes(tensor.view.dtype);
    ForEachElement(tensor.view, [&](int64_t element, int64_t place) {
      std::memcpy(static_cast<char*>(tensor.memory) + place * static_cast<int64_t>(bytes),
                  tensor.elements.data() + static_cast<size_t>(element) * bytes, bytes);
    });
  }

  template <typename Allocate>
  static absl::Status Invoke(const Case& test, std::span<const Arg> args,
                             const Allocate& allocate) {
    for (const Invocation& invocation : Invocations()) {
      if (test.function != invocation.function) continue;
      uint64_t workspace_size = 0;
      aclOpExecutor* executor = nullptr;
      if (absl::Status status =
              CheckCall("phase 1", invocation.get_workspace_size(args, &workspace_size, &executor));
          !status.ok())
        return status;
      void* workspace = workspace_size > 0 ? allocate(workspace_size) : nullptr;
      if (absl::Status status =
              CheckCall("phase 2", invocation.run(workspace, workspace_size, executor, nullptr));
          !status.ok())
        return status;
      return CheckCall("aclrtSynchronizeStream", aclrtSynchronizeStream(nullptr));
    }
    return absl::InternalError(absl::StrCat("the invoke table has no ", test.function));
  }

  // The type that results were rounded to before they were converted to that of the output: what
  // the tensors promote to, if that is a narrower one and all results are numbers of it.
  static aclDataType RoundedTo(const Case& test, aclDataType output,
                               std::span<const std::vector<char>* const> results) {
    std::optional<aclDataType> promoted;
    for (const ArgCase& arg : test.args) {
      if (arg.has_tensor() && !arg.inputs.empty())
        promoted = promoted.has_value() ? PromoteTypes(*promoted, arg.tensor.view.dtype)
                                        : arg.tensor.view.dtype;
    }
    const size_t bytes = DTypeBytes(output);
    if (!promoted.has_value() || !IsFloat(*promoted) || !IsFloat(output) ||
        DTypeBytes(*promoted) >= bytes) {
      return output;
    }
    for (const std::vector<char>* result : results) {
      for (size_t at = 0; at < result->size(); at += bytes) {
        const double value = ElementValue(output, &(*result)[at]);
        if (!std::isnan(value) && RoundTo(*promoted, value) != value) return output;
      }
    }
    return *promoted;
  }

  absl::Status CompareResults(const Case& test, const ArgCase& arg,
                              const std::vector<Tensor>& tensors, const std::vector<char>& cpu,
                              const std::vector<char>& aicore) {
    const TensorView& view = arg.tensor.view;
    const aclDataType type = RoundedTo(test, view.dtype, std::array{&cpu, &aicore});
    const std::string dtype(DTypeName(type));
    const double cpu_bound = file_.accuracy.at("cpu").at("high_performance").at(dtype);
    std::vector<double> bounds;
    if (const auto& numbers = file_.accuracy.at("aicore").at(""); numbers.contains(dtype)) {
      bounds.assign(cpu.size() / DTypeBytes(view.dtype), numbers.at(dtype));
    } else {
      const auto find = [&](const std::string& name) -> std::optional<BoundInput> {
        for (size_t i = 0; i < test.args.size(); ++i) {
          const auto& inputs = test.args[i].inputs;
          if (std::find(inputs.begin(), inputs.end(), name) == inputs.end()) continue;
          const Tensor& tensor =
              tensors[test.args[i].same_as >= 0 ? static_cast<size_t>(test.args[i].same_as) : i];
          return BoundInput{tensor.view.dtype, tensor.view.shape, tensor.elements.data()};
        }
        return std::nullopt;
      };
      absl::StatusOr<std::vector<double>> evaluated =
          ElementBounds(file_.formulas.at("aicore").at("").at(dtype), view.shape, find);
      if (!evaluated.ok()) return evaluated.status();
      bounds = *std::move(evaluated);
    }
    const size_t bytes = DTypeBytes(view.dtype);
    for (size_t i = 0; i < bounds.size(); ++i) {
      const double want = ElementValue(view.dtype, &cpu[i * bytes]),
                   got = ElementValue(view.dtype, &aicore[i * bytes]);
      std::array<char, sizeof(double)> rounded;
      const char* element = &aicore[i * bytes];
      if (type != view.dtype) {
        StoreElement(type, got, rounded.data());
        element = rounded.data();
      }
      // The CPU's result stands for the truth, from which it may be off. It may also have rounded
      // to infinity what is just finite.
      const double allowed = IsFloat(type) ? bounds[i] + cpu_bound : 0;
      double error = UlpErrorOfElement(type, element, want,
                                       ElementRest(view.dtype, &cpu[i * bytes]), cpu_bound);
      if (std::isinf(want) != std::isinf(got) && !std::isnan(want) && !std::isnan(got)) {
        const auto finite = [&](double value) {
          return std::isinf(value) ? std::copysign(LargestFinite(type), value) : value;
        };
        error = 1 + UlpError(type, finite(got), finite(want), cpu_bound);
      }
      if (allowed > 0) worst_ = std::max(worst_, error / allowed);
      ++compared_;
      if (!(error <= allowed)) {
        return absl::InternalError(absl::StrCat(
            arg.name, " element ", i, ": cpu ", ElementHex(view.dtype, &cpu[i * bytes]), " (", want,
            "), aicore ", ElementHex(view.dtype, &aicore[i * bytes]), " (", got, "), ", error,
            " ULP apart, allowed ", allowed,
            "; inputs:", Inputs(test, tensors, view.shape, static_cast<int64_t>(i))));
      }
    }
    return absl::OkStatus();
  }

  // What the element `place` of an output of this shape is made of.
  std::string Inputs(const Case& test, const std::vector<Tensor>& tensors, const Dims& shape,
                     int64_t place) const {
    if (file_.is_moved) return "";
    std::vector<std::pair<std::string, Dims>> inputs;
    std::vector<const Tensor*> values;
    for (size_t i = 0; i < test.args.size(); ++i) {
      const ArgCase& arg = test.args[i];
      if (!arg.has_tensor() || arg.inputs.empty()) continue;
      values.push_back(&tensors[arg.same_as >= 0 ? static_cast<size_t>(arg.same_as) : i]);
      inputs.emplace_back(arg.name, values.back()->view.shape);
    }
    std::string text;
    for (const Operand& operand : OperandsOf(inputs, shape)) {
      const Tensor& tensor = *values[operand.input];
      const char* element = &tensor.elements[static_cast<size_t>(operand.PlaceOf(shape, place)) *
                                             DTypeBytes(tensor.view.dtype)];
      absl::StrAppend(&text, " ", operand.name, " = ", ElementHex(tensor.view.dtype, element), " (",
                      ElementValue(tensor.view.dtype, element), ")");
    }
    return text;
  }

  const CaseFile& file_;
  Random random_;
  std::vector<const Case*> cases_;
  std::map<std::string, int32_t> device_;
  int64_t compared_ = 0;
  double worst_ = 0;
};

}  // namespace
}  // namespace openaclnn::testing

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("Compares the backends on random calls of an operator.");
  absl::ParseCommandLine(argc, argv);
  if (!openaclnn::testing::LoadOperator()) return 1;
  const auto file = openaclnn::testing::CaseFile::Open(absl::GetFlag(FLAGS_cases), {});
  absl::Status status = file.status();
  if (file.ok())
    status = openaclnn::testing::RandomTest(*file, absl::GetFlag(FLAGS_seed))
                 .Run(absl::GetFlag(FLAGS_draws));
  if (status.ok()) return 0;
  std::printf("FAILED: %s\n", std::string(status.message()).c_str());
  return 1;
}
