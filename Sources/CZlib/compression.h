// zlib, with constant input pointers, and with what is a macro there and so invisible from Swift.
#ifndef ZLIB_CONST
#define ZLIB_CONST
#endif
#include <zlib.h>

static inline int startInflating(z_streamp stream, int windowBits) {
    return inflateInit2(stream, windowBits);
}
