// Vectors and structures that a kernel takes by value, one of them too large to
// be loaded before the kernel begins.
// RUN: pirch-run %s --check
// RUN: pirch-run %s --check --target=generic --wg-size=5 --wg-pack=4 --lane-order=ix-wi-wg
// RUN: pirch-run %s --check --target=nvvm
// RUN: pirch-run %s --check --target=rocdl
// RUN: pirchc %s --header=%t.h --wg-size=8 -o %t.o
// RUN: FileCheck %s --input-file=%t.h
// CHECK: void shade(float *out, const float *in, const float *color, const uint32_t *box, int32_t n, const int8_t *small, const double *wide, const float *c3, const float *many, int64_t first_group, int64_t num_groups);
// pirch-run: --wg-size=8 --groups=5 --arg color=rand(4) --arg box=rand(12)
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 4) --arg in=rand(GROUPS, WG_SIZE, 4) --arg n=3
// pirch-run: --arg small=rand(2) --arg wide=rand(16) --arg c3=rand(4) --arg many=rand(80)
typedef struct { float4 low; float3 size; int count; } Box;
typedef struct { float row[80]; } Table;
__kernel void shade(__global float4 *out, __global const float4 *in, float4 color, Box box, int n,
                    char2 small, double16 wide, float3 c3, Table many) {
  size_t i = get_global_id(0);
  float4 v = in[i] * color;
  v.xyz += box.size * c3;
  box.low.x += v.y;
  for (int k = 0; k < n; ++k)
    v += box.low * (float)(small.x + small.y);
  v.w += wide.sA + wide.s0 + many.row[i];
  color.s0 = v.w;
  out[i] = v + color;
}
