// Small kernels, each with one mistake, and what the simulator says about it.
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/aicore/include/ascendc/kernel_data_copy.h"
#include "runtime/aicore/include/ascendc/kernel_log.h"
#include "runtime/aicore/include/ascendc/kernel_sync.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_tpipe.h"
#include "runtime/aicore/include/kernel_tiling/kernel_tiling.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/run_wrong.h"

namespace openaclnn::aicore {
namespace {

// --- the unified buffer ---

__global__ __aicore__ void buffer_overflow(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 2, 98304);
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 32);
}
TEST(WrongKernelsTest, UnifiedBufferOverflow) {
  EXPECT_WRONG(buffer_overflow,
               "block 0 of 2 (Ascend910B3): TPipe.InitBuffer: len: 1 * 32 bytes exceed what is "
               "left of the unified buffer: 0 of 196608 bytes");
}

__global__ __aicore__ void too_many_buffers(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  TPipe pipe;
  TBuf<> buffers[65];
  for (TBuf<>& buffer : buffers) pipe.InitBuffer(buffer, 32);
}
TEST(WrongKernelsTest, TooManyBuffers) {
  EXPECT_WRONG(
      too_many_buffers,
      "block 0 of 2 (Ascend910B3): TPipe.InitBuffer: num: 64 + 1 buffers; a kernel has at most 64");
}

__global__ __aicore__ void empty_buffer(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 0);
}
TEST(WrongKernelsTest, EmptyBuffer) {
  EXPECT_WRONG(empty_buffer,
               "block 0 of 2 (Ascend910B3): TPipe.InitBuffer: len: 0 bytes; 1 or more");
}

__global__ __aicore__ void no_buffer(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 0, 32);
}
TEST(WrongKernelsTest, NoBuffer) {
  EXPECT_WRONG(no_buffer,
               "block 0 of 2 (Ascend910B3): TPipe.InitBuffer: num: 0 buffers; 1 or more");
}

__global__ __aicore__ void wrong_position(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TBuf<TPosition::A1> buffer;
  pipe.InitBuffer(buffer, 32);
}
TEST(WrongKernelsTest, PositionOfTheCubeCore) {
  EXPECT_WRONG(wrong_position,
               "block 0 of 2 (Ascend910B3): TPipe.InitBuffer: position: A1 is no memory of a "
               "vector core; VECIN, VECOUT and VECCALC are");
}

__global__ __aicore__ void second_pipe(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  if (GetBlockIdx() == 1) TPipe second;
}
TEST(WrongKernelsTest, SecondPipe) {
  EXPECT_WRONG(second_pipe,
               "block 1 of 2 (Ascend910B3): TPipe: a second TPipe while the first exists; a kernel "
               "has one, and passes its address on");
}

__global__ __aicore__ void get_beyond_buffer(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 64);
  buffer.Get<float>(17);
}
TEST(WrongKernelsTest, GetBeyondBuffer) {
  EXPECT_WRONG(get_beyond_buffer,
               "block 0 of 2 (Ascend910B3): TBuf.Get: len: bytes 0 to 68 of a buffer of 64 bytes");
}

__global__ __aicore__ void set_beyond_buffer(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 64);
  buffer.Get<float>().SetValue(16, 1.0f);
}
TEST(WrongKernelsTest, SetBeyondBuffer) {
  EXPECT_WRONG(set_beyond_buffer,
               "block 0 of 2 (Ascend910B3): LocalTensor.SetValue: tensor: bytes 64 to 68 of a "
               "buffer of 64 bytes");
}

__global__ __aicore__ void set_beyond_tensor(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 64);
  buffer.Get<float>(8).SetValue(9, 1.0f);
}
TEST(WrongKernelsTest, SetBeyondTensor) {
  EXPECT_WRONG(set_beyond_tensor,
               "block 0 of 2 (Ascend910B3): LocalTensor.SetValue: tensor: bytes 36 to 40 of its "
               "buffer; the tensor ends at 32");
}

__global__ __aicore__ void copy_beyond_buffer(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                              GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 128);
  DataCopy(buffer.Get<float>(), tensors.x, kElements);
}
TEST(WrongKernelsTest, CopyBeyondBuffer) {
  EXPECT_WRONG(
      copy_beyond_buffer,
      "block 0 of 2 (Ascend910B3): DataCopy: dst: bytes 0 to 256 of a buffer of 128 bytes");
}

__global__ __aicore__ void unaligned(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 512);
  DataCopy(buffer.Get<float>()[4], tensors.x, kElements);
}
TEST(WrongKernelsTest, Unaligned) {
  EXPECT_WRONG(unaligned,
               "block 0 of 2 (Ascend910B3): DataCopy: dst: starts at byte 16 of its buffer; a "
               "multiple of 32 is needed");
}

__global__ __aicore__ void no_memory(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  LocalTensor<float> tensor;
  DataCopy(tensor, tensors.x, kElements);
}
TEST(WrongKernelsTest, TensorWithoutMemory) {
  EXPECT_WRONG(no_memory,
               "block 0 of 2 (Ascend910B3): DataCopy: dst: the tensor has no memory; AllocTensor, "
               "DeQue and TBuf::Get give it");
}

__global__ __aicore__ void after_reset(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 64);
  pipe.Reset();
  buffer.Get<float>().SetValue(0, 1.0f);
}
TEST(WrongKernelsTest, TensorAfterReset) {
  EXPECT_WRONG(after_reset,
               "block 0 of 2 (Ascend910B3): LocalTensor.SetValue: tensor: the tensor's TPipe has "
               "ended or was reset");
}

__global__ __aicore__ void never_written(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  LocalTensor<float> tensor = buffer.Get<float>();
  DataCopy(tensor, tensors.x, kElements - 8);
  DataCopy(tensors.y, tensor, kElements);
}
TEST(WrongKernelsTest, ReadsWhatNobodyWrote) {
  EXPECT_WRONG_STRICT(never_written,
                      "block 0 of 2 (Ascend910B3): DataCopy: src: reads bytes 0 to 256 of its "
                      "buffer, of which byte 224 was never written");
}

__global__ __aicore__ void last_tile_again(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 1, 256);
  for (int tile = 0; tile < 2; ++tile) {
    LocalTensor<float> tensor = queue.AllocTensor<float>();
    if (tile == 0) DataCopy(tensor, tensors.x, kElements);
    PipeBarrier<PIPE_ALL>();
    DataCopy(tensors.y, tensor, kElements);
    queue.FreeTensor(tensor);
  }
}
TEST(WrongKernelsTest, ReadsWhatTheTileBeforeLeft) {
  EXPECT_WRONG_STRICT(last_tile_again,
                      "block 0 of 2 (Ascend910B3): DataCopy: src: reads bytes 0 to 256 of its "
                      "buffer, of which byte 0 was never written");
}

// --- queues ---

__global__ __aicore__ void queue_without_buffers(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
  TPipe pipe;
  InQueue queue;
  queue.AllocTensor<float>();
}
TEST(WrongKernelsTest, QueueWithoutBuffers) {
  EXPECT_WRONG(queue_without_buffers,
               "block 0 of 2 (Ascend910B3): TQue.AllocTensor: the queue has no buffers; "
               "TPipe::InitBuffer gives them");
}

__global__ __aicore__ void alloc_too_many(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 2, 64);
  for (int i = 0; i < 3; ++i) queue.AllocTensor<float>();
}
TEST(WrongKernelsTest, AllocBeyondBuffers) {
  EXPECT_WRONG(alloc_too_many,
               "block 0 of 2 (Ascend910B3): TQue.AllocTensor: waits forever: all 2 buffers of the "
               "queue (VECIN) are in use; FreeTensor gives "
               "one back");
}

__global__ __aicore__ void alloc_beyond_events(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                               GM_ADDR tiling) {
  TPipe pipe;
  InQueue queues[3];
  for (InQueue& queue : queues) pipe.InitBuffer(queue, 2, 64);
  for (InQueue& queue : queues) {
    queue.AllocTensor<float>();
    queue.AllocTensor<float>();
  }
}
TEST(WrongKernelsTest, AllocBeyondEvents) {
  EXPECT_WRONG_ON("Ascend910A", Checks::kFast, alloc_beyond_events,
                  "block 0 of 2 (Ascend910A): TQue.AllocTensor: 4 buffers of queues at VECIN are "
                  "in use; Atlas training series has events for 4");
}

__global__ __aicore__ void enqueue_too_many(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 2, 64);
  for (int i = 0; i < 2; ++i) queue.EnQue(queue.AllocTensor<float>());
}
TEST(WrongKernelsTest, EnqueueBeyondDepth) {
  EXPECT_WRONG(enqueue_too_many,
               "block 0 of 2 (Ascend910B3): TQue.EnQue: the queue of depth 1 holds 1 tensors; "
               "DeQue takes one out");
}

__global__ __aicore__ void enqueue_twice(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TQue<TPosition::VECIN, 2> queue;
  pipe.InitBuffer(queue, 2, 64);
  LocalTensor<float> tensor = queue.AllocTensor<float>();
  queue.EnQue(tensor);
  queue.EnQue(tensor);
}
TEST(WrongKernelsTest, EnqueueTwice) {
  EXPECT_WRONG(enqueue_twice,
               "block 0 of 2 (Ascend910B3): TQue.EnQue: tensor: is in the queue already");
}

__global__ __aicore__ void enqueue_foreign(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  TPipe pipe;
  InQueue in;
  OutQueue out;
  pipe.InitBuffer(in, 1, 64);
  pipe.InitBuffer(out, 1, 64);
  out.EnQue(in.AllocTensor<float>());
}
TEST(WrongKernelsTest, EnqueueForeign) {
  EXPECT_WRONG(enqueue_foreign,
               "block 0 of 2 (Ascend910B3): TQue.EnQue: tensor: is none of the queue's (VECOUT); "
               "AllocTensor of the same queue gives one");
}

__global__ __aicore__ void enqueue_freed(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 1, 64);
  LocalTensor<float> tensor = queue.AllocTensor<float>();
  queue.FreeTensor(tensor);
  queue.EnQue(tensor);
}
TEST(WrongKernelsTest, EnqueueFreed) {
  EXPECT_WRONG(enqueue_freed,
               "block 0 of 2 (Ascend910B3): TQue.EnQue: tensor: has been freed; only a tensor from "
               "AllocTensor or DeQue can be enqueued");
}

__global__ __aicore__ void dequeue_empty(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 1, 64);
  queue.AllocTensor<float>();
  queue.DeQue<float>();
}
TEST(WrongKernelsTest, DequeueBeforeEnqueue) {
  EXPECT_WRONG(dequeue_empty,
               "block 0 of 2 (Ascend910B3): TQue.DeQue: waits forever: the queue (VECIN) is empty; "
               "EnQue comes first");
}

__global__ __aicore__ void free_twice(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 1, 64);
  LocalTensor<float> tensor = queue.AllocTensor<float>();
  queue.FreeTensor(tensor);
  queue.FreeTensor(tensor);
}
TEST(WrongKernelsTest, FreeTwice) {
  EXPECT_WRONG(free_twice,
               "block 0 of 2 (Ascend910B3): TQue.FreeTensor: tensor: has been freed before");
}

__global__ __aicore__ void free_enqueued(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 1, 64);
  LocalTensor<float> tensor = queue.AllocTensor<float>();
  queue.EnQue(tensor);
  queue.FreeTensor(tensor);
}
TEST(WrongKernelsTest, FreeEnqueued) {
  EXPECT_WRONG(free_enqueued,
               "block 0 of 2 (Ascend910B3): TQue.FreeTensor: tensor: is still in the queue; DeQue "
               "takes it out");
}

__global__ __aicore__ void never_freed(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  InQueue in;
  OutQueue out;
  pipe.InitBuffer(in, 2, 64);
  pipe.InitBuffer(out, 2, 64);
  out.EnQue(out.AllocTensor<float>());
}
TEST(WrongKernelsTest, NeverFreed) {
  EXPECT_WRONG(never_freed,
               "block 0 of 2 (Ascend910B3): TQue: queue number 1 (VECOUT) still holds 1 of its 2 "
               "buffers when the TPipe ends, 1 of them enqueued; "
               "each AllocTensor and DeQue needs its FreeTensor");
}

__global__ __aicore__ void use_after_free(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 1, 256);
  LocalTensor<float> tensor = queue.AllocTensor<float>();
  DataCopy(tensor, tensors.x, kElements);
  queue.FreeTensor(tensor);
  DataCopy(tensors.y, tensor, kElements);
}
TEST(WrongKernelsTest, UseAfterFree) {
  EXPECT_WRONG(
      use_after_free,
      "block 0 of 2 (Ascend910B3): DataCopy: src: the tensor has been freed by FreeTensor");
}

__global__ __aicore__ void use_of_old_lease(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 1, 256);
  LocalTensor<float> old = queue.AllocTensor<float>();
  queue.FreeTensor(old);
  LocalTensor<float> tensor = queue.AllocTensor<float>();
  tensor.SetValue(0, 1.0f);
  old.SetValue(0, 2.0f);
  queue.FreeTensor(tensor);
}
TEST(WrongKernelsTest, UseOfATensorThatBelongsToAnother) {
  EXPECT_WRONG(use_of_old_lease,
               "block 0 of 2 (Ascend910B3): LocalTensor.SetValue: tensor: the tensor has been "
               "freed by FreeTensor");
}

__global__ __aicore__ void use_while_enqueued(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                              GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  InQueue queue;
  pipe.InitBuffer(queue, 1, 256);
  LocalTensor<float> tensor = queue.AllocTensor<float>();
  DataCopy(tensor, tensors.x, kElements);
  queue.EnQue(tensor);
  DataCopy(tensors.y, tensor, kElements);
}
TEST(WrongKernelsTest, UseWhileEnqueued) {
  EXPECT_WRONG(
      use_while_enqueued,
      "block 0 of 2 (Ascend910B3): DataCopy: src: the tensor is in its queue; DeQue takes it out");
}

// Tensors that were right in the instruction before, as in UseAfterFree and UseWhileEnqueued.

__global__ __aicore__ void right_until_reset(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  LocalTensor<float> tensor = buffer.Get<float>();
  DataCopy(tensor, tensors.x, kElements);
  pipe.Reset();
  DataCopy(tensors.y, tensor, kElements);
}
TEST(WrongKernelsTest, RightUntilReset) {
  EXPECT_WRONG(
      right_until_reset,
      "block 0 of 2 (Ascend910B3): DataCopy: src: the tensor's TPipe has ended or was reset");
}

__global__ __aicore__ void right_until_enlarged(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  LocalTensor<float> tensor = buffer.Get<float>();
  DataCopy(tensor, tensors.x, kElements);
  tensor.SetSize(2 * kElements);
  DataCopy(tensor, tensors.x, 2 * kElements);
}
TEST(WrongKernelsTest, RightUntilEnlarged) {
  EXPECT_WRONG(
      right_until_enlarged,
      "block 0 of 2 (Ascend910B3): DataCopy: dst: bytes 0 to 512 of a buffer of 256 bytes");
}

__global__ __aicore__ void right_until_moved(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  const LocalTensor<float> tensor = buffer.Get<float>();
  DataCopy(tensor, tensors.x, kElements);
  DataCopy(tensor[4], tensors.x, 32);
}
TEST(WrongKernelsTest, RightUntilMoved) {
  EXPECT_WRONG(right_until_moved,
               "block 0 of 2 (Ascend910B3): DataCopy: dst: starts at byte 16 of its buffer; a "
               "multiple of 32 is needed");
}

// --- events and barriers ---

__global__ __aicore__ void wait_without_set(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
  WaitFlag<HardEvent::MTE2_V>(EVENT_ID1);
}
TEST(WrongKernelsTest, WaitWithoutSet) {
  EXPECT_WRONG(wait_without_set,
               "block 0 of 2 (Ascend910B3): WaitFlag: eventID: waits forever: nothing has set the "
               "flag MTE2_V 1; SetFlag of the same event and id "
               "comes first");
}

__global__ __aicore__ void set_twice(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  SetFlag<HardEvent::V_MTE3>(EVENT_ID0);
  SetFlag<HardEvent::V_MTE3>(EVENT_ID0);
}
TEST(WrongKernelsTest, SetTwice) {
  EXPECT_WRONG(set_twice,
               "block 0 of 2 (Ascend910B3): SetFlag: eventID: the flag V_MTE3 0 is set already; "
               "WaitFlag comes between");
}

__global__ __aicore__ void set_without_wait(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  SetFlag<HardEvent::MTE3_MTE2>(2);
}
TEST(WrongKernelsTest, SetWithoutWait) {
  EXPECT_WRONG(set_without_wait,
               "block 0 of 2 (Ascend910B3): SetFlag: the flag MTE3_MTE2 2 is still set when the "
               "kernel ends; each SetFlag needs its WaitFlag");
}

__global__ __aicore__ void wrong_event(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  SetFlag<HardEvent::V_S>(EVENT_ID5);
}
TEST(WrongKernelsTest, EventIdOutOfRange) {
  EXPECT_WRONG_ON("Ascend910A", Checks::kFast, wrong_event,
                  "block 0 of 2 (Ascend910A): SetFlag: eventID: 5 is no event id; 0 to 3 are on "
                  "Atlas training series");
}
TEST(WrongKernelsTest, FlagsWhereThereAreNone) {
  EXPECT_WRONG_ON("Ascend310B1", Checks::kFast, wrong_event,
                  "block 0 of 2 (Ascend310B1): SetFlag: does not exist on Atlas 200I/500 A2 "
                  "inference products");
}

__global__ __aicore__ void too_many_events(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  TPipe pipe;
  for (int i = 0; i < 9; ++i) pipe.AllocEventID<HardEvent::V_S>();
}
TEST(WrongKernelsTest, TooManyEvents) {
  EXPECT_WRONG(too_many_events,
               "block 0 of 2 (Ascend910B3): TPipe.AllocEventID: all 8 event ids of Atlas A2 "
               "training and inference series are in use");
}

__global__ __aicore__ void release_unreserved(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                              GM_ADDR tiling) {
  TPipe pipe;
  pipe.ReleaseEventID<HardEvent::V_S>(pipe.FetchEventID<HardEvent::V_S>());
}
TEST(WrongKernelsTest, ReleaseOfAnEventNotReserved) {
  EXPECT_WRONG(release_unreserved,
               "block 0 of 2 (Ascend910B3): TPipe.ReleaseEventID: id: 0 is not reserved; "
               "AllocEventID does that");
}

__global__ __aicore__ void barrier_in_one_block(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                GM_ADDR tiling) {
  if (GetBlockIdx() == 1) SyncAll();
}
TEST(WrongKernelsTest, BarrierInOneBlock) {
  EXPECT_WRONG(barrier_in_one_block,
               "block 1 of 2 (Ascend910B3): SyncAll: waits forever: block 0 has ended without it; "
               "all must call it equally often and alike");
}

__global__ __aicore__ void barrier(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  SyncAll();
}
TEST(WrongKernelsTest, BarrierWhereThereIsNone) {
  EXPECT_WRONG_ON("Ascend310P3", Checks::kFast, barrier,
                  "block 0 of 2 (Ascend310P3): SyncAll: without arguments does not exist on Atlas "
                  "inference series; "
                  "SyncAll(gmWorkspace, ubWorkspace, usedCores) does");
}
TEST(WrongKernelsTest, BarrierOfMoreBlocksThanCores) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(barrier);
  EXPECT_EQ(WithoutPlace(RunWrong(kKernel, "Ascend910B3", Checks::kStrict, 41), __FILE__),
            "kernel barrier, block 0 of 41 (Ascend910B3): SyncAll: waits forever: 41 blocks, but "
            "only 40 cores to run them at once");
}

__global__ __aicore__ void software_barrier(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  GlobalTensor<int32_t> arrivals;
  arrivals.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(GetUserWorkspace(workspace)), 32);
  if (GetBlockIdx() == 0) arrivals.SetValue(0, 1);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 64);
  SyncAll(arrivals, buffer.Get<int32_t>());
}
TEST(WrongKernelsTest, SoftwareBarrierNotCleared) {
  EXPECT_WRONG(software_barrier,
               "block 0 of 2 (Ascend910B3): SyncAll: gmWorkspace: holds 1 where this block's "
               "arrivals are counted, 0 expected; it must be 0 before "
               "the first SyncAll and left alone afterwards");
}

__global__ __aicore__ void small_software_barrier(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                  GM_ADDR tiling) {
  GlobalTensor<int32_t> arrivals;
  arrivals.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(GetUserWorkspace(workspace)), 15);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 64);
  SyncAll(arrivals, buffer.Get<int32_t>());
}
TEST(WrongKernelsTest, SoftwareBarrierTooSmall) {
  EXPECT_WRONG(small_software_barrier,
               "block 0 of 2 (Ascend910B3): SyncAll: gmWorkspace: bytes 0 to 64 from the address "
               "that SetGlobalBuffer was given with 60 bytes (in "
               "workspace)");
}

__global__ __aicore__ void race(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<float> to;
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  to.SetValue(static_cast<uint64_t>(1 + GetBlockIdx()), 1.0f);
  to.SetValue(2, 2.0f);
}
TEST(WrongKernelsTest, TwoBlocksWriteTheSame) {
  EXPECT_WRONG_STRICT(race,
                      "block 1 of 2 (Ascend910B3): GlobalTensor.SetValue: y: writes bytes 8 to 12, "
                      "which block 0 writes (GlobalTensor.SetValue) "
                      "with no SyncAll between");
}

__global__ __aicore__ void race_of_reader(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<float> to;
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  to.SetValue(static_cast<uint64_t>(GetBlockIdx()), 1.0f);
  to.GetValue(static_cast<uint64_t>(1 - GetBlockIdx()));
}
TEST(WrongKernelsTest, OneBlockReadsWhatAnotherWrites) {
  EXPECT_WRONG_STRICT(race_of_reader,
                      "block 1 of 2 (Ascend910B3): GlobalTensor.GetValue: y: reads bytes 0 to 4, "
                      "which block 0 writes (GlobalTensor.SetValue) with "
                      "no SyncAll between");
}

// --- tiling and assertions ---

struct LongTiling {
  int64_t numbers[2];
};
__global__ __aicore__ void tiling_too_long(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(LongTiling, data, tiling);
  (void)data;
}
TEST(WrongKernelsTest, TilingLongerThanGiven) {
  EXPECT_WRONG(tiling_too_long,
               "block 0 of 2 (Ascend910B3): GET_TILING_DATA: tiling: 16 bytes of LongTiling; the "
               "launch gives 8");
}

__global__ __aicore__ void assertion(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(Tiling);
  GET_TILING_DATA(data, tiling);
  ASSERT(data.number < 5);
}
TEST(WrongKernelsTest, Assertion) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(assertion);
  EXPECT_THAT(RunWrong(kKernel, "Ascend910B3").message(),
              ::testing::MatchesRegex("kernel assertion, block 0 of 2 \\(Ascend910B3\\): ASSERT: "
                                      "\\(data.number < 5\\) is false at "
                                      "runtime/aicore/wrong_kernels_test.cc:[0-9]+"));
}

// --- after a failure ---

__global__ __aicore__ void fills(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopy(buffer.Get<float>(), tensors.x, kElements);
  PipeBarrier<PIPE_ALL>();
  DataCopy(tensors.y, buffer.Get<float>(), kElements);
}
TEST(WrongKernelsTest, TheNextLaunchIsFine) {
  EXPECT_WRONG(
      use_while_enqueued,
      "block 0 of 2 (Ascend910B3): DataCopy: src: the tensor is in its queue; DeQue takes it out");
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(fills);
  EXPECT_EQ(RunWrong(kKernel, "Ascend910B3"), absl::OkStatus());
}

}  // namespace
}  // namespace openaclnn::aicore
