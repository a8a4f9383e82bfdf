// Gives compilers their memory in huge pages; provision.sh has them start with it (LD_PRELOAD).
//
// A compilation touches some 200 MB, which are 40,000 page faults of 4 KiB. Under a hypervisor
// without hardware support a fault takes 10 to 30 us, and those of two compilers wait for each
// other. GCC takes memory 2 MiB at a time without asking for huge pages, and maps precompiled
// headers from their file, where there are none. glibc.malloc.hugetlb is the same for malloc.

#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static const size_t kHugePage = (size_t)2 << 20;

// Whether the system has huge pages for those who ask.
static int HugePages(void) {
  static int known = -1;
  if (known < 0) {
    char text[64] = "";
    const int file = open("/sys/kernel/mm/transparent_hugepage/enabled", O_RDONLY | O_CLOEXEC);
    known = file >= 0 && read(file, text, sizeof text - 1) > 0 && strstr(text, "[never]") == NULL;
    if (file >= 0) (void)close(file);
  }
  return known;
}

static void* Map(void* address, size_t size, int protection, int flags, int file, off_t offset) {
  return (void*)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}

// A copy of a part of a file instead of a private mapping of it.
static void* Copy(void* address, size_t size, int protection, int flags, int file, off_t offset) {
  char* const copy = Map(address, size, protection, flags | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) return copy;
  (void)madvise(copy, size, MADV_HUGEPAGE);
  size_t done = 0;
  ssize_t got = 1;
  while (done < size && got > 0) {
    got = pread(file, copy + done, size - done, offset + (off_t)done);
    if (got > 0) done += (size_t)got;
  }
  if (got >= 0) return copy;
  (void)munmap(copy, size);
  return Map(address, size, protection, flags, file, offset);
}

void* mmap(void* address, size_t size, int protection, int flags, int file, off_t offset) {
  const int is_private = (flags & MAP_PRIVATE) != 0 && (flags & (MAP_FIXED | MAP_STACK)) == 0 &&
                         (protection & PROT_WRITE) != 0;
  if (size < kHugePage || !is_private || !HugePages()) {
    return Map(address, size, protection, flags, file, offset);
  }
  if ((flags & MAP_ANONYMOUS) == 0) return Copy(address, size, protection, flags, file, offset);
  void* const memory = Map(address, size, protection, flags, file, offset);
  if (memory != MAP_FAILED) (void)madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}

// What a program calls that was compiled with _FILE_OFFSET_BITS=64.
void* mmap64(void* address, size_t size, int protection, int flags, int file, off64_t offset) {
  return mmap(address, size, protection, flags, file, offset);
}
