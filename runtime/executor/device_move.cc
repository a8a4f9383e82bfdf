#include "runtime/executor/device_move.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "runtime/cpu/convert.h"
#include "runtime/cpu/indexed.h"
#include "runtime/executor/move_kernel.h"
#include "runtime/executor/move_tiling.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"

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

// The dimensions of the runs, the outermost first; and what each moves at a time.
struct Layout {
  std::vector<size_t> dims;
  int64_t run;  // bytes
};

bool IsIndexed(ElementwiseFunction function) {
  return function == GatherElements || function == PutElements;
}

// Elements that lie one after the other in both, and whose index is the same, are a run.
Layout LayoutOf(ElementwiseFunction function, const ElementwiseTask& task) {
  const Dims &from = task.inputs[0].strides, &to = task.outputs[0].strides;
  Layout layout = {.dims = std::vector<size_t>(task.shape.size()),
                   .run = static_cast<int64_t>(DTypeBytes(task.outputs[0].dtype))};
  std::iota(layout.dims.begin(), layout.dims.end(), size_t{0});
  if (!layout.dims.empty() && from.back() == 1 && to.back() == 1 &&
      (!IsIndexed(function) || task.inputs[1].strides.back() == 0)) {
    layout.run *= task.shape.back();
    layout.dims.pop_back();
  }
  if (function == PutElements) {
    std::stable_partition(layout.dims.begin(), layout.dims.end(),
                          [&](size_t dim) { return to[dim] != 0; });
  }
  return layout;
}

MoveOperand OperandOf(const ElementwiseOperand& operand, const Reach& reach, const Layout& layout) {
  MoveOperand result = {.offset = reach.before, .steps = {}};
  for (size_t i = 0; i < layout.dims.size(); ++i) {
    result.steps[i] =
        operand.strides[layout.dims[i]] * static_cast<int64_t>(DTypeBytes(operand.dtype));
  }
  return result;
}

int64_t SlotsOf(int64_t bytes) { return Quotient(bytes, kMoveSlot) * kMoveSlot; }

// Units that a block takes at least.
int64_t UnitsPerBlock(const Soc& soc, int64_t units, int64_t unit_bytes) {
  return std::max(Quotient(units, soc.cores()), Quotient(kLeastPerBlock, unit_bytes));
}

MoveTiling TilingOf(const Soc& soc, const ElementwiseTask& task, const Layout& layout,
                    const Reach& from, const Reach& to) {
  MoveTiling tiling = {};
  tiling.run = layout.run;
  tiling.from = OperandOf(task.inputs[0], from, layout);
  tiling.to = OperandOf(task.outputs[0], to, layout);
  tiling.rank = std::max<int64_t>(static_cast<int64_t>(layout.dims.size()), 1);
  tiling.extents[0] = 1;
  tiling.room = kRoom;
  tiling.piece = std::min(tiling.run, kRoom);
  tiling.pieces = Quotient(tiling.run, tiling.piece);
  tiling.units = tiling.pieces;
  for (size_t i = 0; i < layout.dims.size(); ++i) {
    tiling.extents[i] = task.shape[layout.dims[i]];
    tiling.units *= tiling.extents[i];
  }
  tiling.perBlock = UnitsPerBlock(soc, tiling.units, SlotsOf(tiling.piece));
  return tiling;
}

// For Gather in rows: a unit is a row of the output, whatever its length. Returns how many blocks
// share them.
int64_t ShareRows(const Soc& soc, MoveTiling& move) {
  move.units /= move.pieces;
  move.pieces = 1;
  move.perBlock = UnitsPerBlock(soc, move.units, SlotsOf(move.run));
  return Quotient(move.units, move.perBlock);
}

// For Put: what has the same place is put by one block, in the order of the indices. Returns how
// many blocks share the places.
int64_t SharePlaces(const Soc& soc, const ElementwiseTask& task, const Layout& layout,
                    IndexedTiling& tiling) {
  MoveTiling& move = tiling.move;
  int64_t indices = 1;
  for (const size_t dim : layout.dims)
    if (task.outputs[0].strides[dim] == 0) indices *= task.shape[dim];
  const int64_t column = indices * move.pieces, bytes = column * SlotsOf(move.piece);
  const int64_t columns = move.units / column, per_block = UnitsPerBlock(soc, columns, bytes);
  move.perBlock = per_block * column;
  // Where they are too few for all cores, each is shared.
  tiling.ranges = std::clamp(std::min(soc.cores() / columns, bytes / kLeastPerBlock), int64_t{1},
                             tiling.index.extent);
  return Quotient(columns, per_block) * tiling.ranges;
}

// Whether rows of the input are read whole, and Gather finds the elements in them.
bool GathersInRows(const ElementwiseTask& task, const IndexedDim& dim) {
  const int64_t row = dim.extent * static_cast<int64_t>(DTypeBytes(task.outputs[0].dtype));
  if (task.shape.empty() || DTypeBytes(task.outputs[0].dtype) == 1) return false;
  const Dims& index = task.inputs[1].strides;
  // An element that is copied by itself takes a slot.
  return dim.stride == 1 && task.inputs[0].strides.back() == 0 && index.back() == 1 &&
         task.outputs[0].strides.back() == 1 &&
         std::all_of(index.begin(), index.end() - 1, [](int64_t stride) { return stride == 0; }) &&
         kMoveSlot + SlotsOf(row) <= kRoom && row <= task.shape.back() * kMoveSlot;
}

}  // namespace

bool MovesOnAiCore(const Soc& soc, ElementwiseFunction function, const ElementwiseTask& task) {
  if (!soc.product->data_copy_pad || task.shape.size() > kMaxMoveDims) return false;
  if (task.inputs.empty() || task.inputs[0].dtype != task.outputs[0].dtype) return false;
  if (IsIndexed(function)) return IndexedDim::Of(task).extent > 0;
  return (function == ConvertElements || function == ConvertElementsToNearest) &&
         task.compute == ACL_DT_UNDEFINED;
}

absl::Status Move(const Soc& soc, ElementwiseFunction function, const ElementwiseTask& task,
                  aicore::BlockOrder order) {
  const ElementwiseOperand &input = task.inputs[0], &output = task.outputs[0];
  Reach from = ReachOf(task, input), to = ReachOf(task, output);
  const auto bytes = static_cast<int64_t>(DTypeBytes(input.dtype));
  const auto launch = [&](const aicore::DeviceKernel& kernel, int64_t blocks,
                          absl::Span<const aicore::Launch::Tensor> tensors,
                          std::span<const std::byte> data) {
    return aicore::Run({.kernel = &kernel,
                        .soc = &soc,
                        .blocks = blocks,
                        .tensors = tensors,
                        .tiling = {data.data(), data.size()},
                        .order = order});
  };
  Layout layout = LayoutOf(function, task);
  if (!IsIndexed(function)) {
    const MoveTiling tiling = TilingOf(soc, task, layout, from, to);
    const aicore::Launch::Tensor tensors[] = {TensorOf(input, from, "input", false),
                                              TensorOf(output, to, "output", true)};
    return launch(kMoveKernel, Quotient(tiling.units, tiling.perBlock), tensors,
                  std::as_bytes(std::span(&tiling, 1)));
  }

  const IndexedDim dim = IndexedDim::Of(task);
  const ElementwiseOperand& index = task.inputs[1];
  const Reach places = ReachOf(task, index);
  (function == PutElements ? to : from).Add(dim.extent, dim.stride * bytes);
  const bool in_rows = function == GatherElements && GathersInRows(task, dim);
  if (in_rows) {
    layout.run = bytes * task.shape.back();
    layout.dims.pop_back();
  }
  IndexedTiling tiling = {.move = TilingOf(soc, task, layout, from, to),
                          .index = {.operand = OperandOf(index, places, layout),
                                    .bytes = static_cast<int64_t>(DTypeBytes(index.dtype)),
                                    .extent = dim.extent,
                                    .step = dim.stride * bytes,
                                    .wraps = dim.wraps},
                          .element = bytes,
                          .ranges = 1};
  MoveTiling& move = tiling.move;
  int64_t blocks = Quotient(move.units, move.perBlock);
  if (in_rows) {
    blocks = ShareRows(soc, move);
  } else if (function == PutElements) {
    blocks = SharePlaces(soc, task, layout, tiling);
  }
  const aicore::Launch::Tensor tensors[] = {TensorOf(input, from, "input", false),
                                            TensorOf(index, places, "index", false),
                                            TensorOf(output, to, "output", true)};
  const aicore::DeviceKernel& kernel = function == PutElements ? kPutKernel
                                       : in_rows               ? kGatherRowsKernel
                                                               : kGatherKernel;
  return launch(kernel, blocks, tensors, std::as_bytes(std::span(&tiling, 1)));
}

}  // namespace openaclnn
