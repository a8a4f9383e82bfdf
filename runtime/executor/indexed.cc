#include "runtime/executor/indexed.h"

#include <cstddef>

#include "runtime/cpu/indexed.h"
#include "runtime/tensor/gathered.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {
namespace {

// The operand with a dimension of extent 1 where it has rank 0.
Operand WithDim(Operand operand) {
  if (!operand.view.shape.empty()) return operand;
  operand.view.shape = {1};
  operand.view.strides = {1};
  return operand;
}

// The index as a view of the shape of `like`, in whose dimensions from `dim` on it has its own; it
// is repeated along the others.
Operand IndexAlong(const Operand& index, size_t dim, const Dims& shape) {
  Operand along = index;
  along.view.shape = shape;
  along.view.strides.assign(shape.size(), 0);
  for (size_t i = 0; i < index.view.strides.size(); ++i)
    along.view.strides[dim + i] = index.view.strides[i];
  return along;
}

}  // namespace

void Gather(PlanBuilder& plan, const Operand& tensor, int64_t dim, const Operand& index,
            const Operand& out, bool wraps) {
  const bool is_scalar = tensor.view.shape.empty();
  const Operand from = WithDim(tensor), at = WithDim(index);
  Operand to = out;
  if (is_scalar) {
    to.view.shape = at.view.shape;  // of one element
    to.view.strides.assign(at.view.shape.size(), 1);
  }
  const size_t place = DimFromFront(dim, from.view.shape.size());
  // Without the dimension, and repeated along those of the index.
  Operand repeated = from;
  repeated.view.shape = to.view.shape;
  repeated.view.strides.assign(to.view.shape.size(), 0);
  const size_t added = at.view.shape.size() - 1;
  for (size_t i = 0; i < from.view.shape.size(); ++i) {
    if (i != place) repeated.view.strides[i < place ? i : i + added] = from.view.strides[i];
  }
  const IndexedDim indexed = {from.view.shape[place], from.view.strides[place], wraps};
  plan.ElementwiseOnCpu(GatherElements, {repeated, IndexAlong(at, place, to.view.shape)}, {to},
                        {.numbers = indexed.ToNumbers()});
}

void Put(PlanBuilder& plan, const Operand& source, int64_t dim, const Operand& index,
         const Operand& tensor) {
  const Operand from = WithDim(source), at = WithDim(index);
  Operand to = WithDim(tensor);
  const size_t place = DimFromFront(dim, to.view.shape.size());
  const IndexedDim indexed = {to.view.shape[place], to.view.strides[place], false};
  to.view.shape = from.view.shape;
  to.view.strides[place] = 0;
  plan.ElementwiseOnCpu(PutElements, {from, IndexAlong(at, place, from.view.shape)}, {to},
                        {.numbers = indexed.ToNumbers()});
}

}  // namespace openaclnn
