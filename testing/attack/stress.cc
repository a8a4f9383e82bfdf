// stress SECONDS: 16 threads create, use and destroy streams, events, contexts, models and memory
// of two devices, on both backends, all at once. Whatever another thread has ended, a call returns
// a code that its header documents; work that was accepted gives the right result; nothing is lost.
#include <pthread.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "opdev/op_errno.h"
#include "testing/attack/calls.h"

using openaclnn::attack::AnyOperator;
using openaclnn::attack::LiveObjects;
using openaclnn::attack::Vector;

namespace {

constexpr int kThreads = 16;
constexpr int kDevices = 2;
constexpr int kCommonPlaces = 6;
constexpr size_t kPiece = size_t{2} << 20;  // the granularity of mapped memory

// Handles that all threads use and replace; some have ended.
struct Shared {
  std::array<std::atomic<aclrtStream>, 8> streams = {};
  std::array<std::atomic<aclrtEvent>, 8> events = {};
  std::array<std::atomic<aclrtContext>, 3> contexts = {};
  std::array<std::atomic<aclmdlRI>, 4> models = {};
  std::array<std::atomic<aclrtTaskGrp>, 4> groups = {};  // of those and of models that have ended
  // Addresses at which each thread maps memory of its own, next to that of others; and some at
  // which all threads map and unmap what they like, without working on it.
  char* own_places = nullptr;
  char* common_places = nullptr;
  std::array<std::atomic<aclrtDrvMemHandle>, 4> physical = {};
  // What each model works on, which lives as long as it.
  std::mutex mutex;
  std::map<aclmdlRI, void*> memory;
};
Shared shared;
std::atomic<bool> stop{false};
std::atomic<int64_t> calls{0}, launches{0}, checked{0};
std::atomic<int> problems{0};
std::atomic<int> running{kThreads};
std::atomic<int64_t> callbacks{0}, models{0}, updates{0}, mappings{0};

// What a call may return if another thread ends what it uses: no context, a dead handle, a stream
// of another context, no device set, no stream left, not the start of a timing.
bool IsLate(int code) {
  for (int late :
       {ACL_ERROR_RT_CONTEXT_NULL, ACL_ERROR_RT_INVALID_HANDLE, ACL_ERROR_RT_STREAM_CONTEXT,
        ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, ACL_ERROR_RT_NO_STREAM_RESOURCE,
        ACL_ERROR_RT_PARAM_INVALID, ACL_ERROR_INVALID_PARAM, ACL_ERROR_RT_INTERNAL_ERROR,
        ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL,
        ACLNN_ERR_RUNTIME_ERROR,
        // What another thread captures, or has invalidated, or still runs.
        ACL_ERROR_RT_STREAM_UNJOINED, ACL_ERROR_RT_STREAM_CAPTURED,
        ACL_ERROR_RT_STREAM_NOT_CAPTURED, ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT,
        ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED, ACL_ERROR_RT_MODEL_RUNNING,
        ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD, ACL_ERROR_RT_CAPTURE_MODE_FORBIDS,
        ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED,
        // A stream that another thread has subscribed, or that nobody serves any more.
        ACL_ERROR_RT_STREAM_SUBSCRIBE, ACL_ERROR_RT_THREAD_SUBSCRIBE, ACL_ERROR_RT_STREAM_NO_CB_REG,
        ACL_ERROR_RT_REPORT_TIMEOUT}) {
    if (code == late) return true;
  }
  return false;
}

// What a thread needs for its calls.
class Caller {
 protected:
  explicit Caller(unsigned seed) : random_(seed) {}

  // Fewer would need a workspace on some chips.
  static constexpr int kLeast = 64;
  static constexpr int kMost = 3000;

  int Below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  template <typename Slots>
  auto& Any(Slots& slots) {
    return slots[static_cast<size_t>(Below(static_cast<int>(slots.size())))];
  }
  // True if the call succeeded.
  bool Ok(const char* call, int code) {
    if (code == 0) return true;
    if (!IsLate(code)) {
      const char* text = aclGetRecentErrMsg();
      std::printf("%s returned %d: %s\n", call, code, text == nullptr ? "(no message)" : text);
      ++problems;
    }
    return false;
  }
  // Memory belongs to one thread here, so it can always be freed.
  void Must(bool succeeded, const char* call) {
    if (succeeded) return;
    std::printf("%s failed: %s\n", call, aclGetRecentErrMsg());
    ++problems;
  }
#define OK(call) Ok(#call, call)

  // Two operands in one allocation of this thread.
  struct Operands {
    void* memory = nullptr;
    int64_t elements = 0;
    aclTensor* self = nullptr;
    aclTensor* out = nullptr;
  };
  bool Make(Operands& operands) {
    operands.elements = kLeast + Below(kMost - kLeast);
    const size_t bytes = static_cast<size_t>(operands.elements) * sizeof(float);
    aclrtMallocAttribute device = {ACL_RT_MEM_ATTR_DEVICE_ID, {}};
    device.value.deviceId = static_cast<uint32_t>(Below(kDevices));
    aclrtMallocConfig config = {&device, static_cast<size_t>(Below(2))};
    if (!(Below(2) == 0 ? OK(aclrtMalloc(&operands.memory, 2 * bytes, ACL_MEM_MALLOC_HUGE_FIRST))
                        : OK(aclrtMallocWithCfg(&operands.memory, 2 * bytes,
                                                ACL_MEM_MALLOC_HUGE_FIRST, &config))))
      return false;
    Fill(operands);
    return true;
  }
  static void Fill(Operands& operands) {
    float* const data = static_cast<float*>(operands.memory);
    for (int64_t i = 0; i < operands.elements; ++i) data[i] = 20;  // AnyOperator keeps it
    for (int64_t i = 0; i < operands.elements; ++i) data[operands.elements + i] = -1;
    operands.self = Vector(data, operands.elements);
    operands.out = Vector(data + operands.elements, operands.elements);
  }
  static void EndTensors(const Operands& operands) {
    aclDestroyTensor(operands.self);
    aclDestroyTensor(operands.out);
  }
  void End(const Operands& operands) {
    EndTensors(operands);
    Must(aclrtFree(operands.memory) == 0, "aclrtFree");
  }

  void Compare(const Operands& operands) {
    ++checked;
    const float* const results = static_cast<const float*>(operands.memory) + operands.elements;
    for (int64_t i = 0; i < operands.elements; ++i) {
      if (results[i] == 20) continue;
      std::printf("element %ld is %g, not 20\n", static_cast<long>(i),
                  static_cast<double>(results[i]));
      ++problems;
      break;
    }
  }

 private:
  std::minstd_rand random_;
};

class Worker : private Caller {
 public:
  explicit Worker(unsigned number)
      : Caller(number + 1), place_(shared.own_places + 2 * kPiece * number) {}

  void Run() {
    while (!stop) {
      Step();
      calls.fetch_add(1, std::memory_order_relaxed);
    }
    // Other threads may still wait for callbacks of this one.
    --running;
    while (running > 0) Ok("aclrtProcessReport", aclrtProcessReport(1));
    for (const auto& stream : shared.streams)
      Ok("aclrtUnSubscribeReport", aclrtUnSubscribeReport(pthread_self(), stream));
  }

 private:
  void Step() {
    switch (Below(39)) {
      case 0:
        OK(aclrtSetDevice(Below(kDevices)));
        break;
      case 1:
        if (Below(8) == 0)
          OK(Below(2) == 0 ? aclrtResetDevice(Below(kDevices))
                           : aclrtResetDeviceForce(Below(kDevices)));
        break;
      case 2:
        ReplaceContext();
        break;
      case 3:
        OK(aclrtSetCurrentContext(Any(shared.contexts)));
        break;
      case 4:
      case 5:
        ReplaceStream();
        break;
      case 6:
      case 7:
        ReplaceEvent();
        break;
      case 8:
        OK(aclrtRecordEvent(Any(shared.events), AnyStream()));
        break;
      case 9:
        OK(aclrtStreamWaitEvent(AnyStream(), Any(shared.events)));
        break;
      case 10:
        OK(aclrtResetEvent(Any(shared.events), AnyStream()));
        break;
      case 11:
        OK(aclrtSynchronizeStream(AnyStream()));
        break;
      case 12:
        if (Below(4) == 0) OK(aclrtSynchronizeDevice());
        break;
      case 13: {
        aclrtStreamStatus status;
        OK(aclrtStreamQuery(AnyStream(), &status));
        break;
      }
      case 14: {
        aclrtEventStatus status;
        OK(aclrtQueryEvent(Any(shared.events), &status));
        aclrtEventWaitStatus waits;
        OK(aclrtQueryEventWaitStatus(Any(shared.events), &waits));
        break;
      }
      case 15: {
        float ms;
        OK(aclrtEventElapsedTime(&ms, Any(shared.events), Any(shared.events)));
        break;
      }
      case 16:
        OK(aclrtSynchronizeEvent(Any(shared.events)));
        break;
      case 17:
        LaunchAndFree();
        break;
      case 18:
      case 19:
        LaunchAndCheck();
        break;
      case 20:
        CopyAndFreeHost();
        break;
      case 21: {
        int64_t value;
        OK(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1));
        if (aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value) == 0)
          aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 0);
        break;
      }
      case 22: {
        size_t free_bytes, total;
        OK(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total));
        int32_t device;
        OK(aclrtGetDevice(&device));
        break;
      }
      case 23:
        UseCallbacks();
        break;
      case 24:
        OK(aclrtProcessReport(1));
        break;
      case 25:
        ReplaceModel();
        break;
      case 28:
        CaptureAndCheck();
        break;
      case 26:
        OK(aclmdlRIExecuteAsync(Any(shared.models), AnyStream()));
        break;
      case 27:
        if (Below(4) == 0) OK(aclmdlRIAbort(Any(shared.models)));
        break;
      case 29:
      case 30:
        LaunchOnMapped();
        break;
      case 31:
      case 32:
        MapAndUnmap();
        break;
      case 33:
        ReplacePhysical();
        break;
      case 34:
        CopyRows();
        break;
      case 35:
        ChangePeerAccess();
        break;
      case 36:
        AskAboutDevices();
        break;
      case 37:
        UpdateAnyGroup();
        break;
      default: {
        aclrtStream stream = nullptr;
        OK(aclrtCtxGetCurrentDefaultStream(&stream));
        aclrtFloatOverflowMode mode;
        OK(aclrtGetDeviceSatMode(&mode));
      }
    }
  }

  aclrtStream AnyStream() { return Below(4) == 0 ? nullptr : Any(shared.streams).load(); }

  void ReplaceContext() {
    if (Below(4) != 0) return;
    aclrtContext next = nullptr;
    if (!OK(aclrtCreateContext(&next, Below(kDevices)))) return;
    if (aclrtContext old = Any(shared.contexts).exchange(next)) OK(aclrtDestroyContext(old));
  }
  void ReplaceStream() {
    aclrtStream next = nullptr;
    if (!OK(aclrtCreateStreamWithConfig(&next, 0, Below(4) == 0 ? ACL_STREAM_PERSISTENT : 0)))
      return;
    if (aclrtStream old = Any(shared.streams).exchange(next)) {
      OK(Below(2) == 0 ? aclrtDestroyStream(old) : aclrtDestroyStreamForce(old));
    }
  }
  void ReplaceEvent() {
    aclrtEvent next = nullptr;
    if (!OK(aclrtCreateEvent(&next))) return;
    if (aclrtEvent old = Any(shared.events).exchange(next)) OK(aclrtDestroyEvent(old));
  }

  // Frees memory that queued work still uses. Each launch has memory of its own, because other
  // threads may capture the stream, and run what they have captured, between two of them.
  void LaunchAndFree() {
    const aclrtStream stream = AnyStream();
    std::vector<Operands> launched;
    for (int i = Below(5); i >= 0; --i) {
      Operands operands;
      if (!Make(operands)) break;
      launches += OK(AnyOperator(operands.self, operands.out, stream));
      launched.push_back(operands);
    }
    for (const Operands& operands : launched) End(operands);
  }
  // On a stream that no other thread destroys; its context may end all the same.
  void LaunchAndCheck() {
    Operands operands;
    if (!Make(operands)) return;
    aclrtStream stream = nullptr;
    if (OK(aclrtCreateStream(&stream))) {
      const bool launched = OK(AnyOperator(operands.self, operands.out, stream));
      launches += launched;
      if (launched && OK(aclrtSynchronizeStream(stream))) Compare(operands);
      OK(aclrtDestroyStream(stream));
    }
    End(operands);
  }
  aclrtDrvMemHandle NewPhysical(int device) {
    aclrtPhysicalMemProp prop = {};
    prop.memAttr = ACL_HBM_MEM_HUGE;
    prop.location = {static_cast<uint32_t>(device), ACL_MEM_LOCATION_TYPE_DEVICE};
    aclrtDrvMemHandle handle = nullptr;
    Must(aclrtMallocPhysical(&handle, kPiece, &prop, 0) == 0, "aclrtMallocPhysical");
    return handle;
  }
  // On two pieces of memory, of which one is freed while it is mapped and both are unmapped while
  // work may still use them.
  void LaunchOnMapped() {
    // Tensors do not reach from the memory of one device into that of another.
    const int device = Below(kDevices);
    const aclrtDrvMemHandle handles[] = {NewPhysical(device), NewPhysical(device)};
    for (size_t i = 0; i < 2; ++i)
      Must(aclrtMapMem(place_ + i * kPiece, kPiece, 0, handles[i], 0) == 0, "aclrtMapMem");
    Must(aclrtFreePhysical(handles[0]) == 0, "aclrtFreePhysical");
    Operands operands;
    operands.elements = kLeast + Below(kMost - kLeast);
    // The first operand lies on both pieces.
    operands.memory = place_ + kPiece - sizeof(float) * static_cast<size_t>(1 + Below(kLeast - 1));
    Fill(operands);
    aclrtStream stream = nullptr;
    if (OK(aclrtCreateStream(&stream))) {
      aclmdlRI model = nullptr;
      if (Below(2) == 0) {
        const bool launched = OK(AnyOperator(operands.self, operands.out, stream));
        if (launched && OK(aclrtSynchronizeStream(stream))) Compare(operands);
        launches += OK(AnyOperator(operands.self, operands.out, stream));
      } else if ((model = Capture(stream, operands.self, operands.out)) != nullptr) {
        OK(aclmdlRIExecuteAsync(model, stream));
      }
      for (size_t i = 0; i < 2; ++i) Must(aclrtUnmapMem(place_ + i * kPiece) == 0, "aclrtUnmapMem");
      if (model != nullptr) {
        const int code = aclmdlRIExecuteAsync(model, stream);
        Must(code != 0, "a model without its memory was run, so the check");
        OK(code);
        DestroyModel(model);
      }
      OK(aclrtDestroyStream(stream));
    } else {
      for (size_t i = 0; i < 2; ++i) Must(aclrtUnmapMem(place_ + i * kPiece) == 0, "aclrtUnmapMem");
    }
    Must(aclrtFreePhysical(handles[1]) == 0, "aclrtFreePhysical");
    EndTensors(operands);
    ++mappings;
  }
  // What all threads map, unmap and free.
  void MapAndUnmap() {
    char* const place = shared.common_places + kPiece * static_cast<size_t>(Below(kCommonPlaces));
    aclrtMemLocation location = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
    const aclrtDrvMemHandle handle = Any(shared.physical);
    if (handle != nullptr) mappings += OK(aclrtMapMem(place, kPiece, 0, handle, 0));
    aclrtMemAccessDesc access = {ACL_RT_MEM_ACCESS_FLAGS_READ, location, {}};
    OK(aclrtMemSetAccess(place, kPiece, &access, 1));
    uint64_t flags = 0;
    OK(aclrtMemGetAccess(place, &location, &flags));
    if (Below(2) == 0) OK(aclrtUnmapMem(place));
    OK(aclrtReleaseMemAddress(place + 1));
    // Of this thread alone, so that it must succeed.
    void* reserved = nullptr;
    if (!OK(aclrtReserveMemAddress(&reserved, size_t{1} << 30, 0, nullptr, 1))) return;
    if (handle != nullptr && OK(aclrtMapMem(reserved, kPiece, 0, handle, 0)))
      Must(aclrtUnmapMem(reserved) == 0, "aclrtUnmapMem");
    Must(aclrtReleaseMemAddress(reserved) == 0, "aclrtReleaseMemAddress");
  }
  void ReplacePhysical() {
    if (const aclrtDrvMemHandle old = Any(shared.physical).exchange(NewPhysical(Below(kDevices))))
      Must(aclrtFreePhysical(old) == 0, "aclrtFreePhysical");
  }
  // A window of a matrix to the device and back, on a stream that no other thread destroys.
  void CopyRows() {
    constexpr size_t kRows = 8, kPitch = 64, kWidth = 48;
    void *host = nullptr, *device = nullptr;
    aclrtStream stream = nullptr;
    if (!OK(aclrtMallocHost(&host, 2 * kRows * kPitch))) return;
    char* const bytes = static_cast<char*>(host);
    for (size_t i = 0; i < 2 * kRows * kPitch; ++i) bytes[i] = i < kRows * kPitch ? 7 : 0;
    if (OK(aclrtMalloc(&device, kRows * kWidth, ACL_MEM_MALLOC_HUGE_FIRST)) &&
        OK(aclrtCreateStream(&stream))) {
      char* const back = bytes + kRows * kPitch;
      if (OK(aclrtMemcpy2dAsync(device, kWidth, bytes, kPitch, kWidth, kRows,
                                ACL_MEMCPY_HOST_TO_DEVICE, stream)) &&
          OK(aclrtMemcpy2dAsync(back, kPitch, device, kWidth, kWidth, kRows,
                                ACL_MEMCPY_DEVICE_TO_HOST, stream)) &&
          OK(aclrtSynchronizeStream(stream))) {
        ++checked;
        for (size_t i = 0; i < kRows * kPitch; ++i) {
          const char wanted = i % kPitch < kWidth ? 7 : 0;
          Must(back[i] == wanted, "the copy of rows");
        }
      }
      // Finishes the work on the stream, with which that on another would have no order.
      OK(aclrtDestroyStream(stream));
      OK(aclrtMemcpy2dAsync(device, kWidth, bytes, kPitch, kWidth, kRows, ACL_MEMCPY_HOST_TO_DEVICE,
                            AnyStream()));
    }
    Must(aclrtFreeHost(host) == 0, "aclrtFreeHost");
    if (device != nullptr) Must(aclrtFree(device) == 0, "aclrtFree");
  }
  void ChangePeerAccess() {
    int32_t value = -1;
    const int32_t device = Below(kDevices), peer = Below(kDevices);
    OK(aclrtDeviceCanAccessPeer(&value, device, peer));
    OK(Below(2) == 0 ? aclrtDeviceEnablePeerAccess(peer, 0) : aclrtDeviceDisablePeerAccess(peer));
    if (OK(aclrtDevicePeerAccessStatus(device, peer, &value)))
      Must(value == 0 || value == 1, "the status of peer access");
  }
  void AskAboutDevices() {
    const int32_t device = Below(kDevices);
    int64_t value = 0;
    Must(aclrtGetDeviceInfo(static_cast<uint32_t>(device), ACL_DEV_ATTR_PHY_CHIP_ID, &value) == 0 &&
             value == device,
         "aclrtGetDeviceInfo");
    aclrtMemUsageInfo usage = {};
    size_t entries = 0;
    Must(aclrtGetMemUsageInfo(device, &usage, 1, &entries) == 0 && entries == 1 &&
             usage.curMemSize <= usage.memPeakSize,
         "aclrtGetMemUsageInfo");
  }
  // On streams that other threads subscribe, wait for and destroy meanwhile.
  void UseCallbacks() {
    const aclrtStream stream = Any(shared.streams).load();
    if (stream == nullptr) return;
    const auto callback = [](void*) { callbacks.fetch_add(1, std::memory_order_relaxed); };
    if (Below(16) == 0) OK(aclrtLaunchHostFunc(stream, callback, nullptr));
    OK(aclrtSubscribeReport(pthread_self(), stream));
    for (int i = Below(4); i > 0; --i) {
      OK(aclrtLaunchCallback(callback, nullptr,
                             Below(2) == 0 ? ACL_CALLBACK_BLOCK : ACL_CALLBACK_NO_BLOCK, stream));
    }
    if (Below(4) == 0) OK(aclrtUnSubscribeReport(pthread_self(), stream));
  }
  // Null if another thread has ended or invalidated the capture. The last task is the group, if
  // there is one.
  aclmdlRI Capture(aclrtStream stream, const aclTensor* self, aclTensor* out,
                   aclrtTaskGrp* group = nullptr) {
    const auto mode = static_cast<aclmdlRICaptureMode>(Below(16) == 0 ? 0 : 1 + Below(2));
    if (stream == nullptr || !OK(aclmdlRICaptureBegin(stream, mode))) return nullptr;
    bool whole = OK(AnyOperator(self, out, stream));
    if (Below(4) == 0) OK(aclrtRecordEvent(Any(shared.events), stream));
    if (Below(4) == 0) OK(aclrtStreamWaitEvent(AnyStream(), Any(shared.events)));
    const bool grouped = group != nullptr && OK(aclmdlRICaptureTaskGrpBegin(stream));
    whole = whole && OK(AnyOperator(out, out, stream));
    if (grouped) OK(aclmdlRICaptureTaskGrpEnd(stream, group));
    aclmdlRI model = nullptr;
    if (!OK(aclmdlRICaptureEnd(stream, &model))) return nullptr;
    ++models;
    if (whole) return model;
    DestroyModel(model);
    return nullptr;
  }
  void DestroyModel(aclmdlRI model) {
    // Its runs may wait for callbacks of this thread.
    int code;
    while ((code = aclmdlRIDestroy(model)) == ACL_ERROR_RT_MODEL_RUNNING) OK(aclrtProcessReport(1));
    Must(code == 0, "aclmdlRIDestroy");
  }
  // Of a stream that other threads use, destroy and capture meanwhile.
  void ReplaceModel() {
    Operands operands;
    if (!Make(operands)) return;
    aclrtTaskGrp group = nullptr;
    const aclmdlRI next = Capture(Any(shared.streams).load(), operands.self, operands.out, &group);
    if (next == nullptr) {
      End(operands);
      return;
    }
    EndTensors(operands);
    {
      const std::lock_guard lock(shared.mutex);
      shared.memory[next] = operands.memory;
    }
    if (group != nullptr) Any(shared.groups) = group;
    const aclmdlRI old = Any(shared.models).exchange(next);
    if (old == nullptr) return;
    DestroyModel(old);
    void* memory = nullptr;
    {
      const std::lock_guard lock(shared.mutex);
      memory = shared.memory.extract(old).mapped();
    }
    Must(aclrtFree(memory) == 0, "aclrtFree");
  }
  void CaptureAndCheck() {
    Operands operands;
    if (!Make(operands)) return;
    aclrtStream stream = nullptr;
    if (OK(aclrtCreateStream(&stream))) {
      aclrtTaskGrp group = nullptr;
      if (const aclmdlRI model = Capture(stream, operands.self, operands.out, &group)) {
        if (OK(aclmdlRIExecuteAsync(model, stream)) && OK(aclrtSynchronizeStream(stream)))
          Compare(operands);
        if (group != nullptr) UpdateAndCheck(model, group, stream);
        DestroyModel(model);
      }
      OK(aclrtDestroyStream(stream));
    }
    End(operands);
  }
  // Of a model and a stream that no other thread uses.
  void UpdateAndCheck(aclmdlRI model, aclrtTaskGrp group, aclrtStream stream) {
    Operands operands;
    if (!Make(operands)) return;
    if (Update(group, stream, operands) && OK(aclmdlRIExecuteAsync(model, stream)) &&
        OK(aclrtSynchronizeStream(stream)))
      Compare(operands);
    End(operands);
  }
  // True if the group has the new task from now on.
  bool Update(aclrtTaskGrp group, aclrtStream stream, const Operands& operands) {
    if (!OK(aclmdlRICaptureTaskUpdateBegin(stream, group))) return false;
    const bool put = OK(AnyOperator(operands.self, operands.out, stream));
    if (!OK(aclmdlRICaptureTaskUpdateEnd(stream)) || !put) return false;
    ++updates;
    return true;
  }
  // On a stream and of a model that other threads use, update and destroy meanwhile. The memory is
  // freed at once; runs of the model are then rejected until another update or model.
  void UpdateAnyGroup() {
    const aclrtTaskGrp group = Any(shared.groups).load();
    const aclrtStream stream = Any(shared.streams).load();
    if (group == nullptr || stream == nullptr) return;
    Operands operands;
    if (!Make(operands)) return;
    Update(group, stream, operands);
    End(operands);
  }
  void CopyAndFreeHost() {
    void *host = nullptr, *device = nullptr;
    if (!OK(aclrtMallocHost(&host, 4096))) return;
    if (OK(aclrtMalloc(&device, 4096, ACL_MEM_MALLOC_HUGE_FIRST))) {
      OK(aclrtMemcpyAsync(device, 4096, host, 4096, ACL_MEMCPY_HOST_TO_DEVICE, AnyStream()));
    }
    Must(aclrtFreeHost(host) == 0, "aclrtFreeHost");
    if (device != nullptr) Must(aclrtFree(device) == 0, "aclrtFree");
  }

  char* const place_;
};

char* Reserve(size_t pieces) {
  void* place = nullptr;
  if (aclrtReserveMemAddress(&place, pieces * kPiece, 0, nullptr, 1) != 0) std::exit(1);
  return static_cast<char*>(place);
}

}  // namespace

int main(int count, char** arguments) {
  const int seconds = count > 1 ? std::atoi(arguments[1]) : 20;
  setenv("OPENACLNN_DEVICES", "Ascend910B3,Ascend310P3:aicore", 1);
  if (aclInit(nullptr) != 0) return 1;
  shared.own_places = Reserve(size_t{2} * kThreads);
  shared.common_places = Reserve(kCommonPlaces);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i) threads.emplace_back([i] { Worker(i).Run(); });
  std::this_thread::sleep_for(std::chrono::seconds(seconds));
  stop = true;
  for (std::thread& thread : threads) thread.join();
  for (auto& event : shared.events) {
    if (event != nullptr) aclrtDestroyEvent(event);
  }
  if (aclFinalize() != 0) ++problems;
  for (auto& model : shared.models) {
    if (model != nullptr && aclmdlRIDestroy(model) != 0) ++problems;
  }
  for (const auto& [model, memory] : shared.memory) {
    if (aclrtFree(memory) != 0) ++problems;
  }
  for (int place = 0; place < kCommonPlaces; ++place)
    (void)aclrtUnmapMem(shared.common_places + kPiece * static_cast<size_t>(place));
  for (auto& handle : shared.physical) {
    if (handle != nullptr && aclrtFreePhysical(handle) != 0) ++problems;
  }
  for (char* place : {shared.own_places, shared.common_places}) {
    if (aclrtReleaseMemAddress(place) != 0) ++problems;
  }
  const int64_t live = LiveObjects();
  std::printf(
      "%ld steps, %ld launches, %ld models, %ld updates, %ld results checked, %ld callbacks, "
      "%ld mappings, %d problems, %ld objects lost\n",
      static_cast<long>(calls), static_cast<long>(launches), static_cast<long>(models),
      static_cast<long>(updates), static_cast<long>(checked), static_cast<long>(callbacks),
      static_cast<long>(mappings), problems.load(), static_cast<long>(live));
  return problems == 0 && live == 0 ? 0 : 1;
}
