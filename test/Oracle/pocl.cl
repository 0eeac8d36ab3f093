// What PIRCH's dialect has beyond OpenCL C 1.2, through the oracle that knows
// OpenCL C only: built-ins of its own, pointers without an address space that
// helpers take, constants outside functions, exchanges in loops, in helpers and
// below conditions that hold for the whole group.
//
// REQUIRES: avx512, pocl
// RUN: pirch-run %s --kernel=dialect --groups=21 --check --oracle=pocl | FileCheck %s
// RUN: pirch-run %s --kernel=dialect --groups=21 --wg-size=7 --wg-pack=3 --ffp-contract=off --check --oracle=pocl | FileCheck %s
// RUN: pirch-run %s --kernel=dialect --groups=0,1 --target=generic --check --oracle=pocl | FileCheck %s
// CHECK: check: out: ok
// RUN: pirch-run %s --kernel=collectives --groups=5 --check --oracle=pocl | FileCheck %s --check-prefix=FOLDS
// FOLDS: check: f: ok
// FOLDS: check: u: ok
//
// pirch-run: --arg in=rand(GROUPS, WG_SIZE, 4) --arg out=zeros(GROUPS, WG_SIZE, 8) --arg n=3 --arg scale=1.25
// pirch-run: --arg f=zeros(GROUPS, WG_SIZE, 13) --arg u=zeros(GROUPS, WG_SIZE, 11) --wg-size=8
#define FROM_NEXT(X) shuffle(X, (get_local_id() + 1) % WG_SIZE)
const double weights[3] = {0.5, -2, 3.25};
__constant int offset = 2;

double at(const double *values, int index) { return values[index] * weights[index % 3]; }
static inline double next(double *values) { return FROM_NEXT(values[0]) + at(values, 1); }
int count(void) { return sub_group_reduce_add(1); }
int twice(void) { return 2 * count(); }

__kernel void dialect(const double *restrict in, __global double *out, size_t n, float scale) {
  size_t me = get_global_id();
  double mine[4];
  __local double shared[WG_SIZE];
  for (int i = 0; i < 4; ++i)
    mine[i] = in[me * 4 + i] * scale + weights[i % 3];
  shared[get_local_id()] = mine[offset];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[me * 8] = shared[WG_SIZE - 1 - get_local_id(0)] * mine[1] - mine[3];
  double sum = 0;
  for (size_t i = 0; i < n; ++i)
    sum += sub_group_shuffle_xor(mine[i], 0) * next(mine);
  out[me * 8 + 1] = sum;
  if (n > 2)
    out[me * 8 + 2] = next(mine + 1) + twice() + get_sub_group_size();
  out[me * 8 + 3] = rcp(mine[0]) + abs(mine[1]) + mad(mine[0], mine[1], mine[2]);
  out[me * 8 + 4] = max(min(mine[0], 0.5), 0.25) + clamp(mine[3], -0.5, 0.5) + rsqrt(mine[0] + 4);
  out[me * 8 + 5] = sub_group_scan_inclusive_add(mine[2]);
  out[me * 8 + 6] = min(0 * mine[1] / 0, mine[2]);
}

__kernel void collectives(__global float *f, __global uint *u) {
  size_t me = get_global_id();
  int lid = get_local_id(0);
  float x = lid % 3 ? 1.0f / (lid + 1) - 0.25f : NAN, *to = f + me * 13;
  uint y = (uint)lid * 2654435769u, *bits = u + me * 11;
  to[0] = sub_group_reduce_min(x);
  to[1] = sub_group_reduce_max(x);
  to[2] = sub_group_scan_inclusive_min(x);
  to[3] = sub_group_scan_exclusive_max(x);
  to[4] = sub_group_scan_exclusive_min(1.0f / (lid + 1));
  to[5] = sub_group_scan_exclusive_add(1.0f / (lid + 1));
  to[6] = sub_group_reduce_add(1.0f / (lid + 1));
  to[7] = sub_group_broadcast(x, 4);
  bits[0] = sub_group_reduce_min(y);
  bits[1] = sub_group_reduce_max((int)y);
  bits[2] = sub_group_scan_inclusive_max((uchar)y);
  bits[3] = sub_group_scan_exclusive_max((int)y);
  bits[4] = sub_group_scan_exclusive_min((short)y);
  bits[5] = sub_group_scan_exclusive_add((ulong)y) >> 3;
  bits[6] = sub_group_any(lid == 5) + 2 * sub_group_all(lid < 5) + 4 * sub_group_all(lid < 9);
  bits[7] = mul_hi(y, 77u) + popcount(y) + clz(y) + rotate(y, 5u) + abs((int)y);
  bits[8] = sub_group_shuffle_xor(y, 3u) + as_uint(to[5]);
}
