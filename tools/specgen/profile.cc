#include "tools/specgen/profile.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "tools/specgen/spec_names.h"

namespace openaclnn::specgen {
namespace {

// The word's place among the accepted ones; 0, and a problem, if it is none of them.
int OneOf(const Yaml& word, absl::Span<const std::string_view> accepted) {
  if (!word) return 0;
  const std::string text = word.Text();
  const auto found = std::find(accepted.begin(), accepted.end(), text);
  if (found != accepted.end()) return static_cast<int>(found - accepted.begin());
  word.Error(absl::StrCat("\"", text, "\" is none of ", absl::StrJoin(accepted, ", ")));
  return 0;
}

Shape ReadShape(const Yaml& list) {
  Shape shape;
  for (const Yaml& extent : list.Items()) {
    shape.push_back(extent.Integer());
    if (shape.back() < 0) extent.Error("an extent must not be negative");
  }
  return shape;
}

Group ReadGroup(const Yaml& yaml, const std::function<Samples(const Yaml&)>& read_samples) {
  yaml.Fields({"name"}, {"shapes", "broadcast", "lists", "dtypes", "layouts", "in_place", "numbers",
                         "samples", "generators", "dims", "own_dtypes"});
  Group group;
  group.line = yaml.line();
  group.name = yaml["name"].Text();
  group.broadcast = static_cast<bool>(yaml["broadcast"]);
  group.lists = static_cast<bool>(yaml["lists"]);
  if (group.broadcast + group.lists + static_cast<bool>(yaml["shapes"]) != 1)
    yaml.Error("a group has either shapes or broadcast or lists");
  for (const Yaml& item : yaml["shapes"].Items()) group.shapes.push_back({ReadShape(item)});
  for (const Yaml& item : yaml["broadcast"].Items()) {
    std::vector<Shape> shapes;
    for (const Yaml& shape : item.Items()) shapes.push_back(ReadShape(shape));
    if (shapes.size() < 2) item.Error("broadcast takes a list of shapes, one for each input");
    group.shapes.push_back(shapes);
  }
  for (const Yaml& item : yaml["lists"].Items()) {
    std::vector<Shape>& shapes = group.shapes.emplace_back();
    for (const Yaml& shape : item.Items()) shapes.push_back(ReadShape(shape));
  }
  if (group.shapes.empty()) yaml.Error("a group without shapes makes no cases");
  constexpr Group::DTypes kDTypes[] = {Group::DTypes::kEqual, Group::DTypes::kAll,
                                       Group::DTypes::kEvery};
  group.dtypes = kDTypes[OneOf(yaml["dtypes"], {"equal", "all", "every"})];
  constexpr Group::Layouts kChoices[] = {Group::Layouts::kContiguous, Group::Layouts::kEach,
                                         Group::Layouts::kTogether};
  std::vector<std::string_view> words = {"contiguous", "each", "together"};
  words.insert(words.end(), std::begin(kLayouts), std::end(kLayouts));
  const size_t word = static_cast<size_t>(OneOf(yaml["layouts"], words));
  group.layouts = word < std::size(kChoices) ? kChoices[word] : Group::Layouts::kTogether;
  if (word >= std::size(kChoices)) group.layout = words[word];
  group.in_place = yaml["in_place"].Flag();
  group.numbers = yaml["numbers"].Flag();
  if (yaml["samples"]) group.samples = read_samples(yaml["samples"]);
  for (const auto& [input, generator] : yaml["generators"].Entries())
    group.generators[input] = generator.Text();
  for (const auto& [tensor, dtype] : yaml["own_dtypes"].Entries())
    group.own_dtypes[tensor] = DTypeNamed(dtype, dtype.Text());
  if (yaml["dims"].IsScalar()) {
    OneOf(yaml["dims"], {"all"});
    group.all_dims = true;
  } else if (yaml["dims"]) {
    group.dims.clear();
    for (const Yaml& dim : yaml["dims"].Items()) group.dims.push_back(dim.Integer());
  }
  return group;
}

}  // namespace

std::vector<Group> ReadGroups(const Yaml& list,
                              const std::function<Samples(const Yaml&)>& read_samples) {
  std::vector<Group> groups;
  std::set<std::string> names;
  for (const Yaml& item : list.Items()) {
    groups.push_back(ReadGroup(item, read_samples));
    if (!names.insert(groups.back().name).second)
      item.Error(absl::StrCat("there are two groups \"", groups.back().name, "\""));
  }
  return groups;
}

Profile ReadProfile(const std::string& text, std::string_view file, Problems* problems) {
  Profile profile;
  profile.file = file;
  const Yaml root = Yaml::Parse(text, file, problems);
  root.Fields({"schema", "profile", "groups"});
  if (root["schema"] && root["schema"].Text() != "openaclnn-profile/1")
    root["schema"].Error("schema must be openaclnn-profile/1");
  profile.name = root["profile"].Text();
  profile.groups = ReadGroups(root["groups"], [](const Yaml& yaml) {
    yaml.Error("samples are for the groups of an operator");
    return Samples{};
  });
  return profile;
}

}  // namespace openaclnn::specgen
