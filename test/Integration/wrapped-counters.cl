// Rows whose first subscript has no sign, so that the sum of it and the number of a work item may wrap around: loads are
// contiguous all the same. Work items whose counter is beyond the bound at first take no part, also where the counters of
// later work items come back to 0.
// RUN: pirchc %s --kernel=narrow --wg-size=8 --target=avx2 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=NARROW
// RUN: pirchc %s --kernel=odd_step --wg-size=12 --target=avx2 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=ODD
// DEFINE: %{target} = host
// DEFINE: %{wg} = 8
// DEFINE: %{run} = pirch-run %s --target=%{target} --wg-size=%{wg} --groups=80 --check
// DEFINE: %{all} = %{run} --kernel=narrow && %{run} --kernel=others && %{run} --kernel=odd_step && %{run} --kernel=stored
// RUN: %{all}
// REDEFINE: %{wg} = 32
// RUN: %{all}
// RUN: pirch-run %s --target=%{target} --wg-size=32 --groups=80 --check --kernel=narrow --interpret=each-pass
// REDEFINE: %{wg} = 12
// RUN: %{all}
// REDEFINE: %{target} = avx2
// RUN: %if avx2 %{ %{all} %}
// REDEFINE: %{target} = generic
// REDEFINE: %{wg} = 8
// RUN: %{all}
// REDEFINE: %{target} = ve
// RUN: %{all}
// REDEFINE: %{target} = nvvm
// RUN: %{all}
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg more=zeros(GROUPS, 4, WG_SIZE) --arg a=rand(128)

// The first round of a group, and which bounds it has.
#define FIRST ((int)(get_group_id(0) % 16) * 5 - 40)
#define END ((int)(get_group_id(0) / 16) * 31)

// NARROW-LABEL: pirch.kernel @narrow.single(
// NARROW: scf.while
// NARROW: pirch.load %arg1
// NARROW-NOT: mask
// NARROW: scf.yield
// NARROW: scf.while
// NARROW: pirch.load %arg1{{.*}} mask
// NARROW: scf.yield
__kernel void narrow(__global float *out, __global const float *a) {
  uint end = END;
  float sum = 0;
  for (uint i = FIRST + get_local_id(0); i < end; i += WG_SIZE)
    sum += a[i] * (i + 1);
  out[get_global_id(0)] = sum;
}

// A bound that is included; a counter of 64 bits; one with a sign that is compared without; and one whose last work items
// are beyond the first ones of the next round.
__kernel void others(__global float *more, __global const float *a) {
  __global float *out = more + get_group_id(0) * 4 * WG_SIZE + get_local_id(0);
  uint last = END;
  size_t end = END;
  float sum = 0;
  for (uint i = FIRST + get_local_id(0); i <= last; i += WG_SIZE)
    sum += a[i] * (i + 1);
  out[0] = sum;
  sum = 0;
  for (size_t i = FIRST + get_local_id(0); i < end; i += WG_SIZE)
    sum += a[i] * (i + 1);
  out[WG_SIZE] = sum;
  sum = 0;
  for (int i = FIRST + (int)get_local_id(0); i < end; i += WG_SIZE)
    sum += a[i] * (i + 1);
  out[2 * WG_SIZE] = sum;
  sum = 0;
  for (size_t i = FIRST + get_local_id(0); i < end; i += WG_SIZE / 4)
    sum += a[i] * (i + 1);
  out[3 * WG_SIZE] = sum;
}

// A counter that wraps around by a step that does not divide 2^32 comes back to another place.
// ODD-LABEL: pirch.kernel @odd_step(
// ODD: pirch.gather %arg1
__kernel void odd_step(__global float *out, __global const float *a) {
  uint end = END;
  float sum = 0;
  for (uint i = FIRST + get_local_id(0); i < end; i += WG_SIZE + 3)
    sum += a[i] * (i + 1);
  out[get_global_id(0)] = sum;
}

__kernel void stored(__global float *out, __global const float *a) {
  uint end = min(END, WG_SIZE);
  for (uint i = FIRST + get_local_id(0); i < end; i += WG_SIZE)
    out[get_group_id(0) * WG_SIZE + i] = a[i] + i;
}
