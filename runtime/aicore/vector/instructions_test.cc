// Vector instructions on the simulated core: mask/repeat forms against a loop over elements, masks.
#include "runtime/aicore/vector/instructions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/vector/run_instructions.h"

namespace openaclnn::aicore {
namespace {

// A mask/repeat form drawn at random.
struct Draw {
  uint64_t length = 0;  // if use_length
  bool use_length = false;
  uint64_t bits[2] = {};
  int64_t repeats = 0;
  int64_t block[3];  // strides of dst, src0, src1
  int64_t repeat[3];

  bool Active(int64_t lane) const {
    if (use_length) return lane < static_cast<int64_t>(length);
    return (bits[lane / 64] >> (lane % 64) & 1) != 0;
  }
  // Byte offset of a lane of an operand with elements of that size.
  int64_t Offset(int operand, int64_t bytes, int64_t at, int64_t lane) const {
    const int64_t lanes = 32 / bytes;
    return (at * repeat[operand] + lane / lanes * block[operand]) * 32 + lane % lanes * bytes;
  }
};

Draw RandomDraw(std::mt19937& random, int64_t lanes) {
  Draw draw;
  draw.use_length = random() % 2 == 0;
  draw.length = random() % 3 == 0 ? static_cast<uint64_t>(lanes)
                                  : 1 + random() % static_cast<uint64_t>(lanes);
  draw.bits[0] = random() % 3 == 0 ? ~uint64_t{0} : (uint64_t{random()} << 32 | random());
  draw.bits[1] = lanes == 64 ? 0 : uint64_t{random()} << 32 | random();
  draw.repeats = random() % 20;
  const bool plain = random() % 3 == 0;
  for (int i = 0; i < 3; ++i) {
    draw.block[i] = plain ? 1 : 1 + random() % 2;
    draw.repeat[i] = plain ? 8 : 8 * draw.block[i] + random() % 8;
  }
  // The elements of dst must not overlap: repeats are at least 8 block strides apart. Sources may
  // stand still.
  if (random() % 4 == 0) draw.repeat[1] = 0;
  return draw;
}

BinaryRepeatParams BinaryParams(const Draw& draw) {
  const auto byte = [](int64_t value) { return static_cast<uint8_t>(value); };
  return {byte(draw.block[0]),  byte(draw.block[1]),  byte(draw.block[2]),
          byte(draw.repeat[0]), byte(draw.repeat[1]), byte(draw.repeat[2])};
}

UnaryRepeatParams UnaryParams(const Draw& draw) {
  return {static_cast<uint16_t>(draw.block[0]), static_cast<uint16_t>(draw.block[1]),
          static_cast<uint8_t>(draw.repeat[0]), static_cast<uint8_t>(draw.repeat[1])};
}

// For every active lane: element(dst offset, src0 offset, src1 offset, number of the lane over all
// repeats).
template <typename Element>
void ForLanes(const Draw& draw, int64_t lanes, std::array<int64_t, 3> bytes,
              const Element& element) {
  for (int64_t repeat = 0; repeat < draw.repeats; ++repeat) {
    for (int64_t lane = 0; lane < lanes; ++lane) {
      if (!draw.Active(lane)) continue;
      element(draw.Offset(0, bytes[0], repeat, lane), draw.Offset(1, bytes[1], repeat, lane),
              draw.Offset(2, bytes[2], repeat, lane), repeat * lanes + lane);
    }
  }
}

template <typename T>
void CheckBinaryForms() {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  std::mt19937 random(static_cast<uint32_t>(kSize));
  for (int round = 0; round < 200; ++round) {
    const Draw draw = RandomDraw(random, 256 / kSize);
    Memory memory = RandomMemory<T>(random);
    std::vector<uint8_t> want = memory.out;
    ForLanes(draw, 256 / kSize, {kSize, kSize, kSize},
             [&](int64_t dst, int64_t src0, int64_t src1, int64_t) {
               Put<T>(want, dst, static_cast<T>(At<T>(memory.x, src0) - At<T>(memory.y, src1)));
             });
    const absl::Status status = RunBody(memory, [&](const Buffers& buffers) {
      const LocalTensor<T> out = buffers.out.ReinterpretCast<T>();
      const LocalTensor<T> x = buffers.x.ReinterpretCast<T>();
      const LocalTensor<T> y = buffers.y.ReinterpretCast<T>();
      if (draw.use_length) {
        Sub(out, x, y, draw.length, draw.repeats, BinaryParams(draw));
      } else {
        Sub(out, x, y, draw.bits, draw.repeats, BinaryParams(draw));
      }
    });
    ASSERT_TRUE(status.ok()) << status;
    ASSERT_EQ(memory.out, want) << "round " << round;
  }
}

TEST(VectorInstructionsTest, BinaryRepeatsAreALoopOverElements) {
  CheckBinaryForms<float>();
  CheckBinaryForms<half>();
  CheckBinaryForms<int32_t>();
  CheckBinaryForms<int16_t>();
}

TEST(VectorInstructionsTest, AxpyRepeatsReadDst) {
  std::mt19937 random(5);
  for (int round = 0; round < 100; ++round) {
    const Draw draw = RandomDraw(random, 64);
    Memory memory = RandomMemory<float>(random);
    std::vector<uint8_t> want = memory.out;
    ForLanes(draw, 64, {4, 4, 4}, [&](int64_t dst, int64_t src, int64_t, int64_t) {
      Put<float>(want, dst, std::fma(0.3f, At<float>(memory.x, src), At<float>(memory.out, dst)));
    });
    const absl::Status status = RunBody(memory, [&](const Buffers& buffers) {
      const LocalTensor<float> out = buffers.out.ReinterpretCast<float>();
      const LocalTensor<float> x = buffers.x.ReinterpretCast<float>();
      if (draw.use_length) {
        Axpy(out, x, 0.3f, draw.length, draw.repeats, UnaryParams(draw));
      } else {
        Axpy(out, x, 0.3f, draw.bits, draw.repeats, UnaryParams(draw));
      }
    });
    ASSERT_TRUE(status.ok()) << status;
    ASSERT_EQ(memory.out, want) << "round " << round;
  }
}

// The wider type decides how many elements a repeat has.
TEST(VectorInstructionsTest, CastRepeatsFollowTheWiderType) {
  std::mt19937 random(6);
  for (int round = 0; round < 100; ++round) {
    const Draw draw = RandomDraw(random, 64);
    Memory memory = RandomMemory<float>(random);
    std::vector<uint8_t> want = memory.out;
    ForLanes(draw, 64, {2, 4, 4}, [&](int64_t dst, int64_t src, int64_t, int64_t) {
      Put<half>(want, dst, half(At<float>(memory.x, src)));
    });
    absl::Status status = RunBody(memory, [&](const Buffers& buffers) {
      const LocalTensor<half> out = buffers.out.ReinterpretCast<half>();
      const LocalTensor<float> x = buffers.x.ReinterpretCast<float>();
      if (draw.use_length) {
        Cast(out, x, RoundMode::CAST_RINT, draw.length, draw.repeats, UnaryParams(draw));
      } else {
        Cast(out, x, RoundMode::CAST_RINT, draw.bits, draw.repeats, UnaryParams(draw));
      }
    });
    ASSERT_TRUE(status.ok()) << status;
    ASSERT_EQ(memory.out, want) << "round " << round;

    memory = RandomMemory<half>(random);
    want = memory.out;
    ForLanes(draw, 64, {4, 2, 2}, [&](int64_t dst, int64_t src, int64_t, int64_t) {
      Put<float>(want, dst, static_cast<float>(At<half>(memory.x, src)));
    });
    status = RunBody(memory, [&](const Buffers& buffers) {
      const LocalTensor<float> out = buffers.out.ReinterpretCast<float>();
      const LocalTensor<half> x = buffers.x.ReinterpretCast<half>();
      if (draw.use_length) {
        Cast(out, x, RoundMode::CAST_NONE, draw.length, draw.repeats, UnaryParams(draw));
      } else {
        Cast(out, x, RoundMode::CAST_NONE, draw.bits, draw.repeats, UnaryParams(draw));
      }
    });
    ASSERT_TRUE(status.ok()) << status;
    ASSERT_EQ(memory.out, want) << "round " << round;
  }
}

TEST(VectorInstructionsTest, SelectModes) {
  std::mt19937 random(7);
  for (SELMODE mode : {SELMODE::VSEL_CMPMASK_SPR, SELMODE::VSEL_TENSOR_SCALAR_MODE,
                       SELMODE::VSEL_TENSOR_TENSOR_MODE}) {
    const bool scalar = mode == SELMODE::VSEL_TENSOR_SCALAR_MODE;
    for (int round = 0; round < 60; ++round) {
      const Draw draw = RandomDraw(random, 64);
      Memory memory = RandomMemory<float>(random);
      std::vector<uint8_t> bits(1024);
      for (uint8_t& byte : bits) byte = static_cast<uint8_t>(random());
      std::copy(bits.begin(), bits.end(), memory.y.end() - 1024);
      std::vector<uint8_t> want = memory.out;
      const bool counted = round % 3 == 0;
      const auto count = static_cast<uint32_t>(random() % 1000);
      const auto choose = [&](int64_t dst, int64_t src0, int64_t src1, int64_t index) {
        if (mode == SELMODE::VSEL_CMPMASK_SPR) index %= 64;
        const bool first = (bits[static_cast<size_t>(index / 8)] >> (index % 8) & 1) != 0;
        Put<float>(want, dst,
                   first    ? At<float>(memory.x, src0)
                   : scalar ? -1.5f
                            : At<float>(memory.y, src1));
      };
      if (counted) {
        for (int64_t i = 0; i < count; ++i) choose(i * 4, i * 4, i * 4, i);
      } else {
        ForLanes(draw, 64, {4, 4, 4}, choose);
      }
      const absl::Status status = RunBody(memory, [&](const Buffers& buffers) {
        const LocalTensor<float> out = buffers.out.ReinterpretCast<float>();
        const LocalTensor<float> x = buffers.x.ReinterpretCast<float>();
        const LocalTensor<float> y = buffers.y.ReinterpretCast<float>();
        const LocalTensor<uint8_t> mask = buffers.y[kBytes - 1024];
        if (counted && scalar) {
          Select(out, mask, x, -1.5f, mode, count);
        } else if (counted) {
          Select(out, mask, x, y, mode, count);
        } else if (scalar) {
          if (draw.use_length) {
            Select(out, mask, x, -1.5f, mode, draw.length, draw.repeats, BinaryParams(draw));
          } else {
            Select(out, mask, x, -1.5f, mode, draw.bits, draw.repeats, BinaryParams(draw));
          }
        } else {
          if (draw.use_length) {
            Select(out, mask, x, y, mode, draw.length, draw.repeats, BinaryParams(draw));
          } else {
            Select(out, mask, x, y, mode, draw.bits, draw.repeats, BinaryParams(draw));
          }
        }
      });
      ASSERT_TRUE(status.ok()) << status;
      ASSERT_EQ(memory.out, want) << "mode " << static_cast<int>(mode) << " round " << round;
    }
  }
}

TEST(VectorInstructionsTest, CompareRepeatsFollowEachOther) {
  std::mt19937 random(8);
  for (int round = 0; round < 40; ++round) {
    Draw draw = RandomDraw(random, 64);
    draw.use_length = true;
    draw.length = 64;
    Memory memory = RandomMemory<float>(random);
    std::vector<uint8_t> want = memory.out;
    const auto put = [&](bool bit, int64_t index) {
      uint8_t& byte = want[static_cast<size_t>(index / 8)];
      byte = static_cast<uint8_t>((byte & ~(1 << index % 8)) | static_cast<int>(bit) << index % 8);
    };
    ForLanes(draw, 64, {4, 4, 4}, [&](int64_t, int64_t src0, int64_t src1, int64_t index) {
      put(At<float>(memory.x, src0) < At<float>(memory.y, src1), index);
    });
    for (int64_t i = 0; i < 128; ++i) put(At<float>(memory.x, i * 4) >= 3.0f, 4096 + i);
    for (int64_t i = 0; i < 64 * draw.repeats; ++i)
      put(At<float>(memory.y, i * 4) == 2.0f, 8192 + i);
    const absl::Status status = RunBody(memory, [&](const Buffers& buffers) {
      const LocalTensor<float> x = buffers.x.ReinterpretCast<float>();
      const LocalTensor<float> y = buffers.y.ReinterpretCast<float>();
      Compare(buffers.out, x, y, CMPMODE::LT, draw.length, draw.repeats, BinaryParams(draw));
      CompareScalar(buffers.out[512], x, 3.0f, CMPMODE::GE, 128);
      Compares(buffers.out[1024], y, 2.0f, CMPMODE::EQ, 64, draw.repeats, UnaryRepeatParams());
    });
    ASSERT_TRUE(status.ok()) << status;
    ASSERT_EQ(memory.out, want) << "round " << round;
  }
}

TEST(VectorInstructionsTest, MaskRegister) {
  std::mt19937 random(9);
  Memory memory = RandomMemory<float>(random);
  std::vector<uint8_t> want = memory.out;
  const auto add = [&](int64_t index) {
    Put<float>(want, index * 4, At<float>(memory.x, index * 4) + At<float>(memory.y, index * 4));
  };
  for (int64_t i : {0, 1, 5, 64, 65, 69}) add(i);
  for (int64_t i = 0; i < 100; ++i) add(1024 + i);
  for (int64_t i = 0; i < 70; ++i) add(2048 + i);
  for (int64_t i = 0; i < 64; ++i) add(3072 + i);
  const absl::Status status = RunBody(memory, [&](const Buffers& buffers) {
    const LocalTensor<float> out = buffers.out.ReinterpretCast<float>();
    const LocalTensor<float> x = buffers.x.ReinterpretCast<float>();
    const LocalTensor<float> y = buffers.y.ReinterpretCast<float>();
    SetVectorMask<float>(0, 0b100011);
    Add<float, false>(out, x, y, MASK_PLACEHOLDER, 2, BinaryRepeatParams());
    SetMaskCount();
    SetVectorMask<float, MaskMode::COUNTER>(100);
    Add<float, false>(out[1024], x[1024], y[1024], 0, 1, BinaryRepeatParams());
    Add(out[2048], x[2048], y[2048], 70, 1, BinaryRepeatParams());
    SetMaskNorm();
    ResetMask();
    Add<float, false>(out[3072], x[3072], y[3072], 0, 1, BinaryRepeatParams());
    // A count form ends counting, as the vendor's do.
    SetMaskCount();
    Add(out[3072], x[3072], y[3072], 10);
    Add<float, false>(out[3072], x[3072], y[3072], 0, 1, BinaryRepeatParams());
  });
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(memory.out, want);
}

TEST(VectorInstructionsTest, InPlaceAndAccumulating) {
  std::mt19937 random(10);
  Memory memory = RandomMemory<float>(random);
  std::vector<uint8_t> want = memory.out;
  for (int64_t i = 0; i < 64; ++i) {
    float sum = At<float>(memory.out, i * 4);
    for (int64_t repeat = 0; repeat < 5; ++repeat) sum += At<float>(memory.x, repeat * 256 + i * 4);
    Put<float>(want, i * 4, -sum);
  }
  // From float to half in place: the smaller elements are written behind those still to be read.
  for (int64_t i = 0; i < 100; ++i)
    Put<half>(want, 4096 + i * 2, half(At<float>(memory.out, 4096 + i * 4)));
  const absl::Status status = RunBody(memory, [&](const Buffers& buffers) {
    const LocalTensor<float> out = buffers.out.ReinterpretCast<float>();
    const LocalTensor<float> x = buffers.x.ReinterpretCast<float>();
    Add(out, out, x, 64, 5, {1, 1, 1, 0, 0, 8});
    Muls(out, out, -1.0f, 64);
    Cast(buffers.out[4096].ReinterpretCast<half>(), out[1024], RoundMode::CAST_RINT, 100);
  });
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(memory.out, want);
}

TEST(VectorInstructionsTest, GatherMaskPatternsAndBits) {
  std::mt19937 random(11);
  Memory memory = RandomMemory<half>(random);
  constexpr std::array<int, 8> kPatterns = {0, 0x55, 0xAA, 0x11, 0x22, 0x44, 0x88, 0xFF};
  for (int pattern = 1; pattern <= 8; ++pattern) {
    for (bool reduce : {false, true}) {
      Memory run = memory;
      std::vector<uint8_t> want = memory.out;
      constexpr int64_t kCounted = 150;  // more than a repeat has
      const int64_t count = reduce ? kCounted : 128;
      int64_t kept = 0;
      for (int64_t repeat = 0; repeat < 3; ++repeat) {
        for (int64_t i = 0; i < count; ++i) {
          const int64_t source = repeat * 20 * 32 + i / 16 * 32 * (reduce ? 1 : 2) + i % 16 * 2;
          const int64_t bit_byte = repeat * 32 + i / 8;
          const int bits = pattern < 8 ? kPatterns[static_cast<size_t>(pattern)]
                                       : memory.y[static_cast<size_t>(bit_byte)];
          if ((bits >> (i % 8) & 1) != 0) Put<half>(want, 2 * kept++, At<half>(memory.x, source));
        }
      }
      uint64_t moved = 0;
      const absl::Status status = RunBody(run, [&](const Buffers& buffers) {
        const LocalTensor<half> out = buffers.out.ReinterpretCast<half>();
        const LocalTensor<half> x = buffers.x.ReinterpretCast<half>();
        const GatherMaskParams params(reduce ? 1 : 2, 3, 20, 1);
        if (pattern < 8) {
          GatherMask(out, x, static_cast<uint8_t>(pattern), reduce, kCounted, params, moved);
        } else {
          GatherMask(out, x, buffers.y.ReinterpretCast<uint16_t>(), reduce, kCounted, params,
                     moved);
        }
      });
      ASSERT_TRUE(status.ok()) << status;
      ASSERT_EQ(moved, static_cast<uint64_t>(kept)) << pattern;
      ASSERT_EQ(run.out, want) << pattern << " " << reduce;
    }
  }
}

template <typename T>
void CheckTranspose(bool dst_high, bool src_high, bool by_address) {
  std::mt19937 random(12);
  Memory memory = RandomMemory<uint16_t>(random);
  std::vector<uint8_t> want = memory.out;
  constexpr int64_t kSize = sizeof(T);
  constexpr int64_t kColumns = kSize == 1 ? 16 : 32 / kSize;
  // Rows 64 bytes apart, two repeats 2048 bytes apart.
  for (int64_t repeat = 0; repeat < 2; ++repeat) {
    for (int64_t row = 0; row < 16; ++row) {
      for (int64_t column = 0; column < kColumns; ++column) {
        const int64_t element = column * 16 + row;  // in the transposed block
        const int64_t to = repeat * 1024 + element / kColumns * 32 + element % kColumns * kSize +
                           (dst_high ? 16 : 0);
        Put<T>(want, to,
               At<T>(memory.x, repeat * 2048 + row * 64 + column * kSize + (src_high ? 16 : 0)));
      }
    }
  }
  const absl::Status status = RunBody(memory, [&](const Buffers& buffers) {
    LocalTensor<T> dst[16];
    LocalTensor<T> src[16];
    for (uint32_t i = 0; i < 16; ++i) {
      dst[i] = buffers.out[i * 32].ReinterpretCast<T>();
      src[i] = buffers.x[i * 64].ReinterpretCast<T>();
    }
    if (!by_address) {
      TransDataTo5HD<T>(dst, src, {dst_high, src_high, 2, 32, 64});
      return;
    }
    uint64_t dst_address[16], src_address[16];
    for (int i = 0; i < 16; ++i) {
      dst_address[i] = dst[i].GetPhyAddr();
      src_address[i] = src[i].GetPhyAddr();
    }
    TransDataTo5HD<T>(dst_address, src_address, {dst_high, src_high, 2, 32, 64});
  });
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(memory.out, want);
}

TEST(VectorInstructionsTest, TransDataTo5HD) {
  for (bool by_address : {false, true}) {
    CheckTranspose<half>(false, false, by_address);
    CheckTranspose<float>(false, false, by_address);
    for (bool dst_high : {false, true}) {
      for (bool src_high : {false, true}) CheckTranspose<int8_t>(dst_high, src_high, by_address);
    }
  }
}

// Every instruction once in its count form, so that each name computes what it says.
TEST(VectorInstructionsTest, EveryInstruction) {
  Memory memory;
  for (int64_t i = 0; i < 4096; ++i) {
    Put<float>(memory.x, i * 4, 2.0f);
    Put<float>(memory.y, i * 4, 0.5f);
  }
  const absl::Status status = RunBody(memory, [&](const Buffers& buffers) {
    const LocalTensor<float> out = buffers.out.ReinterpretCast<float>();
    const LocalTensor<float> x = buffers.x.ReinterpretCast<float>();
    const LocalTensor<float> y = buffers.y.ReinterpretCast<float>();
    const LocalTensor<int16_t> bits = buffers.out.ReinterpretCast<int16_t>();
    const LocalTensor<int32_t> integers = buffers.out.ReinterpretCast<int32_t>();
    uint32_t at = 0;
    const auto next = [&] { return out[8 * at++]; };
    Add(next(), x, y, 1);
    Sub(next(), x, y, 1);
    Mul(next(), x, y, 1);
    Div(next(), x, y, 1);
    Max(next(), x, y, 1);
    Min(next(), x, y, 1);
    Adds(next(), x, 3.0f, 1);
    Muls(next(), x, 3.0f, 1);
    Maxs(next(), x, 3.0f, 1);
    Mins(next(), x, 3.0f, 1);
    Exp(next(), x, 1);
    Ln(next(), x, 1);
    Sqrt(next(), x, 1);
    Rsqrt(next(), x, 1);
    Reciprocal(next(), x, 1);
    Erf(next(), y, 1);
    Tanh(next(), y, buffers.out[8192], 1);
    Duplicate(next(), -4.0f, 1);
    Abs(next(), out[8 * 17], 1);
    Relu(next(), out[8 * 17], 1);
    Duplicate(integers[160], int32_t{5}, 1);
    ShiftLeft(integers[168], integers[160], 2, 1);
    ShiftRight(integers[176], integers[160], 1, 1);
    Duplicate(bits[400], int16_t{0x0F0F}, 1);
    Duplicate(bits[416], int16_t{0x00FF}, 1);
    And(bits[432], bits[400], bits[416], 1);
    Or(bits[448], bits[400], bits[416], 1);
    Not(bits[464], bits[400], 1);
  });
  ASSERT_TRUE(status.ok()) << status;
  const float want[] = {2.5f,
                        1.5f,
                        1,
                        4,
                        2,
                        0.5f,
                        5,
                        6,
                        3,
                        2,
                        std::exp(2.0f),
                        std::log(2.0f),
                        std::sqrt(2.0f),
                        std::sqrt(0.5f),
                        0.5f,
                        std::erf(0.5f),
                        std::tanh(0.5f),
                        -4,
                        4,
                        0};
  for (size_t i = 0; i < std::size(want); ++i)
    EXPECT_FLOAT_EQ(At<float>(memory.out, static_cast<int64_t>(i) * 32), want[i]) << i;
  EXPECT_EQ(At<int32_t>(memory.out, 168 * 4), 20);
  EXPECT_EQ(At<int32_t>(memory.out, 176 * 4), 2);
  EXPECT_EQ(At<int16_t>(memory.out, 432 * 2), 0x000F);
  EXPECT_EQ(At<int16_t>(memory.out, 448 * 2), 0x0FFF);
  EXPECT_EQ(At<uint16_t>(memory.out, 464 * 2), 0xF0F0);
}

// half saturates where the product does.
TEST(VectorInstructionsTest, OverflowModeOfTheProduct) {
  for (const auto& [soc, bits] : {std::pair<const char*, uint16_t>{"Ascend910B3", 0x7C00},
                                  {"Ascend310P3", 0x7BFF},
                                  {"Ascend910A", 0x7BFF}}) {
    Memory memory;
    for (int64_t i = 0; i < 16; ++i) Put<half>(memory.x, i * 2, half(60000));
    const absl::Status status = RunBody(
        memory,
        [&](const Buffers& buffers) {
          const LocalTensor<half> x = buffers.x.ReinterpretCast<half>();
          Add(buffers.out.ReinterpretCast<half>(), x, x, 16);
        },
        soc);
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_EQ(At<uint16_t>(memory.out, 0), bits) << soc;
  }
}

TEST(VectorInstructionsTest, RepeatsInPlace) {
  std::mt19937 random(1);
  Memory memory = RandomMemory<float>(random);
  const Memory before = memory;
  const absl::Status status = RunBody(memory, [](const Buffers& buffers) {
    const Typed<float> t(buffers);
    Adds(t.out, t.out, 1.0f, 64, 2, {1, 1, 8, 8});
  });
  ASSERT_EQ(status, absl::OkStatus());
  for (int64_t i = 0; i < 129; ++i)
    EXPECT_EQ(At<float>(memory.out, 4 * i), At<float>(before.out, 4 * i) + (i < 128 ? 1 : 0));
}

}  // namespace
}  // namespace openaclnn::aicore
