// What the files that implement vector instructions share: operands, the elements of a mask/repeat
// form, scratch space.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_OPERANDS_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_OPERANDS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/functional/function_ref.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/instruction_types.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

// --- operands ---

struct Operand {
  const char* name;
  LocalSpan span;
  Element type;
  Strides strides;

  int64_t bytes() const { return static_cast<int64_t>(ElementBytes(type)); }
};

// An operand as instructions are given it, without strides; without a name: there is none.
struct Argument {
  const char* name = nullptr;
  const LocalSpan* span = nullptr;
  Element type = Element::kFloat;

  explicit operator bool() const { return name != nullptr; }
  int64_t bytes() const { return static_cast<int64_t>(ElementBytes(type)); }
  Operand With(const Strides& strides) const { return {name, *span, type, strides}; }
};

// Some repeats with the same mask.
struct Part {
  int64_t first = 0;
  int64_t repeats = 0;
  std::array<uint64_t, 2> mask = {};
  // Elements before the first that does not take part, if none after it does; else -1.
  int64_t prefix = 0;
};

// At most two: after SetMaskCount, the whole repeats and the rest.
struct Parts {
  std::array<Part, 2> part;
  int count = 0;
  int64_t elements = 0;
};

inline void CheckRepeats(Instruction& instruction, int64_t repeats) {
  if (repeats < 0 || repeats > kMaxRepeats)
    instruction.Fail("repeatTime", repeats, " repeats; 0 to ", kMaxRepeats);
}

std::array<uint64_t, 2> FirstLanes(int64_t count);
void CheckStrides(Instruction& instruction, const char* operand, const Strides& strides);
// The first `count` elements, in repeats of `lanes` elements.
Parts PartsOfCount(int64_t count, int64_t lanes);
// The elements of a mask/repeat form whose repeats have `lanes` elements.
Parts PartsOf(Instruction& instruction, const Repetition& form, int64_t lanes,
              int64_t max_repeats = kMaxRepeats);
Repeats RepeatsOf(const Operand& operand, const Part& part);
// The operand from the part's first repeat on.
LocalSpan SpanOf(const Operand& operand, const Part& part);

// An array of one repeat; the elements that take no part stay 0.
struct alignas(64) RepeatArray {
  uint8_t bytes[kRepeatBytes] = {};
};

// Copies the active lanes of one repeat from their places to an array.
inline void CollectLanes(const uint8_t* from, const Repeats& repeats, int64_t repeat, int64_t lanes,
                         uint8_t* array) {
  const auto bytes = static_cast<size_t>(repeats.element_bytes);
  for (int64_t lane = 0; lane < lanes; ++lane) {
    if (repeats.Active(lane))
      std::memcpy(array + lane * repeats.element_bytes, from + repeats.Offset(repeat, lane), bytes);
  }
}

// Rejects operands that overlap at all; before that, a dst that reaches beyond its buffer.
inline void CheckApart(Instruction& instruction, const LocalSpan& dst, int64_t dst_bytes,
                       const char* operand, const LocalSpan& src, int64_t src_bytes,
                       const char* dst_name = "dst") {
  instruction.Locate(dst_name, dst, dst_bytes, 1);
  if (dst.begin >= src.begin + src_bytes || src.begin >= dst.begin + dst_bytes) return;
  instruction.Fail(operand, "overlaps ", dst_name, ": bytes ", src.begin, " to ",
                   src.begin + src_bytes, " and ", dst.begin, " to ", dst.begin + dst_bytes,
                   " of the unified buffer; the operands must be apart");
}

inline void CheckScratchBytes(Instruction& instruction, const LocalSpan& scratch, int64_t bytes) {
  if (scratch.buffer >= 0 && scratch.bytes < bytes)
    instruction.Fail("sharedTmpBuffer", scratch.bytes, " bytes; at least ", bytes, " are needed");
}

// The instruction uses the first `bytes` bytes of `scratch` and leaves them undefined; here, all
// bits set, so that a kernel that counts on what was there is noticed.
inline void UseScratch(Instruction& instruction, const LocalSpan& scratch, int64_t bytes) {
  if (bytes == 0) return;
  CheckScratchBytes(instruction, scratch, bytes);
  std::memset(instruction.Write<uint8_t>("sharedTmpBuffer", scratch, bytes), 0xFF,
              static_cast<size_t>(bytes));
}

// The same where the kernel may leave it to the function to take what is free (`scratch` is null).
inline void CheckScratch(Instruction& instruction, const LocalSpan* scratch, int64_t bytes) {
  if (scratch != nullptr) {
    UseScratch(instruction, *scratch, bytes);
    return;
  }
  const int64_t left = instruction.core().FreeUnifiedBuffer();
  if (left < bytes)
    instruction.Fail("", "needs ", bytes,
                     " bytes of the unified buffer for itself; the kernel's buffers leave ", left);
}

// --- running ---

using ComputeArray = absl::FunctionRef<void(void* dst, const void* src0, const void* src1,
                                            size_t count, int64_t index)>;
// Calls compute(dst, src0, src1, count, index) on arrays of consecutive elements: all that the
// instruction is about. A source that does not exist is null; index is the number of the array's
// first element, counting every lane of every repeat.
void RunEach(Instruction& instruction, const Form& form, const Argument& dst, const Argument& src0,
             const Argument& src1, bool reads_dst, ComputeArray compute);

// The same with a function of vector.h; `scalar` stands for src1 where there is none.
void RunAnyFunction(Core& core, const char* name, const Types& types, ArrayFunction function,
                    const Form& form, const Argument& dst, const Argument& src0,
                    const Argument& src1, const void* scalar, bool reads_dst);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_OPERANDS_H_
