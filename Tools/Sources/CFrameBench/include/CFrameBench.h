// Brackets Sightline's signal handlers, to measure exactly the code between two handlers of one
// signal. Under callgrind only that code is counted.
#ifndef SIGHTLINE_CFRAMEBENCH_H
#define SIGHTLINE_CFRAMEBENCH_H

#include <stdint.h>

/// Signal handlers: connect one before and one after the handler to measure.
void sightline_measure_begin(void);
void sightline_measure_end(void);

/// Returns the nanoseconds measured since the last call. Under callgrind, also writes the counts
/// since the last call to a file.
int64_t sightline_measured_nanoseconds(void);

/// Begins counting instructions, if callgrind runs the program.
void sightline_begin_counting(void);

#endif
