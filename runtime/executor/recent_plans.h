// Plans that are made once for many calls: most calls of a program differ from earlier ones in
// nothing but where their tensors lie, which phase 2 looks up.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_RECENT_PLANS_H_
#define OPENACLNN_RUNTIME_EXECUTOR_RECENT_PLANS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/executor/function.h"
#include "runtime/executor/plan.h"
#include "runtime/schedule/settings.h"
#include "runtime/tensor/dims.h"

namespace openaclnn {

// All that checks and plan of a call depend on. Calls with equal keys have equal plans, but for the
// handles of their tensors.
class CallKey {
 public:
  // Before ParseArgs. A call on another backend than the CPU has no key. Nor has one with more
  // tensors or dimensions than fit, or with a null or dead handle where none may be. Functions
  // below do nothing then.
  CallKey(const FunctionInfo& function, const Device& device, std::span<const Arg> args);

  // Fills the new plan from one that this thread has kept. False, and nothing done, if there is
  // none.
  bool FindPlan(Plan& plan) const;

  // Keeps the finished plan for later calls of this thread, if this is not the first such call:
  // programs whose calls are all different should not pay for copies. std::bad_alloc, and nothing
  // done, if memory is short.
  void KeepPlan(const Plan& plan) const;

 private:
  static constexpr size_t kMostWords = 128;
  static constexpr size_t kMostTensors = 16;
  static constexpr size_t kMostDims = 8;

  struct Tensor {
    const aclTensor* tensor;
    ParamNumber param;
    int member;  // Plan::Tensor::member
  };

  // False if the call has no key.
  bool Read(const Device& device, std::span<const Arg> args);
  bool ReadArg(const ParamInfo& info, ParamNumber param, const Arg& arg);
  bool ReadTensor(const aclTensor* handle, ParamNumber param, int member);
  bool ReadNumber(int64_t number);
  bool HasRoom(size_t words) const { return words <= kMostWords - size_; }
  // Only where there is room.
  void Add(int64_t word) { words_[size_++] = word; }
  void Add(const Dims& dims);
  // Makes it likely that keys that differ in the word are kept at other places.
  void Spread(int64_t word) { hash_ = (hash_ ^ static_cast<uint64_t>(word)) * 0x9E3779B97F4A7C15; }

  const FunctionInfo& function_;
  bool is_complete_ = false;
  uint64_t hash_ = 0;
  size_t size_ = 0;
  size_t tensors_size_ = 0;
  // Only the first `size_` and `tensors_size_` of these are ever written; behind the words is room
  // for a copy of fixed size.
  int64_t words_[kMostWords + kMostDims];
  Tensor tensors_[kMostTensors];
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_RECENT_PLANS_H_
