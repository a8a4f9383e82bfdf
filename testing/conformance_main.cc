// The conformance program of all operators: testing/conformance.bzl starts it with the shared
// object of one.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "runtime/aicore/launch.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/executor/step.h"
#include "testing/conformance.h"
#include "testing/invoke.h"
#include "testing/load_operator.h"
#include "testing/oracle_call.h"
#include "testing/random.h"
#include "testing/replay.h"
#include "testing/shard.h"

ABSL_FLAG(std::string, cases, "", "cases.json of the operator (set by the build)");
ABSL_FLAG(std::string, golden, "", "golden data of the operator (set by the build)");
ABSL_FLAG(std::string, binary, "", "label of this binary (set by the build)");
ABSL_FLAG(std::string, backend, "",
          "cpu or aicore; empty: cpu, or with --replay the one that failed");
ABSL_FLAG(std::string, product, "", "only this product, such as atlas_a2");
ABSL_FLAG(std::string, dtype, "", "only this type: fp32, fp16, bf16, int32, int8, or other");
ABSL_FLAG(std::string, case, "*", "only cases whose name matches this pattern (* and ?)");
ABSL_FLAG(bool, list, false,
          "prints the names and products of the selected cases instead of running them");
ABSL_FLAG(std::string, mode, "", "only this mode: high_performance or high_precision");
ABSL_FLAG(std::string, target, "", "only this Highway target, such as AVX2");
ABSL_FLAG(std::vector<std::string>, sweeps, {},
          "what the oracle knows of the operator (set by the build): testing/oracle_call.h");
ABSL_FLAG(std::string, replay, "",
          "runs the case of this file again, which a failing test left behind");
ABSL_FLAG(int64_t, element, -1, "with --replay: the element to show; -1: the worst");
ABSL_FLAG(std::string, returned, "",
          "compares the results in this file, made elsewhere (testing/driver), instead of running "
          "anything");
ABSL_FLAG(std::string, bounds, "",
          "with --returned: the backend whose bounds apply; empty: aicore if the spec has it, or "
          "else cpu");
ABSL_FLAG(std::string, results, "", "writes the results to this file");
ABSL_FLAG(int, runs, 0, "instead of the golden cases: so many cases drawn at random");
ABSL_FLAG(uint64_t, seed, 1, "with --runs: seed of the first case; the next has the next number");
ABSL_FLAG(int, threads, 0, "only this number of threads; 0: 1, 2, 3 and 8");

namespace {

using ::openaclnn::testing::OracleCall;

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

volatile std::sig_atomic_t interrupted = 0;

// The first Ctrl-C ends the run after the current case, the second one at once.
void Interrupt(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

// A path that a user gives to `tools/bazel run`, which starts programs in another folder.
std::string FromUser(const std::string& path) {
  const std::string folder = Environment("BUILD_WORKING_DIRECTORY");
  return path.empty() || path[0] == '/' || folder.empty() ? path : absl::StrCat(folder, "/", path);
}

std::vector<int64_t> Shuffled(int64_t blocks) {
  std::vector<int64_t> order(static_cast<size_t>(blocks));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(static_cast<uint32_t>(blocks)));
  return order;
}

// Work in small pieces, and the blocks of launches in another order.
void SetChunk(int64_t elements) {
  static const openaclnn::StepInterceptor shuffle = [](const openaclnn::Step& step,
                                                       openaclnn::StepOptions options) {
    options.order = &Shuffled;
    return step.Compute(options);
  };
  openaclnn::SetElementwiseChunkForTest(elements);
  openaclnn::InterceptStepsForTest(elements > 0 ? &shuffle : nullptr);
}

absl::StatusOr<std::vector<OracleCall>> OracleCalls() {
  absl::StatusOr<std::vector<OracleCall>> calls =
      openaclnn::testing::ReadOracleCalls(absl::GetFlag(FLAGS_sweeps));
  if (!calls.ok() || calls->empty()) return calls;
  std::stringstream text;
  text << std::ifstream(absl::GetFlag(FLAGS_cases), std::ios::binary).rdbuf();
  const nlohmann::json cases =
      nlohmann::json::parse(text.str(), nullptr, /*allow_exceptions=*/false);
  if (!cases.is_object())
    return absl::InvalidArgumentError(absl::StrCat(absl::GetFlag(FLAGS_cases), " cannot be read"));
  if (absl::Status status = openaclnn::testing::ResolveOracleCalls(cases, *calls); !status.ok())
    return status;
  return calls;
}

void Print(absl::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

}  // namespace

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(
      "Runs the cases of an operator against its golden data. Without flags: all of them.");
  absl::ParseCommandLine(argc, argv);
  if (!openaclnn::testing::LoadOperator()) return 1;
  openaclnn::testing::ConformanceOptions options;
  options.cases = absl::GetFlag(FLAGS_cases);
  options.golden = absl::GetFlag(FLAGS_golden);
  options.binary = absl::GetFlag(FLAGS_binary);
  if (const std::string backend = absl::GetFlag(FLAGS_backend); !backend.empty())
    options.backend = backend;
  options.selection.product = absl::GetFlag(FLAGS_product);
  options.selection.label = absl::GetFlag(FLAGS_dtype);
  options.selection.glob = absl::GetFlag(FLAGS_case);
  options.mode = absl::GetFlag(FLAGS_mode);
  options.target = absl::GetFlag(FLAGS_target);
  options.threads = absl::GetFlag(FLAGS_threads);
  options.list = absl::GetFlag(FLAGS_list);
  options.progress = true;
  options.interrupted = [] { return interrupted != 0; };
  std::signal(SIGINT, Interrupt);
  options.returned = absl::GetFlag(FLAGS_returned);
  options.bounds = absl::GetFlag(FLAGS_bounds);
  if (const std::string results = absl::GetFlag(FLAGS_results); !results.empty())
    options.results = results;
  const absl::StatusOr<openaclnn::testing::Shard> shard = openaclnn::testing::ReadShard();
  if (!shard.ok()) {
    std::fprintf(stderr, "%s\n", std::string(shard.status().message()).c_str());
    return 1;
  }
  options.selection.shard = static_cast<int>(shard->index);
  options.selection.shards = static_cast<int>(shard->count);
  // tools/bazel test --test_filter=PATTERN
  if (const std::string filter = Environment("TESTBRIDGE_TEST_ONLY"); !filter.empty())
    options.selection.glob = filter;
  if (const std::string outputs = Environment("TEST_UNDECLARED_OUTPUTS_DIR"); !outputs.empty()) {
    if (options.results.empty()) options.results = absl::StrCat(outputs, "/conformance.json");
    options.failures = outputs;
    // Where Bazel puts it after the test, seen from the root of the repository.
    std::string target =
        absl::StrReplaceAll(Environment("TEST_TARGET"), {{"//", ""}, {":", "/"}, {"@", ""}});
    if (options.selection.shards > 1) {
      absl::StrAppend(&target, "/shard_", options.selection.shard + 1, "_of_",
                      options.selection.shards);
    }
    options.failures_shown = absl::StrCat("bazel-testlogs/", target, "/test.outputs");
  }
  const openaclnn::testing::Implementation implementation = {
      openaclnn::testing::Invocations(), &openaclnn::testing::TakeElementwiseTarget, &SetChunk};
  const std::string file = FromUser(absl::GetFlag(FLAGS_replay));
  if (file.empty() && absl::GetFlag(FLAGS_runs) == 0)
    return openaclnn::testing::RunConformance(options, implementation, Print);
  absl::StatusOr<std::vector<OracleCall>> calls = OracleCalls();
  if (!calls.ok()) {
    Print(absl::StrCat("ERROR: ", calls.status().message(), "\n"));
    return 2;
  }
  if (!file.empty()) {
    return openaclnn::testing::RunReplay({.file = file,
                                          .backend = absl::GetFlag(FLAGS_backend),
                                          .product = options.selection.product,
                                          .mode = options.mode,
                                          .target = options.target,
                                          .threads = options.threads,
                                          .element = absl::GetFlag(FLAGS_element),
                                          .calls = *std::move(calls)},
                                         implementation, Print);
  }
  return openaclnn::testing::RunRandom({.conformance = std::move(options),
                                        .calls = *std::move(calls),
                                        .runs = absl::GetFlag(FLAGS_runs),
                                        .seed = absl::GetFlag(FLAGS_seed)},
                                       implementation, Print);
}
