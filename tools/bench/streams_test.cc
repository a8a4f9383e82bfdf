#include "tools/bench/streams.h"

#include <algorithm>

#include "gtest/gtest.h"

namespace openaclnn::bench {
namespace {

TEST(Streams, ReadEveryInputAndWriteEveryOutput) {
  constexpr size_t kSize = 256;
  alignas(64) static float memory[kMaxStreams + 2][kSize];
  for (int inputs = 0; inputs <= kMaxStreams; ++inputs) {
    for (int outputs = 1; outputs <= 2; ++outputs) {
      for (bool non_temporal : {false, true}) {
        const float* in[kMaxStreams];
        float want = 0.25f;
        for (int i = 0; i < kMaxStreams; ++i) {
          std::fill_n(memory[i], kSize, static_cast<float>(1 << i));
          in[i] = memory[i];
          if (i < inputs) want += 0.5f * memory[i][0];
        }
        float* out[2] = {memory[kMaxStreams], memory[kMaxStreams + 1]};
        for (float* to : out) std::fill_n(to, kSize, -1.0f);
        RunStreams(in, inputs, out, outputs, non_temporal, 64, 192);
        for (size_t i = 0; i < kSize; ++i) {
          const bool inside = i >= 64 && i < 192;
          ASSERT_EQ(out[0][i], inside ? want : -1) << inputs << " " << outputs << " " << i;
          ASSERT_EQ(out[1][i], inside && outputs == 2 ? want : -1)
              << inputs << " " << outputs << " " << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::bench
