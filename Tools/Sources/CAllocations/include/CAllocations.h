// Counts heap allocations of this process, for `sightline bench` and for tests that prove that a
// steady pass allocates nothing. Linking this target replaces malloc and its kin on glibc; nothing
// that an app links depends on it.
#ifndef SIGHTLINE_CALLOCATIONS_H
#define SIGHTLINE_CALLOCATIONS_H

#include <stdint.h>

/// Allocations of the calling thread so far; -1 where they cannot be counted.
int64_t sightline_allocation_count(void);

/// Bytes of heap memory in use by this process; -1 where that cannot be told.
int64_t sightline_heap_bytes(void);

/// Has freed blocks kept by the process instead of handed back to the system, where that can be chosen.
void sightline_keep_freed_blocks(void);

/// A monotonic clock in nanoseconds.
int64_t sightline_nanoseconds(void);

#endif
