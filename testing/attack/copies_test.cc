// copies_test [RUNS]: a million random strided copies by aclnnInplaceCopy against a loop over
// bytes. Both tensors have any strides; the source also strides of 0, negative ones and extents
// that are repeated. What lies between the elements of the result must stay as it is.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "acl/acl.h"
#include "aclnnop/aclnn_copy.h"
#include "runtime/cpu/elementwise.h"

namespace openaclnn::attack {
namespace {

// The most elements of a copy that is not one of the long ones.
constexpr int64_t kFewElements = 400;
// Bytes around both tensors, which nobody may write.
constexpr int64_t kMargin = 64;
constexpr int64_t kMaxBytes = 1 << 18;

struct Type {
  aclDataType dtype;
  int64_t bytes;
};
constexpr Type kTypes[] = {{ACL_INT8, 1},  {ACL_UINT8, 1},  {ACL_FLOAT16, 2}, {ACL_BF16, 2},
                           {ACL_INT16, 2}, {ACL_FLOAT, 4},  {ACL_INT32, 4},   {ACL_UINT32, 4},
                           {ACL_INT64, 8}, {ACL_DOUBLE, 8}, {ACL_UINT64, 8}};

// A view, and what it needs: `offset` elements before the first one, `storage` in all.
struct View {
  std::vector<int64_t> shape, strides;
  int64_t offset = 0, storage = 1;
};

class Copies {
 public:
  explicit Copies(uint64_t seed)
      : random_(seed), source_(Allocate()), result_(Allocate()), noise_(2 * kMaxBytes) {
    for (char& byte : noise_) byte = static_cast<char>(random_());
  }
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;
  ~Copies() {
    aclrtFree(source_);
    aclrtFree(result_);
  }

  // False after a message if the copy is wrong.
  bool Run() {
    const Type type = kTypes[Below(std::size(kTypes))];
    const auto bytes = [&](const View& view) { return view.storage * type.bytes + 2 * kMargin; };
    View to, from;
    do {
      const std::vector<int64_t> shape = Shape();
      to = Apart(shape), from = Anyhow(Repeatable(shape));
    } while (std::max(bytes(to), bytes(from)) > kMaxBytes);
    FillWithNoise(source_, bytes(from));
    FillWithNoise(result_, bytes(to));
    wanted_.assign(result_, result_ + bytes(to));
    CopyByBytes(source_ + kMargin, from, wanted_.data() + kMargin, to, type.bytes);
    const int code = Copy(from, to, type.dtype);
    if (code == 0 && std::memcmp(wanted_.data(), result_, wanted_.size()) == 0) return true;
    const auto differ = std::mismatch(wanted_.begin(), wanted_.end(), result_).first;
    std::fprintf(
        stderr, "%s\n",
        absl::StrCat(type.bytes, " bytes, ", Text("selfRef", to), ", ", Text("src", from),
                     code != 0 ? absl::StrCat(": code ", code, ", ", aclGetRecentErrMsg())
                               : absl::StrCat(": byte ", differ - wanted_.begin() - kMargin,
                                              " of the result is wrong"))
            .c_str());
    return false;
  }

 private:
  static char* Allocate() {
    void* memory = nullptr;
    if (aclrtMalloc(&memory, kMaxBytes, ACL_MEM_MALLOC_HUGE_FIRST) != 0) std::abort();
    return static_cast<char*>(memory);
  }

  int64_t Below(int64_t end) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(end));
  }

  // Mostly few elements; now and then one long row, or two, so that vectors and tiles are filled.
  std::vector<int64_t> Shape() {
    std::vector<int64_t> shape(Below(8) == 0 ? Below(9) : Below(5));
    int64_t count = 1;
    for (int64_t& extent : shape) {
      extent = Below(50) == 0
                   ? 0
                   : 1 + Below(std::max<int64_t>(1, std::min<int64_t>(40, kFewElements / count)));
      count = std::max<int64_t>(1, count * extent);
    }
    for (int i = 0; i < 2 && !shape.empty() && Below(8) == 0; ++i)
      shape[Below(static_cast<int64_t>(shape.size()))] = 1 + Below(i == 0 ? 700 : 40);
    return shape;
  }

  // Elements in different places, with room between them, dimensions in any order.
  View Apart(const std::vector<int64_t>& shape) {
    View view = {shape, std::vector<int64_t>(shape.size()), Below(3) == 0 ? Below(9) : 0, 0};
    std::vector<size_t> order(shape.size());
    std::iota(order.begin(), order.end(), size_t{0});
    if (Below(2) == 0) {
      std::shuffle(order.begin(), order.end(), random_);
    } else {
      std::reverse(order.begin(), order.end());
    }
    int64_t step = 1;
    for (const size_t dim : order) {
      step *= Below(4) == 0 ? 1 + Below(4) : 1;
      step += Below(4) == 0 ? Below(5) : 0;
      view.strides[dim] = step;
      step *= std::max<int64_t>(1, shape[dim]);
    }
    view.storage = view.offset + step;
    return view;
  }

  // Leading extents that are not there, and others that are 1.
  std::vector<int64_t> Repeatable(std::vector<int64_t> shape) {
    if (Below(6) == 0 && !shape.empty())
      shape.erase(shape.begin(), shape.begin() + Below(static_cast<int64_t>(shape.size()) + 1));
    for (int64_t& extent : shape) extent = Below(12) == 0 ? 1 : extent;
    return shape;
  }

  // Elements anywhere, also backwards and several in one place.
  View Anyhow(const std::vector<int64_t>& shape) {
    View view = Apart(shape);
    int64_t below = 0, above = 0;
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      int64_t& stride = view.strides[dim];
      if (Below(10) == 0) stride = 0;
      if (Below(10) == 0) stride = 1 + Below(5);
      if (Below(8) == 0) stride = -stride;
      (stride < 0 ? below : above) += stride * std::max<int64_t>(0, shape[dim] - 1);
    }
    view.offset -= below;
    view.storage = view.offset + above + 1;
    return view;
  }

  void FillWithNoise(char* memory, int64_t bytes) {
    std::memcpy(memory, noise_.data() + Below(kMaxBytes), static_cast<size_t>(bytes));
  }

  // Element by element, counting in the extents of `to`.
  static void CopyByBytes(const char* source, const View& from, char* result, const View& to,
                          int64_t bytes) {
    const size_t rank = to.shape.size(), missing = rank - from.shape.size();
    std::vector<int64_t> steps(rank), index(rank);
    for (size_t dim = missing; dim < rank; ++dim)
      steps[dim] = from.shape[dim - missing] == 1 ? 0 : from.strides[dim - missing];
    int64_t at = from.offset, place = to.offset;
    for (int64_t left = std::accumulate(to.shape.begin(), to.shape.end(), int64_t{1},
                                        [](int64_t a, int64_t b) { return a * b; });
         left > 0; --left) {
      for (int64_t byte = 0; byte < bytes; ++byte)
        result[place * bytes + byte] = source[at * bytes + byte];
      for (size_t dim = rank; dim-- > 0;) {
        at += steps[dim], place += to.strides[dim];
        if (++index[dim] < to.shape[dim]) break;
        at -= steps[dim] * index[dim], place -= to.strides[dim] * index[dim];
        index[dim] = 0;
      }
    }
  }

  static aclTensor* Tensor(const View& view, aclDataType dtype, void* data) {
    return aclCreateTensor(view.shape.data(), view.shape.size(), dtype, view.strides.data(),
                           view.offset, ACL_FORMAT_ND, &view.storage, 1, data);
  }

  int Copy(const View& from, const View& to, aclDataType dtype) const {
    aclTensor* const self = Tensor(to, dtype, result_ + kMargin);
    aclTensor* const other = Tensor(from, dtype, source_ + kMargin);
    uint64_t workspace = 0;
    aclOpExecutor* executor = nullptr;
    int code = aclnnInplaceCopyGetWorkspaceSize(self, other, &workspace, &executor);
    if (code == 0) code = aclnnInplaceCopy(nullptr, workspace, executor, nullptr);
    if (code == 0) code = aclrtSynchronizeStream(nullptr);
    aclDestroyTensor(self);
    aclDestroyTensor(other);
    return code;
  }

  static std::string Text(const char* name, const View& view) {
    return absl::StrCat(name, " shape [", absl::StrJoin(view.shape, ", "), "] strides [",
                        absl::StrJoin(view.strides, ", "), "] offset ", view.offset);
  }

  std::mt19937_64 random_;
  char *const source_, *const result_;  // device memory of kMaxBytes
  std::vector<char> noise_, wanted_;
};

int Main(int64_t runs) {
  if (aclInit(nullptr) != 0 || aclrtSetDevice(0) != 0) return 2;
  auto copies = std::make_unique<Copies>(1);
  for (int64_t run = 0; run < runs; ++run) {
    // In the small chunks there are several in most copies, and results are written past the
    // caches.
    SetElementwiseChunkForTest(run % 4 == 0 ? 64 : 0);
    if (!copies->Run()) {
      std::fprintf(stderr, "in copy %lld\n", static_cast<long long>(run));
      return 1;
    }
    if ((run + 1) % 100000 == 0)
      std::printf("%lld copies are right\n", static_cast<long long>(run + 1));
  }
  copies.reset();
  return aclrtResetDevice(0) == 0 && aclFinalize() == 0 ? 0 : 2;
}

}  // namespace
}  // namespace openaclnn::attack

int main(int argc, char** argv) {
  return openaclnn::attack::Main(argc > 1 ? std::atoll(argv[1]) : 1000000);
}
