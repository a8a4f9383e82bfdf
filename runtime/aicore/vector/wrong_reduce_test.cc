// What is reported of wrong reductions; each wrong one has a right twin.
#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/vector/run_instructions.h"
#include "runtime/aicore/without_place.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

TEST(WrongReduceTest, Types) {
  const auto sum = []<typename T>(T) {
    return [](const Buffers& buffers) {
      const Typed<T> t(buffers);
      ReduceSum<T>(t.out, t.x, t.y, 8);
    };
  };
  ExpectWrong(
      "ReduceSum: does not exist for int32_t on Ascend910B3; it does for half, float (Ascend 950: "
      "int32_t, uint32_t, int64_t, uint64_t)",
      sum(int32_t()));
  ExpectRight(sum(int32_t()), "Ascend950PR_9599");
  ExpectWrong("ReduceSum: does not exist for float on Ascend910A; it does for half", sum(float()),
              "Ascend910A");
  ExpectRight(sum(half()), "Ascend910A");
  const auto repeats = []<typename T>(T) {
    return [](const Buffers& buffers) {
      const Typed<T> t(buffers);
      ReduceSum<T>(t.out, t.x, t.y, 8, 1, 8);
    };
  };
  ExpectWrong(
      "ReduceSum: does not exist for int64_t on Ascend950PR_9599; it does for half, float (Ascend "
      "950: int32_t, uint32_t)",
      repeats(int64_t()), "Ascend950PR_9599");
  ExpectRight(repeats(int32_t()), "Ascend950PR_9599");
}

TEST(WrongReduceTest, ScratchSpace) {
  // 20 repeats need 20 elements in the repeat form, which are 3 blocks.
  const auto sum = [](int64_t scratch) {
    return [scratch](const Buffers& buffers) {
      const Typed<float> t(buffers);
      LocalTensor<float> space = t.y;
      space.SetBufferLen(static_cast<uint32_t>(scratch));
      ReduceSum<float>(t.out, t.x, space, 64, 20, 8);
    };
  };
  ExpectWrong("ReduceSum: sharedTmpBuffer: 64 bytes; at least 96 are needed", sum(64));
  ExpectRight(sum(96));
  // The count form of Atlas A2 needs none.
  const auto counted = [](const Buffers& buffers) {
    const Typed<float> t(buffers);
    LocalTensor<float> space = t.y;
    space.SetBufferLen(0);
    ReduceSum<float>(t.out, t.x, space, 1280);
  };
  ExpectRight(counted);
  ExpectWrong("ReduceSum: sharedTmpBuffer: 0 bytes; at least 96 are needed", counted,
              "Ascend310P3");
  // An incomplete repeat alone is one.
  ExpectWrong(
      "ReduceSum: sharedTmpBuffer: 0 bytes; at least 32 are needed",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        LocalTensor<float> space = t.y;
        space.SetBufferLen(0);
        ReduceSum<float>(t.out, t.x, space, 8);
      },
      "Ascend310P3");
  // Of 16 repeats of half: 32 elements, with an index 16 more for the next level.
  const auto max = [](uint32_t scratch, bool index) {
    return [scratch, index](const Buffers& buffers) {
      const Typed<half> t(buffers);
      LocalTensor<half> space = t.y;
      space.SetBufferLen(scratch);
      ReduceMax<half>(t.out, t.x, space, 2048, index);
    };
  };
  ExpectWrong("ReduceMax: sharedTmpBuffer: 32 bytes; at least 64 are needed", max(32, false));
  ExpectRight(max(64, false));
  ExpectWrong("ReduceMax: sharedTmpBuffer: 64 bytes; at least 96 are needed", max(64, true));
  ExpectRight(max(96, true));
  ExpectRight(max(0, true), "Ascend950PR_9599");
  // 64 repeats of float: 128 elements, then 2 * 2, then 2.
  const auto levels = [](uint32_t scratch) {
    return [scratch](const Buffers& buffers) {
      const Typed<float> t(buffers);
      LocalTensor<float> space = t.y;
      space.SetBufferLen(scratch);
      ReduceMin<float>(t.out, t.x, space, 4096, true);
    };
  };
  ExpectWrong("ReduceMin: sharedTmpBuffer: 544 bytes; at least 576 are needed", levels(544));
  ExpectRight(levels(576));
}

TEST(WrongReduceTest, ScratchSpaceOverlapsSrc) {
  const auto sum = [](uint32_t offset) {
    return [offset](const Buffers& buffers) {
      const Typed<float> t(buffers);
      ReduceSum<float>(t.out, t.x, t.x[offset], 64, 4, 8);
    };
  };
  ExpectWrong(
      "ReduceSum: src: overlaps sharedTmpBuffer: bytes 16384 to 17408 and 16384 to 16416 of the "
      "unified buffer; the operands must be apart",
      sum(0));
  ExpectRight(sum(256));
  // Maxima may begin where src does.
  ExpectRight([](const Buffers& buffers) {
    const Typed<float> t(buffers);
    ReduceMax<float>(t.out, t.x, t.x, 256);
  });
  ExpectWrong(
      "ReduceMax: src: overlaps sharedTmpBuffer: bytes 16384 to 17408 and 16416 to 16448 of the "
      "unified buffer; the operands must be apart",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        ReduceMax<float>(t.out, t.x, t.x[8], 256);
      });
}

TEST(WrongReduceTest, ScratchSpaceIsUndefinedAfterwards) {
  Memory memory;
  ASSERT_TRUE(RunBody(memory, [](const Buffers& buffers) {
                const Typed<float> t(buffers);
                ReduceMax<float>(t.out[1024], t.x, t.out, 256);
              }).ok());
  EXPECT_EQ(At<uint32_t>(memory.out, 0), 0xFFFFFFFFu);
}

TEST(WrongReduceTest, Counts) {
  const auto sum = [](int32_t count) {
    return [count](const Buffers& buffers) {
      const Typed<float> t(buffers);
      ReduceSum<float>(t.out, t.x, t.y, count);
    };
  };
  ExpectWrong("ReduceSum: count: -1 elements; 0 or more", sum(-1));
  ExpectRight(sum(0));
  ExpectWrong("ReduceSum: src: bytes 16384 to 16388 of a buffer of 16384 bytes", sum(4097));
  ExpectRight(sum(4096));
}

// The maximum of `count` half, and its index.
template <int32_t count>
__global__ __aicore__ void long_kernel(GM_ADDR, GM_ADDR) {
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, 150016);
  const LocalTensor<half> x = buffer.Get<half>();
  for (int32_t i = 0; i < count; i += 32768)
    Duplicate(x[static_cast<uint32_t>(i)], half(1), std::min(count - i, 32768));
  ReduceMax<half>(x[74000], x, x, count, true);
}

TEST(WrongReduceTest, IndexOfHalf) {
  const auto run = [](const DeviceKernel& kernel) {
    return aicore::Run({.kernel = &kernel, .soc = FindSoc("Ascend910B3")});
  };
  EXPECT_EQ(run(OPENACLNN_DEVICE_KERNEL(long_kernel<65536>)), absl::OkStatus());
  EXPECT_EQ(WithoutPlace(run(OPENACLNN_DEVICE_KERNEL(long_kernel<65537>)), __FILE__),
            "kernel long_kernel<65537>, block 0 of 1 (Ascend910B3): ReduceMax: calIndex: an index "
            "of 2 bytes counts 65536 elements; src has more");
}

TEST(WrongReduceTest, Orders) {
  const auto max = [](ReduceOrder order) {
    return [order](const Buffers& buffers) {
      const Typed<half> t(buffers);
      WholeReduceMax<half>(t.out, t.x, 128, 1, 1, 1, 8, order);
    };
  };
  ExpectRight(max(ReduceOrder::ORDER_INDEX_VALUE), "Ascend310P3");
  ExpectWrong(
      "WholeReduceMax: ReduceOrder::ORDER_INDEX_VALUE does not exist on Atlas 200I/500 A2 "
      "inference products (Ascend310B1)",
      max(ReduceOrder::ORDER_INDEX_VALUE), "Ascend310B1");
  ExpectRight(max(ReduceOrder::ORDER_ONLY_VALUE), "Ascend310B1");
  ExpectWrong(
      "WholeReduceMax: ReduceOrder::ORDER_ONLY_INDEX does not exist on Atlas training series "
      "(Ascend910A)",
      max(ReduceOrder::ORDER_ONLY_INDEX), "Ascend910A");
  ExpectRight(max(ReduceOrder::ORDER_ONLY_INDEX));
  ExpectWrong("WholeReduceMax: order: 4; 0 to 3", max(static_cast<ReduceOrder>(4)));
}

TEST(WrongReduceTest, Alignment) {
  const auto max = [](uint32_t offset) {
    return [offset](const Buffers& buffers) {
      const Typed<float> t(buffers);
      WholeReduceMax<float>(t.out[offset], t.x, 64, 1, 1, 1, 8);
    };
  };
  ExpectWrong("WholeReduceMax: dst: starts at byte 4 of its buffer; a multiple of 8 is needed",
              max(1));
  ExpectRight(max(2));
  const auto blocks = [](uint32_t offset) {
    return [offset](const Buffers& buffers) {
      const Typed<half> t(buffers);
      BlockReduceSum<half>(t.out[offset], t.x, 1, 128, 1, 1, 8);
    };
  };
  ExpectWrong("BlockReduceSum: dst: starts at byte 8 of its buffer; a multiple of 16 is needed",
              blocks(4));
  ExpectRight(blocks(8));
  const auto pairs = [](uint32_t offset) {
    return [offset](const Buffers& buffers) {
      const Typed<half> t(buffers);
      PairReduceSum<half>(t.out[offset], t.x, 1, 128, 1, 1, 8);
    };
  };
  ExpectWrong("PairReduceSum: dst: starts at byte 16 of its buffer; a multiple of 32 is needed",
              pairs(8));
  ExpectRight(pairs(16));
}

TEST(WrongReduceTest, Strides) {
  const auto whole = [](int32_t dst, int32_t block, int32_t src) {
    return [dst, block, src](const Buffers& buffers) {
      const Typed<float> t(buffers);
      WholeReduceSum<float>(t.out, t.x, 8, 1, dst, block, src);
    };
  };
  ExpectWrong("WholeReduceSum: dstRepStride: -1; 0 to 65535", whole(-1, 1, 8));
  ExpectWrong("WholeReduceSum: dstRepStride: 65536; 0 to 65535", whole(65536, 1, 8));
  ExpectWrong("WholeReduceSum: src: strides of 65536 and 8 blocks; 0 to 65535", whole(1, 65536, 8));
  ExpectWrong("WholeReduceSum: src: strides of 1 and -8 blocks; 0 or more", whole(1, 1, -8));
  ExpectRight(whole(65535, 65535, 65535));
  const auto blocks = [](int32_t dst) {
    return [dst](const Buffers& buffers) {
      const Typed<half> t(buffers);
      BlockReduceMin<half>(t.out, t.x, 2, 128, dst, 1, 8);
    };
  };
  ExpectWrong("BlockReduceMin: dstRepStride: -1; 0 or more", blocks(-1));
  ExpectRight(blocks(0));
  ExpectWrong("BlockReduceMin: dstRepStride: 0; 1 or more", blocks(0), "Ascend910A");
  ExpectRight(blocks(1), "Ascend910A");
}

TEST(WrongReduceTest, Overlap) {
  const auto whole = [](uint32_t offset, int32_t dst_stride) {
    return [=](const Buffers& buffers) {
      const Typed<float> t(buffers);
      WholeReduceSum<float>(t.x[offset], t.x, 64, 4, dst_stride, 1, 8);
    };
  };
  ExpectWrong(
      "WholeReduceSum: src: overlaps dst in part: the result of repeat 0 at byte 16640 of the "
      "unified buffer lies in repeat 1, which is read later",
      whole(64, 1));
  ExpectRight(whole(0, 1));
  ExpectRight(whole(0, 64));
  ExpectRight(whole(256, 1));
  const auto blocks = [](uint32_t offset) {
    return [offset](const Buffers& buffers) {
      const Typed<float> t(buffers);
      BlockReduceSum<float>(t.x[offset], t.x, 4, 64, 1, 1, 8);
    };
  };
  ExpectWrong(
      "BlockReduceSum: src: overlaps dst in part: bytes 16384 to 17408 and 17376 to 17504 of the "
      "unified buffer; the operands must be apart or the same",
      blocks(248));
  ExpectRight(blocks(0));
}

TEST(WrongReduceTest, Registers) {
  const auto get = [](const Buffers&) { GetAccVal<float>(); };
  ExpectWrong("GetAccVal: GetAccVal does not exist on Atlas inference series (Ascend310P3)", get,
              "Ascend310P3");
  ExpectRight(get);
}

}  // namespace
}  // namespace openaclnn::aicore
