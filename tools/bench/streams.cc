#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tools/bench/streams.cc"
#include "tools/bench/streams.h"

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int kInputs, int kOutputs, bool kNonTemporal>
void Loop(const float* const* inputs, float* const* outputs, size_t begin, size_t end) {
  const hn::CappedTag<float, 64> d;
  const auto factor = hn::Set(d, 0.5f), term = hn::Set(d, 0.25f);
  const float* in[kMaxStreams];
  for (int i = 0; i < kInputs; ++i) in[i] = inputs[i];
  float* out[2] = {outputs[0], kOutputs == 2 ? outputs[1] : outputs[0]};
  for (size_t at = begin; at < end; at += hn::Lanes(d)) {
    auto value = term;
    for (int i = 0; i < kInputs; ++i) value = hn::MulAdd(hn::Load(d, in[i] + at), factor, value);
    for (int i = 0; i < kOutputs; ++i) {
      if constexpr (kNonTemporal) {
        hn::Stream(value, d, out[i] + at);
      } else {
        hn::Store(value, d, out[i] + at);
      }
    }
  }
  if constexpr (kNonTemporal) hwy::FlushStream();
}

template <bool kNonTemporal>
void Choose(const float* const* inputs, int input_count, float* const* outputs, int output_count,
            size_t begin, size_t end) {
  switch (input_count * 2 + output_count) {
    case 1:
      return Loop<0, 1, kNonTemporal>(inputs, outputs, begin, end);
    case 2:
      return Loop<0, 2, kNonTemporal>(inputs, outputs, begin, end);
    case 3:
      return Loop<1, 1, kNonTemporal>(inputs, outputs, begin, end);
    case 4:
      return Loop<1, 2, kNonTemporal>(inputs, outputs, begin, end);
    case 5:
      return Loop<2, 1, kNonTemporal>(inputs, outputs, begin, end);
    case 6:
      return Loop<2, 2, kNonTemporal>(inputs, outputs, begin, end);
    case 7:
      return Loop<3, 1, kNonTemporal>(inputs, outputs, begin, end);
    case 8:
      return Loop<3, 2, kNonTemporal>(inputs, outputs, begin, end);
    case 9:
      return Loop<4, 1, kNonTemporal>(inputs, outputs, begin, end);
    default:
      return Loop<4, 2, kNonTemporal>(inputs, outputs, begin, end);
  }
}

void Streams(const float* const* inputs, int input_count, float* const* outputs, int output_count,
             bool non_temporal, size_t begin, size_t end) {
  non_temporal ? Choose<true>(inputs, input_count, outputs, output_count, begin, end)
               : Choose<false>(inputs, input_count, outputs, output_count, begin, end);
}

}  // namespace openaclnn::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::bench {

HWY_EXPORT(Streams);

void RunStreams(const float* const* inputs, int input_count, float* const* outputs,
                int output_count, bool non_temporal, size_t begin, size_t end) {
  HWY_DYNAMIC_DISPATCH(Streams)(inputs, input_count, outputs, output_count, non_temporal, begin,
                                end);
}

}  // namespace openaclnn::bench
#endif
