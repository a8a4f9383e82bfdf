// What the vendor's compiler tells a kernel: the macros of its architecture. Only what is made of
// kernel_variant.cc.in includes this.
#ifndef OPENACLNN_RUNTIME_AICORE_KERNEL_VARIANT_H_
#define OPENACLNN_RUNTIME_AICORE_KERNEL_VARIANT_H_

#include "runtime/aicore/include/kernel_operator.h"
#include "runtime/aicore/kernel_registry.h"
#include "runtime/aicore/launch.h"

// __CCE_AICORE__, and the macro of the architecture's vector core.
#if __NPU_ARCH__ == 1001
#define __CCE_AICORE__ 100
#define __DAV_C100__ 1
#elif __NPU_ARCH__ == 2002
#define __CCE_AICORE__ 200
#define __DAV_M200__ 1
#define __DAV_M200_VEC__ 1
#elif __NPU_ARCH__ == 2201
#define __CCE_AICORE__ 220
#define __DAV_C220__ 1
#define __DAV_C220_VEC__ 1
#elif __NPU_ARCH__ == 3002
#define __CCE_AICORE__ 300
#define __DAV_M300__ 1
#define __DAV_M300_VEC__ 1
#elif __NPU_ARCH__ == 3510
#define __CCE_AICORE__ 310
#define __DAV_C310__ 1
#define __DAV_C310_VEC__ 1
#else
#error "an architecture is 1001, 2002, 2201, 3002 or 3510"
#endif

// Kernels that are launched directly have host code for the vendor's compiler where it is not
// there.
#define ASCENDC_CPU_DEBUG 1

// Kernels name the host's tiling structures without their namespace.
namespace optiling {}
using namespace optiling;  // NOLINT(build/namespaces)

// Registers the kernel `entry` (the last arguments: instances of templates have commas).
#define OPENACLNN_KERNEL_VARIANT(name_text, dtypes_text, ...)                              \
  namespace {                                                                              \
  constinit ::openaclnn::aicore::KernelVariant openaclnn_variant = {                       \
      .kernel = {.name = name_text,                                                        \
                 .entry = &::openaclnn::aicore::internal::Signature<&__VA_ARGS__>::Enter,  \
                 .parameters =                                                             \
                     ::openaclnn::aicore::internal::Signature<&__VA_ARGS__>::Parameters(), \
                 .npu_arch = __NPU_ARCH__},                                                \
      .dtypes = dtypes_text};                                                              \
  const ::openaclnn::aicore::KernelRegistrar openaclnn_registrar(&openaclnn_variant);      \
  }

#endif  // OPENACLNN_RUNTIME_AICORE_KERNEL_VARIANT_H_
