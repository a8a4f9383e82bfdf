// A strict view of YAML: every access says what it expects, and what is not as expected becomes a
// problem with file and line.
#ifndef OPENACLNN_TOOLS_SPECGEN_YAML_H_
#define OPENACLNN_TOOLS_SPECGEN_YAML_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/specgen/problems.h"
#include "yaml-cpp/yaml.h"

namespace openaclnn::specgen {

// A node, or the absence of one. The absence was reported when it was found; reading from it gives
// empty values and no further problems.
class Yaml {
 public:
  // `file` is the name problems are reported under. The result is absent if the text is not YAML.
  static Yaml Parse(const std::string& text, std::string_view file, Problems* problems);

  explicit operator bool() const { return present_; }
  int line() const { return line_; }
  bool IsScalar() const { return present_ && node_.IsScalar(); }
  bool IsSequence() const { return present_ && node_.IsSequence(); }
  bool IsMap() const { return present_ && node_.IsMap(); }
  // The word null, or nothing at all: YAML does not tell them apart.
  bool IsNull() const { return present_ && node_.IsNull(); }

  void Error(std::string_view message) const;

  // Maps. Fields() checks that this is a map with no keys but these and none twice; Required()
  // reports a missing key.
  void Fields(std::initializer_list<std::string_view> required,
              std::initializer_list<std::string_view> optional = {}) const;
  Yaml operator[](std::string_view key) const;
  std::vector<std::pair<std::string, Yaml>> Entries() const;

  // Lists.
  std::vector<Yaml> Items() const;

  // Scalars.
  std::string Text() const;
  int64_t Integer() const;
  double Number() const;
  bool Flag() const;
  std::vector<std::string> Texts() const;

 private:
  Yaml(std::string_view file, Problems* problems) : file_(file), problems_(problems) {}
  Yaml Child(const YAML::Node& node) const;

  YAML::Node node_;
  bool present_ = false;
  int line_ = 0;
  std::string file_;
  Problems* problems_;
};

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_YAML_H_
