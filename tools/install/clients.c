/* A client, loaded with all of its functions resolved: calls every known function of the vendor's API
 * with null arguments. Each refuses them, or says that it is not implemented and touches nothing.
 * known_functions.h and the headers of the prefix are included on the command line, so this also
 * checks that they declare the same. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int implemented = 0, unimplemented = 0, failures = 0;

static void check(void* library, const char* name, const char* first, aclnnStatus status) {
  /* Null if there was no error. */
  const char* const message = aclGetRecentErrMsg();
  const int says = message != NULL && strstr(message, name) != NULL && strstr(message, " is not implemented by openaclnn ") != NULL;
  const int exists = dlsym(library, first) != NULL;
  if (exists ? status != 0 && !says : status == 561003 && says) return;
  fprintf(stderr, "%s (%s): status %d, %s\n", name, exists ? "implemented" : "not implemented", status, message != NULL ? message : "-");
  ++failures;
}

#define COUNT(first) \
  if (dlsym(library, first) != NULL) ++implemented; else ++unimplemented;

#define WITH_PHASES(name, ...)                                                                                    \
  {                                                                                                               \
    uint64_t size = 77;                                                                                           \
    aclOpExecutor* executor = (aclOpExecutor*)&size;                                                              \
    check(library, #name, #name "GetWorkspaceSize", name##GetWorkspaceSize(__VA_ARGS__, &size, &executor));       \
    if (size != 77 || (void*)executor != (void*)&size) {                                                          \
      fprintf(stderr, #name " wrote its outputs\n");                                                              \
      ++failures;                                                                                                 \
    }                                                                                                             \
    check(library, #name, #name, name(NULL, 0, NULL, NULL));                                                      \
    COUNT(#name)                                                                                                  \
  }

#define PLAIN(name, ...)                             \
  check(library, #name, #name, name(__VA_ARGS__));   \
  COUNT(#name)

/* What a backend asks while it is loaded, in an initialiser of its library: the name of the first
 * call that failed, null if none did. */
static const char* failed_start = "the constructor, which did not run";

__attribute__((constructor)) static void start(void) {
  uint32_t count = 0;
  size_t granularity = 0, free_bytes = 0, total = 0;
  aclrtPhysicalMemProp prop = {ACL_MEM_HANDLE_TYPE_NONE, ACL_MEM_ALLOCATION_TYPE_PINNED, ACL_HBM_MEM_HUGE, {0, ACL_MEM_LOCATION_TYPE_DEVICE}, 0};
  failed_start = NULL;
  if (aclInit(NULL) != 0) failed_start = "aclInit";
  else if (aclrtGetDeviceCount(&count) != 0 || count != 1) failed_start = "aclrtGetDeviceCount";
  else if (aclrtSetDevice(0) != 0) failed_start = "aclrtSetDevice";
  else if (aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED, &granularity) != 0 || granularity == 0) failed_start = "aclrtMemGetAllocationGranularity";
  else if (aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total) != 0 || free_bytes == 0 || free_bytes > total) failed_start = "aclrtGetMemInfo";
  else if (aclrtGetSocName() == NULL) failed_start = "aclrtGetSocName";
}

int call_all(const char* library_path);

int call_all(const char* library_path) {
  void* const library = dlopen(library_path, RTLD_NOW);
  if (failed_start != NULL) {
    fprintf(stderr, "while the client is loaded, this fails: %s\n", failed_start);
    return 1;
  }
  if (library == NULL) {
    fprintf(stderr, "cannot begin: %s, %s\n", dlerror(), aclGetRecentErrMsg());
    return 1;
  }
  OPENACLNN_KNOWN_FUNCTIONS(WITH_PHASES, PLAIN)
  printf("%d implemented, %d not implemented\n", implemented, unimplemented);
  return failures;
}
