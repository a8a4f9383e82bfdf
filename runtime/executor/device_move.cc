#include "runtime/executor/device_move.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "absl/types/span.h"
#include "runtime/cpu/convert.h"
#include "runtime/cpu/indexed.h"
#include "runtime/executor/move_kernel.h"
#include "runtime/executor/move_tiling.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn {
namespace {

// A buffer, of which there are two. Copies are fastest from 16 KiB on.
constexpr int64_t kRoom = 32 * 1024;
// Bytes that are worth a core.
constexpr int64_t kLeastPerBlock = 16 * 1024;

// Rounded up.
int64_t Quotient(int64_t value, int64_t unit) { return (value + unit - 1) / unit; }

// The bytes before and behind an operand's first element that it reaches to.
struct Reach {
  int64_t before = 0, behind = 0;

  void Add(int64_t extent, int64_t step) {
    const int64_t last = (extent - 1) * step;
    (last < 0 ? before : behind) += last < 0 ? -last : last;
  }
};

Reach ReachOf(const ElementwiseTask& task, const ElementwiseOperand& operand) {
  const auto bytes = static_cast<int64_t>(DTypeBytes(operand.dtype));
  Reach reach = {.behind = bytes};
  for (size_t i = 0; i < task.shape.size(); ++i)
    reach.Add(task.shape[i], operand.strides[i] * bytes);
  return reach;
}

aicore::Launch::Tensor TensorOf(const ElementwiseOperand& operand, const Reach& reach,
                                const char* name, bool writable) {
  return {.data = static_cast<char*>(operand.data) - reach.before,
          .bytes = reach.before + reach.behind,
          .writable = writable,
          .name = name,
          .undefined = writable};
}

MoveOperand OperandOf(const ElementwiseOperand& operand, const Reach& reach, size_t rank) {
  MoveOperand result = {.offset = reach.before, .steps = {}};
  for (size_t i = 0; i < rank; ++i)
    result.steps[i] = operand.strides[i] * static_cast<int64_t>(DTypeBytes(operand.dtype));
  return result;
}

// Of elements that lie one after the other in both, and whose index is the same, runs are made.
MoveTiling TilingOf(const Soc& soc, const ElementwiseTask& task, const Reach& from,
                    const Reach& to) {
  const ElementwiseOperand &input = task.inputs[0], &output = task.outputs[0];
  MoveTiling tiling = {};
  tiling.run = static_cast<int64_t>(DTypeBytes(output.dtype));
  size_t rank = task.shape.size();
  const bool is_indexed = task.inputs.size() > 1;
  if (rank > 0 && input.strides.back() == 1 && output.strides.back() == 1 &&
      (!is_indexed || task.inputs[1].strides.back() == 0)) {
    tiling.run *= task.shape.back();
    --rank;
  }
  tiling.from = OperandOf(input, from, rank);
  tiling.to = OperandOf(output, to, rank);
  tiling.rank = std::max<int64_t>(static_cast<int64_t>(rank), 1);
  tiling.extents[0] = 1;
  std::copy_n(task.shape.begin(), rank, tiling.extents);

  tiling.room = kRoom;
  tiling.piece = std::min(tiling.run, kRoom);
  tiling.pieces = Quotient(tiling.run, tiling.piece);
  tiling.units = tiling.pieces;
  for (size_t i = 0; i < rank; ++i) tiling.units *= task.shape[i];
  const int64_t cores = soc.vector_cores > 0 ? soc.vector_cores : soc.ai_cores;
  const int64_t unit = Quotient(tiling.piece, kMoveSlot) * kMoveSlot;
  tiling.perBlock = std::max(Quotient(tiling.units, cores), Quotient(kLeastPerBlock, unit));
  return tiling;
}

}  // namespace

bool MovesOnAiCore(const Soc& soc, ElementwiseFunction function, const ElementwiseTask& task) {
  if (!soc.product->data_copy_pad || task.shape.size() > kMaxMoveDims) return false;
  if (task.inputs.empty() || task.inputs[0].dtype != task.outputs[0].dtype) return false;
  if (function == GatherElements) return IndexedDim::Of(task).extent > 0;
  return (function == ConvertElements || function == ConvertElementsToNearest) &&
         task.compute == ACL_DT_UNDEFINED;
}

absl::Status Move(const Soc& soc, ElementwiseFunction function, const ElementwiseTask& task,
                  aicore::BlockOrder order) {
  const ElementwiseOperand &input = task.inputs[0], &output = task.outputs[0];
  Reach from = ReachOf(task, input);
  const Reach to = ReachOf(task, output);
  const bool is_indexed = function == GatherElements;
  const auto bytes = static_cast<int64_t>(DTypeBytes(input.dtype));
  IndexedDim dim = {};
  if (is_indexed) {
    dim = IndexedDim::Of(task);
    from.Add(dim.extent, dim.stride * bytes);
  }
  const MoveTiling tiling = TilingOf(soc, task, from, to);
  const auto launch = [&](const aicore::DeviceKernel& kernel,
                          absl::Span<const aicore::Launch::Tensor> tensors,
                          std::span<const std::byte> data) {
    return aicore::Run({.kernel = &kernel,
                        .soc = &soc,
                        .blocks = Quotient(tiling.units, tiling.perBlock),
                        .tensors = tensors,
                        .tiling = {data.data(), data.size()},
                        .order = order});
  };
  if (!is_indexed) {
    const aicore::Launch::Tensor tensors[] = {TensorOf(input, from, "input", false),
                                              TensorOf(output, to, "output", true)};
    return launch(kMoveKernel, tensors, std::as_bytes(std::span(&tiling, 1)));
  }
  const ElementwiseOperand& index = task.inputs[1];
  const Reach places = ReachOf(task, index);
  const aicore::Launch::Tensor tensors[] = {TensorOf(input, from, "input", false),
                                            TensorOf(index, places, "index", false),
                                            TensorOf(output, to, "output", true)};
  const auto rank = static_cast<size_t>(tiling.rank);
  const GatherTiling gathered = {
      .move = tiling,
      .index = OperandOf(index, places, std::min(rank, task.shape.size())),
      .indexBytes = static_cast<int64_t>(DTypeBytes(index.dtype)),
      .extent = dim.extent,
      .step = dim.stride * bytes,
      .wraps = dim.wraps};
  return launch(kGatherKernel, tensors, std::as_bytes(std::span(&gathered, 1)));
}

}  // namespace openaclnn
