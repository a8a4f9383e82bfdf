#include "runtime/schedule/settings.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/no_destructor.h"
#include "absl/base/thread_annotations.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/synchronization/mutex.h"
#include "acl/acl_base.h"
#include "runtime/rules/errors.h"

namespace openaclnn {
namespace {

constexpr char kDefaultDevices[] = "Ascend910B3";
constexpr int kMaxThreads = 1024;

struct Settings {
  std::vector<Device> devices;
  ImplMode mode = ImplMode::kHighPerformance;
  int threads = 0;
  std::string problem;  // not empty: `devices` is empty and this says why
};

// Each returns what is wrong, or "". `from` names the variable or key.
std::string ParseDevices(std::string_view from, const std::vector<std::string>& names, std::vector<Device>* devices) {
  if (names.empty()) return absl::StrCat(from, " names no device");
  for (std::string_view name : names) {
    name = absl::StripAsciiWhitespace(name);
    const std::pair<std::string_view, std::string_view> parts = absl::StrSplit(name, absl::MaxSplits(':', 1));
    const Soc* soc = FindSoc(parts.first);
    if (soc == nullptr) {
      const std::string known = absl::StrJoin(AllSocs(), ", ", [](std::string* out, const Soc& each) { out->append(each.name); });
      return absl::StrCat(from, " names the chip \"", parts.first, "\"; known are ", known);
    }
    const bool has_backend = name.find(':') != std::string_view::npos;
    if (has_backend && parts.second != "cpu" && parts.second != "aicore") {
      return absl::StrCat(from, " names the backend \"", parts.second, "\"; accepted are cpu, aicore");
    }
    devices->push_back({static_cast<int>(devices->size()), soc, parts.second == "aicore" ? Backend::kAiCore : Backend::kCpu});
  }
  return "";
}

std::string ParseMode(std::string_view from, std::string_view text, ImplMode* mode) {
  if (text != "high_performance" && text != "high_precision") {
    return absl::StrCat(from, " is \"", text, "\"; accepted are high_performance, high_precision");
  }
  *mode = text == "high_precision" ? ImplMode::kHighPrecision : ImplMode::kHighPerformance;
  return "";
}

std::string ParseThreads(std::string_view from, std::string_view text, int* result) {
  int threads;
  if (!absl::SimpleAtoi(text, &threads) || threads < 1 || threads > kMaxThreads) {
    return absl::StrCat(from, " is \"", text, "\"; accepted are 1 to ", kMaxThreads);
  }
  *result = threads;
  return "";
}

// A variable that is set to nothing counts as not set.
std::optional<std::string> Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
}

std::string ReadEnvironment(Settings* settings) {
  std::string problem = ParseDevices("OPENACLNN_DEVICES", absl::StrSplit(Environment("OPENACLNN_DEVICES").value_or(kDefaultDevices), ','),
                                     &settings->devices);
  if (!problem.empty()) return problem;
  if (const auto mode = Environment("OPENACLNN_IMPL_MODE")) {
    problem = ParseMode("OPENACLNN_IMPL_MODE", *mode, &settings->mode);
    if (!problem.empty()) return problem;
  }
  if (const auto threads = Environment("OPENACLNN_NUM_THREADS")) {
    return ParseThreads("OPENACLNN_NUM_THREADS", *threads, &settings->threads);
  }
  return "";
}

std::string UseConfig(const ConfigFile& config, Settings* settings) {
  std::string problem;
  if (config.devices.has_value()) {
    settings->devices.clear();
    problem = ParseDevices("\"devices\"", *config.devices, &settings->devices);
  }
  if (problem.empty() && config.impl_mode.has_value()) problem = ParseMode("\"impl_mode\"", *config.impl_mode, &settings->mode);
  if (problem.empty() && config.threads.has_value()) problem = ParseThreads("\"threads\"", *config.threads, &settings->threads);
  return problem;
}

// Settings are never destroyed, because contexts and memory refer to their devices; the same sources give the same object, so that a
// program that initialises and finalises in a loop does not grow.
absl::Mutex settings_mutex(absl::kConstInit);
std::atomic<const Settings*> current{nullptr};
std::atomic<ConfigFileReader> config_file_reader{nullptr};

const Settings* Intern(const Settings& settings, const std::string& key) ABSL_EXCLUSIVE_LOCKS_REQUIRED(settings_mutex) {
  static absl::NoDestructor<std::map<std::string, std::unique_ptr<const Settings>>> all;
  auto& slot = (*all)[key];
  if (slot == nullptr) slot = std::make_unique<const Settings>(settings);
  return slot.get();
}

std::string Key(const std::string& config) {
  std::string key = config;
  for (const char* name : {"OPENACLNN_DEVICES", "OPENACLNN_IMPL_MODE", "OPENACLNN_NUM_THREADS"}) {
    absl::StrAppend(&key, "\n", Environment(name).value_or(""));
  }
  return key;
}

const Settings& Current() {
  const Settings* settings = current.load(std::memory_order_acquire);
  if (settings != nullptr) return *settings;
  absl::MutexLock lock(&settings_mutex);
  settings = current.load(std::memory_order_relaxed);
  if (settings == nullptr) {
    Settings fresh;
    std::string problem = ReadEnvironment(&fresh);
    if (!problem.empty()) {
      fresh = Settings();
      fresh.problem = std::move(problem);
    }
    settings = Intern(fresh, Key(ConfigFile().used));
    current.store(settings, std::memory_order_release);
  }
  return *settings;
}

std::optional<std::string> ReadFile(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return std::nullopt;
  std::string text;
  char buffer[4096];
  size_t got;
  while ((got = std::fread(buffer, 1, sizeof(buffer), file)) > 0) text.append(buffer, got);
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return std::nullopt;
  return text;
}

}  // namespace

const std::vector<Device>& Devices() {
  const Settings& settings = Current();
  if (!settings.problem.empty()) (void)Fail(ACL_ERROR_INTERNAL_ERROR, settings.problem);
  return settings.devices;
}

ImplMode CurrentImplMode() { return Current().mode; }

int ConfiguredThreads() { return Current().threads; }

void SetConfigFileReader(ConfigFileReader reader) { config_file_reader.store(reader, std::memory_order_release); }

int Configure(const char* path, std::string* config) {
  ConfigFile file;
  if (path != nullptr && *path != '\0') {
    const std::optional<std::string> text = ReadFile(path);
    if (!text.has_value()) return Fail(ACL_ERROR_INVALID_FILE, absl::StrCat("aclInit: configPath is \"", path, "\"; it cannot be read"));
    const ConfigFileReader reader = config_file_reader.load(std::memory_order_acquire);
    if (reader == nullptr) {
      return Fail(ACL_ERROR_FEATURE_UNSUPPORTED,
                  absl::StrCat("aclInit: configPath is \"", path,
                               "\", and this program is linked without the reader of configuration files; accepted is null, or add "
                               "@openaclnn//:config_file to the deps of the program"));
    }
    OPENACLNN_RETURN_IF_ERROR(reader(path, *text, &file));
  }
  Settings settings;
  std::string problem = ReadEnvironment(&settings);
  if (!problem.empty()) return Fail(ACL_ERROR_INTERNAL_ERROR, absl::StrCat("aclInit: ", problem));
  problem = UseConfig(file, &settings);
  if (!problem.empty()) return Fail(ACL_ERROR_FILE_ATTR_INVALID, absl::StrCat("aclInit: in ", path, ", ", problem));
  *config = file.used;
  absl::MutexLock lock(&settings_mutex);
  current.store(Intern(settings, Key(file.used)), std::memory_order_release);
  return ACL_SUCCESS;
}

void ForgetSettings() {
  absl::MutexLock lock(&settings_mutex);
  current.store(nullptr, std::memory_order_release);
}

}  // namespace openaclnn
