// Counts this process's heap allocations, for `sightline bench` and for tests proving that a steady
// pass allocates nothing. Linking this target replaces malloc and related functions on glibc; no
// target that an app links depends on it.
#ifndef SIGHTLINE_CALLOCATIONS_H
#define SIGHTLINE_CALLOCATIONS_H

#include <stdint.h>

/// The number of allocations by the calling thread so far; -1 if they can't be counted.
int64_t sightline_allocation_count(void);

/// The bytes of heap memory in use by this process; -1 if unknown.
int64_t sightline_heap_bytes(void);

/// Makes the process keep freed blocks instead of returning them to the system, where possible.
void sightline_keep_freed_blocks(void);

/// A monotonic clock in nanoseconds.
int64_t sightline_nanoseconds(void);

#endif
