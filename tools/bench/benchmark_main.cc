// Google Benchmark of an operator: every call of the benchmarks in its cases.json, as
// "<variant>.<dtype>.<layout>.<elements>". Flags are those of Google Benchmark
// (--benchmark_filter=...); mode and threads are set by the environment (OPENACLNN_IMPL_MODE,
// OPENACLNN_NUM_THREADS). openaclnn_bench in bench.bzl sets --cases.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/status/statusor.h"
#include "acl/acl.h"
#include "benchmark/benchmark.h"
#include "testing/cases.h"
#include "testing/load_operator.h"
#include "testing/session.h"
#include "tools/bench/call.h"

ABSL_FLAG(std::string, cases, "", "cases.json of the operator (set by the build)");
ABSL_FLAG(std::string, product, "atlas_a2", "the product whose dtypes are measured");

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
                               .mode = environment("OPENACLNN_IMPL_MODE"),
                               .threads = std::atoi(environment("OPENACLNN_NUM_THREADS").c_str())});
  if (!session.ok()) {
    std::fprintf(stderr, "%s\n", std::string(session.status().message()).c_str());
    return EXIT_FAILURE;
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
