// For host code: plans, and the types in which an element-wise device kernel was compiled.
#ifndef OPENACLNN_OPS_DEVICE_VARIANTS_H_
#define OPENACLNN_OPS_DEVICE_VARIANTS_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "acl/acl_base_rt.h"
#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "runtime/aicore/launch.h"
#include "runtime/executor/device_step.h"
#include "runtime/executor/plan.h"  // IWYU pragma: export

namespace openaclnn::device {

template <typename T>
constexpr aclDataType DTypeOf() {
  if constexpr (std::is_same_v<T, float>) return ACL_FLOAT;
  if constexpr (std::is_same_v<T, half>) return ACL_FLOAT16;
  if constexpr (std::is_same_v<T, bfloat16_t>) return ACL_BF16;
  if constexpr (std::is_same_v<T, int16_t>) return ACL_INT16;
  if constexpr (std::is_same_v<T, int32_t>) return ACL_INT32;
  if constexpr (std::is_same_v<T, int8_t>) return ACL_INT8;
  if constexpr (std::is_same_v<T, bool>) return ACL_BOOL;
}

template <size_t kTensor>
using AddressOf = GM_ADDR;

// The entry point of Op, which reports call `name`.
template <class Op, typename In, typename Out, size_t... kTensor>
constexpr aicore::DeviceKernel EntryOf(const char* name, std::index_sequence<kTensor...>) {
  aicore::DeviceKernel kernel =
      OPENACLNN_DEVICE_KERNEL(elementwise<Op, In, Out, AddressOf<kTensor>...>);
  kernel.name = name;
  return kernel;
}

template <class Op, typename In, typename Out = In>
constexpr DeviceElementwise::Variant VariantOf(const char* name) {
  constexpr size_t kTensors = Op::kInputs + Op::kOutputs;
  return {DTypeOf<In>(), DTypeOf<Out>(),
          EntryOf<Op, In, Out>(name, std::make_index_sequence<kTensors>()),
          ElementwiseKernel<Op, In, Out>::kBytesPerElement};
}

}  // namespace openaclnn::device

// Defines k`name`, one computation on both backends: by the kernel of that name in cpu_kernel.cc,
// and on the AI Core by the variants `...`, in braces.
#define OPENACLNN_KERNELS(name, ...)                                      \
  extern const CpuKernel k##name##OnCpu;                                  \
  constexpr DeviceElementwise::Variant k##name##Variants[] = __VA_ARGS__; \
  constexpr ElementwiseKernels k##name = {k##name##OnCpu, {k##name##Variants}}

// The same where the AI Core has no instructions for it.
#define OPENACLNN_CPU_KERNELS(name)      \
  extern const CpuKernel k##name##OnCpu; \
  constexpr ElementwiseKernels k##name = {k##name##OnCpu}

// The same for the floating-point types, by the operation `...`. Reports call it `entry`<type>.
#define OPENACLNN_FLOAT_KERNELS(name, entry, ...) \
  OPENACLNN_KERNELS(name, {OPENACLNN_FLOAT_VARIANTS(entry, __VA_ARGS__)})

// The same for int32 as well, by the operation `Op`, a template over the type it computes in.
#define OPENACLNN_NUMBER_KERNELS(name, entry, Op)                      \
  OPENACLNN_KERNELS(name, {OPENACLNN_FLOAT_VARIANTS(entry, Op<float>), \
                           OPENACLNN_VARIANT(entry, int32_t, Op<int32_t>)})

// Elements of an array of variants.
#define OPENACLNN_FLOAT_VARIANTS(entry, ...)                                                 \
  OPENACLNN_VARIANT(entry, float, __VA_ARGS__), OPENACLNN_VARIANT(entry, half, __VA_ARGS__), \
      OPENACLNN_VARIANT(entry, bfloat16_t, __VA_ARGS__)
#define OPENACLNN_VARIANT(entry, T, ...) \
  ::openaclnn::device::VariantOf<__VA_ARGS__, T>(#entry "<" #T ">")

#endif  // OPENACLNN_OPS_DEVICE_VARIANTS_H_
