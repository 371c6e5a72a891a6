/* The engine for JavaScript, as WebAssembly: what `scripts/build-web` exports, and what lies in memory.
 *
 * One module holds any number of engines. A call takes an engine's handle and answers with a status; what comes back otherwise
 * lies in the module's memory, where the engine's report says. All is little-endian, in the records below, which have no holes
 * but those that are named. The module imports nothing: time is an argument, and there are no callbacks.
 *
 *     const { instance } = await WebAssembly.instantiate(bytes)
 *     const engine = instance.exports.sightline_make(390, 844)
 *     const input = instance.exports.sightline_input(engine, size)       // write records there
 *     instance.exports.sightline_edit(engine, size)                      // 0: all were carried out
 *     instance.exports.sightline_pass(engine, 16_000_000n)
 *     const report = instance.exports.sightline_report(engine)           // read it, and what it points to
 *
 * Memory may grow with every call, so views of it (`new DataView(memory.buffer)`) are made anew after one.
 *
 * Numbers. Containers, targets, covers, viewports, watches, rules and policies have numbers that the caller gives, each kind
 * its own, from 0 to 4,194,303 and best without gaps: they are places in a table. Container 0 is the root and viewport 0 the
 * window; both are there from the start. A number is free again once its thing is gone: when it was removed, was in a
 * container that was removed, or observed a target that was, once a pass has reported it. Items that are seen have an
 * identity, any number of 64 bits.
 *
 * Values mean what they mean in SightlineCore, in points and nanoseconds. Geometry that is not finite makes a target *not
 * measurable* and is no error. What would stop the engine (a number that stands for nothing, a threshold above 1) is refused
 * with a status instead. Only memory that has run out stops the module; it is of no use then.
 */
#ifndef SIGHTLINE_H
#define SIGHTLINE_H
#include <stdint.h>

/* What calls answer. */
enum SightlineStatus {
  SIGHTLINE_OK = 0,
  SIGHTLINE_UNKNOWN_ENGINE = 1,
  SIGHTLINE_CUT_OFF = 2,          /* the input ends inside a record, or is smaller than was said */
  SIGHTLINE_UNKNOWN_KIND = 3,     /* of an edit */
  SIGHTLINE_UNKNOWN_NUMBER = 4,   /* it stands for nothing, or for nothing any more */
  SIGHTLINE_NUMBER_IN_USE = 5,
  SIGHTLINE_NUMBER_TOO_LARGE = 6,
  SIGHTLINE_BAD_VALUE = 7,        /* outside of its range */
  SIGHTLINE_TOO_DEEP = 8,         /* containers nest at most 512 deep */
  SIGHTLINE_IMPOSSIBLE = 9,       /* the root and the window stay; a container does not go into itself */
};

/* The version of this interface, 1. It grows with what would not be understood. */
uint32_t sightline_version(void);

/* Makes an engine for a window of this size, which clips. Its handle is never 0 and never given again. */
uint32_t sightline_make(double width, double height);
uint32_t sightline_free(uint32_t engine);

/* Memory for so many bytes of edits or questions; 0 for an unknown engine. It is the engine's, and stays until more is asked for. */
void *sightline_input(uint32_t engine, uint32_t size);

/* Carries out the edits in the input, in order. One that is refused changes nothing, nor do those behind it; those before it
 * are carried out, and the report has its place. */
uint32_t sightline_edit(uint32_t engine, uint32_t size);

/* Evaluates what has changed, at a time of the caller's monotonic clock. */
uint32_t sightline_pass(uint32_t engine, int64_t nanoseconds);

/* A whole frame in one call: carries out the edits in the input, passes at a whole number of nanoseconds, and answers with the
 * report; 0, and no pass, if an edit was refused or the engine is unknown. */
const struct SightlineReport *sightline_frame(uint32_t engine, uint32_t size, double nanoseconds);

/* Answers an array of questions in the input as the scene is now: SightlineStateQuestion → SightlineState. */
uint32_t sightline_states(uint32_t engine, uint32_t size);

/* The same for items: SightlineItemQuestion → SightlineItem. Exposures that go on are counted up to the time given. */
uint32_t sightline_items(uint32_t engine, uint32_t size, int64_t nanoseconds);

/* Where the results of the calls before are; 0 for an unknown engine. */
const struct SightlineReport *sightline_report(uint32_t engine);

/* Results stay until the next call of their kind. Addresses and sizes are in bytes. */
struct SightlineReport {
  int64_t next_deadline; /* when to pass again if nothing changes; INT64_MAX if there is no need */
  uint32_t refused_at;   /* where in the input the record begins that was refused last */
  uint32_t evaluated;    /* how many targets the last pass measured */
  uint32_t changes, changes_size;         /* of the last pass: SightlineChange, leaves before enters */
  uint32_t impressions, impressions_size; /* of the last pass: SightlineImpression */
  uint32_t answers, answers_size;         /* to the last questions */
};

/* Why a target is not visible: the cases of InvisibilityReason, which are explained there. */
enum SightlineReason {
  SIGHTLINE_NONE, /* it is visible */
  SIGHTLINE_REMOVED, SIGHTLINE_NOT_MEASURABLE, SIGHTLINE_INACTIVE, SIGHTLINE_HIDDEN, SIGHTLINE_TRANSPARENT,
  SIGHTLINE_ZERO_AREA, SIGHTLINE_TOO_SMALL, SIGHTLINE_OUT_OF_VIEWPORT, SIGHTLINE_CLIPPED, SIGHTLINE_COVERED,
  SIGHTLINE_EDGES_UNSEEN,
};

struct SightlineChange {
  uint32_t kind; /* 0 entered, 1 left */
  uint32_t watch, target;
  uint32_t threshold; /* which of the rule's, from 0 for the lowest */
  double fraction;
  uint32_t reason; /* SightlineReason */
  uint32_t unused;
};

struct SightlineExposure {
  int64_t first_seen, last_seen, total, longest; /* nanoseconds */
  double greatest_fraction;
  uint32_t count;       /* of exposures; 0 if it was never visible */
  uint32_t impressions; /* how often it has been seen under the policy */
};

struct SightlineImpression {
  uint64_t identity;
  uint32_t watch, target;
  int64_t time; /* when the dwell was reached, which may be before the pass */
  struct SightlineExposure exposure; /* up to then; this impression is counted */
};

struct SightlineStateQuestion {
  uint32_t target, viewport;
  uint32_t rule; /* for the reason; UINT32_MAX for the whole target, at the usual opacity */
  uint32_t unused;
};

struct SightlineState {
  double fraction, viewport_share, smaller_share, opacity;
  double visible_rect[4], bounding_rect[4], viewport_rect[4]; /* x, y, width, height in the window */
  uint32_t flags; /* 1 intersecting, 2 fully visible, 4 has a visible rect, 8 has a bounding rect */
  uint32_t reason;
};

struct SightlineItemQuestion {
  uint64_t identity;
  uint32_t policy, unused;
};

struct SightlineItem {
  struct SightlineExposure exposure;
  double dwell_progress; /* 0...1 */
};

/* The kinds of edits. Every one begins with its kind and a number, each uint32_t; what follows stands beside it.
 *
 *   rect        double x, y, width, height
 *   point       double x, y
 *   appearance  int32_t z_index; uint32_t flags (1 hidden, 2 pinned); double opacity, a, b, c, d, tx, ty
 *   box         uint32_t flags (0 no clip, 1 its bounds, 2 clip; 4 scrolls); rect frame; point offset; rect clip if flags has 2
 *   margins     double top, right, bottom, left in points; the same four as fractions of the viewport
 */
enum SightlineEdit {
  SIGHTLINE_ADD_CONTAINER = 1,        /* uint32_t parent; box. Drawn plainly until its appearance is set */
  SIGHTLINE_SET_CONTAINER = 2,        /* uint32_t unused; box */
  SIGHTLINE_SET_CONTAINER_LOOK = 3,   /* appearance */
  SIGHTLINE_SCROLL = 4,               /* point offset */
  SIGHTLINE_MOVE_CONTAINER = 5,       /* uint32_t parent, unused */
  SIGHTLINE_REMOVE_CONTAINER = 6,     /* with what is in it */
  SIGHTLINE_ADD_TARGET = 7,           /* uint32_t container, unused; rect frame */
  SIGHTLINE_SET_TARGET_FRAME = 8,     /* rect frame */
  SIGHTLINE_SET_TARGET_LOOK = 9,      /* appearance */
  SIGHTLINE_MOVE_TARGET = 10,         /* uint32_t container, unused */
  SIGHTLINE_REMOVE_TARGET = 11,
  SIGHTLINE_ADD_COVER = 12,           /* uint32_t container, flags (1 friendly); rect frame */
  SIGHTLINE_SET_COVER = 13,           /* uint32_t unused, flags; rect frame */
  SIGHTLINE_SET_COVER_LOOK = 14,      /* appearance */
  SIGHTLINE_MOVE_COVER = 15,          /* uint32_t container, unused */
  SIGHTLINE_REMOVE_COVER = 16,
  SIGHTLINE_ADD_VIEWPORT = 17,        /* uint32_t container, unused; margins; margins of scrolling containers inside */
  SIGHTLINE_SET_MARGINS = 18,         /* margins */
  SIGHTLINE_REMOVE_VIEWPORT = 19,     /* its watches end with it */
  SIGHTLINE_SET_RULE = 20,            /* uint32_t measure (0 item, 1 viewport, 2 smaller, 3 edges), count (1...65,535);
                                         double hysteresis, minimum opacity (0.01 is usual), minimum area;
                                         double thresholds[count]. Concerns what is watched from then on */
  SIGHTLINE_SET_POLICY = 21,          /* uint32_t rule, repetition (0 once, 1 a session, 2 a visit, 3 after leaving,
                                         4 after a cool-down, 5 a day), flags (1 cumulative, 2 pauses), unused;
                                         int64_t dwell, cool-down or daily limit; double speed limit (0: none) */
  SIGHTLINE_WATCH = 22,               /* uint32_t target, viewport, rule, unused */
  SIGHTLINE_WATCH_IMPRESSIONS = 23,   /* uint32_t target, viewport, policy, unused; uint64_t identity */
  SIGHTLINE_UNWATCH = 24,
  SIGHTLINE_SET_FOREGROUND = 25,      /* its number: 0 or 1 */
  SIGHTLINE_BEGIN_SESSION = 26,       /* number unused */
  SIGHTLINE_BEGIN_SCREEN_VISIT = 27,  /* number unused */
  SIGHTLINE_BEGIN_DAY = 28,           /* its number: the day */
};

#endif
