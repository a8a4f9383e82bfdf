// Tensors of any shape, strides, offset, storage, type and format through both phases of operators
// of different kinds: a call gets a code or writes its output's view, and nothing else.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_constant_pad_nd.h"
#include "aclnnop/aclnn_flip.h"
#include "aclnnop/aclnn_permute.h"
#include "aclnnop/aclnn_repeat.h"
#include "aclnnop/aclnn_roll.h"
#include "aclnnop/aclnn_slice.h"
#include "aclnnop/aclnn_stack.h"
#include "aclnnop/aclnn_tril.h"
#include "testing/attack/calls.h"
#include "testing/fuzz/bytes.h"
#include "testing/fuzz/check.h"

namespace {

using openaclnn::fuzz::Bytes;

constexpr size_t kMemoryBytes = 4096;
constexpr size_t kTensors = 4;
// Larger views than this do not fit the memory, so that phase 2 must reject them.
constexpr int64_t kMaxElements = kTensors * kMemoryBytes;

struct View {
  std::vector<int64_t> shape, strides;
  int64_t offset = 0;
  aclDataType dtype = ACL_FLOAT;
  char* data = nullptr;
  aclTensor* handle = nullptr;
};

// The device and its memory, for all inputs.
struct Setting {
  std::array<aclrtStream, 2> streams = {};  // of the two backends' devices
  char* memory = nullptr;                   // kTensors pieces
  char* workspace = nullptr;                // several times as large as a view may become
  std::vector<char> before = std::vector<char>(kTensors * kMemoryBytes);

  Setting() {
    setenv("OPENACLNN_DEVICES", "Ascend910B3:cpu,Ascend910B3:aicore", 1);
    setenv("OPENACLNN_NUM_THREADS", "1", 1);
    FUZZ_CHECK(aclInit(nullptr) == 0);
    for (int device = 0; device < 2; ++device) {
      FUZZ_CHECK(aclrtSetDevice(device) == 0);
      FUZZ_CHECK(aclrtCreateStream(&streams[static_cast<size_t>(device)]) == 0);
    }
    void* address = nullptr;
    FUZZ_CHECK(aclrtMalloc(&address, kTensors * kMemoryBytes, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    memory = static_cast<char*>(address);
    FUZZ_CHECK(aclrtMalloc(&address, 64 * kMemoryBytes, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    workspace = static_cast<char*>(address);
    for (size_t i = 0; i < before.size(); ++i) before[i] = static_cast<char>(i * 7 % 3);
  }
};

size_t BytesOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_DOUBLE:
    case ACL_INT64:
    case ACL_UINT64:
    case ACL_COMPLEX64:
      return 8;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
      return 4;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
      return 2;
    case ACL_COMPLEX128:
      return 16;
    default:
      return 1;
  }
}

int64_t Extent(Bytes& bytes) {
  const uint8_t kind = bytes.Byte();
  return kind < 240 ? kind % 5 : bytes.Number();
}

View Draw(Bytes& bytes, const Setting& setting, const View* like) {
  static constexpr aclDataType kTypes[] = {
      ACL_FLOAT, ACL_FLOAT,  ACL_FLOAT16, ACL_BF16,  ACL_INT32,     ACL_INT64, ACL_BOOL,
      ACL_UINT8, ACL_DOUBLE, ACL_INT8,    ACL_INT16, ACL_COMPLEX64, ACL_INT4,  ACL_DT_UNDEFINED};
  static constexpr aclFormat kFormats[] = {ACL_FORMAT_ND,       ACL_FORMAT_ND,   ACL_FORMAT_ND,
                                           ACL_FORMAT_NCHW,     ACL_FORMAT_NHWC, ACL_FORMAT_NC1HWC0,
                                           ACL_FORMAT_UNDEFINED};
  View view;
  // 0: contiguous, 1: any strides, 2: no strides given, 3: storage of one dimension.
  const uint8_t form = bytes.Byte();
  const bool copies = like != nullptr && (form & 16) != 0;  // else few calls pass phase 1
  if (copies) {
    view.shape = like->shape;
    view.dtype = like->dtype;
  } else {
    view.dtype = bytes.PickOf(kTypes);
    view.shape.resize(bytes.Byte() % ((form & 32) != 0 ? 11 : 4));
    for (int64_t& extent : view.shape) extent = Extent(bytes);
  }
  view.strides.resize(view.shape.size());
  int64_t stride = 1;
  for (size_t i = view.shape.size(); i-- > 0;) {
    view.strides[i] = (form & 1) != 0 ? bytes.Number() : stride;
    stride = static_cast<int64_t>(static_cast<uint64_t>(stride) *
                                  static_cast<uint64_t>(std::max<int64_t>(1, view.shape[i])));
  }
  view.offset = (form & 4) != 0 ? bytes.Number() : 0;
  std::vector<int64_t> storage = view.shape;
  if ((form & 2) != 0) {
    storage = {(form & 8) != 0 ? bytes.Number()
                               : static_cast<int64_t>(kMemoryBytes / BytesOf(view.dtype))};
  }
  const size_t piece = bytes.Pick(kTensors);
  view.data = setting.memory + piece * kMemoryBytes;
  if ((form & 64) != 0) view.data += bytes.Byte();
  const aclFormat format = (form & 128) != 0 ? bytes.PickOf(kFormats) : ACL_FORMAT_ND;
  view.handle = aclCreateTensor(view.shape.data(), view.shape.size(), view.dtype,
                                (form & 3) == 0 && (form & 4) != 0 ? nullptr : view.strides.data(),
                                view.offset, format, storage.data(), storage.size(), view.data);
  return view;
}

// Puts the bytes of the view back to what they were before the call.
void Restore(const View& view, Setting& setting) {
  const auto bytes = static_cast<int64_t>(BytesOf(view.dtype));
  std::vector<int64_t> index(view.shape.size(), 0);
  int64_t count = 1;
  for (int64_t extent : view.shape) {
    FUZZ_CHECK(extent >= 0 && !__builtin_mul_overflow(count, extent, &count));
  }
  FUZZ_CHECK(count <= kMaxElements);
  for (int64_t i = 0; i < count; ++i) {
    int64_t place = view.offset;
    for (size_t dim = 0; dim < index.size(); ++dim) place += index[dim] * view.strides[dim];
    const int64_t at = (view.data - setting.memory) + place * bytes;
    FUZZ_CHECK(at >= 0 && at + bytes <= static_cast<int64_t>(kTensors * kMemoryBytes));
    std::memcpy(setting.memory + at, setting.before.data() + at, static_cast<size_t>(bytes));
    for (size_t dim = index.size(); dim-- > 0;) {
      if (++index[dim] < view.shape[dim]) break;
      index[dim] = 0;
    }
  }
}

// A call of some function, and what was made for it beside tensors.
struct Call {
  aclnnStatus code = 0;
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  aclnnStatus (*run)(void*, uint64_t, aclOpExecutor*, aclrtStream) = nullptr;
  aclScalar* scalar = nullptr;
  std::vector<aclIntArray*> arrays;
  aclTensorList* list = nullptr;

  aclScalar* Scalar(Bytes& bytes) {
    int64_t value = bytes.Number();
    return scalar = aclCreateScalar(&value, ACL_INT64);
  }
  aclIntArray* Array(Bytes& bytes) {
    std::vector<int64_t> numbers(bytes.Pick(5));
    for (int64_t& number : numbers) number = bytes.Number();
    arrays.push_back(aclCreateIntArray(numbers.data(), numbers.size()));
    return arrays.back();
  }
  aclTensorList* List(Bytes& bytes, const std::array<View, 3>& views) {
    const aclTensor* const members[] = {views[0].handle, views[1].handle};
    return list = aclCreateTensorList(members, bytes.Pick(3));
  }
  void DestroyArguments() {
    if (scalar != nullptr) FUZZ_CHECK(aclDestroyScalar(scalar) == 0);
    for (aclIntArray* array : arrays) FUZZ_CHECK(aclDestroyIntArray(array) == 0);
    // A list ends with its tensors, so it comes after them.
    if (list != nullptr) FUZZ_CHECK(aclDestroyTensorList(list) == 0);
  }
};

void PlanCall(uint8_t kind, Bytes& bytes, const std::array<View, 3>& views, Call& call) {
  aclTensor* const self = views[1].handle;
  aclTensor* const out = views[2].handle;
  uint64_t* const size = &call.workspace_size;
  aclOpExecutor** const executor = &call.executor;
  switch (kind < 128 ? kind % 4 : 4 + kind % 6) {
    case 0:
      call.run = aclnnTril;
      call.code = aclnnTrilGetWorkspaceSize(self, bytes.Number(), out, size, executor);
      return;
    case 1:
      call.run = aclnnAdd;
      call.code =
          aclnnAddGetWorkspaceSize(views[0].handle, self, call.Scalar(bytes), out, size, executor);
      return;
    case 2:
      call.run = aclnnFlip;
      call.code = aclnnFlipGetWorkspaceSize(self, call.Array(bytes), out, size, executor);
      return;
    case 3:
      call.run = aclnnCat;
      call.code =
          aclnnCatGetWorkspaceSize(call.List(bytes, views), bytes.Number(), out, size, executor);
      return;
    case 4:
      call.run = aclnnPermute;
      call.code = aclnnPermuteGetWorkspaceSize(self, call.Array(bytes), out, size, executor);
      return;
    case 5: {
      const int64_t dim = bytes.Number(), start = bytes.Number(), end = bytes.Number();
      call.run = aclnnSlice;
      call.code =
          aclnnSliceGetWorkspaceSize(self, dim, start, end, bytes.Number(), out, size, executor);
      return;
    }
    case 6: {
      const aclIntArray* const shifts = call.Array(bytes);
      call.run = aclnnRoll;
      call.code = aclnnRollGetWorkspaceSize(self, shifts, call.Array(bytes), out, size, executor);
      return;
    }
    case 7:
      call.run = aclnnStack;
      call.code =
          aclnnStackGetWorkspaceSize(call.List(bytes, views), bytes.Number(), out, size, executor);
      return;
    case 8:
      call.run = aclnnRepeat;
      call.code = aclnnRepeatGetWorkspaceSize(self, call.Array(bytes), out, size, executor);
      return;
    default: {
      const aclIntArray* const pad = call.Array(bytes);
      call.run = aclnnConstantPadNd;
      call.code =
          aclnnConstantPadNdGetWorkspaceSize(self, pad, call.Scalar(bytes), out, size, executor);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Setting setting;
  Bytes bytes(data, size);
  const uint8_t kind = bytes.Byte();
  const aclrtStream stream = setting.streams[kind / 4 % 2];
  FUZZ_CHECK(aclrtSetDevice(kind / 4 % 2) == 0);
  std::array<View, 3> views;
  for (size_t i = 0; i < views.size(); ++i)
    views[i] = Draw(bytes, setting, i == 0 ? nullptr : &views[i - 1]);
  std::memcpy(setting.memory, setting.before.data(), setting.before.size());

  const View& out = views[2];
  Call call;
  PlanCall(kind, bytes, views, call);
  FUZZ_CHECK(call.code == 0 || aclGetRecentErrMsg() != nullptr);
  if (call.code == 0) {
    FUZZ_CHECK(call.executor != nullptr);
    // An empty workspace may be null; one that is too small is rejected.
    const uint64_t given = std::min<uint64_t>(call.workspace_size, 64 * kMemoryBytes);
    const aclnnStatus code =
        call.run(given == 0 ? nullptr : setting.workspace, given, call.executor, stream);
    FUZZ_CHECK(aclrtSynchronizeStream(stream) == 0);
    FUZZ_CHECK(code == 0 || aclGetRecentErrMsg() != nullptr);
    if (code == 0) Restore(out, setting);
  }
  FUZZ_CHECK(std::memcmp(setting.memory, setting.before.data(), setting.before.size()) == 0);

  for (const View& view : views) {
    if (view.handle != nullptr) FUZZ_CHECK(aclDestroyTensor(view.handle) == 0);
  }
  call.DestroyArguments();
  FUZZ_CHECK(openaclnn::attack::LiveArguments() == 0);
  return 0;
}
