// What the first use of 256 MiB costs: the system gives pages when they are written for the first
// time. Memory of aclrtMalloc, which asks for huge pages, beside ordinary memory, and beside
// memory whose pages were asked for in advance.
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "acl/acl.h"
#include "benchmark/benchmark.h"

namespace openaclnn::attack {
namespace {

constexpr size_t kBytes = size_t{256} << 20;

void Check(bool holds) {
  if (!holds) std::abort();
}

class DeviceMemory {
 public:
  DeviceMemory() {
    Check(aclrtSetDevice(0) == 0);
    Check(aclrtMalloc(&data_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
  }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory() { (void)aclrtFree(data_); }
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

// Pages as the system gives them without advice.
template <int kFlags>
class MappedMemory {
 public:
  MappedMemory()
      : data_(mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | kFlags,
                   -1, 0)) {
    Check(data_ != MAP_FAILED);
  }
  MappedMemory(const MappedMemory&) = delete;
  MappedMemory& operator=(const MappedMemory&) = delete;
  ~MappedMemory() { (void)munmap(data_, kBytes); }
  void* data() const { return data_; }

 private:
  void* data_;
};

// From asking for the memory to its last byte.
template <class Memory>
void BM_FirstUse(benchmark::State& state) {
  for (auto _ : state) {
    const Memory memory;
    std::memset(memory.data(), 1, kBytes);
    benchmark::DoNotOptimize(memory.data());
  }
}
BENCHMARK(BM_FirstUse<DeviceMemory>)->Name("first_use/aclrtMalloc")->Unit(benchmark::kMillisecond);
BENCHMARK(BM_FirstUse<MappedMemory<0>>)
    ->Name("first_use/ordinary_pages")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_FirstUse<MappedMemory<MAP_POPULATE>>)
    ->Name("first_use/ordinary_pages_in_advance")
    ->Unit(benchmark::kMillisecond);

void BM_LaterUse(benchmark::State& state) {
  const DeviceMemory memory;
  std::memset(memory.data(), 1, kBytes);
  for (auto _ : state) {
    std::memset(memory.data(), 2, kBytes);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(BM_LaterUse)->Name("later_use/aclrtMalloc")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace openaclnn::attack
