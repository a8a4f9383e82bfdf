// Element-wise work as the CPU kernels see it. No SIMD types here; kernels include elementwise-inl.h.
#ifndef OPENACLNN_RUNTIME_CPU_ELEMENTWISE_H_
#define OPENACLNN_RUNTIME_CPU_ELEMENTWISE_H_

#include <cstdint>

#include "acl/acl_base_rt.h"
#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {

// One operand: where its first element is, its type, and by how many elements each dimension of the task's shape steps (0: repeated).
struct ElementwiseOperand {
  void* data = nullptr;
  aclDataType dtype = ACL_DT_UNDEFINED;
  Dims strides;
};

// The elements of all operands in step. Tiled loops are fastest after Simplify().
struct ElementwiseTask {
  Dims shape;
  int64_t count = 0;  // product of the shape
  absl::InlinedVector<ElementwiseOperand, 4> inputs;
  absl::InlinedVector<ElementwiseOperand, 2> outputs;
};

// Computes elements [begin, end), counted in row-major order of the task's shape.
using ElementwiseFunction = void (*)(const ElementwiseTask& task, int64_t begin, int64_t end);

// What an operator's cpu_kernel.cc defines, one for each variant of its mathematics. Both modes may be the same function.
struct CpuKernel {
  const char* name;
  ElementwiseFunction high_performance;
  ElementwiseFunction high_precision;
};

// Drops extents of 1 and joins neighbouring dimensions that step alike in all operands; sets `count`.
void Simplify(ElementwiseTask& task);

// True if every operand has the same type and its elements lie one after the other.
bool IsUniformlyContiguous(const ElementwiseTask& task);

// Runs all elements, in chunks whose borders depend on the count alone.
void RunElementwise(ElementwiseFunction function, const ElementwiseTask& task);

// The SIMD target ("AVX3", "EMU128" ...) that computed last in this process, "" before the first. For tests that must know what they tested.
const char* LastElementwiseTarget();
void RecordElementwiseTarget(int64_t target);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_CPU_ELEMENTWISE_H_
