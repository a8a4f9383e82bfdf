#include "runtime/graph/trace.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ge/ge_api_types.h"
#include "runtime/base/format.h"
#include "runtime/graph/messages.h"
#include "runtime/graph/program.h"
#include "runtime/graph/quoted.h"

namespace openaclnn::graph {
Trace::~Trace() {
  for (aclrtEvent event : events_) (void)aclrtDestroyEvent(event);
}

aclError Trace::BeginRun(size_t run, aclrtStream stream) {
  runs_.push_back(run);
  return Record(stream);
}

aclError Trace::Record(aclrtStream stream) {
  aclrtEvent& event = events_.emplace_back(nullptr);
  if (const aclError code = aclrtCreateEventWithFlag(&event, ACL_EVENT_TIME_LINE);
      code != ACL_SUCCESS) {
    events_.pop_back();
    return code;
  }
  return aclrtRecordEvent(event, stream);
}

uint32_t Trace::Write(const std::string& path, const Model& model, const Program& program) const {
  std::string rows;
  for (size_t i = 0; i < runs_.size(); ++i) {
    float begin_ms = 0, end_ms = 0;
    for (const auto& [ms, event] : {std::pair{&begin_ms, 2 * i + 1}, {&end_ms, 2 * i + 2}}) {
      if (const aclError code = aclrtEventElapsedTime(ms, events_.front(), events_[event]);
          code != ACL_SUCCESS)
        return FailAcl(code, absl::StrCat("option ", ge::OPTION_TRACE));
    }
    std::vector<std::string> names, types, results;
    for (size_t number : program.runs[runs_[i]]) {
      const Node& node = model.nodes[number];
      names.push_back(node.name);
      types.push_back(node.type);
      for (int value : node.Outputs())
        results.push_back(absl::StrCat(program.values[static_cast<size_t>(value)].ToString(), ", ",
                                       program.PlaceText(static_cast<size_t>(value))));
    }
    absl::StrAppend(
        &rows, rows.empty() ? "" : ",\n",
        Format(R"({"name":%s,"cat":"node","ph":"X","pid":0,"tid":%d,"ts":%.3f,"dur":%.3f,)"
               R"("args":{"types":%s,"results":%s}})",
               Quoted(absl::StrJoin(names, ", ")), program.streams.runs[runs_[i]].stream,
               1e3 * begin_ms, 1e3 * (end_ms - begin_ms), Quoted(absl::StrJoin(types, ", ")),
               Quoted(absl::StrJoin(results, "; "))));
  }
  std::ofstream file(path, std::ios::binary);
  file << "[\n" << rows << "\n]\n";
  file.close();
  if (!file) {
    return Fail(ge::PARAM_INVALID, absl::StrCat("option ", ge::OPTION_TRACE, ": ", path,
                                                " cannot be written: ", std::strerror(errno)));
  }
  return ge::SUCCESS;
}

}  // namespace openaclnn::graph
