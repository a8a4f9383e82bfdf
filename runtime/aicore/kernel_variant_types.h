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

// The same under the names that build files use: DTYPE_X is OPENACLNN_DTYPE_float16, and
// ORIG_DTYPE_X OPENACLNN_DTYPE_NUMBER_float16.
#define OPENACLNN_DTYPE_bfloat16 bfloat16_t
#define OPENACLNN_DTYPE_bool bool
#define OPENACLNN_DTYPE_float16 half
#define OPENACLNN_DTYPE_float32 float
#define OPENACLNN_DTYPE_int16 int16_t
#define OPENACLNN_DTYPE_int32 int32_t
#define OPENACLNN_DTYPE_int64 int64_t
#define OPENACLNN_DTYPE_int8 int8_t
#define OPENACLNN_DTYPE_uint16 uint16_t
#define OPENACLNN_DTYPE_uint32 uint32_t
#define OPENACLNN_DTYPE_uint64 uint64_t
#define OPENACLNN_DTYPE_uint8 uint8_t
#define OPENACLNN_DTYPE_NUMBER_bfloat16 DT_BF16
#define OPENACLNN_DTYPE_NUMBER_bool DT_BOOL
#define OPENACLNN_DTYPE_NUMBER_float16 DT_FLOAT16
#define OPENACLNN_DTYPE_NUMBER_float32 DT_FLOAT
#define OPENACLNN_DTYPE_NUMBER_int16 DT_INT16
#define OPENACLNN_DTYPE_NUMBER_int32 DT_INT32
#define OPENACLNN_DTYPE_NUMBER_int64 DT_INT64
#define OPENACLNN_DTYPE_NUMBER_int8 DT_INT8
#define OPENACLNN_DTYPE_NUMBER_uint16 DT_UINT16
#define OPENACLNN_DTYPE_NUMBER_uint32 DT_UINT32
#define OPENACLNN_DTYPE_NUMBER_uint64 DT_UINT64
#define OPENACLNN_DTYPE_NUMBER_uint8 DT_UINT8

// aclFormat.
#define FORMAT_NCHW 0
#define FORMAT_NHWC 1
#define FORMAT_ND 2
#define FORMAT_NC1HWC0 3
#define FORMAT_FRACTAL_Z 4
#define FORMAT_FRACTAL_NZ 29

#endif  // OPENACLNN_RUNTIME_AICORE_KERNEL_VARIANT_TYPES_H_
