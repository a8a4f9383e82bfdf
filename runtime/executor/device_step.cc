#include "runtime/executor/device_step.h"

#include <algorithm>
#include <cstring>

#include "absl/status/status.h"
#include "runtime/executor/elementwise_tiling.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn {
namespace {

// Copies move blocks of so many bytes, and vector instructions begin at one.
constexpr int64_t kBlockBytes = 32;
// Blocks and tiles begin at multiples of so many elements: whole 32-byte blocks of every type, and
// work worth a core.
constexpr int64_t kGrain = 64;
// Unified buffer that is not given to tiles: stacks and instructions need some on several chips.
constexpr int64_t kReservedBytes = 8 * 1024;
// Elements of a buffer at most: with more, what a tile of a long kernel works on, some ten buffers,
// does not stay in a first-level cache of the processor that simulates the chip
// (docs/notes/performance_log.md).
constexpr int64_t kMostElements = 17 * kGrain;

int64_t RoundUp(int64_t value, int64_t unit) { return (value + unit - 1) / unit * unit; }

// The type of all, float32 for different floating-point types, none for others.
aclDataType CommonType(absl::Span<const aclDataType> types) {
  for (const aclDataType type : types) {
    if (type != types[0]) return IsFloat(type) && IsFloat(types[0]) ? ACL_FLOAT : ACL_DT_UNDEFINED;
  }
  return types[0];
}

aclDataType WidestOfKind(aclDataType type) {
  return type == ACL_INT8 || type == ACL_INT32 ? ACL_INT32 : ACL_FLOAT;
}

}  // namespace

const DeviceElementwise::Variant& DeviceElementwise::Choose(
    absl::Span<const aclDataType> inputs, absl::Span<const aclDataType> outputs) const {
  const auto find = [&](aclDataType input, aclDataType output) {
    return std::find_if(variants.begin(), variants.end(), [&](const Variant& variant) {
      return variant.input == input && variant.output == output;
    });
  };
  const aclDataType output = CommonType(outputs),
                    input = inputs.empty() ? output : CommonType(inputs);
  auto variant = find(input, output);
  if (variant == variants.end()) variant = find(WidestOfKind(input), WidestOfKind(output));
  return variant == variants.end() ? variants.front() : *variant;
}

const DeviceElementwise::Variant* DeviceElementwise::Find(absl::Span<const aclDataType> inputs,
                                                          absl::Span<const aclDataType> outputs,
                                                          aclDataType compute) const {
  if (variants.empty()) return nullptr;
  const auto is_exact = [](aclDataType input, aclDataType output) {
    return
        [=](const Variant& variant) { return variant.input == input && variant.output == output; };
  };
  // The types that lose nothing on their way to and from a wider variant of their kind.
  const auto widens = [](aclDataType type) {
    return type == ACL_INT8 || type == ACL_INT32 || (IsFloat(type) && type != ACL_DOUBLE);
  };
  if (compute == ACL_DT_UNDEFINED && std::all_of(inputs.begin(), inputs.end(), widens) &&
      std::all_of(outputs.begin(), outputs.end(), widens)) {
    const Variant& variant = Choose(inputs, outputs);
    // float32 does not have every int32.
    const bool rounds = variant.input != ACL_INT32 &&
                        std::find(inputs.begin(), inputs.end(), ACL_INT32) != inputs.end();
    return rounds ? nullptr : &variant;
  }
  const bool given = compute != ACL_DT_UNDEFINED;
  const aclDataType input = given ? compute : CommonType(inputs);
  // Truth values are 0 or 1 in any type: kernels write them as such, and they are converted on
  // their way out.
  const bool are_truth = variants.front().output == ACL_BOOL;
  const aclDataType output = are_truth ? ACL_BOOL : given ? compute : CommonType(outputs);
  // Conversions between integers, and to types that no kernel writes, are the AI CPU's.
  const auto differs_from = [](aclDataType wanted) {
    return [=](aclDataType type) { return type != wanted; };
  };
  const auto is_unwritten = [&](aclDataType type) {
    return std::none_of(variants.begin(), variants.end(),
                        [&](const Variant& variant) { return variant.output == type; });
  };
  if (given && !IsFloat(compute) && std::any_of(inputs.begin(), inputs.end(), differs_from(input)))
    return nullptr;
  if (given && !are_truth && !IsFloat(compute) &&
      std::any_of(outputs.begin(), outputs.end(), differs_from(output)))
    return nullptr;
  if (given && !are_truth && std::any_of(outputs.begin(), outputs.end(), is_unwritten))
    return nullptr;
  const auto variant = std::find_if(variants.begin(), variants.end(), is_exact(input, output));
  return variant == variants.end() ? nullptr : &*variant;
}

size_t DeviceStep::inputs() const {
  return static_cast<size_t>(std::count_if(tensors.begin(), tensors.end(),
                                           [](const auto& tensor) { return !tensor.writable; }));
}

absl::Status DeviceStep::Launch(bool saturate, aicore::BlockOrder order) const {
  return aicore::Run(
      {.kernel = &variant->kernel,
       .soc = soc,
       .blocks = blocks,
       .tensors = tensors,
       .workspace = {},
       .tiling = tiling,
       .overflow = saturate ? aicore::Overflow::kSaturate : aicore::Overflow::kInfNan,
       .order = order});
}

int64_t LeastElements(const Product& product, const DeviceElementwise::Variant& variant) {
  if (product.data_copy_pad) return 1;
  return kBlockBytes /
         static_cast<int64_t>(std::min(DTypeBytes(variant.input), DTypeBytes(variant.output)));
}

DeviceStep DivideElementwise(const Soc& soc, const DeviceElementwise& kernel,
                             const DeviceElementwise::Variant& variant, int64_t count,
                             const Numbers& numbers) {
  const Product& product = *soc.product;
  const int64_t cores = soc.cores();
  ElementwiseTiling tiling = {};
  tiling.total = count;
  tiling.perBlock = RoundUp((count + cores - 1) / cores, kGrain);
  const int64_t room =
      (soc.unified_buffer_bytes - kReservedBytes) / variant.bytes_per_element / kGrain * kGrain;
  tiling.capacity = static_cast<int32_t>(std::min(room, kMostElements));
  tiling.tile = tiling.capacity - static_cast<int32_t>(kGrain);
  tiling.hasPad = product.data_copy_pad;
  tiling.keepsInfNan = product.saturates && !product.overflow_selectable;
  for (size_t i = 0; i < numbers.size(); ++i) {
    tiling.numbers[i] = numbers[i].AsFloat();
    tiling.integers[i] = numbers[i].AsInt64();
  }

  DeviceStep step;
  step.kernel = kernel;
  step.variant = &variant;
  step.soc = &soc;
  step.count = count;
  step.numbers = numbers;
  step.blocks = std::max<int64_t>(count / tiling.perBlock, 1);
  // A rest too small to be copied by itself stays with the block before it.
  if (count - step.blocks * tiling.perBlock >= LeastElements(product, variant)) ++step.blocks;
  step.tiling.resize(sizeof(tiling));
  std::memcpy(step.tiling.data(), &tiling, sizeof(tiling));
  return step;
}

}  // namespace openaclnn
