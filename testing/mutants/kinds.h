// What mutants are made of: elements of operands, wrong roundings, and one function for each kind
// of change.
#ifndef OPENACLNN_TESTING_MUTANTS_KINDS_H_
#define OPENACLNN_TESTING_MUTANTS_KINDS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "acl/acl_base_rt.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/numbers.h"
#include "runtime/tensor/shape.h"
#include "testing/mutants/mutants.h"
#include "testing/ulp.h"

namespace openaclnn::testing {

char* Place(const ElementwiseOperand& operand, int64_t place);

// Calls visit(number in row-major order, address) for all elements of an operand.
template <typename Visit>
void ForEachElement(const ElementwiseTask& task, const ElementwiseOperand& operand,
                    const Visit& visit) {
  Dims index(task.shape.size(), 0);
  const auto bytes = static_cast<int64_t>(DTypeBytes(operand.dtype));
  char* element = static_cast<char*>(operand.data);
  for (int64_t i = 0; i < task.count; ++i) {
    visit(i, element);
    for (size_t dim = index.size(); dim-- > 0;) {
      element += operand.strides[dim] * bytes;
      if (++index[dim] < task.shape[dim]) break;
      element -= operand.strides[dim] * task.shape[dim] * bytes;
      index[dim] = 0;
    }
  }
}

std::vector<double> Values(const ElementwiseTask& task, const ElementwiseOperand& operand);

// An operand in memory of its own.
class Scratch {
 public:
  Scratch(const ElementwiseTask& task, aclDataType dtype)
      : element_bytes_(DTypeBytes(dtype)),
        bytes_(static_cast<size_t>(task.count) * element_bytes_),
        operand_{bytes_.data(), dtype, ContiguousStrides(task.shape)} {}
  const ElementwiseOperand& operand() const { return operand_; }
  void Set(size_t i, double value) {
    StoreElement(operand_.dtype, value, bytes_.data() + i * element_bytes_);
  }
  // All elements, one after the other; or the same bytes again and again.
  void Fill(absl::Span<const char> bytes) {
    for (size_t begin = 0; begin < bytes_.size(); begin += bytes.size())
      std::memcpy(bytes_.data() + begin, bytes.data(), bytes.size());
  }
  std::vector<char> TakeBytes() { return std::move(bytes_); }

 private:
  size_t element_bytes_;
  std::vector<char> bytes_;
  ElementwiseOperand operand_;
};

double AwayFromZero(aclDataType dtype, double value, double ulps);

bool IsInteger(aclDataType dtype);

// The number of the type that is not greater in magnitude; infinity where rounding gives it.
double Truncate(aclDataType dtype, double value);

double TiesAway(aclDataType dtype, double value);

double Wrap(aclDataType dtype, double value);

using InputChange = std::function<double(aclDataType dtype, double value)>;

// Input `k` is changed before the kernel sees it; the result is rounded to its type.
Mutant ChangesInput(const std::string& name, size_t k, InputChange change);

using OutputChange =
    std::function<double(aclDataType dtype, double value, absl::Span<const double> inputs)>;

// What was written is changed, as a function of it and, if `of_inputs`, of the inputs; the result
// is rounded to its type.
Mutant ChangesOutput(const std::string& name, OutputChange change, bool of_inputs = false);

using Store = std::function<double(aclDataType dtype, double exact)>;

// Results are stored by another rounding. They are taken from a run with float32 outputs (for which
// a launch takes the float32 kernel); where that has no more bits than the output, they are left as
// they are.
Mutant StoresBy(const std::string& name, Store store);

// Boundaries that are included or excluded by mistake: the number at a corner is taken as its
// neighbour, where that makes results jump.
Mutant MovesCorner(size_t k, double corner, double outwards);

using TaskChange = std::function<void(ElementwiseTask& task)>;

Mutant ChangesTask(const std::string& name, TaskChange change);

// An operand of a task: inputs first.
ElementwiseOperand& OperandOf(ElementwiseTask& task, size_t k);

// A wrong place is taken only if it lies in the same allocation: mutants must be wrong, not crash.
// The guard zones of the conformance runner belong to the allocation, so most wrong places do.
bool StaysInAllocation(const ElementwiseTask& task, const ElementwiseOperand& operand);

// Numbers of operands, inputs first: all, and those that are not contiguous whatever the call is,
// as a launch's tensors are and what is copied for one.
std::vector<size_t> AllOperands(const KernelUse& use);

std::vector<size_t> StridedOperands(const KernelUse& use);

// One mutant for each of the operands.
std::vector<Mutant> ForOperands(
    const KernelUse& use, const std::string& name, const std::vector<size_t>& operands,
    const std::function<void(const ElementwiseTask& task, ElementwiseOperand& operand)>& change);

// The kernel runs on a part of the elements; the others keep what was in memory. `chunk`: ChunkOf.
Mutant LeavesOut(const std::string& name,
                 std::function<bool(int64_t i, int64_t count, int64_t chunk)> leaves_out);

// The finest type in which results that a kernel writes in this type end up.
aclDataType ResultType(const KernelUse& use, aclDataType written);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_MUTANTS_KINDS_H_
