// What is reported of wrong moves within the unified buffer; each wrong one has a right twin.
#include <cstdint>

#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/vector/run_instructions.h"

namespace openaclnn::aicore {
namespace {

TEST(WrongGatherTest, Brcb) {
  const auto brcb = [](uint32_t src, uint16_t block, int64_t repeats) {
    return [=](const Buffers& buffers) {
      const Typed<float> t(buffers);
      Brcb(t.out, t.out[src], repeats, {block, 8});
    };
  };
  ExpectWrong("Brcb: dstBlkStride: 0; 1 or more, since the blocks of a repeat would be one",
              brcb(2048, 0, 1));
  ExpectWrong(
      "Brcb: src: overlaps dst: bytes 480 to 544 and 0 to 512 of the unified buffer; the operands "
      "must be apart",
      brcb(120, 1, 2));
  ExpectWrong("Brcb: repeatTime: 256 repeats; 0 to 255", brcb(2048, 1, 256));
  ExpectWrong("Brcb: src: starts at byte 516 of its buffer; a multiple of 32 is needed",
              brcb(129, 1, 1));
  ExpectRight(brcb(128, 1, 2));
  ExpectWrong("Brcb: Brcb does not exist on Atlas training series (Ascend910A)", brcb(128, 1, 2),
              "Ascend910A");
  const auto of = []<typename T>(T) {
    return [](const Buffers& buffers) {
      const Typed<T> t(buffers);
      Brcb(t.out, t.x, 1, {1, 8});
    };
  };
  ExpectWrong("Brcb: bfloat16_t does not exist on Atlas inference series (Ascend310P3)",
              of(bfloat16_t()), "Ascend310P3");
  ExpectRight(of(bfloat16_t()));
  ExpectWrong(
      "Brcb: does not exist for int8_t on Ascend910B3; it does for half, bfloat16_t, int16_t, "
      "uint16_t, float, int32_t, uint32_t (Ascend 950: types of 1 and 8 bytes)",
      of(int8_t()));
  ExpectRight(of(int8_t()), "Ascend950PR_9599");
}

TEST(WrongGatherTest, BrcbNeedsSpaceOfItsOwnOnAtlasInference) {
  const auto brcb = [](uint32_t more) {
    return [more](const Buffers& buffers) {
      const Typed<float> t(buffers);
      TBuf<TPosition::VECCALC> rest;
      GetTPipePtr()->InitBuffer(rest, 262144 - 3 * 16384 - 8192 + more);
      Brcb(t.out, t.x, 1, {1, 8});
    };
  };
  ExpectWrong(
      "Brcb: needs 8192 bytes of the unified buffer for itself; the kernel's buffers leave 8160",
      brcb(32), "Ascend310P3");
  ExpectRight(brcb(0), "Ascend310P3");
}

TEST(WrongGatherTest, Copy) {
  const auto copy = [](int32_t mask, uint16_t repeat_size, bool counter) {
    return [=](const Buffers& buffers) {
      const Typed<float> t(buffers);
      if (counter) SetMaskCount();
      Copy(t.out[8], t.out, mask, 2, {1, 1, repeat_size, 8});
      SetMaskNorm();
    };
  };
  ExpectWrong(
      "Copy: src: overlaps dst in part: dst writes byte 32 of the unified buffer for another "
      "element; the operands must be apart or the same",
      copy(16, 16, false));
  ExpectWrong(
      "Copy: src: overlaps dst: bytes 0 to 320 and 32 to 608 of the unified buffer; the operands "
      "must be apart",
      copy(16, 16, true));
  ExpectRight(copy(8, 16, false));
  ExpectWrong("Copy: mask: 65 elements of each repeat; a repeat has 64", copy(65, 16, false));
  ExpectWrong("Copy: repeatParams: repeats 4096 blocks apart; 0 to 4095", copy(8, 4096, false));
  const auto counted = [](int64_t repeats) {
    return [repeats](const Buffers& buffers) {
      const Typed<float> t(buffers);
      SetMaskCount();
      Copy(t.out, t.x, 8, repeats, {1, 1, 0, 0});
    };
  };
  ExpectWrong("Copy: repeatTime: 256 repeats; 0 to 255", counted(256));
  ExpectRight(counted(255));
  ExpectWrong("Copy: dst: bytes 0 to 131072 of a buffer of 16384 bytes",
              [](const Buffers& buffers) {
                const Typed<float> t(buffers);
                SetMaskCount();
                Copy(t.out, t.x, 8, 2, {1, 1, 4095, 8});
              });
  const auto bits = [](bool counter) {
    return [counter](const Buffers& buffers) {
      const Typed<float> t(buffers);
      const uint64_t mask[2] = {1, 0};
      if (counter) SetMaskCount();
      Copy(t.out, t.x, mask, 2, {1, 1, 8, 8});
    };
  };
  ExpectWrong("Copy: mask: is a set of bits, but after SetMaskCount it is a number of elements",
              bits(true));
  ExpectRight(bits(false));
  ExpectWrong("Copy: Copy does not exist on Atlas inference series (Ascend310P3)", bits(false),
              "Ascend310P3");
  const auto count = [](const Buffers& buffers) {
    const Typed<float> t(buffers);
    Copy(t.out, t.x, 100);
  };
  ExpectWrong(
      "Copy: Copy with a count does not exist on Atlas A2 training and inference series "
      "(Ascend910B3)",
      count);
  ExpectRight(count, "Ascend950PR_9599");
}

TEST(WrongGatherTest, Gather) {
  const auto gather = [](uint32_t offset, uint32_t base = 0) {
    return [=](const Buffers& buffers) {
      const Typed<half> t(buffers);
      const LocalTensor<uint32_t> offsets = buffers.y.ReinterpretCast<uint32_t>();
      offsets.SetValue(3, offset);
      Gather(t.out, t.x, offsets, base, 8);
    };
  };
  ExpectWrong(
      "Gather: offset: number 3 is 5 bytes; a multiple of 2, the size of the element, is needed",
      gather(5));
  ExpectWrong("Gather: src: bytes 0 to 16386 of a buffer of 16384 bytes", gather(16384));
  ExpectWrong("Gather: src: bytes 32 to 16386 of a buffer of 16384 bytes", gather(16352, 32));
  ExpectRight(gather(16382));
  ExpectWrong("Gather: offset: number 3 is 131072 bytes; less than 131072", gather(131072),
              "Ascend950PR_9599");
  ExpectWrong("Gather: Gather does not exist on Atlas training series (Ascend910A)", gather(4),
              "Ascend910A");
  const auto overlap = [](uint32_t dst) {
    return [dst](const Buffers& buffers) {
      const Typed<half> t(buffers);
      Gather(t.x[dst], t.x, buffers.y.ReinterpretCast<uint32_t>(), 0, 8);
    };
  };
  ExpectWrong(
      "Gather: src: overlaps dst: bytes 16384 to 16386 and 16384 to 16400 of the unified buffer; "
      "the operands must be apart",
      overlap(0));
  ExpectRight(overlap(16));
  const auto over_offsets = [](uint32_t dst) {
    return [dst](const Buffers& buffers) {
      Gather(buffers.y.ReinterpretCast<half>()[dst], buffers.x.ReinterpretCast<half>(),
             buffers.y.ReinterpretCast<uint32_t>(), 0, 8);
    };
  };
  ExpectWrong(
      "Gather: offset: overlaps dst in part: bytes 32768 to 32800 and 32768 to 32784 of the "
      "unified buffer; the operands must be apart or the same",
      over_offsets(0));
  ExpectRight(over_offsets(16));
}

TEST(WrongGatherTest, GatherOfBlocks) {
  const auto gather = [](uint32_t offset, uint32_t dst = 0) {
    return [=](const Buffers& buffers) {
      const LocalTensor<uint32_t> offsets = buffers.y.ReinterpretCast<uint32_t>();
      offsets.SetValue(3, offset);
      const Typed<uint32_t> t(buffers);
      Gatherb(t.out[dst], t.x, offsets, 1, {1, 8});
    };
  };
  ExpectWrong("Gatherb: offset: number 3 is 16 bytes; a multiple of 32 is needed", gather(16));
  ExpectWrong("Gatherb: src: bytes 16384 to 16416 of a buffer of 16384 bytes", gather(16384));
  ExpectRight(gather(16352));
  ExpectWrong("Gatherb: does not exist for float on Ascend910B3; it does for uint16_t, uint32_t",
              [](const Buffers& buffers) {
                const Typed<float> t(buffers);
                Gatherb(t.out, t.x, buffers.y.ReinterpretCast<uint32_t>(), 1, {1, 8});
              });
  ExpectWrong("Gatherb: repeatTime: 256 repeats; 0 to 255", [](const Buffers& buffers) {
    const Typed<uint32_t> t(buffers);
    Gatherb(t.out, t.x, buffers.y.ReinterpretCast<uint32_t>(), 256, {1, 8});
  });
  ExpectWrong("Gatherb: Gatherb does not exist on Atlas inference series (Ascend310P3)", gather(32),
              "Ascend310P3");
}

TEST(WrongGatherTest, Scatter) {
  const auto scatter = [](uint32_t offset, bool in_place) {
    return [=](const Buffers& buffers) {
      const LocalTensor<uint32_t> offsets = buffers.y.ReinterpretCast<uint32_t>();
      offsets.SetValue(3, offset);
      const Typed<float> t(buffers);
      Scatter(t.out, in_place ? t.out : t.x, offsets, 0, 8);
    };
  };
  ExpectWrong(
      "Scatter: offset: number 3 is 6 bytes; a multiple of 4, the size of the element, is needed",
      scatter(6, false), "Ascend310P3");
  ExpectWrong("Scatter: dst: bytes 0 to 16388 of a buffer of 16384 bytes", scatter(16384, false),
              "Ascend310P3");
  ExpectWrong(
      "Scatter: src: overlaps dst: bytes 0 to 32 and 0 to 12 of the unified buffer; the operands "
      "must be apart",
      scatter(8, true), "Ascend310P3");
  ExpectRight(scatter(8, false), "Ascend310P3");
  ExpectWrong(
      "Scatter: Scatter does not exist on Atlas A2 training and inference series (Ascend910B3)",
      scatter(8, false));
}

TEST(WrongGatherTest, CountedNumbers) {
  const auto index = []<typename T>(T) {
    return [](const Buffers& buffers) {
      const Typed<T> t(buffers);
      CreateVecIndex(t.out, T(0), 8u);
    };
  };
  ExpectWrong(
      "CreateVecIndex: does not exist for uint32_t on Ascend910B3; it does for half, float, "
      "int16_t, int32_t",
      index(uint32_t()));
  ExpectRight(index(int32_t()));
  ExpectWrong("CreateVecIndex: CreateVecIndex does not exist on Atlas training series (Ascend910A)",
              index(int32_t()), "Ascend910A");
  const auto progression = [](int32_t count, uint32_t dst) {
    return [=](const Buffers& buffers) {
      const Typed<float> t(buffers);
      ArithProgression(t.out[dst], 1.0f, 2.0f, count);
    };
  };
  ExpectWrong("ArithProgression: count: -1 elements; 0 or more", progression(-1, 0));
  ExpectWrong("ArithProgression: dst: starts at byte 4 of its buffer; a multiple of 32 is needed",
              progression(8, 1));
  ExpectWrong("ArithProgression: dst: bytes 0 to 16388 of a buffer of 16384 bytes",
              progression(4097, 0));
  ExpectRight(progression(4096, 0));
  ExpectWrong(
      "ArithProgression: ArithProgression does not exist on Atlas 200I/500 A2 inference products "
      "(Ascend310B1)",
      progression(8, 0), "Ascend310B1");
}

TEST(WrongGatherTest, Broadcast) {
  const auto rows = [](uint32_t columns, uint32_t src_rows) {
    return [=](const Buffers& buffers) {
      const Typed<float> t(buffers);
      const uint32_t dst[2] = {4, columns}, src[2] = {src_rows, columns};
      Broadcast<float, 2, 0>(t.out, t.x, dst, src);
    };
  };
  ExpectWrong(
      "Broadcast: srcShape: has 2 in dimension 0; 1 is needed, to repeat dimension 0 of dstShape",
      rows(8, 2));
  ExpectWrong("Broadcast: srcShape: 36 bytes; a multiple of 32 is needed", rows(9, 1));
  ExpectRight(rows(8, 1));
  ExpectWrong("Broadcast: Broadcast does not exist on Atlas training series (Ascend910A)",
              rows(8, 1), "Ascend910A");
  const auto columns = [](uint32_t scratch, uint32_t src_columns, uint32_t src_offset) {
    return [=](const Buffers& buffers) {
      const Typed<half> t(buffers);
      LocalTensor<uint8_t> space = buffers.y;
      space.SetBufferLen(scratch);
      const uint32_t dst[2] = {8, 16}, src[2] = {8, src_columns};
      Broadcast<half, 2, 1>(t.out, t.out[src_offset], dst, src, space);
    };
  };
  ExpectWrong("Broadcast: sharedTmpBuffer: 480 bytes; at least 512 are needed",
              columns(480, 1, 1024));
  ExpectWrong(
      "Broadcast: srcShape: has 16 in dimension 1; 1 is needed, to repeat dimension 1 of dstShape",
      columns(512, 16, 1024));
  ExpectWrong(
      "Broadcast: src: overlaps dst: bytes 0 to 16 and 0 to 256 of the unified buffer; the "
      "operands must be apart",
      columns(512, 1, 0));
  ExpectRight(columns(512, 1, 128));
  // Atlas inference wants whole blocks here, too.
  ExpectWrong("Broadcast: srcShape: 16 bytes; a multiple of 32 is needed", columns(512, 1, 128),
              "Ascend310P3");
}

}  // namespace
}  // namespace openaclnn::aicore
