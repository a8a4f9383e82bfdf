#include "runtime/executor/fused.h"

#include <algorithm>
#include <cstdint>
#include <memory>

#include "runtime/base/thread_object.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/schedule/parallel.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn {
namespace {

// What a block takes of all operands together: it has to stay in the second-level cache.
constexpr int64_t kBlockBytes = int64_t{256} << 10;
constexpr int64_t kLeastElements = 256;
// Blocks that a thread takes at a time, so that it prepares tasks for several: fewer if threads
// would go without work.
constexpr int64_t kMostBlocksAtOnce = 8;
constexpr int64_t kLeastPieces = 16;

constexpr size_t kAlignment = 64;

// Memory of this thread that is kept for its next block.
char* Scratch(size_t bytes) {
  struct Memory {
    std::unique_ptr<char[]> begin;
    size_t size = 0;
  };
  Memory& memory = ThreadObject<Memory>::Get();
  if (memory.size < bytes + kAlignment) {
    memory.size = 0;
    memory.begin.reset(new char[bytes + kAlignment]);
    memory.size = bytes + kAlignment;
  }
  const auto address = reinterpret_cast<uintptr_t>(memory.begin.get());
  return memory.begin.get() + (kAlignment - address % kAlignment) % kAlignment;
}

bool IsHalf(aclDataType dtype) { return dtype == ACL_FLOAT16 || dtype == ACL_BF16; }

int64_t Aligned(int64_t bytes) {
  constexpr auto kStep = static_cast<int64_t>(kAlignment);
  return (bytes + kStep - 1) / kStep * kStep;
}

void* Moved(void* address, int64_t bytes) {
  // As a number: what is before the begin of a block is no address within anything.
  return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(address) +
                                 static_cast<uintptr_t>(bytes));
}

}  // namespace

void FusedSteps::Add(const CpuStep& step, absl::InlinedVector<int, 6> numbers) {
  FusedPart& part = parts_.emplace_back(FusedPart{step, std::move(numbers)});
  ElementwiseTask& task = part.step.task;
  const bool widens = type_ == BlockType::kFloat32 && !step.copies;
  bool is_wider = false;
  for (size_t i = 0; i < part.numbers.size(); ++i) {
    const bool is_output = i >= step.inputs();
    ElementwiseOperand& operand = is_output ? task.outputs[i - step.inputs()] : task.inputs[i];
    const int number = part.numbers[i];
    if (number >= 0 && is_output) {
      if (dtypes_.size() <= static_cast<size_t>(number))
        dtypes_.resize(static_cast<size_t>(number) + 1, ACL_DT_UNDEFINED);
      dtypes_[static_cast<size_t>(number)] =
          widens && IsHalf(operand.dtype) ? ACL_FLOAT : operand.dtype;
    }
    if (number >= 0 && operand.dtype != dtypes_[static_cast<size_t>(number)]) {
      operand.dtype = dtypes_[static_cast<size_t>(number)];
      is_wider = true;
    }
  }
  if (is_wider && !step.copies && IsHalf(task.compute)) task.compute = ACL_FLOAT;
}

void FusedSteps::Join() {
  JoinChains(parts_);
  // Values within a chain need no memory.
  std::vector<aclDataType> dtypes(dtypes_.size(), ACL_DT_UNDEFINED);
  for (const FusedPart& part : parts_) {
    for (int number : part.numbers) {
      if (number >= 0) dtypes[static_cast<size_t>(number)] = dtypes_[static_cast<size_t>(number)];
    }
  }
  dtypes_ = std::move(dtypes);
}

int64_t FusedSteps::BlockElements() const {
  int64_t bytes_per_element = 0;
  for (const FusedPart& part : parts_) {
    const ElementwiseTask& task = part.step.task;
    const auto add = [&](const ElementwiseOperand& operand) {
      bytes_per_element += static_cast<int64_t>(DTypeBytes(operand.dtype));
    };
    for (const ElementwiseOperand& output : task.outputs) add(output);
    for (size_t i = 0; i < task.inputs.size(); ++i) {
      if (part.numbers[i] < 0 && task.inputs[i].strides[0] != 0) add(task.inputs[i]);
    }
  }
  const int64_t fitting = kBlockBytes / std::max<int64_t>(bytes_per_element, 1);
  return std::min(std::max(fitting / kLeastElements * kLeastElements, kLeastElements),
                  ElementwiseChunk());
}

void FusedSteps::ComputeBlocks(int64_t begin, int64_t end, int64_t block) const {
  absl::InlinedVector<int64_t, 8> places;  // by number
  int64_t bytes = 0;
  for (aclDataType dtype : dtypes_) {
    places.push_back(bytes);
    bytes += Aligned(block * static_cast<int64_t>(DTypeBytes(dtype)));
  }
  char* const scratch = Scratch(static_cast<size_t>(bytes));
  std::vector<FusedPart> parts = parts_;
  for (; begin < end; begin += block) {
    const int64_t count = std::min(block, end - begin);
    for (size_t p = 0; p < parts.size(); ++p) {
      ElementwiseTask& task = parts[p].step.task;
      const ElementwiseTask& whole = parts_[p].step.task;
      // What writes to memory keeps its whole task, which tells whether the results are too large
      // for the caches. Else the block is the task.
      const size_t inputs = task.inputs.size();
      const bool keeps_task = std::any_of(parts[p].numbers.begin() + static_cast<ptrdiff_t>(inputs),
                                          parts[p].numbers.end(), [](int n) { return n < 0; });
      const auto place = [&](ElementwiseOperand& operand, const ElementwiseOperand& all,
                             int number) {
        const int64_t offset = begin * all.strides[0] * static_cast<int64_t>(DTypeBytes(all.dtype));
        operand.data = number >= 0 ? Moved(scratch + places[static_cast<size_t>(number)],
                                           keeps_task ? -offset : 0)
                                   : Moved(all.data, keeps_task ? 0 : offset);
      };
      for (size_t i = 0; i < inputs; ++i)
        place(task.inputs[i], whole.inputs[i], parts[p].numbers[i]);
      for (size_t i = 0; i < task.outputs.size(); ++i)
        place(task.outputs[i], whole.outputs[i], parts[p].numbers[inputs + i]);
      task.chain = parts[p].ChainOrNull();
      if (keeps_task) {
        parts[p].step.function(task, begin, begin + count);
      } else {
        task.shape[0] = task.count = count;
        parts[p].step.function(task, 0, count);
      }
    }
  }
}

void FusedSteps::Compute() const {
  const FusedPart& first = parts_.front();
  if (parts_.size() == 1) {
    ElementwiseTask task = first.step.task;
    task.chain = first.ChainOrNull();
    return ComputeElementwise(first.step.function, task);
  }
  const int64_t count = first.step.task.count;
  const int64_t block = BlockElements();
  const int64_t piece =
      block * std::clamp<int64_t>(count / block / kLeastPieces, 1, kMostBlocksAtOnce);
  ParallelFor((count + piece - 1) / piece, [&](int64_t i) {
    ComputeBlocks(i * piece, std::min((i + 1) * piece, count), block);
  });
}

}  // namespace openaclnn
