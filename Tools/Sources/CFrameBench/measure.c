#include "CFrameBench.h"

#include <time.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_TOGGLE_COLLECT
#define CALLGRIND_DUMP_STATS
#endif

static int64_t start, measured;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void sightline_measure_begin(void) {
  start = now();
  CALLGRIND_TOGGLE_COLLECT;
}

void sightline_measure_end(void) {
  CALLGRIND_TOGGLE_COLLECT;
  measured += now() - start;
}

int64_t sightline_measured_nanoseconds(void) {
  int64_t result = measured;
  measured = 0;
  CALLGRIND_DUMP_STATS;
  return result;
}

void sightline_begin_counting(void) { CALLGRIND_START_INSTRUMENTATION; }
