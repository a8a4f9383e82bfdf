// Instructions and library functions that math.h computes.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_LIBRARY_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_LIBRARY_H_

#include <cstdint>

#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/math.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

// The operands of a library function. A scalar stands for the source that is null; `scratch` may be
// null, then the function takes what of the unified buffer is free.
struct LibraryOperands {
  LocalSpan dst;
  const LocalSpan* src0 = nullptr;
  const LocalSpan* src1 = nullptr;
  const void* scalar = nullptr;
  const LocalSpan* scratch = nullptr;
  int64_t count = 0;
};

// Scratch space in units of 256 bytes.
struct ScratchParts {
  int half_parts = 0;
  int float_parts = 0;
};

void RunMath(const char* name, MathOp op, const ScratchParts& scratch, Element type,
             const LibraryOperands& operands);
void RunSwish(const char* name, Element type, const LibraryOperands& operands);
void RunPower(PowerForm form, Element type, const LibraryOperands& operands);
void RunClamp(const char* name, BinaryOp op, Element type, const LibraryOperands& operands);

void RunAddRelu(const char* name, bool subtracts, Element type, const LocalSpan& dst,
                const LocalSpan& src0, const LocalSpan& src1, const Form& form);
void RunLeakyRelu(Element type, const LocalSpan& dst, const LocalSpan& src, const void* scalar,
                  const Form& form);
void RunMulAdd(const char* name, MulAddOp op, Element dst_type, Element src_type,
               const LocalSpan& dst, const LocalSpan& src0, const LocalSpan& src1,
               const Form& form);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_LIBRARY_H_
