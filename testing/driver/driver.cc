// Runs exported cases through the plain aclnn API and writes down what comes out, for the report to
// compare (docs/golden_format.md, "Results from elsewhere"). The same source builds against
// openaclnn and against the vendor's libraries; it needs nothing else.
//
//   driver FOLDER PRODUCT OUT
//
// FOLDER: cases.txt and data.bin as exported; PRODUCT: such as atlas_a2; OUT: the file to send
// back.
//
// Exit status: 0 if results of at least one case were written, whatever the cases gave; 1 if no
// case ran; 2 if the arguments, the exported files or the device cannot be used.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace {

// An argument of a call, in whichever member its kind has.
struct Arg {
  aclTensor* tensor = nullptr;
  aclScalar* scalar = nullptr;
  aclIntArray* int_array = nullptr;
  aclTensorList* tensors = nullptr;
  std::string text;
  int64_t number = 0;
  double real = 0;
};
using Args = std::vector<Arg>;

struct Call {
  const char* function;
  int (*plan)(Args& args, uint64_t* workspace_size, aclOpExecutor** executor);
  int (*run)(void* workspace, uint64_t workspace_size, aclOpExecutor* executor, aclrtStream stream);
};

}  // namespace

// kCalls: the functions whose headers are there.
#include "calls.inc"

namespace {

struct Tensor {
  std::string output;  // name of the result; empty: it is none
  std::string type;    // as safetensors names it
  int dtype = 0;
  int64_t element_bytes = 0, offset = 0, storage = 0, count = 1;
  std::vector<int64_t> shape, strides;
  void* memory = nullptr;
  aclTensor* handle = nullptr;
  bool in_list = false;    // which destroys the handle
  size_t same = SIZE_MAX;  // the argument whose tensor it is

  // Places of the elements in row-major order.
  std::vector<int64_t> Places() const {
    std::vector<int64_t> places, index(shape.size(), 0);
    for (int64_t i = 0; i < count; ++i) {
      int64_t place = offset;
      for (size_t dim = 0; dim < shape.size(); ++dim) place += index[dim] * strides[dim];
      places.push_back(place);
      for (size_t dim = shape.size(); dim-- > 0 && ++index[dim] == shape[dim];) index[dim] = 0;
    }
    return places;
  }
};

// What goes into the header of the file that is sent back.
std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted +=
        static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e ? ' ' : c;
  }
  return quoted + "\"";
}

std::string Failure(const char* call, int code) {
  const char* message = aclGetRecentErrMsg();
  std::string text = std::string("failed ") + call + " returned " + std::to_string(code) + ": ";
  return text + (message != nullptr ? message : "");
}

class Driver {
 public:
  Driver(std::string data, std::string product)
      : data_(std::move(data)), product_(std::move(product)) {}

  // Reads one case and runs it. False at the end of the list.
  bool Next(std::istream& list, aclrtStream stream) {
    std::string word, function, products;
    size_t count = 0;
    if (!(list >> word >> id_ >> function >> products >> count) || word != "case") return false;
    Args args(count);
    std::vector<Tensor> tensors(count);  // of the arguments; behind them those in lists
    std::string status;
    for (size_t i = 0; i < count; ++i) ReadArg(list, args, tensors, i, status);
    for (size_t i = 0; i < count; ++i) {
      if (tensors[i].same < count) args[i].tensor = args[tensors[i].same].tensor;
    }
    const Call* call = nullptr;
    for (const Call& candidate : kCalls) {
      if (function == candidate.function) call = &candidate;
    }
    if (("," + products + ",").find("," + product_ + ",") == std::string::npos) {
      status = "skipped other_product";
    } else if (call == nullptr) {
      status = "skipped no_function";
    } else if (status.empty()) {
      status = Run(*call, args, stream);
    }
    if (status.empty()) {
      for (const Tensor& tensor : tensors) {
        if (status.empty() && !tensor.output.empty()) status = Collect(tensor);
      }
    }
    statuses_[id_] = status.empty() ? "done" : status;
    for (size_t i = 0; i < count; ++i) {
      if (args[i].scalar != nullptr) aclDestroyScalar(args[i].scalar);
      if (args[i].int_array != nullptr) aclDestroyIntArray(args[i].int_array);
      if (args[i].tensors != nullptr) aclDestroyTensorList(args[i].tensors);
    }
    for (const Tensor& tensor : tensors) {
      if (tensor.memory == nullptr) continue;
      if (!tensor.in_list) aclDestroyTensor(tensor.handle);
      aclrtFree(tensor.memory);
    }
    return true;
  }

  // Number of cases whose function was called.
  size_t ran() const {
    size_t count = 0;
    for (const auto& [id, status] : statuses_) count += status.rfind("skipped", 0) != 0;
    return count;
  }

  // A safetensors file: header length, JSON header, data.
  bool Write(const std::string& path) const {
    std::ostringstream header;
    const char* soc = aclrtGetSocName();
    header << "{\"__metadata__\":{\"format\":\"openaclnn-returned/1\",\"product\":"
           << Quoted(product_) << ",\"soc\":" << Quoted(soc != nullptr ? soc : "");
    for (const auto& [id, status] : statuses_)
      header << "," << Quoted("case " + id) << ":" << Quoted(status);
    header << "}" << entries_.str() << "}";
    std::string text = header.str();
    text.append((8 - text.size() % 8) % 8, ' ');
    std::string length(8, '\0');
    for (int i = 0; i < 8; ++i)
      length[static_cast<size_t>(i)] = static_cast<char>(text.size() >> (8 * i));
    std::ofstream stream(path, std::ios::binary);
    stream << length << text << results_;
    stream.close();
    return static_cast<bool>(stream);
  }

  void PrintCounts() const {
    std::map<std::string, int> counts;
    for (const auto& [id, status] : statuses_)
      ++counts[status.rfind("failed", 0) == 0 ? "failed" : status];
    for (const auto& [status, count] : counts) std::printf("%d %s\n", count, status.c_str());
  }

 private:
  void ReadArg(std::istream& list, Args& args, std::vector<Tensor>& tensors, size_t i,
               std::string& status) {
    std::string kind;
    list >> kind;  // of "null" nothing follows
    if (kind == "string") list >> args[i].text;
    if (kind == "int") list >> args[i].number;
    if (kind == "double") {
      // Through text, because streams do not read "inf" and "nan".
      std::string number;
      list >> number;
      args[i].real = std::strtod(number.c_str(), nullptr);
    }
    if (kind == "ints") {
      size_t count = 0;
      list >> count;
      std::vector<int64_t> numbers(count);
      for (int64_t& number : numbers) list >> number;
      args[i].int_array = aclCreateIntArray(numbers.data(), numbers.size());
    }
    if (kind == "scalar") {
      int dtype = 0;
      std::string digits;
      list >> dtype >> digits;
      alignas(16) char bytes[16] = {};
      for (size_t byte = 0; byte < digits.size() / 2 && byte < sizeof(bytes); ++byte) {
        bytes[byte] =
            static_cast<char>(std::strtol(digits.substr(2 * byte, 2).c_str(), nullptr, 16));
      }
      args[i].scalar = aclCreateScalar(bytes, static_cast<aclDataType>(dtype));
    }
    if (kind == "same") list >> tensors[i].same;
    if (kind == "tensor") args[i].tensor = ReadTensor(list, tensors[i], status);
    if (kind == "list") {
      size_t count = 0;
      list >> count;
      std::vector<const aclTensor*> members;
      for (size_t member = 0; member < count; ++member) {
        list >> kind;  // "tensor"
        Tensor& tensor = *tensors.emplace(tensors.end());
        tensor.in_list = true;
        members.push_back(ReadTensor(list, tensor, status));
      }
      args[i].tensors = aclCreateTensorList(members.data(), count);
    }
  }

  // The tensor with its elements, in memory of its own.
  aclTensor* ReadTensor(std::istream& list, Tensor& tensor, std::string& status) {
    size_t rank = 0;
    int64_t input = 0;
    list >> tensor.output >> tensor.type >> tensor.dtype >> tensor.element_bytes >> input >>
        tensor.offset >> tensor.storage >> rank;
    if (tensor.output == "-") tensor.output.clear();
    tensor.shape.resize(rank);
    tensor.strides.resize(rank);
    for (int64_t& extent : tensor.shape) list >> extent;
    for (int64_t& stride : tensor.strides) list >> stride;
    for (const int64_t extent : tensor.shape) tensor.count *= extent;
    // Elements that nothing writes are not zero, so that a kernel that writes too little is seen.
    std::string storage(static_cast<size_t>(tensor.storage * tensor.element_bytes), '\x5a');
    if (input >= 0) {
      const auto size = static_cast<size_t>(tensor.element_bytes);
      size_t from = static_cast<size_t>(input);
      for (const int64_t place : tensor.Places()) {
        if (from + size > data_.size() ||
            (static_cast<size_t>(place) + 1) * size > storage.size()) {
          status = "failed cases.txt and data.bin do not belong together";
          break;
        }
        std::memcpy(&storage[static_cast<size_t>(place) * size], data_.data() + from, size);
        from += size;
      }
    }
    const size_t bytes = storage.empty() ? 1 : storage.size();
    int code = aclrtMalloc(&tensor.memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    if (code == 0 && !storage.empty())
      code = aclrtMemcpy(tensor.memory, bytes, storage.data(), storage.size(),
                         ACL_MEMCPY_HOST_TO_DEVICE);
    if (code != 0 && status.empty()) status = Failure("aclrtMalloc or aclrtMemcpy", code);
    tensor.handle = aclCreateTensor(
        tensor.shape.data(), rank, static_cast<aclDataType>(tensor.dtype), tensor.strides.data(),
        tensor.offset, ACL_FORMAT_ND, &tensor.storage, 1, tensor.memory);
    return tensor.handle;
  }

  static std::string Run(const Call& call, Args& args, aclrtStream stream) {
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    if (const int code = call.plan(args, &workspace_size, &executor); code != 0)
      return Failure("phase 1", code);
    void* workspace = nullptr;
    if (workspace_size > 0) {
      if (const int code = aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST);
          code != 0)
        return Failure("aclrtMalloc", code);
    }
    int code = call.run(workspace, workspace_size, executor, stream);
    std::string status = code != 0 ? Failure("phase 2", code) : "";
    if (status.empty()) {
      code = aclrtSynchronizeStream(stream);
      if (code != 0) status = Failure("aclrtSynchronizeStream", code);
    }
    if (workspace != nullptr) aclrtFree(workspace);
    return status;
  }

  std::string Collect(const Tensor& tensor) {
    std::string storage(static_cast<size_t>(tensor.storage * tensor.element_bytes), '\0');
    if (!storage.empty()) {
      const int code = aclrtMemcpy(&storage[0], storage.size(), tensor.memory, storage.size(),
                                   ACL_MEMCPY_DEVICE_TO_HOST);
      if (code != 0) return Failure("aclrtMemcpy", code);
    }
    const size_t begin = results_.size();
    for (const int64_t place : tensor.Places())
      results_.append(storage, static_cast<size_t>(place * tensor.element_bytes),
                      static_cast<size_t>(tensor.element_bytes));
    entries_ << "," << Quoted(id_ + "/" + tensor.output) << ":{\"dtype\":" << Quoted(tensor.type)
             << ",\"shape\":[";
    for (size_t dim = 0; dim < tensor.shape.size(); ++dim)
      entries_ << (dim > 0 ? "," : "") << tensor.shape[dim];
    entries_ << "],\"data_offsets\":[" << begin << "," << results_.size() << "]}";
    return "";
  }

  const std::string data_, product_;
  std::string id_, results_;
  std::ostringstream entries_;
  std::map<std::string, std::string> statuses_;
};

int Fail(const std::string& text) {
  const char* message = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s %s\n", text.c_str(), message != nullptr ? message : "");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return Fail("usage: driver FOLDER PRODUCT OUT");
  const std::string folder = argv[1];
  std::ifstream list(folder + "/cases.txt");
  std::ifstream data(folder + "/data.bin", std::ios::binary);
  std::string version, products;
  size_t count = 0;
  if (!data || !(list >> version >> count >> products) || version != "openaclnn-exchange/2") {
    return Fail(folder + " holds no exported cases of format openaclnn-exchange/2");
  }
  const std::string product = argv[2];
  if (product.find(',') != std::string::npos ||
      ("," + products + ",").find("," + product + ",") == std::string::npos) {
    return Fail("PRODUCT is '" + product + "'; accepted are " + products);
  }
  std::ostringstream bytes;
  bytes << data.rdbuf();
  aclrtStream stream = nullptr;
  if (aclInit(nullptr) != 0 || aclrtSetDevice(0) != 0 || aclrtCreateStream(&stream) != 0)
    return Fail("the device cannot be used:");
  Driver driver(bytes.str(), product);
  for (size_t i = 0; i < count; ++i) {
    if (!driver.Next(list, stream)) return Fail("cases.txt ends too soon");
    if ((i + 1) % 500 == 0) std::fprintf(stderr, "%zu of %zu cases\n", i + 1, count);
  }
  const bool written = driver.Write(argv[3]);
  driver.PrintCounts();
  aclrtDestroyStream(stream);
  aclrtResetDevice(0);
  aclFinalize();
  if (!written) return Fail(std::string("cannot write ") + argv[3]);
  if (driver.ran() > 0) return 0;
  std::fprintf(stderr, "no case ran: every one of %zu was skipped, for the reasons above\n", count);
  return 1;
}
