// Runs vector instructions of a test on the simulated core.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_RUN_INSTRUCTIONS_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_RUN_INSTRUCTIONS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/without_place.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {

using namespace AscendC;  // NOLINT(build/namespaces): as kernels do

// Three buffers of the unified buffer that a test's instructions work on.
constexpr int64_t kBytes = 16384;
struct Buffers {
  LocalTensor<uint8_t> out, x, y;
};

// The body of the kernel that is running; kernels are plain functions.
inline const std::function<void(const Buffers&)>* body = nullptr;

inline __global__ __aicore__ void vector_kernel(GM_ADDR out, GM_ADDR x, GM_ADDR y,
                                                GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TBuf<TPosition::VECCALC> local[3];
  GlobalTensor<uint8_t> global[3];
  LocalTensor<uint8_t> tensors[3];
  GM_ADDR addresses[] = {out, x, y};
  for (int i = 0; i < 3; ++i) {
    pipe.InitBuffer(local[i], kBytes);
    tensors[i] = local[i].Get<uint8_t>();
    global[i].SetGlobalBuffer(addresses[i], kBytes);
    DataCopy(tensors[i], global[i], kBytes);
  }
  PipeBarrier<PIPE_ALL>();
  (*body)({tensors[0], tensors[1], tensors[2]});
  PipeBarrier<PIPE_ALL>();
  DataCopy(global[0], tensors[0], kBytes);
}

// What the buffers hold before (out, x, y) and, for out, after.
struct Memory {
  std::vector<uint8_t> out = std::vector<uint8_t>(kBytes);
  std::vector<uint8_t> x = std::vector<uint8_t>(kBytes);
  std::vector<uint8_t> y = std::vector<uint8_t>(kBytes);
};

inline absl::Status RunIn(Checks checks, Memory& memory, const char* soc) {
  static constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(vector_kernel);
  const Launch::Tensor tensors[] = {
      {.data = memory.out.data(), .bytes = kBytes, .writable = true, .name = "out"},
      {.data = memory.x.data(), .bytes = kBytes, .writable = false, .name = "x"},
      {.data = memory.y.data(), .bytes = kBytes, .writable = false, .name = "y"}};
  return Run({.kernel = &kKernel, .soc = FindSoc(soc), .tensors = tensors, .checks = checks});
}

// In both modes, which take different ways to the same end.
inline absl::Status RunBody(Memory& memory, const std::function<void(const Buffers&)>& instructions,
                            const char* soc = "Ascend910B3") {
  body = &instructions;
  Memory of_fast = memory;
  const absl::Status fast = RunIn(Checks::kFast, of_fast, soc);
  absl::Status strict = RunIn(Checks::kStrict, memory, soc);
  EXPECT_EQ(fast, strict);
  EXPECT_EQ(of_fast.out, memory.out);
  return strict;
}

// Finite numbers of moderate size in every element.
template <typename T>
Memory RandomMemory(std::mt19937& random) {
  Memory memory;
  for (std::vector<uint8_t>* bytes : {&memory.out, &memory.x, &memory.y}) {
    for (size_t i = 0; i < kBytes; i += sizeof(T)) {
      const int32_t number = static_cast<int32_t>(random() % 4001) - 2000;
      T value;
      if constexpr (std::is_integral_v<T>) {
        value = static_cast<T>(number / 8);  // of small types what fits of it
      } else {
        value = static_cast<T>(static_cast<float>(number) / 8);
      }
      std::memcpy(bytes->data() + i, &value, sizeof(T));
    }
  }
  return memory;
}

// Expects that the launch fails with that message, at a place in the caller's file.
inline void ExpectWrong(const std::string& message,
                        const std::function<void(const Buffers&)>& instructions,
                        const char* soc = "Ascend910B3", const char* file = __builtin_FILE()) {
  Memory memory;
  const absl::Status status = RunBody(memory, instructions, soc);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
  EXPECT_EQ(WithoutPlace(status, file),
            "kernel vector_kernel, block 0 of 1 (" + std::string(soc) + "): " + message);
}

// Expects that nothing is found wrong.
inline void ExpectRight(const std::function<void(const Buffers&)>& instructions,
                        const char* soc = "Ascend910B3") {
  Memory memory;
  EXPECT_EQ(RunBody(memory, instructions, soc), absl::OkStatus()) << soc;
}

template <typename T>
T At(const std::vector<uint8_t>& bytes, int64_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

template <typename T>
void Put(std::vector<uint8_t>& bytes, int64_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

// The buffers as tensors of T.
template <typename T>
struct Typed {
  explicit Typed(const Buffers& buffers)
      : out(buffers.out.ReinterpretCast<T>()),
        x(buffers.x.ReinterpretCast<T>()),
        y(buffers.y.ReinterpretCast<T>()) {}
  LocalTensor<T> out, x, y;
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_RUN_INSTRUCTIONS_H_
