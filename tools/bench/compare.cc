// The part of compare.py that must not be Python: loops that call the library, oneDNN and the
// memory limit, with a clock around them. A shared object with C functions, for ctypes. Functions
// that can fail return null or a negative number; bench_error() says why.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/no_destructor.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "acl/acl.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#include "hwy/contrib/thread_pool/thread_pool.h"
#pragma GCC diagnostic pop
#include "runtime/cpu/elementwise.h"
#include "testing/cases.h"
#include "testing/session.h"
#include "tools/bench/call.h"
#include "tools/bench/streams.h"

namespace openaclnn::bench {
namespace {

struct State {
  std::string error;
  std::optional<testing::Session> session;
  std::unique_ptr<hwy::ThreadPool> pool;
  int pool_threads = 0;
};

State& Global() {
  static absl::NoDestructor<State> state;
  return *state;
}

bool Good(const absl::Status& status) {
  if (!status.ok()) Global().error = std::string(status.message());
  return status.ok();
}

// Nanoseconds for all of `times` calls, or -1.
double Timed(int64_t times, absl::FunctionRef<int()> body) {
  const auto start = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < times; ++i) {
    if (const int code = body(); code != 0) {
      Global().error = absl::StrCat("call returned ", code, ": ", testing::RecentMessage());
      return -1;
    }
  }
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace
}  // namespace openaclnn::bench

using openaclnn::bench::Call;
using openaclnn::bench::Global;
using openaclnn::bench::Good;
using openaclnn::bench::Timed;
using openaclnn::testing::Case;
using openaclnn::testing::CaseFile;
using openaclnn::testing::Session;

extern "C" {

const char* bench_error() { return Global().error.c_str(); }
const char* bench_target() { return openaclnn::LastElementwiseTarget(); }
const char* bench_compiler() { return __VERSION__; }

// Ends the session there may be, and starts one. 0: good.
int bench_session(const char* soc, const char* mode, int threads) {
  auto& session = Global().session;
  if (session.has_value()) {
    if (!Good(session->Stop())) return -1;
    session.reset();
  }
  absl::StatusOr<Session> started = Session::Start({.soc = soc, .mode = mode, .threads = threads});
  if (!Good(started.status())) return -1;
  session = *std::move(started);
  return 0;
}

void* bench_allocate(size_t bytes) {
  void* memory = nullptr;
  return Good(openaclnn::testing::CheckCall("aclrtMalloc",
                                            aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST)))
             ? memory
             : nullptr;
}

// The benchmarks of an operator; never released.
const CaseFile* bench_cases(const char* path) {
  absl::StatusOr<CaseFile> file = CaseFile::Open(path, {.benchmarks = true});
  return Good(file.status()) ? new CaseFile(*std::move(file)) : nullptr;
}

// A call on the memory of its tensors, in the order of its arguments.
Call* bench_call(const CaseFile* file, const char* id, void* const* addresses, size_t count) {
  const auto found = std::find_if(file->cases.begin(), file->cases.end(),
                                  [&](const Case& test) { return test.id == id; });
  if (found == file->cases.end()) {
    Global().error = absl::StrCat("there is no benchmark ", id);
    return nullptr;
  }
  absl::StatusOr<std::unique_ptr<Call>> call = Call::Make(*found, {addresses, count});
  return Good(call.status()) ? call->release() : nullptr;
}

void bench_release(Call* call) { delete call; }

double bench_run(const Call* call, int64_t times) {
  const aclrtStream stream = Global().session->stream();
  return Timed(times, [&] { return call->Run(stream); });
}

double bench_plan(const Call* call, int64_t times) {
  return Timed(times, [&] { return call->Plan(); });
}

// `bytes` bytes of each stream.
double bench_streams(const float* const* inputs, int input_count, float* const* outputs,
                     int output_count, int64_t bytes, int non_temporal, int threads,
                     int64_t times) {
  auto& state = Global();
  if (state.pool_threads != threads) {
    state.pool = std::make_unique<hwy::ThreadPool>(
        static_cast<size_t>(threads));  // the calling thread is one of them
    state.pool_threads = threads;
  }
  constexpr int64_t kBlock = 64;
  const int64_t blocks = bytes / static_cast<int64_t>(sizeof(float)) / kBlock;
  const auto border = [&](int64_t part) {
    return static_cast<size_t>(blocks * part / threads * kBlock);
  };
  return Timed(times, [&] {
    state.pool->Run(0, static_cast<uint64_t>(threads), [&](uint64_t part, size_t) {
      openaclnn::bench::RunStreams(inputs, input_count, outputs, output_count, non_temporal != 0,
                                   border(static_cast<int64_t>(part)),
                                   border(static_cast<int64_t>(part) + 1));
    });
    return 0;
  });
}

// dnnl_primitive_execute and dnnl_stream_wait, called as oneDNN's documentation says.
double bench_onednn(int (*execute)(const void* primitive, void* stream, int count,
                                   const void* args),
                    int (*wait)(void* stream), const void* primitive, void* stream, int count,
                    const void* args, int64_t times) {
  return Timed(times, [&] {
    const int status = execute(primitive, stream, count, args);
    return status != 0 ? status : wait(stream);
  });
}

}  // extern "C"
