#include "testing/attack/calls.h"

#include <cstdio>

#include "aclnnop/aclnn_abs.h"
#include "runtime/handles/handles.h"
#include "runtime/schedule/capture.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/event.h"
#include "runtime/schedule/memory.h"

namespace openaclnn::attack {

aclTensor* Vector(void* data, int64_t elements) {
  return aclCreateTensor(&elements, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &elements, 1, data);
}

int AnyOperator(const aclTensor* self, aclTensor* out, aclrtStream stream) {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  const int code = aclnnAbsGetWorkspaceSize(self, out, &workspace_size, &executor);
  return code != 0 ? code : aclnnAbs(nullptr, workspace_size, executor, stream);
}

int64_t LiveArguments() {
  return static_cast<int64_t>(
      TensorPool().LiveCount() + ScalarPool().LiveCount() + IntArrayPool().LiveCount() +
      FloatArrayPool().LiveCount() + BoolArrayPool().LiveCount() + DataBufferPool().LiveCount() +
      TensorDescPool().LiveCount() + TensorListPool().LiveCount() + ScalarListPool().LiveCount());
}

int64_t LiveObjects() {
  const auto live = static_cast<int64_t>(ContextPool().LiveCount() + StreamPool().LiveCount() +
                                         EventPool().LiveCount() + GraphPool().LiveCount() +
                                         TaskGroupPool().LiveCount() + LiveAllocations()) +
                    LiveArguments();
  if (live != 0) {
    std::printf("contexts %zu, streams %zu, events %zu, models %zu, tensors %zu, allocations %zu\n",
                ContextPool().LiveCount(), StreamPool().LiveCount(), EventPool().LiveCount(),
                GraphPool().LiveCount(), TensorPool().LiveCount(), LiveAllocations());
  }
  return live;
}

}  // namespace openaclnn::attack
