// Reductions: instructions that make one number of many.
//
// The order of additions is the chip's. Within a repeat of 256 bytes neighbours are added, then
// neighbours of these sums, until one is left (a tree); each addition rounds to the type. A lane
// that takes no part leaves its neighbour as it is.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_REDUCE_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_REDUCE_H_

#include <cstdint>
#include <utility>

#include "runtime/aicore/core.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

using Reduction = AscendC::ReduceType;

// ReduceSum, ReduceMax, ReduceMin: all elements to one at dst, `with_index` followed by its index.
void RunReduce(const char* name, Reduction reduction, Element type, const LocalSpan& dst,
               const LocalSpan& src, const LocalSpan& scratch, bool with_index, const Form& form);

// WholeReduceSum, WholeReduceMax, WholeReduceMin: each repeat to one element, or to its extremum
// and its index, dst_stride results apart. `order` is without meaning for sums.
void RunWholeReduce(const char* name, Reduction reduction, AscendC::ReduceOrder order, Element type,
                    const LocalSpan& dst, const LocalSpan& src, int64_t dst_stride,
                    const Repetition& form);

// BlockReduceSum, BlockReduceMax, BlockReduceMin: each block of 32 bytes to one element. `pairs`:
// PairReduceSum, each pair of neighbours to one element.
void RunPartReduce(const char* name, Reduction reduction, bool pairs, Element type,
                   const LocalSpan& dst, const LocalSpan& src, int64_t dst_stride,
                   const Repetition& form);

// What the last sum left in the core's register, as bits.
uint64_t ReadSumRegister(const char* name);
// The same of the last maximum or minimum: its bits and its index.
std::pair<uint64_t, uint64_t> ReadExtremumRegisters(const char* name);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_REDUCE_H_
