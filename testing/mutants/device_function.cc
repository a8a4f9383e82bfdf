#include "testing/mutants/device_function.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "absl/base/no_destructor.h"
#include "absl/base/thread_annotations.h"
#include "absl/container/inlined_vector.h"
#include "absl/synchronization/mutex.h"
#include "hwy/aligned_allocator.h"
#include "runtime/executor/elementwise_tiling.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

// More kernels than the cases of an operator use, in all types, on all products that a run is
// about.
constexpr size_t kMaxFunctions = 64;

struct Entry {
  DeviceElementwise kernel;
  const DeviceElementwise::Variant* variant = nullptr;
  const Soc* soc = nullptr;
  bool saturate = false;

  bool operator==(const Entry& other) const {
    return variant == other.variant && soc == other.soc &&
           saturate == other.saturate;  // a variant is of one kernel
  }
};

// Entries are added where no function runs, so that functions read them without a lock.
std::array<Entry, kMaxFunctions> entries;
size_t entry_count = 0;

struct LaunchError {
  absl::Mutex mutex;
  absl::Status status ABSL_GUARDED_BY(mutex);
};
LaunchError& TheLaunchError() {
  static absl::NoDestructor<LaunchError> error;
  return *error;
}

// Calls visit(address) for elements [begin, end) of an operand, in row-major order.
template <typename Visit>
void ForElements(const ElementwiseTask& task, const ElementwiseOperand& operand, int64_t begin,
                 int64_t end, const Visit& visit) {
  const auto bytes = static_cast<int64_t>(DTypeBytes(operand.dtype));
  Dims index(task.shape.size(), 0);
  int64_t place = 0, rest = begin;
  for (size_t dim = index.size(); dim-- > 0;) {
    index[dim] = rest % task.shape[dim];
    rest /= task.shape[dim];
    place += index[dim] * operand.strides[dim];
  }
  for (int64_t i = begin; i < end; ++i) {
    visit(static_cast<char*>(operand.data) + place * bytes);
    for (size_t dim = index.size(); dim-- > 0;) {
      place += operand.strides[dim];
      if (++index[dim] < task.shape[dim]) break;
      place -= operand.strides[dim] * task.shape[dim];
      index[dim] = 0;
    }
  }
}

void Convert(aclDataType from, const char* source, aclDataType to, char* target, size_t bytes) {
  if (from == to) {
    std::memcpy(target, source, bytes);
  } else {
    StoreElement(to, RoundTo(to, ElementValue(from, source)), target);
  }
}

void LaunchElements(const Entry& entry, const ElementwiseTask& task, int64_t begin, int64_t end) {
  absl::InlinedVector<aclDataType, 6> inputs, outputs;
  for (const ElementwiseOperand& input : task.inputs) inputs.push_back(input.dtype);
  for (const ElementwiseOperand& output : task.outputs) outputs.push_back(output.dtype);
  const DeviceElementwise::Variant& variant = entry.kernel.Choose(inputs, outputs);
  const int64_t count = std::max(end - begin, LeastElements(*entry.soc->product, variant));
  DeviceStep step = DivideElementwise(*entry.soc, entry.kernel, variant, count, task.numbers);
  std::vector<hwy::AlignedFreeUniquePtr<char[]>> memory;
  const auto add = [&](aclDataType dtype, bool is_output) {
    const size_t bytes = static_cast<size_t>(count) * DTypeBytes(dtype);
    memory.push_back(hwy::AllocateAligned<char>(bytes));
    std::memset(memory.back().get(), 0, bytes);
    step.tensors.push_back(
        {memory.back().get(), static_cast<int64_t>(bytes), is_output, "operand of a mutant"});
    return memory.back().get();
  };
  for (const ElementwiseOperand& input : task.inputs) {
    char* element = add(variant.input, false);
    const size_t bytes = DTypeBytes(variant.input);
    ForElements(task, input, begin, end, [&](const char* source) {
      Convert(input.dtype, source, variant.input, element, bytes);
      element += bytes;
    });
  }
  for (size_t i = 0; i < task.outputs.size(); ++i) add(variant.output, true);
  if (absl::Status status = step.Launch(entry.saturate); !status.ok()) {
    LaunchError& error = TheLaunchError();
    absl::MutexLock lock(&error.mutex);
    error.status.Update(std::move(status));
    return;
  }
  for (size_t i = 0; i < task.outputs.size(); ++i) {
    const ElementwiseOperand& output = task.outputs[i];
    const char* element = memory[task.inputs.size() + i].get();
    const size_t bytes = DTypeBytes(variant.output), target_bytes = DTypeBytes(output.dtype);
    ForElements(task, output, begin, end, [&](char* target) {
      Convert(variant.output, element, output.dtype, target, target_bytes);
      element += bytes;
    });
  }
}

template <size_t kIndex>
void Function(const ElementwiseTask& task, int64_t begin, int64_t end) {
  LaunchElements(entries[kIndex], task, begin, end);
}

template <size_t... kIndex>
constexpr std::array<ElementwiseFunction, sizeof...(kIndex)> Functions(
    std::index_sequence<kIndex...>) {
  return {&Function<kIndex>...};
}
constexpr auto kFunctions = Functions(std::make_index_sequence<kMaxFunctions>());

const Entry* Find(ElementwiseFunction function) {
  const auto found = std::find(kFunctions.begin(), kFunctions.end(), function);
  return found == kFunctions.end() ? nullptr
                                   : &entries[static_cast<size_t>(found - kFunctions.begin())];
}

}  // namespace

ElementwiseTask TaskOf(const DeviceStep& step) {
  ElementwiseTask task;
  task.shape = {step.count};
  task.count = step.count;
  task.numbers = step.numbers;
  for (const aicore::Launch::Tensor& tensor : step.tensors) {
    const aclDataType dtype = tensor.writable ? step.variant->output : step.variant->input;
    ElementwiseOperand operand = {tensor.data, dtype, ContiguousStrides(task.shape)};
    tensor.writable ? task.outputs.push_back(std::move(operand))
                    : task.inputs.push_back(std::move(operand));
  }
  return task;
}

ElementwiseFunction FunctionOf(const DeviceStep& step, bool saturate) {
  const Entry entry = {step.kernel, step.variant, step.soc, saturate};
  const auto end = entries.begin() + static_cast<ptrdiff_t>(entry_count);
  const auto known = std::find(entries.begin(), end, entry);
  if (known == end) {
    if (entry_count == kMaxFunctions) {
      std::fprintf(stderr, "more than %zu device kernels\n", kMaxFunctions);
      std::abort();
    }
    entries[entry_count++] = entry;
  }
  return kFunctions[static_cast<size_t>(known - entries.begin())];
}

const char* KernelNameOf(ElementwiseFunction function) {
  return Find(function)->variant->kernel.name;
}

int64_t ChunkOf(ElementwiseFunction function, int64_t count) {
  const Entry* entry = Find(function);
  if (entry == nullptr) return ElementwiseChunk();
  const int64_t least = LeastElements(*entry->soc->product, *entry->variant);
  const DeviceStep step =
      DivideElementwise(*entry->soc, entry->kernel, *entry->variant, std::max(count, least), {});
  ElementwiseTiling tiling;
  std::memcpy(&tiling, step.tiling.data(), sizeof(tiling));
  return tiling.perBlock;
}

absl::Status TakeLaunchError() {
  LaunchError& error = TheLaunchError();
  absl::MutexLock lock(&error.mutex);
  return std::exchange(error.status, absl::OkStatus());
}

}  // namespace openaclnn::testing
