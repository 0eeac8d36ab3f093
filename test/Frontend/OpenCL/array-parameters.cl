// A parameter that is written as an array takes any pointer, as one written as a pointer.
// RUN: pirch-run %s --wg-size=8 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --wg-size=8 --groups=5 --target=nvvm --check | FileCheck %s
// CHECK: check: out: ok
// Inline functions may call built-in functions without a warning.
// RUN: pirchc %s --wg-size=8 -o %t.o 2>&1 | count 0
// pirch-run: --arg out=zeros(GROUPS * WG_SIZE) --arg in=rand(GROUPS * WG_SIZE * 4)

inline uint mix(const uint state[4], uint key[2][2]) {
  return rotate(state[0], 3u) + state[1] * 5 + state[2] * 7 + state[3] + key[0][1] * 11 + key[1][0];
}

inline void turn(uint state[4]) {
  uint first = state[0];
  state[0] = state[3];
  state[3] = first;
}

// The pointers that it passes on are those of its own parameters.
inline uint both(uint *state, uint (*key)[2]) {
  turn(state);
  return mix(state, key);
}

__kernel void k(__global uint *out, __global const uint *in) {
  uint key[2][2] = {{1, 2}, {3, 4}}, state[4];
  for (int i = 0; i < 4; i++)
    state[i] = in[get_global_id(0) * 4 + i];
  out[get_global_id(0)] = both(state, key) + mix((uint *)&in[get_global_id(0) * 4], key);
}
