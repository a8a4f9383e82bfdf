#include "tools/specgen/sha256.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "absl/strings/escaping.h"

namespace openaclnn::specgen {
namespace {

// The standard defines its constants as the first 32 bits behind the point of the cube (or square)
// roots of the first primes. They are found here by exact integer search: the greatest r with
// r^power <= prime * 2^(32 * power).
uint32_t RootFraction(uint32_t prime, int power) {
  const auto too_big = [&](unsigned __int128 root) {
    // For the cube the comparison needs 108 bits, which fit.
    const unsigned __int128 raised = power == 2 ? root * root : root * root * root;
    return raised > (static_cast<unsigned __int128>(prime) << (32 * power));
  };
  uint64_t root = 0;
  for (int bit = 37; bit >= 0; --bit) {
    if (!too_big(root | uint64_t{1} << bit)) root |= uint64_t{1} << bit;
  }
  return static_cast<uint32_t>(root);
}

struct Constants {
  std::array<uint32_t, 8> start;
  std::array<uint32_t, 64> round;
};

Constants MakeConstants() {
  Constants constants;
  int count = 0;
  for (uint32_t candidate = 2; count < 64; ++candidate) {
    bool prime = true;
    for (uint32_t divisor = 2; divisor * divisor <= candidate; ++divisor)
      prime = prime && candidate % divisor != 0;
    if (!prime) continue;
    if (count < 8) constants.start[count] = RootFraction(candidate, 2);
    constants.round[count++] = RootFraction(candidate, 3);
  }
  return constants;
}

void Compress(const uint8_t* block, const Constants& constants, std::array<uint32_t, 8>* state) {
  uint32_t w[64];
  for (int i = 0; i < 16; ++i)
    w[i] = uint32_t{block[4 * i]} << 24 | block[4 * i + 1] << 16 | block[4 * i + 2] << 8 |
           block[4 * i + 3];
  for (int i = 16; i < 64; ++i) {
    const uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    const uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = *state;
  for (int i = 0; i < 64; ++i) {
    const uint32_t t1 = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                        ((e & f) ^ (~e & g)) + constants.round[i] + w[i];
    const uint32_t t2 =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const uint32_t added[] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) (*state)[i] += added[i];
}

}  // namespace

std::string Sha256(std::string_view data) {
  static const Constants constants = MakeConstants();
  std::string padded(data);
  padded.push_back('\x80');
  while (padded.size() % 64 != 56) padded.push_back('\0');
  for (int shift = 56; shift >= 0; shift -= 8)
    padded.push_back(static_cast<char>(uint64_t{data.size()} * 8 >> shift));
  std::array<uint32_t, 8> state = constants.start;
  for (size_t at = 0; at < padded.size(); at += 64)
    Compress(reinterpret_cast<const uint8_t*>(padded.data()) + at, constants, &state);
  std::string digest;
  for (uint32_t word : state) {
    for (int shift = 24; shift >= 0; shift -= 8) digest.push_back(static_cast<char>(word >> shift));
  }
  return absl::BytesToHexString(digest);
}

}  // namespace openaclnn::specgen
