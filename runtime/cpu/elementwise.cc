#include "runtime/cpu/elementwise.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "absl/container/inlined_vector.h"
#include "hwy/targets.h"
#include "runtime/schedule/parallel.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/wrapping.h"

namespace openaclnn {
namespace {

// Elements a thread takes at a time: enough that handing out a chunk costs nothing against
// computing it, few enough that two threads share the work on 64 Ki elements evenly.
constexpr int64_t kChunkElements = 16 * 1024;

// Rows of fewer elements are cheaper to handle in tiles.
constexpr int64_t kLongRow = 96;

// Below, the next reader finds the output in a cache; above, it would have to read it from memory
// anyway. Several times the second level's size on the machines of the day; not tuned.
constexpr int64_t kStreamBytes = int64_t{8} << 20;

constexpr int64_t kCacheLineBytes = 64;

std::atomic<int64_t> chunk_elements{kChunkElements};
std::atomic<int64_t> last_target{0};

// Stride 1 along the innermost dimension, and so on outwards, in every operand. As far as it is
// true the product of the extents goes to `count`.
bool AllContiguous(const ElementwiseTask& task, int64_t& count) {
  count = 1;
  for (size_t i = task.shape.size(); i-- > 0;) {
    for (const ElementwiseOperand& operand : task.inputs) {
      if (operand.strides[i] != count) return false;
    }
    for (const ElementwiseOperand& operand : task.outputs) {
      if (operand.strides[i] != count) return false;
    }
    count *= task.shape[i];
  }
  return true;
}

template <class Visit>
void ForEachOperand(ElementwiseTask& task, const Visit& visit) {
  for (ElementwiseOperand& operand : task.inputs) visit(operand);
  for (ElementwiseOperand& operand : task.outputs) visit(operand);
}

// Orders the dimensions by how far the first output steps, the farthest first, so that tensors
// stored transposed are walked through in the order of their memory.
void SortDimensions(ElementwiseTask& task) {
  const size_t rank = task.shape.size();
  const Dims& steps = task.outputs[0].strides;
  // As negative numbers: a stride may be the least number, if its extent is 1.
  const auto negative = [](int64_t step) { return std::min(step, -std::max<int64_t>(step, 0)); };
  const auto farther = [&](int64_t a, int64_t b) { return negative(a) < negative(b); };
  if (std::is_sorted(steps.begin(), steps.end(), farther)) return;
  absl::InlinedVector<size_t, 8> order(rank);
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return farther(steps[a], steps[b]); });
  const auto permute = [&](Dims& dims) {
    const Dims before = dims;
    for (size_t i = 0; i < rank; ++i) dims[i] = before[order[i]];
  };
  ForEachOperand(task, [&](ElementwiseOperand& operand) { permute(operand.strides); });
  permute(task.shape);
}

// Makes the dimension along which the input's elements lie one after the other the one next to the
// innermost, so that whole cache lines are read and written.
void PairInnermostDimensions(ElementwiseTask& task) {
  if (task.shape.size() < 3 || task.inputs.size() != 1 || task.outputs.size() != 1) return;
  const Dims& steps = task.inputs[0].strides;
  const auto dim = std::find(steps.begin(), steps.end(), 1) - steps.begin();
  const auto move = [dim](Dims& dims) {
    if (dim + 1 < static_cast<int64_t>(dims.size()))
      std::rotate(dims.begin() + dim, dims.begin() + dim + 1, dims.end() - 1);
  };
  move(task.shape);
  ForEachOperand(task, [&](ElementwiseOperand& operand) { move(operand.strides); });
}

// Elements a thread takes at a time. If an input is read across its rows: as many rows of the task
// as a cache line has elements, so that no two chunks read the same line.
int64_t ChunkOf(const ElementwiseTask& task) {
  const int64_t chunk = ElementwiseChunk();
  const size_t rank = task.shape.size();
  if (chunk != kChunkElements || rank < 2) return chunk;
  int64_t rows = 1;
  for (const ElementwiseOperand& input : task.inputs) {
    if (input.strides[rank - 2] == 1)
      rows = std::max(rows, kCacheLineBytes / static_cast<int64_t>(DTypeBytes(input.dtype)));
  }
  const int64_t band = rows * task.shape.back();
  return rows == 1 ? chunk : (chunk + band - 1) / band * band;
}

}  // namespace

void Simplify(ElementwiseTask& task) {
  // Most tasks are as simple as can be, and are made so sooner than by the steps below.
  if (AllContiguous(task, task.count) && task.count > 1) {
    task.shape.assign(1, task.count);
    ForEachOperand(task, [](ElementwiseOperand& operand) { operand.strides.assign(1, 1); });
    return;
  }
  SortDimensions(task);
  task.count = 1;
  // Dimensions are kept from the innermost outwards, at the end of the arrays: those from `inner`
  // on are final.
  const size_t rank = task.shape.size();
  size_t inner = rank;
  for (size_t i = rank; i-- > 0;) {
    const int64_t extent = task.shape[i];
    task.count *= extent;
    if (extent == 1) continue;
    bool joins = inner < rank;
    if (joins) {
      ForEachOperand(task, [&](ElementwiseOperand& operand) {
        joins = joins &&
                operand.strides[i] == WrappingProduct(operand.strides[inner], task.shape[inner]);
      });
    }
    if (joins) {
      task.shape[inner] *= extent;
      continue;
    }
    --inner;
    task.shape[inner] = extent;
    ForEachOperand(
        task, [&](ElementwiseOperand& operand) { operand.strides[inner] = operand.strides[i]; });
  }
  const auto drop_others = [&](Dims& dims) { dims.erase(dims.begin(), dims.begin() + inner); };
  drop_others(task.shape);
  ForEachOperand(task, [&](ElementwiseOperand& operand) { drop_others(operand.strides); });
  PairInnermostDimensions(task);
}

bool IsUniformlyContiguous(const ElementwiseTask& task) {
  const aclDataType dtype = task.outputs[0].dtype;
  const auto fits = [&](const ElementwiseOperand& operand) {
    return operand.dtype == dtype && IsContiguous(task.shape, operand.strides);
  };
  return std::all_of(task.inputs.begin(), task.inputs.end(), fits) &&
         std::all_of(task.outputs.begin(), task.outputs.end(), fits);
}

aclDataType ValueType(const ElementwiseTask& task) {
  if (task.compute != ACL_DT_UNDEFINED) return task.compute;
  bool same = true, floating = true;
  const aclDataType dtype = task.outputs[0].dtype;
  const auto look = [&](const ElementwiseOperand& operand) {
    same = same && operand.dtype == dtype;
    floating = floating && (operand.dtype == ACL_FLOAT || operand.dtype == ACL_FLOAT16 ||
                            operand.dtype == ACL_BF16);
  };
  for (const ElementwiseOperand& operand : task.inputs) look(operand);
  for (const ElementwiseOperand& operand : task.outputs) look(operand);
  return !floating ? ACL_DOUBLE : same ? dtype : ACL_FLOAT;
}

bool WritesWider(const ElementwiseTask& task, aclDataType value) {
  return IsFloat(value) && std::any_of(task.outputs.begin(), task.outputs.end(),
                                       [&](const ElementwiseOperand& output) {
                                         return IsFloat(output.dtype) &&
                                                DTypeBytes(output.dtype) > DTypeBytes(value);
                                       });
}

bool AreAll(const ElementwiseTask& task, aclDataType dtype) {
  const auto fits = [dtype](const ElementwiseOperand& operand) { return operand.dtype == dtype; };
  return std::all_of(task.inputs.begin(), task.inputs.end(), fits) &&
         std::all_of(task.outputs.begin(), task.outputs.end(), fits);
}

bool HasLongConsecutiveRows(const ElementwiseTask& task) {
  return HasLongRows(task) && RepeatedInputs(task) == 0;
}

bool HasLongRows(const ElementwiseTask& task) {
  if (task.shape.empty()) return true;
  if (task.shape.size() > 1 && task.shape.back() < kLongRow) return false;
  const auto step_is_one = [](const ElementwiseOperand& operand) {
    return operand.strides.back() == 1;
  };
  const auto at_most_one = [](const ElementwiseOperand& operand) {
    return operand.strides.back() == 1 || operand.strides.back() == 0;
  };
  return std::all_of(task.inputs.begin(), task.inputs.end(), at_most_one) &&
         std::all_of(task.outputs.begin(), task.outputs.end(), step_is_one);
}

uint32_t RepeatedInputs(const ElementwiseTask& task) {
  uint32_t repeated = 0;
  for (size_t i = 0; i < task.inputs.size() && !task.shape.empty(); ++i)
    repeated |= static_cast<uint32_t>(task.inputs[i].strides.back() == 0) << i;
  return repeated;
}

bool OutputsExceedCache(const ElementwiseTask& task) {
  int64_t bytes = 0;
  for (const ElementwiseOperand& operand : task.outputs)
    bytes += task.count * static_cast<int64_t>(DTypeBytes(operand.dtype));
  // With the smaller chunks of tests small tensors go past the caches, too.
  const int64_t chunk = chunk_elements.load(std::memory_order_relaxed);
  return bytes >= (chunk == kChunkElements ? kStreamBytes : chunk);
}

void ComputeElementwise(ElementwiseFunction function, const ElementwiseTask& task) {
  const int64_t chunk_size = ChunkOf(task);
  const int64_t chunks = (task.count + chunk_size - 1) / chunk_size;
  // One thread has nobody to share with; tests that set a size want its chunks all the same.
  if (chunks <= 1 || (ThreadCount() == 1 && ElementwiseChunk() == kChunkElements)) {
    if (task.count > 0) function(task, 0, task.count);
    return;
  }
  // What it captures is what other threads must fetch first.
  ParallelFor(chunks, [&task, function, chunk_size, count = task.count](int64_t chunk) {
    const int64_t begin = chunk * chunk_size;
    function(task, begin, std::min(begin + chunk_size, count));
  });
}

void SetElementwiseChunkForTest(int64_t elements) {
  chunk_elements.store(elements > 0 ? elements : kChunkElements, std::memory_order_relaxed);
}

int64_t ElementwiseChunk() { return chunk_elements.load(std::memory_order_relaxed); }

const char* LastElementwiseTarget() {
  const int64_t target = last_target.load(std::memory_order_relaxed);
  return target == 0 ? "" : hwy::TargetName(target);
}

void RecordElementwiseTarget(int64_t target) {
  // Threads that only read it can all have it in their caches.
  if (last_target.load(std::memory_order_relaxed) != target)
    last_target.store(target, std::memory_order_relaxed);
}

}  // namespace openaclnn
