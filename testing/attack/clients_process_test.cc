// Habits of real programs, as in clients_test.cc, that concern mapped memory, all products, and the
// end of the process.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>

#include "gtest/gtest.h"
#include "testing/attack/calls.h"

namespace openaclnn::attack {
namespace {

// Two pieces of physical memory of 2 MiB, mapped one behind the other.
struct Mapped {
  static constexpr size_t kPiece = size_t{2} << 20;
  aclrtDrvMemHandle physical[2] = {};
  void* base = nullptr;

  int Make() {
    aclrtPhysicalMemProp prop = {};
    prop.memAttr = ACL_HBM_MEM_HUGE;
    prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    int code = aclrtReserveMemAddress(&base, size_t{60} << 30, 0, nullptr, 1);
    for (size_t i = 0; i < 2 && code == 0; ++i) {
      code = aclrtMallocPhysical(&physical[i], kPiece, &prop, 0);
      if (code == 0) code = aclrtMapMem(Piece(i), kPiece, 0, physical[i], 0);
    }
    return code;
  }
  // The first code that is not 0.
  int End() const {
    int code = 0;
    const auto note = [&](int next) { code = code == 0 ? next : code; };
    for (size_t i = 0; i < 2; ++i) note(aclrtUnmapMem(Piece(i)));
    for (aclrtDrvMemHandle handle : physical) note(aclrtFreePhysical(handle));
    note(aclrtReleaseMemAddress(base));
    return code;
  }
  void* Piece(size_t number) const { return static_cast<char*>(base) + number * kPiece; }
};

TEST(ClientsOfMappedMemory, OperandsLieOnSeveralPieces) {
  ASSERT_EQ(aclInit(nullptr), 0);
  ASSERT_EQ(aclrtSetDevice(0), 0);
  Mapped mapped;
  ASSERT_EQ(mapped.Make(), 0);
  // The operand lies on both pieces, its result on the second.
  float* const end = static_cast<float*>(mapped.Piece(1));
  float *const in = end - 100, *const out = end + 1000;
  std::iota(in, in + 300, 20.0f);
  aclTensor *const self = Vector(in, 300), *const result = Vector(out, 300);
  EXPECT_EQ(AnyOperator(self, result, nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeDevice(), 0);
  for (int i = 0; i < 300; ++i) ASSERT_EQ(out[i], 20.0f + static_cast<float>(i)) << i;
  for (aclTensor* tensor : {self, result}) EXPECT_EQ(aclDestroyTensor(tensor), 0);
  EXPECT_EQ(mapped.End(), 0);
  EXPECT_EQ(aclrtResetDevice(0), 0);
  EXPECT_EQ(aclFinalize(), 0);
  EXPECT_EQ(LiveObjects(), 0);
}

// Whether streams can be captured depends on the product; clients ask all for the memory.
TEST(ClientsOfProducts, CaptureAndMemory) {
  setenv("OPENACLNN_DEVICES",
         "Ascend950PR_9599,Ascend910_9391,Ascend910B3,Ascend310P3,Ascend310B1,Ascend910A", 1);
  ASSERT_EQ(aclInit(nullptr), 0);
  uint32_t count = 0;
  ASSERT_EQ(aclrtGetDeviceCount(&count), 0);
  ASSERT_EQ(count, 6u);
  for (int32_t device = 0; device < 6; ++device) {
    ASSERT_EQ(aclrtSetDevice(device), 0);
    size_t free_bytes = 0, total = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total), 0) << device;
    EXPECT_GT(free_bytes, 0u);
    EXPECT_LE(free_bytes, total);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), 0);
    const int code = aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL);
    EXPECT_EQ(code, device < 4 ? 0 : ACL_ERROR_RT_FEATURE_NOT_SUPPORT) << device;
    if (code == 0) {
      aclmdlRI model = nullptr;
      EXPECT_EQ(aclmdlRICaptureEnd(stream, &model), 0);
      EXPECT_EQ(aclmdlRIExecute(model, -1), 0) << device;
      EXPECT_EQ(aclmdlRIDestroy(model), 0);
    }
    EXPECT_EQ(aclrtDestroyStream(stream), 0);
    EXPECT_EQ(aclrtResetDevice(device), 0);
  }
  EXPECT_EQ(aclFinalize(), 0);
  EXPECT_EQ(LiveObjects(), 0);
}

// Destroyed by the process when main has returned. The exit code says which call failed.
struct Global {
  bool finalized = false;
  void *memory = nullptr, *host = nullptr;
  aclTensor* tensor = nullptr;
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  Mapped mapped;

  void Make() {
    if (aclInit(nullptr) != 0 || aclrtSetDevice(0) != 0) _Exit(1);
    if (aclrtMalloc(&memory, 256, ACL_MEM_MALLOC_HUGE_FIRST) != 0) _Exit(2);
    if (aclrtMallocHost(&host, 256) != 0 || mapped.Make() != 0) _Exit(2);
    if (aclrtCreateStream(&stream) != 0 || aclrtCreateEvent(&event) != 0) _Exit(2);
    tensor = Vector(memory, 64);
    if (AnyOperator(tensor, tensor, stream) != 0 || aclrtRecordEvent(event, stream) != 0) _Exit(2);
  }
  ~Global() {
    if (memory == nullptr) return;
    int step = 10;
    const auto must = [&](int code) {
      if (code != 0) _Exit(step);
      ++step;
    };
    // After aclFinalize there is nothing to wait for, and clients ignore the codes.
    const auto may = [&](int code) { must(finalized ? 0 : code); };
    may(aclrtSynchronizeStream(stream));
    may(aclrtSynchronizeDevice());
    may(aclrtResetDevice(0));
    may(aclrtDestroyEvent(event));
    may(aclrtDestroyStream(stream));
    must(aclDestroyTensor(tensor));
    must(aclrtFree(memory));
    must(aclrtFreeHost(host));
    must(mapped.End());
    must(LiveObjects() == 0 ? 0 : 1);
  }
};

TEST(ClientsDeathTest, StaticDestructorsReleaseWhatIsLeft) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const bool finalized : {true, false}) {
    EXPECT_EXIT(
        {
          static Global global;
          global.finalized = finalized;
          global.Make();
          std::exit(finalized ? aclFinalize() : 0);
        },
        ::testing::ExitedWithCode(0), "")
        << (finalized ? "after aclFinalize" : "without aclFinalize");
  }
}

}  // namespace
}  // namespace openaclnn::attack
