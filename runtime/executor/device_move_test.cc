// Elements that the AI Core moves, against the CPU's functions on the same operands.
#include "runtime/executor/device_move.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "acl/acl_base_rt.h"
#include "gtest/gtest.h"
#include "runtime/cpu/convert.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/cpu/indexed.h"
#include "runtime/products/products.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {
namespace {

constexpr const char* kSocs[] = {"Ascend910B3", "Ascend910_9391", "Ascend950PR_9599",
                                 "Ascend310B1"};
constexpr aclDataType kTypes[] = {ACL_INT8, ACL_BF16, ACL_FLOAT, ACL_INT64, ACL_BOOL};

// Only the kernels' own flags and barriers order anything.
[[maybe_unused]] const int is_set = setenv("OPENACLNN_AICORE_SYNC", "manual", 1);

std::mt19937 random_bits(1);
int64_t UpTo(int64_t most) { return static_cast<int64_t>(random_bits() % (most + 1)); }

void FillAnyhow(std::vector<uint8_t>& bytes) {
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random_bits());
}

// An operand of random strides, for which there is memory. Elements of an output lie apart.
class Memory {
 public:
  Memory(ElementwiseOperand& operand, aclDataType dtype, const Dims& shape, bool is_output)
      : operand_(operand) {
    operand.dtype = dtype;
    operand.strides.assign(shape.size(), 0);
    std::vector<size_t> order(shape.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = order.size() - 1 - i;
    if (UpTo(1) == 0) std::shuffle(order.begin(), order.end(), random_bits);
    int64_t extent = 1;
    for (const size_t i : order) {
      const bool repeats = !is_output && UpTo(5) == 0;
      const int64_t stride = repeats ? 0 : extent * (UpTo(3) == 0 ? 2 : 1) + UpTo(3) / 3;
      operand.strides[i] = UpTo(4) == 0 ? -stride : stride;
      Reach(shape[i], operand.strides[i]);
      extent = std::max(extent, stride * shape[i]);
    }
  }

  // Along one more dimension.
  void Reach(int64_t extent, int64_t stride) {
    (stride < 0 ? before_ : behind_) += (extent - 1) * stride;
  }

  // Bytes that are as good as any, and a few on both sides.
  void Fill() {
    const auto size = static_cast<int64_t>(DTypeBytes(operand_.dtype));
    bytes_.resize(static_cast<size_t>((behind_ - before_ + 1 + 2 * kMargin) * size));
    FillAnyhow(bytes_);
    operand_.data = bytes_.data() + (kMargin - before_) * size;
  }

  std::vector<uint8_t>& bytes() { return bytes_; }

 private:
  static constexpr int64_t kMargin = 8;

  ElementwiseOperand& operand_;
  int64_t before_ = 0, behind_ = 0;
  std::vector<uint8_t> bytes_;
};

// Some beyond both ends.
void FillWithPlaces(std::vector<uint8_t>& bytes, aclDataType type, int64_t extent) {
  for (size_t i = 0; i < bytes.size(); i += DTypeBytes(type)) {
    const int64_t number = UpTo(2 * extent + 6) - extent - 3;
    std::memcpy(&bytes[i], &number, DTypeBytes(type));
  }
}

Dims RandomShape() {
  Dims shape;
  const int64_t rank = UpTo(4);
  for (int64_t i = 0; i < rank; ++i) shape.push_back(1 + UpTo(UpTo(3) == 0 ? 40 : 6));
  return shape;
}

// `output` is the memory in which the task's output lies.
void ExpectSame(const char* soc, ElementwiseFunction function, ElementwiseTask& task,
                std::vector<uint8_t>& output, aicore::BlockOrder order = nullptr) {
  task.count = *ElementCount(task.shape);
  ASSERT_TRUE(MovesOnAiCore(*FindSoc(soc), function, task));
  std::vector<uint8_t> moved = output;
  ComputeElementwise(function, task);
  uint8_t* const computed = static_cast<uint8_t*>(task.outputs[0].data);
  task.outputs[0].data = moved.data() + (computed - output.data());
  ASSERT_EQ(Move(*FindSoc(soc), function, task, order), absl::OkStatus());
  std::string description = DimsToString(task.shape);
  for (const ElementwiseOperand& operand : task.inputs)
    description += " in " + DimsToString(operand.strides);
  ASSERT_TRUE(moved == output) << description << " out " << DimsToString(task.outputs[0].strides);
}

std::vector<int64_t> Backwards(int64_t blocks) {
  std::vector<int64_t> order;
  for (int64_t i = blocks; i-- > 0;) order.push_back(i);
  return order;
}

TEST(DeviceMoveTest, CopiesAnyStrides) {
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    ElementwiseTask task;
    task.shape = RandomShape();
    task.inputs.resize(1);
    task.outputs.resize(1);
    const aclDataType dtype = kTypes[UpTo(4)];
    Memory input(task.inputs[0], dtype, task.shape, false);
    Memory output(task.outputs[0], dtype, task.shape, true);
    input.Fill();
    output.Fill();
    if (UpTo(1) == 0) Simplify(task);
    ExpectSame(kSocs[round % 4], ConvertElements, task, output.bytes(),
               round % 2 == 0 ? nullptr : Backwards);
    if (HasFatalFailure()) return;
  }
}

// Runs longer than a buffer, work for all cores, and more rows than a copy has blocks.
TEST(DeviceMoveTest, CopiesMuch) {
  struct Case {
    Dims shape, from, to;
  };
  for (const Case& c :
       {Case{{3'000'017}, {1}, {1}}, Case{{3, 40'001}, {50'000, 1}, {40'001, 1}},
        Case{{20'000}, {3}, {1}}, Case{{20'000}, {1}, {2}},
        Case{{70, 90, 11}, {11, 770, 1}, {990, 11, 1}}, Case{{9'000, 2}, {1, 9'000}, {2, 1}}}) {
    ElementwiseTask task;
    task.shape = c.shape;
    std::vector<uint8_t> from(6'100'000), to(from.size());
    FillAnyhow(from);
    task.inputs = {{from.data(), ACL_FLOAT16, c.from}};
    task.outputs = {{to.data(), ACL_FLOAT16, c.to}};
    ExpectSame("Ascend910B3", ConvertElements, task, to);
    if (HasFatalFailure()) return;
  }
}

TEST(DeviceMoveTest, GathersAnyStrides) {
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    ElementwiseTask task;
    task.shape = RandomShape();
    task.inputs.resize(2);
    task.outputs.resize(1);
    const aclDataType dtype = kTypes[UpTo(4)], index_type = UpTo(1) == 0 ? ACL_INT32 : ACL_INT64;
    Memory input(task.inputs[0], dtype, task.shape, false);
    Memory index(task.inputs[1], index_type, task.shape, false);
    Memory output(task.outputs[0], dtype, task.shape, true);
    const IndexedDim dim = {1 + UpTo(20), UpTo(6) - 3, UpTo(1) == 0};
    input.Reach(dim.extent, dim.stride);
    input.Fill();
    index.Fill();
    output.Fill();
    FillWithPlaces(index.bytes(), index_type, dim.extent);
    task.numbers = dim.ToNumbers();
    if (UpTo(1) == 0) Simplify(task);
    ExpectSame(kSocs[round % 4], GatherElements, task, output.bytes(),
               round % 2 == 0 ? nullptr : Backwards);
    if (HasFatalFailure()) return;
  }
}

// Rows longer than a buffer, and more indices in a row than are read at a time.
TEST(DeviceMoveTest, GathersMuch) {
  struct Case {
    Dims shape, from, index, to;
    IndexedDim dim;
  };
  for (const Case& c : {Case{{5, 40'001}, {0, 1}, {1, 0}, {40'001, 1}, {7, 40'001, true}},
                        Case{{7'000}, {0}, {1}, {1}, {900, 3, false}},
                        Case{{2, 3'000}, {5'000, 0}, {0, 1}, {3'000, 1}, {900, 3, true}}}) {
    ElementwiseTask task;
    task.shape = c.shape;
    std::vector<uint8_t> from(600'000), to(from.size());
    FillAnyhow(from);
    std::vector<int32_t> index(7'000);
    for (int32_t& number : index) number = static_cast<int32_t>(UpTo(c.dim.extent + 5) - 3);
    task.inputs = {{from.data(), ACL_FLOAT16, c.from}, {index.data(), ACL_INT32, c.index}};
    task.outputs = {{to.data(), ACL_FLOAT16, c.to}};
    task.numbers = c.dim.ToNumbers();
    ExpectSame("Ascend950PR_9599", GatherElements, task, to);
    if (HasFatalFailure()) return;
  }
}

// Rows that are read whole: of elements that Gather has, and of bytes, which it has not; repeated,
// backwards and apart from each other. Among them such as cannot be read so.
TEST(DeviceMoveTest, GathersInRows) {
  std::vector<uint8_t> from(5'100 * 41 * 4 * 8), to(2 * 3'100 * 41 * 4 * 8);
  FillAnyhow(from);
  FillAnyhow(to);
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE(round);
    const Dims shape = {1 + UpTo(3), 1 + UpTo(40), 1 + UpTo(round % 8 == 0 ? 3'000 : 60)};
    const IndexedDim dim = {1 + UpTo(round % 8 == 0 ? 5'000 : 90), 1 + UpTo(9) / 9, UpTo(1) == 0};
    const int64_t row = (dim.extent + UpTo(9)) * UpTo(3) / 3, column = UpTo(9) / 9;
    const int64_t step = 1 + UpTo(9) / 9;
    const int64_t pitch = (shape[2] * step + UpTo(9)) * (UpTo(1) == 0 ? 1 : -1);
    const int64_t index_row = shape[2] * (UpTo(9) / 9);
    const aclDataType dtype = kTypes[UpTo(4)], index_type = UpTo(1) == 0 ? ACL_INT32 : ACL_INT64;
    const auto bytes = static_cast<int64_t>(DTypeBytes(dtype));
    std::vector<uint8_t> index(static_cast<size_t>(shape[1] * shape[2]) * DTypeBytes(index_type));
    FillWithPlaces(index, index_type, dim.extent);
    ElementwiseTask task;
    task.shape = shape;
    const int64_t behind = pitch > 0 ? 0 : -pitch * (shape[1] * shape[0] - 1);
    task.inputs = {{from.data(), dtype, {row * shape[1], row, column}},
                   {index.data(), index_type, {0, index_row, 1}}};
    task.outputs = {{to.data() + behind * bytes, dtype, {pitch * shape[1], pitch, step}}};
    task.numbers = dim.ToNumbers();
    if (UpTo(1) == 0) Simplify(task);
    ExpectSame(kSocs[round % 4], GatherElements, task, to, round % 2 == 0 ? nullptr : Backwards);
    if (HasFatalFailure()) return;
  }
}

// Rows of 32 KiB, which is what a buffer has room for, and less by a slot and one more element;
// results of more.
TEST(DeviceMoveTest, GathersInLongRows) {
  for (const int64_t extent : {16'384, 16'369, 16'368}) {
    for (const int64_t columns : {1'024, 1'025, 20'000}) {
      std::vector<uint8_t> from(static_cast<size_t>(3 * 2 * extent));
      std::vector<uint8_t> to(static_cast<size_t>(3 * 2 * columns));
      std::vector<int32_t> index(static_cast<size_t>(columns));
      FillAnyhow(from);
      for (int32_t& number : index) number = static_cast<int32_t>(UpTo(extent));
      ElementwiseTask task;
      task.shape = {3, columns};
      task.inputs = {{from.data(), ACL_FLOAT16, {extent, 0}}, {index.data(), ACL_INT32, {0, 1}}};
      task.outputs = {{to.data(), ACL_FLOAT16, {columns, 1}}};
      task.numbers = IndexedDim{extent, 1, false}.ToNumbers();
      ExpectSame("Ascend910_9391", GatherElements, task, to);
      if (HasFatalFailure()) return;
    }
  }
}

// Of several elements for one place the last one stays, whichever block puts it.
TEST(DeviceMoveTest, PutsAnyStrides) {
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    ElementwiseTask task;
    task.shape = RandomShape();
    task.inputs.resize(2);
    task.outputs.resize(1);
    const size_t rank = task.shape.size();
    const size_t place = rank == 0 ? 0 : static_cast<size_t>(UpTo(static_cast<int64_t>(rank) - 1));
    const aclDataType dtype = kTypes[UpTo(4)], index_type = UpTo(1) == 0 ? ACL_INT32 : ACL_INT64;
    Memory input(task.inputs[0], dtype, task.shape, false);
    // The output has the dimension with another extent, so that its elements lie apart.
    Dims whole = task.shape;
    if (rank > 0) whole[place] = 1 + UpTo(20);
    Memory output(task.outputs[0], dtype, whole, true);
    input.Fill();
    output.Fill();
    IndexedDim dim = {1, 1, false};
    std::vector<uint8_t> index(8);
    task.inputs[1] = {nullptr, index_type, Dims(rank, 0)};
    if (rank > 0) {
      dim = {whole[place], task.outputs[0].strides[place], UpTo(1) == 0};
      task.outputs[0].strides[place] = 0;
      task.inputs[1].strides[place] = 1;
      index.resize(static_cast<size_t>(task.shape[place]) * DTypeBytes(index_type));
    }
    FillWithPlaces(index, index_type, dim.extent);
    task.inputs[1].data = index.data();
    task.numbers = dim.ToNumbers();
    Simplify(task);
    ExpectSame(kSocs[round % 4], PutElements, task, output.bytes(),
               round % 2 == 0 ? nullptr : Backwards);
    if (HasFatalFailure()) return;
  }
}

// Runs longer than a buffer, more indices than are read at a time, and few columns for all cores.
TEST(DeviceMoveTest, PutsMuch) {
  struct Case {
    Dims shape, from, index, to;
    IndexedDim dim;
  };
  for (const Case& c :
       {Case{{9, 40'001}, {40'001, 1}, {1, 0}, {0, 1}, {7, 40'001, true}},
        Case{{7'000}, {1}, {1}, {0}, {900, 3, false}},
        Case{{900, 100}, {100, 1}, {1, 0}, {0, 1}, {300, 128, false}},
        Case{{3, 600, 100}, {60'000, 100, 1}, {0, 1, 0}, {100, 0, 1}, {40, 300, false}},
        Case{{600, 300}, {300, 1}, {0, 1}, {1'000, 0}, {900, 1, true}},
        Case{{9'000, 7}, {7, 1}, {0, 1}, {20, 0}, {20, 1, true}}}) {
    ElementwiseTask task;
    task.shape = c.shape;
    std::vector<uint8_t> from(1'300'000), to(from.size());
    FillAnyhow(from);
    std::vector<int32_t> index(7'000);
    for (int32_t& number : index) number = static_cast<int32_t>(UpTo(c.dim.extent + 5) - 3);
    task.inputs = {{from.data(), ACL_FLOAT16, c.from}, {index.data(), ACL_INT32, c.index}};
    task.numbers = c.dim.ToNumbers();
    for (const aicore::BlockOrder order : {aicore::BlockOrder(nullptr), +Backwards}) {
      ElementwiseTask simple = task;
      simple.outputs = {{to.data(), ACL_FLOAT16, c.to}};
      Simplify(simple);
      ExpectSame("Ascend910B3", PutElements, simple, to, order);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(DeviceMoveTest, LeavesTheRestToTheAiCpu) {
  ElementwiseTask task;
  task.shape = {4};
  task.count = 4;
  task.inputs = {{nullptr, ACL_FLOAT, {1}}};
  task.outputs = {{nullptr, ACL_FLOAT, {1}}};
  const auto moves = [&](const char* soc, ElementwiseFunction function) {
    return MovesOnAiCore(*FindSoc(soc), function, task);
  };
  EXPECT_TRUE(moves("Ascend910B3", ConvertElements));
  EXPECT_TRUE(moves("Ascend910B3", ConvertElementsToNearest));
  EXPECT_FALSE(moves("Ascend310P3", ConvertElements)) << "has no DataCopyPad";
  EXPECT_FALSE(moves("Ascend910A", ConvertElements));
  task.compute = ACL_FLOAT16;
  EXPECT_FALSE(moves("Ascend910B3", ConvertElements)) << "rounds";
  task.compute = ACL_DT_UNDEFINED;
  task.outputs[0].dtype = ACL_FLOAT16;
  EXPECT_FALSE(moves("Ascend910B3", ConvertElements)) << "converts";
  task.outputs[0].dtype = ACL_FLOAT;
  for (const size_t rank : {16u, 17u}) {
    task.shape.assign(rank, 1);
    task.inputs[0].strides = task.outputs[0].strides = task.shape;
    EXPECT_EQ(moves("Ascend910B3", ConvertElements), rank == 16) << "what a tiling has room for";
  }
}

}  // namespace
}  // namespace openaclnn
