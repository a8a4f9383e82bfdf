// Sorting: Sort32, MrgSort, Concat, Sort, Extract. They sort pairs of 8 bytes, a score in the low
// bytes and an index in the high 4, the greatest score first; equal scores keep their order.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_SORT_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_SORT_H_

#include <algorithm>
#include <cstdint>

#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_vector_arithmetic.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/sort.h"

namespace AscendC {

template <typename T>
struct MrgSortSrcList {
  MrgSortSrcList() = default;
  MrgSortSrcList(const LocalTensor<T>& list1, const LocalTensor<T>& list2,
                 const LocalTensor<T>& list3, const LocalTensor<T>& list4)
      : src1(list1), src2(list2), src3(list3), src4(list4) {}
  LocalTensor<T> src1;
  LocalTensor<T> src2;
  LocalTensor<T> src3;
  LocalTensor<T> src4;
};

struct MrgSort4Info {
  MrgSort4Info() = default;
  MrgSort4Info(const uint16_t lengths[4], bool suspends, uint16_t valid, uint8_t repeats)
      : ifExhaustedSuspension(suspends), validBit(valid), repeatTimes(repeats) {
    std::copy(lengths, lengths + 4, elementLengths);
  }
  uint16_t elementLengths[4] = {};     // pairs of each list
  bool ifExhaustedSuspension = false;  // stop when a list has no more
  uint16_t validBit = 0;               // 3, 7, 15: two, three, four lists
  uint8_t repeatTimes = 1;
};

// Sorts each 32 of the pairs of src0 and src1. half, float. Ascend 950, Atlas A2, A3, 200I/500 A2.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void Sort32(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                       const LocalTensor<uint32_t>& src1,
                                       const int32_t repeatTime) {
  internal::vector::RunSort32(internal::vector::ElementOf<T>(), dst.span(), src0.span(),
                              src1.span(), repeatTime);
}

// Merges two to four sorted lists; of equal scores, those of the first list come first. With
// ifExhaustedSuspension it stops when a list has no more; GetMrgSortResult says how many pairs of
// each it took.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& src,
                                        const MrgSort4Info& params) {
  const uint16_t* const lengths = params.elementLengths;
  internal::vector::RunMrgSort(internal::vector::ElementOf<T>(), dst.span(),
                               {src.src1.span(), src.src2.span(), src.src3.span(), src.src4.span()},
                               {.lengths = {lengths[0], lengths[1], lengths[2], lengths[3]},
                                .suspends = params.ifExhaustedSuspension,
                                .lists = params.validBit,
                                .repeats = params.repeatTimes});
}
inline void GetMrgSortResult(uint16_t& mrgSortList1, uint16_t& mrgSortList2, uint16_t& mrgSortList3,
                             uint16_t& mrgSortList4) {
  const openaclnn::aicore::MergeCounts counts = internal::vector::ReadMergeCounts();
  mrgSortList1 = counts[0];
  mrgSortList2 = counts[1];
  mrgSortList3 = counts[2];
  mrgSortList4 = counts[3];
}

// What Sort takes, 16 scores each; here src itself. Ascend 950, Atlas A2 and A3, as Sort and
// Extract.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void Concat(LocalTensor<T>& concat, const LocalTensor<T>& src,
                                       const LocalTensor<T>& /*tmp*/, const int32_t repeatTime) {
  internal::vector::CheckConcat(internal::vector::ElementOf<T>(), src.span(), repeatTime);
  concat = src;
}

// Sorts repeatTime times 32 pairs, with isFullSort all together; for that tmp has as many bytes as
// dst.
template <typename T, bool isFullSort>
OPENACLNN_ASCENDC_FUNCTION void Sort(const LocalTensor<T>& dst, const LocalTensor<T>& concat,
                                     const LocalTensor<uint32_t>& index, LocalTensor<T>& tmp,
                                     const int32_t repeatTime) {
  internal::vector::RunSort(internal::vector::ElementOf<T>(), isFullSort, dst.span(), concat.span(),
                            index.span(), tmp.span(), repeatTime);
}

// The scores and indices of repeatTime times 32 pairs.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void Extract(const LocalTensor<T>& dstValue,
                                        const LocalTensor<uint32_t>& dstIndex,
                                        const LocalTensor<T>& sorted, const int32_t repeatTime) {
  internal::vector::RunExtract(internal::vector::ElementOf<T>(), dstValue.span(), dstIndex.span(),
                               sorted.span(), repeatTime);
}

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_SORT_H_
