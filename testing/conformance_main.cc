// The conformance binary of an operator: testing/conformance.bzl links it with the operator's generated invoke table.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "runtime/aicore/launch.h"
#include "runtime/cpu/elementwise.h"
#include "testing/conformance.h"
#include "testing/invoke.h"

ABSL_FLAG(std::string, cases, "", "cases.json of the operator (set by the build)");
ABSL_FLAG(std::string, golden, "", "golden data of the operator (set by the build)");
ABSL_FLAG(std::string, binary, "", "label of this binary (set by the build)");
ABSL_FLAG(std::string, backend, "cpu", "cpu or aicore");
ABSL_FLAG(std::string, product, "", "only this product, such as atlas_a2");
ABSL_FLAG(std::string, dtype, "", "only this type: fp32, fp16, bf16, int32, int8, or other");
ABSL_FLAG(std::string, case, "*", "only cases whose name matches this pattern (* and ?)");
ABSL_FLAG(std::string, mode, "", "only this mode: high_performance or high_precision");
ABSL_FLAG(std::string, target, "", "only this Highway target, such as AVX2");
ABSL_FLAG(int, threads, 0, "only this number of threads; 0: 1, 2, 3 and 8");

namespace {

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Bazel's protocol for a test that is split into shards.
bool ReadSharding(openaclnn::testing::Selection& selection) {
  const std::string total = Environment("TEST_TOTAL_SHARDS");
  if (total.empty()) return true;
  if (!absl::SimpleAtoi(total, &selection.shards) || !absl::SimpleAtoi(Environment("TEST_SHARD_INDEX"), &selection.shard) ||
      selection.shards < 1 || selection.shard < 0 || selection.shard >= selection.shards) {
    std::fprintf(stderr, "TEST_TOTAL_SHARDS and TEST_SHARD_INDEX make no sense\n");
    return false;
  }
  if (const std::string status = Environment("TEST_SHARD_STATUS_FILE"); !status.empty()) std::ofstream(status).flush();
  return true;
}

std::vector<int64_t> Shuffled(int64_t blocks) {
  std::vector<int64_t> order(static_cast<size_t>(blocks));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(static_cast<uint32_t>(blocks)));
  return order;
}

void SetChunk(int64_t elements) {
  openaclnn::SetElementwiseChunkForTest(elements);
  openaclnn::aicore::SetBlockOrderForTest(elements > 0 ? &Shuffled : nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("Runs the cases of an operator against its golden data. Without flags: all of them.");
  absl::ParseCommandLine(argc, argv);
  openaclnn::testing::ConformanceOptions options;
  options.cases = absl::GetFlag(FLAGS_cases);
  options.golden = absl::GetFlag(FLAGS_golden);
  options.binary = absl::GetFlag(FLAGS_binary);
  options.backend = absl::GetFlag(FLAGS_backend);
  options.selection.product = absl::GetFlag(FLAGS_product);
  options.selection.label = absl::GetFlag(FLAGS_dtype);
  options.selection.glob = absl::GetFlag(FLAGS_case);
  options.mode = absl::GetFlag(FLAGS_mode);
  options.target = absl::GetFlag(FLAGS_target);
  options.threads = absl::GetFlag(FLAGS_threads);
  // bazel test --test_filter=PATTERN
  if (const std::string filter = Environment("TESTBRIDGE_TEST_ONLY"); !filter.empty()) options.selection.glob = filter;
  if (const std::string outputs = Environment("TEST_UNDECLARED_OUTPUTS_DIR"); !outputs.empty()) {
    options.results = absl::StrCat(outputs, "/conformance.json");
  }
  if (!ReadSharding(options.selection)) return 1;
  return openaclnn::testing::RunConformance(options, {openaclnn::testing::Invocations(), &openaclnn::LastElementwiseTarget, &SetChunk},
                                            [](absl::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
}
