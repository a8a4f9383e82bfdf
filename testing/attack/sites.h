// Where allocations come from, for testing/attack/sites: OPENACLNN_ALLOCATION_SITES names a folder,
// in which each process writes a file: the name of its program, then call stacks.
#ifndef OPENACLNN_TESTING_ATTACK_SITES_H_
#define OPENACLNN_TESTING_ATTACK_SITES_H_

namespace openaclnn::attack {

// Whether all allocations are to be recorded (OPENACLNN_ALLOCATION_SITES_OF=all), not only those
// that fail.
bool RecordsAll();

// Writes the caller's stack, unless this process or the one that forked it has written it before:
// a line of addresses inside the program's own file, innermost first. Allocates nothing.
void RecordSite();

}  // namespace openaclnn::attack

#endif  // OPENACLNN_TESTING_ATTACK_SITES_H_
