#include "testing/attack/sites.h"

#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace openaclnn::attack {
namespace {

constexpr int kMaxDepth = 48;
// Stacks that were written, by their hashes; a program has some thousands.
constexpr size_t kSeen = size_t{1} << 16;

std::array<std::atomic<uint64_t>, kSeen> seen;
// The place of the program's own code: the first that the loader names.
uintptr_t base = 0, begin = 0, end = 0;
const char* folder = nullptr;
bool all = false;
uint64_t failing_stack = 0;
std::atomic<bool> has_failed{false};

int FindProgram(dl_phdr_info* info, size_t, void*) {
  base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) & part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    begin = base + part.p_vaddr;
    end = begin + part.p_memsz;
  }
  return 1;
}

// Before main, because the first call of backtrace loads a library. Allocations before that are
// nobody's.
__attribute__((constructor)) void Prepare() {
  void* frame = nullptr;
  (void)backtrace(&frame, 1);
  dl_iterate_phdr(&FindProgram, nullptr);
  folder = std::getenv("OPENACLNN_ALLOCATION_SITES");
  const char* const which = std::getenv("OPENACLNN_ALLOCATION_SITES_OF");
  if (const char* const hash = std::getenv("OPENACLNN_FAILING_STACK"); hash != nullptr)
    failing_stack = std::strtoull(hash, nullptr, 16);
  all = folder != nullptr && which != nullptr && std::string_view(which) == "all";
}

bool IsNew(uint64_t hash) {
  for (size_t i = hash % kSeen, tried = 0; tried < kSeen; i = (i + 1) % kSeen, ++tried) {
    uint64_t found = 0;
    if (seen[i].compare_exchange_strong(found, hash)) return true;
    if (found == hash) return false;
  }
  return false;
}

// At the end of this process's file. A process may have been another program before.
void Write(const char* text, size_t length) {
  char name[512];
  std::snprintf(name, sizeof(name), "%s/%d.%s", folder, static_cast<int>(getpid()),
                program_invocation_short_name);
  const int file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) return;
  struct stat status;
  if (fstat(file, &status) == 0 && status.st_size == 0) {
    char header[8192];
    const ssize_t program = std::max<ssize_t>(readlink("/proc/self/exe", header, 1024), 0);
    header[program] = '\0';
    size_t used = static_cast<size_t>(program) + 1;
    const int arguments = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    const ssize_t bytes = read(arguments, header + used, sizeof(header) - used - 1);
    if (bytes > 0) used += static_cast<size_t>(bytes);
    close(arguments);
    header[used++] = '\n';
    (void)!write(file, header, used);
  }
  (void)!write(file, text, length);
  close(file);
}

}  // namespace

bool WatchesAll() { return all || failing_stack != 0; }

bool VisitSite() {
  static thread_local bool inside __attribute__((tls_model("initial-exec"))) = false;
  if ((folder == nullptr && failing_stack == 0) || inside) return false;
  inside = true;
  void* frames[kMaxDepth];
  const int depth = backtrace(frames, kMaxDepth);
  char line[(kMaxDepth + 2) * 17];
  size_t used = 17;
  uint64_t hash = 0;
  for (int i = 0; i < depth; ++i) {
    const uintptr_t address = reinterpret_cast<uintptr_t>(frames[i]);
    if (address < begin || address >= end) continue;
    // Of the call, not of what follows it.
    const uint64_t offset = address - base - 1;
    hash = (hash ^ offset) * 0x9E3779B97F4A7C15;
    used += static_cast<size_t>(std::snprintf(line + used, sizeof(line) - used, "%lx ", offset));
  }
  hash |= 1;
  if (folder != nullptr && used > 17 && IsNew(hash)) {
    std::snprintf(line, sizeof(line), "%016lx", hash);
    line[16] = ' ';
    line[used - 1] = '\n';
    Write(line, used);
  }
  inside = false;
  return hash == failing_stack && !has_failed.exchange(true);
}

}  // namespace openaclnn::attack
