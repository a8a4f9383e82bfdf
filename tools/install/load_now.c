/* load_now CLIENT LIBRARY: loads the client, whose symbols must then all exist, and has it call what it
 * does (clients.c). */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
  void* const client = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
  int (*call_all)(const char*);
  if (client == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  *(void**)&call_all = dlsym(client, "call_all");
  return call_all(argv[2]) == 0 ? 0 : 1;
}
