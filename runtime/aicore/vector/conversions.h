// The instructions that convert.h computes.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_CONVERSIONS_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_CONVERSIONS_H_

#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

void RunAddReluCast(const char* name, bool subtracts, Element dst_type, Element src_type,
                    const LocalSpan& dst, const LocalSpan& src0, const LocalSpan& src1,
                    const Form& form);
void RunMulCast(Element dst_type, Element src_type, const LocalSpan& dst, const LocalSpan& src0,
                const LocalSpan& src1, const Form& form);
void RunAddDeqRelu(const LocalSpan& dst, const LocalSpan& src0, const LocalSpan& src1,
                   const Form& form);

// Where CastDequant has its numbers, and where in each block of dst its results go.
struct DequantForm {
  bool tensor_of_scales = false;
  bool first_half = true;
};
void RunCastDequant(const char* name, Element dst_type, Element src_type, const DequantForm& how,
                    const LocalSpan& dst, const LocalSpan& src, const Form& form);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_CONVERSIONS_H_
