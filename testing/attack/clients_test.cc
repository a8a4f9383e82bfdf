// Habits of real programs that the library must bear, each a test: tensors over storage of one
// dimension, objects that end while the stream is busy, pools of memory in stream order, threads,
// and the order in which programs clean up.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <future>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_abs.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_permute.h"
#include "gtest/gtest.h"
#include "testing/attack/calls.h"

namespace openaclnn::attack {
namespace {

class Clients : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("OPENACLNN_DEVICES", "Ascend910B3,Ascend910B3,Ascend910B3:aicore", 1);
    ASSERT_EQ(aclInit(nullptr), 0);
    ASSERT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
    ASSERT_EQ(aclrtSetDevice(0), 0);
  }
  void TearDown() override {
    EXPECT_EQ(aclFinalize(), 0);
    EXPECT_EQ(LiveObjects(), 0);
  }
  static float* Allocate(size_t elements) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, elements * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST), 0);
    for (size_t i = 0; i < elements; ++i)
      static_cast<float*>(memory)[i] = 20;  // AnyOperator keeps it
    return static_cast<float*>(memory);
  }
  static aclrtStream NewStream() {
    aclrtStream stream = nullptr;
    EXPECT_EQ(aclrtCreateStream(&stream), 0);
    return stream;
  }
};

// The number of bytes of the storage, and no more, is what such programs say of it.
aclTensor* View(const std::vector<int64_t>& dims, const std::vector<int64_t>& strides,
                int64_t storage, void* data) {
  return aclCreateTensor(dims.data(), dims.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                         &storage, 1, data);
}

TEST_F(Clients, StorageOfOneDimensionUnderViewsOfFour) {
  float* const in = Allocate(24);
  float* const out = Allocate(48);
  std::memset(out, 0, 48 * sizeof(float));
  std::iota(in, in + 24, 20.0f);  // AnyOperator keeps them
  // Transposed input; output of every second element; the same address under two tensors.
  aclTensor* self = View({1, 2, 4, 3}, {24, 12, 1, 4}, 24, in);
  aclTensor* result = View({1, 2, 4, 3}, {48, 24, 6, 2}, 48, out);
  EXPECT_EQ(AnyOperator(self, result, nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  for (int i = 0; i < 24; ++i) {
    const int b = i / 12, r = i % 12 / 3, c = i % 3;
    EXPECT_EQ(out[2 * i], in[12 * b + r + 4 * c]) << i;
    EXPECT_EQ(out[2 * i + 1], 0);
  }
  aclTensor* same = View({24}, {1}, 24, in);
  aclTensor* again = View({24}, {1}, 24, in);
  EXPECT_EQ(AnyOperator(same, again, nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(in[23], 43);
  for (aclTensor* tensor : {self, result, same, again}) EXPECT_EQ(aclDestroyTensor(tensor), 0);
  EXPECT_EQ(aclrtFree(in), 0);
  EXPECT_EQ(aclrtFree(out), 0);
}

// Until it ends, what is queued on the stream after it waits.
class Gate {
 public:
  explicit Gate(aclrtStream stream) {
    EXPECT_EQ(
        aclrtLaunchHostFunc(
            stream, [](void* gate) { static_cast<Gate*>(gate)->open_.get_future().wait(); }, this),
        0);
  }
  void Open() { open_.set_value(); }

 private:
  std::promise<void> open_;
};

TEST_F(Clients, TensorsEndRightAfterPhase2WhileTheStreamIsBusy) {
  const aclrtStream stream = NewStream();
  constexpr int kCalls = 100;
  float* const in = Allocate(kCalls * 64);
  float* const out = Allocate(kCalls * 64);
  float* const turned = Allocate(12);
  float* const joined = Allocate(24);
  std::memset(out, 0, kCalls * 64 * sizeof(float));
  std::memset(joined, 0, 24 * sizeof(float));
  Gate gate(stream);
  for (int i = 0; i < kCalls; ++i) {
    aclTensor *self = Vector(in + 64 * i, 64), *result = Vector(out + 64 * i, 64);
    EXPECT_EQ(AnyOperator(self, result, stream), 0);
    EXPECT_EQ(aclDestroyTensor(self), 0);
    EXPECT_EQ(aclDestroyTensor(result), 0);
  }
  // Arrays of integers and lists of tensors, too.
  std::iota(in, in + 12, 20.0f);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  int64_t order[] = {1, 0};
  aclIntArray* dims = aclCreateIntArray(order, 2);
  aclTensor *self = View({3, 4}, {4, 1}, 12, in), *result = View({4, 3}, {3, 1}, 12, turned);
  ASSERT_EQ(aclnnPermuteGetWorkspaceSize(self, dims, result, &size, &executor), 0);
  ASSERT_EQ(size, 0u);
  EXPECT_EQ(aclnnPermute(nullptr, size, executor, stream), 0);
  EXPECT_EQ(aclDestroyIntArray(dims), 0);
  for (aclTensor* tensor : {self, result}) EXPECT_EQ(aclDestroyTensor(tensor), 0);
  const aclTensor* members[] = {Vector(turned, 12), Vector(in, 12)};
  aclTensorList* list = aclCreateTensorList(members, 2);
  result = Vector(joined, 24);
  ASSERT_EQ(aclnnCatGetWorkspaceSize(list, 0, result, &size, &executor), 0);
  ASSERT_EQ(size, 0u);
  EXPECT_EQ(aclnnCat(nullptr, size, executor, stream), 0);
  EXPECT_EQ(aclDestroyTensorList(list), 0);
  EXPECT_EQ(aclDestroyTensor(result), 0);
  // What is made now may lie where the others were.
  order[0] = 0;
  order[1] = 1;
  dims = aclCreateIntArray(order, 2);
  members[0] = members[1] = Vector(out, 5);
  list = aclCreateTensorList(members, 1);
  EXPECT_EQ(out[0], 0) << "nothing has run yet";
  EXPECT_EQ(turned[1], 20);
  EXPECT_EQ(joined[0], 0);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  for (int i = 64; i < kCalls * 64; ++i) ASSERT_EQ(out[i], 20) << i;
  for (int i = 0; i < 12; ++i) {
    ASSERT_EQ(joined[i], in[i / 3 + 4 * (i % 3)]) << i;
    ASSERT_EQ(joined[12 + i], in[i]) << i;
  }
  EXPECT_EQ(aclDestroyIntArray(dims), 0);
  EXPECT_EQ(aclDestroyTensorList(list), 0);
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  for (float* memory : {in, out, turned, joined}) EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Clients, OneScalarIsTwoParametersAndEndsBeforeTheWorkRuns) {
  const aclrtStream stream = NewStream();
  float* const memory = Allocate(64);
  Gate gate(stream);
  aclTensor* self = Vector(memory, 64);
  float value = 3;
  aclScalar* scalar = aclCreateScalar(&value, ACL_FLOAT);
  value = 1000;  // read when the scalar was made
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnInplaceAddsGetWorkspaceSize(self, scalar, scalar, &size, &executor), 0);
  ASSERT_EQ(size, 0u);
  ASSERT_EQ(aclnnInplaceAdds(nullptr, size, executor, stream), 0);
  EXPECT_EQ(aclDestroyScalar(scalar), 0);
  EXPECT_EQ(aclDestroyTensor(self), 0);
  scalar = aclCreateScalar(&value, ACL_FLOAT);  // which may be where the other was
  EXPECT_EQ(memory[63], 20) << "nothing has run yet";
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  for (int i = 0; i < 64; ++i) ASSERT_EQ(memory[i], 29) << i;
  EXPECT_EQ(aclDestroyScalar(scalar), 0);
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Clients, TheWorkspaceIsBackInThePoolBeforePhase2) {
  // On the AI Core, where views that are not contiguous are copied into the workspace.
  ASSERT_EQ(aclrtSetDevice(2), 0);
  const aclrtStream stream = NewStream();
  constexpr int kCalls = 8;
  float* const in = Allocate(kCalls * 64);
  float* const out = Allocate(kCalls * 64);
  std::iota(in, in + kCalls * 64, 20.0f);
  std::memset(out, 0, kCalls * 64 * sizeof(float));
  Gate gate(stream);
  void* pooled = nullptr;
  uint64_t pooled_bytes = 0;
  for (int call = 0; call < kCalls; ++call) {
    aclTensor* self = View({8, 8}, {1, 8}, 64, in + 64 * call);
    aclTensor* result = View({8, 8}, {8, 1}, 64, out + 64 * call);
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(aclnnAbsGetWorkspaceSize(self, result, &size, &executor), 0);
    ASSERT_GT(size, 0u);
    if (call == 0) {
      pooled_bytes = size;
      ASSERT_EQ(aclrtMalloc(&pooled, size, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    }
    ASSERT_LE(size, pooled_bytes);
    EXPECT_EQ(aclnnAbs(pooled, size, executor, stream), 0);
    EXPECT_EQ(aclDestroyTensor(self), 0);
    EXPECT_EQ(aclDestroyTensor(result), 0);
    std::memset(pooled, 0xFF, pooled_bytes);  // NaN, which belongs to nobody before its turn
  }
  gate.Open();
  EXPECT_EQ(aclrtFree(pooled), 0) << "without a wait";
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  for (int i = 0; i < kCalls * 64; ++i) {
    const int call = i / 64, row = i % 64 / 8, column = i % 8;
    ASSERT_EQ(out[i], in[64 * call + row + 8 * column]) << i;
  }
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclrtFree(in), 0);
  EXPECT_EQ(aclrtFree(out), 0);
  EXPECT_EQ(aclrtResetDevice(2), 0);
}

TEST_F(Clients, ABackendAsksBeforeItWorks) {
  uint32_t count = 0;
  ASSERT_EQ(aclrtGetDeviceCount(&count), 0);
  ASSERT_EQ(count, 3u);
  for (uint32_t device = 0; device < count; ++device) {
    ASSERT_EQ(aclrtSetDevice(static_cast<int32_t>(device)), 0);
    aclrtPhysicalMemProp prop = {};
    prop.memAttr = ACL_HBM_MEM_HUGE;
    prop.location = {device, ACL_MEM_LOCATION_TYPE_DEVICE};
    size_t granularity = 0, free_bytes = 0, total = 0;
    EXPECT_EQ(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED,
                                               &granularity),
              0);
    EXPECT_EQ(granularity, size_t{2} << 20);
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total), 0);
    EXPECT_GT(free_bytes, 0u);
    EXPECT_LE(free_bytes, total);
    EXPECT_EQ(aclrtResetDevice(static_cast<int32_t>(device)), 0);
  }
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910B3");
}

// Both phases of aclnnAdd with alpha 1. The executor is what was on the stack.
int Add(const aclTensor* self, const aclTensor* other, aclTensor* out) {
  float one = 1;
  aclScalar* const alpha = aclCreateScalar(&one, ACL_FLOAT);
  uint64_t size = 0;
  auto* executor = reinterpret_cast<aclOpExecutor*>(uintptr_t{0xDEADBEEF});
  int code = aclnnAddGetWorkspaceSize(self, other, alpha, out, &size, &executor);
  EXPECT_EQ(aclDestroyScalar(alpha), 0);
  if (code == 0) code = aclnnAdd(nullptr, size, executor, nullptr);
  return code;
}

TEST_F(Clients, ViewsOfAllKindsAreOperands) {
  float* const in = Allocate(64);
  float* const out = Allocate(66);
  std::iota(in, in + 64, 0.0f);
  std::memset(out, 0, 66 * sizeof(float));
  struct Case {
    std::vector<int64_t> dims, self, other, result;  // strides
    int64_t begin;  // of the result, in elements: any multiple of the element size will do
  };
  for (const Case& c : std::vector<Case>{
           {{2, 4, 8}, {0, 8, 1}, {32, 0, 1}, {32, 8, 1}, 1},  // broadcast by strides of 0
           {{8}, {1}, {8}, {9}, 0},                            // onto a diagonal
           {{4, 4}, {8, 2}, {1, 8}, {8, 1}, 2},                // a part of a matrix
           {{2, 1, 2, 1, 2, 1, 2, 4},
            {32, 0, 16, 7, 8, 8, 4, 1},
            {32, 32, 16, 16, 8, 8, 4, 1},
            {32, 1, 16, 1, 8, 1, 4, 1},
            1},  // of eight dimensions
       }) {
    aclTensor* self = View(c.dims, c.self, 64, in);
    aclTensor* other = View(c.dims, c.other, 64, in);
    aclTensor* result = View(c.dims, c.result, 64, out + c.begin);
    void* address = nullptr;
    EXPECT_EQ(aclGetRawTensorAddr(result, &address), 0);
    EXPECT_EQ(address, out + c.begin);
    EXPECT_EQ(Add(self, other, result), 0);
    EXPECT_EQ(aclrtSynchronizeDevice(), 0);
    int64_t count = 1;
    for (const int64_t extent : c.dims) count *= extent;
    for (int64_t i = 0; i < count; ++i) {
      int64_t rest = i, a = 0, b = 0, r = c.begin;
      for (size_t d = c.dims.size(); d-- > 0; rest /= c.dims[d]) {
        a += rest % c.dims[d] * c.self[d];
        b += rest % c.dims[d] * c.other[d];
        r += rest % c.dims[d] * c.result[d];
      }
      ASSERT_EQ(out[r], in[a] + in[b]) << i << " of " << c.dims.size() << " dimensions";
    }
    for (aclTensor* tensor : {self, other, result}) EXPECT_EQ(aclDestroyTensor(tensor), 0);
  }
  EXPECT_EQ(aclrtFree(in), 0);
  EXPECT_EQ(aclrtFree(out), 0);
}

TEST_F(Clients, FormatsAreSaidOfStorageOfOneDimension) {
  float* const memory = Allocate(64);
  const int64_t dims[] = {2, 4, 4, 2}, strides[] = {32, 8, 2, 1}, storage = 64;
  for (const auto& [format, rank] :
       std::vector<std::pair<aclFormat, uint64_t>>{{ACL_FORMAT_NCHW, 4}, {ACL_FORMAT_NCL, 3}}) {
    aclTensor* self =
        aclCreateTensor(dims, rank, ACL_FLOAT, strides, 0, format, &storage, 1, memory);
    EXPECT_EQ(AnyOperator(self, self, nullptr), 0);
    EXPECT_EQ(aclDestroyTensor(self), 0);
  }
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(memory[63], 20);
  // Of no elements, frameworks have no memory.
  const int64_t none = 0;
  aclTensor* empty =
      aclCreateTensor(&none, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &none, 1, nullptr);
  EXPECT_EQ(AnyOperator(empty, empty, nullptr), 0);
  EXPECT_EQ(aclDestroyTensor(empty), 0);
  EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Clients, ScalarsOfAnotherTypeThanTheTensor) {
  uint16_t* const memory = reinterpret_cast<uint16_t*>(Allocate(32));
  const int64_t count = 64;
  float three = 3, one = 1;
  uint16_t bits = 0x4000;  // 2 in float16, which is given as its bits
  aclScalar *others[] = {aclCreateScalar(&three, ACL_FLOAT), aclCreateScalar(&bits, ACL_FLOAT16)},
            *alpha = aclCreateScalar(&one, ACL_FLOAT);
  struct Case {
    aclDataType dtype;
    uint16_t four, seven, nine;
  };
  for (const Case& c :
       {Case{ACL_FLOAT16, 0x4400, 0x4700, 0x4880}, Case{ACL_BF16, 0x4080, 0x40E0, 0x4110}}) {
    for (int i = 0; i < count; ++i) memory[i] = c.four;
    aclTensor* self =
        aclCreateTensor(&count, 1, c.dtype, nullptr, 0, ACL_FORMAT_ND, &count, 1, memory);
    for (const uint16_t wanted : {c.seven, c.nine}) {
      uint64_t size = 0;
      aclOpExecutor* executor = nullptr;
      ASSERT_EQ(
          aclnnInplaceAddsGetWorkspaceSize(self, others[wanted == c.nine], alpha, &size, &executor),
          0);
      ASSERT_EQ(aclnnInplaceAdds(nullptr, size, executor, nullptr), 0);
      EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
      EXPECT_EQ(memory[63], wanted) << "dtype " << c.dtype;
    }
    EXPECT_EQ(aclDestroyTensor(self), 0);
  }
  for (aclScalar* scalar : {others[0], others[1], alpha}) EXPECT_EQ(aclDestroyScalar(scalar), 0);
  EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Clients, StreamsAndEventsAreUsedByOtherThreadsThanTheirMaker) {
  const aclrtStream first = NewStream(), second = NewStream();
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), 0);
  float* const memory = Allocate(64);
  std::vector<float> host(64, 7.0f);
  std::thread([&] {
    ASSERT_EQ(aclrtSetDevice(0), 0);
    EXPECT_EQ(aclrtMemcpyAsync(memory, 256, host.data(), 256, ACL_MEMCPY_HOST_TO_DEVICE, first), 0);
    EXPECT_EQ(aclrtRecordEvent(event, first), 0);
  }).join();
  EXPECT_EQ(aclrtStreamWaitEvent(second, event), 0);
  host.assign(64, 0.0f);
  EXPECT_EQ(aclrtMemcpyAsync(host.data(), 256, memory, 256, ACL_MEMCPY_DEVICE_TO_HOST, second), 0);
  EXPECT_EQ(aclrtSynchronizeStream(second), 0);
  EXPECT_EQ(host[63], 7);
  EXPECT_EQ(aclrtDestroyEvent(event), 0);
  EXPECT_EQ(aclrtDestroyStream(first), 0);
  EXPECT_EQ(aclrtDestroyStream(second), 0);
  EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Clients, TheDeviceStaysAsLongAsItIsSetOnceMore) {
  ASSERT_EQ(aclrtSetDevice(0), 0) << "before each stream is made";
  const aclrtStream stream = NewStream();
  EXPECT_EQ(aclrtSynchronizeDevice(), 0);
  EXPECT_EQ(aclrtResetDevice(0), 0);
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  // Another backend of the process, whose thread believes the device to be set.
  float* const memory = Allocate(64);
  aclTensor* self = Vector(memory, 64);
  EXPECT_EQ(AnyOperator(self, self, NewStream()), 0);
  EXPECT_EQ(aclrtSynchronizeDevice(), 0);
  EXPECT_EQ(memory[63], 20);
  EXPECT_EQ(aclDestroyTensor(self), 0);
  EXPECT_EQ(aclrtFree(memory), 0);
}

// As for a model of transformer layers: captured once, its objects ended, and run again and again.
TEST_F(Clients, ACapturedChainRunsWithoutItsObjects) {
  for (const int device : {0, 2}) {
    ASSERT_EQ(aclrtSetDevice(device), 0);
    const aclrtStream stream = NewStream(), other = NewStream();
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEvent(&event), 0);
    float* const in = Allocate(64);
    float* const out = Allocate(64);
    void *pooled = nullptr, *pinned = nullptr;
    constexpr uint64_t kPooled = 4096;
    ASSERT_EQ(aclrtMalloc(&pooled, kPooled, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    ASSERT_EQ(aclrtMallocHost(&pinned, 64 * sizeof(float)), 0);
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;

    // An executor that serves twice is made before, and ends with the capture.
    aclTensor* again = Vector(out, 64);
    float three = 3;
    aclScalar* scalar = aclCreateScalar(&three, ACL_FLOAT);
    aclOpExecutor* repeatable = nullptr;
    ASSERT_EQ(aclnnInplaceAddsGetWorkspaceSize(again, scalar, scalar, &size, &repeatable), 0);
    ASSERT_EQ(size, 0u);
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(repeatable), 0);

    ASSERT_EQ(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), 0);
    aclTensor* self = View({8, 8}, {1, 8}, 64, in);
    aclTensor* result = View({8, 8}, {8, 1}, 64, out);
    ASSERT_EQ(aclnnAbsGetWorkspaceSize(self, result, &size, &executor), 0);
    ASSERT_LE(size, kPooled);
    EXPECT_EQ(size > 0, device == 2);
    EXPECT_EQ(aclnnAbs(pooled, size, executor, stream), 0);
    EXPECT_EQ(aclDestroyTensor(self), 0);
    EXPECT_EQ(aclDestroyTensor(result), 0);
    EXPECT_EQ(aclrtRecordEvent(event, stream), 0);
    EXPECT_EQ(aclrtStreamWaitEvent(other, event), 0);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(aclnnInplaceAdds(nullptr, 0, repeatable, other), 0);
    EXPECT_EQ(aclrtRecordEvent(event, other), 0);
    EXPECT_EQ(aclrtStreamWaitEvent(stream, event), 0);
    EXPECT_EQ(aclrtMemcpyAsync(pinned, 256, out, 256, ACL_MEMCPY_DEVICE_TO_HOST, stream), 0);
    aclmdlRI model = nullptr;
    ASSERT_EQ(aclmdlRICaptureEnd(stream, &model), 0);
    EXPECT_EQ(aclDestroyAclOpExecutor(repeatable), 0);
    EXPECT_EQ(aclDestroyScalar(scalar), 0);
    EXPECT_EQ(aclDestroyTensor(again), 0);
    EXPECT_EQ(aclrtDestroyEvent(event), 0);
    EXPECT_EQ(aclrtDestroyStream(other), 0);

    std::memset(pinned, 0, 256);
    EXPECT_EQ(out[0], 20) << "nothing has run";
    const float* const results = static_cast<const float*>(pinned);
    for (const float first : {20.0f, 100.0f, 50.0f}) {
      std::iota(in, in + 64, first);
      std::memset(pooled, 0xFF, kPooled);
      EXPECT_EQ(aclmdlRIExecuteAsync(model, stream), 0);
      EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
      for (int i = 0; i < 64; ++i) ASSERT_EQ(results[i], in[i / 8 + 8 * (i % 8)] + 18) << i;
    }
    EXPECT_EQ(aclrtFree(pooled), 0);
    EXPECT_EQ(aclmdlRIExecuteAsync(model, stream), device == 2 ? ACL_ERROR_RT_PARAM_INVALID : 0);
    EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
    EXPECT_EQ(aclmdlRIDestroy(model), 0);
    EXPECT_EQ(aclrtDestroyStream(stream), 0);
    EXPECT_EQ(aclrtFree(in), 0);
    EXPECT_EQ(aclrtFree(out), 0);
    EXPECT_EQ(aclrtFreeHost(pinned), 0);
    if (device != 0) {
      EXPECT_EQ(aclrtResetDevice(device), 0);
    }
  }
}

// As for the one layer whose numbers change from step to step.
TEST_F(Clients, AGroupOfACapturedChainGetsAnotherScalarAndOutput) {
  const aclrtStream stream = NewStream(), other = NewStream();
  float* const in = Allocate(64);
  float* const out = Allocate(64);
  std::iota(in, in + 64, 1.0f);
  const auto add = [&](float number, float* to, aclrtStream on) {
    aclTensor* self = Vector(in, 64);
    aclTensor* result = Vector(to, 64);
    float one = 1;
    aclScalar* scalar = aclCreateScalar(&number, ACL_FLOAT);
    aclScalar* alpha = aclCreateScalar(&one, ACL_FLOAT);
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(aclnnAddsGetWorkspaceSize(self, scalar, alpha, result, &size, &executor), 0);
    ASSERT_EQ(size, 0u);
    EXPECT_EQ(aclnnAdds(nullptr, 0, executor, on), 0);
    EXPECT_EQ(aclDestroyTensor(self), 0);
    EXPECT_EQ(aclDestroyTensor(result), 0);
    EXPECT_EQ(aclDestroyScalar(scalar), 0);
    EXPECT_EQ(aclDestroyScalar(alpha), 0);
  };
  ASSERT_EQ(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL), 0);
  aclrtTaskGrp group = nullptr;
  EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(stream), 0);
  add(3, out, stream);
  EXPECT_EQ(aclmdlRICaptureTaskGrpEnd(stream, &group), 0);
  aclmdlRI model = nullptr;
  ASSERT_EQ(aclmdlRICaptureEnd(stream, &model), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, stream), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(out[63], 67);
  float* const second = Allocate(64);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateBegin(other, group), 0);
  add(5, second, other);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other), 0);
  EXPECT_EQ(aclrtFree(out), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, stream), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(second[63], 69);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  for (const aclrtStream each : {stream, other}) EXPECT_EQ(aclrtDestroyStream(each), 0);
  for (float* const memory : {in, second}) EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Clients, PageableMemoryIsOverwrittenRightAfterAnUpload) {
  const aclrtStream stream = NewStream();
  float* const memory = Allocate(256);
  std::vector<float> host(256, 1.0f);
  EXPECT_EQ(aclrtMemcpyAsync(memory, 1024, host.data(), 1024, ACL_MEMCPY_HOST_TO_DEVICE, stream),
            0);
  host.assign(256, 2.0f);
  EXPECT_EQ(aclrtMemset(memory, 0, 1, 0), 0) << "of no bytes";
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(memory[0], 1);
  EXPECT_EQ(memory[255], 1);
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Clients, StorageIsSaidToBeEmptyNegativeOrTooShort) {
  float* const memory = Allocate(64);
  for (const int64_t storage : {int64_t{0}, int64_t{-7}}) {
    aclTensor* none = View({0, 4}, {4, 1}, storage, memory);
    ASSERT_NE(none, nullptr);
    EXPECT_EQ(AnyOperator(none, none, nullptr), 0);
    EXPECT_EQ(aclDestroyTensor(none), 0);
  }
  // The view begins at an offset that the storage was not counted with.
  const int64_t dims[] = {4, 4}, strides[] = {4, 1}, storage = 16;
  aclTensor* self =
      aclCreateTensor(dims, 2, ACL_FLOAT, strides, 32, ACL_FORMAT_ND, &storage, 1, memory);
  EXPECT_EQ(AnyOperator(self, self, nullptr), 0);
  EXPECT_EQ(aclDestroyTensor(self), 0);
  // Rank 0 with pointers to nothing.
  aclTensor* number =
      aclCreateTensor(nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, memory);
  ASSERT_NE(number, nullptr);
  EXPECT_EQ(AnyOperator(number, number, nullptr), 0);
  EXPECT_EQ(aclDestroyTensor(number), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(memory[0], 20);
  EXPECT_EQ(memory[47], 20);
  EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Clients, DevicesExchangeData) {
  float* const first = Allocate(64);
  ASSERT_EQ(aclrtSetDevice(1), 0);
  float* const second = Allocate(64);
  std::memset(second, 0, 256);
  int32_t can = 0;
  EXPECT_EQ(aclrtDeviceCanAccessPeer(&can, 1, 0), 0);
  EXPECT_EQ(can, 1);
  EXPECT_EQ(aclrtDeviceEnablePeerAccess(0, 0), 0);
  EXPECT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_ERROR_INVALID_PARAM) << "the current device";
  const aclrtStream stream = NewStream();
  EXPECT_EQ(aclrtMemcpyAsync(second, 256, first, 256, ACL_MEMCPY_DEVICE_TO_DEVICE, stream), 0);
  aclTensor* self = Vector(second, 64);
  EXPECT_EQ(AnyOperator(self, self, stream), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(second[63], 20);
  EXPECT_EQ(aclDestroyTensor(self), 0);
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclrtFree(first), 0) << "from the other device";
  EXPECT_EQ(aclrtFree(second), 0);
  EXPECT_EQ(aclrtResetDevice(1), 0);
}

TEST_F(Clients, TemporariesArePooledInStreamOrder) {
  const aclrtStream stream = NewStream();
  float* const in = Allocate(4096);
  float* const out = Allocate(2 * 4096);
  void* pooled = nullptr;
  ASSERT_EQ(aclrtMalloc(&pooled, 4096 * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST), 0);
  for (int call = 0; call < 2; ++call) {
    // The block went back to the pool before the work that uses it was queued, and is used again.
    EXPECT_EQ(aclrtMemcpyAsync(pooled, 16384, in, 16384, ACL_MEMCPY_DEVICE_TO_DEVICE, stream), 0);
    EXPECT_EQ(aclrtMemsetAsync(pooled, 16384, 0, call == 0 ? 0 : 16384, stream), 0);
    aclTensor *self = Vector(pooled, 4096), *result = Vector(out + 4096 * call, 4096);
    EXPECT_EQ(AnyOperator(self, result, stream), 0);
    EXPECT_EQ(aclDestroyTensor(self), 0);
    EXPECT_EQ(aclDestroyTensor(result), 0);
  }
  EXPECT_EQ(aclrtFree(pooled), 0) << "without a wait";
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(out[4095], 20);
  EXPECT_EQ(out[4096], 0);
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclrtFree(in), 0);
  EXPECT_EQ(aclrtFree(out), 0);
}

TEST_F(Clients, Phase2OnAnotherThread) {
  float* const memory = Allocate(128);
  std::memset(memory + 64, 0, 64 * sizeof(float));
  aclTensor *self = Vector(memory, 64), *out = Vector(memory + 64, 64);
  uint64_t size = 77;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnAbsGetWorkspaceSize(self, out, &size, &executor), 0);
  const aclrtStream stream = NewStream();
  std::thread([&] {
    ASSERT_EQ(aclrtSetDevice(0), 0);
    EXPECT_EQ(aclnnAbs(nullptr, size, executor, stream), 0);
  }).join();
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(memory[127], 20);
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclDestroyTensor(self), 0);
  EXPECT_EQ(aclDestroyTensor(out), 0);
  EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Clients, EveryThreadSetsEveryDevice) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([t] {
      for (int round = 0; round < 20; ++round) {
        ASSERT_EQ(aclrtSetDevice((t + round) % 2), 0);
        float* const memory = Allocate(128);
        aclTensor *self = Vector(memory, 64), *out = Vector(memory + 64, 64);
        EXPECT_EQ(AnyOperator(self, out, nullptr), 0) << "all threads share the default stream";
        const std::vector<float> host(128, 1.0f);
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
        EXPECT_EQ(memory[64], 20);
        EXPECT_EQ(aclrtMemcpy(memory, 512, host.data(), 512, ACL_MEMCPY_HOST_TO_DEVICE), 0);
        EXPECT_EQ(aclDestroyTensor(self), 0);
        EXPECT_EQ(aclDestroyTensor(out), 0);
        EXPECT_EQ(aclrtFree(memory), 0);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(Clients, ResetComesBeforeTheRest) {
  const aclrtStream stream = NewStream(), default_only = NewStream();
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), 0);
  float* const memory = Allocate(64);
  void* base = nullptr;
  ASSERT_EQ(aclrtReserveMemAddress(&base, size_t{60} << 30, 0, nullptr, 1), 0);
  aclrtPhysicalMemProp prop = {};
  prop.memAttr = ACL_HBM_MEM_HUGE;
  prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
  aclrtDrvMemHandle physical = nullptr;
  ASSERT_EQ(aclrtMallocPhysical(&physical, size_t{2} << 20, &prop, 0), 0);
  ASSERT_EQ(aclrtMapMem(base, size_t{2} << 20, 0, physical, 0), 0);
  ASSERT_EQ(aclrtMemsetAsync(base, 512, 1, 512, stream), 0);
  ASSERT_EQ(aclrtRecordEvent(event, stream), 0);

  EXPECT_EQ(aclrtSynchronizeDevice(), 0);
  EXPECT_EQ(aclrtResetDevice(0), 0);
  EXPECT_EQ(aclrtDestroyEvent(event), 0);
  EXPECT_EQ(aclrtDestroyStream(stream), 0) << "ended by the reset; each is destroyed once";
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtDestroyStreamForce(default_only), 0);
  EXPECT_EQ(aclrtSynchronizeStream(default_only), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtFree(memory), 0);
  EXPECT_EQ(aclrtUnmapMem(base), 0);
  EXPECT_EQ(aclrtFreePhysical(physical), 0);
  EXPECT_EQ(aclrtReleaseMemAddress(base), 0);
}

TEST_F(Clients, WhatIsLeftIsReleasedAfterFinalize) {
  float* const memory = Allocate(64);
  aclTensor* const tensor = Vector(memory, 64);
  void* host = nullptr;
  ASSERT_EQ(aclrtMallocHost(&host, 64), 0);
  EXPECT_EQ(aclrtResetDevice(0), 0);
  EXPECT_EQ(aclFinalize(), 0);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
  EXPECT_EQ(aclrtFree(memory), 0);
  EXPECT_EQ(aclrtFreeHost(host), 0);
  ASSERT_EQ(aclInit(nullptr), 0);  // for TearDown
}

}  // namespace
}  // namespace openaclnn::attack
