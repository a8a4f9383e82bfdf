#include "runtime/aicore/trace.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "absl/base/const_init.h"
#include "absl/base/no_destructor.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/synchronization/mutex.h"
#include "absl/types/span.h"
#include "runtime/aicore/arch.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/cost.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/location.h"
#include "runtime/base/format.h"

namespace openaclnn::aicore {
namespace {

constexpr char kEnd[] = "\n]\n";

// Sums of the calls of a launch.
class Tables {
 public:
  const std::string& PlaceOf(const void* site) {
    auto [it, is_new] = places_.try_emplace(site);
    if (is_new) it->second = LocationOf(site);
    return it->second;
  }

  void Add(const TraceEvent& event) {
    const std::string& place = PlaceOf(event.site);
    by_place_[place.empty() ? "unknown" : place].Add(event);
    by_instruction_[absl::StrCat(event.name, ",",
                                 absl::Hex(reinterpret_cast<uintptr_t>(event.site)), ",",
                                 PipeName(event.pipe))]
        .Add(event);
  }

  // Adds the rows of launch `number` to both files beside `trace`; the first starts them anew.
  absl::Status Append(const std::string& trace, int64_t number, double megahertz) const {
    const std::string stem(absl::StripSuffix(trace, ".json"));
    for (const auto& [name, columns, sums] :
         {std::tuple("_code_exe.csv", "code", &by_place_),
          std::tuple("_instr_exe.csv", "instr,addr,pipe", &by_instruction_)}) {
      std::string text;
      if (number == 1)
        text = absl::StrCat("launch,", columns, ",call_count,cycles,running_time(us)\n");
      for (const auto& [key, sum] : *sums) {
        absl::StrAppend(&text, Format("%d,%s,%d,%d,%.2f\n", number, key, sum.calls, sum.cycles,
                                      static_cast<double>(sum.cycles) / megahertz));
      }
      const std::string path = stem + name;
      std::FILE* const file = std::fopen(path.c_str(), number == 1 ? "w" : "a");
      if (file == nullptr)
        return absl::ErrnoToStatus(errno, absl::StrCat("OPENACLNN_TRACE: cannot write ", path));
      const bool good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
      if (std::fclose(file) != 0 || !good)
        return absl::UnavailableError(absl::StrCat("OPENACLNN_TRACE: writing ", path, " failed"));
    }
    return absl::OkStatus();
  }

 private:
  struct Sum {
    int64_t calls = 0;
    int64_t cycles = 0;  // in which the pipe could start nothing else
    void Add(const TraceEvent& event) {
      ++calls;
      cycles += event.time.free - event.time.start;
    }
  };
  std::unordered_map<const void*, std::string> places_;
  std::map<std::string, Sum> by_place_;
  std::map<std::string, Sum> by_instruction_;
};

ABSL_CONST_INIT absl::Mutex trace_mutex(absl::kConstInit);

}  // namespace

const char* PipeName(Pipe pipe) {
  static constexpr const char* kNames[kPipes] = {"S", "V", "MTE2", "MTE3"};
  return kNames[static_cast<size_t>(pipe)];
}

std::array<int64_t, kPipes> CriticalPath(absl::Span<const TraceEvent> events) {
  std::array<int64_t, kPipes> spent = {};
  if (events.empty()) return spent;
  const auto last =
      std::max_element(events.begin(), events.end(),
                       [](const auto& a, const auto& b) { return a.time.end < b.time.end; });
  int64_t until = last->time.end;
  for (auto at = static_cast<int32_t>(last - events.begin()); at >= 0;) {
    const TraceEvent& event = events[static_cast<size_t>(at)];
    spent[static_cast<size_t>(event.pipe)] += std::max<int64_t>(0, until - event.time.start);
    until = std::min(until, event.time.start);
    at = event.time.after;
    if (at < 0) break;
    // What is between was the issue of instructions.
    const int64_t end = std::min(until, events[static_cast<size_t>(at)].time.end);
    spent[static_cast<size_t>(Pipe::kScalar)] += until - end;
    until = end;
  }
  spent[static_cast<size_t>(Pipe::kScalar)] += until;
  return spent;
}

std::string Describe(const Launch& launch, const Counters& counters,
                     absl::Span<const std::vector<TraceEvent>> blocks) {
  const Soc& soc = *launch.soc;
  std::string text = Format(
      "%s on %s: blocks %d, barriers %d, unified buffer %d of %d bytes\n"
      "  about %d cycles, %.2f us at %.0f MHz (%s)\n",
      launch.kernel->name, soc.name, launch.blocks, counters.barriers / launch.blocks,
      counters.peak_unified_buffer_bytes, soc.unified_buffer_bytes, counters.cycles,
      static_cast<double>(counters.cycles) / MegahertzOf(soc), MegahertzOf(soc),
      SourceOfNumbers(soc));
  absl::StrAppend(&text, Format("  %-4s %14s %14s %16s %14s %6s\n", "pipe", "instructions",
                                "elements", "bytes", "busy cycles", "busy"));
  for (int p = 0; p < kPipes; ++p) {
    const Pipe pipe = static_cast<Pipe>(p);
    const PipeCounters& c = counters[pipe];
    const int64_t whole = std::max<int64_t>(1, counters.block_cycles);
    absl::StrAppend(&text,
                    Format("  %-4s %14d %14d %16d %14d %5d%%\n", PipeName(pipe), c.instructions,
                           c.elements, c.bytes, c.busy, 100 * c.busy / whole));
  }
  // The block that ended last.
  const std::vector<TraceEvent>* latest = nullptr;
  int64_t end = -1;
  for (const std::vector<TraceEvent>& events : blocks) {
    for (const TraceEvent& event : events) {
      if (event.time.end <= end) continue;
      end = event.time.end;
      latest = &events;
    }
  }
  if (latest == nullptr) return text;
  const std::array<int64_t, kPipes> path = CriticalPath(*latest);
  absl::StrAppend(&text, "  critical path:");
  for (size_t p = 0; p < kPipes; ++p) {
    absl::StrAppend(&text, Format("%s %s %d%%", p == 0 ? "" : ",", PipeName(static_cast<Pipe>(p)),
                                  100 * path[p] / std::max<int64_t>(1, end)));
  }
  absl::StrAppend(&text, "\n");
  return text;
}

absl::Status AppendChromeTrace(const std::string& path, const Launch& launch,
                               absl::Span<const std::vector<TraceEvent>> blocks) {
  const absl::MutexLock lock(&trace_mutex);
  static absl::NoDestructor<std::unordered_map<std::string, int64_t>> launches_in_file;
  const int64_t number = ++(*launches_in_file)[path];

  // All texts are names that need no escapes: of kernels, chips, instructions and pipes.
  std::string rows;
  const auto begin_row = [&rows] { rows.append(rows.empty() ? "" : ",\n"); };
  const auto name_row = [&](const char* kind, const std::string& ids, const std::string& name) {
    begin_row();
    absl::StrAppend(&rows,
                    Format(R"({"name":"%s","ph":"M",%s,"args":{"name":"%s"}})", kind, ids, name));
  };
  name_row("process_name", Format(R"("pid":%d)", number),
           absl::StrCat("launch ", number, ": ", launch.kernel->name, " on ", launch.soc->name));
  begin_row();
  absl::StrAppend(
      &rows, Format(R"({"name":"process_labels","ph":"M","pid":%d,"args":{"labels":"%.0f MHz, %s",)"
                    R"("megahertz":%.0f,"numbers":"%s"}})",
                    number, MegahertzOf(*launch.soc), SourceOfNumbers(*launch.soc),
                    MegahertzOf(*launch.soc), SourceOfNumbers(*launch.soc)));
  const int64_t cores = Cores(*launch.soc);
  std::vector<int64_t> clocks(static_cast<size_t>(cores));
  Tables tables;
  for (size_t block = 0; block < blocks.size(); ++block) {
    const auto core = static_cast<size_t>(static_cast<int64_t>(block) % cores);
    const auto row_of = [core](Pipe pipe) {
      return static_cast<int64_t>(core) * kPipes + static_cast<int64_t>(pipe);
    };
    for (int p = 0; p < kPipes && block == core; ++p) {
      const Pipe pipe = static_cast<Pipe>(p);
      name_row("thread_name", Format(R"("pid":%d,"tid":%d)", number, row_of(pipe)),
               absl::StrCat("core ", core, " ", PipeName(pipe)));
    }
    int64_t end = 0;
    for (const TraceEvent& event : blocks[block]) {
      begin_row();
      absl::StrAppend(
          &rows,
          Format(R"({"name":"%s","ph":"X","pid":%d,"tid":%d,"ts":%d,"dur":%d,"args":{"block":%d,)"
                 R"("elements":%d,"bytes":%d,"issued":%d,"complete":%d,"after":%d,"code":"%s"}})",
                 event.name, number, row_of(event.pipe), clocks[core] + event.time.start,
                 event.time.free - event.time.start, block, event.elements, event.bytes,
                 clocks[core] + event.time.issue, clocks[core] + event.time.end, event.time.after,
                 tables.PlaceOf(event.site)));
      end = std::max(end, event.time.end);
      tables.Add(event);
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
  if (!good)
    return absl::UnavailableError(absl::StrCat("OPENACLNN_TRACE: writing ", path, " failed"));
  return tables.Append(path, number, MegahertzOf(*launch.soc));
}

}  // namespace openaclnn::aicore
