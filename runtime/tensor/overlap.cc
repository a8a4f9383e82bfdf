#include "runtime/tensor/overlap.h"

#include <algorithm>
#include <numeric>

#include "absl/container/inlined_vector.h"

namespace openaclnn {
namespace {

// The question "is there a byte in both" as an equation: a sum of terms step * n with 0 <= n <=
// most equals a given distance. A term for each dimension of either view, and one for the bytes
// within an element.
struct Term {
  int64_t step;  // positive
  int64_t most;
};
using Terms = absl::InlinedVector<Term, 16>;

void AddTerms(const PlacedView& view, bool negated, Terms& terms, int64_t& distance) {
  for (size_t i = 0; i < view.shape->size(); ++i) {
    const int64_t most = (*view.shape)[i] - 1;
    // The stride of a single element may be any number, also one that cannot be counted in bytes.
    if (most <= 0) continue;
    int64_t step = (*view.strides)[i] * view.element_bytes * (negated ? -1 : 1);
    if (step == 0) continue;
    if (step < 0) {  // count the dimension backwards
      distance -= step * most;
      step = -step;
    }
    terms.push_back({step, most});
  }
}

// Depth-first over the terms, largest step first, with the two prunings that decide nearly
// everything: what the remaining terms can reach, and what their common divisor allows. `budget`
// bounds the search; when it is used up the answer is "perhaps".
bool Solvable(const Terms& terms, size_t at, int64_t distance, const int64_t* reach,
              const int64_t* divisor, int& budget) {
  if (distance < 0 || distance > reach[at]) return false;
  if (distance == 0) return true;
  if (at == terms.size() || distance % divisor[at] != 0) return false;
  const Term& term = terms[at];
  // The later terms cover at most reach[at + 1], so this one must bring the distance into that
  // range.
  const int64_t first =
      std::max<int64_t>(0, (distance - reach[at + 1] + term.step - 1) / term.step);
  const int64_t last = std::min(term.most, distance / term.step);
  for (int64_t n = last; n >= first; --n) {
    if (--budget < 0) return true;
    if (Solvable(terms, at + 1, distance - n * term.step, reach, divisor, budget)) return true;
  }
  return false;
}

}  // namespace

PlacedView::PlacedView(const char* first_in, int64_t element_bytes_in, const Dims& shape_in,
                       const Dims& strides_in)
    : first(first_in),
      element_bytes(element_bytes_in),
      shape(&shape_in),
      strides(&strides_in),
      begin(first_in),
      end(first_in) {
  const Extent extent = *TouchedExtent(shape_in, strides_in);
  if (extent.highest < extent.lowest) return;
  begin += extent.lowest * element_bytes;
  end += (extent.highest + 1) * element_bytes;
}

Overlap Compare(const PlacedView& a, const PlacedView& b) {
  if (a.end <= b.begin || b.end <= a.begin || a.empty() || b.empty()) return Overlap::kNone;
  if (a.first == b.first && a.element_bytes == b.element_bytes && *a.shape == *b.shape &&
      *a.strides == *b.strides)
    return Overlap::kSame;

  // a.first + (a's steps) + i == b.first + (b's steps) + j, with i and j bytes within an element.
  Terms terms;
  int64_t distance = b.first - a.first;  // both addresses are numbers of one space here
  AddTerms(a, false, terms, distance);
  AddTerms(b, true, terms, distance);
  const int64_t bytes_a = a.element_bytes - 1, bytes_b = b.element_bytes - 1;
  terms.push_back({1, bytes_a + bytes_b});
  distance += bytes_b;

  std::sort(terms.begin(), terms.end(),
            [](const Term& x, const Term& y) { return x.step > y.step; });
  absl::InlinedVector<int64_t, 17> reach(terms.size() + 1, 0), divisor(terms.size() + 1, 0);
  for (size_t i = terms.size(); i-- > 0;) {
    reach[i] = reach[i + 1] + terms[i].step * terms[i].most;
    divisor[i] = std::gcd(divisor[i + 1], terms[i].step);
  }
  int budget = 2000;
  return Solvable(terms, 0, distance, reach.data(), divisor.data(), budget) ? Overlap::kPartial
                                                                            : Overlap::kNone;
}

}  // namespace openaclnn
