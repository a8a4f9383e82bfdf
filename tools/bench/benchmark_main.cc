// Google Benchmark of an operator: every call of the benchmarks in its cases.json, as
// "<variant>.<dtype>.<layout>.<elements>". Flags are those of Google Benchmark
// (--benchmark_filter=...); mode and threads are set by the environment (OPENACLNN_IMPL_MODE,
// OPENACLNN_NUM_THREADS). openaclnn_bench in bench.bzl sets --cases. With --once nothing is
// measured: one call runs, for what the AI Core's simulator writes about it (OPENACLNN_TRACE).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "acl/acl.h"
#include "benchmark/benchmark.h"
#include "runtime/tensor/shape.h"
#include "testing/cases.h"
#include "testing/load_operator.h"
#include "testing/session.h"
#include "tools/bench/call.h"

ABSL_FLAG(std::string, cases, "", "cases.json of the operator (set by the build)");
ABSL_FLAG(std::string, product, "atlas_a2", "the product whose dtypes are measured");
ABSL_FLAG(std::string, backend, "cpu", "cpu or aicore");
ABSL_FLAG(std::string, once, "", "calls the benchmark of this name once, and measures nothing");
ABSL_FLAG(int64_t, rows, 0, "with --once: the first extent of its tensors; 0: the benchmark's");

namespace openaclnn::bench {
namespace {

void Measure(benchmark::State& state, const testing::Case& test, aclrtStream stream) {
  const absl::StatusOr<OwnedCall> owned = MakeOwnedCall(test, 1);
  if (!owned.ok()) return state.SkipWithError(std::string(owned.status().message()));
  size_t bytes = 0;
  for (const testing::ArgCase& arg : test.args) bytes += StorageBytes(arg);
  for (auto iteration : state) {
    if (owned->call->Run(stream) != ACL_SUCCESS)
      return state.SkipWithError(testing::RecentMessage());
  }
  state.SetItemsProcessed(state.iterations() * test.elements);
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(bytes));
}

// Gives the greatest tensor of a benchmark another first extent, and all that are like it there;
// one that is broadcast along it stays as it is.
absl::Status SetRows(const testing::CaseFile& file, int64_t rows, testing::Case& test) {
  if (file.is_moved || test.layout != "contiguous") {
    return absl::InvalidArgumentError(
        absl::StrCat("--rows=", rows, ": ", test.id,
                     " moves elements, or has another layout than contiguous; accepted: 0"));
  }
  Dims greatest;
  for (const testing::ArgCase& arg : test.args) {
    if (arg.has_tensor() && ElementCount(arg.tensor.view.shape) > ElementCount(greatest))
      greatest = arg.tensor.view.shape;
  }
  for (testing::ArgCase& arg : test.args) {
    const Dims& before = arg.tensor.view.shape;
    if (!arg.has_tensor() || before.size() != greatest.size() || before[0] != greatest[0]) continue;
    std::vector<int64_t> shape(before.begin(), before.end());
    shape[0] = rows;
    arg.tensor = *testing::Layout("contiguous", arg.tensor.view.dtype, shape);
  }
  return absl::OkStatus();
}

absl::Status CallOnce(const testing::CaseFile& file, const std::string& name, int64_t rows,
                      aclrtStream stream) {
  const auto found = std::find_if(file.cases.begin(), file.cases.end(),
                                  [&](const testing::Case& test) { return test.id == name; });
  if (found == file.cases.end())
    return absl::NotFoundError(
        absl::StrCat("--once=", name, ": the product has no such benchmark"));
  testing::Case test = *found;
  if (rows > 0) {
    if (absl::Status status = SetRows(file, rows, test); !status.ok()) return status;
  }
  const absl::StatusOr<OwnedCall> owned = MakeOwnedCall(test, 1);
  if (!owned.ok()) return owned.status();
  return testing::CheckCall(test.function, owned->call->Run(stream));
}

int Main() {
  const absl::StatusOr<testing::CaseFile> file = testing::CaseFile::Open(
      absl::GetFlag(FLAGS_cases), {.product = absl::GetFlag(FLAGS_product), .benchmarks = true});
  if (!file.ok() || !file->socs.contains(absl::GetFlag(FLAGS_product)) || file->cases.empty()) {
    std::fprintf(stderr, "%s: %s\n", absl::GetFlag(FLAGS_cases).c_str(),
                 file.ok() ? "no benchmarks for this --product"
                           : std::string(file.status().message()).c_str());
    return EXIT_FAILURE;
  }
  const auto environment = [](const char* name) {
    return std::string(std::getenv(name) == nullptr ? "" : std::getenv(name));
  };
  absl::StatusOr<testing::Session> session =
      testing::Session::Start({.soc = file->socs.at(absl::GetFlag(FLAGS_product)),
                               .backend = absl::GetFlag(FLAGS_backend),
                               .mode = environment("OPENACLNN_IMPL_MODE"),
                               .threads = std::atoi(environment("OPENACLNN_NUM_THREADS").c_str())});
  if (!session.ok()) {
    std::fprintf(stderr, "%s\n", std::string(session.status().message()).c_str());
    return EXIT_FAILURE;
  }
  if (const std::string once = absl::GetFlag(FLAGS_once); !once.empty()) {
    const absl::Status status = CallOnce(*file, once, absl::GetFlag(FLAGS_rows), session->stream());
    if (!status.ok()) std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    return status.ok() && session->Stop().ok() ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  for (const testing::Case& test : file->cases) {
    benchmark::RegisterBenchmark(test.id, [&test, &session](benchmark::State& state) {
      Measure(state, test, session->stream());
    })->UseRealTime();
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return session->Stop().ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace openaclnn::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  absl::ParseCommandLine(argc, argv);
  if (!openaclnn::testing::LoadOperator()) return EXIT_FAILURE;
  return openaclnn::bench::Main();
}
