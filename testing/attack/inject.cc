#include "testing/attack/inject.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "testing/attack/sites.h"

extern "C" {

// The C library's own, under the names that replacements leave alone.
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* address, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void* address);

}  // extern "C"

namespace openaclnn::attack {
namespace {

constexpr int64_t kNever = INT64_MAX;

std::atomic<int64_t> left{kNever};  // allocations until one fails
std::atomic<bool> fail_all{false};
std::atomic<int64_t> failed{0};
std::atomic<int64_t> blocks{0};
std::atomic<int64_t> threads{kNever};

bool Fails() {
  if (WatchesAll() && VisitSite()) {
    errno = ENOMEM;
    return true;
  }
  if (left.load(std::memory_order_relaxed) == kNever) return false;
  const int64_t number = left.fetch_sub(1);
  if (number > 0 || (number < 0 && !fail_all)) return false;
  ++failed;
  (void)VisitSite();
  errno = ENOMEM;
  return true;
}

void* Count(void* address) {
  if (address != nullptr) ++blocks;
  return address;
}

}  // namespace

void FailAllocations(int64_t number, bool all) {
  failed = 0;
  fail_all = all;
  left = number;
}

int64_t StopFailing() {
  left = kNever;
  return failed;
}

int64_t BlocksInUse() { return blocks; }

void AllowThreads(int64_t number) { threads = number; }

}  // namespace openaclnn::attack

using openaclnn::attack::Count;
using openaclnn::attack::Fails;

extern "C" {

void* malloc(size_t bytes) { return Fails() ? nullptr : Count(__libc_malloc(bytes)); }
void* calloc(size_t count, size_t bytes) {
  return Fails() ? nullptr : Count(__libc_calloc(count, bytes));
}
void* realloc(void* address, size_t bytes) {
  if (Fails()) return nullptr;
  void* const moved = __libc_realloc(address, bytes);
  return address == nullptr ? Count(moved) : moved;
}
void* aligned_alloc(size_t alignment, size_t bytes) {
  return Fails() ? nullptr : Count(__libc_memalign(alignment, bytes));
}
void* memalign(size_t alignment, size_t bytes) { return aligned_alloc(alignment, bytes); }
int posix_memalign(void** result, size_t alignment, size_t bytes) {
  void* const address = aligned_alloc(alignment, bytes);
  if (address == nullptr) return ENOMEM;
  *result = address;
  return 0;
}
void free(void* address) {
  if (address != nullptr) --openaclnn::attack::blocks;
  __libc_free(address);
}

void* mmap(void* address, size_t bytes, int protection, int flags, int file, off_t offset) {
  if (Fails()) return MAP_FAILED;
  return reinterpret_cast<void*>(
      syscall(SYS_mmap, address, bytes, protection, flags, file, offset));
}
int mprotect(void* address, size_t bytes, int protection) {
  return Fails() ? -1 : static_cast<int>(syscall(SYS_mprotect, address, bytes, protection));
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const Create create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (openaclnn::attack::threads.load() != INT64_MAX && openaclnn::attack::threads-- <= 0) {
    return EAGAIN;
  }
  return create(thread, attributes, body, argument);
}

}  // extern "C"
