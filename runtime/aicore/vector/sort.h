// Instructions that sort. What they sort is pairs of 8 bytes: a score, half or float, in the low
// bytes and an index in the high 4. The greatest score comes first; of equal ones, that which was
// before. NaN, of which the documents say nothing, is greater than all.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_SORT_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_SORT_H_

#include <array>
#include <cstdint>

#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

// Sort32: makes pairs of scores and indices, and sorts each 32 of them.
void RunSort32(Element type, const LocalSpan& dst, const LocalSpan& scores,
               const LocalSpan& indices, int64_t repeats);

struct MergeForm {
  std::array<int64_t, 4> lengths;  // pairs of each list
  bool suspends;                   // stops when a list has no more
  int64_t lists;                   // one bit for each
  int64_t repeats;
};
void RunMrgSort(Element type, const LocalSpan& dst, const std::array<LocalSpan, 4>& lists,
                const MergeForm& form);
MergeCounts ReadMergeCounts();

// Concat checks only: scores are taken as they are.
void CheckConcat(Element type, const LocalSpan& src, int64_t repeats);
// Sort: as Sort32, with `full` all repeats together.
void RunSort(Element type, bool full, const LocalSpan& dst, const LocalSpan& scores,
             const LocalSpan& indices, const LocalSpan& scratch, int64_t repeats);
// Extract: 32 pairs each to scores and indices.
void RunExtract(Element type, const LocalSpan& scores, const LocalSpan& indices,
                const LocalSpan& pairs, int64_t repeats);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_SORT_H_
