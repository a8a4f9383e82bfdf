// For host code: plans, and the types in which an element-wise device kernel was compiled.
#ifndef OPENACLNN_OPS_DEVICE_VARIANTS_H_
#define OPENACLNN_OPS_DEVICE_VARIANTS_H_

#include <cstdint>
#include <type_traits>

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

template <class Op, typename In, typename Out = In>
constexpr DeviceElementwise::Variant VariantOf(const aicore::DeviceKernel& kernel) {
  return {DTypeOf<In>(), DTypeOf<Out>(), kernel, ElementwiseKernel<Op, In, Out>::kBytesPerElement};
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

// The same with the device kernel `entry`, a template over the type, for the floating-point types.
// `...` is the computation.
#define OPENACLNN_FLOAT_KERNELS(name, entry, ...) \
  OPENACLNN_KERNELS(name, {OPENACLNN_FLOAT_VARIANTS(entry, __VA_ARGS__)})

// The same for int32 as well, by the computation `Op`, a template over the type it computes in.
#define OPENACLNN_NUMBER_KERNELS(name, entry, Op)                                \
  OPENACLNN_KERNELS(name, {OPENACLNN_FLOAT_VARIANTS(entry, Op<float>),           \
                           ::openaclnn::device::VariantOf<Op<int32_t>, int32_t>( \
                               OPENACLNN_DEVICE_KERNEL(entry<int32_t>))})

// Elements of an array of variants.
#define OPENACLNN_FLOAT_VARIANTS(entry, ...)                                                   \
  ::openaclnn::device::VariantOf<__VA_ARGS__, float>(OPENACLNN_DEVICE_KERNEL(entry<float>)),   \
      ::openaclnn::device::VariantOf<__VA_ARGS__, half>(OPENACLNN_DEVICE_KERNEL(entry<half>)), \
      ::openaclnn::device::VariantOf<__VA_ARGS__, bfloat16_t>(                                 \
          OPENACLNN_DEVICE_KERNEL(entry<bfloat16_t>))

#endif  // OPENACLNN_OPS_DEVICE_VARIANTS_H_
