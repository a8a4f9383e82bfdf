// The loops of element-wise kernels. A kernel is a class that computes vectors; types, tails,
// strides and threads are not its business. Its functions may be static, and NoTies its base.
//
//   struct Scale {
//     // Only if the call has numbers. Kernels without this constructor are default-constructed.
//     explicit Scale(const Numbers& numbers) : factor(numbers[0]) {}
//     Constant factor;  // hn::Mul(x, factor.In(d))
//
//     // Only if this is what a kernel of two inputs computes in float32, with numbers that are all
//     // 1: others then do it to values in registers (Chain).
//     static constexpr LightOp kLight = LightOp::kMultiply;
//
//     // In float32, for values of type Stored: float32, or a 16-bit type, whose results need less
//     // accuracy. Returns the mask of the lanes that are right, or nothing if all are. d is the
//     // tag of the vectors x and out.
//     template <class Stored>
//     HWY_INLINE auto Fast(auto d, auto x, auto& out) const;
//
//     // In float64: for the other lanes, in high_precision, and for float64 and mixtures with
//     // integers.
//     HWY_INLINE void Exact(auto d, auto x, auto& out) const;
//
//     // Only if integers are computed as integers (ElementwiseTask::compute): lanes of int8,
//     // int16, int32, int64 or uint8, which wrap. bool is uint8: operands are 0 or 1, and results
//     // other than 0 become 1.
//     HWY_INLINE void Integer(auto d, auto x, auto& out) const;
//
//     // Only if results of float16 and bfloat16 are found from the operands' bits, lanes of
//     // uint16, in the same way for both types. Operands of other types still need the rest.
//     template <class D, class V>
//     HWY_INLINE void Bits(D d, V x, V& out) const;
//   };
//
// What is one formula is said shorter, by FloatFormula or OneFormula (formula-inl.h).
//
// Kernels stand in the operator's namespace between two lines. Behind them every kernel has one
// with the numbers of inputs and outputs, which defines `const CpuKernel kScaledOnCpu`:
//
//   #include "runtime/base/foreach_target.h"  // IWYU pragma: keep
//   #include "runtime/cpu/kernel-inl.h"
//
//   namespace openaclnn::scale {
//   OPENACLNN_BEGIN_KERNELS();
//   ...
//   OPENACLNN_END_KERNELS();
//   OPENACLNN_CPU_KERNEL(Scaled, 1, 1, Scale)
//   }  // namespace openaclnn::scale
//
// The file is compiled once for each SIMD target. The rule openaclnn_op defines HWY_TARGET_INCLUDE,
// by which Highway finds it.
//
// Every element goes through the same instructions wherever it lies (body or tail of a vector,
// strided or contiguous) and whatever its neighbours are, so that its bits do not depend on it.

#if defined(OPENACLNN_RUNTIME_CPU_KERNEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_RUNTIME_CPU_KERNEL_INL_H_
#undef OPENACLNN_RUNTIME_CPU_KERNEL_INL_H_
#else
#define OPENACLNN_RUNTIME_CPU_KERNEL_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "runtime/cpu/convert-inl.h"
#include "runtime/cpu/convert.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/cpu/formula-inl.h"
#include "runtime/cpu/rows.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

// Rounds to nearest even, which any result may need; convert-inl.h says what StoredBFloat16 leaves
// out. A NaN must have a digit in its upper half: those that are loaded do, and arithmetic gives no
// others, nor do numbers of the call, which come through float64.
struct StoredBFloat16ToEven : StoredBFloat16 {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void StoreBlock(D df, V first, V second, Raw* to, bool stream) {
    const hn::Repartition<Raw, D> raw;
    const hn::RebindToUnsigned<D> du;
    const hn::RebindToSigned<decltype(raw)> signed_raw;
    const auto both = [&](auto even, auto odd) HWY_ATTR {
      return hn::OddEven(hn::BitCast(raw, odd), hn::BitCast(raw, even));
    };
    const auto one = hn::BitCast(du, first), two = hn::BitCast(du, second);
    const auto upper = both(hn::ShiftRight<16>(one), two);
    const auto lower = both(one, hn::ShiftLeft<16>(two));
    // Bit 15 of an average is the carry of the sum of lower half, 0x7FFF and last digit kept.
    const auto odd = hn::And(upper, hn::Set(raw, 1));
    const auto carry =
        hn::ShiftRight<15>(hn::AverageRound(lower, hn::Or(odd, hn::Set(raw, 0x7FFE))));
    // No NaN is carried into the sign: a positive one saturates, a negative one would become 0.
    const auto carried = hn::BitCast(
        raw, hn::SaturatedAdd(hn::BitCast(signed_raw, upper), hn::BitCast(signed_raw, carry)));
    const auto rounded = hn::Max(upper, carried);
    if (HWY_UNLIKELY(stream)) {
      hn::Stream(rounded, raw, to);
    } else {
      hn::StoreU(rounded, raw, to);
    }
  }
};

// Elements that are computed as they are stored.
template <class T>
struct StoredAsIs {
  using Raw = T;
  using Lane = T;

  template <size_t kHalf, class D>
  static HWY_INLINE hn::Vec<D> LoadBlock(D d, const Raw* from) {
    return hn::LoadU(d, from + kHalf * hn::Lanes(d));
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void StoreBlock(D d, V first, V second, Raw* to, bool stream) {
    if (HWY_UNLIKELY(stream)) {
      hn::Stream(first, d, to);
      hn::Stream(second, d, to + hn::Lanes(d));
    } else {
      hn::StoreU(first, d, to);
      hn::StoreU(second, d, to + hn::Lanes(d));
    }
  }
};

// Arrays have room for one operand where a kernel has none: one without inputs computes from its
// numbers alone.
template <int kOperands>
inline constexpr int kRoom = kOperands > 0 ? kOperands : 1;

// A base of kernels whose results may be rounded to bfloat16 in half as many operations. Results
// that are numbers of bfloat16 or lie between two of them, but not halfway, are such, and so are
// NaNs without digits that bfloat16 does not have.
struct NoTies {};
template <class Kernel>
inline constexpr bool kHasNoTies = std::is_base_of_v<NoTies, Kernel>;

// Whether the kernel has a function Integer.
template <class Kernel, size_t... I, size_t... O>
constexpr bool HasIntegers(std::index_sequence<I...>, std::index_sequence<O...>) {
  using D = hn::ScalableTag<int32_t>;
  using V = hn::Vec<D>;
  return requires(const Kernel kernel, D d, V in, V& out) {
    kernel.Integer(d, (void(I), in)..., (void(O), out)...);
  };
}

// Calls the kernel on inputs made by `load(index)` and hands each output to `store(index, value)`.
// Written without arrays of vectors, which targets with vectors of unknown length do not have.
template <int kInputs, int kOutputs, class D, class Kernel, class Load, class Store,
          class... Outputs>
HWY_INLINE void ApplyKernel(D d, const Kernel& kernel, const Load& load, const Store& store,
                            Outputs&... outputs) {
  if constexpr (sizeof...(Outputs) < static_cast<size_t>(kOutputs)) {
    hn::Vec<D> output = hn::Zero(d);
    ApplyKernel<kInputs, kOutputs>(d, kernel, load, store, outputs..., output);
  } else {
    [&]<size_t... I>(std::index_sequence<I...>)
        HWY_ATTR { kernel(d, load(I)..., outputs...); }(std::make_index_sequence<kInputs>());
    size_t index = 0;
    (store(index++, outputs), ...);
  }
}

// --- high_precision ---

// All operands contiguous float32: straight from and to memory.
template <int kInputs, int kOutputs, class Kernel>
HWY_ATTR void ContiguousLoop(const ElementwiseTask& task, int64_t begin, int64_t end,
                             const Kernel& kernel) {
  const hn::ScalableTag<double> d;
  const size_t lanes = hn::Lanes(d);
  const float* inputs[kRoom<kInputs>];
  float* outputs[kOutputs];
  for (int i = 0; i < kInputs; ++i) inputs[i] = static_cast<const float*>(task.inputs[i].data);
  for (int i = 0; i < kOutputs; ++i) outputs[i] = static_cast<float*>(task.outputs[i].data);
  for (int64_t at = begin; at < end; at += static_cast<int64_t>(lanes)) {
    const size_t count = std::min(lanes, static_cast<size_t>(end - at));
    ApplyKernel<kInputs, kOutputs>(
        d, kernel,
        [&](size_t i) HWY_ATTR { return LoadWide<StoredFloat32>(d, inputs[i] + at, count); },
        [&](size_t i, hn::Vec<decltype(d)> value)
            HWY_ATTR { StoreNarrow<StoredFloat32>(d, value, outputs[i] + at, count); });
  }
}

// Rows of float64; see TileFunction.
template <int kInputs, int kOutputs, class Kernel>
HWY_NOINLINE HWY_ATTR void DoubleTile(const void* kernel, const void* const* inputs,
                                      void* const* outputs, size_t count) {
  const Kernel own = *static_cast<const Kernel*>(kernel);
  const hn::ScalableTag<double> d;
  const double* from[kRoom<kInputs>];
  double* to[kOutputs];
  for (int i = 0; i < kInputs; ++i) from[i] = static_cast<const double*>(inputs[i]);
  for (int i = 0; i < kOutputs; ++i) to[i] = static_cast<double*>(outputs[i]);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    ApplyKernel<kInputs, kOutputs>(
        d, [own](auto dd, auto&&... operands) HWY_ATTR { own.Exact(dd, operands...); },
        [&](size_t k) HWY_ATTR { return hn::LoadU(d, from[k] + i); },
        [&](size_t k, hn::Vec<decltype(d)> value) HWY_ATTR { hn::StoreU(value, d, to[k] + i); });
  }
}

template <int kInputs, int kOutputs, class Kernel>
HWY_ATTR void DoubleLoop(Kernel kernel, const ElementwiseTask& task, int64_t begin, int64_t end) {
  // Speed in other types is left to the fast mode: a direct loop costs code in every kernel and
  // target.
  if (ValueType(task) == ACL_FLOAT && task.outputs[0].dtype == ACL_FLOAT &&
      IsUniformlyContiguous(task)) {
    return ContiguousLoop<kInputs, kOutputs>(task, begin, end,
                                             [kernel](auto d, auto&&... operands)
                                                 HWY_ATTR { kernel.Exact(d, operands...); });
  }
  const TileTypes types = {
      ACL_DOUBLE, task.compute,
      task.compute == ACL_DT_UNDEFINED ? Rounding::kNearest : Rounding::kConvert};
  RunTiles(task, begin, end, types, &DoubleTile<kInputs, kOutputs, Kernel>, &kernel);
}

// --- high_performance, and integers in both modes ---

// Outputs of a vector of inputs, computed in double. Apart from the loop, so that it costs the loop
// no registers.
template <int kInputs, int kOutputs, class Kernel, class D>
HWY_NOINLINE HWY_ATTR void ComputeExactly(D df, const Kernel& whole, const float* inputs,
                                          float* outputs) {
  const Kernel kernel = whole;
  const hn::ScalableTag<double> d;
  const size_t stride = hn::Lanes(df);
  for (size_t i = 0; i < stride; i += hn::Lanes(d)) {
    ApplyKernel<kInputs, kOutputs>(
        d, [kernel](auto dd, auto&&... operands) HWY_ATTR { kernel.Exact(dd, operands...); },
        [&](size_t k)
            HWY_ATTR { return LoadWide<StoredFloat32>(d, inputs + k * stride + i, hn::Lanes(d)); },
        [&](size_t k, hn::Vec<decltype(d)> value) HWY_ATTR {
          StoreNarrow<StoredFloat32>(d, value, outputs + k * stride + i, hn::Lanes(d));
        });
  }
}

// One vector: inputs and outputs are tuples of references, for vectors of unknown length cannot be
// members. Outputs are those from kFirst on. `whole` is the kernel in memory, for the lanes left to
// double: a copy made for them would be made for every vector.
template <class Stored, int kFirst, int kInputs, int kOutputs, class Kernel, class D, class Inputs,
          class Outputs, size_t... I, size_t... O>
HWY_INLINE void ComputeVector(D d, Kernel kernel, const Kernel& whole, Inputs inputs,
                              Outputs outputs, std::index_sequence<I...>,
                              std::index_sequence<O...>) {
  if constexpr (std::is_integral_v<hn::TFromD<D>>) {
    kernel.Integer(d, std::get<I>(inputs)..., std::get<kFirst + O>(outputs)...);
  } else {
    using Right = decltype(kernel.template Fast<Stored>(d, std::get<I>(inputs)...,
                                                        std::get<kFirst + O>(outputs)...));
    if constexpr (std::is_void_v<Right>) {
      kernel.template Fast<Stored>(d, std::get<I>(inputs)..., std::get<kFirst + O>(outputs)...);
    } else {
      const Right right =
          kernel.template Fast<Stored>(d, std::get<I>(inputs)..., std::get<kFirst + O>(outputs)...);
      if (HWY_LIKELY(hn::AllTrue(d, right))) return;
      constexpr size_t kMaxLanes = HWY_MAX_LANES_D(D);
      HWY_ALIGN float in[kRoom<kInputs> * kMaxLanes];
      HWY_ALIGN float out[kOutputs * kMaxLanes];
      const size_t lanes = hn::Lanes(d);
      (hn::StoreU(std::get<I>(inputs), d, in + I * lanes), ...);
      ComputeExactly<kInputs, kOutputs, Kernel>(d, whole, in, out);
      ((std::get<kFirst + O>(outputs) =
            hn::IfThenElse(right, std::get<kFirst + O>(outputs), hn::LoadU(d, out + O * lanes))),
       ...);
    }
  }
}

// One vector of inputs stored as `Loaded`, one half of the block that begins at `at`; its outputs
// are those from kHalf * kOutputs on. kRepeats and `advance` are those of BlockLoop. Written
// without lambdas, which GCC does not always inline, and without arrays of vectors, which targets
// with vectors of unknown length do not have.
template <class Stored, class Loaded, bool kRepeats, size_t kHalf, int kInputs, int kOutputs,
          class Kernel, class D, class Outputs, class... Inputs>
HWY_INLINE void LoadAndCompute(D d, Kernel kernel, const Kernel& whole,
                               const typename Loaded::Raw* const (&from)[kRoom<kInputs>],
                               const size_t (&advance)[kRoom<kInputs>], size_t at, Outputs outputs,
                               const Inputs&... inputs) {
  constexpr size_t kInput = sizeof...(Inputs);
  if constexpr (kInput < kInputs) {
    const size_t place = kRepeats ? at & advance[kInput] : at;
    const hn::Vec<D> input = Loaded::template LoadBlock<kHalf>(d, from[kInput] + place);
    LoadAndCompute<Stored, Loaded, kRepeats, kHalf, kInputs, kOutputs, Kernel>(
        d, kernel, whole, from, advance, at, outputs, inputs..., input);
  } else {
    ComputeVector<Stored, kHalf * kOutputs, kInputs, kOutputs, Kernel>(
        d, kernel, whole, std::tie(inputs...), outputs, std::make_index_sequence<kInputs>(),
        std::make_index_sequence<kOutputs>());
  }
}

template <class Loaded, int kOutputs, class D, class Outputs, size_t... O>
HWY_INLINE void StoreBlocks(D d, Outputs values, typename Loaded::Raw* const (&outputs)[kOutputs],
                            size_t at, bool stream, std::index_sequence<O...>) {
  (Loaded::StoreBlock(d, std::get<O>(values), std::get<kOutputs + O>(values), outputs[O] + at,
                      stream),
   ...);
}

// 2 * Lanes(d) consecutive elements of each operand. `values` are the outputs of the first half,
// then those of the second.
template <class Stored, class Loaded, bool kRepeats, int kInputs, int kOutputs, class Kernel,
          class D, class Raw, class... Values>
HWY_INLINE void ComputeBlock(D d, Kernel kernel, const Kernel& whole,
                             const Raw* const (&inputs)[kRoom<kInputs>],
                             const size_t (&advance)[kRoom<kInputs>],
                             Raw* const (&outputs)[kOutputs], size_t at, bool stream,
                             Values&... values) {
  if constexpr (sizeof...(Values) < 2 * kOutputs) {
    hn::Vec<D> value = hn::Zero(d);
    ComputeBlock<Stored, Loaded, kRepeats, kInputs, kOutputs, Kernel>(
        d, kernel, whole, inputs, advance, outputs, at, stream, values..., value);
  } else {
    LoadAndCompute<Stored, Loaded, kRepeats, 0, kInputs, kOutputs, Kernel>(
        d, kernel, whole, inputs, advance, at, std::tie(values...));
    LoadAndCompute<Stored, Loaded, kRepeats, 1, kInputs, kOutputs, Kernel>(
        d, kernel, whole, inputs, advance, at, std::tie(values...));
    StoreBlocks<Loaded, kOutputs>(d, std::tie(values...), outputs, at, stream,
                                  std::make_index_sequence<kOutputs>());
  }
}

// How far ahead inputs that are in no cache are fetched. The processor does it by itself inside a
// page of 4 KiB, but begins anew in the next.
inline constexpr size_t kPrefetchBytes = 2048;

// `advance` is that of BlockLoop.
template <int kInputs, class Raw>
HWY_INLINE void PrefetchInputs(const Raw* const (&inputs)[kRoom<kInputs>],
                               const size_t (&advance)[kRoom<kInputs>], size_t begin, size_t end) {
  constexpr size_t kLine = 64 / sizeof(Raw);
  for (size_t at = begin; at < end; at += kLine) {
    for (int i = 0; i < kInputs; ++i) hwy::Prefetch(inputs[i] + (at & advance[i]));
  }
}

// See RowLoops. With kRepeats false all bits of `repeated` are 0: following them costs as much as
// an operation of a kernel.
template <class Stored, class Loaded, bool kRepeats, int kInputs, int kOutputs, class Kernel>
HWY_NOINLINE HWY_ATTR void BlockLoop(const void* kernel_memory, const void* const* all_inputs,
                                     void* const* all_outputs, size_t begin, size_t end,
                                     bool stream, uint32_t repeated) {
  using Raw = typename Loaded::Raw;
  const Kernel& whole = *static_cast<const Kernel*>(kernel_memory);
  // Copies, because the compiler thinks that storing a vector may change what callers have.
  const Kernel kernel = whole;
  const Raw* inputs[kRoom<kInputs>];
  Raw* outputs[kOutputs];
  // Bits of the place of a block that an input follows.
  size_t advance[kRoom<kInputs>];
  for (int i = 0; i < kInputs; ++i) {
    inputs[i] = static_cast<const Raw*>(all_inputs[i]);
    advance[i] = kRepeats && (repeated >> i & 1) != 0 ? 0 : ~size_t{0};
  }
  for (int i = 0; i < kOutputs; ++i) outputs[i] = static_cast<Raw*>(all_outputs[i]);
  const hn::ScalableTag<typename Loaded::Lane> d;
  const size_t block = 2 * hn::Lanes(d);
  for (size_t at = begin; at < end; at += block) {
    if (HWY_UNLIKELY(stream))
      PrefetchInputs<kInputs>(inputs, advance, at + kPrefetchBytes / sizeof(Raw),
                              std::min(end, at + kPrefetchBytes / sizeof(Raw) + block));
    ComputeBlock<Stored, Loaded, kRepeats, kInputs, kOutputs, Kernel>(d, kernel, whole, inputs,
                                                                      advance, outputs, at, stream);
  }
  if (stream) hwy::FlushStream();
}

// Rows of a lane type; see TileFunction.
template <class Stored, class Loaded, int kInputs, int kOutputs, class Kernel>
HWY_ATTR void BlockTile(const void* kernel, const void* const* inputs, void* const* outputs,
                        size_t count) {
  BlockLoop<Stored, Loaded, false, kInputs, kOutputs, Kernel>(kernel, inputs, outputs, 0, count,
                                                              false, 0);
}

// Values of one type: row by row where all operands are stored so (as Loaded) and rows are long,
// consecutive or of one element, else by tiles of `Lanes`.
template <class Stored, class Loaded, class Lanes, int kInputs, int kOutputs, class Kernel>
HWY_ATTR void ValueLoop(const Kernel& kernel, const ElementwiseTask& task, int64_t begin,
                        int64_t end, aclDataType value, const TileTypes& types) {
  if (!AreAll(task, value) || !HasLongRows(task)) {
    return RunTiles(task, begin, end, types, &BlockTile<Stored, Lanes, kInputs, kOutputs, Kernel>,
                    &kernel);
  }
  const size_t lanes = hn::Lanes(hn::ScalableTag<typename Loaded::Lane>());
  RowLoops loops = {&BlockLoop<Stored, Loaded, false, kInputs, kOutputs, Kernel>, nullptr,
                    2 * lanes, sizeof(typename Loaded::Raw), lanes * sizeof(typename Loaded::Lane)};
  if constexpr (kInputs > 1)
    loops.repeated = &BlockLoop<Stored, Loaded, true, kInputs, kOutputs, Kernel>;
  RunRows(task, begin, end, loops, &kernel);
}

template <class T, int kInputs, int kOutputs, class Kernel>
HWY_ATTR void IntegerLoop(const Kernel& kernel, const ElementwiseTask& task, int64_t begin,
                          int64_t end, aclDataType lane) {
  using Stored = StoredAsIs<T>;
  // Results of type bool are not stored as they are computed.
  const aclDataType value = task.compute;
  if (value == ACL_BOOL) {
    return RunTiles(task, begin, end, {lane, value, Rounding::kConvert},
                    &BlockTile<Stored, Stored, kInputs, kOutputs, Kernel>, &kernel);
  }
  ValueLoop<Stored, Stored, Stored, kInputs, kOutputs>(kernel, task, begin, end, value,
                                                       {lane, value, Rounding::kConvert});
}

// Whether the task is computed in integers, which is then done.
template <int kInputs, int kOutputs, class Kernel>
HWY_ATTR bool IntegerLoops(const Kernel& kernel, const ElementwiseTask& task, int64_t begin,
                           int64_t end) {
  if constexpr (HasIntegers<Kernel>(std::make_index_sequence<kInputs>(),
                                    std::make_index_sequence<kOutputs>())) {
    switch (task.compute) {
      case ACL_INT8:
        IntegerLoop<int8_t, kInputs, kOutputs>(kernel, task, begin, end, ACL_INT8);
        return true;
      case ACL_INT16:
        IntegerLoop<int16_t, kInputs, kOutputs>(kernel, task, begin, end, ACL_INT16);
        return true;
      case ACL_INT32:
        IntegerLoop<int32_t, kInputs, kOutputs>(kernel, task, begin, end, ACL_INT32);
        return true;
      case ACL_INT64:
        IntegerLoop<int64_t, kInputs, kOutputs>(kernel, task, begin, end, ACL_INT64);
        return true;
      case ACL_UINT8:
      case ACL_BOOL:
        IntegerLoop<uint8_t, kInputs, kOutputs>(kernel, task, begin, end, ACL_UINT8);
        return true;
      default:
        break;
    }
  }
  return false;
}

// A kernel of which loops see the function Bits only.
template <class Kernel>
struct OfBits : Kernel {
  explicit OfBits(const Kernel& kernel) : Kernel(kernel) {}
  template <class D, class... Operands>
  HWY_INLINE void Integer(D d, Operands&&... operands) const {
    this->Bits(d, operands...);
  }
};

// Whether all operands are of one type of 16 bits whose results the kernel finds from bits, which
// is then done.
template <int kInputs, int kOutputs, class Kernel>
HWY_ATTR bool BitsLoop(const Kernel& kernel, const ElementwiseTask& task, int64_t begin,
                       int64_t end) {
  using Stored = StoredAsIs<uint16_t>;
  using D = hn::ScalableTag<uint16_t>;
  if constexpr (requires { &Kernel::template Bits<D, hn::Vec<D>>; }) {
    const aclDataType value = ValueType(task);
    if ((value == ACL_FLOAT16 || value == ACL_BF16) && AreAll(task, value)) {
      ValueLoop<Stored, Stored, Stored, kInputs, kOutputs>(
          OfBits<Kernel>(kernel), task, begin, end, value, {value, value, Rounding::kConvert});
      return true;
    }
  }
  return false;
}

// --- a kernel of one input among light operations (Chain), in float32 ---

template <LightOp kOp, class V>
HWY_INLINE V Light(V value, V operand) {
  if constexpr (kOp == LightOp::kMultiply) return hn::Mul(value, operand);
  if constexpr (kOp == LightOp::kAdd) return hn::Add(value, operand);
  if constexpr (kOp == LightOp::kSubtract) return hn::Sub(value, operand);
  if constexpr (kOp == LightOp::kSubtractFrom) return hn::Sub(operand, value);
}

template <LightOp kOp, class D, class V>
HWY_INLINE void ApplyLight(D d, const float* operands, V& a, V& b, V& c, V& e) {
  const size_t lanes = hn::Lanes(d);
  a = Light<kOp>(a, hn::LoadU(d, operands));
  b = Light<kOp>(b, hn::LoadU(d, operands + lanes));
  c = Light<kOp>(c, hn::LoadU(d, operands + 2 * lanes));
  e = Light<kOp>(e, hn::LoadU(d, operands + 3 * lanes));
}

template <class D, class V>
HWY_INLINE void ApplyLight(D d, LightOp op, const float* operands, V& a, V& b, V& c, V& e) {
  switch (op) {
    case LightOp::kNone:
      return;
    case LightOp::kMultiply:
      return ApplyLight<LightOp::kMultiply>(d, operands, a, b, c, e);
    case LightOp::kAdd:
      return ApplyLight<LightOp::kAdd>(d, operands, a, b, c, e);
    case LightOp::kSubtract:
      return ApplyLight<LightOp::kSubtract>(d, operands, a, b, c, e);
    case LightOp::kSubtractFrom:
      return ApplyLight<LightOp::kSubtractFrom>(d, operands, a, b, c, e);
  }
}

template <class Kernel>
struct ChainedKernel {
  Kernel kernel;
  Chain chain;
};

// Four vectors at a time: what the next operation is, is found out for each block anew.
inline constexpr size_t kChainVectors = 4;

// See RowLoops. Inputs are those of the task: any of them may be repeated.
template <class Kernel>
HWY_NOINLINE HWY_ATTR void ChainLoop(const void* chained_memory, const void* const* all_inputs,
                                     void* const* all_outputs, size_t begin, size_t end,
                                     bool stream, uint32_t repeated) {
  const auto& whole = *static_cast<const ChainedKernel<Kernel>*>(chained_memory);
  // Copies for the same reason as in BlockLoop.
  const Kernel kernel = whole.kernel;
  const Chain chain = whole.chain;
  constexpr size_t kMostInputs = 1 + Chain::kMostOps;
  const float* inputs[kMostInputs];
  size_t advance[kMostInputs];
  // Those that go through memory: each fetch of the others would cost as much and give nothing.
  const float* fetched[kMostInputs];
  size_t fetched_count = 0;
  for (size_t i = 0; i <= chain.count; ++i) {
    inputs[i] = static_cast<const float*>(all_inputs[i]);
    advance[i] = (repeated >> i & 1) != 0 ? 0 : ~size_t{0};
    if (advance[i] != 0) fetched[fetched_count++] = inputs[i];
  }
  float* const output = static_cast<float*>(all_outputs[0]);
  const hn::ScalableTag<float> d;
  using V = hn::Vec<decltype(d)>;
  const size_t lanes = hn::Lanes(d), block = kChainVectors * lanes;
  const auto place = [&](size_t input, size_t at)
                         HWY_ATTR { return inputs[input] + (at & advance[input]); };
  for (size_t at = begin; at < end; at += block) {
    if (HWY_UNLIKELY(stream)) {
      constexpr size_t kLine = 64 / sizeof(float);
      const size_t ahead = at + kPrefetchBytes / sizeof(float);
      for (size_t i = 0; i < fetched_count; ++i) {
        for (size_t line = 0; line < block; line += kLine) hwy::Prefetch(fetched[i] + ahead + line);
      }
    }
    const float* const from = place(0, at);
    V a = hn::LoadU(d, from), b = hn::LoadU(d, from + lanes);
    V c = hn::LoadU(d, from + 2 * lanes), e = hn::LoadU(d, from + 3 * lanes);
    size_t op = 0;
    for (; op < chain.before; ++op) ApplyLight(d, chain.ops[op], place(op + 1, at), a, b, c, e);
    const auto compute = [&](V in, V& out) HWY_ATTR {
      ComputeVector<StoredFloat32, 0, 1, 1, Kernel>(d, kernel, whole.kernel, std::tie(in),
                                                    std::tie(out), std::make_index_sequence<1>(),
                                                    std::make_index_sequence<1>());
    };
    V w = hn::Zero(d), x = w, y = w, z = w;
    compute(a, w);
    compute(b, x);
    compute(c, y);
    compute(e, z);
    for (; op < chain.count; ++op) ApplyLight(d, chain.ops[op], place(op + 1, at), w, x, y, z);
    float* const to = output + at;
    if (HWY_UNLIKELY(stream)) {
      hn::Stream(w, d, to);
      hn::Stream(x, d, to + lanes);
      hn::Stream(y, d, to + 2 * lanes);
      hn::Stream(z, d, to + 3 * lanes);
    } else {
      hn::StoreU(w, d, to);
      hn::StoreU(x, d, to + lanes);
      hn::StoreU(y, d, to + 2 * lanes);
      hn::StoreU(z, d, to + 3 * lanes);
    }
  }
  if (stream) hwy::FlushStream();
}

template <class Kernel>
HWY_ATTR void ChainRows(const Kernel& kernel, const ElementwiseTask& task, int64_t begin,
                        int64_t end) {
  const ChainedKernel<Kernel> chained = {kernel, *task.chain};
  const size_t lanes = hn::Lanes(hn::ScalableTag<float>());
  const RowLoops loops = {&ChainLoop<Kernel>, &ChainLoop<Kernel>, kChainVectors * lanes,
                          sizeof(float), lanes * sizeof(float)};
  RunRows(task, begin, end, loops, &chained);
}

// What the kernel can be in the chain of another (CpuKernel::light).
template <class Kernel, int kInputs>
constexpr LightOp LightOf() {
  if constexpr (kInputs == 2 && requires { Kernel::kLight; }) {
    return Kernel::kLight;
  } else {
    return LightOp::kNone;
  }
}

template <int kInputs, int kOutputs, class Kernel>
HWY_ATTR void ExactLoop(const ElementwiseTask& task, int64_t begin, int64_t end) {
  RecordElementwiseTarget(HWY_TARGET);
  const Kernel kernel = MakeKernel<Kernel>(task.numbers);
  if (IntegerLoops<kInputs, kOutputs>(kernel, task, begin, end)) return;
  if (BitsLoop<kInputs, kOutputs>(kernel, task, begin, end)) return;
  DoubleLoop<kInputs, kOutputs>(kernel, task, begin, end);
}

template <int kInputs, int kOutputs, class Kernel>
HWY_ATTR void FastLoop(const ElementwiseTask& task, int64_t begin, int64_t end) {
  using BFloat16 = std::conditional_t<kHasNoTies<Kernel>, StoredBFloat16, StoredBFloat16ToEven>;
  RecordElementwiseTarget(HWY_TARGET);
  const Kernel kernel = MakeKernel<Kernel>(task.numbers);
  if constexpr (kInputs == 1 && kOutputs == 1) {
    if (HWY_UNLIKELY(task.chain != nullptr)) return ChainRows(kernel, task, begin, end);
  }
  if (BitsLoop<kInputs, kOutputs>(kernel, task, begin, end)) return;
  const aclDataType value = ValueType(task);
  const TileTypes types = {ACL_FLOAT, value,
                           kHasNoTies<Kernel> ? Rounding::kTiesAway : Rounding::kConvert};
  switch (WritesWider(task, value) ? ACL_DOUBLE : value) {
    case ACL_FLOAT:
      return ValueLoop<StoredFloat32, StoredFloat32, StoredFloat32, kInputs, kOutputs>(
          kernel, task, begin, end, value, {ACL_FLOAT, value, Rounding::kConvert});
    case ACL_FLOAT16:
      return ValueLoop<StoredFloat16, StoredFloat16, StoredFloat32, kInputs, kOutputs>(
          kernel, task, begin, end, value, types);
    case ACL_BF16:
      return ValueLoop<StoredBFloat16, BFloat16, StoredFloat32, kInputs, kOutputs>(
          kernel, task, begin, end, value, types);
    default:
      if (IntegerLoops<kInputs, kOutputs>(kernel, task, begin, end)) return;
      DoubleLoop<kInputs, kOutputs>(kernel, task, begin, end);
  }
}

// Both modes of a kernel. high_precision may have a kernel of its own.
template <int kInputs, int kOutputs, class FastKernel, class ExactKernel = FastKernel>
struct KernelLoops {
  static constexpr LightOp kLight = LightOf<FastKernel, kInputs>();
  static constexpr bool kTakesLights = kInputs == 1 && kOutputs == 1;
  static void Fast(const ElementwiseTask& task, int64_t begin, int64_t end) {
    FastLoop<kInputs, kOutputs, FastKernel>(task, begin, end);
  }
  static void Exact(const ElementwiseTask& task, int64_t begin, int64_t end) {
    ExactLoop<kInputs, kOutputs, ExactKernel>(task, begin, end);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#undef OPENACLNN_BEGIN_KERNELS
#undef OPENACLNN_END_KERNELS
// GCC 16 drops what follows a pragma in a macro that an included file uses.
#define OPENACLNN_BEGIN_KERNELS()             \
  namespace HWY_NAMESPACE {                   \
  namespace hn = ::hwy::HWY_NAMESPACE;        \
  using namespace ::openaclnn::HWY_NAMESPACE; \
  HWY_BEFORE_NAMESPACE()
#define OPENACLNN_END_KERNELS() \
  }                             \
  HWY_AFTER_NAMESPACE()

// One line for a kernel: see above. `...` is the kernel, and in high_precision another if one
// follows.
#undef OPENACLNN_CPU_KERNEL
#undef OPENACLNN_CPU_KERNEL_LOOPS
#define OPENACLNN_CPU_KERNEL_LOOPS(name, inputs, outputs, ...)                               \
  namespace HWY_NAMESPACE {                                                                  \
  using namespace ::openaclnn::HWY_NAMESPACE;                                                \
  using name##Loops = ::openaclnn::HWY_NAMESPACE::KernelLoops<inputs, outputs, __VA_ARGS__>; \
  void name##Fast(const ElementwiseTask& task, int64_t begin, int64_t end) {                 \
    name##Loops::Fast(task, begin, end);                                                     \
  }                                                                                          \
  void name##Exact(const ElementwiseTask& task, int64_t begin, int64_t end) {                \
    name##Loops::Exact(task, begin, end);                                                    \
  }                                                                                          \
  }
#if HWY_ONCE
#define OPENACLNN_CPU_KERNEL(name, inputs, outputs, ...)                                     \
  OPENACLNN_CPU_KERNEL_LOOPS(name, inputs, outputs, __VA_ARGS__)                             \
  HWY_EXPORT(name##Fast);                                                                    \
  HWY_EXPORT(name##Exact);                                                                   \
  static void DispatchFast##name(const ElementwiseTask& task, int64_t begin, int64_t end) {  \
    HWY_DYNAMIC_DISPATCH(name##Fast)(task, begin, end);                                      \
  }                                                                                          \
  static void DispatchExact##name(const ElementwiseTask& task, int64_t begin, int64_t end) { \
    HWY_DYNAMIC_DISPATCH(name##Exact)(task, begin, end);                                     \
  }                                                                                          \
  extern const CpuKernel k##name##OnCpu;                                                     \
  const CpuKernel k##name##OnCpu = {#name, DispatchFast##name, DispatchExact##name,          \
                                    HWY_NAMESPACE::name##Loops::kLight,                      \
                                    HWY_NAMESPACE::name##Loops::kTakesLights};
#else
#define OPENACLNN_CPU_KERNEL(name, inputs, outputs, ...) \
  OPENACLNN_CPU_KERNEL_LOOPS(name, inputs, outputs, __VA_ARGS__)
#endif

#endif  // OPENACLNN_RUNTIME_CPU_KERNEL_INL_H_
