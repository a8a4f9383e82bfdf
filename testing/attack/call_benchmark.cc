// What a call of one element, aclnnNeg, costs: with tensors that are made for it, as clients do,
// and with tensors that exist; in a row also on two threads at once.
#include <cstdint>
#include <cstdlib>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_neg.h"
#include "benchmark/benchmark.h"
#include "testing/attack/calls.h"

namespace openaclnn::attack {
namespace {

// Calls between two waits of BM_CallsInRow.
constexpr int64_t kCalls = 64;

void Check(bool holds) {
  if (!holds) std::abort();
}

// Memory of an input and an output, and a stream.
class Client {
 public:
  Client() {
    setenv("OPENACLNN_NUM_THREADS", "1", 1);
    Check(aclrtSetDevice(0) == 0 && aclrtCreateStream(&stream_) == 0);
    Check(aclrtMalloc(&memory_, 64, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    Check(aclrtMemset(memory_, 64, 0, 64) == 0);
  }
  ~Client() {
    (void)aclrtFree(memory_);
    (void)aclrtDestroyStream(stream_);
  }

  aclTensor* Tensor(int place) const { return Vector(static_cast<float*>(memory_) + place, 1); }
  void Call(const aclTensor* self, aclTensor* out) const {
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    Check(aclnnNegGetWorkspaceSize(self, out, &size, &executor) == 0);
    Check(aclnnNeg(nullptr, size, executor, stream_) == 0);
  }
  void CallWithNewTensors() const {
    aclTensor *const self = Tensor(0), *const out = Tensor(1);
    Call(self, out);
    aclDestroyTensor(self);
    aclDestroyTensor(out);
  }
  void Wait() const { Check(aclrtSynchronizeStream(stream_) == 0); }

 private:
  aclrtStream stream_ = nullptr;
  void* memory_ = nullptr;
};

void BM_Tensors(benchmark::State& state) {
  const Client client;
  for (auto _ : state) {
    aclTensor *const self = client.Tensor(0), *const out = client.Tensor(1);
    aclDestroyTensor(self);
    aclDestroyTensor(out);
  }
}

void BM_CallAndWait(benchmark::State& state) {
  const Client client;
  for (auto _ : state) {
    client.CallWithNewTensors();
    client.Wait();
  }
}

// Items are calls.
void BM_CallsInRow(benchmark::State& state) {
  const Client client;
  for (auto _ : state) {
    for (int64_t i = 0; i < kCalls; ++i) client.CallWithNewTensors();
    client.Wait();
  }
  state.SetItemsProcessed(state.iterations() * kCalls);
}

void BM_CallsInRowOfOldTensors(benchmark::State& state) {
  const Client client;
  aclTensor *const self = client.Tensor(0), *const out = client.Tensor(1);
  for (auto _ : state) {
    for (int64_t i = 0; i < kCalls; ++i) client.Call(self, out);
    client.Wait();
  }
  aclDestroyTensor(self);
  aclDestroyTensor(out);
  state.SetItemsProcessed(state.iterations() * kCalls);
}

BENCHMARK(BM_Tensors);
BENCHMARK(BM_CallAndWait);
BENCHMARK(BM_CallsInRow);
BENCHMARK(BM_CallsInRow)->Threads(2)->UseRealTime();
BENCHMARK(BM_CallsInRowOfOldTensors);

}  // namespace
}  // namespace openaclnn::attack
