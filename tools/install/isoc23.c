/* Since glibc 2.38 its headers turn strtol and its kin into these names, which older systems do not have. Defined inside the library, they
 * let what was compiled with new headers run there. They differ from the old functions only in that they may accept a prefix "0b". */
#include <stdlib.h>

long __isoc23_strtol(const char* text, char** end, int base);
long long __isoc23_strtoll(const char* text, char** end, int base);
unsigned long __isoc23_strtoul(const char* text, char** end, int base);
unsigned long long __isoc23_strtoull(const char* text, char** end, int base);

long __isoc23_strtol(const char* text, char** end, int base) { return strtol(text, end, base); }
long long __isoc23_strtoll(const char* text, char** end, int base) { return strtoll(text, end, base); }
unsigned long __isoc23_strtoul(const char* text, char** end, int base) { return strtoul(text, end, base); }
unsigned long long __isoc23_strtoull(const char* text, char** end, int base) { return strtoull(text, end, base); }

/* Since glibc 2.43 sqrtf has a new version. The root of a float32 number in double, rounded, is the nearest float32 number. */
double sqrt(double x);
__attribute__((visibility("hidden"))) float sqrtf(float x);
float sqrtf(float x) {
  volatile double root = sqrt(x); /* else the compiler calls sqrtf */
  return (float)root;
}
