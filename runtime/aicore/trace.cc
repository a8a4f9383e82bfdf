#include "runtime/aicore/trace.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/base/const_init.h"
#include "absl/base/no_destructor.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/synchronization/mutex.h"
#include "absl/types/span.h"
#include "runtime/aicore/arch.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/launch.h"

namespace openaclnn::aicore {
namespace {

constexpr char kEnd[] = "\n]\n";

ABSL_CONST_INIT absl::Mutex trace_mutex(absl::kConstInit);

}  // namespace

const char* PipeName(Pipe pipe) {
  static constexpr const char* kNames[kPipes] = {"S", "V", "MTE2", "MTE3"};
  return kNames[static_cast<size_t>(pipe)];
}

std::string Describe(const Launch& launch, const Counters& counters) {
  std::string text = absl::StrFormat(
      "%s on %s: blocks %d, barriers %d, unified buffer %d of %d bytes\n", launch.kernel->name,
      launch.soc->name, launch.blocks, counters.barriers / launch.blocks,
      counters.peak_unified_buffer_bytes, launch.soc->unified_buffer_bytes);
  absl::StrAppendFormat(&text, "  %-4s %14s %14s %16s %14s\n", "pipe", "instructions", "elements",
                        "bytes", "units");
  for (int p = 0; p < kPipes; ++p) {
    const Pipe pipe = static_cast<Pipe>(p);
    const PipeCounters& c = counters[pipe];
    absl::StrAppendFormat(&text, "  %-4s %14d %14d %16d %14d\n", PipeName(pipe), c.instructions,
                          c.elements, c.bytes, c.units);
  }
  return text;
}

absl::Status AppendChromeTrace(const std::string& path, const Launch& launch,
                               absl::Span<const std::vector<TraceEvent>> blocks) {
  const absl::MutexLock lock(&trace_mutex);
  static absl::NoDestructor<absl::flat_hash_map<std::string, int64_t>> launches_in_file;
  const int64_t number = ++(*launches_in_file)[path];

  // All texts are names that need no escapes: of kernels, chips, instructions and pipes.
  std::string rows;
  const auto begin_row = [&rows] { rows.append(rows.empty() ? "" : ",\n"); };
  const auto name_row = [&](const char* kind, const std::string& ids, const std::string& name) {
    begin_row();
    absl::StrAppendFormat(&rows, R"({"name":"%s","ph":"M",%s,"args":{"name":"%s"}})", kind, ids,
                          name);
  };
  name_row("process_name", absl::StrFormat(R"("pid":%d)", number),
           absl::StrCat("launch ", number, ": ", launch.kernel->name, " on ", launch.soc->name));
  const int64_t cores = Cores(*launch.soc);
  std::vector<int64_t> clocks(static_cast<size_t>(cores));
  for (size_t block = 0; block < blocks.size(); ++block) {
    const auto core = static_cast<size_t>(static_cast<int64_t>(block) % cores);
    const auto row_of = [core](Pipe pipe) {
      return static_cast<int64_t>(core) * kPipes + static_cast<int64_t>(pipe);
    };
    for (int p = 0; p < kPipes && block == core; ++p) {
      const Pipe pipe = static_cast<Pipe>(p);
      name_row("thread_name", absl::StrFormat(R"("pid":%d,"tid":%d)", number, row_of(pipe)),
               absl::StrCat("core ", core, " ", PipeName(pipe)));
    }
    int64_t end = 0;
    for (const TraceEvent& event : blocks[block]) {
      begin_row();
      absl::StrAppendFormat(
          &rows,
          R"({"name":"%s","ph":"X","pid":%d,"tid":%d,"ts":%d,"dur":%d,"args":{"block":%d,"elements":%d,"bytes":%d}})",
          event.name, number, row_of(event.pipe), clocks[core] + event.start, event.units, block,
          event.elements, event.bytes);
      end = event.start + event.units;
    }
    clocks[core] += end;
  }

  std::FILE* file = std::fopen(path.c_str(), number == 1 ? "w" : "r+");
  if (file == nullptr)
    return absl::ErrnoToStatus(errno, absl::StrCat("OPENACLNN_TRACE: cannot write ", path));
  bool good = number == 1 || std::fseek(file, -static_cast<long>(sizeof(kEnd) - 1), SEEK_END) == 0;
  good = good && std::fputs(number == 1 ? "[\n" : ",\n", file) >= 0 &&
         std::fwrite(rows.data(), 1, rows.size(), file) == rows.size() &&
         std::fputs(kEnd, file) >= 0;
  good = std::fclose(file) == 0 && good;
  return good ? absl::OkStatus()
              : absl::UnavailableError(absl::StrCat("OPENACLNN_TRACE: writing ", path, " failed"));
}

}  // namespace openaclnn::aicore
