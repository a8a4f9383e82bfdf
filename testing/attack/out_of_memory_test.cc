// Each allocation of each scenario fails once, alone or with all that follow. The process survives,
// codes are those of the headers, nothing is lost, and the same calls work once there is memory.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "aclnnop/aclnn_abs.h"
#include "add_proto.h"
#include "array_ops.h"
#include "ge_api.h"
#include "mul_proto.h"
#include "opdev/op_errno.h"
#include "relu_proto.h"
#include "runtime/aicore/location.h"
#include "testing/attack/calls.h"
#include "testing/attack/inject.h"
#include "testing/shard.h"

using namespace openaclnn::attack;

namespace {

// What a scenario holds; Clear() gives it back, whatever was made.
struct Held {
  aclrtStream stream = nullptr;
  aclrtStream other = nullptr;
  aclrtEvent event = nullptr;
  aclrtContext context = nullptr;
  std::array<void*, 3> device = {};
  void* host = nullptr;
  void* reserved = nullptr;
  aclrtDrvMemHandle physical = nullptr;
  std::array<aclTensor*, 2> tensors = {};
  aclTensor* listed = nullptr;
  aclScalar* scalar = nullptr;
  aclIntArray* ints = nullptr;
  aclTensorList* list = nullptr;
  aclDataBuffer* buffer = nullptr;
  aclTensorDesc* desc = nullptr;
  aclOpExecutor* executor = nullptr;
  aclmdlRI model = nullptr;
  bool registered = false;
  char own[4096];

  static constexpr size_t kPiece = size_t{2} << 20;
  void* Piece(size_t number) const { return static_cast<char*>(reserved) + number * kPiece; }
  void Clear() {
    if (executor != nullptr) (void)aclDestroyAclOpExecutor(executor);
    for (aclrtStream each : {stream, other}) {
      if (each == nullptr) continue;
      // Callbacks that nobody waits for would run when this thread next waits.
      (void)aclrtUnSubscribeReport(pthread_self(), each);
      (void)aclrtDestroyStream(each);
    }
    if (model != nullptr) (void)aclmdlRIDestroy(model);
    if (event != nullptr) (void)aclrtDestroyEvent(event);
    if (context != nullptr) (void)aclrtDestroyContext(context);
    if (registered) (void)aclrtHostUnregister(own);
    for (void* memory : device) {
      if (memory != nullptr) (void)aclrtFree(memory);
    }
    if (host != nullptr) (void)aclrtFreeHost(host);
    if (reserved != nullptr) {
      for (size_t i = 0; i < 2; ++i) (void)aclrtUnmapMem(Piece(i));
      (void)aclrtReleaseMemAddress(reserved);
    }
    if (physical != nullptr) (void)aclrtFreePhysical(physical);
    for (aclTensor* tensor : tensors) aclDestroyTensor(tensor);
    if (list != nullptr) {
      aclDestroyTensorList(list);
    } else {
      aclDestroyTensor(listed);
    }
    aclDestroyScalar(scalar);
    aclDestroyIntArray(ints);
    aclDestroyDataBuffer(buffer);
    aclDestroyTensorDesc(desc);
    *this = Held();
  }
};

std::atomic<int> callbacks{0};

constexpr int64_t kElements = 1000;
constexpr int64_t kMany = int64_t{1} << 20;

#define TRY(call)                             \
  do {                                        \
    if (const int code = (call)) return code; \
  } while (0)
// Functions that return a handle say by null that there is no memory.
#define TRY_MAKE(handle, call)                                    \
  do {                                                            \
    if ((handle = (call)) == nullptr) return ACL_ERROR_BAD_ALLOC; \
  } while (0)

int Start() {
  if (const int code = aclInit(nullptr); code != 0 && code != ACL_ERROR_REPEAT_INITIALIZE)
    return code;
  return aclrtSetDevice(0);
}

int Operands(Held& held, int64_t elements) {
  for (size_t i = 0; i < 2; ++i) {
    const size_t bytes = static_cast<size_t>(elements) * sizeof(float);
    TRY(aclrtMalloc(&held.device[i], bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    std::memset(held.device[i], 0, bytes);
    TRY_MAKE(held.tensors[i], Vector(held.device[i], elements));
  }
  return 0;
}

int Launch(Held& held, int64_t elements, int times) {
  TRY(Operands(held, elements));
  for (int i = 0; i < times; ++i) {
    uint64_t size = 0;
    TRY(aclnnAbsGetWorkspaceSize(held.tensors[0], held.tensors[1], &size, &held.executor));
    aclOpExecutor* const executor =
        std::exchange(held.executor, nullptr);  // used up, whatever comes
    TRY(aclnnAbs(nullptr, size, executor, nullptr));
  }
  return aclrtSynchronizeStream(nullptr);
}

ge::op::Data Input(const char* name) {
  ge::op::Data data(name);
  data.update_output_desc_y(ge::TensorDesc(ge::Shape({-1, 3}), ge::FORMAT_ND, ge::DT_FLOAT));
  return data;
}

// Three element-wise nodes, two of which are results, and a constant.
ge::Graph MakeGraph() {
  const float number = 2;
  ge::op::Const constant("constant");
  constant.set_attr_value(ge::Tensor(ge::TensorDesc(ge::Shape({1}), ge::FORMAT_ND, ge::DT_FLOAT),
                                     reinterpret_cast<const uint8_t*>(&number), sizeof(number)));
  ge::op::Data x = Input("x"), other = Input("other");
  ge::op::Mul product("product");
  product.set_input_x1(x).set_input_x2(constant);
  ge::op::Add sum("sum");
  sum.set_input_x1(product).set_input_x2(other);
  ge::op::Relu relu("relu");
  relu.set_input_x(sum);
  ge::Graph graph("graph");
  graph.SetInputs({x, other}).SetOutputs({sum, relu});
  return graph;
}

// What goes into both inputs of the graph, and its second result.
constexpr std::array<float, 6> kNumbers = {1, -2, 3, -4, 5, -6};
constexpr std::array<float, 6> kRelus = {3, 0, 9, 0, 15, 0};

bool IsRight(const std::vector<ge::Tensor>& outputs) {
  return outputs.size() == 2 && outputs[1].GetSize() == sizeof(kRelus) &&
         std::memcmp(outputs[1].GetData(), kRelus.data(), sizeof(kRelus)) == 0;
}

// The program's own classes throw; functions of sessions return a status.
int RunGraphs(Held& held) try {
  struct Finalize {
    ~Finalize() { (void)ge::GEFinalize(); }
  } finalize;
  const std::map<ge::AscendString, ge::AscendString> options;
  TRY(ge::GEInitialize(options));
  // Of the callback, which may come as long as the session lives.
  ge::Status status = ge::SUCCESS;
  bool is_right = false;
  std::optional<ge::Session> session(std::in_place, options);
  TRY(session->AddGraph(0, MakeGraph()));
  TRY(session->CompileGraph(0));
  if (session->GetCompiledGraphSummary(0) == nullptr) return -3;

  const ge::TensorDesc desc(ge::Shape({2, 3}), ge::FORMAT_ND, ge::DT_FLOAT);
  const auto* const numbers = reinterpret_cast<const uint8_t*>(kNumbers.data());
  std::vector<ge::Tensor> inputs(2, ge::Tensor(desc, numbers, sizeof(kNumbers)));
  std::vector<ge::Tensor> outputs;
  TRY(session->RunGraph(0, inputs, outputs));
  if (!IsRight(outputs)) return -4;

  TRY(session->RunGraphAsync(0, inputs, [&](ge::Status got, std::vector<ge::Tensor>& results) {
    status = got;
    is_right = IsRight(results);
  }));

  TRY(aclrtMalloc(&held.device[0], sizeof(kNumbers), ACL_MEM_MALLOC_HUGE_FIRST));
  std::memcpy(held.device[0], kNumbers.data(), sizeof(kNumbers));
  ge::Tensor input(desc);
  (void)input.SetData(static_cast<uint8_t*>(held.device[0]), sizeof(kNumbers), [](uint8_t*) {});
  (void)input.SetPlacement(ge::kPlacementDevice);
  TRY(aclrtCreateStream(&held.stream));
  outputs.clear();
  TRY(session->RunGraphWithStreamAsync(0, held.stream, {input, input}, outputs));
  TRY(aclrtSynchronizeStream(held.stream));
  if (!IsRight(outputs)) return -5;
  outputs.clear();

  session.reset();  // waits for the callback
  if (status != ge::SUCCESS) return static_cast<int>(status);
  return is_right ? 0 : -6;
} catch (const std::bad_alloc&) {
  return ACL_ERROR_BAD_ALLOC;
}

struct Scenario {
  const char* name;
  const char* devices;
  int (*run)(Held& held);
  // Blocks of threads that the library keeps, whose number depends on time.
  int64_t thread_blocks = 0;
};

const Scenario kScenarios[] = {
    {"start", "Ascend910B3", [](Held&) { return 0; }},
    {"streams, events, contexts", "Ascend910B3",
     [](Held& held) {
       TRY(aclrtCreateStream(&held.stream));
       TRY(aclrtCreateStreamWithConfig(&held.other, 0, ACL_STREAM_PERSISTENT));
       TRY(aclrtCreateEvent(&held.event));
       TRY(aclrtDestroyStream(std::exchange(held.stream, nullptr)));
       aclrtContext current = nullptr;
       TRY(aclrtGetCurrentContext(&current));
       TRY(aclrtCreateContext(&held.context, 0));
       TRY(aclrtSetCurrentContext(current));
       return 0;
     }},
    {"memory", "Ascend910B3",
     [](Held& held) {
       TRY(aclrtMalloc(&held.device[0], 4096, ACL_MEM_MALLOC_HUGE_FIRST));
       TRY(aclrtMalloc(&held.device[1], size_t{4} << 20, ACL_MEM_MALLOC_HUGE_FIRST));
       TRY(aclrtMallocHost(&held.host, 4096));
       void* address = nullptr;
       TRY(aclrtHostRegister(held.own, sizeof(held.own), ACL_HOST_REGISTER_MAPPED, &address));
       held.registered = true;
       TRY(aclrtMemcpy(held.device[0], 4096, held.host, 4096, ACL_MEMCPY_HOST_TO_DEVICE));
       TRY(aclrtFree(std::exchange(held.device[0], nullptr)));
       TRY(aclrtFreeHost(std::exchange(held.host, nullptr)));
       return 0;
     }},
    {"tensors, scalars, arrays, lists", "Ascend910B3",
     [](Held& held) {
       const std::array<int64_t, 25> deep = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                             1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
       const std::array<int64_t, 200> many = {};
       float one = 1;
       TRY_MAKE(held.tensors[0], aclCreateTensor(deep.data(), 25, ACL_FLOAT, nullptr, 0,
                                                 ACL_FORMAT_ND, deep.data(), 25, nullptr));
       TRY(aclInitTensor(held.tensors[0], deep.data(), 24, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                         deep.data(), 24, nullptr));
       int64_t* dims = nullptr;
       uint64_t count = 0;
       TRY(aclGetViewShape(held.tensors[0], &dims, &count));
       delete[] dims;
       TRY_MAKE(held.ints, aclCreateIntArray(many.data(), many.size()));
       TRY_MAKE(held.scalar, aclCreateScalar(&one, ACL_FLOAT));
       TRY_MAKE(held.buffer, aclCreateDataBuffer(held.own, 3));
       TRY_MAKE(held.desc, aclCreateTensorDesc(ACL_FLOAT, static_cast<int>(many.size()),
                                               many.data(), ACL_FORMAT_ND));
       TRY_MAKE(held.listed, Vector(nullptr, 1));
       TRY_MAKE(held.list, aclCreateTensorList(&held.listed, 1));
       return 0;
     }},
    {"a launch", "Ascend910B3", [](Held& held) { return Launch(held, kElements, 1); }},
    {"a launch on the simulated AI Core", "Ascend910B3:aicore",
     [](Held& held) { return Launch(held, kElements, 1); }},
    {"a launch with temporaries on the simulated AI Core", "Ascend910B3:aicore",
     [](Held& held) {
       TRY(aclrtMalloc(&held.device[0], 4000, ACL_MEM_MALLOC_HUGE_FIRST));
       TRY(aclrtMalloc(&held.device[1], 4000, ACL_MEM_MALLOC_HUGE_FIRST));
       std::memset(held.device[0], 0, 4000);
       // Copies of so many elements that lie apart that what a core records of them has to grow.
       const int64_t shape[] = {12, 12}, strides[] = {1, 12}, storage = 1000;
       for (size_t i = 0; i < 2; ++i) {
         TRY_MAKE(held.tensors[i], aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND,
                                                   &storage, 1, held.device[i]));
       }
       uint64_t size = 0;
       TRY(aclnnAbsGetWorkspaceSize(held.tensors[0], held.tensors[1], &size, &held.executor));
       TRY(aclrtMalloc(&held.device[2], size, ACL_MEM_MALLOC_HUGE_FIRST));
       TRY(aclnnAbs(held.device[2], size, std::exchange(held.executor, nullptr), nullptr));
       return aclrtSynchronizeStream(nullptr);
     }},
    {"many launches before a wait", "Ascend910B3",
     [](Held& held) { return Launch(held, kElements, 300); }, 8},
    {"a launch on the thread pool", "Ascend910B3",
     [](Held& held) { return Launch(held, kMany, 1); }, 8},
    {"events and copies in streams", "Ascend910B3",
     [](Held& held) {
       TRY(aclrtMalloc(&held.device[0], 4096, ACL_MEM_MALLOC_HUGE_FIRST));
       TRY(aclrtMalloc(&held.device[1], 4096, ACL_MEM_MALLOC_HUGE_FIRST));
       TRY(aclrtCreateStream(&held.stream));
       TRY(aclrtCreateStream(&held.other));
       TRY(aclrtCreateEvent(&held.event));
       TRY(aclrtRecordEvent(held.event, held.stream));
       TRY(aclrtStreamWaitEvent(held.other, held.event));
       TRY(aclrtResetEvent(held.event, held.stream));
       TRY(aclrtMemsetAsync(held.device[0], 100, 0, 100, held.stream));
       TRY(aclrtMemcpyAsync(held.device[1], 100, held.device[0], 100, ACL_MEMCPY_DEVICE_TO_DEVICE,
                            held.other));
       TRY(aclrtMemcpyAsync(held.own, 100, held.device[0], 100, ACL_MEMCPY_DEVICE_TO_HOST,
                            held.stream));
       TRY(aclrtSynchronizeDevice());
       TRY(aclrtDestroyStream(std::exchange(held.stream, nullptr)));
       return 0;
     }},
    {"a model that is captured on two streams and runs twice", "Ascend910B3",
     [](Held& held) {
       TRY(Operands(held, kElements));
       TRY(aclrtCreateStream(&held.stream));
       TRY(aclrtCreateStream(&held.other));
       TRY(aclrtCreateEvent(&held.event));
       TRY(aclmdlRICaptureBegin(held.stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL));
       TRY(aclrtRecordEvent(held.event, held.stream));
       TRY(aclrtStreamWaitEvent(held.other, held.event));
       TRY(aclrtMemsetAsync(held.device[0], 100, 0, 100, held.other));
       TRY(AnyOperator(held.tensors[0], held.tensors[1], held.stream));
       TRY(aclrtRecordEvent(held.event, held.other));
       TRY(aclrtStreamWaitEvent(held.stream, held.event));
       TRY(aclmdlRICaptureEnd(held.stream, &held.model));
       TRY(aclmdlRIExecuteAsync(held.model, held.other));
       TRY(aclmdlRIExecute(held.model, -1));
       TRY(aclrtSynchronizeDevice());
       return aclmdlRIDestroy(std::exchange(held.model, nullptr));
     }},
    {"a group of tasks of a model, and its update", "Ascend910B3",
     [](Held& held) {
       TRY(Operands(held, kElements));
       TRY(aclrtCreateStream(&held.stream));
       aclrtTaskGrp group = nullptr;
       TRY(aclmdlRICaptureBegin(held.stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL));
       TRY(aclmdlRICaptureTaskGrpBegin(held.stream));
       TRY(AnyOperator(held.tensors[0], held.tensors[1], held.stream));
       TRY(aclmdlRICaptureTaskGrpEnd(held.stream, &group));
       TRY(aclmdlRICaptureEnd(held.stream, &held.model));
       TRY(aclmdlRICaptureTaskUpdateBegin(held.stream, group));
       TRY(AnyOperator(held.tensors[1], held.tensors[0], held.stream));
       TRY(aclmdlRICaptureTaskUpdateEnd(held.stream));
       TRY(aclmdlRIExecute(held.model, -1));
       return aclmdlRIDestroy(std::exchange(held.model, nullptr));
     }},
    {"virtual memory and copies of rows", "Ascend910B3",
     [](Held& held) {
       aclrtPhysicalMemProp prop = {};
       prop.memAttr = ACL_HBM_MEM_HUGE;
       prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
       TRY(aclrtReserveMemAddress(&held.reserved, size_t{1} << 30, 0, nullptr, 1));
       TRY(aclrtMallocPhysical(&held.physical, Held::kPiece, &prop, 0));
       for (size_t i = 0; i < 2; ++i)
         TRY(aclrtMapMem(held.Piece(i), Held::kPiece, 0, held.physical, 0));
       TRY(aclrtMallocWithCfg(&held.device[0], 4096, ACL_MEM_MALLOC_HUGE_FIRST, nullptr));
       TRY(aclrtCreateStream(&held.stream));
       std::memset(held.own, 7, sizeof(held.own));
       // Rows on both sides of the boundary.
       char* const rows = static_cast<char*>(held.Piece(1)) - 256;
       TRY(aclrtMemcpy2dAsync(rows, 64, held.own, 64, 48, 8, ACL_MEMCPY_HOST_TO_DEVICE,
                              held.stream));
       TRY(aclrtMemcpy2dAsync(held.device[0], 48, rows, 64, 48, 8, ACL_MEMCPY_DEVICE_TO_DEVICE,
                              held.stream));
       TRY(aclrtUnmapMem(held.Piece(1)));
       TRY(aclrtSynchronizeStream(held.stream));
       for (size_t i = 0; i < size_t{8} * 48; ++i)
         if (static_cast<const char*>(held.device[0])[i] != 7) return -7;
       return aclrtMapMem(held.Piece(1), Held::kPiece, 0, held.physical, 0);
     }},
    {"callbacks", "Ascend910B3",
     [](Held& held) {
       callbacks = 0;
       const auto callback = [](void*) { ++callbacks; };
       TRY(aclrtCreateStream(&held.stream));
       TRY(aclrtSubscribeReport(pthread_self(), held.stream));
       for (const auto type : {ACL_CALLBACK_NO_BLOCK, ACL_CALLBACK_BLOCK})
         TRY(aclrtLaunchCallback(callback, nullptr, type, held.stream));
       TRY(aclrtSynchronizeStream(held.stream));
       TRY(aclrtUnSubscribeReport(pthread_self(), held.stream));
       TRY(aclrtCreateStream(&held.other));
       TRY(aclrtLaunchHostFunc(held.other, callback, nullptr));
       TRY(aclrtSynchronizeStream(held.other));
       return callbacks == 3 ? 0 : -8;
     },
     16},  // of a stream's thread, and of the one that runs host functions
    {"a graph", "Ascend910B3", &RunGraphs, 8},
    {"a rejected call and its message", "Ascend910B3",
     [](Held& held) {
       TRY_MAKE(held.tensors[1], Vector(nullptr, 10));
       uint64_t size = 0;
       const int code = aclnnAbsGetWorkspaceSize(nullptr, held.tensors[1], &size, &held.executor);
       if (code != ACLNN_ERR_PARAM_NULLPTR) return code != 0 ? code : -1;
       return aclGetRecentErrMsg() != nullptr ? 0 : -2;
     }},
};

// One process: the scenario with failures, then without, then the end. How it went is its exit
// code.
enum Outcome : uint8_t { kNotReached = 10, kWorked, kWrongCode, kBrokenAfterwards, kLost };

bool IsDocumented(int code) {
  // A simulated kernel without memory is a launch that failed. INTERNAL_ERROR is what phase 2 has.
  if (code == int{ge::MEMALLOC_FAILED} || code == int{ge::INTERNAL_ERROR}) return true;
  return code == ACL_ERROR_RT_AICORE_EXCEPTION || code == ACL_ERROR_RT_MEMORY_ALLOCATION ||
         code == ACL_ERROR_BAD_ALLOC || code == ACLNN_ERR_INNER ||
         code == ACLNN_ERR_INNER_CREATE_EXECUTOR || code == ACL_ERROR_RT_NO_STREAM_RESOURCE ||
         code == ACL_ERROR_RT_NO_EVENT_RESOURCE || code == ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
}

bool IsSimulated(const Scenario& scenario) { return std::strchr(scenario.devices, ':') != nullptr; }

void Prepare(const Scenario& scenario) {
  setenv("OPENACLNN_DEVICES", scenario.devices, 1);
  setenv("OPENACLNN_NUM_THREADS", IsSimulated(scenario) ? "1" : "2", 1);
}

Outcome RunOnce(const Scenario& scenario, int64_t number, bool all) {
  Held held;
  FailAllocations(number, all);
  int code = Start();
  if (code == 0) code = scenario.run(held);
  const int64_t failed = StopFailing();
  held.Clear();
  (void)aclrtResetDeviceForce(0);
  if (code != 0 && !IsDocumented(code)) {
    std::printf("%s, allocation %ld: code %d: %s\n", scenario.name, static_cast<long>(number), code,
                aclGetRecentErrMsg());
    return kWrongCode;
  }
  if ((code = Start()) != 0 || (code = scenario.run(held)) != 0) {
    std::printf("%s, after allocation %ld: code %d: %s\n", scenario.name, static_cast<long>(number),
                code, aclGetRecentErrMsg());
    return kBrokenAfterwards;
  }
  held.Clear();
  if (aclrtResetDeviceForce(0) != 0) return kBrokenAfterwards;
  if (LiveObjects() != 0) return kLost;
  return failed == 0 ? kNotReached : kWorked;
}

// The outcome, and how many blocks are in use at the end.
struct Result {
  int outcome;
  int64_t blocks;
};

Result InAProcess(const Scenario& scenario, int64_t number, bool all) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    Prepare(scenario);
    // What the first exception of a process allocates stays for ever.
    try {
      throw std::bad_alloc();
    } catch (const std::bad_alloc&) {
    }
    const Outcome outcome = RunOnce(scenario, number, all);
    std::fflush(stdout);
    const int64_t blocks = BlocksInUse();
    if (write(ends[1], &blocks, sizeof(blocks)) != sizeof(blocks)) _exit(1);
    _exit(outcome);
  }
  close(ends[1]);
  Result result = {0, -1};
  if (read(ends[0], &result.blocks, sizeof(result.blocks)) < 0) std::abort();
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  result.outcome = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

const char* Name(int outcome) {
  switch (outcome) {
    case kWrongCode:
      return "an undocumented code";
    case kBrokenAfterwards:
      return "the next call failed";
    case kLost:
      return "objects were lost";
    default:
      return outcome < 0 ? "ended by a signal" : "ended";
  }
}

}  // namespace

// An argument: only scenarios whose names contain it. Each shard has some of the allocations of
// every scenario.
int main(int argc, char** argv) {
  const absl::StatusOr<openaclnn::testing::Shard> shard = openaclnn::testing::ReadShard();
  if (!shard.ok()) {
    std::fprintf(stderr, "%s\n", shard.status().ToString().c_str());
    return 1;
  }
  // Reads the debug information, which each process of a simulated core would do for its message:
  // more than half of the test's time.
  (void)openaclnn::aicore::LocationOf(__builtin_return_address(0));
  int64_t tried = 0, problems = 0;
  for (const Scenario& scenario : kScenarios) {
    if (argc > 1 && std::strstr(scenario.name, argv[1]) == nullptr) continue;
    Result whole = InAProcess(scenario, INT64_MAX / 2, false);
    if (whole.outcome != kNotReached) {
      std::printf("%s: without failures: %s %d\n", scenario.name, Name(whole.outcome),
                  whole.outcome);
      return 1;
    }
    for (const bool all : {false, true}) {
      // Destructors of a kernel's queues put messages together, so a simulated core survives one
      // failure but not a machine that stays without memory (docs/reliability.md).
      if (all && IsSimulated(scenario)) continue;
      // Blocks that stay after a run without failures: caches and tables; and after a first
      // failure, whose exception makes the C library allocate one.
      whole.blocks = std::max(whole.blocks, InAProcess(scenario, 0, all).blocks);
      const int64_t tried_before = tried;
      for (int64_t number = shard->index;; number += shard->count) {
        const Result result = InAProcess(scenario, number, all);
        if (result.outcome == kNotReached) {
          std::printf("%s: %ld allocations, %s\n", scenario.name,
                      static_cast<long>(tried - tried_before),
                      all ? "each with all after it" : "each alone");
          break;
        }
        ++tried;
        // How many simulated cores stay for the next launch depends on which threads had time.
        const bool leaks =
            result.blocks > whole.blocks + scenario.thread_blocks && !IsSimulated(scenario);
        if (result.outcome == kWorked && !leaks) continue;
        ++problems;
        std::printf("%s, allocation %ld%s: %s %d, %ld blocks in use (%ld)\n", scenario.name,
                    static_cast<long>(number), all ? " and all after it" : "",
                    leaks && result.outcome == kWorked ? "memory was lost" : Name(result.outcome),
                    result.outcome, static_cast<long>(result.blocks),
                    static_cast<long>(whole.blocks));
        if (problems > 40) return 1;
      }
    }
  }
  std::printf("%ld failing allocations, %ld problems\n", static_cast<long>(tried),
              static_cast<long>(problems));
  return problems == 0 ? 0 : 1;
}
