// What the files that implement vector instructions share beside elements.h: checks of operands
// that must be apart, scratch space, running a function that is not a template's argument.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_OPERANDS_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_OPERANDS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/functional/function_ref.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/elements.h"
#include "runtime/aicore/vector/instruction_types.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

inline void CheckRepeats(Instruction& instruction, int64_t repeats) {
  if (repeats < 0 || repeats > kMaxRepeats)
    instruction.Fail("repeatTime", repeats, " repeats; 0 to ", kMaxRepeats);
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

// Of dst, which has been written, the `bytes` bytes from `offset` on are a copy of those at the
// start of `from`, which still are what they were: undefined, if those are.
inline void MarkCopied(Instruction& instruction, const LocalSpan& dst, int64_t offset,
                       const LocalSpan& from, int64_t bytes) {
  if (!instruction.IsDefined(from, bytes))
    instruction.MarkComputedFromUndefined(dst, offset, bytes);
}

// What SetDeqScale set, in the form that the instruction needs. `use` begins the message.
inline const DeqScale& DeqScaleOf(Instruction& instruction, const char* use, DeqScale::Form form) {
  const DeqScale& set = instruction.core().deq_scale();
  if (set.form == form) return set;
  const bool number = form == DeqScale::Form::kNumber;
  instruction.Fail("", use, "multiplies by the number of SetDeqScale",
                   number ? "" : " with offset and signMode", ", which the kernel has ",
                   set.form == DeqScale::Form::kNone ? "not called"
                   : number                          ? "called with offset and signMode"
                                                     : "called without these");
}

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
