// every_soc_test PROGRAM EXPECTED: on the AI Core backend of every chip that has the program's
// operators it must print exactly the file.
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runtime/products/products.h"

namespace {

struct Outcome {
  std::string printed;
  int status;
};

Outcome Run(const std::string& command) {
  Outcome outcome = {"", -1};
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return outcome;
  char buffer[4096];
  for (size_t count; (count = std::fread(buffer, 1, sizeof(buffer), pipe)) > 0;)
    outcome.printed.append(buffer, count);
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::stringstream expected;
  expected << std::ifstream(argv[2]).rdbuf();
  // Where a chip lacks the operator the program ends without giving back what it has, and a leak
  // report would replace what it printed.
  const char* sanitizer = std::getenv("ASAN_OPTIONS");
  setenv("ASAN_OPTIONS",
         absl::StrCat(sanitizer == nullptr ? "" : sanitizer, ":detect_leaks=0").c_str(), 1);
  int ran = 0, lacking = 0, failed = 0;
  for (const openaclnn::Soc& soc : openaclnn::AllSocs()) {
    setenv("OPENACLNN_DEVICES", absl::StrCat(soc.name, ":aicore").c_str(), 1);
    const Outcome outcome = Run(absl::StrCat("./", argv[1]));
    if (outcome.status == 0 && outcome.printed == expected.str()) {
      ++ran;
    } else if (outcome.status != 0 && absl::StrContains(outcome.printed, "ERROR: 561003")) {
      ++lacking;  // R.product
    } else {
      ++failed;
      std::printf("FAILED on %s: exit code %d, printed\n%s\nexpected\n%s\n",
                  std::string(soc.name).c_str(), outcome.status, outcome.printed.c_str(),
                  expected.str().c_str());
    }
  }
  std::printf("%d chips right, %d wrong, %d lack the operator\n", ran, failed, lacking);
  return ran > 0 && failed == 0 ? 0 : 1;
}
