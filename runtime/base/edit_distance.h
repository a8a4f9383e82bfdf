// How much alike two names are, for messages that propose what was meant.
#ifndef OPENACLNN_RUNTIME_BASE_EDIT_DISTANCE_H_
#define OPENACLNN_RUNTIME_BASE_EDIT_DISTANCE_H_

#include <cstddef>
#include <string_view>

namespace openaclnn {

// How many letters must be changed, added or taken away to make one text of the other
// (Levenshtein).
size_t EditDistance(std::string_view a, std::string_view b);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_BASE_EDIT_DISTANCE_H_
