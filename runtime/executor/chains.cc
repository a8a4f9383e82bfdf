#include "runtime/executor/chains.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "absl/container/inlined_vector.h"

namespace openaclnn {
namespace {

// Whether the step is a kernel of high_performance that computes one float32 result from float32.
bool IsFloatKernel(const FusedPart& part) {
  const CpuStep& step = part.step;
  const ElementwiseTask& task = step.task;
  return step.kernel != nullptr && task.outputs.size() == 1 &&
         (task.compute == ACL_DT_UNDEFINED || task.compute == ACL_FLOAT) && AreAll(task, ACL_FLOAT);
}

bool TakesLights(const FusedPart& part) {
  return IsFloatKernel(part) && part.step.kernel->takes_lights;
}

// What the step is for a chain whose value is its input `value`.
LightOp LightOpOf(const FusedPart& part, size_t value) {
  const auto is_one = [](const Number& number) { return number.AsDouble() == 1; };
  const Numbers& numbers = part.step.task.numbers;
  if (!IsFloatKernel(part) || !std::all_of(numbers.begin(), numbers.end(), is_one))
    return LightOp::kNone;
  const LightOp op = part.step.kernel->light;
  return op == LightOp::kSubtract && value == 1 ? LightOp::kSubtractFrom : op;
}

// An operand of a part.
struct Link {
  size_t part, operand;
};

// A chain that begins with some part.
struct Found {
  size_t end = 0;                // the part behind its last
  std::optional<size_t> kernel;  // if none, there is no chain
  Chain chain;
  absl::InlinedVector<Link, 8> inputs;
};

class ChainFinder {
 public:
  explicit ChainFinder(const std::vector<FusedPart>& parts) : parts_(parts) {
    for (const FusedPart& part : parts) {
      for (size_t i = 0; i < part.step.inputs(); ++i) {
        const int number = part.numbers[i];
        if (number < 0) continue;
        readers_.resize(std::max(readers_.size(), static_cast<size_t>(number) + 1), 0);
        ++readers_[static_cast<size_t>(number)];
      }
    }
  }

  // The longest chain that begins with the part.
  Found From(size_t first) const {
    Found found;
    Chain& chain = found.chain;
    for (found.end = first; found.end < parts_.size(); ++found.end) {
      const FusedPart& part = parts_[found.end];
      const std::optional<size_t> value =
          found.end == first ? FirstValue(part) : ValueFrom(found.end);
      if (!value.has_value()) break;
      if (!found.kernel.has_value() && TakesLights(part)) {
        found.kernel = found.end;
        chain.before = chain.count;
      } else {
        const LightOp op = LightOpOf(part, *value);
        if (op == LightOp::kNone || chain.count == Chain::kMostOps) break;
        chain.ops[chain.count++] = op;
      }
      if (found.inputs.empty()) found.inputs.push_back({found.end, *value});
      if (part.step.inputs() == 2) found.inputs.push_back({found.end, 1 - *value});
    }
    if (chain.count == 0) found.kernel.reset();
    return found;
  }

 private:
  // Which input of the first part is the chain's value: better one of all elements than a number.
  static std::optional<size_t> FirstValue(const FusedPart& part) {
    const auto& inputs = part.step.task.inputs;
    if (inputs.empty() || inputs.size() > 2) return std::nullopt;
    return inputs.size() == 2 && inputs[0].strides[0] == 0 ? 1 : 0;
  }

  // Which input of a part is the result of the part before it, if nothing else needs that.
  std::optional<size_t> ValueFrom(size_t place) const {
    const int number = parts_[place - 1].numbers.back();
    if (number < 0 || static_cast<size_t>(number) >= readers_.size() ||
        readers_[static_cast<size_t>(number)] != 1)
      return std::nullopt;
    const FusedPart& part = parts_[place];
    for (size_t i = 0; i < part.step.inputs(); ++i) {
      if (part.numbers[i] == number) return i;
    }
    return std::nullopt;
  }

  const std::vector<FusedPart>& parts_;
  absl::InlinedVector<int, 16> readers_;  // by number
};

// Makes the kernel's part that of the whole chain.
void Join(const Found& found, std::vector<FusedPart>& parts) {
  decltype(ElementwiseTask::inputs) inputs;
  absl::InlinedVector<int, 6> numbers;
  for (const auto& [part, operand] : found.inputs) {
    inputs.push_back(parts[part].step.task.inputs[operand]);
    numbers.push_back(parts[part].numbers[operand]);
  }
  numbers.push_back(parts[found.end - 1].numbers.back());
  FusedPart& joined = parts[*found.kernel];
  joined.step.task.outputs[0] = parts[found.end - 1].step.task.outputs[0];
  joined.step.task.inputs = std::move(inputs);
  joined.numbers = std::move(numbers);
  joined.chain = found.chain;
}

}  // namespace

void JoinChains(std::vector<FusedPart>& parts) {
  const ChainFinder finder(parts);
  size_t kept = 0;
  for (size_t first = 0; first < parts.size(); ++kept) {
    const Found found = finder.From(first);
    size_t part = first++;
    if (found.kernel.has_value()) {
      Join(found, parts);
      part = *found.kernel;
      first = found.end;
    }
    if (part != kept) parts[kept] = std::move(parts[part]);
  }
  parts.erase(parts.begin() + static_cast<ptrdiff_t>(kept), parts.end());
}

}  // namespace openaclnn
