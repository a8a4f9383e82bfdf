// What tests of rules share.
#ifndef OPENACLNN_RUNTIME_RULES_TESTING_H_
#define OPENACLNN_RUNTIME_RULES_TESTING_H_

#include <initializer_list>
#include <string>

#include "gtest/gtest.h"

namespace openaclnn {

// `got` is a code of six digits and a message, which has the pieces.
inline void ExpectBroken(const std::string& got, int code,
                         std::initializer_list<const char*> pieces) {
  EXPECT_EQ(got.substr(0, 6), std::to_string(code)) << got;
  for (const char* piece : pieces)
    EXPECT_NE(got.find(piece), std::string::npos) << "no '" << piece << "' in: " << got;
}

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_RULES_TESTING_H_
