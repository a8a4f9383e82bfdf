#include "runtime/aicore/vector/library.h"

#include <cstddef>
#include <cstdint>

#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/instruction_types.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/math.h"
#include "runtime/aicore/vector/operands.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

constexpr Types kPowers = {Set(Element::kHalf, Element::kFloat, Element::kInt32), 0,
                           "half, float, int32_t"};
constexpr Types kAddedToRelu = {Set(Element::kHalf, Element::kFloat, Element::kInt16),
                                Set(Element::kInt64), "half, float, int16_t (Ascend 950: int64_t)"};

// What the library functions have in common: products, operands that are apart, scratch space.
void RunLibrary(Core& core, const char* name, const Types& types, ArrayFunction function,
                Element type, int64_t scratch_bytes, const LibraryOperands& operands) {
  Instruction instruction(core, name, Pipe::kVector);
  NeedOn(instruction, k950 | kA2 | k310P, name);
  CheckType(instruction, types, type);
  const int64_t bytes = operands.count * static_cast<int64_t>(ElementBytes(type));
  const bool both = operands.src0 != nullptr && operands.src1 != nullptr;
  const Argument src0 =
      operands.src0 == nullptr ? Argument() : Argument{both ? "src0" : "src", operands.src0, type};
  const Argument src1 =
      operands.src1 == nullptr ? Argument() : Argument{both ? "src1" : "src", operands.src1, type};
  // What the vendor's functions for Ascend 950 need is not known.
  const bool uses_scratch = scratch_bytes > 0 && !IsOn(instruction, k950);
  const LocalSpan* const scratch = operands.scratch;
  for (const Argument& source : {src0, src1}) {
    if (!source || operands.count <= 0) continue;
    CheckApart(instruction, operands.dst, bytes, source.name, *source.span, bytes);
    if (!uses_scratch || scratch == nullptr) continue;
    CheckScratchBytes(instruction, *scratch, scratch_bytes);
    CheckApart(instruction, *scratch, scratch_bytes, source.name, *source.span, bytes,
               "sharedTmpBuffer");
    CheckApart(instruction, *scratch, scratch_bytes, "dst", operands.dst, bytes, "sharedTmpBuffer");
  }
  if (uses_scratch && operands.count > 0) CheckScratch(instruction, scratch, scratch_bytes);
  CheckKnown(instruction, function != nullptr);
  // A scalar may be either operand.
  const bool scalar_first = operands.src0 == nullptr;
  RunEach(instruction, Form::Count(operands.count), {"dst", &operands.dst, type},
          scalar_first ? src1 : src0, scalar_first ? Argument() : src1, false,
          [&](void* to, const void* a, const void* b, size_t count, int64_t) {
            if (scalar_first) {
              function(to, operands.scalar, a, count, core.saturates());
            } else {
              function(to, a, operands.scalar != nullptr ? operands.scalar : b, count,
                       core.saturates());
            }
          });
}

}  // namespace

void RunMath(const char* name, MathOp op, const ScratchParts& scratch, Element type,
             const LibraryOperands& operands) {
  Core& core = Core::CurrentOfThread();
  int64_t parts = type == Element::kHalf ? scratch.half_parts : scratch.float_parts;
  // Atlas inference rounds by way of an integer.
  if (op == MathOp::kRound && ArchBit(core.arch()) == k310P) ++parts;
  RunLibrary(core, name, kFloats, FindMath(op, type), type, parts * kRepeatBytes, operands);
}

void RunSwish(const char* name, Element type, const LibraryOperands& operands) {
  RunLibrary(Core::CurrentOfThread(), name, kFloats, FindSwish(type), type, 0, operands);
}

void RunPower(PowerForm form, Element type, const LibraryOperands& operands) {
  const bool tensors = form == PowerForm::kTensors;
  // In units of 256 bytes.
  const int64_t parts = type == Element::kHalf    ? 8
                        : type == Element::kInt32 ? (tensors ? 7 : 8)
                                                  : (tensors ? 5 : 6);
  RunLibrary(Core::CurrentOfThread(), "Power", kPowers, FindPower(form, type), type,
             parts * kRepeatBytes, operands);
}

void RunClamp(const char* name, BinaryOp op, Element type, const LibraryOperands& operands) {
  Core& core = Core::CurrentOfThread();
  RunLibrary(core, name, kFloats, FindBinaryScalar(core.functions(), op, type), type, 0, operands);
}

void RunAddRelu(const char* name, bool subtracts, Element type, const LocalSpan& dst,
                const LocalSpan& src0, const LocalSpan& src1, const Form& form) {
  Core& core = Core::CurrentOfThread();
  const Types& types = ArchBit(core.arch()) == k910 ? kHalfOnly : kAddedToRelu;
  RunAnyFunction(core, name, types, FindAddRelu(subtracts, type), form, {"dst", &dst, type},
                 {"src0", &src0, type}, {"src1", &src1, type}, nullptr, false);
}

void RunLeakyRelu(Element type, const LocalSpan& dst, const LocalSpan& src, const void* scalar,
                  const Form& form) {
  RunAnyFunction(Core::CurrentOfThread(), "LeakyRelu", kFloats, FindLeakyRelu(type), form,
                 {"dst", &dst, type}, {"src", &src, type}, {}, scalar, false);
}

void RunMulAdd(const char* name, MulAddOp op, Element dst_type, Element src_type,
               const LocalSpan& dst, const LocalSpan& src0, const LocalSpan& src1,
               const Form& form) {
  Core& core = Core::CurrentOfThread();
  if (dst_type == Element::kHalf && src_type == Element::kFloat) {
    core.Fail(name, "",
              "does not add products of float to half; to half are added those of half, to float "
              "those of float or half");
  }
  RunAnyFunction(core, name, kFloats, FindMulAdd(op, dst_type, src_type), form,
                 {"dst", &dst, dst_type}, {"src0", &src0, src_type}, {"src1", &src1, src_type},
                 nullptr, true);
}

}  // namespace openaclnn::aicore::vector
