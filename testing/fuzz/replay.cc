// replay FILE...: a fuzz target without libFuzzer, on files that are there.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int main(int count, char** files) {
  for (int i = 1; i < count; ++i) {
    std::ifstream file(files[i], std::ios::binary);
    if (!file) {
      std::printf("%s cannot be read\n", files[i]);
      return 1;
    }
    const std::vector<uint8_t> bytes(std::istreambuf_iterator<char>(file), {});
    std::printf("%s\n", files[i]);
    std::fflush(stdout);
    (void)LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  return count > 1 ? 0 : 1;
}
