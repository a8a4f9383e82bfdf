#include "runtime/schedule/settings.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <memory>
#include <numeric>
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
#include "absl/types/span.h"
#include "acl/acl_base.h"
#include "runtime/base/edit_distance.h"
#include "runtime/base/errors.h"
#include "runtime/products/default_soc.h"

namespace openaclnn {
namespace {

constexpr int kMaxThreads = 1024;

struct Settings {
  std::vector<Device> devices;
  ImplMode mode = ImplMode::kHighPerformance;
  int threads = 0;
  bool verbose = false;
  std::string problem;  // not empty: `devices` is empty and this says why
};

// "; accepted are x, y", and which of them was probably meant, if one is near.
std::string Accepted(std::string_view got, absl::Span<const std::string_view> names) {
  const auto farther = [got](std::string_view a, std::string_view b) {
    return EditDistance(got, a) < EditDistance(got, b);
  };
  const std::string_view nearest = *std::min_element(names.begin(), names.end(), farther);
  const bool is_near = EditDistance(got, nearest) <= nearest.size() / 3;
  return absl::StrCat("; accepted are ", absl::StrJoin(names, ", "),
                      is_near ? absl::StrCat("; did you mean ", nearest, "?") : "");
}

// Each returns what is wrong, or "". `from` names the variable or key.
std::string ParseDevices(std::string_view from, const std::vector<std::string>& names,
                         std::vector<Device>* devices) {
  if (names.empty()) return absl::StrCat(from, " names no device");
  for (std::string_view name : names) {
    name = absl::StripAsciiWhitespace(name);
    const std::pair<std::string_view, std::string_view> parts =
        absl::StrSplit(name, absl::MaxSplits(':', 1));
    const Soc* soc = FindSoc(parts.first);
    if (soc == nullptr) {
      std::vector<std::string_view> known;
      for (const Soc& each : AllSocs()) known.push_back(each.name);
      return absl::StrCat(from, " names the chip \"", parts.first, "\"",
                          Accepted(parts.first, known));
    }
    const bool has_backend = name.find(':') != std::string_view::npos;
    if (has_backend && parts.second != "cpu" && parts.second != "aicore") {
      return absl::StrCat(from, " names the backend \"", parts.second, "\"",
                          Accepted(parts.second, {"cpu", "aicore"}));
    }
    const int id = static_cast<int>(devices->size());
    devices->push_back(
        {id, id, soc, parts.second == "aicore" ? BackendKind::kAiCore : BackendKind::kCpu});
  }
  return "";
}

// Keeps the devices that `text` lists by their numbers.
std::string ParseVisible(std::string_view from, std::string_view text,
                         std::vector<Device>* devices) {
  std::vector<Device> visible;
  for (std::string_view number : absl::StrSplit(text, ',')) {
    number = absl::StripAsciiWhitespace(number);
    size_t place = 0;
    if (number.find_first_not_of("0123456789") != std::string_view::npos ||
        !absl::SimpleAtoi(number, &place) || place >= devices->size()) {
      return absl::StrCat(from, " names device \"", number, "\"; accepted are 0 to ",
                          devices->size() - 1);
    }
    Device device = (*devices)[place];
    for (const Device& other : visible) {
      if (other.physical_id == device.physical_id)
        return absl::StrCat(from, " names device ", place, " twice; accepted is once");
    }
    device.id = static_cast<int>(visible.size());
    visible.push_back(device);
  }
  *devices = std::move(visible);
  return "";
}

// One of some words.
std::string ParseWord(std::string_view from, std::string_view text,
                      std::initializer_list<std::string_view> words) {
  if (std::find(words.begin(), words.end(), text) != words.end()) return "";
  return absl::StrCat(from, " is \"", text, "\"", Accepted(text, words));
}

std::string ParseMode(std::string_view from, std::string_view text, ImplMode* mode) {
  std::string problem = ParseWord(from, text, {"high_performance", "high_precision"});
  if (!problem.empty()) return problem;
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
  std::string problem =
      ParseDevices("OPENACLNN_DEVICES",
                   absl::StrSplit(Environment("OPENACLNN_DEVICES").value_or(kDefaultSoc), ','),
                   &settings->devices);
  if (!problem.empty()) return problem;
  if (const auto mode = Environment("OPENACLNN_IMPL_MODE")) {
    problem = ParseMode("OPENACLNN_IMPL_MODE", *mode, &settings->mode);
    if (!problem.empty()) return problem;
  }
  if (const auto threads = Environment("OPENACLNN_NUM_THREADS")) {
    problem = ParseThreads("OPENACLNN_NUM_THREADS", *threads, &settings->threads);
    if (!problem.empty()) return problem;
  }
  if (const auto verbose = Environment("OPENACLNN_VERBOSE")) {
    problem = ParseWord("OPENACLNN_VERBOSE", *verbose, {"0", "1"});
    if (!problem.empty()) return problem;
    settings->verbose = *verbose == "1";
  }
  // Launches read it for themselves, because it may change between them.
  if (const auto checks = Environment("OPENACLNN_AICORE_CHECKS"))
    return ParseWord("OPENACLNN_AICORE_CHECKS", *checks, {"strict", "fast"});
  return "";
}

// Last of all, because the file may configure other devices.
std::string HideDevices(Settings* settings) {
  const char* const name = "ASCEND_RT_VISIBLE_DEVICES";
  const auto visible = Environment(name);
  return visible.has_value() ? ParseVisible(name, *visible, &settings->devices) : "";
}

std::string UseConfig(const ConfigFile& config, Settings* settings) {
  std::string problem;
  if (config.devices.has_value()) {
    settings->devices.clear();
    problem = ParseDevices("\"devices\"", *config.devices, &settings->devices);
  }
  if (problem.empty() && config.impl_mode.has_value())
    problem = ParseMode("\"impl_mode\"", *config.impl_mode, &settings->mode);
  if (problem.empty() && config.threads.has_value())
    problem = ParseThreads("\"threads\"", *config.threads, &settings->threads);
  return problem;
}

// Settings are never destroyed, because contexts and memory refer to their devices; the same
// sources give the same object, so that a program that initialises and finalises in a loop does not
// grow.
absl::Mutex settings_mutex(absl::kConstInit);
std::atomic<const Settings*> current{nullptr};
std::atomic<ConfigFileReader> config_file_reader{nullptr};

const Settings* Intern(const Settings& settings, const std::string& key)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(settings_mutex) {
  static absl::NoDestructor<std::map<std::string, std::unique_ptr<const Settings>>> all;
  auto& slot = (*all)[key];
  if (slot == nullptr) slot = std::make_unique<const Settings>(settings);
  return slot.get();
}

std::string Key(const std::string& config) {
  std::string key = config;
  for (const char* name :
       {"OPENACLNN_DEVICES", "OPENACLNN_IMPL_MODE", "OPENACLNN_NUM_THREADS", "OPENACLNN_VERBOSE",
        "OPENACLNN_AICORE_CHECKS", "ASCEND_RT_VISIBLE_DEVICES"}) {
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
    if (problem.empty()) problem = HideDevices(&fresh);
    if (!problem.empty()) {
      fresh = Settings();
      fresh.problem = std::move(problem);
    }
    settings = Intern(fresh, Key(ConfigFile().used));
    current.store(settings, std::memory_order_release);
  }
  return *settings;
}

// More than any configuration needs, little enough to read on the spot.
constexpr off_t kMaxFileBytes = off_t{1} << 20;

// The text of a regular file of at most kMaxFileBytes. Other kinds of files may never end (devices)
// or begin (pipes), so they are not read.
int ReadFile(const char* path, std::string* text) {
  const auto refuse = [path](int code, std::string_view problem) {
    return Fail(code, absl::StrCat("aclInit: configPath is \"", path, "\"; ", problem));
  };
  struct File {
    int number;
    ~File() {
      if (number >= 0) close(number);
    }
  };
  const File file = {open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
  struct stat status;
  if (file.number < 0 || fstat(file.number, &status) != 0)
    return refuse(ACL_ERROR_INVALID_FILE, "it cannot be read");
  if (!S_ISREG(status.st_mode)) return refuse(ACL_ERROR_INVALID_FILE, "accepted are regular files");
  if (status.st_size > kMaxFileBytes) {
    return refuse(
        ACL_ERROR_INVALID_FILE_SIZE,
        absl::StrCat("it has ", status.st_size, " bytes; accepted are up to ", kMaxFileBytes));
  }
  text->resize(static_cast<size_t>(status.st_size));
  size_t got = 0;
  while (got < text->size()) {
    const ssize_t bytes = read(file.number, text->data() + got, text->size() - got);
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0) return refuse(ACL_ERROR_INVALID_FILE, "it cannot be read");
    if (bytes == 0) break;  // it has become shorter
    got += static_cast<size_t>(bytes);
  }
  text->resize(got);
  return ACL_SUCCESS;
}

}  // namespace

const std::vector<Device>& Devices() {
  const Settings& settings = Current();
  if (!settings.problem.empty()) (void)Fail(ACL_ERROR_INVALID_PARAM, settings.problem);
  return settings.devices;
}

const std::string& SettingsProblem() { return Current().problem; }

ImplMode CurrentImplMode() { return Current().mode; }

int ConfiguredThreads() { return Current().threads; }

bool IsVerbose() { return Current().verbose; }

void SetConfigFileReader(ConfigFileReader reader) {
  config_file_reader.store(reader, std::memory_order_release);
}

int Configure(const char* path, std::string* config) {
  ConfigFile file;
  if (path != nullptr && *path != '\0') {
    std::string text;
    OPENACLNN_RETURN_IF_ERROR(ReadFile(path, &text));
    const ConfigFileReader reader = config_file_reader.load(std::memory_order_acquire);
    if (reader == nullptr) {
      return Fail(ACL_ERROR_FEATURE_UNSUPPORTED,
                  absl::StrCat("aclInit: configPath is \"", path,
                               "\", and this program is linked without the reader of configuration "
                               "files; accepted is null, or add "
                               "@openaclnn//:config_file to the deps of the program"));
    }
    OPENACLNN_RETURN_IF_ERROR(reader(path, text, &file));
  }
  Settings settings;
  std::string problem = ReadEnvironment(&settings);
  if (!problem.empty()) return Fail(ACL_ERROR_INVALID_PARAM, absl::StrCat("aclInit: ", problem));
  problem = UseConfig(file, &settings);
  if (!problem.empty())
    return Fail(ACL_ERROR_FILE_ATTR_INVALID, absl::StrCat("aclInit: in ", path, ", ", problem));
  problem = HideDevices(&settings);
  if (!problem.empty()) return Fail(ACL_ERROR_INVALID_PARAM, absl::StrCat("aclInit: ", problem));
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
