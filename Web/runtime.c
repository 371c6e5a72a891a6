/* The heap of the WebAssembly module, and the few functions of C that compiled Swift calls.
 *
 * Blocks lie side by side, each behind a header with its size and that of the block before it, so that free neighbours become
 * one block again. Free blocks stand in lists by size, four to each power of two (as in TLSF): to allocate is to round up to
 * the next list and take the first block of the first list from there on that has one. Both ways cost the same however much
 * is in use.
 *
 * Memory comes from `memory.grow` and stays with the module. Everything is aligned to 16 bytes; Swift asks for no more.
 */
#include <stddef.h>
#include <stdint.h>

enum { UNIT = 16, HEADER = 8, LISTS = 112, PAGE = 65536 };

/* Behind the header of a block in use lies what the caller keeps there. */
typedef struct Block {
  uint32_t size_before; /* 0 for the first one */
  uint32_t size;        /* with the header, a multiple of UNIT; one more while it is in use */
  struct Block *next, *previous;
} Block;

static Block *lists[LISTS];
static uint64_t filled[2];
static Block *last; /* the end of the heap: a header alone, always in use */

extern unsigned char __heap_base;

static Block *at(void *pointer, uint32_t offset) { return (Block *)((char *)pointer + offset); }

/* The list of the blocks of this size. */
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

/* Makes a free block of a stretch of memory. */
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

/* Frees a stretch of memory, together with its free neighbours. */
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

/* Takes more pages from the host, so that a block of this size can be had; 0 if there are none. */
static int grow(uint32_t size) {
  if (!last) {
    /* Eight bytes before a multiple of sixteen, so that what follows a header is aligned. */
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
  /* Pages behind the end are there where a host has put back the memory of an earlier time. They come first. */
  uint32_t needed = size / PAGE + 1;
  uint32_t pages = __builtin_wasm_memory_size(0) - ((uintptr_t)last + HEADER + PAGE - 1) / PAGE;
  if (pages < needed) {
    /* An eighth more than there is, so that a heap that grows by and by does so seldom. */
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

/* The first list from a certain one on that has a block; LISTS if there is none. */
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
  /* Up to the smallest size of the next list: every block of that one is large enough. */
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

/* Hash tables have one seed, so that a session runs the same way wherever it is replayed. */
void arc4random_buf(void *bytes, size_t count) { __builtin_memset(bytes, 0x5e, count); }

/* The product of 128-bit numbers, from 32-bit parts of the low halves. */
__int128 __multi3(__int128 a, __int128 b) {
  uint64_t la = (uint64_t)a, lb = (uint64_t)b;
  uint64_t a0 = (uint32_t)la, a1 = la >> 32, b0 = (uint32_t)lb, b1 = lb >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  uint64_t high = a1 * b1 + (middle >> 32) + (other >> 32);
  high += (uint64_t)(a >> 64) * lb + la * (uint64_t)(b >> 64);
  return (__int128)((unsigned __int128)high << 64 | (other << 32 | (uint32_t)low));
}

/* To the nearest whole number, halves away from zero: WebAssembly's own goes to the even one. */
double round(double number) {
  double whole = __builtin_trunc(number);
  return __builtin_fabs(number - whole) >= 0.5 ? whole + __builtin_copysign(1, number) : whole;
}
