#include "runtime/rules/reshape_rules.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "opdev/op_errno.h"
#include "runtime/base/errors.h"
#include "runtime/handles/handles.h"
#include "runtime/rules/call_view.h"
#include "runtime/tensor/gathered.h"
#include "runtime/tensor/range.h"
#include "runtime/tensor/reshape.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {
namespace {

class ReshapeChecker : CallView {
 public:
  explicit ReshapeChecker(const RuleContext& context) : CallView(context) {}

  aclnnStatus Check(const Rule& rule) const {
    switch (rule.id) {
      case RuleId::kDims:
        return CheckDims(rule, "dims");
      case RuleId::kPermuted:
        return CheckPermuted(rule);
      case RuleId::kSliced:
        return CheckSliced(rule);
      case RuleId::kRepeated:
        return CheckRepeated(rule);
      case RuleId::kPadded:
        return CheckPadded(rule);
      case RuleId::kInterleaved:
        return CheckInterleaved(rule);
      case RuleId::kReflected:
        return CheckReflected(rule);
      case RuleId::kRanged:
        return CheckRanged(rule);
      case RuleId::kRolled:
        return CheckRolled(rule);
      case RuleId::kJoined:
        return CheckJoined(rule);
      case RuleId::kStacked:
        return CheckStacked(rule);
      case RuleId::kSplit:
        return CheckSplit(rule);
      case RuleId::kGathered:
        return CheckGathered(rule);
      case RuleId::kIndexed:
        return CheckIndexed(rule);
      case RuleId::kIndices:
        return CheckIndices(rule);
      case RuleId::kHalf:
        return CheckHalf(rule);
      default:
        return ACLNN_ERR_INNER;  // rules.cc hands over no other
    }
  }

 private:
  // Each number of the array is a dimension number of the tensor.
  aclnnStatus CheckDimNumbers(const Rule& rule, std::string_view name) const {
    const int64_t rank = RankForDim(rule.params[1]);
    for (const int64_t dim : ArgOf(rule.params[0]).int_array->values) {
      if (dim >= -rank && dim < rank) continue;
      return Broken(ACLNN_ERR_PARAM_INVALID, name, Name(rule.params[0]), " has ", dim, "; ",
                    Name(rule.params[1]), " with shape ", DimsToString(ShapeOf(rule.params[1])),
                    " accepts ", -rank, " to ", rank - 1);
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckDims(const Rule& rule, std::string_view name) const {
    OPENACLNN_RETURN_IF_ERROR(CheckDimNumbers(rule, name));
    const int64_t rank = RankForDim(rule.params[1]);
    uint64_t named = 0;
    for (const int64_t dim : ArgOf(rule.params[0]).int_array->values) {
      const int64_t from_front = dim < 0 ? dim + rank : dim;
      if ((named >> from_front & 1) != 0) {
        return Broken(ACLNN_ERR_PARAM_INVALID, name, Name(rule.params[0]), " is ",
                      DimsToString(ArgOf(rule.params[0]).int_array->values), "; dimension ",
                      from_front, " may stand there once");
      }
      named |= uint64_t{1} << from_front;
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckPermuted(const Rule& rule) const {
    const std::vector<int64_t>& dims = ArgOf(rule.params[0]).int_array->values;
    const Dims& from = ShapeOf(rule.params[1]);
    if (dims.size() != from.size()) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "permuted", Name(rule.params[0]), " is ",
                    DimsToString(dims), "; ", Name(rule.params[1]), " with shape ",
                    DimsToString(from), " needs ", from.size(), " numbers");
    }
    OPENACLNN_RETURN_IF_ERROR(CheckDims(rule, "permuted"));
    Dims permuted;
    for (const int64_t dim : dims) permuted.push_back(from[DimFromFront(dim, from.size())]);
    return CheckShape(rule.params[2], permuted, "permuted");
  }

  aclnnStatus CheckShape(ParamNumber output, const Dims& shape, std::string_view rule) const {
    if (ShapeOf(output) == shape) return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, rule, Name(output), " has shape ",
                  DimsToString(ShapeOf(output)), "; it must be ", DimsToString(shape));
  }

  aclnnStatus CheckSliced(const Rule& rule) const {
    const auto number = [&](size_t i) { return ArgOf(rule.params[i]).number; };
    Dims shape = ShapeOf(rule.params[4]);
    int64_t& extent = shape[DimFromFront(number(0), shape.size())];
    extent = SectionOf(extent, number(1), number(2), number(3)).count;
    return CheckShape(rule.params[5], shape, "sliced");
  }

  // The output has the shape that follows from the numbers in the array, if any does.
  aclnnStatus CheckFollows(const Rule& rule, const std::optional<Dims>& shape,
                           std::string_view name, std::string_view needs) const {
    if (shape.has_value()) return CheckShape(rule.params[2], *shape, name);
    return Broken(ACLNN_ERR_PARAM_INVALID, name, Name(rule.params[0]), " is ",
                  DimsToString(ArgOf(rule.params[0]).int_array->values), "; ", Name(rule.params[1]),
                  " with shape ", DimsToString(ShapeOf(rule.params[1])), " needs ", needs);
  }
  aclnnStatus CheckRepeated(const Rule& rule) const {
    const std::vector<int64_t>& repeats = ArgOf(rule.params[0]).int_array->values;
    return CheckFollows(rule, RepeatedShape(ShapeOf(rule.params[1]), repeats), "repeated",
                        "a number of at least 0 for each dimension, and may have more of them");
  }
  aclnnStatus CheckPadded(const Rule& rule) const {
    const std::vector<int64_t>& pads = ArgOf(rule.params[0]).int_array->values;
    return CheckFollows(rule, PaddedShape(ShapeOf(rule.params[1]), pads), "padded",
                        "two numbers for each of the last dimensions, which leave no extent "
                        "negative");
  }

  aclnnStatus CheckReflected(const Rule& rule) const {
    const std::vector<int64_t>& pads = ArgOf(rule.params[0]).int_array->values;
    return CheckFollows(rule, ReflectedShape(ShapeOf(rule.params[1]), pads), "reflected",
                        "two numbers less than its last extent, which leave some of it");
  }

  aclnnStatus CheckInterleaved(const Rule& rule) const {
    const size_t last = rule.params.size() - 1;
    const Dims& from = ShapeOf(rule.params[last - 1]);
    std::optional<size_t> dim;
    if (last == 4) dim = DimFromFront(ArgOf(rule.params[2]).number, from.size());
    const int64_t repeats = ArgOf(rule.params[0]).number, size = ArgOf(rule.params[1]).number;
    const std::optional<Dims> shape = InterleavedShape(from, repeats, dim);
    if (!shape.has_value() || size != (*shape)[dim.value_or(0)]) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "interleaved", Name(rule.params[1]), " is ", size,
                    "; ", Name(rule.params[last - 1]), " with shape ", DimsToString(from), " and ",
                    Name(rule.params[0]), " ", repeats, " give ",
                    shape.has_value() ? absl::StrCat((*shape)[dim.value_or(0)], " elements")
                                      : "more elements than any tensor has",
                    dim.has_value() ? absl::StrCat(" along dimension ", *dim) : "");
    }
    return CheckShape(rule.params[last], *shape, "interleaved");
  }

  aclnnStatus CheckRolled(const Rule& rule) const {
    const std::vector<int64_t>&dims = ArgOf(rule.params[0]).int_array->values,
          &shifts = ArgOf(rule.params[2]).int_array->values;
    if (shifts.size() != std::max<size_t>(dims.size(), 1)) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "rolled", Name(rule.params[2]), " is ",
                    DimsToString(shifts), "; with ", Name(rule.params[0]), " ", DimsToString(dims),
                    " it must have ", std::max<size_t>(dims.size(), 1), " numbers");
    }
    if (!dims.empty() && ShapeOf(rule.params[1]).empty()) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "rolled", Name(rule.params[0]), " is ",
                    DimsToString(dims), "; ", Name(rule.params[1]), " has no dimensions");
    }
    return CheckDimNumbers(rule, "rolled");
  }

  // The inputs, which stand between the dimension number and the output.
  static std::span<const ParamNumber> InputsOf(const Rule& rule) {
    return rule.params.subspan(1, rule.params.size() - 2);
  }

  aclnnStatus CheckJoined(const Rule& rule) const {
    const ParamNumber first = FirstWithElements(InputsOf(rule));
    Dims joined = ShapeOf(first);
    const size_t dim = DimFromFront(ArgOf(rule.params[0]).number, joined.size());
    if (dim >= joined.size()) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "joined", Name(first),
                    " has no dimensions, along one of which tensors are joined");
    }
    joined[dim] = 0;
    for (const ParamNumber input : InputsOf(rule)) {
      if (IsNothing(input)) continue;
      Dims shape = ShapeOf(input);
      const Dims other = ShapeOf(first);
      const int64_t extent = shape.size() == other.size() ? shape[dim] : 0;
      if (shape.size() == other.size()) shape[dim] = other[dim];
      if (shape != other || __builtin_add_overflow(joined[dim], extent, &joined[dim])) {
        return Broken(ACLNN_ERR_PARAM_INVALID, "joined", Name(input), " has shape ",
                      DimsToString(ShapeOf(input)), "; it must be that of ", Name(first), ", ",
                      DimsToString(other), ", but along dimension ", dim);
      }
    }
    return CheckShape(rule.params.back(), joined, "joined");
  }

  aclnnStatus CheckStacked(const Rule& rule) const {
    const std::span<const ParamNumber> inputs = InputsOf(rule);
    Dims stacked = ShapeOf(inputs[0]);
    for (const ParamNumber input : inputs) {
      if (ShapeOf(input) == stacked) continue;
      return Broken(ACLNN_ERR_PARAM_INVALID, "stacked", Name(input), " has shape ",
                    DimsToString(ShapeOf(input)), "; it must be that of ", Name(inputs[0]), ", ",
                    DimsToString(stacked));
    }
    const size_t rank = stacked.size() + 1;
    const size_t dim = DimFromFront(ArgOf(rule.params[0]).number, rank);
    // Else the output has another rank, whose dimension it is.
    if (dim < rank) {
      stacked.push_back(static_cast<int64_t>(inputs.size()));
      std::rotate(stacked.begin() + dim, stacked.end() - 1, stacked.end());
    }
    return CheckShape(rule.params.back(), stacked, "stacked");
  }

  aclnnStatus CheckSplit(const Rule& rule) const {
    const ParamNumber input = rule.params.back();
    Dims shape = ShapeOf(input);
    const size_t dim = DimFromFront(ArgOf(rule.params[0]).number, shape.size());
    const std::vector<int64_t>& sizes = ArgOf(rule.params[1]).int_array->values;
    const std::span<const ParamNumber> pieces = rule.params.subspan(2, rule.params.size() - 3);
    if (dim >= shape.size()) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "split", Name(input),
                    " has no dimensions, along one of which it could be split");
    }
    if (sizes.size() != pieces.size() || !AreExtentsOfPieces(shape[dim], sizes)) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "split", Name(rule.params[1]), " is ",
                    DimsToString(sizes), "; ", Name(input), " with shape ",
                    DimsToString(ShapeOf(input)), " needs ", pieces.size(),
                    " numbers, none of them negative, that add up to ", shape[dim]);
    }
    for (size_t i = 0; i < pieces.size(); ++i) {
      shape[dim] = sizes[i];
      OPENACLNN_RETURN_IF_ERROR(CheckShape(pieces[i], shape, "split"));
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckGathered(const Rule& rule) const {
    const Dims &shape = ShapeOf(rule.params[2]), &index = ShapeOf(rule.params[3]);
    const size_t dim = DimFromFront(ArgOf(rule.params[0]).number, shape.size());
    const std::optional<Dims> gathered = GatheredShape(shape, dim, index);
    if (gathered.has_value()) return CheckShape(rule.params[4], *gathered, "gathered");
    const bool is_scalar = shape.empty();
    return Broken(ACLNN_ERR_PARAM_INVALID, "gathered", Name(rule.params[3]), " has shape ",
                  DimsToString(index), "; ", Name(rule.params[2]), " with shape ",
                  DimsToString(shape), is_scalar ? " accepts one index" : " accepts at most ",
                  is_scalar ? "" : absl::StrCat(kMaxDims + 1 - shape.size(), " dimensions"));
  }

  aclnnStatus CheckRanged(const Rule& rule) const {
    const auto number = [&](size_t i) -> const Number& { return ArgOf(rule.params[i]).value; };
    const ParamNumber tensor = rule.params[3];
    const std::optional<int64_t> length =
        RangeLength(number(0), number(1), number(2), DTypeOf(tensor));
    if (length.has_value() && *length == ElementCount(ShapeOf(tensor))) return ACLNN_SUCCESS;
    std::string range;
    for (const size_t i : {0, 1, 2}) {
      absl::StrAppend(&range, i == 0 ? "" : ", ", Name(rule.params[i]), " is ",
                      number(i).AsDouble());
    }
    if (length.has_value()) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "ranged", Name(tensor), " has shape ",
                    DimsToString(ShapeOf(tensor)), "; ", range, ", which gives ", *length,
                    " elements");
    }
    return Broken(ACLNN_ERR_PARAM_INVALID, "ranged", range, "; in ", DTypeName(DTypeOf(tensor)),
                  " ", Name(rule.params[2]), " must not be 0 and must lead from ",
                  Name(rule.params[0]), " to ", Name(rule.params[1]), ", all of them finite");
  }

  aclnnStatus CheckIndexed(const Rule& rule) const {
    Dims wanted = AtLeastOneDim(ShapeOf(rule.params[1]));
    const size_t dim = DimFromFront(ArgOf(rule.params[0]).number, wanted.size());
    wanted[dim] = *ElementCount(ShapeOf(rule.params[2]));
    const Dims& source = ShapeOf(rule.params[3]);
    if (AtLeastOneDim(source) == wanted) return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "indexed", Name(rule.params[3]), " has shape ",
                  DimsToString(source), "; it must be ", DimsToString(wanted), ", that of ",
                  Name(rule.params[1]), " with an element for each of ", Name(rule.params[2]),
                  " along dimension ", dim);
  }

  aclnnStatus CheckIndices(const Rule& rule) const {
    const Dims shape = AtLeastOneDim(ShapeOf(rule.params[2]));
    const size_t dim = DimFromFront(ArgOf(rule.params[1]).number, shape.size());
    const int64_t extent = shape[dim];
    for (const int64_t index : ArgOf(rule.params[0]).int_array->values) {
      if (index >= -extent && index < extent) continue;
      return Broken(
          ACLNN_ERR_PARAM_INVALID, "indices", Name(rule.params[0]), " has ", index, "; ",
          Name(rule.params[2]), " with shape ", DimsToString(ShapeOf(rule.params[2])), " has ",
          extent, " elements along dimension ", dim,
          extent == 0 ? std::string() : absl::StrCat(" and accepts ", -extent, " to ", extent - 1));
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckHalf(const Rule& rule) const {
    const ParamNumber whole = rule.params[1];
    const Dims& shape = ShapeOf(whole);
    const int64_t rank = RankForDim(whole);
    const int64_t dim = ArgOf(rule.params[0]).number;
    const size_t split = static_cast<size_t>(dim < 0 ? dim + rank : dim);
    const bool is_even = split < shape.size() && shape[split] % 2 == 0;
    Dims wanted = shape;
    if (is_even) wanted[split] /= 2;
    for (ParamNumber param : rule.params.subspan(2)) {
      const Dims& half = ShapeOf(param);
      if (is_even && half == wanted) continue;
      if (split >= shape.size()) {
        return Broken(ACLNN_ERR_PARAM_INVALID, "half", Name(whole), " has no dimensions, and ",
                      Name(param), " is to have half of one");
      }
      if (!is_even) {
        return Broken(ACLNN_ERR_PARAM_INVALID, "half", Name(whole), " has shape ",
                      DimsToString(shape), "; its extent in dimension ", dim,
                      " must be even, and half of it that of ", Name(param));
      }
      return Broken(ACLNN_ERR_PARAM_INVALID, "half", Name(param), " has shape ", DimsToString(half),
                    "; it must be ", DimsToString(wanted), ", that of ", Name(whole), ", ",
                    DimsToString(shape), ", with dimension ", dim, " halved");
    }
    return ACLNN_SUCCESS;
  }
};

}  // namespace

aclnnStatus CheckReshape(const Rule& rule, const RuleContext& context) {
  return ReshapeChecker(context).Check(rule);
}

}  // namespace openaclnn
