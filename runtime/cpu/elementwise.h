// Element-wise work as the CPU kernels see it. No SIMD types here; kernels include kernel-inl.h.
#ifndef OPENACLNN_RUNTIME_CPU_ELEMENTWISE_H_
#define OPENACLNN_RUNTIME_CPU_ELEMENTWISE_H_

#include <cstddef>
#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "acl/acl_base_rt.h"
#include "runtime/tensor/numbers.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {

// One operand: where its first element is, its type, and by how many elements each dimension of the
// task's shape steps (0: repeated).
struct ElementwiseOperand {
  void* data = nullptr;
  aclDataType dtype = ACL_DT_UNDEFINED;
  Dims strides;
};

// What can be done to the values of another kernel while they are in registers: value and operand
// are multiplied, added or subtracted, in float32.
enum class LightOp : uint8_t { kNone, kMultiply, kAdd, kSubtract, kSubtractFrom };

// Light operations around a kernel of one input and one output: the first `before` of them change
// its input, the others its output.
struct Chain {
  static constexpr size_t kMostOps = 6;
  size_t before = 0;
  size_t count = 0;
  LightOp ops[kMostOps] = {};
};

// The elements of all operands in step. Tiled loops are fastest after Simplify().
struct ElementwiseTask {
  Dims shape;
  int64_t count = 0;  // product of the shape
  absl::InlinedVector<ElementwiseOperand, 4> inputs;
  absl::InlinedVector<ElementwiseOperand, 2> outputs;
  Numbers numbers = {};  // of the call, in the order host code gives them
  // The type that operands are converted to and results rounded to before they are converted to the
  // outputs' types (convert.h says how). Undefined: values are converted as little as possible,
  // ValueType(task).
  aclDataType compute = ACL_DT_UNDEFINED;
  // Null: the kernel alone. Else all operands are float32, and inputs behind the first belong to
  // the light operations, in their order. Only for high_performance of kernels that take_lights.
  const Chain* chain = nullptr;
};

// Computes elements [begin, end), counted in row-major order of the task's shape.
using ElementwiseFunction = void (*)(const ElementwiseTask& task, int64_t begin, int64_t end);

// What an operator's cpu_kernel.cc defines, one for each variant of its mathematics. Both modes may
// be the same function.
struct CpuKernel {
  const char* name;
  ElementwiseFunction high_performance;
  ElementwiseFunction high_precision;
  // What high_performance is in float32, with two inputs and with numbers that are all 1.
  LightOp light = LightOp::kNone;
  bool takes_lights = false;  // whether a task may have a chain
};

// Orders the dimensions as the first output has them in memory, drops extents of 1 and joins
// neighbouring dimensions that step alike in all operands; sets `count`.
void Simplify(ElementwiseTask& task);

// True if every operand has the same type and its elements lie one after the other.
bool IsUniformlyContiguous(const ElementwiseTask& task);

// The type of the values of a task: `compute`. If it is undefined: the type of all operands if it
// is float32, float16 or bfloat16, float32 for several of these, else float64.
aclDataType ValueType(const ElementwiseTask& task);

// Whether results that are rounded to the floating-point type `value` are written to a wider one,
// where a wrong last bit counts as many: they are rounded correctly in both modes.
bool WritesWider(const ElementwiseTask& task, aclDataType value);

// True if all operands are of this type.
bool AreAll(const ElementwiseTask& task, aclDataType dtype);

// True if in every operand the elements of the innermost dimension lie one after the other, enough
// of them to be worth a loop of their own.
bool HasLongConsecutiveRows(const ElementwiseTask& task);

// The same, but inputs may also be one element all along the innermost dimension.
bool HasLongRows(const ElementwiseTask& task);

// Inputs that are one element all along the innermost dimension: bit i for input i.
uint32_t RepeatedInputs(const ElementwiseTask& task);

// True if the outputs are so large that keeping them in the caches would only drive out what is in
// them.
bool OutputsExceedCache(const ElementwiseTask& task);

// Elements that are handled at a time where operands are strided, repeated or of different types; a
// few KiB, so that they stay in the innermost cache.
inline constexpr size_t kTileElements = 256;

// Where a run of elements along the innermost dimension begins, kept while walking through the task
// in row-major order.
class RowWalker {
 public:
  RowWalker(const ElementwiseTask& task, int64_t begin)
      : task_(task), index_(task.shape.size(), 0) {
    for (size_t i = task.shape.size(); i-- > 1;) {
      index_[i] = begin % task.shape[i];
      begin /= task.shape[i];
    }
    if (!index_.empty()) index_[0] = begin;
  }

  // Elements left in the current row.
  int64_t left() const { return task_.shape.empty() ? 1 : task_.shape.back() - index_.back(); }

  // Whole rows from here on along the dimension next to the innermost, none if this is not the
  // begin of a row; 0 with fewer dimensions.
  int64_t rows() const {
    const size_t rank = index_.size();
    return rank < 2 || index_[rank - 1] != 0 ? 0 : task_.shape[rank - 2] - index_[rank - 2];
  }

  int64_t OffsetOf(const ElementwiseOperand& operand) const {
    int64_t offset = 0;
    for (size_t i = 0; i < index_.size(); ++i) offset += index_[i] * operand.strides[i];
    return offset;
  }

  // `count` is at most left().
  void Advance(int64_t count) {
    if (index_.empty()) return;
    index_.back() += count;
    for (size_t i = index_.size() - 1; i > 0 && index_[i] == task_.shape[i]; --i) {
      index_[i] = 0;
      ++index_[i - 1];
    }
  }

 private:
  const ElementwiseTask& task_;
  Dims index_;
};

// Computes all elements, on several threads in chunks whose borders depend on the count alone.
void ComputeElementwise(ElementwiseFunction function, const ElementwiseTask& task);

// Smaller chunks, so that small tensors have several; 0: the usual ones again. Only while no work
// is running.
void SetElementwiseChunkForTest(int64_t elements);
int64_t ElementwiseChunk();

// The SIMD target ("AVX3", "EMU128" ...) that computed last in this process, "" before the first.
// For tests that must know what they tested.
const char* LastElementwiseTarget();
void RecordElementwiseTarget(int64_t target);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_CPU_ELEMENTWISE_H_
