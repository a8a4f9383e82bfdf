// Where allocations come from, for testing/attack/sites: OPENACLNN_ALLOCATION_SITES names a folder,
// in which each process writes a file: the name of its program, its arguments, then call stacks.
#ifndef OPENACLNN_TESTING_ATTACK_SITES_H_
#define OPENACLNN_TESTING_ATTACK_SITES_H_

namespace openaclnn::attack {

// Whether every allocation is to be seen (OPENACLNN_ALLOCATION_SITES_OF=all, or
// OPENACLNN_FAILING_STACK), not only those that fail.
bool WatchesAll();

// Writes the caller's stack, unless this process or the one that forked it has written it before:
// a line of its hash and of addresses inside the program's own file, innermost first. Allocates
// nothing. True if the allocation has to fail, which is so once: at the stack whose hash is
// OPENACLNN_FAILING_STACK.
bool VisitSite();

}  // namespace openaclnn::attack

#endif  // OPENACLNN_TESTING_ATTACK_SITES_H_
