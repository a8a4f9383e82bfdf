// Where the system gives few threads or none, everything still runs, with the same bits.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "testing/attack/calls.h"
#include "testing/attack/inject.h"

using openaclnn::attack::AllowThreads;
using openaclnn::attack::AnyOperator;
using openaclnn::attack::Vector;

namespace {

int failures = 0;

void Expect(bool condition, const char* what, int threads) {
  if (condition) return;
  std::printf("with %d threads: %s\n", threads, what);
  ++failures;
}

constexpr int64_t kElements = int64_t{4} << 20;
constexpr size_t kBytes = kElements * sizeof(float);

// The results of a large launch, with as many threads as the system gives.
std::vector<float> Run(int threads, void* in, void* out) {
  AllowThreads(threads);
  aclTensor* const self = Vector(in, kElements);
  aclTensor* const result = Vector(out, kElements);
  std::vector<float> results;
  for (int timeout : {-1, 60000}) {
    std::memset(out, 0, kBytes);
    Expect(AnyOperator(self, result, nullptr) == 0, "a launch failed", threads);
    Expect(aclrtSynchronizeStreamWithTimeout(nullptr, timeout) == 0, "a wait failed", threads);
    const float* const values = static_cast<const float*>(out);
    if (!results.empty())
      Expect(std::memcmp(results.data(), values, kBytes) == 0, "two runs differ", threads);
    results.assign(values, values + kElements);
  }
  // A stream that nobody waits for.
  aclrtStream eager = nullptr;
  Expect(aclrtCreateStreamWithConfig(&eager, 0, ACL_STREAM_PERSISTENT) == 0, "no stream", threads);
  for (int i = 0; i < 100; ++i)
    Expect(aclrtMemsetAsync(out, 4, i, 4, eager) == 0, "no work", threads);
  aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
  while (status != ACL_STREAM_STATUS_COMPLETE) aclrtStreamQuery(eager, &status);
  Expect(*static_cast<const char*>(out) == 99, "work did not run", threads);
  Expect(aclrtDestroyStream(eager) == 0, "a stream did not end", threads);
  aclDestroyTensor(self);
  aclDestroyTensor(result);
  return results;
}

}  // namespace

int main() {
  setenv("OPENACLNN_NUM_THREADS", "4", 1);
  Expect(aclInit(nullptr) == 0 && aclrtSetDevice(0) == 0, "no device", 0);
  void *in = nullptr, *out = nullptr;
  Expect(aclrtMalloc(&in, kBytes, ACL_MEM_MALLOC_HUGE_FIRST) == 0, "no memory", 0);
  Expect(aclrtMalloc(&out, kBytes, ACL_MEM_MALLOC_HUGE_FIRST) == 0, "no memory", 0);
  for (int64_t i = 0; i < kElements; ++i)
    static_cast<float*>(in)[i] = static_cast<float>(i) * 1e-6f - 2;

  // In this order: threads that exist stay.
  const std::vector<float> without = Run(0, in, out), with_two = Run(2, in, out),
                           with_all = Run(1000, in, out);
  Expect(without == with_two && without == with_all, "the number of threads changes results", 1000);
  Expect(aclrtFree(in) == 0 && aclrtFree(out) == 0 && aclrtResetDevice(0) == 0, "no end", 1000);
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
