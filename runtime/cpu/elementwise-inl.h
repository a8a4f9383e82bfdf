// The loop in double that all element-wise CPU kernels share; fast-inl.h has the one in float32 and says what a kernel looks like. It is a
// function over vectors; types, tails, strides and threads are not its business:
//
//   ElementwiseLoop<1, 1>(task, begin, end, [](auto d, auto x, auto& out) HWY_ATTR { out = hn::Mul(x, hn::Set(d, 2.0)); });
//
// Every element goes through the same instructions wherever it lies (body or tail of a vector, strided or contiguous), so that its bits do
// not depend on it: operands are widened to double, which is exact, and each result is rounded once when it is stored.

#if defined(OPENACLNN_RUNTIME_CPU_ELEMENTWISE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_RUNTIME_CPU_ELEMENTWISE_INL_H_
#undef OPENACLNN_RUNTIME_CPU_ELEMENTWISE_INL_H_
#else
#define OPENACLNN_RUNTIME_CPU_ELEMENTWISE_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hwy/highway.h"
#include "runtime/cpu/convert-inl.h"
#include "runtime/cpu/elementwise.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

// Calls the kernel on inputs made by `load(index)` and hands each output to `store(index, value)`. Written without arrays of vectors, which
// targets with vectors of unknown length do not have.
template <int kInputs, int kOutputs, class D, class Kernel, class Load, class Store, class... Outputs>
HWY_INLINE void ApplyKernel(D d, const Kernel& kernel, const Load& load, const Store& store, Outputs&... outputs) {
  if constexpr (sizeof...(Outputs) < static_cast<size_t>(kOutputs)) {
    hn::Vec<D> output = hn::Zero(d);
    ApplyKernel<kInputs, kOutputs>(d, kernel, load, store, outputs..., output);
  } else {
    [&]<size_t... I>(std::index_sequence<I...>) HWY_ATTR { kernel(d, load(I)..., outputs...); }(std::make_index_sequence<kInputs>());
    size_t index = 0;
    (store(index++, outputs), ...);
  }
}

// All operands contiguous and of one type: straight from and to memory.
template <int kInputs, int kOutputs, class Stored, class Kernel>
HWY_ATTR void ContiguousLoop(const ElementwiseTask& task, int64_t begin, int64_t end, const Kernel& kernel) {
  using Raw = typename Stored::Raw;
  const hn::ScalableTag<double> d;
  const size_t lanes = hn::Lanes(d);
  const Raw* inputs[kInputs];
  Raw* outputs[kOutputs];
  for (int i = 0; i < kInputs; ++i) inputs[i] = static_cast<const Raw*>(task.inputs[i].data);
  for (int i = 0; i < kOutputs; ++i) outputs[i] = static_cast<Raw*>(task.outputs[i].data);
  for (int64_t at = begin; at < end; at += static_cast<int64_t>(lanes)) {
    const size_t count = std::min(lanes, static_cast<size_t>(end - at));
    ApplyKernel<kInputs, kOutputs>(
        d, kernel, [&](size_t i) HWY_ATTR { return LoadWide<Stored>(d, inputs[i] + at, count); },
        [&](size_t i, hn::Vec<decltype(d)> value) HWY_ATTR { StoreNarrow<Stored>(d, value, outputs[i] + at, count); });
  }
}

// Elements that are handled at a time when operands are strided, repeated or of different types; a few KiB, so that it stays in the
// innermost cache.
inline constexpr size_t kTileElements = 256;

template <class Stored>
HWY_NOINLINE HWY_ATTR void WidenRun(const void* data, int64_t first, int64_t stride, size_t count, double* tile) {
  using Raw = typename Stored::Raw;
  const hn::ScalableTag<double> d;
  const size_t lanes = hn::Lanes(d);
  const Raw* from = static_cast<const Raw*>(data) + first;
  HWY_ALIGN Raw gathered[kTileElements];
  if (stride != 1) {
    for (size_t i = 0; i < count; ++i) gathered[i] = from[static_cast<int64_t>(i) * stride];
    from = gathered;
  }
  for (size_t i = 0; i < count; i += lanes) {
    const size_t left = std::min(lanes, count - i);
    hn::StoreN(LoadWide<Stored>(d, from + i, left), d, tile + i, left);
  }
}

template <class Stored>
HWY_NOINLINE HWY_ATTR void NarrowRun(const double* tile, size_t count, void* data, int64_t first, int64_t stride) {
  using Raw = typename Stored::Raw;
  const hn::ScalableTag<double> d;
  const size_t lanes = hn::Lanes(d);
  Raw* to = static_cast<Raw*>(data) + first;
  HWY_ALIGN Raw gathered[kTileElements];
  Raw* narrow = stride == 1 ? to : gathered;
  for (size_t i = 0; i < count; i += lanes) {
    const size_t left = std::min(lanes, count - i);
    StoreNarrow<Stored>(d, hn::LoadN(d, tile + i, left), narrow + i, left);
  }
  if (stride != 1) {
    for (size_t i = 0; i < count; ++i) to[static_cast<int64_t>(i) * stride] = gathered[i];
  }
}

// Calls `body` with the way the type is stored. The accepted types are fixed by the rules before anything is planned.
template <class Body>
HWY_INLINE void WithStored(aclDataType dtype, const Body& body) {
  switch (dtype) {
    case ACL_FLOAT:
      return body(StoredFloat32());
    case ACL_FLOAT16:
      return body(StoredFloat16());
    case ACL_BF16:
      return body(StoredBFloat16());
    case ACL_INT32:
      return body(StoredInt32());
    case ACL_INT8:
      return body(StoredInt8());
    default:
      HWY_ABORT("element-wise kernel called with type %d", static_cast<int>(dtype));
  }
}

// Where a run of elements along the innermost dimension begins, kept while walking through the task in row-major order.
class RowWalker {
 public:
  RowWalker(const ElementwiseTask& task, int64_t begin) : task_(task), index_(task.shape.size(), 0) {
    for (size_t i = task.shape.size(); i-- > 1;) {
      index_[i] = begin % task.shape[i];
      begin /= task.shape[i];
    }
    if (!index_.empty()) index_[0] = begin;
  }

  // Elements left in the current row.
  int64_t left() const { return task_.shape.empty() ? 1 : task_.shape.back() - index_.back(); }

  int64_t OffsetOf(const ElementwiseOperand& operand) const {
    int64_t offset = 0;
    for (size_t i = 0; i < index_.size(); ++i) offset += index_[i] * operand.strides[i];
    return offset;
  }

  void Advance(int64_t count) {
    if (index_.empty()) return;
    index_.back() += count;
    for (size_t i = index_.size() - 1; i > 0 && index_[i] == task_.shape[i]; --i) {
      index_[i] = 0;
      ++index_[i - 1];
    }
  }

 private:
  const ElementwiseTask& task_;
  Dims index_;
};

// Any types and strides: a tile of every operand is widened, computed and narrowed in turn.
template <int kInputs, int kOutputs, class Kernel>
HWY_NOINLINE HWY_ATTR void TiledLoop(const ElementwiseTask& task, int64_t begin, int64_t end, const Kernel& kernel) {
  const hn::ScalableTag<double> d;
  const size_t lanes = hn::Lanes(d);
  HWY_ALIGN double inputs[kInputs][kTileElements] = {};
  HWY_ALIGN double outputs[kOutputs][kTileElements];
  RowWalker walker(task, begin);
  for (int64_t at = begin; at < end;) {
    RowWalker writer = walker;
    const size_t count = static_cast<size_t>(std::min<int64_t>(kTileElements, end - at));
    for (size_t done = 0; done < count;) {
      const size_t run = static_cast<size_t>(std::min<int64_t>(walker.left(), static_cast<int64_t>(count - done)));
      for (int i = 0; i < kInputs; ++i) {
        const ElementwiseOperand& operand = task.inputs[i];
        WithStored(operand.dtype, [&]<class Stored>(Stored) HWY_ATTR {
          WidenRun<Stored>(operand.data, walker.OffsetOf(operand), task.shape.empty() ? 1 : operand.strides.back(), run, inputs[i] + done);
        });
      }
      walker.Advance(static_cast<int64_t>(run));
      done += run;
    }
    for (size_t i = 0; i < count; i += lanes) {
      ApplyKernel<kInputs, kOutputs>(
          d, kernel, [&](size_t k) HWY_ATTR { return hn::Load(d, inputs[k] + i); },
          [&](size_t k, hn::Vec<decltype(d)> value) HWY_ATTR { hn::Store(value, d, outputs[k] + i); });
    }
    for (size_t done = 0; done < count;) {
      const size_t run = static_cast<size_t>(std::min<int64_t>(writer.left(), static_cast<int64_t>(count - done)));
      for (int i = 0; i < kOutputs; ++i) {
        const ElementwiseOperand& operand = task.outputs[i];
        WithStored(operand.dtype, [&]<class Stored>(Stored) HWY_ATTR {
          NarrowRun<Stored>(outputs[i] + done, run, operand.data, writer.OffsetOf(operand),
                            task.shape.empty() ? 1 : operand.strides.back());
        });
      }
      writer.Advance(static_cast<int64_t>(run));
      done += run;
    }
    at += static_cast<int64_t>(count);
  }
}

template <int kInputs, int kOutputs, class Kernel>
HWY_ATTR void ElementwiseLoop(const ElementwiseTask& task, int64_t begin, int64_t end, const Kernel& kernel) {
  RecordElementwiseTarget(HWY_TARGET);
  // The direct loop costs compile time and code in every kernel and target; whoever wants speed in 16-bit types uses the fast mode.
  if (IsUniformlyContiguous(task) && task.outputs[0].dtype == ACL_FLOAT) {
    return ContiguousLoop<kInputs, kOutputs, StoredFloat32>(task, begin, end, kernel);
  }
  TiledLoop<kInputs, kOutputs>(task, begin, end, kernel);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_RUNTIME_CPU_ELEMENTWISE_INL_H_
