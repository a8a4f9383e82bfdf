// A small tensor library as those that stand on aclnn are built: tensors are views of shared
// buffers, streams are made when they are first used, and workspaces come from a pool. An image
// runs through a pipeline on two streams, then once more as a captured model; both results are
// compared with a computation on the host.
//
//   tools/bazel run //docs/examples:tensor_library

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "acl_example.h"
#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_constant_pad_nd.h"
#include "aclnnop/aclnn_gelu.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_permute.h"
#include "aclnnop/aclnn_slice.h"
#include "aclnnop/aclnn_sub.h"

using acl_example::Check;
using Dims = std::vector<int64_t>;

// Device memory that several tensors share.
class Buffer {
 public:
  explicit Buffer(size_t bytes) : bytes_(bytes) {
    Check(aclrtMalloc(&data_, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  }
  ~Buffer() { Check(aclrtFree(data_)); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }

 private:
  const size_t bytes_;
  void* data_ = nullptr;
};

// float32 numbers in a buffer: element i lies at offset + the sum of i[d] * strides[d].
class Tensor {
 public:
  // Contiguous, in a buffer of its own.
  explicit Tensor(Dims shape) : shape_(std::move(shape)), strides_(shape_.size(), 1) {
    for (size_t d = shape_.size(); d-- > 1;) strides_[d - 1] = strides_[d] * shape_[d];
    buffer_ = std::make_shared<Buffer>(static_cast<size_t>(count()) * sizeof(float));
  }

  const Dims& shape() const { return shape_; }
  int64_t count() const {
    int64_t count = 1;
    for (const int64_t extent : shape_) count *= extent;
    return count;
  }

  // The same numbers with two dimensions exchanged. Nothing is copied.
  Tensor Transposed(size_t a, size_t b) const {
    Tensor view = *this;
    std::swap(view.shape_[a], view.shape_[b]);
    std::swap(view.strides_[a], view.strides_[b]);
    return view;
  }

  // Elements from `start` on of the first dimension.
  Tensor Rows(int64_t start, int64_t rows) const {
    Tensor view = *this;
    view.offset_ += start * strides_[0];
    view.shape_[0] = rows;
    return view;
  }

  void Upload(const std::vector<float>& values) const {
    Check(aclrtMemcpy(buffer_->data(), buffer_->bytes(), values.data(),
                      values.size() * sizeof(float), ACL_MEMCPY_HOST_TO_DEVICE));
  }
  std::vector<float> Download() const {
    std::vector<float> values(buffer_->bytes() / sizeof(float));
    Check(aclrtMemcpy(values.data(), buffer_->bytes(), buffer_->data(), buffer_->bytes(),
                      ACL_MEMCPY_DEVICE_TO_HOST));
    return values;
  }

  // What aclnn functions take. The storage has one dimension, whatever the view has.
  aclTensor* Handle() const {
    const auto elements = static_cast<int64_t>(buffer_->bytes() / sizeof(float));
    aclTensor* handle = aclCreateTensor(shape_.data(), shape_.size(), ACL_FLOAT, strides_.data(),
                                        offset_, ACL_FORMAT_ND, &elements, 1, buffer_->data());
    if (handle == nullptr) Check(ACL_ERROR_INVALID_PARAM);
    return handle;
  }

 private:
  std::shared_ptr<Buffer> buffer_;
  Dims shape_, strides_;
  int64_t offset_ = 0;
};

// A queue of work, made when it is first used, and the workspaces of that work.
class Stream {
 public:
  ~Stream() {
    if (handle_ != nullptr) Check(aclrtDestroyStream(handle_));
  }

  aclrtStream handle() {
    if (handle_ == nullptr) Check(aclrtCreateStream(&handle_));
    return handle_;
  }

  // A block of the pool. It is in the pool again at once: the next call on this stream may get the
  // same block, because its work begins when this call's has ended.
  void* Workspace(uint64_t bytes) {
    if (bytes == 0) return nullptr;
    ++workspaces_;
    auto block = pool_.lower_bound(bytes);
    if (block == pool_.end()) {
      const uint64_t rounded = (bytes + 4095) / 4096 * 4096;
      block = pool_.emplace(rounded, std::make_unique<Buffer>(rounded)).first;
    }
    return block->second->data();
  }
  size_t workspaces() const { return workspaces_; }
  size_t blocks() const { return pool_.size(); }

  // What others queued so far is done before what this stream does from now on.
  void WaitFor(Stream& other) {
    aclrtEvent event = nullptr;
    Check(aclrtCreateEvent(&event));
    Check(aclrtRecordEvent(event, other.handle()));
    Check(aclrtStreamWaitEvent(handle(), event));
    Check(aclrtDestroyEvent(event));  // what refers to it stays
  }

  // Both phases of a function. Its tensors and numbers may end when this returns, while the work
  // is still queued.
  template <class Phase1, class Phase2, class... Args>
  void Call(Phase1 get_workspace_size, Phase2 run, Args... args) {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    Check(get_workspace_size(args..., &bytes, &executor));
    Check(run(Workspace(bytes), bytes, executor, handle()));
  }

 private:
  aclrtStream handle_ = nullptr;
  std::map<uint64_t, std::unique_ptr<Buffer>> pool_;  // by size
  size_t workspaces_ = 0;                             // that calls have asked for
};

// An object of the C API that ends with the expression it is made in.
template <class T, class Destroy>
class Temporary {
 public:
  Temporary(T* object, Destroy destroy) : object_(object), destroy_(destroy) {}
  ~Temporary() { Check(destroy_(object_)); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  T* get() const { return object_; }

 private:
  T* const object_;
  const Destroy destroy_;
};

Temporary<aclTensor, int (*)(const aclTensor*)> Handle(const Tensor& tensor) {
  return {tensor.Handle(), aclDestroyTensor};
}
Temporary<aclScalar, int (*)(const aclScalar*)> Number(float value) {
  return {aclCreateScalar(&value, ACL_FLOAT), aclDestroyScalar};
}
Temporary<aclIntArray, int (*)(const aclIntArray*)> Numbers(const Dims& values) {
  return {aclCreateIntArray(values.data(), values.size()), aclDestroyIntArray};
}

// ---- The operations of the library

// (x - mean) * scale, which broadcast.
void Normalise(Stream& stream, const Tensor& x, const Tensor& mean, const Tensor& scale,
               const Tensor& out) {
  stream.Call(aclnnSubGetWorkspaceSize, aclnnSub, Handle(x).get(), Handle(mean).get(),
              Number(1).get(), Handle(out).get());
  stream.Call(aclnnInplaceMulGetWorkspaceSize, aclnnInplaceMul, Handle(out).get(),
              Handle(scale).get());
}

void Permute(Stream& stream, const Tensor& x, const Dims& dims, const Tensor& out) {
  stream.Call(aclnnPermuteGetWorkspaceSize, aclnnPermute, Handle(x).get(), Numbers(dims).get(),
              Handle(out).get());
}

// Margins of zeros: how many before and after, of the last dimension first.
void Pad(Stream& stream, const Tensor& x, const Dims& margins, const Tensor& out) {
  stream.Call(aclnnConstantPadNdGetWorkspaceSize, aclnnConstantPadNd, Handle(x).get(),
              Numbers(margins).get(), Number(0).get(), Handle(out).get());
}

void Gelu(Stream& stream, const Tensor& x, const Tensor& out) {
  stream.Call(aclnnGeluGetWorkspaceSize, aclnnGelu, Handle(x).get(), Handle(out).get());
}

// Every second element of a dimension, from `start` on.
void EverySecond(Stream& stream, const Tensor& x, int64_t dim, int64_t start, const Tensor& out) {
  stream.Call(aclnnSliceGetWorkspaceSize, aclnnSlice, Handle(x).get(), dim, start, INT64_MAX,
              int64_t{2}, Handle(out).get());
}

void Cat(Stream& stream, const std::vector<Tensor>& tensors, int64_t dim, const Tensor& out) {
  std::vector<const aclTensor*> handles;
  for (const Tensor& tensor : tensors) handles.push_back(tensor.Handle());
  // The list destroys its members.
  const Temporary<aclTensorList, int (*)(const aclTensorList*)> list(
      aclCreateTensorList(handles.data(), handles.size()), aclDestroyTensorList);
  stream.Call(aclnnCatGetWorkspaceSize, aclnnCat, list.get(), dim, Handle(out).get());
}

// ---- What it is used for

constexpr int64_t kHeight = 6, kWidth = 8, kChannels = 3;
constexpr int64_t kPaddedHeight = kHeight + 2, kPaddedWidth = kWidth + 2;
const std::vector<float> kMean = {120, 110, 100}, kScale = {1 / 60.0f, 1 / 58.0f, 1 / 56.0f};

// Tensors of the pipeline. All live as long as work or a model uses them.
struct Pipeline {
  Tensor image{{kHeight, kWidth, kChannels}}, mean{{1, 1, kChannels}}, scale{{1, 1, kChannels}};
  Tensor normal{{kHeight, kWidth, kChannels}}, planes{{kChannels, kHeight, kWidth}};
  Tensor padded{{kChannels, kPaddedHeight, kPaddedWidth}};
  Tensor active{{kChannels, kPaddedHeight, kPaddedWidth}};
  Tensor even{{kChannels, kPaddedHeight, kPaddedWidth / 2}};
  Tensor odd{{kChannels, kPaddedHeight, kPaddedWidth / 2}};
  Tensor result{{kChannels, kPaddedHeight, kPaddedWidth}};

  // Normalise, permute, pad, and then two halves on two streams.
  void Queue(Stream& first, Stream& second) const {
    Normalise(first, image, mean, scale, normal);
    Permute(first, normal, {2, 0, 1}, planes);
    Pad(first, planes, {1, 1, 1, 1}, padded);
    // Views: the first channel, transposed on both sides, and the others as they are.
    Gelu(first, padded.Rows(0, 1).Transposed(1, 2), active.Rows(0, 1).Transposed(1, 2));
    Gelu(first, padded.Rows(1, 2), active.Rows(1, 2));
    second.WaitFor(first);
    EverySecond(second, active, 2, 1, odd);
    EverySecond(first, active, 2, 0, even);
    first.WaitFor(second);
    Cat(first, {even, odd}, 2, result);
  }
};

std::vector<float> Image(int seed) {
  std::vector<float> values(kHeight * kWidth * kChannels);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>((i * 37 + static_cast<size_t>(seed) * 101) % 256);
  return values;
}

// The pipeline in double precision.
std::vector<double> Expected(const std::vector<float>& image) {
  std::vector<double> result;
  for (int64_t channel = 0; channel < kChannels; ++channel) {
    for (int64_t row = 0; row < kPaddedHeight; ++row) {
      for (int64_t i = 0; i < kPaddedWidth; ++i) {
        const int64_t half = kPaddedWidth / 2, column = i < half ? 2 * i : 2 * (i - half) + 1;
        const bool inside = row >= 1 && row <= kHeight && column >= 1 && column <= kWidth;
        const int64_t pixel = ((row - 1) * kWidth + column - 1) * kChannels + channel;
        const auto c = static_cast<size_t>(channel);
        const double x =
            inside ? (double{image[static_cast<size_t>(pixel)]} - kMean[c]) * kScale[c] : 0;
        // What aclnnGelu computes is the form with tanh.
        const double u = std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x);
        result.push_back(0.5 * x * (1 + std::tanh(u)));
      }
    }
  }
  return result;
}

bool IsRight(const char* name, const Pipeline& pipeline, const std::vector<float>& image) {
  const std::vector<float> got = pipeline.result.Download();
  const std::vector<double> wanted = Expected(image);
  bool right = got.size() == wanted.size();
  double worst = 0;
  for (size_t i = 0; right && i < wanted.size(); ++i) {
    const double error = std::abs(got[i] - wanted[i]);
    right = error < 1e-6;  // which is false of NaN
    worst = std::max(worst, error);
  }
  std::printf("%s: %zu numbers, largest error %.1e, %s\n", name, wanted.size(), worst,
              right ? "right" : "wrong");
  return right;
}

bool Run() {
  Pipeline pipeline;
  pipeline.mean.Upload(kMean);
  pipeline.scale.Upload(kScale);
  Stream first, second;

  pipeline.image.Upload(Image(1));
  pipeline.Queue(first, second);
  Check(aclrtSynchronizeStream(first.handle()));
  bool right = IsRight("called", pipeline, Image(1));

  // The same calls again, recorded instead of run. The model then serves any image.
  aclmdlRI model = nullptr;
  Check(aclmdlRICaptureBegin(first.handle(), ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL));
  pipeline.Queue(first, second);
  Check(aclmdlRICaptureEnd(first.handle(), &model));
  for (int seed : {2, 3}) {
    pipeline.image.Upload(Image(seed));
    Check(aclmdlRIExecuteAsync(model, first.handle()));
    Check(aclrtSynchronizeStream(first.handle()));
    right = IsRight("as a model", pipeline, Image(seed)) && right;
  }
  Check(aclmdlRIDestroy(model));
  std::printf("workspaces: %zu in %zu blocks and %zu in %zu blocks\n", first.workspaces(),
              first.blocks(), second.workspaces(), second.blocks());
  return right;
}

int main() {
  Check(aclInit(nullptr));
  Check(aclrtSetDevice(0));
  const bool right = Run();
  Check(aclrtResetDevice(0));
  Check(aclFinalize());
  return right ? 0 : 1;
}
