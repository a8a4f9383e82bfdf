// The loop of kernels that compute in float32, beside that of elementwise-inl.h, which computes in double. A kernel is a class, whose
// functions may be static:
//
//   struct Scale {
//     // Only if the call has numbers. Kernels without this constructor are made by their default one.
//     explicit Scale(const Numbers& numbers);
//     // For operands stored as Stored: float32, or all of one 16-bit type, whose results need less accuracy. Returns the lanes it is
//     // right for, or nothing if it is right for all.
//     template <class Stored, class D, class V>
//     HWY_INLINE hn::Mask<D> Fast(D d, V x, V& out) const;
//     // For the other lanes, over double.
//     template <class D, class V>
//     HWY_INLINE void Exact(D d, V x, V& out) const;
//   };
//   void ScaleFast(const ElementwiseTask& task, int64_t begin, int64_t end) { FastLoop<1, 1, Scale>(task, begin, end); }
//   void ScaleExact(const ElementwiseTask& task, int64_t begin, int64_t end) { ExactLoop<1, 1, Scale>(task, begin, end); }
//
// and once, after the last target: OPENACLNN_FAST_CPU_KERNEL(Scale), which defines `const CpuKernel kScale`.
//
// As there, the bits of an element do not depend on where it lies, nor on its neighbours: lanes are computed exactly one by one.

#if defined(OPENACLNN_RUNTIME_CPU_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_RUNTIME_CPU_FAST_INL_H_
#undef OPENACLNN_RUNTIME_CPU_FAST_INL_H_
#else
#define OPENACLNN_RUNTIME_CPU_FAST_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "runtime/cpu/convert-inl.h"
#include "runtime/cpu/elementwise-inl.h"
#include "runtime/cpu/elementwise.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

// The kernel of a call with these numbers. It is passed by value from here on: without members it then
// costs nothing, and vector stores cannot be thought to change it.
template <class Kernel>
HWY_INLINE Kernel MakeKernel(const Numbers& numbers) {
  if constexpr (std::is_constructible_v<Kernel, const Numbers&>) {
    return Kernel(numbers);
  } else {
    return Kernel();
  }
}

template <int kInputs, int kOutputs, class Kernel>
void ExactLoop(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<kInputs, kOutputs>(
      task, begin, end, [kernel = MakeKernel<Kernel>(task.numbers)](auto d, auto&&... operands) HWY_ATTR { kernel.Exact(d, operands...); });
}

// Outputs of a vector of inputs, computed in double. Apart from the loop, so that it costs the loop no registers.
template <int kInputs, int kOutputs, class Kernel, class D>
HWY_NOINLINE HWY_ATTR void ComputeExactly(D df, Kernel kernel, const float* inputs, float* outputs) {
  const hn::ScalableTag<double> d;
  const size_t stride = hn::Lanes(df);
  for (size_t i = 0; i < stride; i += hn::Lanes(d)) {
    ApplyKernel<kInputs, kOutputs>(
        d, [kernel](auto dd, auto&&... operands) HWY_ATTR { kernel.Exact(dd, operands...); },
        [&](size_t k) HWY_ATTR { return LoadWide<StoredFloat32>(d, inputs + k * stride + i, hn::Lanes(d)); },
        [&](size_t k, hn::Vec<decltype(d)> value)
            HWY_ATTR { StoreNarrow<StoredFloat32>(d, value, outputs + k * stride + i, hn::Lanes(d)); });
  }
}

// One vector: inputs and outputs are tuples of references, for vectors of unknown length cannot be members.
template <class Stored, int kInputs, int kOutputs, class Kernel, class D, class Inputs, class Outputs, size_t... I, size_t... O>
HWY_INLINE void ComputeVector(D d, Kernel kernel, Inputs inputs, Outputs outputs, std::index_sequence<I...>, std::index_sequence<O...>) {
  using Right = decltype(kernel.template Fast<Stored>(d, std::get<I>(inputs)..., std::get<O>(outputs)...));
  if constexpr (std::is_void_v<Right>) {
    kernel.template Fast<Stored>(d, std::get<I>(inputs)..., std::get<O>(outputs)...);
  } else {
    const Right right = kernel.template Fast<Stored>(d, std::get<I>(inputs)..., std::get<O>(outputs)...);
    if (HWY_LIKELY(hn::AllTrue(d, right))) return;
    constexpr size_t kMaxLanes = HWY_MAX_LANES_D(D);
    HWY_ALIGN float in[kInputs * kMaxLanes];
    HWY_ALIGN float out[kOutputs * kMaxLanes];
    const size_t lanes = hn::Lanes(d);
    (hn::StoreU(std::get<I>(inputs), d, in + I * lanes), ...);
    ComputeExactly<kInputs, kOutputs, Kernel>(d, kernel, in, out);
    ((std::get<O>(outputs) = hn::IfThenElse(right, std::get<O>(outputs), hn::LoadU(d, out + O * lanes))), ...);
  }
}

// One vector of inputs stored as `Loaded`, one half of the block that begins at `at`. Written without lambdas, which GCC does not always
// inline, and without arrays of vectors, which targets with vectors of unknown length do not have.
template <class Stored, class Loaded, size_t kHalf, int kInputs, int kOutputs, class Kernel, class D, class Outputs, class... Inputs>
HWY_INLINE void LoadAndCompute(D d, Kernel kernel, const typename Loaded::Raw* const (&from)[kInputs], size_t at, Outputs outputs,
                               const Inputs&... inputs) {
  if constexpr (sizeof...(Inputs) < kInputs) {
    const hn::Vec<D> input = Loaded::template LoadBlock<kHalf>(d, from[sizeof...(Inputs)] + at);
    LoadAndCompute<Stored, Loaded, kHalf, kInputs, kOutputs, Kernel>(d, kernel, from, at, outputs, inputs..., input);
  } else {
    ComputeVector<Stored, kInputs, kOutputs, Kernel>(d, kernel, std::tie(inputs...), outputs, std::make_index_sequence<kInputs>(),
                                                     std::make_index_sequence<kOutputs>());
  }
}

// 2 * Lanes(d) consecutive elements of each operand.
template <class Stored, class Loaded, int kInputs, int kOutputs, class Kernel, class D, class Raw>
HWY_INLINE void ComputeBlock(D d, Kernel kernel, const Raw* const (&inputs)[kInputs], Raw* const (&outputs)[kOutputs], size_t at,
                             bool stream) {
  static_assert(kOutputs <= 2);
  hn::Vec<D> first_0 = hn::Zero(d), second_0 = hn::Zero(d);
  if constexpr (kOutputs == 1) {
    LoadAndCompute<Stored, Loaded, 0, kInputs, kOutputs, Kernel>(d, kernel, inputs, at, std::tie(first_0));
    LoadAndCompute<Stored, Loaded, 1, kInputs, kOutputs, Kernel>(d, kernel, inputs, at, std::tie(second_0));
  } else {
    hn::Vec<D> first_1 = hn::Zero(d), second_1 = hn::Zero(d);
    LoadAndCompute<Stored, Loaded, 0, kInputs, kOutputs, Kernel>(d, kernel, inputs, at, std::tie(first_0, first_1));
    LoadAndCompute<Stored, Loaded, 1, kInputs, kOutputs, Kernel>(d, kernel, inputs, at, std::tie(second_0, second_1));
    Loaded::StoreBlock(d, first_1, second_1, outputs[1] + at, stream);
  }
  Loaded::StoreBlock(d, first_0, second_0, outputs[0] + at, stream);
}

// Elements to compute before all outputs are aligned for streaming stores, or -1 if they never are at once.
template <int kOutputs, class Raw>
int64_t ElementsToAlignment(Raw* const (&outputs)[kOutputs], size_t bytes) {
  const size_t first = reinterpret_cast<uintptr_t>(outputs[0]) % bytes;
  for (int i = 1; i < kOutputs; ++i) {
    if (reinterpret_cast<uintptr_t>(outputs[i]) % bytes != first) return -1;
  }
  return first % sizeof(Raw) != 0 ? -1 : static_cast<int64_t>((bytes - first) % bytes / sizeof(Raw));
}

// How far ahead inputs that are in no cache are fetched. The processor does it by itself inside a page of 4 KiB, but begins anew in the
// next.
inline constexpr size_t kPrefetchBytes = 2048;

template <int kInputs, class Raw>
HWY_INLINE void PrefetchInputs(const Raw* const (&inputs)[kInputs], size_t begin, size_t end) {
  constexpr size_t kLine = 64 / sizeof(Raw);
  for (size_t at = begin; at < end; at += kLine) {
    for (int i = 0; i < kInputs; ++i) hwy::Prefetch(inputs[i] + at);
  }
}

// Whole blocks; with `stream` the outputs must be aligned as vectors.
template <class Stored, class Loaded, int kInputs, int kOutputs, class Kernel, class Raw>
HWY_NOINLINE HWY_ATTR void BlockLoop(Kernel kernel, const Raw* const (&all_inputs)[kInputs], Raw* const (&all_outputs)[kOutputs],
                                     size_t begin, size_t end, bool stream) {
  // Copies, because the compiler thinks that storing a vector may change the callers' arrays.
  const Raw* inputs[kInputs];
  Raw* outputs[kOutputs];
  std::copy_n(all_inputs, kInputs, inputs);
  std::copy_n(all_outputs, kOutputs, outputs);
  const hn::ScalableTag<float> d;
  const size_t block = 2 * hn::Lanes(d);
  for (size_t at = begin; at < end; at += block) {
    if (HWY_UNLIKELY(stream))
      PrefetchInputs(inputs, at + kPrefetchBytes / sizeof(Raw), std::min(end, at + kPrefetchBytes / sizeof(Raw) + block));
    ComputeBlock<Stored, Loaded, kInputs, kOutputs, Kernel>(d, kernel, inputs, outputs, at, stream);
  }
  if (stream) hwy::FlushStream();
}

// Fewer elements than a block has: a block of copies.
template <class Stored, class Loaded, int kInputs, int kOutputs, class Kernel, class Raw>
HWY_NOINLINE HWY_ATTR void PartBlock(Kernel kernel, const Raw* const (&inputs)[kInputs], Raw* const (&outputs)[kOutputs], size_t begin,
                                     size_t end) {
  const hn::ScalableTag<float> d;
  constexpr size_t kMaxBlock = 2 * HWY_MAX_LANES_D(decltype(d));
  HWY_ALIGN Raw in[kInputs][kMaxBlock] = {};
  HWY_ALIGN Raw out[kOutputs][kMaxBlock];
  const Raw* in_rows[kInputs];
  Raw* out_rows[kOutputs];
  for (int i = 0; i < kInputs; ++i) {
    std::memcpy(in[i], inputs[i] + begin, (end - begin) * sizeof(Raw));
    in_rows[i] = in[i];
  }
  for (int i = 0; i < kOutputs; ++i) out_rows[i] = out[i];
  BlockLoop<Stored, Loaded, kInputs, kOutputs, Kernel>(kernel, in_rows, out_rows, 0, 2 * hn::Lanes(d), false);
  for (int i = 0; i < kOutputs; ++i) std::memcpy(outputs[i] + begin, out[i], (end - begin) * sizeof(Raw));
}

// `count` consecutive elements of each operand.
template <class Stored, int kInputs, int kOutputs, class Kernel, class Raw>
HWY_ATTR void ConsecutiveLoop(Kernel kernel, const Raw* const (&inputs)[kInputs], Raw* const (&outputs)[kOutputs], size_t count,
                              bool stream) {
  const hn::ScalableTag<float> d;
  const size_t block = 2 * hn::Lanes(d);
  size_t begin = 0;
  if (HWY_UNLIKELY(stream)) {
    const int64_t unaligned = ElementsToAlignment(outputs, hn::Lanes(d) * sizeof(float));
    stream = unaligned >= 0 && static_cast<size_t>(unaligned) < count;
    if (stream) begin = static_cast<size_t>(unaligned);
    if (begin > 0) PartBlock<Stored, Stored, kInputs, kOutputs, Kernel>(kernel, inputs, outputs, 0, begin);
  }
  const size_t end = begin + (count - begin) / block * block;
  if (begin < end) BlockLoop<Stored, Stored, kInputs, kOutputs, Kernel>(kernel, inputs, outputs, begin, end, stream);
  if (end < count) PartBlock<Stored, Stored, kInputs, kOutputs, Kernel>(kernel, inputs, outputs, end, count);
}

template <class Stored>
HWY_NOINLINE HWY_ATTR void WidenRunToFloat(const void* data, int64_t first, int64_t stride, size_t count, float* tile) {
  using Raw = typename Stored::Raw;
  const hn::ScalableTag<float> d;
  const hn::Rebind<Raw, decltype(d)> raw;
  const size_t lanes = hn::Lanes(d);
  const Raw* from = static_cast<const Raw*>(data) + first;
  HWY_ALIGN Raw gathered[kTileElements];
  size_t i = 0;
  if (stride == 2) {
    // What lies after the last element may not be ours.
    for (; i + lanes < count; i += lanes) {
      hn::Vec<decltype(raw)> wanted, between;
      hn::LoadInterleaved2(raw, from + 2 * i, wanted, between);
      hn::StoreU(Stored::WidenToFloat(d, wanted), d, tile + i);
    }
  }
  if (stride != 1) {
    for (size_t k = i; k < count; ++k) gathered[k] = from[static_cast<int64_t>(k) * stride];
    from = gathered;
  }
  for (; i + lanes <= count; i += lanes) hn::StoreU(Stored::WidenToFloat(d, hn::LoadU(raw, from + i)), d, tile + i);
  if (i < count) hn::StoreN(Stored::WidenToFloat(d, hn::LoadN(raw, from + i, count - i)), d, tile + i, count - i);
}

// `kComputed`: see convert-inl.h.
template <class Stored, bool kComputed, class D>
HWY_INLINE auto NarrowVector(D d, hn::Vec<D> value) {
  if constexpr (kComputed) {
    return Stored::NarrowComputed(d, value);
  } else {
    return Stored::NarrowFloat(d, value);
  }
}

template <class Stored, bool kComputed>
HWY_NOINLINE HWY_ATTR void NarrowFloatRun(const float* tile, size_t count, void* data, int64_t first, int64_t stride) {
  using Raw = typename Stored::Raw;
  const hn::ScalableTag<float> d;
  const hn::Rebind<Raw, decltype(d)> raw;
  const size_t lanes = hn::Lanes(d);
  Raw* to = static_cast<Raw*>(data) + first;
  HWY_ALIGN Raw gathered[kTileElements];
  Raw* narrow = stride == 1 ? to : gathered;
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(NarrowVector<Stored, kComputed>(d, hn::LoadU(d, tile + i)), raw, narrow + i);
  if (i < count) hn::StoreN(NarrowVector<Stored, kComputed>(d, hn::LoadN(d, tile + i, count - i)), raw, narrow + i, count - i);
  if (stride != 1) {
    for (i = 0; i < count; ++i) to[static_cast<int64_t>(i) * stride] = gathered[i];
  }
}

// Calls `body` with the way a floating-point type is stored.
template <class Body>
HWY_INLINE void WithStoredFloating(aclDataType dtype, const Body& body) {
  switch (dtype) {
    case ACL_FLOAT16:
      return body(StoredFloat16());
    case ACL_BF16:
      return body(StoredBFloat16());
    default:
      return body(StoredFloat32());
  }
}

// Any floating-point types and strides: a tile of every operand is widened, computed and narrowed in turn. `Stored` says how accurate
// results must be.
template <class Stored, int kInputs, int kOutputs, class Kernel>
HWY_NOINLINE HWY_ATTR void TiledFloatLoop(Kernel kernel, const ElementwiseTask& task, int64_t begin, int64_t end) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  HWY_ALIGN float inputs[kInputs][kTileElements] = {};
  HWY_ALIGN float outputs[kOutputs][kTileElements];
  const float* input_rows[kInputs];
  float* output_rows[kOutputs];
  for (int i = 0; i < kInputs; ++i) input_rows[i] = inputs[i];
  for (int i = 0; i < kOutputs; ++i) output_rows[i] = outputs[i];
  RowWalker walker(task, begin);
  for (int64_t at = begin; at < end;) {
    RowWalker writer = walker;
    const size_t count = static_cast<size_t>(std::min<int64_t>(kTileElements, end - at));
    for (size_t done = 0; done < count;) {
      const size_t run = static_cast<size_t>(std::min<int64_t>(walker.left(), static_cast<int64_t>(count - done)));
      for (int i = 0; i < kInputs; ++i) {
        const ElementwiseOperand& operand = task.inputs[i];
        WithStoredFloating(operand.dtype, [&]<class From>(From) HWY_ATTR {
          WidenRunToFloat<From>(operand.data, walker.OffsetOf(operand), task.shape.empty() ? 1 : operand.strides.back(), run,
                                inputs[i] + done);
        });
      }
      walker.Advance(static_cast<int64_t>(run));
      done += run;
    }
    const size_t whole = (count + 2 * lanes - 1) / (2 * lanes) * (2 * lanes);
    BlockLoop<Stored, StoredFloat32, kInputs, kOutputs, Kernel>(kernel, input_rows, output_rows, 0, whole, false);
    for (size_t done = 0; done < count;) {
      const size_t run = static_cast<size_t>(std::min<int64_t>(writer.left(), static_cast<int64_t>(count - done)));
      for (int i = 0; i < kOutputs; ++i) {
        const ElementwiseOperand& operand = task.outputs[i];
        const int64_t stride = task.shape.empty() ? 1 : operand.strides.back();
        if constexpr (Stored::kMantissaBits < StoredFloat32::kMantissaBits) {  // then everything is stored so
          NarrowFloatRun<Stored, true>(outputs[i] + done, run, operand.data, writer.OffsetOf(operand), stride);
        } else {
          WithStoredFloating(operand.dtype, [&]<class To>(To) HWY_ATTR {
            NarrowFloatRun<To, false>(outputs[i] + done, run, operand.data, writer.OffsetOf(operand), stride);
          });
        }
      }
      writer.Advance(static_cast<int64_t>(run));
      done += run;
    }
    at += static_cast<int64_t>(count);
  }
}

// Operands of one type: row by row where rows are long and consecutive, else by tiles.
template <class Stored, int kInputs, int kOutputs, class Kernel>
HWY_ATTR void UniformLoop(Kernel kernel, const ElementwiseTask& task, int64_t begin, int64_t end) {
  using Raw = typename Stored::Raw;
  if (!HasLongConsecutiveRows(task)) return TiledFloatLoop<Stored, kInputs, kOutputs, Kernel>(kernel, task, begin, end);
  const bool stream = OutputsExceedCache(task);
  RowWalker walker(task, begin);
  for (int64_t at = begin; at < end;) {
    const int64_t run = std::min(walker.left(), end - at);
    const Raw* inputs[kInputs];
    Raw* outputs[kOutputs];
    for (int i = 0; i < kInputs; ++i) inputs[i] = static_cast<const Raw*>(task.inputs[i].data) + walker.OffsetOf(task.inputs[i]);
    for (int i = 0; i < kOutputs; ++i) outputs[i] = static_cast<Raw*>(task.outputs[i].data) + walker.OffsetOf(task.outputs[i]);
    ConsecutiveLoop<Stored, kInputs, kOutputs, Kernel>(kernel, inputs, outputs, static_cast<size_t>(run), stream);
    walker.Advance(run);
    at += run;
  }
}

template <int kInputs, int kOutputs, class Kernel>
HWY_ATTR void FastLoop(const ElementwiseTask& task, int64_t begin, int64_t end) {
  RecordElementwiseTarget(HWY_TARGET);
  const Kernel kernel = MakeKernel<Kernel>(task.numbers);
  switch (CommonTypes(task)) {
    case ElementwiseTypes::kFloat32:
      return UniformLoop<StoredFloat32, kInputs, kOutputs, Kernel>(kernel, task, begin, end);
    case ElementwiseTypes::kFloat16:
      return UniformLoop<StoredFloat16, kInputs, kOutputs, Kernel>(kernel, task, begin, end);
    case ElementwiseTypes::kBFloat16:
      return UniformLoop<StoredBFloat16, kInputs, kOutputs, Kernel>(kernel, task, begin, end);
    case ElementwiseTypes::kMixedFloating:
      return TiledFloatLoop<StoredFloat32, kInputs, kOutputs, Kernel>(kernel, task, begin, end);
    case ElementwiseTypes::kWithIntegers:
      return ExactLoop<kInputs, kOutputs, Kernel>(task, begin, end);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#ifndef OPENACLNN_FAST_CPU_KERNEL
// Defines `const CpuKernel k<name>` from the functions <name>Fast and <name>Exact of every target.
#define OPENACLNN_FAST_CPU_KERNEL(name)                                                      \
  HWY_EXPORT(name##Fast);                                                                    \
  HWY_EXPORT(name##Exact);                                                                   \
  static void DispatchFast##name(const ElementwiseTask& task, int64_t begin, int64_t end) {  \
    HWY_DYNAMIC_DISPATCH(name##Fast)(task, begin, end);                                      \
  }                                                                                          \
  static void DispatchExact##name(const ElementwiseTask& task, int64_t begin, int64_t end) { \
    HWY_DYNAMIC_DISPATCH(name##Exact)(task, begin, end);                                     \
  }                                                                                          \
  extern const CpuKernel k##name;                                                            \
  const CpuKernel k##name = {#name, DispatchFast##name, DispatchExact##name};
#endif

#endif  // OPENACLNN_RUNTIME_CPU_FAST_INL_H_
