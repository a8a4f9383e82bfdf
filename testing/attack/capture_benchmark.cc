// A chain of 20 small operators: called one by one, and run as a captured model.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "aclnnop/aclnn_add.h"
#include "benchmark/benchmark.h"
#include "testing/attack/calls.h"

namespace openaclnn::attack {
namespace {

constexpr int kOperators = 20;

// Tensors and the scalar exist beforehand, and the stream is synchronized after each chain.
class Chain {
 public:
  explicit Chain(int64_t elements) {
    setenv("OPENACLNN_NUM_THREADS", "1", 1);
    float one = 1;
    one_ = aclCreateScalar(&one, ACL_FLOAT);
    if (aclrtSetDevice(0) != 0 || aclrtCreateStream(&stream_) != 0) std::abort();
    const size_t bytes = static_cast<size_t>(elements) * sizeof(float);
    for (int i = 0; i < 3; ++i) {
      void* memory = nullptr;
      if (aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != 0) std::abort();
      if (aclrtMemset(memory, bytes, 0, bytes) != 0) std::abort();
      memory_.push_back(memory);
      tensors_.push_back(Vector(memory, elements));
    }
  }
  ~Chain() {
    for (aclTensor* tensor : tensors_) aclDestroyTensor(tensor);
    aclDestroyScalar(one_);
    for (void* memory : memory_) (void)aclrtFree(memory);
    (void)aclrtDestroyStream(stream_);
  }

  aclrtStream stream() const { return stream_; }
  void Call() const {
    for (size_t i = 0; i < kOperators; ++i) {
      uint64_t size = 0;
      aclOpExecutor* executor = nullptr;
      if (aclnnAddGetWorkspaceSize(tensors_[i % 2], tensors_[2], one_, tensors_[1 - i % 2], &size,
                                   &executor) != 0 ||
          aclnnAdd(nullptr, size, executor, stream_) != 0)
        std::abort();
    }
  }
  void Synchronize() const {
    if (aclrtSynchronizeStream(stream_) != 0) std::abort();
  }

 private:
  aclrtStream stream_ = nullptr;
  std::vector<void*> memory_;
  std::vector<aclTensor*> tensors_;
  aclScalar* one_ = nullptr;
};

void BM_Call(benchmark::State& state) {
  const Chain chain(state.range(0));
  for (auto _ : state) {
    chain.Call();
    chain.Synchronize();
  }
}

void BM_Model(benchmark::State& state) {
  const Chain chain(state.range(0));
  aclmdlRI model = nullptr;
  if (aclmdlRICaptureBegin(chain.stream(), ACL_MODEL_RI_CAPTURE_MODE_RELAXED) != 0) std::abort();
  chain.Call();
  if (aclmdlRICaptureEnd(chain.stream(), &model) != 0) std::abort();
  for (auto _ : state) {
    if (aclmdlRIExecuteAsync(model, chain.stream()) != 0) std::abort();
    chain.Synchronize();
  }
  if (aclmdlRIDestroy(model) != 0) std::abort();
}

BENCHMARK(BM_Call)->Arg(1)->Arg(64)->Arg(1024);
BENCHMARK(BM_Model)->Arg(1)->Arg(64)->Arg(1024);

}  // namespace
}  // namespace openaclnn::attack
