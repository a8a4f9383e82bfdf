// Small kernels in which something is missing that orders the pipes of a core, each with its right
// twin, which stays silent: what the twin has more is under `if constexpr (kRight)`.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/run_wrong.h"
#include "runtime/aicore/without_place.h"

namespace openaclnn::aicore {
namespace {

constexpr char kPlace[] = "block 0 of 1 (Ascend910B3): ";
constexpr char kQueue[] =
    " do, or the EnQue, DeQue, FreeTensor and AllocTensor of a queue";

// The wrong kernel gives the message in that mode, the right one none in any.
#define EXPECT_ORDER(kernel, mode, message_text)                                            \
  do {                                                                                      \
    constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(kernel<false>);                 \
    constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(kernel<true>);                  \
    const absl::Status status = RunWrong(kWrong, "Ascend910B3", Checks::kStrict, 1, mode);  \
    EXPECT_EQ(WithoutPlace(status, __FILE__),                                               \
              std::string("kernel " #kernel "<false>, ") + kPlace + (message_text));        \
    EXPECT_EQ(RunWrong(kWrong, "Ascend910B3", Checks::kFast, 1, mode), absl::OkStatus());   \
    for (const Sync sync : {Sync::kAuto, Sync::kManual})                                    \
      EXPECT_EQ(RunWrong(kRight, "Ascend910B3", Checks::kStrict, 1, sync), absl::OkStatus()); \
  } while (false)
// Reported in both modes, and only where nothing else orders it: not in automatic mode.
#define EXPECT_ORDER_ALWAYS(kernel, message_text)        \
  do {                                                   \
    EXPECT_ORDER(kernel, Sync::kAuto, message_text);     \
    EXPECT_ORDER(kernel, Sync::kManual, message_text);   \
  } while (false)
#define EXPECT_ORDER_MANUAL(kernel, message_text)                                         \
  do {                                                                                    \
    EXPECT_ORDER(kernel, Sync::kManual, message_text);                                    \
    constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(kernel<false>);               \
    EXPECT_EQ(RunWrong(kWrong, "Ascend910B3", Checks::kStrict, 1, Sync::kAuto),           \
              absl::OkStatus());                                                          \
  } while (false)

// Flags of one event, one after the other.
template <HardEvent event>
void Order(int32_t id = 0) {
  SetFlag<event>(id);
  WaitFlag<event>(id);
}

// What the kernels below work on: x and y, and a buffer without a queue.
struct Bench : Tensors {
  Bench(GM_ADDR x_address, GM_ADDR y_address) : Tensors(x_address, y_address) {
    pipe.InitBuffer(buffer, 1024);
    a = buffer.Get<float>();
    b = a[64];
  }
  TPipe pipe;
  TBuf<> buffer;
  LocalTensor<float> a, b;
};

// --- copies and vector instructions ---

template <bool kRight>
__global__ __aicore__ void in_then_vector(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                          GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) Order<HardEvent::MTE2_V>();
  Adds(bench.b, bench.a, 1.0f, 64);
}
TEST(WrongOrderTest, VectorReadsWhatIsStillCopiedIn) {
  EXPECT_ORDER_ALWAYS(in_then_vector,
                      "Adds: src: V reads bytes 0 to 256 of its buffer, which DataCopy writes on "
                      "MTE2, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_V" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void vector_then_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  if constexpr (kRight) Order<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongOrderTest, CopyOutOfWhatIsStillComputed) {
  EXPECT_ORDER_ALWAYS(vector_then_out,
                      "DataCopy: src: MTE3 reads bytes 0 to 256 of its buffer, which Duplicate "
                      "writes on V, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE3" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void in_then_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) Order<HardEvent::MTE2_MTE3>();
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongOrderTest, CopyThrough) {
  EXPECT_ORDER_ALWAYS(in_then_out,
                      "DataCopy: src: MTE3 reads bytes 0 to 256 of its buffer, which DataCopy "
                      "writes on MTE2, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_MTE3" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void in_over_vector(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                          GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 128);
  PipeBarrier<PIPE_V>();
  Adds(bench.b, bench.a, 1.0f, 64);
  if constexpr (kRight) Order<HardEvent::V_MTE2>();
  DataCopy(bench.a, bench.x, 64);
}
TEST(WrongOrderTest, ReuseOfABufferThatIsStillRead) {
  EXPECT_ORDER_ALWAYS(in_over_vector,
                      "DataCopy: dst: MTE2 writes bytes 0 to 256 of its buffer, which Adds reads "
                      "on V, and nothing orders the two (WAR); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE2" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void vector_over_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  Order<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  if constexpr (kRight) Order<HardEvent::MTE3_V>();
  Duplicate(bench.a, 2.0f, 64);
}
TEST(WrongOrderTest, VectorOverwritesWhatIsStillCopiedOut) {
  EXPECT_ORDER(vector_over_out, Sync::kAuto,
               "Duplicate: dst: V writes bytes 0 to 256 of its buffer, which DataCopy reads on "
               "MTE3, and nothing orders the two (WAR); SetFlag and WaitFlag of "
               "HardEvent::MTE3_V" +
                   std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void in_over_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  Order<HardEvent::MTE2_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  if constexpr (kRight) Order<HardEvent::MTE3_MTE2>();
  DataCopy(bench.a, bench.x, 64);
}
TEST(WrongOrderTest, CopyInOverwritesWhatIsStillCopiedOut) {
  EXPECT_ORDER_ALWAYS(in_over_out,
                      "DataCopy: dst: MTE2 writes bytes 0 to 256 of its buffer, which DataCopy "
                      "reads on MTE3, and nothing orders the two (WAR); SetFlag and WaitFlag of "
                      "HardEvent::MTE3_MTE2" +
                          std::string(kQueue));
}

// --- within one pipe ---

template <bool kRight>
__global__ __aicore__ void vector_then_vector(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                              GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  if constexpr (kRight) PipeBarrier<PIPE_V>();
  Adds(bench.b, bench.a, 1.0f, 64);
}
TEST(WrongOrderTest, DependentVectorInstructions) {
  EXPECT_ORDER_MANUAL(vector_then_vector,
                      "Adds: src: V reads bytes 0 to 256 of its buffer, which Duplicate writes on "
                      "V, and nothing orders the two (RAW); PipeBarrier<PIPE_V> does");
  // The hardware of Ascend 950 does.
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(vector_then_vector<false>);
  EXPECT_EQ(RunWrong(kKernel, "Ascend950PR_9599", Checks::kStrict, 1, Sync::kManual),
            absl::OkStatus());
}

template <bool kRight>
__global__ __aicore__ void in_over_in(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) PipeBarrier<PIPE_MTE2>();
  DataCopy(bench.a[32], bench.x, 64);
}
TEST(WrongOrderTest, CopiesInToTheSameBytes) {
  EXPECT_ORDER_ALWAYS(in_over_in,
                      "DataCopy: dst: MTE2 writes bytes 128 to 256 of its buffer, which DataCopy "
                      "writes on MTE2, and nothing orders the two (WAW); PipeBarrier<PIPE_MTE2> "
                      "does");
}

// The same bytes as before, to and fro.
template <bool kRight>
__global__ __aicore__ void in_over_in_again(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) PipeBarrier<PIPE_MTE2>();
  DataCopy(bench.a, bench.x, 64);
}
template <bool kRight>
__global__ __aicore__ void vector_in_place(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  PipeBarrier<PIPE_V>();
  Adds(bench.a, bench.a, 1.0f, 64);
  if constexpr (kRight) PipeBarrier<PIPE_V>();
  Adds(bench.a, bench.a, 1.0f, 64);
}
TEST(WrongOrderTest, TheSameAccessAgain) {
  EXPECT_ORDER_ALWAYS(in_over_in_again,
                      "DataCopy: dst: MTE2 writes bytes 0 to 256 of its buffer, which DataCopy "
                      "writes on MTE2, and nothing orders the two (WAW); PipeBarrier<PIPE_MTE2> "
                      "does");
  EXPECT_ORDER_MANUAL(vector_in_place,
                      "Adds: src: V reads bytes 0 to 256 of its buffer, which Adds writes on V, "
                      "and nothing orders the two (RAW); PipeBarrier<PIPE_V> does");
}

template <bool kRight>
__global__ __aicore__ void out_over_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  Order<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  if constexpr (kRight) PipeBarrier<PIPE_MTE3>();
  DataCopy(bench.y[56], bench.a, 8);
}
TEST(WrongOrderTest, CopiesOutToTheSameBytes) {
  EXPECT_ORDER_ALWAYS(out_over_out,
                      "DataCopy: dst: MTE3 writes bytes 224 to 256 of y, which DataCopy writes on "
                      "MTE3, and nothing orders the two (WAW); PipeBarrier<PIPE_MTE3> does");
}

// Additions in memory disturb no others.
__global__ __aicore__ void adds_over_adds(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                          GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  Order<HardEvent::V_MTE3>();
  SetAtomicAdd<float>();
  DataCopy(bench.y, bench.a, 64);
  DataCopy(bench.y, bench.a, 64);
  SetAtomicNone();
}
TEST(WrongOrderTest, AdditionsToTheSameBytesAreRight) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(adds_over_adds);
  EXPECT_EQ(RunWrong(kKernel, "Ascend910B3", Checks::kStrict, 1, Sync::kManual),
            absl::OkStatus());
}

// --- the scalar unit ---

template <bool kRight>
__global__ __aicore__ void scalar_reads(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  if constexpr (kRight) Order<HardEvent::V_S>();
  ASSERT(bench.a.GetValue(3) == 1.0f);
}
TEST(WrongOrderTest, ScalarReadsWhatIsStillComputed) {
  EXPECT_ORDER_MANUAL(scalar_reads,
                      "LocalTensor.GetValue: tensor: S reads bytes 12 to 16 of its buffer, which "
                      "Duplicate writes on V, and nothing orders the two (RAW); SetFlag and "
                      "WaitFlag of HardEvent::V_S do");
}

template <bool kRight>
__global__ __aicore__ void scalar_reads_copy(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) Order<HardEvent::MTE2_S>();
  ASSERT(bench.a.GetValue(3) == 1.0f);
}
TEST(WrongOrderTest, ScalarReadsWhatIsStillCopiedIn) {
  EXPECT_ORDER_MANUAL(scalar_reads_copy,
                      "LocalTensor.GetValue: tensor: S reads bytes 12 to 16 of its buffer, which "
                      "DataCopy writes on MTE2, and nothing orders the two (RAW); SetFlag and "
                      "WaitFlag of HardEvent::MTE2_S do");
}

template <bool kRight>
__global__ __aicore__ void scalar_writes(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  for (uint32_t i = 0; i < 8; ++i) bench.a.SetValue(i, 2.0f);
  if constexpr (kRight) Order<HardEvent::S_V>();
  Adds(bench.b, bench.a, 1.0f, 8);
}
TEST(WrongOrderTest, VectorReadsWhatTheScalarUnitWrites) {
  EXPECT_ORDER_MANUAL(scalar_writes,
                      "Adds: src: V reads bytes 28 to 32 of its buffer, which "
                      "LocalTensor.SetValue writes on S, and nothing orders the two (RAW); SetFlag "
                      "and WaitFlag of HardEvent::S_V do");
}

template <bool kRight>
__global__ __aicore__ void scalar_writes_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  Bench bench(x, y);
  for (uint32_t i = 0; i < 8; ++i) bench.a.SetValue(i, 2.0f);
  if constexpr (kRight) Order<HardEvent::S_MTE3>();
  DataCopy(bench.y, bench.a, 8);
}
TEST(WrongOrderTest, CopyOutOfWhatTheScalarUnitWrites) {
  EXPECT_ORDER_MANUAL(scalar_writes_out,
                      "DataCopy: src: MTE3 reads bytes 28 to 32 of its buffer, which "
                      "LocalTensor.SetValue writes on S, and nothing orders the two (RAW); SetFlag "
                      "and WaitFlag of HardEvent::S_MTE3 do");
}

template <bool kRight>
__global__ __aicore__ void scalar_overwrites(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  Order<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  if constexpr (kRight) Order<HardEvent::MTE3_S>();
  bench.a.SetValue(0, 2.0f);
}
TEST(WrongOrderTest, ScalarOverwritesWhatIsStillCopiedOut) {
  EXPECT_ORDER_MANUAL(scalar_overwrites,
                      "LocalTensor.SetValue: dst: S writes bytes 0 to 4 of its buffer, which "
                      "DataCopy reads on MTE3, and nothing orders the two (WAR); SetFlag and "
                      "WaitFlag of HardEvent::MTE3_S do");
}

// What the scalar unit has waited for has happened for all it issues afterwards.
__global__ __aicore__ void scalar_orders_others(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  ASSERT(bench.a.GetValue(0) == 1.0f);  // the compiler's flag, MTE2_S
  Adds(bench.b, bench.a, 1.0f, 64);
}
TEST(WrongOrderTest, TheCompilersFlagsOrderWhatFollows) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(scalar_orders_others);
  EXPECT_EQ(RunWrong(kKernel, "Ascend910B3", Checks::kStrict, 1, Sync::kAuto), absl::OkStatus());
}

// --- flags, queues ---

template <bool kRight>
__global__ __aicore__ void flag_too_early(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                          GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.b, bench.x, 64);
  if constexpr (!kRight) SetFlag<HardEvent::MTE2_V>(0);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) SetFlag<HardEvent::MTE2_V>(0);
  WaitFlag<HardEvent::MTE2_V>(0);
  Adds(bench.a[128], bench.b, 1.0f, 64);
  Adds(bench.a[192], bench.a, 1.0f, 64);
}
TEST(WrongOrderTest, AFlagCoversWhatIsBeforeItOnly) {
  EXPECT_ORDER_ALWAYS(flag_too_early,
                      "Adds: src: V reads bytes 0 to 256 of its buffer, which DataCopy writes on "
                      "MTE2, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_V" +
                          std::string(kQueue));
}

// A flag carries what its pipe had waited for, so V orders MTE2 before MTE3.
template <bool kRight>
__global__ __aicore__ void through_vector(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                          GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) Order<HardEvent::MTE2_V>();
  Order<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongOrderTest, FlagsAreTransitive) {
  EXPECT_ORDER_ALWAYS(through_vector,
                      "DataCopy: src: MTE3 reads bytes 0 to 256 of its buffer, which DataCopy "
                      "writes on MTE2, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_MTE3" +
                          std::string(kQueue));
}

// A queue of VECIN hands over from MTE2 to V, not from V to MTE3.
template <bool kRight>
__global__ __aicore__ void wrong_queue(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TQue<kRight ? TPosition::VECOUT : TPosition::VECIN, 1> queue;
  pipe.InitBuffer(queue, 1, 256);
  LocalTensor<float> tensor = queue.template AllocTensor<float>();
  Duplicate(tensor, 1.0f, 64);
  queue.EnQue(tensor);
  tensor = queue.template DeQue<float>();
  DataCopy(tensors.y, tensor, 64);
  queue.FreeTensor(tensor);
}
TEST(WrongOrderTest, QueueOfTheWrongPosition) {
  EXPECT_ORDER_ALWAYS(wrong_queue,
                      "DataCopy: src: MTE3 reads bytes 0 to 256 of its buffer, which Duplicate "
                      "writes on V, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE3" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void other_positions(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
  pipe.InitBuffer(queue, 1, 256);
  LocalTensor<float> tensor = queue.AllocTensor<float>();
  DataCopy(tensor, tensors.x, 64);
  queue.EnQue<TPosition::GM, TPosition::VECIN>(tensor);
  if constexpr (kRight) {
    tensor = queue.DeQue<TPosition::GM, TPosition::VECIN, float>();
  } else {
    tensor = queue.DeQue<TPosition::VECIN, TPosition::VECOUT, float>();
  }
  Adds(tensor, tensor, 1.0f, 64);
  queue.EnQue<TPosition::VECOUT, TPosition::GM>(tensor);
  tensor = queue.DeQue<TPosition::VECOUT, TPosition::GM, float>();
  DataCopy(tensors.y, tensor, 64);
  queue.FreeTensor(tensor);
}
TEST(WrongOrderTest, BothSidesOfAQueueNameTheSamePositions) {
  constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(other_positions<false>);
  constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(other_positions<true>);
  EXPECT_EQ(WithoutPlace(RunWrong(kWrong, "Ascend910B3"), __FILE__),
            "kernel other_positions<false>, block 0 of 2 (Ascend910B3): TQue.DeQue: asks for a "
            "tensor on its way from VECIN to VECOUT; EnQue sent the first one from GM to VECIN");
  for (const Sync sync : {Sync::kAuto, Sync::kManual})
    EXPECT_EQ(RunWrong(kRight, "Ascend910B3", Checks::kStrict, 2, sync), absl::OkStatus());
}

// The usual kernel: two buffers for each queue, several tiles.
__global__ __aicore__ void double_buffered(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  InQueue in;
  OutQueue out;
  pipe.InitBuffer(in, 2, 32);
  pipe.InitBuffer(out, 2, 32);
  for (uint32_t tile = 0; tile < 8; ++tile) {
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, tensors.x[tile * 8], 8);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Adds(b, a, 1.0f, 8);
    PipeBarrier<PIPE_V>();
    Mul(b, b, a, 8);
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<float>();
    DataCopy(tensors.y[tile * 8], b, 8);
    out.FreeTensor(b);
  }
}
TEST(WrongOrderTest, QueuesAreEnough) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(double_buffered);
  for (const Sync sync : {Sync::kAuto, Sync::kManual}) {
    for (const char* soc : {"Ascend910B3", "Ascend950PR_9599", "Ascend310P3", "Ascend910A",
                            "Ascend310B1"})
      EXPECT_EQ(RunWrong(kKernel, soc, Checks::kStrict, 2, sync), absl::OkStatus()) << soc;
  }
}

// TQueSync is what products without SetFlag have.
template <bool kRight>
__global__ __aicore__ void queue_sync(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) {
    TQueSync<PIPE_MTE2, PIPE_MTE3> sync;
    sync.SetFlag(0);
    sync.WaitFlag(0);
  }
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongOrderTest, TQueSyncOrders) {
  constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(queue_sync<false>);
  constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(queue_sync<true>);
  EXPECT_FALSE(RunWrong(kWrong, "Ascend310B1").ok());
  EXPECT_EQ(RunWrong(kRight, "Ascend310B1"), absl::OkStatus());
}

// Memory planned anew is still used by what ran before.
template <bool kRight>
__global__ __aicore__ void after_reset(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  bench.pipe.Reset();
  TBuf<> buffer;
  bench.pipe.InitBuffer(buffer, 256);
  if constexpr (kRight) Order<HardEvent::V_MTE2>();
  DataCopy(buffer.Get<float>(), bench.x, 64);
}
TEST(WrongOrderTest, ResetOrdersNothing) {
  EXPECT_ORDER_ALWAYS(after_reset,
                      "DataCopy: dst: MTE2 writes bytes 0 to 256 of its buffer, which Duplicate "
                      "writes on V, and nothing orders the two (WAW); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE2" +
                          std::string(kQueue));
}

// --- global memory ---

template <bool kRight>
__global__ __aicore__ void out_then_in(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  Order<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  if constexpr (kRight) Order<HardEvent::MTE3_MTE2>();
  DataCopy(bench.b, bench.y, 64);
}
TEST(WrongOrderTest, CopyInOfWhatIsStillCopiedOut) {
  EXPECT_ORDER_ALWAYS(out_then_in,
                      "DataCopy: src: MTE2 reads bytes 0 to 256 of y, which DataCopy writes on "
                      "MTE3, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE3_MTE2" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void in_then_over(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.b, bench.y, 64);
  Duplicate(bench.a, 1.0f, 64);
  Order<HardEvent::V_MTE3>();
  if constexpr (kRight) Order<HardEvent::MTE2_MTE3>();
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongOrderTest, CopyOutOverWhatIsStillCopiedIn) {
  EXPECT_ORDER_ALWAYS(in_then_over,
                      "DataCopy: dst: MTE3 writes bytes 0 to 256 of y, which DataCopy reads on "
                      "MTE2, and nothing orders the two (WAR); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_MTE3" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void scalar_then_in(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                          GM_ADDR tiling) {
  Bench bench(x, y);
  for (uint32_t i = 0; i < 64; ++i) bench.y.SetValue(i, 1.0f);
  if constexpr (kRight) {
    for (uint32_t i = 0; i < 64; i += 16) {
      DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(
          bench.y[i]);
    }
  }
  Order<HardEvent::S_MTE2>();
  DataCopy(bench.a, bench.y, 64);
}
TEST(WrongOrderTest, CopyInOfWhatIsInTheDataCacheOnly) {
  EXPECT_ORDER_ALWAYS(scalar_then_in,
                      "DataCopy: src: reads bytes 0 to 256 of y, which GlobalTensor.SetValue wrote "
                      "and which is in the data cache only; DataCacheCleanAndInvalid brings it to "
                      "memory");
}

template <bool kRight>
__global__ __aicore__ void stale_line(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  ASSERT(bench.y.GetValue(0) == 7.0f);
  Order<HardEvent::S_MTE3>();
  Duplicate(bench.a, 1.0f, 64);
  Order<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  Order<HardEvent::MTE3_S>();
  if constexpr (kRight)
    DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_OUT>(bench.y);
  ASSERT(bench.y.GetValue(1) == 1.0f);
}
TEST(WrongOrderTest, ScalarReadOfALineReadBefore) {
  EXPECT_ORDER_ALWAYS(stale_line,
                      "GlobalTensor.GetValue: tensor: reads bytes 4 to 8 of y in a line of 64 "
                      "bytes that the data cache holds since before DataCopy wrote to it; "
                      "DataCacheCleanAndInvalid drops the line");
}

template <bool kRight>
__global__ __aicore__ void out_over_dirty_line(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                               GM_ADDR tiling) {
  Bench bench(x, y);
  bench.y.SetValue(8, 2.0f);
  Duplicate(bench.a, 1.0f, 8);
  if constexpr (kRight)
    DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(bench.y);
  Order<HardEvent::S_MTE3>();
  Order<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 8);
}
TEST(WrongOrderTest, CopyOutIntoALineThatWillBeWrittenBack) {
  EXPECT_ORDER_ALWAYS(out_over_dirty_line,
                      "DataCopy: dst: writes bytes 0 to 32 of y in a line of 64 bytes which "
                      "GlobalTensor.SetValue wrote and which is in the data cache only; "
                      "DataCacheCleanAndInvalid brings it to memory");
}

// One block tells another by a scalar store.
template <bool kRight>
__global__ __aicore__ void scalar_to_other_block(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
  const Tensors tensors(x, y);
  GlobalTensor<float> all;
  all.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  if (GetBlockIdx() == 0) {
    all.SetValue(1, 2.0f);
    if constexpr (kRight)
      DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(all);
  }
  SyncAll();
  if (GetBlockIdx() == 1) ASSERT(all.GetValue(1) == 2.0f);
}
// A line that one block holds, and another writes.
template <bool kRight>
__global__ __aicore__ void other_block_to_line(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                               GM_ADDR tiling) {
  Bench bench(x, y);
  GlobalTensor<float> all;
  all.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  if (GetBlockIdx() == 1) ASSERT(all.GetValue(8) == 7.0f);
  if (GetBlockIdx() == 0) {
    Duplicate(bench.a, 1.0f, 8);
    Order<HardEvent::V_MTE3>();
    DataCopy(all, bench.a, 8);
  }
  SyncAll();
  if constexpr (kRight)
    DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_ALL>(all);
  if (GetBlockIdx() == 1) ASSERT(all.GetValue(0) == 1.0f);
}
TEST(WrongOrderTest, BarriersDoNotCleanDataCaches) {
  const auto run = [](const DeviceKernel& kernel) {
    return WithoutPlace(RunWrong(kernel, "Ascend910B3"), __FILE__);
  };
  constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(scalar_to_other_block<false>);
  EXPECT_EQ(run(kWrong),
            "kernel scalar_to_other_block<false>, block 1 of 2 (Ascend910B3): "
            "GlobalTensor.GetValue: y: reads bytes 4 to 8, which block 0 writes "
            "(GlobalTensor.SetValue) into its data cache only; DataCacheCleanAndInvalid brings it "
            "to memory");
  constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(scalar_to_other_block<true>);
  EXPECT_EQ(run(kRight), "");
  constexpr DeviceKernel kStale = OPENACLNN_DEVICE_KERNEL(other_block_to_line<false>);
  EXPECT_EQ(run(kStale),
            "kernel other_block_to_line<false>, block 1 of 2 (Ascend910B3): "
            "GlobalTensor.GetValue: tensor: reads bytes 0 to 4 of y in a line of 64 bytes that the "
            "data cache holds since before DataCopy wrote to it; DataCacheCleanAndInvalid drops "
            "the line");
  constexpr DeviceKernel kClean = OPENACLNN_DEVICE_KERNEL(other_block_to_line<true>);
  EXPECT_EQ(run(kClean), "");
}

// Each block writes a number beside that of the other.
template <int kDistance>
__global__ __aicore__ void numbers_of_blocks(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  GlobalTensor<float> all;
  all.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  all.SetValue(GetBlockIdx() * kDistance, 1.0f);
}
TEST(WrongOrderTest, BlocksThatShareALineOfTheDataCache) {
  constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(numbers_of_blocks<1>);
  EXPECT_EQ(WithoutPlace(RunWrong(kWrong, "Ascend910B3"), __FILE__),
            "kernel numbers_of_blocks<1>, block 1 of 2 (Ascend910B3): GlobalTensor.SetValue: "
            "writes bytes 4 to 8 of y in a line of 64 bytes in which block 0 writes bytes 0 to 4 of "
            "y (GlobalTensor.SetValue); data caches write back whole lines, so one of the two may "
            "be lost");
  constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(numbers_of_blocks<16>);
  EXPECT_EQ(RunWrong(kRight, "Ascend910B3"), absl::OkStatus());
}

// --- global memory that nobody wrote ---

// Runs the kernel with y and the workspace undefined.
absl::Status RunUndefined(const DeviceKernel& kernel) {
  std::vector<float> y(64);
  std::vector<uint8_t> workspace(256);
  const Launch::Tensor tensors[] = {
      {}, {.data = y.data(), .bytes = 256, .writable = true, .name = "y", .undefined = true}};
  return Run({.kernel = &kernel,
              .soc = FindSoc("Ascend910B3"),
              .blocks = 2,
              .tensors = tensors,
              .workspace = {.data = workspace.data(), .bytes = 256, .undefined = true},
              .checks = Checks::kStrict});
}

// Each block reads what the other wrote to the workspace before the barrier.
template <int kWritten>
__global__ __aicore__ void reads_workspace(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  const int64_t block = GetBlockIdx();
  GlobalTensor<float> shared;
  shared.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(workspace), 64);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 128);
  LocalTensor<float> tensor = buffer.Get<float>();
  Duplicate(tensor, 1.0f, 32);
  Order<HardEvent::V_MTE3>();
  DataCopy(shared[block * 32], tensor, kWritten);
  SyncAll();
  DataCopy(tensor, shared[(1 - block) * 32], 32);
}
template <bool kRight>
__global__ __aicore__ void adds_to_output(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                          GM_ADDR tiling) {
  if (GetBlockIdx() != 0) return;
  GlobalTensor<float> to;
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), 64);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  LocalTensor<float> tensor = buffer.Get<float>();
  Duplicate(tensor, 1.0f, 64);
  Order<HardEvent::V_MTE3>();
  if constexpr (kRight) {
    for (uint32_t i = 0; i < 64; i += 8) DataCopy(to[i], tensor, 8);
    PipeBarrier<PIPE_MTE3>();
  }
  SetAtomicAdd<float>();
  DataCopy(to, tensor, 64);
  SetAtomicNone();
}
TEST(WrongOrderTest, GlobalMemoryThatNobodyWrote) {
  constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(reads_workspace<24>);
  EXPECT_EQ(WithoutPlace(RunUndefined(kWrong), __FILE__),
            "kernel reads_workspace<24>, block 0 of 2 (Ascend910B3): DataCopy: src: reads bytes "
            "128 to 256 of workspace, of which byte 224 was never written");
  constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(reads_workspace<32>);
  EXPECT_EQ(RunUndefined(kRight), absl::OkStatus());
  constexpr DeviceKernel kAdds = OPENACLNN_DEVICE_KERNEL(adds_to_output<false>);
  EXPECT_EQ(WithoutPlace(RunUndefined(kAdds), __FILE__),
            "kernel adds_to_output<false>, block 0 of 2 (Ascend910B3): DataCopy: dst: adds to bytes "
            "0 to 256 of y, of which byte 0 was never written");
  constexpr DeviceKernel kSets = OPENACLNN_DEVICE_KERNEL(adds_to_output<true>);
  EXPECT_EQ(RunUndefined(kSets), absl::OkStatus());
}

// --- memory as a device allocates it ---

// Copies whole blocks, so more than the 61 elements that there are.
__global__ __aicore__ void whole_blocks(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  PipeBarrier<PIPE_ALL>();
  DataCopy(bench.y, bench.a, 64);
}
absl::Status RunPadded(std::vector<float>& x, std::vector<float>& y, bool padded) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(whole_blocks);
  const Launch::Tensor tensors[] = {{.data = x.data(), .bytes = 61 * 4, .name = "x"},
                                    {.data = y.data(), .bytes = 61 * 4, .writable = true, .name = "y"}};
  return Run({.kernel = &kKernel,
              .soc = FindSoc("Ascend910B3"),
              .tensors = tensors,
              .checks = Checks::kStrict,
              .padded = padded});
}
TEST(WrongOrderTest, PaddedArguments) {
  std::vector<float> x(64, 2.0f), y(64, 7.0f);
  EXPECT_EQ(WithoutPlace(RunPadded(x, y, false), __FILE__),
            "kernel whole_blocks, block 0 of 1 (Ascend910B3): DataCopy: src: bytes 0 to 256 of x, "
            "which has 244 bytes");
  EXPECT_EQ(RunPadded(x, y, true), absl::OkStatus());
  EXPECT_EQ(y[60], 2.0f);
  EXPECT_EQ(y[61], 7.0f);  // what is not the argument's stays
  // An argument that is both.
  std::vector<float> both(64, 3.0f);
  EXPECT_EQ(RunPadded(both, both, true), absl::OkStatus());
  EXPECT_EQ(both, std::vector<float>(64, 3.0f));
}

// --- places ---

__global__ __aicore__ void places(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopyPad(bench.a, bench.x, DataCopyExtParams(1, 256, 0, 0, 0),
              DataCopyPadExtParams<float>());
  Exp(bench.b, bench.a, 64);
}
TEST(WrongOrderTest, MessagesNameBothPlaces) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(places);
  const std::string message(RunWrong(kKernel, "Ascend910B3").message());
  const std::string file = __FILE__;
  const size_t first = message.find(" on MTE2 at " + file + ":");
  ASSERT_NE(first, std::string::npos) << message;
  const size_t last = message.rfind(" [" + file + ":");
  ASSERT_NE(last, std::string::npos) << message;
  const int copy = std::stoi(message.substr(first + 13 + file.size()));
  const int exp = std::stoi(message.substr(last + 3 + file.size()));
  EXPECT_EQ(exp - copy, 2) << message;
}

}  // namespace
}  // namespace openaclnn::aicore
