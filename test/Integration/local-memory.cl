// __local variables in memory: run-time subscripts, parameters, large tiles; and
// private arrays that registers do not hold.
// DEFINE: %{run} = pirch-run %s --check --kernel
// RUN: %if avx512 %{ %{run}=turn --wg-size=16 --groups=9 --target=avx512 %}
// RUN: %{run}=turn --wg-size=5 --groups=21 --target=generic --wg-pack=4 --lane-order=ix-wi-wg
// RUN: %{run}=turn --wg-size=33 --groups=4 --target=ve
// RUN: %{run}=turn --wg-size=40 --groups=4 --target=nvvm
// RUN: %{run}=turn --wg-size=12 --groups=20 --target=rocdl
// RUN: %{run}=sort --wg-size=32 --groups=5 --local=keys=256
// RUN: %{run}=sort --wg-size=32 --groups=5 --local=keys=256 --target=nvvm
// RUN: %{run}=sort --wg-size=64 --groups=3 --local=keys=256 --target=rocdl
// RUN: %{run}=bins --wg-size=8 --groups=9
// RUN: %{run}=bins --wg-size=8 --groups=9 --wg-pack=16 --lane-order=wg-ix-wi
// RUN: %{run}=bins --wg-size=3 --groups=40 --target=ve
// RUN: %{run}=bins --wg-size=8 --groups=9 --target=nvvm
// RUN: %{run}=bins --wg-size=8 --groups=9 --interpret=each-pass
// RUN: %{run}=turn --wg-size=8 --groups=9 --interpret=each-pass
// RUN: not pirchc %s --kernel=sort --wg-size=8 -o %t.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not pirchc %s --kernel=bins --wg-size=8 --local=key=8 -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not pirchc %s --kernel=sort --wg-size=8 --local=keys=3 -o %t.o 2>&1 | FileCheck %s --check-prefix=ROOM
// RUN: not pirchc %s --kernel=sort --wg-size=8 --local=keys -o %t.o 2>&1 | FileCheck %s --check-prefix=OPTION
// pirch-run: --arg a=rand(GROUPS, WG_SIZE) --arg b=zeros(GROUPS, WG_SIZE) --arg by=3
// UNKNOWN: error: the size of the __local parameter 'keys' is not known (--local=keys=BYTES)
// NONE: error: no kernel has a __local pointer parameter 'key' (--local=key=8)
// ROOM: error: the __local parameter 'keys' of 3 bytes has no room for a 'int'
// OPTION: --local=keys: expected the name of a parameter, '=' and a number of bytes

// A place that depends on a parameter, flags, and a scalar of the group.
__kernel void turn(__global const int *a, __global int *b, int by) {
  __local int tile[WG_SIZE];
  __local bool seen[10];
  __local int first;
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = l; i < 10; i += WG_SIZE) seen[i] = false;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[(l + by) % WG_SIZE] = a[g];
  seen[a[g]] = true;
  if (l == 0) first = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  int known = 0;
  for (int i = 0; i < 10; ++i) known += seen[i] << i;
  b[g] = tile[l] + 10 * first + 100 * known;
}

// Odd-even sorting in memory of which the launch says how much there is.
__kernel void sort(__global const int *a, __global int *b, int by, __local int *keys) {
  int l = get_local_id(0), g = get_global_id(0), n = WG_SIZE;
  keys[l] = a[g] * by;
  for (int round = 0; round < n; ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int low = 2 * (l / 2) + (round & 1);
    bool swap = (l & 1) == 0 && low + 1 < n && keys[low] > keys[low + 1];
    if (swap) {
      int t = keys[low];
      keys[low] = keys[low + 1];
      keys[low + 1] = t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  b[g] = keys[l];
}

// A private array of 40 counters, and one of structures.
struct pair { int low; float high; };
__kernel void bins(__global const int *a, __global int *b, int by) {
  int count[40];
  struct pair pairs[50];
  int g = get_global_id(0), s = 0;
  for (int i = 0; i < 40; ++i) count[i] = i;
  for (int i = 0; i < 50; ++i) { pairs[i].low = i; pairs[i].high = 2 * i; }
  for (int i = 0; i < by; ++i) {
    count[a[g] * 3 + i] += i;
    pairs[a[g] + 4 * i].high += count[a[g] * 3];
  }
  for (int i = 0; i < 40; ++i) s = (s * 3 + count[i]) & 0xffff;
  for (int i = 0; i < 50; ++i) s += (int)pairs[i].high ^ pairs[i].low;
  b[g] = s;
}
