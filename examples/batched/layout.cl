// Copies of problems from one layout to another: each group copies its
// WG_SIZE x ELEMENTS numbers. With --layout=to=compact:8 it packs problems that
// lie one behind the other into the compact layout [group / 8][element][group %
// 8]; with --layout=from=compact:8 it unpacks them.
//
//   to, from: GROUPS x WG_SIZE x ELEMENTS; of ELEMENTS unless defined WG_SIZE
//
// pirch-run: --arg to=zeros(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg from=rand(GROUPS, WG_SIZE, WG_SIZE)
#ifndef REAL
#define REAL double
#endif
#ifndef ELEMENTS
#define ELEMENTS WG_SIZE
#endif

__kernel void change_layout(__global REAL *restrict to,
                            __global const REAL *restrict from) {
  size_t first = get_global_id(0) * ELEMENTS;
  for (int j = 0; j < ELEMENTS; ++j)
    to[first + j] = from[first + j];
}
