// Runs that do not need each other go to different streams. What says which, where their results
// lie, and which events keep them apart.
#ifndef OPENACLNN_RUNTIME_GRAPH_STREAM_PLAN_H_
#define OPENACLNN_RUNTIME_GRAPH_STREAM_PLAN_H_

#include <cstdint>
#include <vector>

namespace openaclnn::graph {

// The first place from this one on where a block may begin, in bytes.
int64_t PlaceOfBlock(int64_t offset);

// Memory that a run writes first, and later ones read, in order.
struct ArenaBlock {
  int run = 0;
  int64_t bytes = 0;
  std::vector<int> readers = {};
  int64_t offset = 0;  // to be found
};

struct StreamPlan {
  struct Run {
    int stream = 0;          // 0 is the one that all begins and ends on
    std::vector<int> waits;  // events that its stream waits for before it
    int event = -1;          // recorded behind it, if another stream waits for it
  };
  std::vector<Run> runs;
  std::vector<int> last_waits;  // of stream 0, behind its last run
  int streams = 1;
  // Event 0 is recorded on stream 0 before the first run. The numbers are those of events.
  int events = 1;
  int64_t bytes = 0;  // of all blocks together
};

// `needs` has for each run earlier ones whose results it reads. Gives each block its place: blocks
// of a stream that are not needed at the same time share memory. At most `most_streams` streams.
StreamPlan PlanStreams(const std::vector<std::vector<int>>& needs, int most_streams,
                       std::vector<ArenaBlock>* blocks);

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_STREAM_PLAN_H_
