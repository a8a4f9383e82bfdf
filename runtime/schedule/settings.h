// What the user may choose: devices, implementation mode, threads. From the environment, or from
// the JSON file given to aclInit (which wins). Reading JSON is left to :config_file, so that
// programs which do without need not link a JSON library.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_SETTINGS_H_
#define OPENACLNN_RUNTIME_SCHEDULE_SETTINGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/products/products.h"

namespace openaclnn {

enum class BackendKind : uint8_t { kCpu, kAiCore };

// high_performance is the default; OPENACLNN_IMPL_MODE or the configuration file choose (DESIGN 6:
// names and meaning are the vendor's).
enum class ImplMode : uint8_t { kHighPerformance, kHighPrecision };

struct Device {
  int id;
  int physical_id;  // the place among the configured devices, of which not all need be visible
  const Soc* soc;
  BackendKind backend;
};

// OPENACLNN_DEVICES="Ascend910B3,Ascend310P3:aicore"; one Ascend910B3 on the CPU backend if unset.
// Of these, those that ASCEND_RT_VISIBLE_DEVICES="1,0" lists, in its order; all if unset.
// Fixed once it has been asked for, until aclFinalize; a Device itself lives as long as the
// process. Empty if the variable is wrong, with the reason recorded by Fail() (and known SoC names
// listed).
const std::vector<Device>& Devices();

// What is wrong with the settings, and what would be right; empty if nothing is.
const std::string& SettingsProblem();

ImplMode CurrentImplMode();

// Threads asked for, or 0 for as many as the process may use.
int ConfiguredThreads();

// Whether each call of an operator prints a line about itself (OPENACLNN_VERBOSE=1).
bool IsVerbose();

// The device this thread has set (aclrtSetDevice, or through a context), or nullptr.
const Device* CurrentDevice();

// The same, also after the context has ended: programs that remember what each thread has selected
// take memory again after aclrtResetDevice.
const Device* SelectedDevice();

// For aclInit: reads the file (null or "": none) and settles all of the above. The code and message
// of what is wrong, in which case nothing has changed. *config receives the part of the file that
// was used, to be compared with a later one.
int Configure(const char* path, std::string* config);

// What a configuration file says, not yet checked: values as they stand there.
struct ConfigFile {
  std::string used = "{}";  // the part of the file that is about us
  std::optional<std::vector<std::string>> devices;
  std::optional<std::string> impl_mode;
  std::optional<std::string> threads;
};

// Reads the text of the file `path`. A code, with its message recorded, if it is not JSON or says
// what no file may.
using ConfigFileReader = int (*)(const char* path, const std::string& text, ConfigFile* file);

// How Configure reads files from now on; without a reader it refuses them. Linking :config_file is
// enough: it calls this before main.
void SetConfigFileReader(ConfigFileReader reader);

// For aclFinalize: the settings are read anew when they are next asked for.
void ForgetSettings();

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_SETTINGS_H_
