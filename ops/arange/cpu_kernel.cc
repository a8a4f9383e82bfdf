// out[i] = start + i * step: a thousand numbers at a time in the type they are computed in, which
// are then converted to that of the output.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "ops/math/fma-inl.h"
#include "runtime/cpu/copy-inl.h"

#ifndef OPENACLNN_OPS_ARANGE_ONCE_
#define OPENACLNN_OPS_ARANGE_ONCE_

#include <algorithm>

#include "runtime/cpu/convert.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"

namespace openaclnn::arange {

inline constexpr int64_t kBlock = 1024;  // a multiple of the lanes of every target

}  // namespace openaclnn::arange

#endif  // OPENACLNN_OPS_ARANGE_ONCE_

HWY_BEFORE_NAMESPACE();
namespace openaclnn::arange::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

// The numbers from place `first` on, up to kBlock of them; perhaps more than `count`.
void Fill(const Numbers& numbers, int64_t first, int64_t count, double* block) {
  const hn::ScalableTag<double> d;
  const auto start = hn::Set(d, numbers[0].AsDouble()), step = hn::Set(d, numbers[1].AsDouble());
  for (int64_t i = 0; i < count; i += static_cast<int64_t>(hn::Lanes(d))) {
    // Places are exact, as no tensor has 2^53 elements.
    const auto places = hn::Iota(d, static_cast<double>(first + i));
    hn::Store(FusedMulAdd(d, places, step, start), d, block + i);
  }
}

void Fill(const Numbers& numbers, int64_t first, int64_t count, int64_t* block) {
  const auto start = static_cast<uint64_t>(numbers[0].AsInt64()),
             step = static_cast<uint64_t>(numbers[1].AsInt64());
  for (int64_t i = 0; i < count; ++i)
    block[i] = static_cast<int64_t>(start + static_cast<uint64_t>(first + i) * step);
}

template <typename T>
void RangeOf(aclDataType computed, const ElementwiseTask& task, int64_t begin, int64_t end) {
  HWY_ALIGN T block[kBlock];
  HWY_ALIGN char converted[kBlock * sizeof(double)];
  const ElementwiseOperand& output = task.outputs[0];
  const bool streams = OutputsExceedCache(task) && output.strides.back() == 1;
  RowWalker walker(task, begin);
  const int64_t bytes = static_cast<int64_t>(DTypeBytes(output.dtype));
  for (int64_t at = begin; at < end;) {
    const int64_t count = std::min({kBlock, walker.left(), end - at});
    Fill(task.numbers, at, count, block);
    char* const place = static_cast<char*>(output.data) + walker.OffsetOf(output) * bytes;
    if (output.strides.back() == 1) {
      Convert(computed, block, static_cast<size_t>(count), output.dtype,
              streams ? converted : place);
      if (streams) CopyBytes(converted, static_cast<size_t>(count * bytes), place, streams);
    } else {
      ConvertElements({.shape = {count},
                       .inputs = {{block, computed, {1}}},
                       .outputs = {{place, output.dtype, {output.strides.back()}}}},
                      0, count);
    }
    walker.Advance(count);
    at += count;
  }
  if (streams) hwy::FlushStream();
}

void RangeAny(const ElementwiseTask& task, int64_t begin, int64_t end) {
  RecordElementwiseTarget(HWY_TARGET);
  // Rows that lie one behind the other are one.
  ElementwiseTask rows = task;
  if (task.shape.empty() || IsContiguous(task.shape, task.outputs[0].strides)) {
    rows.shape = {task.count};
    rows.outputs[0].strides = {1};
  }
  if (IsFloat(task.outputs[0].dtype)) {
    RangeOf<double>(ACL_DOUBLE, rows, begin, end);
  } else {
    RangeOf<int64_t>(ACL_INT64, rows, begin, end);
  }
}

}  // namespace
}  // namespace openaclnn::arange::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::arange {
namespace {

HWY_EXPORT(RangeAny);

void Range(const ElementwiseTask& task, int64_t begin, int64_t end) {
  HWY_DYNAMIC_DISPATCH(RangeAny)(task, begin, end);
}

}  // namespace

extern const CpuKernel kRange;
const CpuKernel kRange = {"Range", Range, Range};

}  // namespace openaclnn::arange
#endif  // HWY_ONCE
