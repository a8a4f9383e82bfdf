// Runs kernels in the style of the vendor's samples, as programs do.
#ifndef OPENACLNN_RUNTIME_AICORE_RUN_SAMPLES_H_
#define OPENACLNN_RUNTIME_AICORE_RUN_SAMPLES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "runtime/aicore/launch.h"
#include "runtime/schedule/parallel.h"

namespace openaclnn::aicore {

inline std::vector<int64_t> Shuffled(int64_t blocks) {
  static std::mt19937 random(3);
  std::vector<int64_t> order(static_cast<size_t>(blocks));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

class SamplesTest : public ::testing::Test {
 protected:
  ~SamplesTest() override { SetThreadCountForTest(0); }

  // Runs the launch in several ways; the output must be the same bits each time.
  template <typename T>
  static void RunEverywhere(const Launch& launch, std::vector<T>& output) {
    ASSERT_EQ(aicore::Run(launch), absl::OkStatus());
    const std::vector<T> first = output;
    const Launch::Tensor& workspace = launch.workspace;
    for (const Checks checks : {Checks::kStrict, Checks::kFast}) {
      for (const int threads : {1, 2, 3, 8}) {
        SCOPED_TRACE(threads);
        SetThreadCountForTest(threads);
        std::fill(output.begin(), output.end(), T(-1));
        if (workspace.data != nullptr)
          std::memset(workspace.data, 0, static_cast<size_t>(workspace.bytes));
        Launch again = launch;
        again.checks = checks;
        again.order = Shuffled;
        ASSERT_EQ(aicore::Run(again), absl::OkStatus());
        EXPECT_EQ(output, first);
      }
    }
  }

  template <typename T>
  static Launch::Tensor TensorOf(std::vector<T>& values, bool writable, const char* name) {
    return {.data = values.data(),
            .bytes = static_cast<int64_t>(values.size() * sizeof(T)),
            .writable = writable,
            .name = name};
  }
  template <typename T>
  static absl::Span<const std::byte> BytesOf(const T& tiling) {
    return absl::MakeConstSpan(reinterpret_cast<const std::byte*>(&tiling), sizeof(T));
  }
  // Numbers that float16 holds, sums and products of a few of them, too.
  template <typename T>
  static std::vector<T> Numbers(size_t count) {
    std::mt19937 random(4);
    std::vector<T> values(count);
    for (T& value : values)
      value = static_cast<T>(static_cast<float>(static_cast<int>(random() % 65) - 32));
    return values;
  }
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_RUN_SAMPLES_H_
