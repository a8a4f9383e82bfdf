#include "runtime/graph/registry.h"

#include <map>
#include <span>

#include "absl/base/no_destructor.h"

namespace openaclnn::graph {
namespace {

// Written before main only.
std::map<std::string_view, const TypeInfo*>& Types() {
  static absl::NoDestructor<std::map<std::string_view, const TypeInfo*>> types;
  return *types;
}

}  // namespace

std::string_view AttrTypeName(AttrType type) {
  constexpr std::string_view kNames[] = {"Int",      "Float",       "Bool",     "String",
                                         "ListInt",  "ListFloat",   "ListBool", "ListString",
                                         "ListType", "ListListInt", "Type",     "Tensor"};
  return kNames[static_cast<int>(type)];
}

const TypeInfo* FindType(std::string_view name) {
  const auto found = Types().find(name);
  return found == Types().end() ? nullptr : found->second;
}

std::vector<const TypeInfo*> AllTypes() {
  std::vector<const TypeInfo*> types;
  for (const auto& [name, type] : Types()) types.push_back(type);
  return types;
}

bool RegisterTypes(std::span<const TypeInfo> types) {
  for (const TypeInfo& type : types) Types().emplace(type.name, &type);
  return true;
}

}  // namespace openaclnn::graph
