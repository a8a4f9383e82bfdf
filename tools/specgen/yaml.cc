#include "tools/specgen/yaml.h"

#include <algorithm>
#include <set>

#include "absl/strings/numbers.h"
#include "yaml-cpp/yaml.h"

namespace openaclnn::specgen {

Yaml Yaml::Parse(const std::string& text, std::string_view file, Problems* problems) {
  Yaml root(file, problems);
  // The one place that meets the library's exceptions: it has no other way to report what is not
  // YAML.
  try {
    root.node_ = YAML::Load(text);
    root.present_ = true;
    root.line_ = 1;
  } catch (const YAML::Exception& error) {
    problems->Add(file, error.mark.line + 1, absl::StrCat("not YAML: ", error.msg));
  }
  return root;
}

Yaml Yaml::Child(const YAML::Node& node) const {
  Yaml child(file_, problems_);
  child.node_ = node;
  child.present_ = true;
  child.line_ = node.Mark().is_null() ? line_ : node.Mark().line + 1;
  return child;
}

void Yaml::Error(std::string_view message) const { problems_->Add(file_, line_, message); }

void Yaml::Fields(std::initializer_list<std::string_view> required,
                  std::initializer_list<std::string_view> optional) const {
  std::set<std::string> seen;
  for (const auto& [key, value] : Entries()) {
    const bool known = std::find(required.begin(), required.end(), key) != required.end() ||
                       std::find(optional.begin(), optional.end(), key) != optional.end();
    if (!known) {
      std::vector<std::string_view> all(required);
      all.insert(all.end(), optional.begin(), optional.end());
      value.Error(
          absl::StrCat("unknown key \"", key, "\"; known here: ", absl::StrJoin(all, ", ")));
    }
    seen.insert(key);
  }
  if (!IsMap()) return;
  for (std::string_view key : required) {
    if (!seen.contains(std::string(key))) Error(absl::StrCat("missing key \"", key, "\""));
  }
}

Yaml Yaml::operator[](std::string_view key) const {
  if (IsMap()) {
    for (const auto& entry : node_) {
      if (entry.first.IsScalar() && entry.first.Scalar() == key) return Child(entry.second);
    }
  }
  Yaml absent(file_, problems_);
  absent.line_ = line_;
  return absent;
}

std::vector<std::pair<std::string, Yaml>> Yaml::Entries() const {
  std::vector<std::pair<std::string, Yaml>> entries;
  if (!present_) return entries;
  if (!node_.IsMap()) {
    Error("a map is expected here");
    return entries;
  }
  std::set<std::string> seen;
  for (const auto& entry : node_) {
    Yaml key = Child(entry.first);
    if (!entry.first.IsScalar() && !entry.first.IsNull()) {
      key.Error("a key must be a word");
      continue;
    }
    const std::string word = entry.first.IsNull() ? "null" : entry.first.Scalar();
    if (!seen.insert(word).second) {
      key.Error(absl::StrCat("key \"", word, "\" stands here twice"));
      continue;
    }
    Yaml value = Child(entry.second);
    value.line_ =
        key.line_;  // an empty value has no place of its own, and the key is where one looks
    entries.emplace_back(word, value);
  }
  return entries;
}

std::vector<Yaml> Yaml::Items() const {
  std::vector<Yaml> items;
  if (!present_) return items;
  if (!node_.IsSequence()) {
    Error("a list is expected here");
    return items;
  }
  for (const auto& item : node_) items.push_back(Child(item));
  return items;
}

std::string Yaml::Text() const {
  if (!present_) return "";
  if (!node_.IsScalar()) {
    Error("a text is expected here");
    return "";
  }
  return node_.Scalar();
}

int64_t Yaml::Integer() const {
  if (!present_) return 0;
  int64_t value = 0;
  if (!node_.IsScalar() || !absl::SimpleAtoi(node_.Scalar(), &value))
    Error("an integer is expected here");
  return value;
}

double Yaml::Number() const {
  if (!present_) return 0;
  double value = 0;
  if (!node_.IsScalar() || !absl::SimpleAtod(node_.Scalar(), &value))
    Error("a number is expected here");
  return value;
}

bool Yaml::Flag() const {
  if (!present_) return false;
  if (node_.IsScalar() && node_.Scalar() == "true") return true;
  if (!node_.IsScalar() || node_.Scalar() != "false") Error("true or false is expected here");
  return false;
}

std::vector<std::string> Yaml::Texts() const {
  std::vector<std::string> texts;
  for (const Yaml& item : Items()) texts.push_back(item.Text());
  return texts;
}

}  // namespace openaclnn::specgen
