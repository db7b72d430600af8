// The settings of glibc's allocator, which its own module leaves out.
#if defined(__linux__)
#include <malloc.h>
#endif
