#include "runtime/aicore/vector/instructions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "runtime/aicore/arch.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/elements.h"
#include "runtime/aicore/vector/instruction_types.h"
#include "runtime/aicore/vector/operands.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

// RunAnyFunction, quick for what kernels consist of: the count form, on right operands of one type
// that every product has, where bytes are not marked as written. Whatever else it is, or is wrong
// with it, is left to RunAnyFunction; so the instruction here stays in registers.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void RunFunction(Core& core, const char* name,
                                                     const Types& types, ArrayFunction function,
                                                     const Form& form, const Argument& dst,
                                                     const Argument& src0, const Argument& src1,
                                                     const void* scalar = nullptr,
                                                     bool reads_dst = false) {
  Instruction instruction(core, name, Pipe::kVector);
  const int64_t bytes = form.count * dst.bytes();
  const auto is_plain = [&](const Argument& source) __attribute__((always_inline)) {
    return !source || (source.type == dst.type && instruction.IsRight(*source.span, bytes) &&
                       !OverlapInPart(*dst.span, bytes, *source.span, bytes));
  };
  const bool plain = (types.all & Set(dst.type)) != 0 && form.count > 0 && function != nullptr &&
                     !core.strict() && instruction.IsRight(*dst.span, bytes) && is_plain(src0) &&
                     is_plain(src1);
  if (ABSL_PREDICT_FALSE(!plain)) {
    RunAnyFunction(core, name, types, function, form, Argument(dst), Argument(src0), Argument(src1),
                   scalar, reads_dst);
    return;
  }
  core.mask() = {};
  function(instruction.AddressOf(*dst.span), instruction.AddressOf(*src0.span),
           src1 ? instruction.AddressOf(*src1.span) : scalar, static_cast<size_t>(form.count),
           core.saturates());
  instruction.Done(form.count, bytes);
}

}  // namespace

ABSL_ATTRIBUTE_NOINLINE void RunAnyFunction(Core& core, const char* name, const Types& types,
                                            ArrayFunction function, const Form& form,
                                            const Argument& dst, const Argument& src0,
                                            const Argument& src1, const void* scalar,
                                            bool reads_dst) {
  Instruction instruction(core, name, Pipe::kVector);
  CheckType(instruction, types, dst.type);
  CheckType(instruction, types, src0.type);
  CheckKnown(instruction, function != nullptr);
  RunElements(instruction, form, dst, src0, src1, reads_dst,
              [function, scalar, saturates = instruction.saturates()](
                  void* to, const void* a, const void* b, size_t count, int64_t) {
                function(to, a, scalar != nullptr ? scalar : b, count, saturates);
              });
}

void RunEach(Instruction& instruction, const Form& form, const Argument& dst, const Argument& src0,
             const Argument& src1, bool reads_dst, ComputeArray compute) {
  RunElements(instruction, form, Argument(dst), Argument(src0), Argument(src1), reads_dst, compute);
}

void RunBinary(const char* name, BinaryOp op, Element type, const LocalSpan& dst,
               const LocalSpan& src0, const LocalSpan& src1, const Form& form) {
  Core& core = Core::CurrentOfThread();
  RunFunction(core, name, TypesOf(op), FindBinary(core.functions(), op, type), form,
              {"dst", &dst, type}, {"src0", &src0, type}, {"src1", &src1, type});
}

void RunScalar(const char* name, BinaryOp op, Element type, const LocalSpan& dst,
               const LocalSpan& src, const void* scalar, const Form& form) {
  Core& core = Core::CurrentOfThread();
  if (op == BinaryOp::kMax || op == BinaryOp::kMin)
    Instruction(core, name, Pipe::kVector).Need(core.arch().maxs_mins, name);
  RunFunction(core, name, kArithmetic, FindBinaryScalar(core.functions(), op, type), form,
              {"dst", &dst, type}, {"src", &src, type}, {}, scalar);
}

void RunShift(const char* name, bool left, Element type, const LocalSpan& dst, const LocalSpan& src,
              int64_t bits, const Form& form) {
  Core& core = Core::CurrentOfThread();
  const auto width = static_cast<int64_t>(ElementBytes(type)) * 8;
  if (bits < 0 || bits > width) core.Fail(name, "scalar", bits, " bits; 0 to ", width);
  const auto distance = static_cast<uint64_t>(bits);
  RunFunction(core, name, kShifted, left ? FindShiftLeft(type) : FindShiftRight(type), form,
              {"dst", &dst, type}, {"src", &src, type}, {}, &distance);
}

void RunUnary(const char* name, UnaryOp op, Element type, const LocalSpan& dst,
              const LocalSpan& src, const Form& form) {
  Core& core = Core::CurrentOfThread();
  // Library functions of several instructions.
  if ((op == UnaryOp::kErf || op == UnaryOp::kTanh) && form.count > 0) {
    const int64_t bytes = form.count * static_cast<int64_t>(ElementBytes(type));
    Instruction instruction(core, name, Pipe::kVector);
    CheckApart(instruction, dst, bytes, "src", src, bytes);
  }
  RunFunction(core, name, TypesOf(op), FindUnary(op, type), form, {"dst", &dst, type},
              {"src", &src, type}, {});
}

void RunAxpy(Element dst_type, Element src_type, const LocalSpan& dst, const LocalSpan& src,
             const void* scalar, const Form& form) {
  Core& core = Core::CurrentOfThread();
  if (dst_type == Element::kHalf && src_type == Element::kFloat) {
    core.Fail("Axpy", "",
              "does not add float to half; to half is added half, to float float or half");
  }
  RunFunction(core, "Axpy", kFloats, FindAxpy(dst_type, src_type), form, {"dst", &dst, dst_type},
              {"src", &src, src_type}, {}, scalar, true);
}

void RunDuplicate(Element type, const LocalSpan& dst, const void* scalar, const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), "Duplicate", Pipe::kVector);
  CheckType(instruction, kTwoAndFourBytes, type);
  if (type == Element::kBFloat16) instruction.Need(instruction.arch().cast_bfloat16, "bfloat16_t");
  const ArrayFunction function = FindDuplicate(type);
  RunElements(instruction, form, {"dst", &dst, type}, {}, {}, false,
              [function, scalar](void* to, const void*, const void*, size_t count, int64_t) {
                function(to, scalar, nullptr, count, false);
              });
}

void RunCast(Element dst_type, Element src_type, AscendC::RoundMode mode, const LocalSpan& dst,
             const LocalSpan& src, const Form& form) {
  Core& core = Core::CurrentOfThread();
  Instruction instruction(core, "Cast", Pipe::kVector);
  CheckConversion(instruction, dst_type, src_type, mode);
  instruction.SetWidest(
      static_cast<int64_t>(std::max(ElementBytes(dst_type), ElementBytes(src_type))));
  // Atlas 200I/500 A2 has a conversion from int32 to half by itself.
  const bool scaled = dst_type == Element::kHalf && src_type == Element::kInt32 &&
                      !(IsOn(instruction, k310B) && mode == AscendC::RoundMode::CAST_NONE);
  const float scale =
      scaled ? DeqScaleOf(instruction, "from int32_t to half ", DeqScale::Form::kNumber).scale : 0;
  // Where two elements lie in a byte, those of the other type are taken in pairs, too.
  const bool pairs = dst_type == Element::kInt4 || src_type == Element::kInt4;
  const auto unit = [&](Element type) {
    return pairs && type == Element::kHalf ? Element::kUint32 : type;
  };
  Form units = form;
  if (pairs) {
    instruction.SetPairs();
    // As BytesOfInt4, which would take this for the place of the kernel.
    if (form.count > 0 && form.count % 2 != 0)
      instruction.Fail("count", form.count,
                       " elements of int4b_t end within a byte; an even number");
    if (form.count > 0) units.count = form.count / 2;
  }
  RunElements(instruction, units, {"dst", &dst, unit(dst_type)}, {"src", &src, unit(src_type)}, {},
              false, [&](void* to, const void* from, const void*, size_t count, int64_t) {
                count *= static_cast<size_t>(instruction.elements_of_each());
                if (scaled) {
                  CastScaled(to, from, scale, count, core.saturates());
                } else {
                  CheckKnown(instruction, Cast(dst_type, src_type, static_cast<Rounding>(mode), to,
                                               from, count, core.saturates()));
                }
              });
}

void RunScalarCast(const char* name, Element dst_type, Element src_type, AscendC::RoundMode mode,
                   void* dst, const void* src) {
  Instruction instruction(Core::CurrentOfThread(), name, Pipe::kScalar);
  if (dst_type == Element::kBFloat16 || src_type == Element::kBFloat16)
    instruction.Need(instruction.arch().cast_bfloat16, "bfloat16_t");
  CheckKnown(instruction, Cast(dst_type, src_type, static_cast<Rounding>(mode), dst, src, 1,
                               instruction.saturates()));
}

}  // namespace openaclnn::aicore::vector
