// Numbers of element types and formats, which kernels compare in #if. They are macros, so what the
// host side's headers have under the same names must come before.
#ifndef OPENACLNN_RUNTIME_AICORE_KERNEL_VARIANT_TYPES_H_
#define OPENACLNN_RUNTIME_AICORE_KERNEL_VARIANT_TYPES_H_

// As the element of a kernel's tensors; the compiler's own type is another.
#define __bf16 ::openaclnn::aicore::BFloat16

// aclDataType.
#define DT_FLOAT 0
#define DT_FLOAT16 1
#define DT_INT8 2
#define DT_INT32 3
#define DT_UINT8 4
#define DT_INT16 6
#define DT_UINT16 7
#define DT_UINT32 8
#define DT_INT64 9
#define DT_UINT64 10
#define DT_DOUBLE 11
#define DT_BOOL 12
#define DT_BF16 27

// aclFormat.
#define FORMAT_NCHW 0
#define FORMAT_NHWC 1
#define FORMAT_ND 2
#define FORMAT_NC1HWC0 3
#define FORMAT_FRACTAL_Z 4
#define FORMAT_FRACTAL_NZ 29

#endif  // OPENACLNN_RUNTIME_AICORE_KERNEL_VARIANT_TYPES_H_
