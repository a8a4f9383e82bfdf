// Row by row the elements that are kept are copied, and zeros in place of the others.

#include <algorithm>

#include "runtime/cpu/convert.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn::triangle {
namespace {

constexpr uint64_t kZero = 0;

template <bool kIsUpper>
void Triangle(const ElementwiseTask& task, int64_t begin, int64_t end) {
  const ElementwiseOperand &input = task.inputs[0], &output = task.outputs[0];
  const size_t rank = task.shape.size();
  const int64_t rows = rank < 2 ? 1 : task.shape[rank - 2], columns = task.shape.back();
  const int64_t diagonal = task.numbers[0].AsInt64();
  const auto run = [&](void* data, int64_t stride) {
    return ElementwiseTask{.shape = {columns},
                           .inputs = {{data, input.dtype, {stride}}},
                           .outputs = {{nullptr, output.dtype, {output.strides.back()}}}};
  };
  ElementwiseTask kept = run(nullptr, input.strides.back()),
                  zeros = run(const_cast<uint64_t*>(&kZero), 0);
  RowWalker walker(task, begin);
  const auto place = [&](const ElementwiseOperand& operand) {
    return static_cast<char*>(operand.data) +
           walker.OffsetOf(operand) * static_cast<int64_t>(DTypeBytes(operand.dtype));
  };
  for (int64_t at = begin; at < end;) {
    const int64_t row = at / columns % rows, column = at % columns;
    // Where the other part of the row begins.
    const int64_t border = std::clamp(row + diagonal + (kIsUpper ? 0 : 1), int64_t{0}, columns);
    const bool is_kept = (column < border) != kIsUpper;
    const int64_t count = std::min((column < border ? border : columns) - column, end - at);
    if (is_kept) kept.inputs[0].data = place(input);
    ElementwiseTask& source = is_kept ? kept : zeros;
    source.outputs[0].data = place(output);
    ConvertElements(source, 0, count);
    walker.Advance(count);
    at += count;
  }
}

}  // namespace

extern const CpuKernel kLower, kUpper;
const CpuKernel kLower = {"Lower", Triangle<false>, Triangle<false>};
const CpuKernel kUpper = {"Upper", Triangle<true>, Triangle<true>};

}  // namespace openaclnn::triangle
