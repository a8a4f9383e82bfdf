// Six kernels in the styles of other people's, with their host code, on every product that has what
// they use. Rows: softmax by reductions, the best by sorting, quantised. Tensors: two passes with a
// workspace and a barrier, a sum by atomic copies, a look-up by offsets.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/run_samples.h"
#include "runtime/products/products.h"

// --- the kernels ---

namespace styles {

using namespace AscendC;  // NOLINT(build/namespaces): as kernels do

struct RowTiling {
  uint32_t rows;     // of each block
  uint32_t columns;  // a multiple of 32
};

// y = e^(x - max) / sum, row by row.
template <typename T>
__global__ __aicore__ void softmax(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(RowTiling, tilingData, tiling);
  const uint32_t columns = tilingData.columns;
  const uint64_t begin = static_cast<uint64_t>(GetBlockIdx()) * tilingData.rows * columns;
  TPipe pipe;
  TQue<TPosition::VECIN, 1> inQueue;
  TQue<TPosition::VECOUT, 1> outQueue;
  TBuf<TPosition::VECCALC> workBuf, resultBuf;
  pipe.InitBuffer(inQueue, 2, columns * sizeof(T));
  pipe.InitBuffer(outQueue, 2, columns * sizeof(T));
  pipe.InitBuffer(workBuf, columns * sizeof(T));
  pipe.InitBuffer(resultBuf, 32);
  GlobalTensor<T> xGm, yGm;
  xGm.SetGlobalBuffer((__gm__ T*)x + begin, tilingData.rows * columns);
  yGm.SetGlobalBuffer((__gm__ T*)y + begin, tilingData.rows * columns);
  LocalTensor<T> work = workBuf.Get<T>();
  LocalTensor<T> result = resultBuf.Get<T>();
  for (uint32_t row = 0; row < tilingData.rows; row++) {
    LocalTensor<T> in = inQueue.AllocTensor<T>();
    DataCopy(in, xGm[row * columns], columns);
    inQueue.EnQue(in);
    in = inQueue.DeQue<T>();
    LocalTensor<T> out = outQueue.AllocTensor<T>();
    ReduceMax<T>(result, in, work, static_cast<int32_t>(columns));
    PipeBarrier<PIPE_ALL>();
    const T max = result.GetValue(0);
    Adds(out, in, static_cast<T>(-max), static_cast<int32_t>(columns));
    PipeBarrier<PIPE_V>();
    Exp(out, out, static_cast<int32_t>(columns));
    PipeBarrier<PIPE_V>();
    ReduceSum<T>(result, out, work, static_cast<int32_t>(columns));
    PipeBarrier<PIPE_ALL>();
    const T sum = result.GetValue(0);
    Muls(out, out, static_cast<T>(T(1) / sum), static_cast<int32_t>(columns));
    outQueue.EnQue(out);
    inQueue.FreeTensor(in);
    out = outQueue.DeQue<T>();
    DataCopy(yGm[row * columns], out, columns);
    outQueue.FreeTensor(out);
  }
}

// y = x / root of the mean square of all of x. The first pass leaves each block's sum in the
// workspace. kSoftware: the barrier of products without one in hardware.
template <bool kSoftware>
__global__ __aicore__ void normalise(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(RowTiling, tilingData, tiling);
  const int32_t length = static_cast<int32_t>(tilingData.rows * tilingData.columns);
  const uint32_t blocks = static_cast<uint32_t>(GetBlockNum());
  const uint64_t begin = static_cast<uint64_t>(GetBlockIdx()) * static_cast<uint64_t>(length);
  TPipe pipe;
  TBuf<TPosition::VECCALC> xBuf, squareBuf, workBuf, partBuf, syncBuf;
  pipe.InitBuffer(xBuf, static_cast<uint32_t>(length) * sizeof(float));
  pipe.InitBuffer(squareBuf, static_cast<uint32_t>(length) * sizeof(float));
  pipe.InitBuffer(workBuf, 1024);
  pipe.InitBuffer(partBuf, blocks * 32);
  pipe.InitBuffer(syncBuf, blocks * 32);
  GlobalTensor<float> xGm, yGm, partGm;
  GlobalTensor<int32_t> syncGm;
  xGm.SetGlobalBuffer((__gm__ float*)x + begin, length);
  yGm.SetGlobalBuffer((__gm__ float*)y + begin, length);
  partGm.SetGlobalBuffer((__gm__ float*)GetUserWorkspace(workspace), blocks * 8);
  syncGm.SetGlobalBuffer((__gm__ int32_t*)GetUserWorkspace(workspace) + blocks * 8, blocks * 8);
  LocalTensor<float> local = xBuf.Get<float>();
  LocalTensor<float> square = squareBuf.Get<float>();
  LocalTensor<float> work = workBuf.Get<float>();
  LocalTensor<float> part = partBuf.Get<float>();

  DataCopy(local, xGm, length);
  PipeBarrier<PIPE_ALL>();
  Mul(square, local, local, length);
  Duplicate(part, 0.0f, 8);
  PipeBarrier<PIPE_V>();
  ReduceSum<float>(part, square, work, length);
  PipeBarrier<PIPE_ALL>();
  DataCopy(partGm[GetBlockIdx() * 8], part, 8);
  if constexpr (kSoftware) {
    PipeBarrier<PIPE_ALL>();
    SyncAll(syncGm, syncBuf.Get<int32_t>());
  } else {
    SyncAll();
  }

  DataCopy(part, partGm, blocks * 8);
  PipeBarrier<PIPE_ALL>();
  ReduceSum<float>(part, part, work, static_cast<int32_t>(blocks * 8));
  PipeBarrier<PIPE_ALL>();
  const float mean = part.GetValue(0) / static_cast<float>(blocks * static_cast<uint32_t>(length));
  Muls(local, local, 1.0f / std::sqrt(mean), length);
  PipeBarrier<PIPE_ALL>();
  DataCopy(yGm, local, length);
}

// y[0] = the sum of x, to which each block adds its own.
__global__ __aicore__ void atomic_sum(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(RowTiling, tilingData, tiling);
  const uint32_t length = tilingData.rows * tilingData.columns;
  TPipe pipe;
  TQue<TPosition::VECIN, 1> inQueue;
  TQue<TPosition::VECOUT, 1> outQueue;
  TBuf<TPosition::VECCALC> workBuf;
  GlobalTensor<float> xGm, yGm;
  xGm.SetGlobalBuffer((__gm__ float*)x + length * GetBlockIdx(), length);
  yGm.SetGlobalBuffer((__gm__ float*)y, 1);
  if (GetBlockIdx() == 0) {
    InitOutput<float>(yGm, 1, 0.0f);
  }
  SyncAll();
  pipe.InitBuffer(inQueue, 1, length * sizeof(float));
  pipe.InitBuffer(outQueue, 1, 32);
  pipe.InitBuffer(workBuf, 1024);
  LocalTensor<float> in = inQueue.AllocTensor<float>();
  DataCopy(in, xGm, length);
  inQueue.EnQue(in);
  in = inQueue.DeQue<float>();
  LocalTensor<float> out = outQueue.AllocTensor<float>();
  ReduceSum<float>(out, in, workBuf.Get<float>(), static_cast<int32_t>(length));
  outQueue.EnQue(out);
  inQueue.FreeTensor(in);
  out = outQueue.DeQue<float>();
  SetAtomicAdd<float>();
  DataCopyPad(yGm, out, DataCopyExtParams{1, sizeof(float), 0, 0, 0});
  SetAtomicNone();
  outQueue.FreeTensor(out);
}

// The 16 greatest of each row, and where they are.
__global__ __aicore__ void best(GM_ADDR x, GM_ADDR values, GM_ADDR indices, GM_ADDR workspace,
                                GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(RowTiling, tilingData, tiling);
  constexpr uint32_t kBest = 16;
  const uint32_t columns = tilingData.columns;
  const int32_t repeats = static_cast<int32_t>(columns / 32);
  TPipe pipe;
  TQue<TPosition::VECIN, 1> inQueue;
  TQue<TPosition::VECOUT, 1> valueQueue, indexQueue;
  TBuf<TPosition::VECCALC> numberBuf, pairBuf, workBuf;
  pipe.InitBuffer(inQueue, 1, columns * sizeof(float));
  pipe.InitBuffer(valueQueue, 1, columns * sizeof(float));
  pipe.InitBuffer(indexQueue, 1, columns * sizeof(uint32_t));
  pipe.InitBuffer(numberBuf, columns * sizeof(int32_t));
  pipe.InitBuffer(pairBuf, columns * 8);
  pipe.InitBuffer(workBuf, columns * 8);
  LocalTensor<int32_t> number = numberBuf.Get<int32_t>();
  LocalTensor<float> pairs = pairBuf.Get<float>();
  LocalTensor<float> work = workBuf.Get<float>();
  CreateVecIndex(number, 0, columns);
  for (uint32_t row = 0; row < tilingData.rows; row++) {
    const uint64_t line = static_cast<uint64_t>(GetBlockIdx()) * tilingData.rows + row;
    GlobalTensor<float> xGm, valueGm;
    GlobalTensor<uint32_t> indexGm;
    xGm.SetGlobalBuffer((__gm__ float*)x + line * columns, columns);
    valueGm.SetGlobalBuffer((__gm__ float*)values + line * kBest, kBest);
    indexGm.SetGlobalBuffer((__gm__ uint32_t*)indices + line * kBest, kBest);
    LocalTensor<float> in = inQueue.AllocTensor<float>();
    DataCopy(in, xGm, columns);
    inQueue.EnQue(in);
    in = inQueue.DeQue<float>();
    LocalTensor<float> concat;
    Concat(concat, in, work, static_cast<int32_t>(columns / 16));
    PipeBarrier<PIPE_V>();
    Sort<float, true>(pairs, concat, number.ReinterpretCast<uint32_t>(), work, repeats);
    PipeBarrier<PIPE_V>();
    LocalTensor<float> value = valueQueue.AllocTensor<float>();
    LocalTensor<uint32_t> index = indexQueue.AllocTensor<uint32_t>();
    Extract(value, index, pairs, repeats);
    valueQueue.EnQue(value);
    indexQueue.EnQue(index);
    inQueue.FreeTensor(in);
    value = valueQueue.DeQue<float>();
    index = indexQueue.DeQue<uint32_t>();
    DataCopy(valueGm, value, kBest);
    DataCopy(indexGm, index, kBest);
    valueQueue.FreeTensor(value);
    indexQueue.FreeTensor(index);
  }
}

// y[i] = table[index[i]].
__global__ __aicore__ void look_up(GM_ADDR table, GM_ADDR index, GM_ADDR y, GM_ADDR workspace,
                                   GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(RowTiling, tilingData, tiling);
  const uint32_t columns = tilingData.columns;
  constexpr uint32_t kTable = 256;
  TPipe pipe;
  TQue<TPosition::VECIN, 1> tableQueue, indexQueue;
  TQue<TPosition::VECOUT, 1> outQueue;
  TBuf<TPosition::VECCALC> offsetBuf;
  pipe.InitBuffer(tableQueue, 1, kTable * sizeof(half));
  pipe.InitBuffer(indexQueue, 2, columns * sizeof(uint32_t));
  pipe.InitBuffer(outQueue, 2, columns * sizeof(half));
  pipe.InitBuffer(offsetBuf, columns * sizeof(uint32_t));
  GlobalTensor<half> tableGm, yGm;
  GlobalTensor<uint32_t> indexGm;
  const uint64_t begin = static_cast<uint64_t>(GetBlockIdx()) * tilingData.rows * columns;
  tableGm.SetGlobalBuffer((__gm__ half*)table, kTable);
  indexGm.SetGlobalBuffer((__gm__ uint32_t*)index + begin, tilingData.rows * columns);
  yGm.SetGlobalBuffer((__gm__ half*)y + begin, tilingData.rows * columns);
  LocalTensor<half> entries = tableQueue.AllocTensor<half>();
  DataCopy(entries, tableGm, kTable);
  tableQueue.EnQue(entries);
  entries = tableQueue.DeQue<half>();
  LocalTensor<uint32_t> offset = offsetBuf.Get<uint32_t>();
  for (uint32_t row = 0; row < tilingData.rows; row++) {
    LocalTensor<uint32_t> in = indexQueue.AllocTensor<uint32_t>();
    DataCopy(in, indexGm[row * columns], columns);
    indexQueue.EnQue(in);
    in = indexQueue.DeQue<uint32_t>();
    ShiftLeft(offset, in, 1u, static_cast<int32_t>(columns));  // bytes
    PipeBarrier<PIPE_V>();
    LocalTensor<half> out = outQueue.AllocTensor<half>();
    Gather(out, entries, offset, 0, columns);
    outQueue.EnQue(out);
    indexQueue.FreeTensor(in);
    out = outQueue.DeQue<half>();
    DataCopy(yGm[row * columns], out, columns);
    outQueue.FreeTensor(out);
  }
  tableQueue.FreeTensor(entries);
}

// Each row as int8, scaled so that its greatest magnitude is 127; the scales.
__global__ __aicore__ void quantise(GM_ADDR x, GM_ADDR y, GM_ADDR scales, GM_ADDR workspace,
                                    GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(RowTiling, tilingData, tiling);
  const int32_t columns = static_cast<int32_t>(tilingData.columns);
  TPipe pipe;
  TQue<TPosition::VECIN, 1> inQueue;
  TQue<TPosition::VECOUT, 1> outQueue, scaleQueue;
  TBuf<TPosition::VECCALC> floatBuf, halfBuf, workBuf, resultBuf;
  pipe.InitBuffer(inQueue, 2, tilingData.columns * sizeof(float));
  pipe.InitBuffer(outQueue, 2, tilingData.columns);
  pipe.InitBuffer(scaleQueue, 2, 32);
  pipe.InitBuffer(floatBuf, tilingData.columns * sizeof(float));
  pipe.InitBuffer(halfBuf, tilingData.columns * sizeof(half));
  pipe.InitBuffer(workBuf, 1024);
  pipe.InitBuffer(resultBuf, 32);
  LocalTensor<float> scaled = floatBuf.Get<float>();
  LocalTensor<half> narrow = halfBuf.Get<half>();
  LocalTensor<float> result = resultBuf.Get<float>();
  SetDeqScale(static_cast<half>(1.0f));
  for (uint32_t row = 0; row < tilingData.rows; row++) {
    const uint64_t line = static_cast<uint64_t>(GetBlockIdx()) * tilingData.rows + row;
    GlobalTensor<float> xGm, scaleGm;
    GlobalTensor<int8_t> yGm;
    xGm.SetGlobalBuffer((__gm__ float*)x + line * tilingData.columns, tilingData.columns);
    yGm.SetGlobalBuffer((__gm__ int8_t*)y + line * tilingData.columns, tilingData.columns);
    scaleGm.SetGlobalBuffer((__gm__ float*)scales + line * 8, 8);
    LocalTensor<float> in = inQueue.AllocTensor<float>();
    DataCopy(in, xGm, tilingData.columns);
    inQueue.EnQue(in);
    in = inQueue.DeQue<float>();
    Abs(scaled, in, columns);
    PipeBarrier<PIPE_V>();
    ReduceMax<float>(result, scaled, workBuf.Get<float>(), columns);
    PipeBarrier<PIPE_ALL>();
    const float scale = 127.0f / result.GetValue(0);
    Muls(scaled, in, scale, columns);
    PipeBarrier<PIPE_V>();
    Cast(scaled.ReinterpretCast<int32_t>(), scaled, RoundMode::CAST_RINT, tilingData.columns);
    PipeBarrier<PIPE_V>();
    Cast(narrow, scaled.ReinterpretCast<int32_t>(), RoundMode::CAST_NONE, tilingData.columns);
    PipeBarrier<PIPE_V>();
    LocalTensor<int8_t> out = outQueue.AllocTensor<int8_t>();
    LocalTensor<float> scaleOut = scaleQueue.AllocTensor<float>();
    Cast(out, narrow, RoundMode::CAST_TRUNC, tilingData.columns);
    Duplicate(scaleOut, 1.0f / scale, 8);
    outQueue.EnQue(out);
    scaleQueue.EnQue(scaleOut);
    inQueue.FreeTensor(in);
    out = outQueue.DeQue<int8_t>();
    scaleOut = scaleQueue.DeQue<float>();
    DataCopy(yGm, out, tilingData.columns);
    DataCopy(scaleGm, scaleOut, 8);
    outQueue.FreeTensor(out);
    scaleQueue.FreeTensor(scaleOut);
  }
}

}  // namespace styles

// --- the host ---

namespace openaclnn::aicore {
namespace {

constexpr styles::RowTiling kTiling = {.rows = 3, .columns = 352};
constexpr size_t kColumns = kTiling.columns;

class StylesTest : public SamplesTest {
 protected:
  // Rows for so many blocks, of numbers in a range.
  template <typename T>
  static std::vector<T> Rows(int64_t blocks, float range) {
    std::mt19937 random(6);
    std::vector<T> x(static_cast<size_t>(blocks) * kTiling.rows * kColumns);
    for (T& value : x)
      value = static_cast<T>(std::uniform_real_distribution<float>(-range, range)(random));
    return x;
  }
};

template <typename T>
void ExpectSoftmax(const std::vector<T>& x, const std::vector<T>& y, double tolerance) {
  for (size_t row = 0; row < x.size(); row += kColumns) {
    double max = static_cast<float>(x[row]);
    for (size_t i = row; i < row + kColumns; ++i)
      max = std::max<double>(max, static_cast<float>(x[i]));
    double sum = 0;
    for (size_t i = row; i < row + kColumns; ++i) sum += std::exp(static_cast<float>(x[i]) - max);
    for (size_t i = row; i < row + kColumns; ++i) {
      const double want = std::exp(static_cast<float>(x[i]) - max) / sum;
      ASSERT_NEAR(static_cast<float>(y[i]), want, want * tolerance + 0x1p-24) << i;
    }
  }
}

// One of each product but the training series, which has half only; and with it.
constexpr const char* kSocs[] = {"Ascend910B3", "Ascend910_9391", "Ascend950PR_9599", "Ascend310P3",
                                 "Ascend310B1"};
constexpr const char* kSocsAndTraining[] = {"Ascend910B3", "Ascend910_9391", "Ascend950PR_9599",
                                            "Ascend310P3", "Ascend310B1",    "Ascend910A"};

TEST_F(StylesTest, SoftmaxOfFloat) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(styles::softmax<float>);
  for (const char* soc : kSocs) {
    SCOPED_TRACE(soc);
    std::vector<float> x = Rows<float>(4, 5.0f), y(x.size());
    const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
    RunEverywhere({.kernel = &kKernel,
                   .soc = FindSoc(soc),
                   .blocks = 4,
                   .tensors = tensors,
                   .tiling = BytesOf(kTiling)},
                  y);
    ExpectSoftmax(x, y, 0x1p-20);
  }
}

TEST_F(StylesTest, SoftmaxOfHalf) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(styles::softmax<half>);
  for (const char* soc : kSocsAndTraining) {
    SCOPED_TRACE(soc);
    std::vector<half> x = Rows<half>(4, 3.0f), y(x.size());
    const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
    RunEverywhere({.kernel = &kKernel,
                   .soc = FindSoc(soc),
                   .blocks = 4,
                   .tensors = tensors,
                   .tiling = BytesOf(kTiling)},
                  y);
    // x - max, the power, the sum and its reciprocal are rounded to 11 digits each.
    ExpectSoftmax(x, y, 0x1p-7);
  }
}

TEST_F(StylesTest, TwoPassesWithWorkspace) {
  struct Case {
    const char* soc;
    DeviceKernel kernel;
    int64_t blocks;
  };
  const Case cases[] = {
      {"Ascend910B3", OPENACLNN_DEVICE_KERNEL(styles::normalise<false>), 40},
      {"Ascend910_9391", OPENACLNN_DEVICE_KERNEL(styles::normalise<false>), 40},
      {"Ascend950PR_9599", OPENACLNN_DEVICE_KERNEL(styles::normalise<false>), 40},
      {"Ascend310P3", OPENACLNN_DEVICE_KERNEL(styles::normalise<true>), 8},
      {"Ascend310B1", OPENACLNN_DEVICE_KERNEL(styles::normalise<true>), 1},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.soc);
    std::vector<float> x = Rows<float>(c.blocks, 5.0f), y(x.size());
    std::vector<int32_t> workspace(static_cast<size_t>(c.blocks) * 16);
    const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
    RunEverywhere({.kernel = &c.kernel,
                   .soc = FindSoc(c.soc),
                   .blocks = c.blocks,
                   .tensors = tensors,
                   .workspace = TensorOf(workspace, true, "workspace"),
                   .tiling = BytesOf(kTiling)},
                  y);
    double squares = 0;
    for (const float value : x) squares += static_cast<double>(value) * value;
    const double root = std::sqrt(squares / static_cast<double>(x.size()));
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_NEAR(y[i], x[i] / root, std::abs(x[i] / root) * 0x1p-19) << i;
  }
}

TEST_F(StylesTest, AtomicSum) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(styles::atomic_sum);
  for (const char* soc : {"Ascend910B3", "Ascend910_9391", "Ascend950PR_9599"}) {
    SCOPED_TRACE(soc);
    std::vector<float> x = Numbers<float>(20 * kTiling.rows * kColumns), y(1);
    const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
    RunEverywhere({.kernel = &kKernel,
                   .soc = FindSoc(soc),
                   .blocks = 20,
                   .tensors = tensors,
                   .tiling = BytesOf(kTiling)},
                  y);
    EXPECT_EQ(y[0], std::accumulate(x.begin(), x.end(), 0.0f));  // of integers: exact
  }
}

TEST_F(StylesTest, BestBySorting) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(styles::best);
  for (const char* soc : {"Ascend910B3", "Ascend910_9391", "Ascend950PR_9599"}) {
    SCOPED_TRACE(soc);
    std::vector<float> x = Numbers<float>(4 * kTiling.rows * kColumns);
    const size_t rows = x.size() / kColumns;
    std::vector<float> values(rows * 16);
    std::vector<uint32_t> indices(rows * 16);
    const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(values, true, "values"),
                                      TensorOf(indices, true, "indices")};
    const Launch launch = {.kernel = &kKernel,
                           .soc = FindSoc(soc),
                           .blocks = 4,
                           .tensors = tensors,
                           .tiling = BytesOf(kTiling)};
    RunEverywhere(launch, values);
    RunEverywhere(launch, indices);
    for (size_t row = 0; row < rows; ++row) {
      std::vector<uint32_t> order(kColumns);
      std::iota(order.begin(), order.end(), 0u);
      std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return x[row * kColumns + a] > x[row * kColumns + b];
      });
      for (size_t i = 0; i < 16; ++i) {
        ASSERT_EQ(indices[row * 16 + i], order[i]);
        ASSERT_EQ(values[row * 16 + i], x[row * kColumns + order[i]]);
      }
    }
  }
}

TEST_F(StylesTest, LookUp) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(styles::look_up);
  for (const char* soc : kSocs) {
    SCOPED_TRACE(soc);
    std::vector<half> table = Numbers<half>(256), y(4 * kTiling.rows * kColumns);
    std::vector<uint32_t> index(y.size());
    std::mt19937 random(7);
    for (uint32_t& i : index) i = static_cast<uint32_t>(random() % table.size());
    const Launch::Tensor tensors[] = {TensorOf(table, false, "table"),
                                      TensorOf(index, false, "index"), TensorOf(y, true, "y")};
    RunEverywhere({.kernel = &kKernel,
                   .soc = FindSoc(soc),
                   .blocks = 4,
                   .tensors = tensors,
                   .tiling = BytesOf(kTiling)},
                  y);
    for (size_t i = 0; i < y.size(); ++i) ASSERT_EQ(y[i], table[index[i]]) << i;
  }
}

TEST_F(StylesTest, Quantise) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(styles::quantise);
  for (const char* soc : kSocs) {
    SCOPED_TRACE(soc);
    std::vector<float> x = Rows<float>(4, 9.0f);
    const size_t rows = x.size() / kColumns;
    std::vector<int8_t> y(x.size());
    std::vector<float> scales(rows * 8);
    const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y"),
                                      TensorOf(scales, true, "scales")};
    const Launch launch = {.kernel = &kKernel,
                           .soc = FindSoc(soc),
                           .blocks = 4,
                           .tensors = tensors,
                           .tiling = BytesOf(kTiling)};
    RunEverywhere(launch, y);
    RunEverywhere(launch, scales);
    for (size_t row = 0; row < rows; ++row) {
      float max = 0;
      for (size_t i = 0; i < kColumns; ++i) max = std::max(max, std::abs(x[row * kColumns + i]));
      const float scale = 127.0f / max;
      ASSERT_EQ(scales[row * 8], 1.0f / scale);
      for (size_t i = 0; i < kColumns; ++i) {
        ASSERT_EQ(y[row * kColumns + i],
                  static_cast<int8_t>(std::nearbyint(x[row * kColumns + i] * scale)));
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::aicore
