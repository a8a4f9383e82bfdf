#include "runtime/executor/recent_plans.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "runtime/base/thread_object.h"
#include "runtime/executor/ledger.h"
#include "runtime/executor/step.h"
#include "runtime/handles/handle_pool.h"
#include "runtime/handles/handles.h"

namespace openaclnn {
namespace {

// What a thread keeps. A plan takes about 2 KiB.
struct RecentPlans {
  struct Kept {
    std::vector<int64_t> key;
    absl::InlinedVector<Step, 1> steps;
    Ledger workspace;
  };
  struct Place {
    uint64_t last_missed = 0;  // the hash of the last call that found no plan here
    std::unique_ptr<const Kept> kept;
  };
  static constexpr size_t kPlaces = 256;

  Place& PlaceOf(uint64_t hash) { return places[hash >> 56]; }
  static_assert(kPlaces == 1 << 8);

  std::array<Place, kPlaces> places;
};

}  // namespace

CallKey::CallKey(const FunctionInfo& function, const Device& device, std::span<const Arg> args)
    : function_(function) {
  is_complete_ = Read(device, args);
}

// A copy of fixed size, which needs no loop.
inline void CallKey::Add(const Dims& dims) {
  std::memcpy(words_ + size_, dims.data(), kMostDims * sizeof(int64_t));
  size_ += dims.size();
}

// Inlined as ReadArg is, because every call pays it.
[[gnu::always_inline]] inline bool CallKey::ReadTensor(const aclTensor* handle, ParamNumber param,
                                                       int member) {
  const aclTensor* tensor = TensorPool().Find(handle);
  if (tensor == nullptr || tensors_size_ == kMostTensors) return false;
  const TensorView& view = tensor->view;
  const size_t rank = view.shape.size(), storage_rank = tensor->storage_shape.size();
  if (rank > kMostDims || storage_rank > kMostDims || !HasRoom(3 + 2 * rank + storage_rank))
    return false;
  // Host code asks whether two parameters are one tensor.
  size_t same = 0;
  while (same < tensors_size_ && tensors_[same].tensor != tensor) ++same;
  tensors_[tensors_size_++] = {tensor, param, member};
  const int64_t type = int64_t{view.dtype} << 32 | static_cast<uint32_t>(tensor->format);
  Add(type);
  Add(static_cast<int64_t>(same << 32 | rank << 16 | storage_rank));
  Add(view.offset);
  Add(view.shape);
  Add(view.strides);
  Add(tensor->storage_shape);
  Spread(type);
  Spread(view.offset);
  for (size_t i = 0; i < rank; ++i) Spread(view.shape[i] ^ view.strides[i] << 32);
  return true;
}

inline bool CallKey::ReadNumber(int64_t number) {
  if (!HasRoom(1)) return false;
  Add(number);
  Spread(number);
  return true;
}

[[gnu::always_inline]] inline bool CallKey::ReadArg(const ParamInfo& info, ParamNumber param,
                                                    const Arg& arg) {
  switch (info.kind) {
    case ParamKind::kInputTensor:
    case ParamKind::kOutputTensor:
      return ReadTensor(arg.tensor, param, -1);
    case ParamKind::kInputList:
    case ParamKind::kOutputList: {
      const aclTensorList* list = TensorListPool().Find(arg.tensors);
      if (list == nullptr || !ReadNumber(static_cast<int64_t>(list->elements.size()))) return false;
      for (size_t i = 0; i < list->elements.size(); ++i) {
        if (!ReadTensor(list->elements[i], param, static_cast<int>(i))) return false;
      }
      return true;
    }
    case ParamKind::kScalar: {
      const aclScalar* scalar = ScalarPool().Find(arg.scalar);
      if (scalar == nullptr) return false;
      int64_t value[2];
      static_assert(sizeof(value) == sizeof(scalar->bytes));
      std::memcpy(value, scalar->bytes, sizeof(value));
      return ReadNumber(int64_t{scalar->dtype}) && ReadNumber(value[0]) && ReadNumber(value[1]);
    }
    case ParamKind::kIntArray: {
      const aclIntArray* array = IntArrayPool().Find(arg.int_array);
      if (array == nullptr || !ReadNumber(static_cast<int64_t>(array->values.size()))) return false;
      return std::all_of(array->values.begin(), array->values.end(),
                         [this](int64_t value) { return ReadNumber(value); });
    }
    case ParamKind::kString: {
      if (arg.text == nullptr) return false;
      const auto value =
          std::find_if(info.values.begin(), info.values.end(),
                       [&](const ParamValue& known) { return known.text == arg.text; });
      return value != info.values.end() && ReadNumber(value->number);
    }
    case ParamKind::kDouble:
    case ParamKind::kFloat:
      return ReadNumber(std::bit_cast<int64_t>(arg.value.AsDouble()));
    case ParamKind::kEnum:
    case ParamKind::kDim:
    case ParamKind::kBool:
    case ParamKind::kInteger:
    case ParamKind::kDType:
      return ReadNumber(arg.number);
  }
  return false;
}

bool CallKey::Read(const Device& device, std::span<const Arg> args) {
  if (device.backend != BackendKind::kCpu || args.size() > 63) return false;
  Add(std::bit_cast<int64_t>(device.soc));
  // Not the address of the FunctionInfo, for another may come to stand there.
  Add(std::bit_cast<int64_t>(function_.plan));
  Add(std::bit_cast<int64_t>(function_.params.data()));
  Add(std::bit_cast<int64_t>(function_.rules.data()));
  Add(std::bit_cast<int64_t>(function_.accepted.data()));
  Add(static_cast<int64_t>(CurrentImplMode()));
  Spread(std::bit_cast<int64_t>(function_.rules.data()));
  int64_t absent = 0;
  for (size_t i = 0; i < args.size(); ++i) {
    const ParamInfo& info = function_.params[i];
    const bool is_null = info.optional && args[i].tensor == nullptr && args[i].scalar == nullptr;
    if (args[i].absent || is_null) {
      absent |= int64_t{1} << i;
    } else if (!ReadArg(info, static_cast<ParamNumber>(i), args[i])) {
      return false;
    }
  }
  return ReadNumber(absent);
}

bool CallKey::FindPlan(Plan& plan) const {
  if (!is_complete_) return false;
  const RecentPlans::Kept* kept = ThreadObject<RecentPlans>::Get().PlaceOf(hash_).kept.get();
  if (kept == nullptr || !std::equal(kept->key.begin(), kept->key.end(), words_, words_ + size_))
    return false;
  plan.function = &function_;
  // Members of lists come last (PlanBuilder::CheckRules).
  for (const bool members : {false, true}) {
    for (size_t i = 0; i < tensors_size_; ++i) {
      const auto& [tensor, param, member] = tensors_[i];
      if ((member >= 0) != members) continue;
      plan.tensors.emplace_back(&function_.params[param], tensor,
                                HandlePool<aclTensor>::Generation(tensor), member, tensor->view);
    }
  }
  plan.steps = kept->steps;
  plan.workspace = kept->workspace;
  return true;
}

void CallKey::KeepPlan(const Plan& plan) const {
  if (!is_complete_) return;
  RecentPlans::Place& place = ThreadObject<RecentPlans>::Get().PlaceOf(hash_);
  if (place.last_missed != hash_) {
    place.last_missed = hash_;
    return;
  }
  place.kept = std::make_unique<RecentPlans::Kept>(
      RecentPlans::Kept{{words_, words_ + size_}, plan.steps, plan.workspace});
}

}  // namespace openaclnn
