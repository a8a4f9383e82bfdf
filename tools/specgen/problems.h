// What is wrong with the files specgen reads, each with its place. Reading goes on after a problem,
// so that one run shows all of them.
#ifndef OPENACLNN_TOOLS_SPECGEN_PROBLEMS_H_
#define OPENACLNN_TOOLS_SPECGEN_PROBLEMS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace openaclnn::specgen {

class Problems {
 public:
  void Add(std::string_view file, int line, std::string_view message) {
    texts_.push_back(absl::StrCat(file, ":", line, ": ", message));
  }
  bool empty() const { return texts_.empty(); }
  // One per line.
  std::string Text() const { return absl::StrJoin(texts_, "\n"); }

 private:
  std::vector<std::string> texts_;
};

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_PROBLEMS_H_
