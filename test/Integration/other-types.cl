// Memory that is accessed as other types than its own: parts of elements of
// buffers, of private and of `__local` variables, and atomic operations on
// floats by their bits.
// DEFINE: %{run} = pirch-run %s --wg-size=8 --groups=5 --check --kernel
// RUN: %{run}=parts
// RUN: %{run}=parts --target=generic --wg-pack=4 --lane-order=ix-wi-wg
// RUN: %{run}=parts --target=nvvm
// RUN: %{run}=keys
// RUN: %{run}=keys --target=ve
// RUN: %{run}=keys --target=rocdl
// The C function takes what the source says.
// RUN: pirchc %s --header=%t.h --wg-size=8 -o %t.o
// RUN: FileCheck %s --input-file=%t.h
// CHECK: void parts(uint32_t *words, float *sums, float *v, float *total, int64_t
// pirch-run: --arg words=rand(GROUPS, WG_SIZE) --arg sums=zeros(GROUPS, WG_SIZE)
// pirch-run: --arg v=rand(GROUPS, WG_SIZE, 4) --arg total=zeros(4)
void add(volatile __global float *p, float x) {
  union { uint u; float f; } old, new;
  do {
    old.f = *p;
    new.f = old.f + x;
  } while (atomic_cmpxchg((volatile __global uint *)p, old.u, new.u) != old.u);
}
__kernel void parts(__global uint *words, __global float *sums, __global float4 *v,
                    volatile __global float *total) {
  size_t i = get_global_id(0);
  __global ushort *halves = (__global ushort *)words;
  __global float *f = (__global float *)v;
  halves[2 * i + 1] = halves[2 * i] + 7;
  float4 mine = v[i];
  float *each = (float *)&mine;
  float s = 0;
  for (int k = 0; k < 4; ++k)
    s += each[k];
  f[4 * i + 1] = s;
  uint w = words[i];
  uchar *b = (uchar *)&w;
  b[1] = b[2] + 1;
  sums[i] = s + w;
  add(total + 1, 1.0f);
}
__kernel void keys(__global uint *words, __global float *sums) {
  __local uint2 keys[WG_SIZE];
  __local uint *flat = (__local uint *)keys;
  size_t l = get_local_id(0);
  keys[l] = (uint2)(words[get_global_id(0)], l);
  barrier(CLK_LOCAL_MEM_FENCE);
  sums[get_global_id(0)] = flat[(l * 3) % (2 * WG_SIZE)];
}
