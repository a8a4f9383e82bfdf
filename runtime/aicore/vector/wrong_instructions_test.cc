// What is reported of wrong vector instructions.
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/vector/run_instructions.h"
#include "runtime/aicore/without_place.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

TEST(WrongVectorInstructionsTest, BeyondTheBuffer) {
  ExpectWrong("Add: src1: bytes 32 to 16416 of a buffer of 16384 bytes",
              [](const Buffers& buffers) {
                const Typed<float> t(buffers);
                Add(t.out, t.x, t.y[8], 4096);
              });
  ExpectWrong("Add: dst: bytes 32 to 16416 of a buffer of 16384 bytes", [](const Buffers& buffers) {
    const Typed<float> t(buffers);
    Add(t.y[8], t.out, t.x, 4096);
  });
}

TEST(WrongVectorInstructionsTest, RepeatsBeyondTheBuffer) {
  ExpectWrong("Muls: dst: bytes 0 to 16640 of a buffer of 16384 bytes", [](const Buffers& buffers) {
    const Typed<float> t(buffers);
    Muls(t.out, t.x, 2.0f, 64, 65, {1, 1, 8, 0});
  });
}

TEST(WrongVectorInstructionsTest, Alignment) {
  ExpectWrong("Exp: src: starts at byte 4 of its buffer; a multiple of 32 is needed",
              [](const Buffers& buffers) {
                const Typed<float> t(buffers);
                Exp(t.out, t.x[1], 8);
              });
}

TEST(WrongVectorInstructionsTest, NegativeCount) {
  ExpectWrong("Add: count: -1 elements; 0 or more", [](const Buffers& buffers) {
    const Typed<float> t(buffers);
    Add(t.out, t.x, t.y, -1);
  });
}

TEST(WrongVectorInstructionsTest, TooManyRepeats) {
  ExpectWrong("Add: repeatTime: 256 repeats; 0 to 255", [](const Buffers& buffers) {
    const Typed<float> t(buffers);
    Add(t.out, t.x, t.y, 1, 256, {1, 1, 1, 0, 0, 0});
  });
}

TEST(WrongVectorInstructionsTest, MaskLongerThanARepeat) {
  ExpectWrong("Add: mask: 65 elements of each repeat; a repeat has 64", [](const Buffers& buffers) {
    const Typed<float> t(buffers);
    Add(t.out, t.x, t.y, 65, 1, {});
  });
}

TEST(WrongVectorInstructionsTest, MaskBitsBeyondARepeat) {
  ExpectWrong("Add: mask: has bits beyond the 64 elements of a repeat", [](const Buffers& buffers) {
    const Typed<float> t(buffers);
    const uint64_t mask[2] = {1, 1};
    Add(t.out, t.x, t.y, mask, 1, {});
  });
}

TEST(WrongVectorInstructionsTest, MaskBitsWhileCounting) {
  ExpectWrong("Add: mask: is a set of bits, but after SetMaskCount it is a number of elements",
              [](const Buffers& buffers) {
                const Typed<float> t(buffers);
                const uint64_t mask[2] = {1, 0};
                SetMaskCount();
                Add(t.out, t.x, t.y, mask, 1, {});
              });
}

TEST(WrongVectorInstructionsTest, MaskLengthOfSetVectorMask) {
  ExpectWrong("SetVectorMask: len: 129 elements of each repeat; a repeat has 128",
              [](const Buffers&) { SetVectorMask<half>(129); });
}

TEST(WrongVectorInstructionsTest, PartialOverlap) {
  ExpectWrong(
      "Add: src0: overlaps dst in part: bytes 0 to 256 and 32 to 288 of the unified buffer; the "
      "operands must be apart or the same",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        Add(t.out[8], t.out, t.x, 64);
      });
  // The last block of one is the first of the other.
  ExpectWrong(
      "Exp: src: overlaps dst in part: bytes 224 to 480 and 0 to 256 of the unified buffer; the "
      "operands must be apart or the same",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        Exp(t.out, t.out[56], 64);
      });
  ExpectWrong(
      "Exp: src: overlaps dst in part: bytes 0 to 256 and 224 to 480 of the unified buffer; the "
      "operands must be apart or the same",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        Exp(t.out[56], t.out, 64);
      });
}

TEST(WrongVectorInstructionsTest, WideningInPlace) {
  ExpectWrong(
      "Cast: src: overlaps dst in part: bytes 0 to 256 and 0 to 512 of the unified buffer; the "
      "operands must be apart or the same",
      [](const Buffers& buffers) {
        Cast(buffers.out.ReinterpretCast<float>(), buffers.out.ReinterpretCast<half>(),
             RoundMode::CAST_NONE, 128);
      });
}

// A repeat is read before it is written, and what it writes no later one reads.
TEST(WrongVectorInstructionsTest, WideningFromTheUpperHalfIsRight) {
  Memory memory;
  for (int i = 0; i < 256; ++i) Put(memory.out, 512 + i * 2, half(static_cast<float>(i)));
  const absl::Status status = RunBody(memory, [](const Buffers& buffers) {
    Cast(buffers.out.ReinterpretCast<float>(), buffers.out.ReinterpretCast<half>()[256],
         RoundMode::CAST_NONE, 256);
  });
  EXPECT_TRUE(status.ok()) << status;
  for (int i = 0; i < 256; ++i) EXPECT_EQ(At<float>(memory.out, i * 4), static_cast<float>(i));
}

TEST(WrongVectorInstructionsTest, WideningOneRepeatInPlaceIsRight) {
  Memory memory;
  for (int i = 0; i < 64; ++i) Put(memory.out, i * 2, half(static_cast<float>(i)));
  const absl::Status status = RunBody(memory, [](const Buffers& buffers) {
    Cast(buffers.out.ReinterpretCast<float>(), buffers.out.ReinterpretCast<half>(),
         RoundMode::CAST_NONE, 64);
  });
  EXPECT_TRUE(status.ok()) << status;
  for (int i = 0; i < 64; ++i) EXPECT_EQ(At<float>(memory.out, i * 4), static_cast<float>(i));
}

TEST(WrongVectorInstructionsTest, WideningFromBelowTheUpperHalf) {
  ExpectWrong(
      "Cast: src: overlaps dst in part: bytes 352 to 864 and 0 to 1024 of the unified buffer; the "
      "operands must be apart or the same",
      [](const Buffers& buffers) {
        Cast(buffers.out.ReinterpretCast<float>(), buffers.out.ReinterpretCast<half>()[176],
             RoundMode::CAST_NONE, 256);
      });
}

// What repeats have read already may be overwritten.
TEST(WrongVectorInstructionsTest, MovingDownByWholeRepeatsIsRight) {
  Memory memory;
  for (int i = 0; i < 192; ++i) Put(memory.out, i * 4, static_cast<float>(i));
  const absl::Status status = RunBody(memory, [](const Buffers& buffers) {
    const Typed<float> t(buffers);
    Adds(t.out, t.out[64], 1.0f, 128);
    Adds(t.out, t.out[64], 1.0f, 64, 1, {});
  });
  EXPECT_TRUE(status.ok()) << status;
  for (int i = 0; i < 64; ++i) EXPECT_EQ(At<float>(memory.out, i * 4), static_cast<float>(i + 130));
}

TEST(WrongVectorInstructionsTest, OverlapOfRepeats) {
  ExpectWrong(
      "Add: src0: overlaps dst in part: dst writes byte 256 of the unified buffer for another "
      "element; the operands must be apart or the "
      "same",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        Add(t.out[64], t.out, t.x, 64, 2, {});
      });
}

// Odd and even blocks of one buffer are apart, although they lie between each other.
TEST(WrongVectorInstructionsTest, InterleavedOperandsAreRight) {
  Memory memory;
  const absl::Status status = RunBody(memory, [](const Buffers& buffers) {
    const Typed<float> t(buffers);
    Add(t.out[8], t.out, t.x, 64, 2, {2, 2, 1, 16, 16, 8});
  });
  EXPECT_TRUE(status.ok()) << status;
}

TEST(WrongVectorInstructionsTest, LibraryFunctionInPlace) {
  ExpectWrong(
      "Erf: src: overlaps dst: bytes 0 to 256 and 0 to 256 of the unified buffer; the operands "
      "must be apart",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        Erf(t.out, t.out, 64);
      });
}

TEST(WrongVectorInstructionsTest, TypeTheInstructionDoesNotHave) {
  ExpectWrong("Exp: does not exist for int32_t on Ascend910B3; it does for half, float",
              [](const Buffers& buffers) {
                const Typed<int32_t> t(buffers);
                Exp(t.out, t.x, 8);
              });
  ExpectWrong("And: does not exist for float on Ascend910B3; it does for int16_t, uint16_t",
              [](const Buffers& buffers) {
                const Typed<float> t(buffers);
                And(t.out, t.x, t.y, 8);
              });
}

TEST(WrongVectorInstructionsTest, BFloat16Arithmetic) {
  const auto add = [](const Buffers& buffers) {
    const Typed<bfloat16_t> t(buffers);
    Add(t.out, t.x, t.y, 16);
  };
  ExpectWrong(
      "Add: does not exist for bfloat16_t on Ascend910B3; it does for half, float, int16_t, "
      "int32_t (Ascend 950: bfloat16_t)",
      add);
  Memory memory;
  EXPECT_TRUE(RunBody(memory, add, "Ascend950PR_9599").ok());
}

TEST(WrongVectorInstructionsTest, BFloat16Cast) {
  ExpectWrong(
      "Cast: bfloat16_t does not exist on Atlas inference series (Ascend310P3)",
      [](const Buffers& buffers) {
        Cast(buffers.out.ReinterpretCast<float>(), buffers.x.ReinterpretCast<bfloat16_t>(),
             RoundMode::CAST_NONE, 8);
      },
      "Ascend310P3");
}

TEST(WrongVectorInstructionsTest, RoundModes) {
  const auto cast = [](RoundMode mode) {
    return [mode](const Buffers& buffers) {
      Cast(buffers.out.ReinterpretCast<half>(), buffers.x.ReinterpretCast<float>(), mode, 8);
    };
  };
  ExpectWrong(
      "Cast: roundMode: CAST_RINT from float to half does not exist on Ascend310P3; all but "
      "CAST_HYBRID (Atlas inference and training: "
      "CAST_NONE, CAST_ODD)",
      cast(RoundMode::CAST_RINT), "Ascend310P3");
  ExpectWrong(
      "Cast: roundMode: CAST_HYBRID from float to half does not exist on Ascend910B3; all but "
      "CAST_HYBRID (Atlas inference and training: "
      "CAST_NONE, CAST_ODD)",
      cast(RoundMode::CAST_HYBRID));
  ExpectWrong(
      "Cast: roundMode: CAST_NONE from float to bfloat16_t does not exist on Ascend910B3; "
      "CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, "
      "CAST_TRUNC",
      [](const Buffers& buffers) {
        Cast(buffers.out.ReinterpretCast<bfloat16_t>(), buffers.x.ReinterpretCast<float>(),
             RoundMode::CAST_NONE, 8);
      });
}

TEST(WrongVectorInstructionsTest, ConversionThatDoesNotExist) {
  ExpectWrong(
      "Cast: does not convert from float to int8_t; from half, bfloat16_t and integers of 2, 4 and "
      "8 bytes to float and back, from int4b_t, int8_t, uint8_t, int16_t and int32_t to half and "
      "back, from bfloat16_t to int32_t, from int32_t to int16_t and int64_t, from int64_t to "
      "int32_t",
      [](const Buffers& buffers) {
        Cast(buffers.out.ReinterpretCast<int8_t>(), buffers.x.ReinterpretCast<float>(),
             RoundMode::CAST_RINT, 8);
      });
}

TEST(WrongVectorInstructionsTest, MaxsOnTrainingProducts) {
  ExpectWrong(
      "Maxs: Maxs does not exist on Atlas training series (Ascend910A)",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        Maxs(t.out, t.x, 0.0f, 8);
      },
      "Ascend910A");
}

TEST(WrongVectorInstructionsTest, ComparesOnTrainingProducts) {
  ExpectWrong(
      "Compares: Compares does not exist on Atlas training series (Ascend910A)",
      [](const Buffers& buffers) {
        Compares(buffers.out, buffers.x.ReinterpretCast<float>(), 0.0f, CMPMODE::LT, 64);
      },
      "Ascend910A");
}

TEST(WrongVectorInstructionsTest, CompareOfAnIncompleteRepeat) {
  ExpectWrong(
      "Compare: count: 100 elements of 4 bytes; the bits of an incomplete last repeat of 256 bytes "
      "are not computed, so a multiple of 64",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        Compare(buffers.out, t.x, t.y, CMPMODE::LT, 100);
      });
}

TEST(WrongVectorInstructionsTest, CompareWithAMask) {
  ExpectWrong(
      "Compare: mask: leaves elements out, whose bits in dst would be undefined; a repeat has 64 "
      "elements",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        Compare(buffers.out, t.x, t.y, CMPMODE::LT, 60, 1, {});
      });
}

TEST(WrongVectorInstructionsTest, CompareOfIntegers) {
  ExpectWrong("Compare: cmpMode: int32_t is compared with EQ only on Ascend910B3",
              [](const Buffers& buffers) {
                const Typed<int32_t> t(buffers);
                Compare(buffers.out, t.x, t.y, CMPMODE::LT, 64);
              });
}

TEST(WrongVectorInstructionsTest, SelectModeOfAScalar) {
  ExpectWrong(
      "Select: selMode: VSEL_TENSOR_SCALAR_MODE is for a scalar src1, the other modes for a tensor",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        Select(t.out, buffers.y, t.x, 1.0f, SELMODE::VSEL_TENSOR_TENSOR_MODE, 64);
      });
}

TEST(WrongVectorInstructionsTest, SelectModeOfTrainingProducts) {
  ExpectWrong(
      "Select: Select with VSEL_TENSOR_SCALAR_MODE or VSEL_TENSOR_TENSOR_MODE does not exist on "
      "Atlas training series (Ascend910A)",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        Select(t.out, buffers.y, t.x, t.x, SELMODE::VSEL_TENSOR_TENSOR_MODE, 64);
      },
      "Ascend910A");
}

// Runs a kernel whose only tensor is y, 64 float32.
absl::Status RunWithY(const DeviceKernel& kernel, std::vector<float>* result = nullptr) {
  std::vector<float> y(64);
  const Launch::Tensor tensors[] = {
      {.data = y.data(), .bytes = 256, .writable = true, .name = "y"}};
  absl::Status status = aicore::Run({.kernel = &kernel,
                                     .soc = FindSoc("Ascend910B3"),
                                     .tensors = tensors,
                                     .checks = Checks::kStrict});
  if (result != nullptr) *result = y;
  return status;
}

// A kernel whose buffer takes all but 4096 bytes; Select uses the last 8192 itself.
template <int kCase>
__global__ __aicore__ void select_over_data(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  constexpr uint32_t kTail = (192 * 1024 - 8192) / sizeof(float);
  GlobalTensor<float> to;
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), 64);
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, 192 * 1024 - 4096);
  const LocalTensor<float> tensor = buffer.Get<float>();
  Duplicate(tensor, 2.0f, 192);
  Duplicate(tensor[kTail - 64], 3.0f, 128);
  Select(tensor, tensor[64].ReinterpretCast<uint8_t>(), tensor[kCase == 1 ? kTail : 128], 1.0f,
         SELMODE::VSEL_TENSOR_SCALAR_MODE, 64);
  PipeBarrier<PIPE_ALL>();
  DataCopy(to, tensor[kCase == 0 ? kTail : kTail - 64], 64);
}
TEST(WrongVectorInstructionsTest, SelectOverwritesTheTail) {
  EXPECT_EQ(WithoutPlace(RunWithY(OPENACLNN_DEVICE_KERNEL(select_over_data<0>)), __FILE__),
            "kernel select_over_data<0>, block 0 of 1 (Ascend910B3): DataCopy: src: reads "
            "bytes 188416 to 188672 of its buffer, of which byte 188416 was overwritten by Select, "
            "which uses the last 8192 bytes of the unified buffer itself");
  EXPECT_EQ(WithoutPlace(RunWithY(OPENACLNN_DEVICE_KERNEL(select_over_data<1>)), __FILE__),
            "kernel select_over_data<1>, block 0 of 1 (Ascend910B3): Select: src0: lies in the "
            "last 8192 bytes of the unified buffer, which the instruction uses itself in this "
            "mode");
  std::vector<float> y;
  EXPECT_EQ(RunWithY(OPENACLNN_DEVICE_KERNEL(select_over_data<2>), &y), absl::OkStatus());
  EXPECT_EQ(y, std::vector<float>(64, 3.0f));
}

// Padding lanes are computed with, but what comes of them must not leave the core.
template <int kCount>
__global__ __aicore__ void pads_lanes(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<float> to;
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), 64);
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, 1024);
  const LocalTensor<float> x = buffer.Get<float>();
  const LocalTensor<float> positive = x[64];
  const LocalTensor<uint8_t> mask = x[128].ReinterpretCast<uint8_t>();
  Duplicate(x, 4.0f, 60);  // of 64 lanes
  Exp(x, x, 64);
  Add(x, x, x, 64, 1, {});
  Compares(mask, x, 1.0f, CMPMODE::GT, 64);
  Select(positive, mask, x, 0.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, 64);
  PipeBarrier<PIPE_ALL>();
  DataCopyPad(to, positive, DataCopyExtParams(1, kCount * sizeof(float), 0, 0, 0));
}
// Undefined bits of a mask matter, whatever they choose between; undefined elements that are not
// chosen do not. kMask: the mask comes from undefined lanes, else an operand does.
template <bool kMask>
__global__ __aicore__ void selects(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<float> to;
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), 64);
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, 2048);
  const LocalTensor<float> part = buffer.Get<float>();
  const LocalTensor<float> whole = part[64];
  const LocalTensor<float> out = part[128];
  const LocalTensor<uint8_t> mask = part[192].ReinterpretCast<uint8_t>();
  Duplicate(part, 4.0f, 60);  // of 64 lanes
  Duplicate(whole, 4.0f, 56);
  Duplicate(whole[56], 0.0f, 8);
  Compares(mask, kMask ? part : whole, 1.0f, CMPMODE::GT, 64);
  Select(out, mask, kMask ? whole : part, whole, SELMODE::VSEL_TENSOR_TENSOR_MODE, 64);
  PipeBarrier<PIPE_ALL>();
  DataCopy(to, out, 64);
}
// Fails when it already knows what will be undefined; the leak sanitizer watches.
__global__ __aicore__ void selects_beyond(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, 1024);
  const LocalTensor<float> x = buffer.Get<float>();
  Duplicate(x, 1.0f, 64);
  Select(x[128], x.ReinterpretCast<uint8_t>(), x, x[224], SELMODE::VSEL_TENSOR_TENSOR_MODE, 64);
}
TEST(WrongVectorInstructionsTest, SelectBeyondTheBufferOfUndefinedElements) {
  EXPECT_EQ(WithoutPlace(RunWithY(OPENACLNN_DEVICE_KERNEL(selects_beyond)), __FILE__),
            "kernel selects_beyond, block 0 of 1 (Ascend910B3): Select: src1: bytes 896 to 1152 of "
            "a buffer of 1024 bytes");
}

TEST(WrongVectorInstructionsTest, UndefinedMasksAndOperands) {
  EXPECT_EQ(RunWithY(OPENACLNN_DEVICE_KERNEL(selects<false>)), absl::OkStatus());
  EXPECT_EQ(WithoutPlace(RunWithY(OPENACLNN_DEVICE_KERNEL(selects<true>)), __FILE__),
            "kernel selects<true>, block 0 of 1 (Ascend910B3): DataCopy: src: reads bytes 512 to "
            "768 of its buffer, of which byte 752 was never written, or computed from bytes that "
            "never were");
}

TEST(WrongVectorInstructionsTest, UndefinedLanesMatterWhereTheyLeave) {
  EXPECT_EQ(RunWithY(OPENACLNN_DEVICE_KERNEL(pads_lanes<60>)), absl::OkStatus());
  EXPECT_EQ(WithoutPlace(RunWithY(OPENACLNN_DEVICE_KERNEL(pads_lanes<61>)), __FILE__),
            "kernel pads_lanes<61>, block 0 of 1 (Ascend910B3): DataCopyPad: src: reads bytes "
            "256 to 500 of its buffer, of which byte 496 was never written, or computed from bytes "
            "that never were");
}

TEST(WrongVectorInstructionsTest, ShiftBeyondTheWidth) {
  ExpectWrong("ShiftLeft: scalar: 33 bits; 0 to 32", [](const Buffers& buffers) {
    const Typed<int32_t> t(buffers);
    ShiftLeft(t.out, t.x, 33, 8);
  });
}

TEST(WrongVectorInstructionsTest, AxpyFromFloatToHalf) {
  ExpectWrong("Axpy: does not add float to half; to half is added half, to float float or half",
              [](const Buffers& buffers) {
                Axpy(buffers.out.ReinterpretCast<half>(), buffers.x.ReinterpretCast<float>(), 1.0f,
                     8);
              });
  ExpectWrong("Axpy: does not exist for bfloat16_t on Ascend910B3; it does for half, float",
              [](const Buffers& buffers) {
                Axpy(buffers.out.ReinterpretCast<float>(), buffers.x.ReinterpretCast<bfloat16_t>(),
                     bfloat16_t(1.0f), 8);
              });
}

TEST(WrongVectorInstructionsTest, GatherMaskPatterns) {
  const auto gather = [](uint8_t pattern) {
    return [pattern](const Buffers& buffers) {
      const Typed<float> t(buffers);
      uint64_t kept = 0;
      GatherMask(t.out, t.x, pattern, false, 0, {1, 1, 8, 0}, kept);
    };
  };
  ExpectWrong("GatherMask: src1Pattern: is 8; 1 to 7", gather(8));
  ExpectWrong(
      "GatherMask: GatherMask with pattern 7 does not exist on Atlas inference series "
      "(Ascend310P3)",
      gather(7), "Ascend310P3");
  ExpectWrong("GatherMask: GatherMask does not exist on Atlas training series (Ascend910A)",
              gather(1), "Ascend910A");
}

TEST(WrongVectorInstructionsTest, TransposeOfAddressesBeyondTheBuffers) {
  ExpectWrong(
      "TransDataTo5HD: srcList: the tensor has no memory; AllocTensor, DeQue and TBuf::Get give it",
      [](const Buffers& buffers) {
        uint64_t dst[16], src[16];
        for (int i = 0; i < 16; ++i) {
          dst[i] = buffers.out.GetPhyAddr();
          src[i] = uint64_t{1} << 20;
        }
        TransDataTo5HD<half>(dst, src, {});
      });
}

TEST(WrongVectorInstructionsTest, TransposeOfWideTypes) {
  ExpectWrong(
      "TransDataTo5HD: does not exist for int64_t on Ascend910B3; it does for int8_t, uint8_t, "
      "half, int16_t, uint16_t, float, int32_t, "
      "uint32_t",
      [](const Buffers& buffers) {
        LocalTensor<int64_t> dst[16];
        LocalTensor<int64_t> src[16];
        for (int i = 0; i < 16; ++i) {
          dst[i] = buffers.out.ReinterpretCast<int64_t>();
          src[i] = buffers.x.ReinterpretCast<int64_t>();
        }
        TransDataTo5HD<int64_t>(dst, src, {});
      });
}

}  // namespace
}  // namespace openaclnn::aicore
