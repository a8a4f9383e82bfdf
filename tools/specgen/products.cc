#include "tools/specgen/products.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "tools/specgen/yaml.h"

namespace openaclnn::specgen {
namespace {

struct SocRow {
  std::string name;
  int64_t ai_cores, vector_cores, l2, hbm;
};

struct FullRow {
  ProductRow row;
  int64_t npu_arch, max_streams;
  bool data_copy_pad, compare_scalar, saturates, overflow_selectable;
  int64_t unified_buffer, l1, l0a, l0b, l0c;
  std::vector<SocRow> socs;
};

int64_t Positive(const Yaml& yaml) {
  const int64_t value = yaml.Integer();
  if (yaml && value <= 0) yaml.Error("a positive number is expected here");
  return value;
}

FullRow ReadRow(const Yaml& yaml) {
  yaml.Fields({"name", "title", "npu_arch", "max_streams", "bfloat16", "data_copy_pad",
               "compare_scalar", "overflow", "soc", "memory", "socs"});
  FullRow full;
  full.row = {yaml["name"].Text(), yaml["title"].Text(), yaml["soc"].Text(),
              yaml["bfloat16"].Flag()};
  full.npu_arch = Positive(yaml["npu_arch"]);
  full.max_streams = Positive(yaml["max_streams"]);
  full.data_copy_pad = yaml["data_copy_pad"].Flag();
  full.compare_scalar = yaml["compare_scalar"].Flag();
  const std::string overflow = yaml["overflow"].Text();
  if (yaml["overflow"] && overflow != "infnan" && overflow != "saturate" &&
      overflow != "selectable") {
    yaml["overflow"].Error(
        absl::StrCat("\"", overflow, "\" is none of infnan, saturate, selectable"));
  }
  full.saturates = overflow == "saturate";
  full.overflow_selectable = overflow == "selectable";
  const Yaml memory = yaml["memory"];
  if (memory) memory.Fields({"unified_buffer", "l1", "l0a", "l0b", "l0c"});
  full.unified_buffer = Positive(memory["unified_buffer"]);
  full.l1 = Positive(memory["l1"]);
  full.l0a = Positive(memory["l0a"]);
  full.l0b = Positive(memory["l0b"]);
  full.l0c = Positive(memory["l0c"]);
  bool found = false;
  for (const Yaml& item : yaml["socs"].Items()) {
    item.Fields({"name", "ai_cores", "vector_cores", "l2", "hbm"});
    full.socs.push_back({item["name"].Text(), Positive(item["ai_cores"]),
                         item["vector_cores"].Integer(), Positive(item["l2"]),
                         Positive(item["hbm"])});
    found = found || full.socs.back().name == full.row.soc;
  }
  if (yaml["soc"] && !found)
    yaml["soc"].Error(absl::StrCat("\"", full.row.soc, "\" is not among the socs"));
  return full;
}

std::vector<FullRow> ReadRows(const std::string& text, std::string_view file, Problems* problems) {
  const Yaml root = Yaml::Parse(text, file, problems);
  root.Fields({"schema", "products"});
  if (root["schema"] && root["schema"].Text() != "openaclnn-products/1")
    root["schema"].Error("schema must be openaclnn-products/1");
  std::vector<FullRow> rows;
  std::set<std::string> names, socs;
  for (const Yaml& item : root["products"].Items()) {
    rows.push_back(ReadRow(item));
    if (!names.insert(rows.back().row.name).second)
      item.Error(absl::StrCat("there are two products \"", rows.back().row.name, "\""));
    for (const SocRow& soc : rows.back().socs) {
      if (!socs.insert(soc.name).second)
        item.Error(absl::StrCat("there are two SoCs \"", soc.name, "\""));
    }
  }
  return rows;
}

std::string_view Word(bool flag) { return flag ? "true" : "false"; }

}  // namespace

std::optional<int> ProductTable::Find(std::string_view name) const {
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

ProductTable ReadProducts(const std::string& text, std::string_view file, Problems* problems) {
  ProductTable table;
  for (const FullRow& full : ReadRows(text, file, problems)) table.rows.push_back(full.row);
  return table;
}

std::string ProductsSource(const std::string& text, std::string_view file, Problems* problems) {
  std::string products, socs;
  int index = 0;
  for (const FullRow& full : ReadRows(text, file, problems)) {
    absl::StrAppend(&products, "    {", index, ", \"", full.row.name, "\", \"", full.row.title,
                    "\", ", full.npu_arch, ", ", full.max_streams, ", ", Word(full.row.bfloat16),
                    ", ", Word(full.data_copy_pad));
    absl::StrAppend(&products, ", ", Word(full.compare_scalar), ", ", Word(full.saturates), ", ",
                    Word(full.overflow_selectable), ", \"", full.row.soc, "\"},\n");
    for (const SocRow& soc : full.socs) {
      absl::StrAppend(&socs, "    {\"", soc.name, "\", &kProducts[", index, "], ", soc.ai_cores,
                      ", ", soc.vector_cores, ", ");
      absl::StrAppend(&socs, full.unified_buffer, ", ", full.l1, ", ", full.l0a, ", ", full.l0b,
                      ", ", full.l0c, ", ", soc.l2, ", ", soc.hbm, "},\n");
    }
    ++index;
  }
  return absl::StrCat(R"(// Generated from products.yaml by specgen.
#include "runtime/products/products.h"

namespace openaclnn {
namespace {

constexpr Product kProducts[] = {
)",
                      products, R"(};

constexpr Soc kSocs[] = {
)",
                      socs, R"(};

}  // namespace

std::span<const Product> AllProducts() { return kProducts; }
std::span<const Soc> AllSocs() { return kSocs; }

}  // namespace openaclnn
)");
}

}  // namespace openaclnn::specgen
