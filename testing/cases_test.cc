#include "testing/cases.h"

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "runtime/tensor/shape.h"

namespace openaclnn::testing {
namespace {

constexpr char kFixture[] = "testing/testdata/cases.json";

TEST(Glob, Matches) {
  EXPECT_TRUE(GlobMatch("*", ""));
  EXPECT_TRUE(GlobMatch("a*c", "abbc"));
  EXPECT_TRUE(GlobMatch("*b?d*", "abcabxd"));
  EXPECT_TRUE(GlobMatch("abc", "abc"));
  EXPECT_FALSE(GlobMatch("abc", "abcd"));
  EXPECT_FALSE(GlobMatch("a?", "a"));
  EXPECT_FALSE(GlobMatch("", "a"));
}

TEST(Layouts, PlaceEveryElementInsideTheStorageOnce) {
  for (const char* layout :
       {"contiguous", "transposed", "offset", "stepped", "padded", "reversed", "expanded"}) {
    for (const std::vector<int64_t>& shape :
         {std::vector<int64_t>{}, {1}, {7}, {2, 3}, {2, 0, 3}, {2, 3, 4, 5}}) {
      const auto tensor = Layout(layout, ACL_FLOAT, shape);
      ASSERT_TRUE(tensor.has_value()) << layout;
      const auto extent = TouchedExtent(tensor->view.shape, tensor->view.strides);
      ASSERT_TRUE(extent.has_value());
      EXPECT_GE(tensor->view.offset + extent->lowest, 0) << layout;
      EXPECT_LT(tensor->view.offset + extent->highest,
                std::max<int64_t>(*ElementCount(tensor->storage_shape), 1))
          << layout;
      if (std::string(layout) != "expanded") {
        EXPECT_FALSE(OverlapsItself(tensor->view.shape, tensor->view.strides)) << layout;
      }
    }
  }
  EXPECT_FALSE(Layout("diagonal", ACL_FLOAT, {2}).has_value());
}

TEST(Layouts, AreWhatTheirNamesSay) {
  EXPECT_EQ(Layout("transposed", ACL_FLOAT, {2, 3, 4})->view.strides, (Dims{1, 2, 6}));
  EXPECT_EQ(Layout("transposed", ACL_FLOAT, {2, 3, 4})->storage_shape,
            (std::vector<int64_t>{4, 3, 2}));
  EXPECT_EQ(Layout("offset", ACL_FLOAT, {2, 3})->view.offset, 7);
  EXPECT_EQ(Layout("stepped", ACL_FLOAT, {2, 3})->view.strides, (Dims{6, 2}));
  EXPECT_EQ(Layout("padded", ACL_FLOAT, {2, 3})->view.strides, (Dims{6, 1}));
  EXPECT_EQ(Layout("padded", ACL_FLOAT, {2, 3})->view.offset, 1);
  EXPECT_EQ(Layout("reversed", ACL_FLOAT, {2, 3})->view.strides, (Dims{3, -1}));
  EXPECT_EQ(Layout("reversed", ACL_FLOAT, {2, 3})->view.offset, 2);
  EXPECT_EQ(Layout("expanded", ACL_FLOAT, {2, 3})->view.strides, (Dims{0, 1}));
}

TEST(CaseFile, ReadsBenchmarksWhenAsked) {
  const auto file = CaseFile::Open(kFixture, {.benchmarks = true});
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_EQ(file->cases.size(), 1u);
  EXPECT_EQ(file->cases[0].kind, Case::Kind::kBenchmark);
  EXPECT_EQ(file->cases[0].layout, "expanded");
  EXPECT_EQ(file->cases[0].elements, 1024);
  EXPECT_EQ(file->cases[0].args[0].tensor.view.strides, (Dims{0, 1}));
}

TEST(CaseFile, ReadsTheFixture) {
  const auto file = CaseFile::Open(kFixture, {});
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->op, "scaled");
  EXPECT_EQ(file->socs.at("atlas_a2"), "Ascend910B3");
  EXPECT_EQ(file->accuracy.at("cpu").at("high_precision").at("bfloat16"), 0.5);
  ASSERT_EQ(file->cases.size(), 13u);

  const Case& strided = file->cases[1];
  EXPECT_EQ(strided.kind, Case::Kind::kPositive);
  EXPECT_EQ(strided.label, "fp32");
  EXPECT_EQ(strided.values, "plain.float32.4x9");
  ASSERT_EQ(strided.args.size(), 4u);
  EXPECT_EQ(strided.args[1].tensor.view.strides, (Dims{9, -1}));
  EXPECT_EQ(strided.args[1].inputs, std::vector<std::string>{"self"});
  EXPECT_EQ(strided.args[2].text, "plain");
  EXPECT_EQ(strided.args[3].outputs, std::vector<std::string>{"out"});

  // In place: the output is the input's tensor, whether it is a parameter of its own or not.
  const Case& in_place = file->cases[2];
  EXPECT_EQ(in_place.args[3].same_as, 1);
  EXPECT_EQ(in_place.args[1].outputs, std::vector<std::string>{"out"});
  EXPECT_TRUE(in_place.args[3].outputs.empty());
  const Case& alias = file->cases[3];
  ASSERT_EQ(alias.args.size(), 2u);
  EXPECT_EQ(alias.args[1].outputs, std::vector<std::string>{"out"});

  const Case& broken = file->cases[12];
  EXPECT_EQ(broken.kind, Case::Kind::kError);
  EXPECT_EQ(broken.code, 161002);
  EXPECT_EQ(broken.rule, "R.tensor");
  EXPECT_EQ(broken.words, std::vector<std::string>{"self"});
  EXPECT_EQ(broken.args[1].tensor.view.offset, -1);
  EXPECT_EQ(broken.args[1].tensor.format, ACL_FORMAT_FRACTAL_NZ);
  EXPECT_TRUE(file->cases[10].args[1].is_null);
}

TEST(CaseFile, Selects) {
  const auto count = [](const Selection& selection) {
    const auto file = CaseFile::Open(kFixture, selection);
    EXPECT_TRUE(file.ok()) << file.status();
    return file.ok() ? file->cases.size() : 0;
  };
  EXPECT_EQ(count({.product = "atlas_training"}), 5u);
  EXPECT_EQ(count({.product = "atlas_training", .label = "bf16"}), 1u);
  EXPECT_EQ(count({.label = "int8"}), 1u);
  EXPECT_EQ(count({.glob = "*in_place*"}), 1u);
  EXPECT_EQ(count({.product = "none"}), 0u);
  EXPECT_EQ(count({.shard = 0, .shards = 2}) + count({.shard = 1, .shards = 2}), 13u);
  EXPECT_EQ(count({.shard = 1, .shards = 2}), 6u);
}

TEST(CaseFile, KnowsTheStructuresAndScalarsThatAreNull) {
  const std::string functions =
      R"("functions":[{"name":"f","params":[{"name":"n","kind":"scalar"}]}],)";
  for (const char* structure : {"elementwise", "moved", "filled"}) {
    const std::string text = absl::StrCat(
        R"({"schema":"openaclnn-cases/1","op":"x","structure":")", structure,
        R"(","spec_sha256":"","socs":{},"accuracy":{},)", functions,
        R"("cases":[{"id":"c","kind":"positive","function":"f","values":"v","products":["p"],)",
        R"("dtype":"float32","args":{"n":null}}]})");
    const auto file = CaseFile::Parse(text, "cases.json", {});
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_EQ(file->is_filled, structure == std::string("filled"));
    EXPECT_TRUE(file->cases[0].args[0].is_null);
  }
}

TEST(CaseFile, NamesWhatIsWrong) {
  const std::string head =
      R"({"schema":"openaclnn-cases/1","op":"x","structure":"elementwise",)"
      R"("spec_sha256":"","socs":{},"accuracy":{},"functions":[{"name":"f","params":[)"
      R"({"name":"a","kind":"input"},{"name":"n","kind":"int"}]}],"cases":[)";
  const std::string start = R"({"id":"c","kind":"positive","function":"f","values":"v",)"
                            R"("products":["p"],"dtype":"float32","args":)";
  const std::string tensor = R"({"dtype":"float32","shape":[1],"layout":"contiguous"})";
  const struct {
    std::string text, word;
  } kRows[] = {
      {"{", "not valid JSON"},
      {"{}", "'schema' is missing"},
      {R"({"schema":"openaclnn-cases/2"})", "openaclnn-cases/2"},
      {R"({"schema":"openaclnn-cases/1","op":"x"})", "'structure' is missing"},
      {R"({"schema":"openaclnn-cases/1","op":"x","structure":"odd"})", "structure is 'odd', not"},
      {head + "1]}", "no object"},
      {head + R"({"products":[]}]})", "without id"},
      {head + start + R"({"n":1}}]})", "case c: argument 'a' is missing"},
      {head + start + R"({"a":1,"n":1}}]})", "argument 'a' is no tensor"},
      {head + start + R"({"a":)" + tensor + R"(,"n":"1"}}]})", "argument 'n' is no integer"},
      {head + start + R"({"a":{"dtype":"float33","shape":[1]},"n":1}}]})", "float33"},
      {head + start + R"({"a":{"dtype":"float32","shape":["1"]},"n":1}}]})",
       "'shape' holds something else"},
      {head + start +
           absl::StrCat(R"({"a":{"dtype":"float32","shape":[)",
                        absl::StrJoin(std::vector<int>(26, 1), ","), R"(]},"n":1}}]})"),
       "'shape' has 26 dimensions"},
      {head + start + R"({"a":{"dtype":"float32","shape":[1],"layout":"odd"},"n":1}}]})",
       "unknown layout 'odd'"},
      {head + start + R"({"a":{"dtype":"int32","shape":[1],"indices":[0]},"n":1}}]})",
       "'indices' is not the least and the greatest"},
      {head + start + R"({"a":)" + tensor + R"(,"n":1},"in_place":{"o":"b"}}]})", "in_place"},
      {head + R"({"id":"c","kind":"odd","function":"f",)"
              R"("products":["p"],"dtype":"float32","args":{}}]})",
       "unknown kind 'odd'"},
      {head + R"({"id":"c","kind":"error","function":"f",)"
              R"("products":["p"],"dtype":"float32","args":{}}]})",
       "'expect' is missing"},
      {head + R"({"id":"c","kind":"positive","values":"v","function":"g",)"
              R"("products":["p"],"dtype":"float32","args":{}}]})",
       "unknown function 'g'"},
  };
  const std::string path = absl::StrCat(::testing::TempDir(), "/broken_cases.json");
  for (const auto& row : kRows) {
    std::ofstream(path, std::ios::trunc) << row.text;
    const auto file = CaseFile::Open(path, {});
    EXPECT_FALSE(file.ok()) << row.text;
    EXPECT_TRUE(absl::StrContains(file.status().message(), row.word)) << row.text << "\n"
                                                                      << file.status();
  }
  EXPECT_EQ(CaseFile::Open(path + ".none", {}).status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace openaclnn::testing
