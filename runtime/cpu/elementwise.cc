#include "runtime/cpu/elementwise.h"

#include <algorithm>
#include <atomic>

#include "hwy/targets.h"
#include "runtime/schedule/parallel.h"

namespace openaclnn {
namespace {

// Elements a thread takes at a time: enough that handing out a chunk costs nothing against computing it, few enough that two threads share
// the work on 64 Ki elements evenly.
constexpr int64_t kChunkElements = 16 * 1024;

std::atomic<int64_t> last_target{0};

template <class Visit>
void ForEachOperand(ElementwiseTask& task, const Visit& visit) {
  for (ElementwiseOperand& operand : task.inputs) visit(operand);
  for (ElementwiseOperand& operand : task.outputs) visit(operand);
}

}  // namespace

void Simplify(ElementwiseTask& task) {
  task.count = 1;
  for (int64_t extent : task.shape) task.count *= extent;
  // Dimensions are kept from the innermost outwards: `kept` counts those at the end of the arrays that are final.
  size_t rank = task.shape.size();
  size_t kept = 0;
  for (size_t i = rank; i-- > 0;) {
    if (task.shape[i] == 1) continue;
    const size_t inner = rank - kept;  // position of the last one kept
    bool joins = kept > 0;
    if (joins) {
      ForEachOperand(task, [&](ElementwiseOperand& operand) {
        joins = joins && operand.strides[i] == operand.strides[inner] * task.shape[inner];
      });
    }
    if (joins) {
      task.shape[inner] *= task.shape[i];
      continue;
    }
    ++kept;
    task.shape[rank - kept] = task.shape[i];
    ForEachOperand(task, [&](ElementwiseOperand& operand) { operand.strides[rank - kept] = operand.strides[i]; });
  }
  task.shape.erase(task.shape.begin(), task.shape.end() - static_cast<ptrdiff_t>(kept));
  ForEachOperand(task, [&](ElementwiseOperand& operand) {
    operand.strides.erase(operand.strides.begin(), operand.strides.end() - static_cast<ptrdiff_t>(kept));
  });
}

bool IsUniformlyContiguous(const ElementwiseTask& task) {
  const aclDataType dtype = task.outputs[0].dtype;
  const auto fits = [&](const ElementwiseOperand& operand) {
    return operand.dtype == dtype && IsContiguous(task.shape, operand.strides);
  };
  return std::all_of(task.inputs.begin(), task.inputs.end(), fits) && std::all_of(task.outputs.begin(), task.outputs.end(), fits);
}

void RunElementwise(ElementwiseFunction function, const ElementwiseTask& task) {
  const int64_t chunks = (task.count + kChunkElements - 1) / kChunkElements;
  if (chunks <= 1) {
    if (task.count > 0) function(task, 0, task.count);
    return;
  }
  ParallelFor(chunks, [&](int64_t chunk) {
    const int64_t begin = chunk * kChunkElements;
    function(task, begin, std::min(begin + kChunkElements, task.count));
  });
}

const char* LastElementwiseTarget() {
  const int64_t target = last_target.load(std::memory_order_relaxed);
  return target == 0 ? "" : hwy::TargetName(target);
}

void RecordElementwiseTarget(int64_t target) { last_target.store(target, std::memory_order_relaxed); }

}  // namespace openaclnn
