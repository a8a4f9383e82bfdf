// Makes the system refuse memory or threads. Linking this replaces malloc, its relatives, mmap,
// mprotect and pthread_create in the whole process.
#ifndef OPENACLNN_TESTING_ATTACK_INJECT_H_
#define OPENACLNN_TESTING_ATTACK_INJECT_H_

#include <cstdint>

namespace openaclnn::attack {

// From now on allocation number `number` (from 0) fails, and with `all` every one after it.
void FailAllocations(int64_t number, bool all);

// No more failures. The result is how many allocations failed.
int64_t StopFailing();

// Blocks that malloc and its relatives gave and free has not taken back.
int64_t BlocksInUse();

// How many more threads may be created; any number at first.
void AllowThreads(int64_t number);

}  // namespace openaclnn::attack

#endif  // OPENACLNN_TESTING_ATTACK_INJECT_H_
