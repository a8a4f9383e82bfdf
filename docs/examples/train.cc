// Trains a small network through the aclnn functions, forward and backward, in float32 and in
// bfloat16.
//
//   tools/bazel run //docs/examples:train
//
// The network maps a point (a, b) to the number sin(3 a) * b:
//
//   linear -> GeGLU -> linear -> SELU -> linear -> hardswish -> linear -> GELU -> linear
//
// The activations and their gradients run on the device, in the dtype that is trained. The linear
// layers and Adam are plain float32 loops on the host: this library has no matrix product. Exits
// with 1 if the loss does not fall to a thousandth in both dtypes.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_geglu.h"
#include "aclnnop/aclnn_geglu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_selu.h"
#include "aclnnop/aclnn_selu_backward.h"

namespace {

constexpr int64_t kSamples = 256;
constexpr int64_t kWidth = 16;
constexpr int kSteps = 400;
// Without a gradient the loss stays what it was; a thousandth of it is an error of 3% of the
// targets. Both dtypes get ten times as far.
constexpr float kLeastFall = 1000;

using Values = std::vector<float>;  // a matrix of kSamples rows on the host, row after row

// Ends the program with the library's explanation if a call fails.
void Check(int code) {
  if (code == ACL_SUCCESS) return;
  const char* message = aclGetRecentErrMsg();
  std::fprintf(stderr, "failed with %d: %s\n", code, message != nullptr ? message : "");
  std::exit(1);
}

// bfloat16 is the upper half of a float32, here rounded to nearest even.
uint16_t ToBFloat16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
float FromBFloat16(uint16_t value) { return std::bit_cast<float>(uint32_t{value} << 16); }

// A contiguous matrix of kSamples rows in device memory.
class Tensor {
 public:
  Tensor(aclDataType dtype, int64_t columns)
      : dtype_(dtype), count_(kSamples * columns), bytes_(count_ * aclDataTypeSize(dtype)) {
    const int64_t shape[] = {kSamples, columns};
    Check(aclrtMalloc(&memory_, bytes_, ACL_MEM_MALLOC_HUGE_FIRST));
    handle_ = aclCreateTensor(shape, 2, dtype, nullptr, 0, ACL_FORMAT_ND, shape, 2, memory_);
  }
  ~Tensor() {
    aclDestroyTensor(handle_);
    aclrtFree(memory_);
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;

  aclTensor* get() const { return handle_; }

  void Write(const Values& values) {
    std::vector<uint16_t> halves;
    const void* source = values.data();
    if (dtype_ == ACL_BF16) {
      for (float value : values) halves.push_back(ToBFloat16(value));
      source = halves.data();
    }
    Check(aclrtMemcpy(memory_, bytes_, source, bytes_, ACL_MEMCPY_HOST_TO_DEVICE));
  }

  Values Read() const {
    Values values(count_);
    std::vector<uint16_t> halves(dtype_ == ACL_BF16 ? count_ : 0);
    void* target = dtype_ == ACL_BF16 ? static_cast<void*>(halves.data()) : values.data();
    Check(aclrtMemcpy(target, bytes_, memory_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST));
    for (size_t i = 0; i < halves.size(); ++i) values[i] = FromBFloat16(halves[i]);
    return values;
  }

 private:
  aclDataType dtype_;
  size_t count_, bytes_;
  void* memory_ = nullptr;
  aclTensor* handle_ = nullptr;
};

// Runs one operator: `plan` gets the last two arguments of aclnnXxxGetWorkspaceSize, `execute` is
// aclnnXxx.
template <typename Plan>
void Run(aclrtStream stream, Plan plan,
         aclnnStatus (*execute)(void*, uint64_t, aclOpExecutor*, aclrtStream)) {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  void* workspace = nullptr;
  Check(plan(&workspace_size, &executor));
  if (workspace_size > 0) Check(aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST));
  Check(execute(workspace, workspace_size, executor, stream));
  Check(aclrtSynchronizeStream(stream));
  if (workspace != nullptr) aclrtFree(workspace);
}

enum class Function { kGeGlu, kSelu, kHardswish, kGelu };

// An activation on the device. GeGLU takes 2 * kWidth columns and gives kWidth, the others take and
// give kWidth.
class Activation {
 public:
  Activation(Function function, aclDataType dtype, aclrtStream stream)
      : function_(function),
        stream_(stream),
        in_(dtype, function == Function::kGeGlu ? 2 * kWidth : kWidth),
        in_grad_(dtype, function == Function::kGeGlu ? 2 * kWidth : kWidth),
        out_(dtype, kWidth),
        gelu_(dtype, kWidth),
        out_grad_(dtype, kWidth) {}

  Values Forward(const Values& in) {
    in_.Write(in);
    switch (function_) {
      case Function::kGeGlu:  // the second half of each row gates the first
        Run(
            stream_,
            [&](auto... last) {
              return aclnnGeGluV3GetWorkspaceSize(in_.get(), -1, 0, false, out_.get(), gelu_.get(),
                                                  last...);
            },
            aclnnGeGluV3);
        break;
      case Function::kSelu:
        Run(
            stream_,
            [&](auto... last) { return aclnnSeluGetWorkspaceSize(in_.get(), out_.get(), last...); },
            aclnnSelu);
        break;
      case Function::kHardswish:
        Run(
            stream_,
            [&](auto... last) {
              return aclnnHardswishGetWorkspaceSize(in_.get(), out_.get(), last...);
            },
            aclnnHardswish);
        break;
      case Function::kGelu:
        Run(
            stream_,
            [&](auto... last) {
              return aclnnGeluV2GetWorkspaceSize(in_.get(), 0, out_.get(), last...);
            },
            aclnnGeluV2);
        break;
    }
    return out_.Read();
  }

  // From the gradient of the loss with respect to the output of the last Forward, that with respect
  // to its input.
  Values Backward(const Values& out_grad) {
    out_grad_.Write(out_grad);
    const aclTensor* const grad = out_grad_.get();
    aclTensor* const result = in_grad_.get();
    char form[] = "none";
    switch (function_) {
      case Function::kGeGlu:  // uses the GELU that the forward gave
        Run(
            stream_,
            [&](auto... last) {
              return aclnnGeGluV3BackwardGetWorkspaceSize(grad, in_.get(), gelu_.get(), -1, 0,
                                                          false, result, last...);
            },
            aclnnGeGluV3Backward);
        break;
      case Function::kSelu:  // is computed from the result of SELU, not from its input
        Run(
            stream_,
            [&](auto... last) {
              return aclnnSeluBackwardGetWorkspaceSize(grad, out_.get(), result, last...);
            },
            aclnnSeluBackward);
        break;
      case Function::kHardswish:
        Run(
            stream_,
            [&](auto... last) {
              return aclnnHardswishBackwardGetWorkspaceSize(grad, in_.get(), result, last...);
            },
            aclnnHardswishBackward);
        break;
      case Function::kGelu:
        Run(
            stream_,
            [&](auto... last) {
              return aclnnGeluBackwardV2GetWorkspaceSize(grad, in_.get(), form, result, last...);
            },
            aclnnGeluBackwardV2);
        break;
    }
    return in_grad_.Read();
  }

 private:
  Function function_;
  aclrtStream stream_;
  Tensor in_, in_grad_, out_, gelu_, out_grad_;
};

// Uniform numbers in [-1, 1), the same on every machine.
class Random {
 public:
  float Next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(state_ >> 40) * 0x1p-23f - 1;
  }

 private:
  uint64_t state_ = 1;
};

// out = in * weight + bias, on the host, trained by Adam.
class Linear {
 public:
  Linear(int64_t in, int64_t out, Random& random)
      : in_(in),
        out_(out),
        parameters_((in + 1) * out),
        mean_((in + 1) * out),
        square_((in + 1) * out) {
    for (int64_t i = 0; i < in * out; ++i)
      parameters_[i] = random.Next() * std::sqrt(3.0f / static_cast<float>(in));
  }

  Values Forward(const Values& x) {
    x_ = x;
    Values y(kSamples * out_);
    for (int64_t s = 0; s < kSamples; ++s) {
      float* const row = &y[s * out_];
      std::copy_n(&parameters_[in_ * out_], out_, row);
      for (int64_t i = 0; i < in_; ++i) {
        for (int64_t o = 0; o < out_; ++o) row[o] += x[s * in_ + i] * parameters_[i * out_ + o];
      }
    }
    return y;
  }

  // Gives the gradient with respect to the input, and makes one step with that of the parameters.
  Values Backward(const Values& y_grad, int step) {
    Values x_grad(x_.size());
    Values gradient(parameters_.size());
    for (int64_t s = 0; s < kSamples; ++s) {
      for (int64_t i = 0; i < in_; ++i) {
        for (int64_t o = 0; o < out_; ++o) {
          x_grad[s * in_ + i] += y_grad[s * out_ + o] * parameters_[i * out_ + o];
          gradient[i * out_ + o] += y_grad[s * out_ + o] * x_[s * in_ + i];
        }
      }
      for (int64_t o = 0; o < out_; ++o) gradient[in_ * out_ + o] += y_grad[s * out_ + o];
    }
    const float rate = 0.01f * std::sqrt(1 - std::pow(0.999f, step)) / (1 - std::pow(0.9f, step));
    for (size_t i = 0; i < parameters_.size(); ++i) {
      mean_[i] += 0.1f * (gradient[i] - mean_[i]);
      square_[i] += 0.001f * (gradient[i] * gradient[i] - square_[i]);
      parameters_[i] -= rate * mean_[i] / (std::sqrt(square_[i]) + 1e-8f);
    }
    return x_grad;
  }

 private:
  int64_t in_, out_;
  Values parameters_, mean_, square_;  // the weights, then the biases
  Values x_;
};

// Whether the loss fell by kLeastFall.
bool Train(const char* name, aclDataType dtype, aclrtStream stream) {
  Random random;
  Values points(2 * kSamples), targets(kSamples);
  for (float& coordinate : points) coordinate = random.Next();
  for (int64_t s = 0; s < kSamples; ++s)
    targets[s] = std::sin(3 * points[2 * s]) * points[2 * s + 1];

  Linear linear[] = {{2, 2 * kWidth, random},
                     {kWidth, kWidth, random},
                     {kWidth, kWidth, random},
                     {kWidth, kWidth, random},
                     {kWidth, 1, random}};
  Activation activation[] = {{Function::kGeGlu, dtype, stream},
                             {Function::kSelu, dtype, stream},
                             {Function::kHardswish, dtype, stream},
                             {Function::kGelu, dtype, stream}};
  float first_loss = 0, loss = 0;
  for (int step = 1; step <= kSteps; ++step) {
    Values values = points;
    for (int i = 0; i < 4; ++i) values = activation[i].Forward(linear[i].Forward(values));
    values = linear[4].Forward(values);

    loss = 0;
    Values grad(kSamples);
    for (int64_t s = 0; s < kSamples; ++s) {
      const float error = values[s] - targets[s];
      loss += error * error / kSamples;
      grad[s] = 2 * error / kSamples;
    }
    if (step == 1) first_loss = loss;
    if (step == 1 || step % 100 == 0) std::printf("%s step %3d: loss %.5f\n", name, step, loss);

    grad = linear[4].Backward(grad, step);
    for (int i = 3; i >= 0; --i) grad = linear[i].Backward(activation[i].Backward(grad), step);
  }
  std::printf("%s: the loss fell by a factor of %.0f\n", name, first_loss / loss);
  return first_loss / loss >= kLeastFall;
}

}  // namespace

int main() {
  aclrtStream stream = nullptr;
  Check(aclInit(nullptr));
  Check(aclrtSetDevice(0));
  Check(aclrtCreateStream(&stream));
  const bool float32_learnt = Train("float32", ACL_FLOAT, stream);
  const bool bfloat16_learnt = Train("bfloat16", ACL_BF16, stream);
  aclrtDestroyStream(stream);
  aclrtResetDevice(0);
  aclFinalize();
  if (float32_learnt && bfloat16_learnt) return 0;
  std::fprintf(stderr, "the loss did not fall by a factor of %.0f\n", kLeastFall);
  return 1;
}
