// The vector instructions of Ascend C on the simulated core: which elements an instruction works
// on, the checks, and the arithmetic of vector.h on them. include/ascendc/kernel_vector*.h are thin
// templates over these functions.
//
// A wrong instruction does not return (runtime/aicore/core.h).
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_INSTRUCTIONS_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_INSTRUCTIONS_H_

#include <array>
#include <cstdint>

#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

// Distances of an operand in the mask/repeat form, in blocks of 32 bytes: between the blocks of a
// repeat, and between repeats.
struct Strides {
  int64_t block = 1;
  int64_t repeat = 8;
};

// The elements of a mask/repeat form.
struct Repetition {
  enum class Mask : uint8_t {
    kLength,  // the first `count` elements of each repeat; after SetMaskCount, of all repeats
              // together
    kBits,    // those of each repeat whose bit is set
    kSet,     // what SetVectorMask says
  };
  Mask mask = Mask::kSet;
  int64_t count = 0;
  std::array<uint64_t, 2> bits = {};
  int64_t repeats = 0;
  Strides dst = {};
  Strides src0 = {};
  Strides src1 = {};

  static Repetition Of(bool set_mask, uint64_t mask, int64_t repeats, Strides dst, Strides src0,
                       Strides src1 = {}) {
    return {.mask = set_mask ? Mask::kLength : Mask::kSet,
            .count = static_cast<int64_t>(mask),
            .repeats = repeats,
            .dst = dst,
            .src0 = src0,
            .src1 = src1};
  }
  // `mask` has two words.
  static Repetition Of(bool set_mask, const uint64_t* mask, int64_t repeats, Strides dst,
                       Strides src0, Strides src1 = {}) {
    Repetition repetition = Of(set_mask, uint64_t{0}, repeats, dst, src0, src1);
    if (set_mask) {
      repetition.mask = Mask::kBits;
      repetition.bits = {mask[0], mask[1]};
    }
    return repetition;
  }
};

// Which elements an instruction works on. Kernels call instructions of the count form millions of
// times a second, so it is two words.
struct Form {
  int64_t count = 0;  // the count form: the first `count` elements; 0 in the other
  const Repetition* repetition = nullptr;  // or, if it is not null, the mask/repeat form

  static Form Count(int64_t elements) {
    Form form;
    form.count = elements;
    return form;
  }
  Form() = default;
  // `these` must outlive the form.
  Form(const Repetition& these) : repetition(&these) {}  // NOLINT(google-explicit-constructor)
};

// `name` is the instruction's in Ascend C, as messages have it. A scalar is given by its address.

void RunBinary(const char* name, BinaryOp op, Element type, const LocalSpan& dst,
               const LocalSpan& src0, const LocalSpan& src1, const Form& form);
void RunScalar(const char* name, BinaryOp op, Element type, const LocalSpan& dst,
               const LocalSpan& src, const void* scalar, const Form& form);
void RunShift(const char* name, bool left, Element type, const LocalSpan& dst, const LocalSpan& src,
              int64_t bits, const Form& form);
void RunUnary(const char* name, UnaryOp op, Element type, const LocalSpan& dst,
              const LocalSpan& src, const Form& form);
void RunAxpy(Element dst_type, Element src_type, const LocalSpan& dst, const LocalSpan& src,
             const void* scalar, const Form& form);
void RunDuplicate(Element type, const LocalSpan& dst, const void* scalar, const Form& form);
void RunCast(Element dst_type, Element src_type, AscendC::RoundMode mode, const LocalSpan& dst,
             const LocalSpan& src, const Form& form);
// Of one number, by the scalar unit.
void RunScalarCast(const char* name, Element dst_type, Element src_type, AscendC::RoundMode mode,
                   void* dst, const void* src);

// Either src1 or scalar is null.
void RunCompare(const char* name, AscendC::CMPMODE mode, Element type, const LocalSpan& dst,
                const LocalSpan& src0, const LocalSpan* src1, const void* scalar, const Form& form);
void RunSelect(AscendC::SELMODE mode, Element type, const LocalSpan& dst, const LocalSpan& mask,
               const LocalSpan& src0, const LocalSpan* src1, const void* scalar, const Form& form);

struct GatherForm {
  bool counted = false;  // reduceMode: `mask` elements of each repeat instead of 256 bytes
  int64_t mask = 0;
  int64_t block_stride = 1;
  int64_t repeats = 1;
  int64_t src0_repeat_stride = 8;
  int64_t src1_repeat_stride = 8;
};
// Either `pattern` is one of 1 to 7 or `bits` is the operand that has a bit for every element.
// Returns how many elements were kept.
uint64_t RunGatherMask(Element type, const LocalSpan& dst, const LocalSpan& src, int pattern,
                       const LocalSpan* bits, const GatherForm& form);

struct TransposeForm {
  bool dst_high_half = false;
  bool src_high_half = false;
  int64_t repeats = 1;
  int64_t dst_repeat_stride = 0;
  int64_t src_repeat_stride = 0;
};
void RunTransDataTo5HD(Element type, const std::array<LocalSpan, 16>& dst,
                       const std::array<LocalSpan, 16>& src, const TransposeForm& form);

// SetVectorMask, with the bits of the lanes or, after SetMaskCount, the number of elements.
void SetMaskBits(uint64_t high, uint64_t low);
void SetMaskLength(Element type, int64_t length, bool counter);
void SetMaskMode(bool counter);
void ResetMask();

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_INSTRUCTIONS_H_
