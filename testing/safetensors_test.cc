#include "testing/safetensors.h"

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"

namespace openaclnn::testing {
namespace {

std::string File(const std::string& header, const std::string& data) {
  std::string file(8, '\0');
  for (int i = 0; i < 8; ++i) file[i] = static_cast<char>(header.size() >> (8 * i));
  return file + header + data;
}

std::string Sample() {
  const float floats[] = {1.5f, -2.0f};
  const char bytes[] = {1, 2, 3};
  auto file =
      WriteSafeTensors({{"a/in/x", {ACL_FLOAT, {1, 2}, {reinterpret_cast<const char*>(floats), 8}}},
                        {"b", {ACL_INT8, {3}, {bytes, 3}}},
                        {"empty", {ACL_BF16, {0, 4}, {}}}},
                       {{"made by", "a test"}});
  EXPECT_TRUE(file.ok()) << file.status();
  return file.value_or("");
}

TEST(SafeTensors, ReadsWhatItWrote) {
  const std::string file = Sample();
  const auto parsed = SafeTensors::Parse(file);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->tensors().size(), 3u);
  EXPECT_EQ(parsed->metadata().at("made by"), "a test");
  const StoredTensor* x = parsed->Find("a/in/x");
  ASSERT_NE(x, nullptr);
  EXPECT_EQ(x->dtype, ACL_FLOAT);
  EXPECT_EQ(x->shape, (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(x->count(), 2);
  float value;
  std::memcpy(&value, x->bytes.data() + 4, 4);
  EXPECT_EQ(value, -2.0f);
  EXPECT_EQ(parsed->Find("empty")->count(), 0);
  EXPECT_EQ(parsed->Find("c"), nullptr);
}

TEST(SafeTensors, WriterRefuses) {
  EXPECT_FALSE(WriteSafeTensors({{"x", {ACL_FLOAT, {3}, {"12345678", 8}}}}, {}).ok());
  EXPECT_FALSE(WriteSafeTensors({{"x", {ACL_STRING, {}, {}}}}, {}).ok());
}

TEST(SafeTensors, ReadsFromDisk) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/sample.safetensors");
  std::ofstream(path, std::ios::binary) << Sample();
  auto opened = SafeTensors::Open(path);
  ASSERT_TRUE(opened.ok()) << opened.status();
  const SafeTensors moved = std::move(*opened);
  EXPECT_EQ(moved.Find("b")->bytes, std::string_view("\1\2\3"));
  EXPECT_EQ(SafeTensors::Open(path + ".none").status().code(), absl::StatusCode::kNotFound);
  EXPECT_FALSE(SafeTensors::Open(::testing::TempDir()).ok());
  std::ofstream(path, std::ios::binary | std::ios::trunc) << "";
  EXPECT_FALSE(SafeTensors::Open(path).ok());
}

TEST(SafeTensors, RefusesBrokenFiles) {
  const std::string good = R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  ASSERT_TRUE(SafeTensors::Parse(File(good, "12345678")).ok());
  const struct {
    std::string file;
    const char* word;
  } kRows[] = {
      {"", "bytes long"},
      {"1234567", "bytes long"},
      {std::string(8, '\xff'), "header of"},
      {File("[]", ""), "no JSON object"},
      {File("{", ""), "no JSON object"},
      {File(std::string(100000, '['), ""), "nested"},
      {File(good, "1234567"), "lies at"},
      {File(
           absl::StrCat(R"({"x":{"dtype":"F32","shape":[)",
                        absl::StrJoin(std::vector<int>(26, 1), ","), R"(],"data_offsets":[0,4]}})"),
           "1234"),
       "26 dimensions"},
      {File(good, "123456789"), "belong to no tensor"},
      {File(R"({"x":1})", ""), "is no object"},
      {File(R"({"x":{"dtype":"F32","shape":[2]}})", ""), "exactly"},
      {File(R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"more":1}})", "12345678"),
       "exactly"},
      {File(R"({"x":{"dtype":"F33","shape":[2],"data_offsets":[0,8]}})", "12345678"),
       "unknown type 'F33'"},
      {File(R"({"x":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", "12345678"), "no size"},
      {File(R"({"x":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}})", "12345678"), "no size"},
      {File(R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})", "12345678"), "lies at"},
      {File(R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,18446744073709551615]}})",
            "12345678"),
       "lies at"},
      {File(R"({"x":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", "12345678"),
       "does not fill"},
      {File(R"({"x":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}})",
            "12345678"),
       "does not fill"},
      {File(R"({"x":{"dtype":"F64","shape":[2305843009213693953],"data_offsets":[0,8]}})",
            "12345678"),
       "does not fill"},
      {File(R"({"x":{"dtype":"I8","shape":[4],"data_offsets":[0,4]},)"
            R"("y":{"dtype":"I8","shape":[6],"data_offsets":[2,8]}})",
            "12345678"),
       "overlap"},
      {File(R"({"x":{"dtype":"I8","shape":[4],"data_offsets":[4,8]}})", "12345678"), "gap"},
      {File(R"({"x":{"dtype":"I8","shape":[4],"data_offsets":[0,4]},)"
            R"("x":{"dtype":"I8","shape":[4],"data_offsets":[4,8]}})",
            "12345678"),
       "twice"},
      {File(R"({"__metadata__":{"a":1}})", ""), "no string"},
      {File(R"({"__metadata__":"a"})", ""), "no object"},
  };
  for (const auto& row : kRows) {
    const auto parsed = SafeTensors::Parse(row.file);
    EXPECT_FALSE(parsed.ok()) << row.file.substr(0, 200);
    EXPECT_TRUE(absl::StrContains(parsed.status().message(), row.word))
        << row.file.substr(0, 200) << "\n"
        << parsed.status();
  }
}

// Every file one byte away from a good one, and every shorter one, is read without a fault:
// accepted or refused. Sanitizers watch.
TEST(SafeTensors, SurvivesEveryDamage) {
  const std::string good = Sample();
  int accepted = 0;
  for (size_t i = 0; i < good.size(); ++i) {
    EXPECT_FALSE(SafeTensors::Parse(good.substr(0, i)).ok()) << i;
    for (const char byte : {'\0', '\x7f', '\xff', '{', '"', '9', static_cast<char>(good[i] ^ 1),
                            static_cast<char>(good[i] ^ 0x80)}) {
      std::string damaged = good;
      damaged[i] = byte;
      const auto parsed = SafeTensors::Parse(damaged);
      if (!parsed.ok()) continue;
      ++accepted;
      for (const auto& [name, tensor] : parsed->tensors()) {
        EXPECT_TRUE(tensor.bytes.empty() ||
                    (tensor.bytes.data() >= damaged.data() &&
                     tensor.bytes.data() + tensor.bytes.size() <= damaged.data() + damaged.size()));
      }
    }
  }
  EXPECT_GT(accepted, 0);  // damage to the data or to a name is no fault of the format
}

}  // namespace
}  // namespace openaclnn::testing
