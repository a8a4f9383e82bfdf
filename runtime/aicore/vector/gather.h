// Instructions that move elements within the unified buffer or fill it with counted numbers.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_GATHER_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_GATHER_H_

#include <cstdint>

#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

// Each of 8 elements of a repeat to a whole block of 32 bytes.
void RunBrcb(Element type, const LocalSpan& dst, const LocalSpan& src, int64_t repeats,
             const Strides& dst_strides);

void RunCopy(Element type, const LocalSpan& dst, const LocalSpan& src, const Form& form);

// dst[i] = the element of src at byte base + offsets[i]. Of the form, only dst has strides.
void RunGather(Element type, const LocalSpan& dst, const LocalSpan& src, const LocalSpan& offsets,
               int64_t base, const Form& form);
// The same with blocks of 32 bytes.
void RunGatherBlocks(Element type, const LocalSpan& dst, const LocalSpan& src,
                     const LocalSpan& offsets, int64_t repeats, const Strides& dst_strides);
// The element of dst at byte base + offsets[i] = src[i]. Of the form, only src0 has strides.
void RunScatter(Element type, const LocalSpan& dst, const LocalSpan& src, const LocalSpan& offsets,
                int64_t base, const Form& form);

// dst[i] = first + i, rounded once; in the mask/repeat form i counts every lane.
void RunCreateVecIndex(Element type, const LocalSpan& dst, const void* first, const Form& form);

// dst[i] = first + i * diff, with the roundings of the chip's way.
void RunArithProgression(Element type, const LocalSpan& dst, const void* first, const void* diff,
                         int64_t count);

struct BroadcastShape {
  int dim;
  int axis;
  const uint32_t* dst;
  const uint32_t* src;
};
// Repeats src along the axis in which it has length 1. `scratch` may be null.
void RunBroadcast(Element type, const LocalSpan& dst, const LocalSpan& src,
                  const BroadcastShape& shape, const LocalSpan* scratch);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_GATHER_H_
