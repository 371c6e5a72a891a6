/* The WebAssembly engine for JavaScript: the exports of `scripts/build-web` and the memory layout.
 *
 * One module holds any number of engines. A call takes an engine's handle and returns a status; other results are in the
 * module's memory, at the addresses in the engine's report. All values are little-endian, in the records below, without
 * padding except for `unused` fields. The module imports nothing: time is an argument, and there are no callbacks.
 *
 *     const { instance } = await WebAssembly.instantiate(bytes)
 *     const engine = instance.exports.sightline_make(390, 844)
 *     const input = instance.exports.sightline_input(engine, size)       // write records there
 *     instance.exports.sightline_edit(engine, size)                      // 0 on success
 *     instance.exports.sightline_pass(engine, 16_000_000n)
 *     const report = instance.exports.sightline_report(engine)           // holds the addresses of the results
 *
 * Any call may grow the memory, so recreate views of it (`new DataView(memory.buffer)`) after each call.
 *
 * Numbers. The caller numbers containers, targets, covers, viewports, watches, rules and policies, separately for each kind,
 * from 0 to 4,194,303. Numbers are table indices, so avoid gaps. Container 0 is the root and viewport 0 the window; both exist
 * from the start. A number becomes free when its object is removed, directly or with its container. The number of a watch
 * whose target was removed becomes free once a pass has reported the removal. Items are identified by any 64-bit number.
 *
 * Values have the same meaning as in SightlineCore, in points and nanoseconds. Non-finite geometry is not an error; it makes a
 * target *not measurable*. Input that would trap in the engine (an unknown number, a threshold above 1) is refused with a
 * status. Only running out of memory stops the module, which is unusable afterwards.
 */
#ifndef SIGHTLINE_H
#define SIGHTLINE_H
#include <stdint.h>

/* The status of a call. */
enum SightlineStatus {
  SIGHTLINE_OK = 0,
  SIGHTLINE_UNKNOWN_ENGINE = 1,
  SIGHTLINE_CUT_OFF = 2,          /* the input ends inside a record, or is smaller than `size` */
  SIGHTLINE_UNKNOWN_KIND = 3,     /* unknown kind of edit */
  SIGHTLINE_UNKNOWN_NUMBER = 4,   /* the number was never assigned, or its object was removed */
  SIGHTLINE_NUMBER_IN_USE = 5,
  SIGHTLINE_NUMBER_TOO_LARGE = 6,
  SIGHTLINE_BAD_VALUE = 7,        /* out of range */
  SIGHTLINE_TOO_DEEP = 8,         /* containers nest at most 512 deep */
  SIGHTLINE_IMPOSSIBLE = 9,       /* moves or removes the root, removes the window, or moves a container into itself */
};

/* Returns the version of this interface, 1. Incompatible changes increment it. */
uint32_t sightline_version(void);

/* Creates an engine for a clipping window of this size. Its handle is never 0 and never reused. */
uint32_t sightline_make(double width, double height);
uint32_t sightline_free(uint32_t engine);

/* Returns a buffer for `size` bytes of edits or queries; 0 for an unknown engine. The engine owns it; it is valid until a
 * larger one is requested. */
void *sightline_input(uint32_t engine, uint32_t size);

/* Applies the edits in the input, in order, up to the first refused one. The report has the offset of that edit; earlier edits
 * stay applied. */
uint32_t sightline_edit(uint32_t engine, uint32_t size);

/* Runs a pass: evaluates pending changes at a time of the caller's monotonic clock, which stops while the device sleeps. */
uint32_t sightline_pass(uint32_t engine, int64_t nanoseconds);

/* Runs a whole frame in one call: applies the edits in the input, runs a pass at a time in whole nanoseconds, and returns the
 * report. Returns 0 without a pass if an edit was refused or the engine is unknown. */
const struct SightlineReport *sightline_frame(uint32_t engine, uint32_t size, double nanoseconds);

/* Answers an array of queries in the input for the current scene: SightlineStateQuery → SightlineState. */
uint32_t sightline_states(uint32_t engine, uint32_t size);

/* Answers an array of queries about items: SightlineItemQuery → SightlineItem. Counts ongoing exposures up to the given
 * time. */
uint32_t sightline_items(uint32_t engine, uint32_t size, int64_t nanoseconds);

/* Returns the addresses of the results of previous calls; 0 for an unknown engine. */
const struct SightlineReport *sightline_report(uint32_t engine);

/* Results are valid until the next call of their kind. Addresses and sizes are in bytes. */
struct SightlineReport {
  int64_t next_deadline; /* when to pass again if nothing changes; INT64_MAX for never */
  uint32_t refused_at;   /* offset in the input of the last refused record */
  uint32_t evaluated;    /* number of targets measured by the last pass */
  uint32_t changes, changes_size;         /* from the last pass: SightlineChange, leaves before enters */
  uint32_t impressions, impressions_size; /* from the last pass: SightlineImpression */
  uint32_t answers, answers_size;         /* from the last queries */
};

struct SightlineChange {
  uint32_t kind; /* 0 entered, 1 left */
  uint32_t watch, target;
  uint32_t threshold; /* index into the rule's thresholds, 0 for the lowest */
  double fraction;
  uint32_t reason; /* SightlineReason */
  uint32_t exit;   /* SightlineExit */
};

struct SightlineExposure {
  int64_t first_seen, last_seen, total, longest; /* nanoseconds */
  double greatest_fraction;
  uint32_t count;       /* number of exposures; 0 if never visible */
  uint32_t impressions; /* number of impressions under the policy */
};

struct SightlineImpression {
  uint64_t identity;
  uint32_t watch, target;
  int64_t time; /* when the dwell was reached; may be before the pass */
  struct SightlineExposure exposure; /* up to `time`, including this impression */
};

struct SightlineStateQuery {
  uint32_t target, viewport;
  uint32_t rule; /* for the reason; UINT32_MAX for the whole target, at the default opacity */
  uint32_t unused;
};

struct SightlineState {
  double fraction, viewport_share, smaller_share, opacity;
  double visible_rect[4], bounding_rect[4], viewport_rect[4]; /* x, y, width, height in the window */
  uint32_t flags; /* 1 intersecting, 2 fully visible, 4 has a visible rect, 8 has a bounding rect */
  uint32_t reason;
};

struct SightlineItemQuery {
  uint64_t identity;
  uint32_t policy, unused;
};

struct SightlineItem {
  struct SightlineExposure exposure;
  double dwell_progress; /* 0...1 */
};

/* The types of the fields of edits:
 *
 *   rect        double x, y, width, height
 *   point       double x, y
 *   appearance  int32_t z_index; uint32_t flags (1 hidden, 2 pinned, 4 its dwell does not count); double opacity, a, b, c, d, tx, ty
 *   box         uint32_t flags (0 no clip, 1 its bounds, 2 clip; 4 scrolls; 8 the app sets the offset); rect frame; point offset;
 *               rect clip if the low bits are 2
 *   margins     double top, right, bottom, left in points; the same four as fractions of the viewport
 */

/* Generated from Sources/SightlineCore/Notation.swift by `scripts/check notation --fix`. */

/* The reason a target is not visible. See InvisibilityReason. */
enum SightlineReason {
  SIGHTLINE_NONE, SIGHTLINE_REMOVED, SIGHTLINE_NOT_MEASURABLE, SIGHTLINE_INACTIVE, SIGHTLINE_HIDDEN, SIGHTLINE_TRANSPARENT,
  SIGHTLINE_ZERO_AREA, SIGHTLINE_TOO_SMALL, SIGHTLINE_OUT_OF_VIEWPORT, SIGHTLINE_CLIPPED, SIGHTLINE_COVERED,
  SIGHTLINE_EDGES_UNSEEN,
};

/* How a target left the viewport: the edge, plus 4 if not a scroll of the reader's but a change of the app's took it out. */
enum SightlineExit {
  SIGHTLINE_NO_EXIT, SIGHTLINE_AT_TOP, SIGHTLINE_AT_BOTTOM, SIGHTLINE_AT_LEADING, SIGHTLINE_AT_TRAILING,
};

/* The reference for the visible area. */
enum SightlineMeasure {
  SIGHTLINE_MEASURE_ITEM, SIGHTLINE_MEASURE_VIEWPORT, SIGHTLINE_MEASURE_SMALLER, SIGHTLINE_MEASURE_EDGES,
};

/* The numbers of a rule, by default 0, 0.01, 0, and their count. */
enum SightlineRuleNumber {
  SIGHTLINE_HYSTERESIS, SIGHTLINE_MINIMUM_OPACITY, SIGHTLINE_MINIMUM_AREA, SIGHTLINE_RULE_NUMBERS,
};

/* How often an item counts. */
enum SightlineRepetition {
  SIGHTLINE_REPEAT_ONCE, SIGHTLINE_REPEAT_SESSION, SIGHTLINE_REPEAT_VISIT, SIGHTLINE_REPEAT_LEAVING, SIGHTLINE_REPEAT_COOL_DOWN,
  SIGHTLINE_REPEAT_DAY,
};

/* The kinds of edits. Each begins with its kind and a number, both uint32_t, followed by the fields listed beside it. */
enum SightlineEdit {
  SIGHTLINE_ADD_CONTAINER = 1,             /* uint32_t parent; box. Has the default appearance until one is set */
  SIGHTLINE_SET_CONTAINER = 2,             /* uint32_t unused; box */
  SIGHTLINE_SET_CONTAINER_APPEARANCE = 3,  /* appearance */
  SIGHTLINE_SCROLL = 4,                    /* point offset */
  SIGHTLINE_MOVE_CONTAINER = 5,            /* uint32_t parent, unused */
  SIGHTLINE_REMOVE_CONTAINER = 6,          /* with its contents */
  SIGHTLINE_ADD_TARGET = 7,                /* uint32_t container, unused; rect frame */
  SIGHTLINE_SET_TARGET_FRAME = 8,          /* rect frame */
  SIGHTLINE_SET_TARGET_APPEARANCE = 9,     /* appearance */
  SIGHTLINE_MOVE_TARGET = 10,              /* uint32_t container, unused */
  SIGHTLINE_REMOVE_TARGET = 11,
  SIGHTLINE_ADD_COVER = 12,                /* uint32_t container, flags (1 friendly); rect frame */
  SIGHTLINE_SET_COVER = 13,                /* uint32_t unused, flags; rect frame */
  SIGHTLINE_SET_COVER_APPEARANCE = 14,     /* appearance */
  SIGHTLINE_MOVE_COVER = 15,               /* uint32_t container, unused */
  SIGHTLINE_REMOVE_COVER = 16,
  SIGHTLINE_ADD_VIEWPORT = 17,             /* uint32_t container, unused; margins; margins of scrolling containers inside */
  SIGHTLINE_SET_MARGINS = 18,              /* margins */
  SIGHTLINE_REMOVE_VIEWPORT = 19,          /* ends its watches */
  SIGHTLINE_SET_RULE = 20,                 /* uint32_t measure (SightlineMeasure), count (1...65,535); double
                                              numbers[SIGHTLINE_RULE_NUMBERS], thresholds[count]. Applies to later watches */
  SIGHTLINE_SET_POLICY = 21,               /* uint32_t rule, repetition (SightlineRepetition), flags (1 cumulative, 2 pauses),
                                              unused; int64_t dwell, the repetition's number in nanoseconds or as a count;
                                              double speed limit. 0 for none */
  SIGHTLINE_WATCH = 22,                    /* uint32_t target, viewport, rule, unused */
  SIGHTLINE_WATCH_FOR_IMPRESSIONS = 23,    /* uint32_t target, viewport, policy, unused; uint64_t identity */
  SIGHTLINE_UNWATCH = 24,
  SIGHTLINE_SET_FOREGROUND = 25,           /* number: 0 or 1 */
  SIGHTLINE_BEGIN_SESSION = 26,            /* number unused */
  SIGHTLINE_BEGIN_SCREEN_VISIT = 27,       /* number unused */
  SIGHTLINE_BEGIN_DAY = 28,                /* number: the day */
  SIGHTLINE_REPLACE_POLICY = 29,           /* uint32_t successor, unused */
  SIGHTLINE_RESTORE = 30,                  /* impressions before the first watch; number: the policy. uint32_t flags (1 of this
                                              session, 2 of this screen visit, 4 of this exposure, 8 has a time), unused;
                                              uint64_t identity; int64_t count, time of the last one plus that slept until
                                              then, its day, count on that day */
  SIGHTLINE_SLEEP = 31,                    /* number unused; int64_t nanoseconds that the device has slept so far, since any
                                              fixed moment. Counts for cool-downs, from the next pass on */
  SIGHTLINE_SET_PIXEL_LENGTH = 32,         /* number unused; double: the points of a device pixel, above 0 (0.5 until then) */
  SIGHTLINE_SET_READING_DIRECTION = 33,    /* number: 0 from left to right, 1 from right to left */
  SIGHTLINE_SET_SCROLL_SOURCE = 34,        /* of a container, from now on: uint32_t 0 the reader, 1 the app; unused */
  SIGHTLINE_END_EXPOSURES = 35,            /* number unused; the next frame only ends all exposures and reports dwells reached.
                                              Other edits wait for the frame after it */
  SIGHTLINE_FORGET_ALL_IMPRESSIONS = 36,   /* number unused */
};

/* The end of the generated part. */

#endif
