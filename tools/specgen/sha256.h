// SHA-256 (FIPS 180-4), in hexadecimal. None of the libraries of the project has it.
#ifndef OPENACLNN_TOOLS_SPECGEN_SHA256_H_
#define OPENACLNN_TOOLS_SPECGEN_SHA256_H_

#include <string>
#include <string_view>

namespace openaclnn::specgen {

std::string Sha256(std::string_view data);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_SHA256_H_
