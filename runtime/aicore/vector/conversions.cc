#include "runtime/aicore/vector/conversions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/convert.h"
#include "runtime/aicore/vector/elements.h"
#include "runtime/aicore/vector/instruction_types.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/operands.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

// The documents name no products for these. Atlas training has AddRelu for half only.
constexpr uint32_t kProducts = kEveryArch & ~k910;

// Of two sources of one type.
void RunConversion(Instruction& instruction, ArrayFunction function, Element dst_type,
                   Element src_type, const char* pairs, const LocalSpan& dst, const LocalSpan& src0,
                   const LocalSpan& src1, const Form& form) {
  NeedOn(instruction, kProducts, instruction.name());
  if (function == nullptr) {
    instruction.Fail("", "does not convert from ", ElementName(src_type), " to ",
                     ElementName(dst_type), "; ", pairs);
  }
  instruction.SetWidest(
      static_cast<int64_t>(std::max(ElementBytes(dst_type), ElementBytes(src_type))));
  RunEach(instruction, form, {"dst", &dst, dst_type}, {"src0", &src0, src_type},
          {"src1", &src1, src_type}, false,
          [&](void* to, const void* a, const void* b, size_t count, int64_t) {
            function(to, a, b, count, instruction.saturates());
          });
}

// A repeat of CastDequant: each block of 16 elements becomes half a block.
constexpr int64_t kLanes = kRepeatBytes / 2;
constexpr int64_t kBlockLanes = kBlockBytes / 2;

// Where results lie. `repeats` is dst's as if it had elements of 2 bytes, so that its blocks
// correspond to those of src.
struct HalfBlocks {
  Repeats repeats;
  int64_t half;  // bytes before it in its block

  int64_t Offset(int64_t repeat, int64_t lane) const {
    return repeats.Offset(repeat, lane) - lane % kBlockLanes + half;
  }
  int64_t Extent() const {
    int64_t extent = 0;
    for (int64_t lane = 0; lane < kLanes; ++lane) {
      if (repeats.Active(lane)) extent = std::max(extent, Offset(repeats.count - 1, lane) + 1);
    }
    return extent;
  }
};

}  // namespace

void RunAddReluCast(const char* name, bool subtracts, Element dst_type, Element src_type,
                    const LocalSpan& dst, const LocalSpan& src0, const LocalSpan& src1,
                    const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), name, Pipe::kVector);
  RunConversion(instruction, FindAddReluCast(subtracts, dst_type, src_type), dst_type, src_type,
                "from float to half, from half and int16_t to int8_t", dst, src0, src1, form);
}

void RunMulCast(Element dst_type, Element src_type, const LocalSpan& dst, const LocalSpan& src0,
                const LocalSpan& src1, const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), "MulCast", Pipe::kVector);
  RunConversion(instruction, FindMulCast(dst_type, src_type), dst_type, src_type,
                "from half to int8_t and uint8_t", dst, src0, src1, form);
}

void RunAddDeqRelu(const LocalSpan& dst, const LocalSpan& src0, const LocalSpan& src1,
                   const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), "AddDeqRelu", Pipe::kVector);
  NeedOn(instruction, kProducts, "AddDeqRelu");
  const float scale = DeqScaleOf(instruction, "", DeqScale::Form::kNumber).scale;
  instruction.SetWidest(sizeof(int32_t));
  RunEach(instruction, form, {"dst", &dst, Element::kHalf}, {"src0", &src0, Element::kInt32},
          {"src1", &src1, Element::kInt32}, false,
          [&](void* to, const void* a, const void* b, size_t count, int64_t) {
            AddDeqRelu(to, a, b, scale, count, instruction.saturates());
          });
}

void RunCastDequant(const char* name, Element dst_type, Element src_type, const DequantForm& how,
                    const LocalSpan& dst, const LocalSpan& src, const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), name, Pipe::kVector);
  NeedOn(instruction, kProducts, name);
  const bool to_signed = dst_type == Element::kInt8;
  if (src_type != Element::kInt16 || (!to_signed && dst_type != Element::kUint8)) {
    instruction.Fail("", "does not convert from ", ElementName(src_type), " to ",
                     ElementName(dst_type), "; from int16_t to int8_t and uint8_t");
  }
  if (how.tensor_of_scales) {
    instruction.Fail("isVecDeq",
                     "numbers in a tensor are not in the simulator; with isVecDeq = "
                     "false one number of SetDeqScale is for all");
  }
  const DeqScale& set = DeqScaleOf(instruction, "", DeqScale::Form::kWithOffset);
  if (set.is_signed != to_signed) {
    instruction.Fail("dst", "is ", ElementName(dst_type), ", but the signMode of SetDeqScale is ",
                     set.is_signed ? "true, for int8_t" : "false, for uint8_t");
  }
  instruction.SetWidest(sizeof(int16_t));
  Strides from_strides, to_strides;
  Parts parts;
  if (form.repetition != nullptr) {
    from_strides = form.repetition->src0;
    to_strides = form.repetition->dst;
    CheckStrides(instruction, "dst", to_strides);
    CheckStrides(instruction, "src", from_strides);
    parts = PartsOf(instruction, *form.repetition, kLanes);
  } else {
    if (form.count < 0) instruction.Fail("count", form.count, " elements; 0 or more");
    instruction.core().mask() = {};
    parts = PartsOfCount(form.count, kLanes);
  }
  const Operand from = {"src", src, Element::kInt16, from_strides};
  const Operand to = {"dst", dst, Element::kInt16, to_strides};
  for (int i = 0; i < parts.count; ++i) {
    const Part& part = parts.part[static_cast<size_t>(i)];
    const Repeats from_repeats = RepeatsOf(from, part);
    const HalfBlocks to_blocks = {RepeatsOf(to, part), how.first_half ? 0 : kBlockLanes};
    const int64_t extent = to_blocks.Extent();
    const LocalSpan from_span = SpanOf(from, part), to_span = SpanOf(to, part);
    const uint8_t* const in = instruction.ReadAny("src", from_span, from_repeats);
    CheckApart(instruction, to_span, extent, "src", from_span, from_repeats.Extent());
    uint8_t* const out = instruction.Locate("dst", to_span, extent);
    for (int64_t repeat = 0; repeat < part.repeats; ++repeat) {
      // Runs of lanes within a block.
      for (int64_t lane = 0; lane < kLanes;) {
        int64_t end = lane;
        while (end / kBlockLanes == lane / kBlockLanes && from_repeats.Active(end)) ++end;
        if (end == lane) {
          ++lane;
          continue;
        }
        const int64_t in_at = from_repeats.Offset(repeat, lane);
        const int64_t out_at = to_blocks.Offset(repeat, lane);
        instruction.MarkComputed(to_span, {to_span.begin + out_at, 1},
                                 {{{from_span.begin + in_at, 2}}}, end - lane);
        Dequantize(to_signed, out + out_at, in + in_at, set.scale, set.offset,
                   static_cast<size_t>(end - lane));
        lane = end;
      }
    }
  }
  instruction.Done(parts.elements, parts.elements);
}

}  // namespace openaclnn::aicore::vector
