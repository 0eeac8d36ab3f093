// Numbers of 16 bits in memory, copies by the group, results through pointers,
// functions of work groups, and atomic functions of OpenCL C 2.0.
// DEFINE: %{run} = pirch-run %s --check --wg-size=8 --groups=5 --kernel
// RUN: %{run}=halves
// RUN: %{run}=halves --target=nvvm
// RUN: %{run}=halves --target=generic --wg-pack=4 --lane-order=ix-wi-wg
// RUN: %{run}=copies
// RUN: %{run}=copies --target=nvvm
// RUN: %{run}=atoms
// RUN: %{run}=atoms --target=rocdl
// pirch-run: --arg a=rand(GROUPS, WG_SIZE, 4) --arg b=rand(GROUPS, WG_SIZE, 4) --arg h=rand(GROUPS, WG_SIZE, 8) --arg c=rand(16) --arg o=zeros(GROUPS,WG_SIZE,16)
__kernel void halves(__global float *a, __global half *h, __global float *o) {
  size_t i = get_global_id(0);
  float v = (a[i] - 0.5f) * exp2(a[i] * 40 - 20);
  vstore_half(v, 8 * i, h); vstore_half_rtz(v, 8 * i + 1, h);
  vstore_half_rtp(v * 0.001f, 8 * i + 2, h); vstore_half_rtn((double)v, 8 * i + 3, h);
  vstore_half2((float2)(v, -v), 4 * i + 2, h);
  o[16 * i] = vload_half(8 * i + 1, h);
  float4 w = vload_half4(2 * i, h);
  vstore4(w * 2, 4 * i + 1, o);
}
__kernel void copies(__global float *a, __global float4 *b, __global float *o) {
  __local float t[WG_SIZE * 4];
  __local float4 u[WG_SIZE];
  event_t e = async_work_group_copy(t, a + get_group_id(0) * WG_SIZE * 4, WG_SIZE * 4, 0);
  e = async_work_group_copy(u, b + get_group_id(0) * WG_SIZE, WG_SIZE, e);
  prefetch(a, 4);
  wait_group_events(1, &e);
  size_t l = get_local_id(0);
  float s, c3; float4 cs, fl; int4 ex;
  s = sincos(t[l], &c3);
  float4 sn = sincos(u[l], &cs), m = modf(u[l] * 5, &fl), f = frexp(u[l], &ex);
  int q; float r = remquo(u[l].x * 50, 3.0f, &q);
  o[get_global_id(0)] = t[WG_SIZE * 4 - 1 - l] + u[WG_SIZE - 1 - l].y + s + c3 + r + q
    + dot(sn, cs) + dot(m, fl) + dot(f, convert_float4(ex)) + mul24(get_local_id(0), get_local_size(0))
    + work_group_reduce_add(t[l]) + work_group_broadcast(t[l], 3) + work_group_any(l > 6);
}
__kernel void atoms(__global int *c) {
  atomic_fetch_add((volatile __global atomic_int *)c, 1);
  atomic_fetch_max_explicit(c + 1, (int)get_global_id(0), memory_order_relaxed, memory_scope_device);
  int e = 0;
  if (get_local_id(0) == 3) { atomic_store(c + 2, 7); atomic_compare_exchange_strong(c + 2, &e, 8); c[3] = e + atomic_load(c + 2); }
}
