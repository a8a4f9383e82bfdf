// Small kernels, each with one mistake in copying from and to global memory, and what the simulator
// says about it.
#include <cstdint>

#include "gtest/gtest.h"
#include "runtime/aicore/include/ascendc/kernel_data_copy.h"
#include "runtime/aicore/include/ascendc/kernel_log.h"
#include "runtime/aicore/include/ascendc/kernel_sync.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_tpipe.h"
#include "runtime/aicore/include/kernel_tiling/kernel_tiling.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/run_wrong.h"
#include "runtime/aicore/vector/half.h"

namespace openaclnn::aicore {
namespace {

// --- global memory ---

__global__ __aicore__ void beyond_global_buffer(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopy(buffer.Get<float>(), tensors.x[8], kElements);
}
TEST(WrongKernelsTest, CopyBeyondGlobalBuffer) {
  EXPECT_WRONG(beyond_global_buffer,
               "block 0 of 2 (Ascend910B3): DataCopy: src: bytes 32 to 288 from the address that "
               "SetGlobalBuffer was given with 256 bytes (in x)");
}

__global__ __aicore__ void beyond_argument(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  GlobalTensor<float> from;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x) + GetBlockIdx() * kElements);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 512);
  DataCopy(buffer.Get<float>(), from, kElements + 8);
}
TEST(WrongKernelsTest, CopyBeyondArgument) {
  EXPECT_WRONG(
      beyond_argument,
      "block 1 of 2 (Ascend910B3): DataCopy: src: bytes 256 to 544 of x, which has 512 bytes");
}

__global__ __aicore__ void before_argument(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  GlobalTensor<float> from;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x));
  from[static_cast<uint64_t>(-2)].GetValue(0);
}
TEST(WrongKernelsTest, ReadBeforeArgument) {
  EXPECT_WRONG(before_argument,
               "block 0 of 2 (Ascend910B3): GlobalTensor.GetValue: tensor: bytes -8 to -4 of x, "
               "which has 512 bytes");
}

__global__ __aicore__ void no_global_buffer(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  GlobalTensor<float> from;
  from.GetValue(0);
}
TEST(WrongKernelsTest, GlobalTensorWithoutMemory) {
  EXPECT_WRONG(no_global_buffer,
               "block 0 of 2 (Ascend910B3): GlobalTensor.GetValue: tensor: the tensor has no "
               "memory; SetGlobalBuffer gives it");
}

float not_an_argument = 1.0f;
__global__ __aicore__ void foreign_address(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  GlobalTensor<float> from;
  from.SetGlobalBuffer(&not_an_argument, 1);
  from.GetValue(0);
}
TEST(WrongKernelsTest, AddressOfNoArgument) {
  EXPECT_WRONG(foreign_address,
               "block 0 of 2 (Ascend910B3): GlobalTensor.GetValue: tensor: the tensor's address "
               "lies in none of the kernel's arguments");
}

__global__ __aicore__ void writes_input(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Tensors tensors(x, y);
  tensors.x.SetValue(3, 2.0f);
}
TEST(WrongKernelsTest, WritesInput) {
  EXPECT_WRONG(writes_input,
               "block 0 of 2 (Ascend910B3): GlobalTensor.SetValue: tensor: writes bytes 12 to 16 "
               "of x, which is read only");
}

__global__ __aicore__ void count_not_in_blocks(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                               GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopy(buffer.Get<float>(), tensors.x, 13);
}
TEST(WrongKernelsTest, CountNotInBlocks) {
  EXPECT_WRONG(count_not_in_blocks,
               "block 0 of 2 (Ascend910B3): DataCopy: count: 52 bytes; DataCopy moves whole blocks "
               "of 32 bytes and would leave out the last 20; "
               "DataCopyPad moves all");
}

__global__ __aicore__ void unaligned_global(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  GlobalTensor<float> from;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x + 2));
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopy(buffer.Get<float>(), from, 8);
}
TEST(WrongKernelsTest, GlobalAddressUnaligned) {
  EXPECT_WRONG(unaligned_global,
               "block 0 of 2 (Ascend910B3): DataCopy: src: the address in global memory is not a "
               "multiple of 4, the size of the element");
}

__global__ __aicore__ void too_many_blocks(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopy(buffer.Get<float>(), tensors.x, DataCopyParams(4096, 1, 0, 0));
}
TEST(WrongKernelsTest, TooManyCopyBlocks) {
  EXPECT_WRONG(too_many_blocks,
               "block 0 of 2 (Ascend910B3): DataCopy: blockCount: 4096; 0 to 4095");
}

__global__ __aicore__ void copy_overlaps(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 512);
  LocalTensor<float> tensor = buffer.Get<float>();
  DataCopy(tensor, tensors.x, kElements);
  DataCopy(tensor[8], tensor, kElements);
}
TEST(WrongKernelsTest, PartialOverlap) {
  EXPECT_WRONG(copy_overlaps,
               "block 0 of 2 (Ascend910B3): DataCopy: src: overlaps dst in part: bytes 0 to 256 "
               "and 32 to 288 of the unified buffer; the operands "
               "must be apart or the same");
}

// --- DataCopyPad ---

__global__ __aicore__ void pad_in(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopyPad(buffer.Get<float>(), tensors.x, DataCopyExtParams(1, 52, 0, 0, 0),
              DataCopyPadExtParams<float>());
}
TEST(WrongKernelsTest, DataCopyPadWhereThereIsNone) {
  EXPECT_WRONG_ON("Ascend310P3", Checks::kFast, pad_in,
                  "block 0 of 2 (Ascend310P3): DataCopyPad: DataCopyPad does not exist on Atlas "
                  "inference series (Ascend310P3)");
  EXPECT_WRONG_ON("Ascend910A", Checks::kFast, pad_in,
                  "block 0 of 2 (Ascend910A): DataCopyPad: DataCopyPad does not exist on Atlas "
                  "training series (Ascend910A)");
}

__global__ __aicore__ void pad_bfloat16(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<BFloat16> from;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ BFloat16*>(x));
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopyPad(buffer.Get<BFloat16>(), from, DataCopyExtParams(1, 52, 0, 0, 0),
              DataCopyPadExtParams<BFloat16>());
}
TEST(WrongKernelsTest, DataCopyPadOfBfloat16) {
  EXPECT_WRONG_ON("Ascend310B1", Checks::kFast, pad_bfloat16,
                  "block 0 of 2 (Ascend310B1): DataCopyPad: bfloat16 does not exist on Atlas "
                  "200I/500 A2 inference products (Ascend310B1)");
}

__global__ __aicore__ void pad_length(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopyPad(buffer.Get<float>(), tensors.x, DataCopyExtParams(1, 54, 0, 0, 0),
              DataCopyPadExtParams<float>());
}
TEST(WrongKernelsTest, DataCopyPadOfPartsOfElements) {
  EXPECT_WRONG(pad_length,
               "block 0 of 2 (Ascend910B3): DataCopyPad: blockLen: 54 bytes; a multiple of 4, the "
               "size of the element");
}

__global__ __aicore__ void pad_too_wide(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopyPad(buffer.Get<float>(), tensors.x, DataCopyExtParams(1, 52, 0, 0, 0),
              DataCopyPadExtParams<float>(true, 0, 9, 0.0f));
}
TEST(WrongKernelsTest, PaddingTooWide) {
  EXPECT_WRONG(
      pad_too_wide,
      "block 0 of 2 (Ascend910B3): DataCopyPad: rightPadding: 9 elements, 36 bytes; at most 32");
}

__global__ __aicore__ void pad_block_too_long(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                              GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopyPad(buffer.Get<float>(), tensors.x, DataCopyExtParams(1, 2097152, 0, 0, 0),
              DataCopyPadExtParams<float>());
}
TEST(WrongKernelsTest, PadBlockTooLong) {
  EXPECT_WRONG(pad_block_too_long,
               "block 0 of 2 (Ascend910B3): DataCopyPad: blockLen: 2097152 bytes; 0 to 2097151");
}

__global__ __aicore__ void pad_wide_value(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<int64_t> from;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ int64_t*>(x));
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopyPad(buffer.Get<int64_t>(), from, DataCopyExtParams(1, 40, 0, 0, 0),
              DataCopyPadExtParams<int64_t>(true, 0, 1, 3));
}
TEST(WrongKernelsTest, PaddingValueOf64Bits) {
  EXPECT_WRONG(pad_wide_value,
               "block 0 of 2 (Ascend910B3): DataCopyPad: paddingValue: of a 64-bit type; only 0 "
               "can be filled in");
}

__global__ __aicore__ void pad_unfilled(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 64);
  DataCopyPad(buffer.Get<float>(), tensors.x, DataCopyExtParams(1, 40, 0, 0, 0),
              DataCopyPadExtParams<float>(false, 2, 0, 0.0f));
  buffer.Get<float>().GetValue(1);
}
TEST(WrongKernelsTest, ReadsPaddingThatWasNotFilled) {
  EXPECT_WRONG_STRICT(pad_unfilled,
                      "block 0 of 2 (Ascend910B3): LocalTensor.GetValue: tensor: reads bytes 4 to "
                      "8 of its buffer, of which byte 4 was never written");
}

__global__ __aicore__ void negative_stride(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopyPad(buffer.Get<float>(), tensors.x, DataCopyExtParams(2, 32, -32, 0, 0),
              DataCopyPadExtParams<float>());
}
TEST(WrongKernelsTest, NegativeStride) {
  EXPECT_WRONG(negative_stride,
               "block 0 of 2 (Ascend910B3): DataCopyPad: srcStride: -32; 0 to 4294967295");
}

__global__ __aicore__ void compact(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  DataCopyPad<float, PaddingMode::Compact>(buffer.Get<float>(), tensors.x,
                                           DataCopyExtParams(2, 12, 0, 0, 0),
                                           DataCopyPadExtParams<float>());
}
TEST(WrongKernelsTest, CompactPaddingWhereThereIsNone) {
  EXPECT_WRONG(compact,
               "block 0 of 2 (Ascend910B3): DataCopyPad: PaddingMode::Compact does not exist on "
               "Atlas A2 training and inference series "
               "(Ascend910B3)");
}

}  // namespace
}  // namespace openaclnn::aicore
