#include "runtime/executor/ledger.h"

#include <cstdint>
#include <random>
#include <vector>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

TEST(Ledger, NothingBookedNeedsNothing) {
  Ledger ledger;
  ledger.Place();
  EXPECT_EQ(ledger.total_bytes(), 0);
}

TEST(Ledger, OnlyLifeTimesThatMeetAddUp) {
  Ledger ledger;
  const int a = ledger.Book("a", 1000, 0, 1);
  const int b = ledger.Book("b", 500, 1, 2);
  const int c = ledger.Book("c", 900, 2, 3);
  ledger.Place();
  EXPECT_EQ(ledger.offset(a), 0);
  EXPECT_EQ(ledger.offset(c), 0) << "c begins after a has ended, so it takes its place";
  EXPECT_EQ(ledger.offset(b), 1024);
  EXPECT_EQ(ledger.total_bytes(), 1524);
}

TEST(Ledger, ExtendKeepsAnEntryAlive) {
  Ledger ledger;
  const int a = ledger.Book("a", 64, INT32_MAX, -1);
  const int b = ledger.Book("b", 64, 3, 3);
  ledger.Extend(a, 2);
  ledger.Extend(a, 4);
  ledger.Place();
  EXPECT_NE(ledger.offset(a), ledger.offset(b));
}

TEST(Ledger, NeverOverlapsAndNeverWastesMoreThanASum) {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    Ledger ledger;
    struct Booked {
      int id;
      int64_t bytes;
      int first, last;
    };
    std::vector<Booked> all;
    int64_t sum = 0, most = 0;
    for (int i = 0, n = 1 + static_cast<int>(random() % 6); i < n; ++i) {
      const int first = static_cast<int>(random() % 5),
                last = first + static_cast<int>(random() % 3);
      const int64_t bytes = 1 + static_cast<int64_t>(random() % 3000);
      all.push_back({ledger.Book("x", bytes, first, last), bytes, first, last});
      sum += (bytes + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment;
      most = std::max(most, bytes);
    }
    ledger.Place();
    EXPECT_LE(ledger.total_bytes(), sum);
    EXPECT_GE(ledger.total_bytes(), most);
    int64_t end = 0;
    for (const Booked& a : all) {
      EXPECT_EQ(ledger.offset(a.id) % kWorkspaceAlignment, 0);
      end = std::max(end, ledger.offset(a.id) + a.bytes);
      for (const Booked& b : all) {
        if (a.id >= b.id || a.first > b.last || b.first > a.last) continue;
        EXPECT_TRUE(ledger.offset(a.id) + a.bytes <= ledger.offset(b.id) ||
                    ledger.offset(b.id) + b.bytes <= ledger.offset(a.id));
      }
    }
    EXPECT_EQ(ledger.total_bytes(), end);
  }
}

}  // namespace
}  // namespace openaclnn
