// Keywords and enumerations of Ascend C for the host's compiler. The names and values are the
// vendor's.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_TYPES_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_TYPES_H_

#include <cstdint>

#define __global__
#define __aicore__
// Which core a function is for; here all run on the vector core.
#define __vector__
#define __cube__
#define __mix__(cubes, vectors)
#define __gm__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define GM_ADDR __gm__ uint8_t*

// Functions that kernels call become part of them, so that messages can name the kernel's lines.
#define OPENACLNN_ASCENDC_FUNCTION [[gnu::always_inline]] inline

// Statements for the vendor's compiler, which builds a kernel for one product and core type at a
// time. Here one build serves all.
#define KERNEL_TASK_TYPE_DEFAULT(type) static_assert(::AscendC::type < ::AscendC::KERNEL_TYPE_MAX)
#define KERNEL_TASK_TYPE(key, type) \
  static_assert((key) >= 0 && ::AscendC::type < ::AscendC::KERNEL_TYPE_MAX)

namespace AscendC {

// Where a buffer lies. VECIN, VECOUT and VECCALC share the unified buffer; the others belong to the
// cube core or are global memory.
enum class TPosition : uint8_t {
  GM,
  A1,
  A2,
  B1,
  B2,
  C1,
  C2,
  CO1,
  CO2,
  VECIN,
  VECOUT,
  VECCALC,
  LCM = VECCALC,
  SPM,
  SHM = SPM,
  TSCM,
  MAX
};
using QuePosition = TPosition;

enum KernelMetaType : uint8_t {
  KERNEL_TYPE_AIV_ONLY,
  KERNEL_TYPE_AIC_ONLY,
  KERNEL_TYPE_MIX_AIV_1_0,
  KERNEL_TYPE_MIX_AIC_1_0,
  KERNEL_TYPE_MIX_AIC_1_1,
  KERNEL_TYPE_MIX_AIC_1_2,
  KERNEL_TYPE_AICORE,
  KERNEL_TYPE_VECTORCORE,
  KERNEL_TYPE_MIX_AICORE,
  KERNEL_TYPE_MIX_VECTOR_CORE,
  KERNEL_TYPE_MAX,
};

enum class RoundMode : uint8_t {
  CAST_NONE,
  CAST_RINT,
  CAST_FLOOR,
  CAST_CEIL,
  CAST_ROUND,
  CAST_TRUNC,
  CAST_ODD,
  CAST_HYBRID
};

enum class CMPMODE : uint8_t { LT, GT, EQ, LE, GE, NE };

enum class SELMODE : uint8_t { VSEL_CMPMASK_SPR, VSEL_TENSOR_SCALAR_MODE, VSEL_TENSOR_TENSOR_MODE };

// What WholeReduceMax and WholeReduceMin write of each repeat.
enum class ReduceOrder : uint8_t {
  ORDER_VALUE_INDEX,
  ORDER_INDEX_VALUE,
  ORDER_ONLY_VALUE,
  ORDER_ONLY_INDEX
};

enum class ReduceType : uint8_t { SUM, MAX, MIN };

enum class MaskMode : uint8_t { NORMAL, COUNTER };

struct UnaryRepeatParams {
  UnaryRepeatParams() = default;
  UnaryRepeatParams(uint16_t dst_block, uint16_t src_block, uint8_t dst_repeat, uint8_t src_repeat)
      : dstBlkStride(dst_block),
        srcBlkStride(src_block),
        dstRepStride(dst_repeat),
        srcRepStride(src_repeat) {}
  uint32_t blockNumber = 8;
  uint16_t dstBlkStride = 1;  // between the 32-byte blocks of one repeat, in blocks
  uint16_t srcBlkStride = 1;
  uint8_t dstRepStride = 8;  // between repeats, in blocks of 32 bytes
  uint8_t srcRepStride = 8;
};

struct BinaryRepeatParams {
  BinaryRepeatParams() = default;
  BinaryRepeatParams(uint8_t dst_block, uint8_t src0_block, uint8_t src1_block, uint8_t dst_repeat,
                     uint8_t src0_repeat, uint8_t src1_repeat)
      : dstBlkStride(dst_block),
        src0BlkStride(src0_block),
        src1BlkStride(src1_block),
        dstRepStride(dst_repeat),
        src0RepStride(src0_repeat),
        src1RepStride(src1_repeat) {}
  uint32_t blockNumber = 8;
  uint8_t dstBlkStride = 1;
  uint8_t src0BlkStride = 1;
  uint8_t src1BlkStride = 1;
  uint8_t dstRepStride = 8;
  uint8_t src0RepStride = 8;
  uint8_t src1RepStride = 8;
};

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_TYPES_H_
