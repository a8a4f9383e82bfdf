#include "runtime/schedule/settings.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "acl/acl_base.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/errors.h"

namespace openaclnn {
namespace {

using ::testing::HasSubstr;

class SettingsTest : public ::testing::Test {
 protected:
  void SetUp() override { Clear(); }
  void TearDown() override { Clear(); }
  static void Clear() {
    for (const char* name :
         {"OPENACLNN_DEVICES", "OPENACLNN_IMPL_MODE", "OPENACLNN_NUM_THREADS", "OPENACLNN_VERBOSE",
          "OPENACLNN_AICORE_CHECKS", "ASCEND_RT_VISIBLE_DEVICES"})
      unsetenv(name);
    ForgetSettings();
  }
  static int ConfigureWith(const std::string& text) {
    const std::string path = ::testing::TempDir() + "/acl.json";
    std::ofstream(path) << text;
    std::string config;
    return Configure(path.c_str(), &config);
  }
};

TEST_F(SettingsTest, Defaults) {
  ASSERT_EQ(Devices().size(), 1u);
  EXPECT_EQ(Devices()[0].soc->name, "Ascend910B3");
  EXPECT_EQ(Devices()[0].backend, BackendKind::kCpu);
  EXPECT_EQ(CurrentImplMode(), ImplMode::kHighPerformance);
  EXPECT_EQ(ConfiguredThreads(), 0);
}

TEST_F(SettingsTest, EnvironmentIsReadOnceUntilFinalize) {
  setenv("OPENACLNN_DEVICES", "Ascend910B3:cpu, Ascend310P3:aicore", 1);
  setenv("OPENACLNN_IMPL_MODE", "high_precision", 1);
  setenv("OPENACLNN_NUM_THREADS", "3", 1);
  ASSERT_EQ(Devices().size(), 2u);
  const Device* device = &Devices()[1];
  EXPECT_EQ(device->id, 1);
  EXPECT_EQ(device->soc->name, "Ascend310P3");
  EXPECT_EQ(device->backend, BackendKind::kAiCore);
  EXPECT_EQ(CurrentImplMode(), ImplMode::kHighPrecision);
  EXPECT_EQ(ConfiguredThreads(), 3);
  setenv("OPENACLNN_DEVICES", "Ascend910A", 1);
  EXPECT_EQ(Devices().size(), 2u);
  ForgetSettings();
  EXPECT_EQ(Devices().size(), 1u);
  EXPECT_EQ(device->soc->name, "Ascend310P3") << "devices live on";
  setenv("OPENACLNN_DEVICES", "Ascend910B3:cpu, Ascend310P3:aicore", 1);
  ForgetSettings();
  EXPECT_EQ(&Devices()[1], device) << "the same settings are the same object";
}

TEST_F(SettingsTest, WrongEnvironment) {
  struct Row {
    const char* name;
    const char* value;
    const char* text;
  };
  for (const Row& row :
       {Row{"OPENACLNN_DEVICES", "Ascend910B9", "\"Ascend910B9\"; accepted are Ascend950PR_9599"},
        {"OPENACLNN_DEVICES", "Ascend310P", "; did you mean Ascend310P3?"},
        {"OPENACLNN_DEVICES", "Ascend910B3,", "the chip \"\""},
        {"OPENACLNN_DEVICES", "Ascend910B3:gpu", "\"gpu\"; accepted are cpu, aicore"},
        {"OPENACLNN_DEVICES", "Ascend910B3:", "the backend \"\""},
        {"OPENACLNN_IMPL_MODE", "fast", "\"fast\"; accepted are high_performance, high_precision"},
        {"OPENACLNN_NUM_THREADS", "0", "\"0\"; accepted are 1 to 1024"},
        {"OPENACLNN_IMPL_MODE", "high_precison", "; did you mean high_precision?"},
        {"OPENACLNN_NUM_THREADS", "many", "\"many\""},
        {"OPENACLNN_VERBOSE", "yes", "\"yes\"; accepted are 0, 1"},
        {"OPENACLNN_AICORE_CHECKS", "quick", "\"quick\"; accepted are strict, fast"},
        {"ASCEND_RT_VISIBLE_DEVICES", "1", "device \"1\"; accepted are 0 to 0"},
        {"ASCEND_RT_VISIBLE_DEVICES", "-1", "device \"-1\""},
        {"ASCEND_RT_VISIBLE_DEVICES", "0,", "device \"\""},
        {"ASCEND_RT_VISIBLE_DEVICES", "0,0", "device 0 twice"},
        {"ASCEND_RT_VISIBLE_DEVICES", "all", "device \"all\""},
        {"ASCEND_RT_VISIBLE_DEVICES", "99999999999999999999", "accepted are 0 to 0"}}) {
    Clear();
    setenv(row.name, row.value, 1);
    EXPECT_TRUE(Devices().empty()) << row.value;
    const std::string text = RecentErrorText();
    EXPECT_THAT(text, HasSubstr(row.text));
    EXPECT_THAT(text, HasSubstr(row.name));
    EXPECT_EQ(CurrentImplMode(), ImplMode::kHighPerformance);
    std::string config;
    EXPECT_EQ(Configure(nullptr, &config), ACL_ERROR_INVALID_PARAM);
  }
}

TEST_F(SettingsTest, VisibleDevicesAreNumberedFromZero) {
  const auto socs = [] {
    std::string names;
    for (const Device& device : Devices()) {
      EXPECT_EQ(device.id, &device - Devices().data());
      names += std::string(device.soc->name) + " " + std::to_string(device.physical_id) + "; ";
    }
    return names;
  };
  setenv("OPENACLNN_DEVICES", "Ascend910B3,Ascend310P3,Ascend910A", 1);
  setenv("ASCEND_RT_VISIBLE_DEVICES", "2, 0", 1);
  EXPECT_EQ(socs(), "Ascend910A 2; Ascend910B3 0; ");
  const Device* const first = &Devices()[0];
  setenv("ASCEND_RT_VISIBLE_DEVICES", "1", 1);
  EXPECT_EQ(&Devices()[0], first) << "read once";
  ForgetSettings();
  EXPECT_EQ(socs(), "Ascend310P3 1; ");
  setenv("ASCEND_RT_VISIBLE_DEVICES", "", 1);
  ForgetSettings();
  EXPECT_EQ(Devices().size(), 3u) << "set to nothing is not set";
  // Of the devices of the file.
  setenv("ASCEND_RT_VISIBLE_DEVICES", "3", 1);
  const std::string four = R"({"openaclnn": {"devices": ["Ascend910A", "Ascend910A", "Ascend910A",
                                                         "Ascend310B1"]}})";
  EXPECT_EQ(ConfigureWith(four), 0);
  EXPECT_EQ(socs(), "Ascend310B1 3; ");
  setenv("ASCEND_RT_VISIBLE_DEVICES", "4", 1);
  EXPECT_EQ(ConfigureWith(four), ACL_ERROR_INVALID_PARAM);
  EXPECT_THAT(RecentErrorText(), HasSubstr("aclInit: ASCEND_RT_VISIBLE_DEVICES names device"));
  EXPECT_EQ(socs(), "Ascend310B1 3; ") << "nothing has changed";
}

TEST_F(SettingsTest, FileWins) {
  setenv("OPENACLNN_DEVICES", "Ascend910A", 1);
  setenv("OPENACLNN_NUM_THREADS", "3", 1);
  ASSERT_EQ(
      ConfigureWith(
          R"({"dump": {"x": 1}, "openaclnn": {"devices": ["Ascend310B1", "Ascend910B3:aicore"], )"
          R"("impl_mode": "high_precision"}})"),
      0);
  ASSERT_EQ(Devices().size(), 2u);
  EXPECT_EQ(Devices()[0].soc->name, "Ascend310B1");
  EXPECT_EQ(CurrentImplMode(), ImplMode::kHighPrecision);
  EXPECT_EQ(ConfiguredThreads(), 3);
  ASSERT_EQ(ConfigureWith(R"({"openaclnn": {"threads": 5}})"), 0);
  EXPECT_EQ(ConfiguredThreads(), 5);
  EXPECT_EQ(Devices()[0].soc->name, "Ascend910A");
}

TEST_F(SettingsTest, WrongFile) {
  struct Row {
    std::string text;
    int code;
    const char* message;
  };
  for (const Row& row :
       {Row{"{", ACL_ERROR_PARSE_FILE, "not a JSON object"},
        {"", ACL_ERROR_PARSE_FILE, "not a JSON object"},
        {"[1]", ACL_ERROR_PARSE_FILE, "not a JSON object"},
        {R"({"openaclnn": 5})", ACL_ERROR_FILE_ATTR_INVALID, "is 5; it must be an object"},
        {R"({"openaclnn": {"device": []}})", ACL_ERROR_FILE_ATTR_INVALID, "unknown key \"device\""},
        {"{\"x\": " + std::string(100000, '[') + std::string(100000, ']') + "}",
         ACL_ERROR_PARSE_FILE, "nested too deeply; accepted are up to 16 levels"},
        {"{\"openaclnn\": " + std::string(100000, '[') + std::string(100000, ']') + "}",
         ACL_ERROR_PARSE_FILE, "nested too deeply"},
        {std::string(100000, '['), ACL_ERROR_PARSE_FILE, "nested too deeply"},
        {R"({"openaclnn": {"devices": []}})", ACL_ERROR_FILE_ATTR_INVALID, "names no device"},
        {R"({"openaclnn": {"devices": "Ascend910A"}})", ACL_ERROR_FILE_ATTR_INVALID,
         "must be a list of texts"},
        {R"({"openaclnn": {"devices": [1]}})", ACL_ERROR_FILE_ATTR_INVALID,
         "must be a list of texts"},
        {R"({"openaclnn": {"impl_mode": 1}})", ACL_ERROR_FILE_ATTR_INVALID,
         "\"impl_mode\" is \"1\""},
        {R"({"openaclnn": {"threads": 1.5}})", ACL_ERROR_FILE_ATTR_INVALID, "\"threads\" is 1.5"},
        {R"({"openaclnn": {"threads": 18446744073709551615}})", ACL_ERROR_FILE_ATTR_INVALID,
         "\"threads\" is"}}) {
    EXPECT_EQ(ConfigureWith(row.text), row.code) << row.text;
    EXPECT_THAT(RecentErrorText(), HasSubstr(row.message));
    EXPECT_EQ(Devices().size(), 1u) << "nothing has changed";
  }
  std::string config;
  EXPECT_EQ(Configure("/nonexistent/acl.json", &config), ACL_ERROR_INVALID_FILE);
  EXPECT_EQ(Configure("/tmp", &config), ACL_ERROR_INVALID_FILE) << "a folder";
  EXPECT_EQ(Configure("/dev/zero", &config), ACL_ERROR_INVALID_FILE) << "it never ends";
  const std::string fifo = ::testing::TempDir() + "/fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(Configure(fifo.c_str(), &config), ACL_ERROR_INVALID_FILE)
      << "opening it would wait for a writer";
  EXPECT_EQ(unlink(fifo.c_str()), 0);
  EXPECT_EQ(ConfigureWith("{\"x\": \"" + std::string((1 << 20) - 9, 'x') + "\"}"), 0) << "1 MiB";
  EXPECT_EQ(ConfigureWith(std::string((1 << 20) + 1, ' ')), ACL_ERROR_INVALID_FILE_SIZE);
  EXPECT_EQ(ConfigureWith(R"({"x": "[[[[[[[[[[[[[[[[[[[[[[[[\"[[[[{{{{"})"), 0)
      << "brackets in a string are no levels";
}

}  // namespace
}  // namespace openaclnn
