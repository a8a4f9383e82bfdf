// What instructions.py runs under callgrind, which counts while CountedByCallgrind() runs: for each
// mode, variant and dtype of an operator a call without its kernel, and the kernel on few and on
// more elements. Prints one line for each count, in their order.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "acl/acl.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/executor/step.h"
#include "runtime/tensor/shape.h"
#include "testing/cases.h"
#include "testing/load_operator.h"
#include "testing/session.h"
#include "tools/bench/call.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else  // for other processors, whose instructions QEMU counts
#define CALLGRIND_START_INSTRUMENTATION
#endif

ABSL_FLAG(std::string, cases, "", "cases.json of the operator (set by the build)");

// Not in a namespace, so that its name is the one callgrind knows.
extern "C" [[gnu::noinline]] void CountedByCallgrind(absl::FunctionRef<void()> body) {
  body();
  asm volatile(
      "" ::
          : "memory");  // no tail call, which would leave the function before the work is done
}

namespace openaclnn::bench {
namespace {

// The benchmark of this size is the one that is counted: several chunks, all in cache.
constexpr int64_t kElements = 65536;
// What is the same for few and for more elements is no part of the difference.
constexpr int64_t kFew = 1024;
constexpr int64_t kMore = kFew + 8192;

void CountOnce(const std::string& key, absl::FunctionRef<void()> body) {
  CountedByCallgrind(body);
  std::printf("count %s\n", key.c_str());
}

void Count(const std::string& key, absl::FunctionRef<void()> body) {
  body();  // what happens only once is not counted
  CountOnce(key, body);
}

absl::Status CountCase(const testing::Case& test, const std::string& mode, const std::string& data,
                       double scale, aclrtStream stream) {
  const absl::StatusOr<OwnedCall> owned = MakeOwnedCall(test, scale);
  if (!owned.ok()) return owned.status();
  // Keeps what would be computed: the step with the most elements.
  ElementwiseFunction function = nullptr;
  ElementwiseTask task;
  const StepInterceptor keep = [&](const Step& step, const StepOptions&) -> absl::Status {
    if (step.cpu() == nullptr) return absl::InternalError("a launch on the CPU backend");
    const ElementwiseTask& next = step.cpu()->task;
    if (function == nullptr || ElementCount(next.shape) > ElementCount(task.shape)) {
      task = next;
      function = step.cpu()->function;
    }
    return absl::OkStatus();
  };
  InterceptStepsForTest(&keep);
  const aclnnStatus status = owned->call->Run(stream);
  InterceptStepsForTest(nullptr);
  if (status != ACL_SUCCESS) return testing::CheckCall(test.function, status);
  if (function == nullptr)
    return absl::InternalError(absl::StrCat(test.id, " runs no element-wise kernel"));
  const std::string key =
      absl::StrCat(mode, " ", test.id.substr(0, test.id.find(".contiguous")), " ", data);
  Count(absl::StrCat(key, " few ", kFew), [&] { function(task, 0, kFew); });
  Count(absl::StrCat(key, " more ", kMore), [&] { function(task, 0, kMore); });
  return absl::OkStatus();
}

// A complete call of 1024 elements without its kernel, which is quick enough to run on the thread
// that waits; and its phase 1 alone, when the plan is made and kept, and when it is found again
// (runtime/executor/recent_plans.h).
absl::Status CountOverhead(const testing::Case& test, aclrtStream stream) {
  const absl::StatusOr<OwnedCall> owned = MakeOwnedCall(test, 1);
  if (!owned.ok()) return owned.status();
  const StepInterceptor nothing = [](const Step&, const StepOptions&) { return absl::OkStatus(); };
  InterceptStepsForTest(&nothing);
  // The first time was when the call was made.
  CountOnce("call plan", [&] { (void)owned->call->Plan(); });
  Count("call planned_before", [&] { (void)owned->call->Plan(); });
  Count("call complete", [&] { (void)owned->call->Run(stream); });
  InterceptStepsForTest(nullptr);
  return absl::OkStatus();
}

bool IsOn(const testing::Case& test, const std::string& product) {
  return std::find(test.products.begin(), test.products.end(), product) != test.products.end();
}

// The product whose dtypes are counted: the first one that has the operator where atlas_a2 lacks
// it.
std::string CountedProduct(const testing::CaseFile& file) {
  const std::string usual = "atlas_a2";
  for (const testing::Case& test : file.cases) {
    if (IsOn(test, usual)) return usual;
  }
  return file.cases.empty() ? usual : file.cases.front().products.front();
}

absl::Status CountAll() {
  absl::StatusOr<testing::CaseFile> file =
      testing::CaseFile::Open(absl::GetFlag(FLAGS_cases), {.benchmarks = true});
  if (!file.ok()) return file.status();
  // To load the operator and its cases takes longer than to count, if callgrind looks on.
  CALLGRIND_START_INSTRUMENTATION;
  const std::string product = CountedProduct(*file);
  bool overhead_counted = false;
  for (const char* mode : {"high_performance", "high_precision"}) {
    absl::StatusOr<testing::Session> session =
        testing::Session::Start({.soc = file->socs[product], .mode = mode, .threads = 1});
    if (!session.ok()) return session.status();
    for (const testing::Case& test : file->cases) {
      if (test.layout != "contiguous" || !IsOn(test, product)) continue;
      absl::Status status;
      if (test.elements == 1024 && !overhead_counted) {
        status = CountOverhead(test, session->stream());
        overhead_counted = true;
      } else if (test.elements == kElements) {
        // Values near 0, and values far out, which kernels may treat apart.
        status = CountCase(test, mode, "normal", 1, session->stream());
        if (status.ok()) status = CountCase(test, mode, "wide", 8, session->stream());
      }
      if (!status.ok()) return status;
    }
    if (absl::Status status = session->Stop(); !status.ok()) return status;
  }
  std::printf("target %s\ncompiler %s\n", LastElementwiseTarget(), __VERSION__);
  return absl::OkStatus();
}

}  // namespace
}  // namespace openaclnn::bench

int main(int argc, char** argv) {
  absl::ParseCommandLine(argc, argv);
  if (!openaclnn::testing::LoadOperator()) return EXIT_FAILURE;
  if (const absl::Status status = openaclnn::bench::CountAll(); !status.ok()) {
    std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
