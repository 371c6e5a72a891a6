#include <zlib.h>

/* A macro, which Swift does not see. */
static inline int CZlib_deflateInit(z_stream *stream, int level, int windowBits) {
  return deflateInit2(stream, level, Z_DEFLATED, windowBits, 9, Z_DEFAULT_STRATEGY);
}

static inline int CZlib_inflateInit(z_stream *stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}
