/* The heap of the WebAssembly module, and the few C functions called by compiled Swift.
 *
 * Blocks are contiguous. Each has a header with its size and the size of the previous block, so that free neighbours can be
 * merged. Free blocks are in lists by size, four lists per power of two (as in TLSF). Allocation rounds up to the next list and
 * takes the first block of the first nonempty list from there. Allocation and deallocation are O(1).
 *
 * Memory comes from `memory.grow` and is never returned. Blocks are aligned to 16 bytes, the most that Swift requires.
 */
#include <stddef.h>
#include <stdint.h>

enum { UNIT = 16, HEADER = 8, LISTS = 112, PAGE = 65536 };

/* A block in use has the caller's data after the header. */
typedef struct Block {
  uint32_t size_before; /* 0 for the first one */
  uint32_t size;        /* including the header, a multiple of UNIT; plus 1 while in use */
  struct Block *next, *previous;
} Block;

static Block *lists[LISTS];
static uint64_t filled[2];
static Block *last; /* the end of the heap: a header alone, always in use */

extern unsigned char __heap_base;

static Block *at(void *pointer, uint32_t offset) { return (Block *)((char *)pointer + offset); }

/* Returns the index of the list for blocks of this size. */
static uint32_t list_of(uint32_t size) {
  uint32_t units = size / UNIT;
  if (units < 4) return units;
  uint32_t power = 31 - __builtin_clz(units);
  return (power - 1) * 4 + ((units >> (power - 2)) & 3);
}

static void unlist(Block *block) {
  uint32_t list = list_of(block->size);
  if (block->next) block->next->previous = block->previous;
  if (block->previous) {
    block->previous->next = block->next;
  } else {
    lists[list] = block->next;
    if (!block->next) filled[list / 64] &= ~(1ull << list % 64);
  }
}

/* Turns a range of memory into a free block. */
static void put(Block *block, uint32_t size) {
  uint32_t list = list_of(size);
  block->size = size;
  at(block, size)->size_before = size;
  block->previous = NULL;
  block->next = lists[list];
  if (block->next) block->next->previous = block;
  lists[list] = block;
  filled[list / 64] |= 1ull << list % 64;
}

/* Frees a range of memory and merges it with its free neighbours. */
static void give_back(Block *block, uint32_t size) {
  Block *after = at(block, size);
  if (!(after->size & 1)) {
    unlist(after);
    size += after->size;
  }
  if (block->size_before) {
    Block *before = at(block, -block->size_before);
    if (!(before->size & 1)) {
      unlist(before);
      size += before->size;
      block = before;
    }
  }
  put(block, size);
}

/* Grows the memory to fit a block of this size. Returns 0 if the host refuses. */
static int grow(uint32_t size) {
  if (!last) {
    /* Eight bytes before a multiple of sixteen, which aligns the data after a header. */
    last = (Block *)((((uintptr_t)&__heap_base + HEADER + UNIT - 1) & -UNIT) - HEADER);
    last->size_before = 0;
    uint32_t room = (__builtin_wasm_memory_size(0) * PAGE - HEADER - (uintptr_t)last) & -UNIT;
    if (room >= UNIT) {
      Block *first = last;
      last = at(first, room);
      last->size = 1;
      put(first, room);
    }
    last->size = 1;
  }
  /* Use existing pages past the end first: a host may have restored a memory snapshot. */
  uint32_t needed = size / PAGE + 1;
  uint32_t pages = __builtin_wasm_memory_size(0) - ((uintptr_t)last + HEADER + PAGE - 1) / PAGE;
  if (pages < needed) {
    /* Grow by at least an eighth, so that a gradually growing heap does so rarely. */
    uint32_t more = needed - pages + __builtin_wasm_memory_size(0) / 8;
    if (__builtin_wasm_memory_grow(0, more) == (size_t)-1) {
      more = needed - pages;
      if (__builtin_wasm_memory_grow(0, more) == (size_t)-1) return 0;
    }
    pages += more;
  }
  Block *block = last;
  last = at(block, pages * PAGE);
  last->size = 1;
  give_back(block, pages * PAGE);
  return 1;
}

/* Returns the first nonempty list at or after a given one; LISTS if all are empty. */
static uint32_t first_filled(uint32_t list) {
  for (uint32_t word = list / 64; word < 2; word += 1, list = word * 64) {
    uint64_t rest = filled[word] & (~0ull << list % 64);
    if (rest) return word * 64 + __builtin_ctzll(rest);
  }
  return LISTS;
}

static void *allocate(size_t bytes) {
  if (bytes > 0x7fff0000u) return NULL;
  uint32_t size = (bytes + HEADER + UNIT - 1) & -UNIT;
  /* Rounds up to the smallest size of the next list, in which every block is large enough. */
  uint32_t units = size / UNIT;
  uint32_t rounded = units < 8 ? size : size + ((1u << (29 - __builtin_clz(units))) - 1) * UNIT;
  uint32_t list = first_filled(list_of(rounded));
  if (list == LISTS) {
    if (!grow(rounded)) return NULL;
    list = first_filled(list_of(rounded));
  }
  Block *block = lists[list];
  unlist(block);
  uint32_t rest = block->size - size;
  if (rest) {
    at(block, size)->size_before = size;
    put(at(block, size), rest);
  }
  block->size = size | 1;
  return at(block, HEADER);
}

int posix_memalign(void **result, size_t alignment, size_t bytes) {
  *result = alignment <= UNIT ? allocate(bytes) : NULL;
  return *result ? 0 : 12; /* ENOMEM */
}

void free(void *pointer) {
  if (!pointer) return;
  Block *block = at(pointer, -HEADER);
  give_back(block, block->size & -2);
}

/* A constant hash seed makes replays of a session deterministic. */
void arc4random_buf(void *bytes, size_t count) { __builtin_memset(bytes, 0x5e, count); }

/* Multiplies 128-bit integers, from 32-bit parts of the low halves. */
__int128 __multi3(__int128 a, __int128 b) {
  uint64_t la = (uint64_t)a, lb = (uint64_t)b;
  uint64_t a0 = (uint32_t)la, a1 = la >> 32, b0 = (uint32_t)lb, b1 = lb >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  uint64_t high = a1 * b1 + (middle >> 32) + (other >> 32);
  high += (uint64_t)(a >> 64) * lb + la * (uint64_t)(b >> 64);
  return (__int128)((unsigned __int128)high << 64 | (other << 32 | (uint32_t)low));
}

/* Rounds to the nearest integer, ties away from zero; WebAssembly's instruction rounds ties to even. */
double round(double number) {
  double whole = __builtin_trunc(number);
  return __builtin_fabs(number - whole) >= 0.5 ? whole + __builtin_copysign(1, number) : whole;
}
