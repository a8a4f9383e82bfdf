// Atomic extrema, filled memory, caches, the CTRL register, flags between cores, lists of tensors:
// results, and what is reported of wrong uses.
#include "runtime/aicore/memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/without_place.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

using namespace AscendC;  // NOLINT(build/namespaces): as kernels do

template <typename T>
Launch::Tensor TensorOf(std::vector<T>& data, bool writable, const char* name) {
  return {.data = data.data(),
          .bytes = static_cast<int64_t>(data.size() * sizeof(T)),
          .writable = writable,
          .name = name};
}

absl::Status RunOn(const DeviceKernel& kernel, absl::Span<const Launch::Tensor> tensors,
                   int64_t blocks = 1, const char* soc = "Ascend910B3") {
  return aicore::Run(
      {.kernel = &kernel, .soc = FindSoc(soc), .blocks = blocks, .tensors = tensors});
}

// What is reported of a kernel whose only tensor is a read and written y of 64 elements.
template <typename T = float>
std::string Report(const DeviceKernel& kernel, const char* soc = "Ascend910B3",
                   int64_t blocks = 1) {
  std::vector<T> y(64);
  const Launch::Tensor tensors[] = {TensorOf(y, true, "y")};
  const absl::Status status = RunOn(kernel, tensors, blocks, soc);
  const std::string message = WithoutPlace(status, __FILE__);
  const size_t colon = message.find("): ");
  return colon == std::string::npos ? message : message.substr(colon + 3);
}

// Blocks 0 to 3 offer their values of x for y.
template <typename T, bool kMax>
void extremum_kernel(GM_ADDR x, GM_ADDR y, GM_ADDR, GM_ADDR) {
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, 64 * sizeof(T));
  const LocalTensor<T> local = buffer.Get<T>();
  GlobalTensor<T> from, to;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x) + 64 * GetBlockIdx(), 64);
  to.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y), 64);
  DataCopy(local, from, 64);
  const TEventID loaded = pipe.FetchEventID(HardEvent::MTE2_MTE3);
  SetFlag<HardEvent::MTE2_MTE3>(loaded);
  WaitFlag<HardEvent::MTE2_MTE3>(loaded);
  if constexpr (kMax) {
    SetAtomicMax<T>();
  } else {
    SetAtomicMin<T>();
  }
  DataCopy(to, local, 64);
  SetAtomicNone();
}

template <typename T, bool kMax>
void CheckExtremum() {
  std::vector<T> x, y(64, static_cast<T>(0));
  for (int i = 0; i < 256; ++i) x.push_back(static_cast<T>(i * 37 % 100 - 50));
  std::vector<T> want = y;
  for (size_t i = 0; i < x.size(); ++i) {
    T& best = want[i % 64];
    if (kMax ? best < x[i] : x[i] < best) best = x[i];
  }
  const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(extremum_kernel<T, kMax>);
  ASSERT_EQ(RunOn(kKernel, tensors, 4), absl::OkStatus());
  EXPECT_EQ(y, want);
}

TEST(MemoryTest, AtomicExtrema) {
  CheckExtremum<float, true>();
  CheckExtremum<half, true>();
  CheckExtremum<bfloat16_t, false>();
  CheckExtremum<int32_t, true>();
  CheckExtremum<int16_t, false>();
  CheckExtremum<int8_t, true>();
}

template <bool kMax>
void set_extremum(GM_ADDR, GM_ADDR, GM_ADDR) {
  if constexpr (kMax) {
    SetAtomicMax<float>();
  } else {
    SetAtomicMin<bfloat16_t>();
  }
}

TEST(MemoryTest, AtomicExtremaOfProducts) {
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(set_extremum<true>)), "");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(set_extremum<true>), "Ascend310P3"),
            "SetAtomicMax: SetAtomicMax does not exist on Atlas inference series (Ascend310P3)");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(set_extremum<false>), "Ascend310B1"),
            "SetAtomicMin: bfloat16 does not exist on Atlas 200I/500 A2 inference products "
            "(Ascend310B1)");
}

template <typename T, uint32_t kSize, uint32_t kOffset, uint32_t kBuffer>
void fill_kernel(GM_ADDR y, GM_ADDR, GM_ADDR) {
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, kBuffer);
  GlobalTensor<T> gm;
  gm.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y + kOffset));
  InitOutput<T>(gm[1], kSize, static_cast<T>(7));
}

TEST(MemoryTest, InitOutput) {
  for (const uint32_t buffer : {32u, 196608u - 64u}) {
    std::vector<float> y(10000, 1);
    const Launch::Tensor tensors[] = {TensorOf(y, true, "y")};
    const DeviceKernel kernel =
        buffer == 32u ? OPENACLNN_DEVICE_KERNEL(fill_kernel<float, 9000, 0, 32>)
                      : OPENACLNN_DEVICE_KERNEL(fill_kernel<float, 9000, 0, 196608 - 64>);
    ASSERT_EQ(RunOn(kernel, tensors), absl::OkStatus());
    for (size_t i = 0; i < y.size(); ++i) ASSERT_EQ(y[i], i >= 1 && i <= 9000 ? 7 : 1) << i;
  }
}

TEST(MemoryTest, InitOutputOfWrongMemory) {
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(fill_kernel<float, 63, 0, 32>)), "");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(fill_kernel<float, 64, 0, 32>)),
            "InitOutput: gm: bytes 4 to 260 of y, which has 256 bytes");
  // All that it would write, although it writes a part at a time.
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(fill_kernel<float, 9000, 0, 32>)),
            "InitOutput: gm: bytes 4 to 36004 of y, which has 256 bytes");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(fill_kernel<float, 8, 2, 32>)),
            "InitOutput: gm: the address in global memory is not a multiple of 4, the size of the "
            "element");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(fill_kernel<float, 8, 0, 196608>)),
            "InitOutput: needs 32 bytes of the unified buffer for itself; the kernel's buffers "
            "leave 0");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(fill_kernel<float, 8, 0, 32>), "Ascend310P3"),
            "InitOutput: InitOutput does not exist on Atlas inference series (Ascend310P3)");
}

void fill(GM_ADDR y, GM_ADDR, GM_ADDR) {
  TPipe pipe;
  GlobalTensor<half> gm;
  gm.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(y));
  Fill(gm, 5, half(2));
}

TEST(MemoryTest, Fill) {
  std::vector<half> y(8, half(1));
  const Launch::Tensor tensors[] = {TensorOf(y, true, "y")};
  ASSERT_EQ(RunOn(OPENACLNN_DEVICE_KERNEL(fill), tensors), absl::OkStatus());
  for (size_t i = 0; i < y.size(); ++i) EXPECT_EQ(y[i], half(i < 5 ? 2 : 1));
}

// --- caches ---

template <bool kWithDestination, bool kAtomic, bool kHasMemory>
void clean(GM_ADDR y, GM_ADDR, GM_ADDR) {
  GlobalTensor<float> gm;
  GlobalTensor<uint64_t> words;
  if (kHasMemory) gm.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  DataCachePreload(words, 0);
  if constexpr (!kWithDestination) {
    DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE>(gm);
  } else if constexpr (kAtomic) {
    DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_ATOMIC>(gm);
  } else {
    DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(gm);
  }
}

TEST(MemoryTest, CleanCache) {
  constexpr DeviceKernel kPlain = OPENACLNN_DEVICE_KERNEL(clean<false, false, true>);
  constexpr DeviceKernel kOut = OPENACLNN_DEVICE_KERNEL(clean<true, false, true>);
  constexpr DeviceKernel kAtomic = OPENACLNN_DEVICE_KERNEL(clean<true, true, true>);
  EXPECT_EQ(Report(kPlain), "");
  EXPECT_EQ(Report(kPlain, "Ascend310P3"), "");
  EXPECT_EQ(Report(kOut), "");
  EXPECT_EQ(Report(kOut, "Ascend310P3"),
            "DataCacheCleanAndInvalid: DataCacheCleanAndInvalid with DcciDst does not exist on "
            "Atlas inference series (Ascend310P3)");
  EXPECT_EQ(Report(kAtomic, "Ascend950PR_9599"), "");
  EXPECT_EQ(Report(kAtomic),
            "DataCacheCleanAndInvalid: DcciDst::CACHELINE_ATOMIC does not exist on Atlas A2 "
            "training and inference series (Ascend910B3)");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(clean<true, false, false>)),
            "DataCacheCleanAndInvalid: dst: the tensor has no memory; SetGlobalBuffer gives it");
}

void clean_local(GM_ADDR, GM_ADDR, GM_ADDR) {
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, 64);
  DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_UB>(
      buffer.Get<float>());
  DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_UB>(
      LocalTensor<float>());
}

TEST(MemoryTest, CleanCacheOfTheUnifiedBuffer) {
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(clean_local)),
            "DataCacheCleanAndInvalid: dst: the tensor has no memory; AllocTensor, DeQue and "
            "TBuf::Get give it");
}

// --- the CTRL register ---

void control(GM_ADDR y, GM_ADDR, GM_ADDR) {
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, 64);
  const LocalTensor<half> x = buffer.Get<half>();
  GlobalTensor<float> gm;
  gm.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  Duplicate(x, half(60000), 16);
  const int64_t old = GetCtrlSpr<48, 48>();
  SetCtrlSpr<48, 48>(0);
  Add(x, x, x, 16);
  gm.SetValue(0, static_cast<float>(x.GetValue(0)));
  SetCtrlSpr<48, 48>(old);
  Add(x, x, x, 16);
  gm.SetValue(1, static_cast<float>(x.GetValue(0)));
  SetCtrlSpr<48, 48>(0);
  ResetCtrlSpr<48, 48>();
  gm.SetValue(2, static_cast<float>(GetCtrlSpr<48, 48>()));
}

template <int8_t kBit, int64_t kValue>
void control_of(GM_ADDR, GM_ADDR, GM_ADDR) {
  SetCtrlSpr<kBit, kBit>(kValue);
}

TEST(MemoryTest, Control) {
  std::vector<float> y(3);
  const Launch::Tensor tensors[] = {TensorOf(y, true, "y")};
  ASSERT_EQ(RunOn(OPENACLNN_DEVICE_KERNEL(control), tensors), absl::OkStatus());
  EXPECT_EQ(y, (std::vector<float>{65504.0f, std::numeric_limits<float>::infinity(), 1.0f}));
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(control_of<48, 1>)), "");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(control_of<48, 2>)), "SetCtrlSpr: value: 2; 0 or 1");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(control_of<60, 1>)),
            "SetCtrlSpr: startBit: bits 60 to 60 are not in the simulator; bit 48 is");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(control_of<48, 1>), "Ascend310P3"),
            "SetCtrlSpr: SetCtrlSpr does not exist on Atlas inference series (Ascend310P3)");
}

// --- flags between cores ---

// Of the data cache, in float.
constexpr uint64_t kLine = 16;

// Each block leaves its number, and afterwards adds up those of all.
void exchange(GM_ADDR y, GM_ADDR, GM_ADDR) {
  GlobalTensor<float> gm;
  gm.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  const auto block = static_cast<uint64_t>(GetBlockIdx());
  gm.SetValue(block * kLine, static_cast<float>(block + 1));
  DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE>(gm);
  // The flag is one of the copies out, and has to wait for the scalar unit.
  SetFlag<HardEvent::S_MTE3>(0);
  WaitFlag<HardEvent::S_MTE3>(0);
  CrossCoreSetFlag<0, PIPE_MTE3>(3);
  CrossCoreWaitFlag(3);
  float sum = 0;
  for (uint64_t i = 0; i < 8; ++i) sum += gm.GetValue(i * kLine);
  gm.SetValue((8 + block) * kLine, sum);
}

// kSets times set by the blocks that are kWho or all (-1), kWaits times waited for.
template <int kMode, int kId, int kSets, int kWaits, int kWho>
void flags(GM_ADDR, GM_ADDR, GM_ADDR) {
  if (kWho >= 0 && GetBlockIdx() != kWho) return;
  for (int i = 0; i < kSets; ++i) CrossCoreSetFlag<kMode, PIPE_MTE3>(kId);
  for (int i = 0; i < kWaits; ++i) CrossCoreWaitFlag<kMode>(kId);
}

TEST(MemoryTest, FlagsBetweenCores) {
  std::vector<float> y(16 * kLine);
  const Launch::Tensor tensors[] = {TensorOf(y, true, "y")};
  ASSERT_EQ(RunOn(OPENACLNN_DEVICE_KERNEL(exchange), tensors, 8), absl::OkStatus());
  for (size_t i = 8; i < 16; ++i) EXPECT_EQ(y[i * kLine], 36.0f);
}

TEST(MemoryTest, WrongFlagsBetweenCores) {
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<0, 3, 15, 15, -1>), "Ascend910B3", 2), "");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<0, 3, 16, 16, -1>)),
            "CrossCoreSetFlag: flagId: the flag 3 is set 15 times already; CrossCoreWaitFlag comes "
            "between");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<0, 3, 1, 0, -1>)),
            "CrossCoreSetFlag: the flag 3 is still set when the kernel ends; each CrossCoreSetFlag "
            "needs its CrossCoreWaitFlag");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<0, 3, 1, 2, -1>)),
            "CrossCoreWaitFlag: flagId: waits forever: this block has not set the flag 3; "
            "CrossCoreSetFlag of the same id comes first, in all blocks");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<0, 3, 1, 1, 0>), "Ascend910B3", 2),
            "CrossCoreWaitFlag: flagId: waits forever for the flag 3: block 1 has ended, and has "
            "set it 0 times; this is wait number 1");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<0, 3, 1, 1, -1>), "Ascend910B3", 41),
            "CrossCoreWaitFlag: waits forever: 41 blocks, but only 40 cores to run them at once");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<0, 16, 1, 1, -1>)),
            "CrossCoreSetFlag: flagId: 16; 0 to 15");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<2, 3, 1, 1, -1>)),
            "CrossCoreSetFlag: modeId: 2 is not in the simulator; 0, for all vector cores, and 1, "
            "for the two of an AI core, are");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<0, 3, 1, 1, -1>), "Ascend310P3"),
            "CrossCoreSetFlag: CrossCoreSetFlag does not exist on Atlas inference series "
            "(Ascend310P3)");
}

TEST(MemoryTest, WrongFlagsWithinAnAiCore) {
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<1, 3, 2, 2, -1>), "Ascend910B3", 40), "");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<1, 3, 1, 1, 2>), "Ascend910B3", 4),
            "CrossCoreWaitFlag: flagId: waits forever for the flag 3: block 3 has ended, and has "
            "set it 0 times; this is wait number 1");
  EXPECT_EQ(Report(OPENACLNN_DEVICE_KERNEL(flags<1, 3, 1, 1, 2>), "Ascend910B3", 3),
            "CrossCoreSetFlag: modeId: waits forever: block 2 is alone on its AI core; an even "
            "number of blocks has none like it");
}

// --- lists of tensors ---

void list_kernel(GM_ADDR list, GM_ADDR, GM_ADDR, GM_ADDR y, GM_ADDR, GM_ADDR) {
  const ListTensorDesc tensors(list);
  GlobalTensor<float> out;
  out.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  out.SetValue(0, static_cast<float>(tensors.GetSize()));
  for (uint32_t i = 0; i < tensors.GetSize(); ++i) {
    uint64_t shape[4];
    TensorDesc<float> desc;
    desc.SetShapeAddr(shape);
    tensors.GetDesc(desc, i);
    uint64_t elements = 1;
    for (uint32_t k = 0; k < desc.GetDim(); ++k) elements *= desc.GetShape(k);
    GlobalTensor<float> x;
    x.SetGlobalBuffer(tensors.GetDataPtr<float>(i));
    float sum = 0;
    for (uint64_t k = 0; k < elements; ++k) sum += x.GetValue(k);
    out.SetValue(1 + 2 * i, sum);
    out.SetValue(2 + 2 * i, static_cast<float>(desc.GetIndex()));
  }
}

template <bool kShape>
void wrong_list_kernel(GM_ADDR list, GM_ADDR, GM_ADDR, GM_ADDR, GM_ADDR, GM_ADDR) {
  const ListTensorDesc tensors(list);
  TensorDesc<float> desc;
  tensors.GetDesc(desc, kShape ? 1 : 2);
  desc.GetShape(0);
}

TEST(MemoryTest, ListOfTensors) {
  std::vector<float> a = {1, 2, 3, 4, 5, 6}, b = {10, 20}, y(5);
  const auto address = [](const std::vector<float>& x) {
    return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(x.data()));
  };
  std::vector<uint64_t> list = {
      6 * 8, 2 | uint64_t{0} << 32, 2, 3, 1 | uint64_t{1} << 32, 2, address(a), address(b)};
  const Launch::Tensor tensors[] = {TensorOf(list, false, "list"), TensorOf(a, false, "a"),
                                    TensorOf(b, false, "b"), TensorOf(y, true, "y")};
  ASSERT_EQ(RunOn(OPENACLNN_DEVICE_KERNEL(list_kernel), tensors), absl::OkStatus());
  EXPECT_EQ(y, (std::vector<float>{2, 21, 0, 30, 1}));
  EXPECT_EQ(
      WithoutPlace(RunOn(OPENACLNN_DEVICE_KERNEL(wrong_list_kernel<false>), tensors), __FILE__),
      "kernel wrong_list_kernel<false>, block 0 of 1 (Ascend910B3): ListTensorDesc: index: 2; "
      "the list has 2 tensors");
  EXPECT_EQ(
      WithoutPlace(RunOn(OPENACLNN_DEVICE_KERNEL(wrong_list_kernel<true>), tensors), __FILE__),
      "kernel wrong_list_kernel<true>, block 0 of 1 (Ascend910B3): TensorDesc.GetShape: "
      "offset: 0 of 1 dimensions; SetShapeAddr comes first");
}

}  // namespace
}  // namespace openaclnn::aicore
