// Atomic functions on buffers and __local variables. What remains in memory does
// not depend on the order of the work items.
// DEFINE: %{run} = pirch-run %s --check --kernel
// RUN: %if avx512 %{ %{run}=histogram --wg-size=16 --groups=9 --target=avx512 %}
// RUN: %if avx512 %{ %{run}=histogram --wg-size=16 --groups=900 --target=avx512 --threads=2 %}
// RUN: %{run}=histogram --wg-size=7 --groups=9 --target=generic
// RUN: %{run}=histogram --wg-size=16 --groups=9 --target=ve
// RUN: %{run}=histogram --wg-size=12 --groups=9 --target=nvvm
// RUN: %{run}=histogram --wg-size=100 --groups=3 --target=nvvm
// RUN: %{run}=histogram --wg-size=16 --groups=9 --target=rocdl
// RUN: %{run}=histogram --wg-size=8 --groups=9 --interpret=each-pass
// RUN: %{run}=kinds --wg-size=8 --groups=5
// RUN: %{run}=kinds --wg-size=8 --groups=5 --target=nvvm
// RUN: %{run}=kinds --wg-size=8 --groups=5 --target=rocdl
// RUN: %{run}=kinds --wg-size=8 --groups=5 --target=ve
// RUN: %{run}=kinds --wg-size=8 --groups=5 --interpret=each-pass
// RUN: %{run}=locks --wg-size=8 --groups=5
// RUN: %{run}=locks --wg-size=12 --groups=5 --target=nvvm
// RUN: %{run}=locks --wg-size=8 --groups=5 --target=generic
// RUN: %if avx512 %{ %{run}=tickets --wg-size=16 --groups=9 --target=avx512 %}
// RUN: %{run}=tickets --wg-size=16 --groups=9 --target=avx2
// RUN: %{run}=tickets --wg-size=40 --groups=9 --target=generic
// RUN: %{run}=tickets --wg-size=7 --groups=9 --wg-pack=3
// RUN: %{run}=tickets --wg-size=16 --groups=9 --disable-pass=pirch-combine-atomics
// RUN: %{run}=tickets --wg-size=16 --groups=9 --target=ve
// RUN: %{run}=tickets --wg-size=12 --groups=9 --target=nvvm
// RUN: %{run}=tickets --wg-size=100 --groups=3 --target=nvvm
// RUN: %{run}=tickets --wg-size=16 --groups=9 --target=rocdl
// RUN: %if avx512 %{ %{run}=own --wg-size=16 --groups=9 --target=avx512 %}
// RUN: %{run}=own --wg-size=7 --groups=9 --wg-pack=3
// RUN: %{run}=own --wg-size=40 --groups=9 --target=generic
// RUN: %{run}=own --wg-size=16 --groups=9 --target=ve
// RUN: %{run}=own --wg-size=12 --groups=9 --target=nvvm
// pirch-run: --arg a=rand(GROUPS, WG_SIZE) --arg b=zeros(GROUPS, 32) --arg f=zeros(16)

__kernel void histogram(__global const int *a, __global int *b, __global float *f) {
  __local uint bins[10];
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = l; i < 10; i += WG_SIZE) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[a[g]]);
  if (a[g] > 4) atomic_add(&b[31], a[g]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < 10; i += WG_SIZE) b[get_group_id(0) * 32 + i] = bins[i];
}

__kernel void kinds(__global const int *a, __global int *b, __global float *f) {
  int g = get_global_id(0), v = a[g] - 4;
  __global int *o = b + get_group_id(0) * 32;
  atomic_add(o, v);
  atomic_sub(o + 1, v);
  atomic_inc(o + 2);
  atomic_dec(o + 3);
  atomic_min(o + 4, v);
  atomic_max(o + 5, v);
  atomic_or(o + 6, v);
  atomic_xor(o + 7, v * 7);
  if (v > 0) atomic_and(o + 8, v);
  int mine = atomic_xchg(o + 9 + get_local_id(0), v);
  int old = atomic_cmpxchg(o + 20, 0, 5);
  if (old != 0 && old != 5) o[21] = 1;
  if (mine != 0) o[22] = 1;
}

// The sum of floats by compare-and-exchange, as there is no atomic_add of
// floats: exact here, so that its order does not show.
void add(volatile __global float *place, float value) {
  uint old = as_uint(*(__global float *)place), assumed;
  do {
    assumed = old;
    old = atomic_cmpxchg((volatile __global uint *)place, assumed,
                         as_uint(as_float(assumed) + value));
  } while (old != assumed);
}
__kernel void locks(__global const int *a, __global int *b, __global float *f) {
  int g = get_global_id(0);
  add(f + (a[g] & 3), a[g] * 0.5f);
}

// One element for all work items of a group, or for some: one of them makes the
// operation. Tickets are places that nobody else has.
__kernel void tickets(__global const int *a, __global int *b, __global float *f) {
  int x = a[get_global_id(0)], l = get_local_id(0);
  __global int *o = b + get_group_id(0) * 32;
  __local int taken[WG_SIZE], next;
  if (l == 0) next = 0;
  taken[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x > 3) taken[atomic_inc(&next)] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (taken[l] > 3) atomic_add(o + 1, taken[l]);
  if (l == 0) o[2] = next;
  if (x > 100) atomic_inc(o + 1000000000); // nobody takes part
  if (l % 3 == 1) atomic_max(o + 3, x + l);
  atomic_xor(o + 4, x << l % 8);
  if (x & 1) atomic_or(o + 5, x);
  for (int i = 0; i < x; ++i) {
    int before = atomic_add(o + 6, 2);
    if (before & 1) o[7] = 1;
  }
  atomic_min((volatile __global uint *)o + 8, (uint)x);
}

// Atomic operations on variables of the group.
__kernel void own(__global const int *a, __global int *b, __global float *f) {
  int v = a[get_global_id(0)] - 4, l = get_local_id(0);
  __local int n[32];
  for (int i = l; i < 32; i += WG_SIZE) n[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(n + (v & 1), v);
  atomic_sub(n + 2 + (v & 1), v);
  atomic_min(n + 4 + (v & 1), v);
  atomic_max(n + 6 + (v & 1), v);
  atomic_or(n + 8 + (v & 1), v);
  atomic_xor(n + 10 + (v & 1), v * 7);
  if (v > 0) atomic_and(n + 12 + (v & 1), v);
  int mine = atomic_xchg(n + 14 + (l & 15), v);
  int old = atomic_cmpxchg(n + 30, 0, 5);
  if (old != 0 && old != 5) n[31] = 1;
  atomic_max((volatile __local uint *)n + 31, (uint)(v & 7));
  barrier(CLK_LOCAL_MEM_FENCE);
  if (WG_SIZE > 16) { if (l < 16) n[14 + l] = 0; barrier(CLK_LOCAL_MEM_FENCE); }
  for (int i = l; i < 32; i += WG_SIZE) b[get_group_id(0) * 32 + i] = n[i];
}
