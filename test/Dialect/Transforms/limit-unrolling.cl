// Loops whose unrolled code would be too large stay loops of several iterations (pirch-limit-unrolling), where these
// are the same code.
// RUN: pirchc %s --target=generic --wg-size=32 --remarks=loops --emit=mlir-infreg -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: pirchc %s --target=generic --wg-size=32 --kernel=product --disable-pass=pirch-limit-unrolling --remarks=loops --emit=mlir-infreg -o /dev/null 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: pirchc %s --target=generic --wg-size=4 --kernel=rest --emit=mlir-workitem -o %t.mlir
// RUN: pirch-opt %t.mlir --pirch-attach-target="target=#pirch.generic<>" --pirch-limit-unrolling="limit=100" | FileCheck %s --check-prefix=IR
// RUN: pirch-opt %t.mlir --pirch-attach-target="target=#pirch.generic<>" --pirch-limit-unrolling="limit=100" --pirch-limit-unrolling="limit=100" | FileCheck %s --check-prefix=IR
// RUN: pirchc %s --target=generic --wg-size=32 --kernel=chained --remarks=loops --emit=mlir-infreg -o /dev/null 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: pirch-run %s --kernel=product --wg-size=32 --groups=3 --check --arg "a=rand(3, 1024)" --arg "b=rand(3, 1024)" --arg "c=zeros(3, 1024)"
// RUN: pirch-run %s --kernel=product --wg-size=32 --groups=3 --check --target=ve --arg "a=rand(3, 1024)" --arg "b=rand(3, 1024)" --arg "c=zeros(3, 1024)"
// RUN: pirch-run %s --kernel=rest --wg-size=32 --groups=3 --check --target=generic --arg "a=rand(3, 3232)" --arg "c=zeros(3, 3232)"
// RUN: pirch-run %s --kernel=large --wg-size=32 --groups=3 --check --target=generic --arg "a=rand(3, 2048)" --arg "c=rand(3, 102400)"
// RUN: pirch-run %s --kernel=steps --wg-size=32 --groups=3 --check --target=generic --arg "a=rand(3328)" --arg "c=rand(3, 32)"
// RUN: pirch-run %s --kernel=chained --wg-size=32 --groups=3 --check --target=generic --arg "a=rand(6144)" --arg "c=rand(3, 32)"

// An iteration has 32 products of 8 registers of 4 lanes, and as many loads.
// REMARK: limit-unrolling.cl:[[@LINE+4]]:3: remark: loop of 32 iterations: 1 at once, as there would be too much code if all were unrolled
// WITHOUT-NOT: at once
kernel void product(global const float *restrict a, global const float *restrict b, global float *restrict c) {
  size_t g = get_group_id(0), j = get_local_id(0);
  for (uint i = 0; i < 32; ++i) {
    float sum = 0;
    for (int k = 0; k < 32; ++k)
      sum += a[(g * 32 + i) * 32 + k] * b[g * 1024 + k * 32 + j];
    c[(g * 32 + i) * 32 + j] = sum;
  }
}

// Of rounds of six to ten iterations those of ten leave the fewest, one.
// IR: #[[NEVER:.*]] = #llvm.loop_annotation
// REMARK: loop of 101 iterations: 10 at once
// IR-LABEL: pirch.kernel @rest
// IR: pirch.loop cond {
// IR: arith.constant 100 : i32
// IR: body
// IR: pirch.loop cond {
// IR: arith.constant 10 : i32
// IR: step
// IR: step
// IR: arith.constant 10 : i32
// IR: llvm.loop_annotation = #[[NEVER]]
// What comes behind that loop counts from here.
// IR: arith.constant 100 : i32
// IR: pirch.loop cond {
// IR: arith.constant 101 : i32
// IR-NOT: llvm.loop_annotation
kernel void rest(global const float *a, global float *c) {
  int at = get_group_id(0) * 3232 + get_local_id(0);
  for (int i = 0; i < 101; ++i) {
    float x = a[at + i * 32];
    c[at + i * 32] = (((x + 1) * x + 2) * x + 3) * x + 4;
  }
}

// One iteration of the outer loop is too much code already, so that the loop in it is looked at.
// REMARK: limit-unrolling.cl:[[@LINE+5]]:3: remark: loop of 64 iterations: 1 at once
// REMARK: limit-unrolling.cl:[[@LINE+5]]:5: remark: loop of 50 iterations: 10 at once
kernel void large(global const float *restrict a, global float *restrict c) {
  size_t g = get_group_id(0), j = get_local_id(0);
  float x = c[g * 32 + j];
  for (int i = 0; i < 64; ++i)
    for (int k = 0; k < 50; ++k)
      c[((g * 64 + i) * 50 + k) * 32 + j] =
          (((a[(g * 50 + k) * 32 + j] + x) * x + 1) * x + 2) * x + a[(g * 64 + i) * 32 + j];
}

// A sum that each iteration hands on.
// REMARK: limit-unrolling.cl:[[@LINE+4]]:3: remark: loop of 512 iterations: 16 at once
kernel void chain(global const float *a, global float *c) {
  int at = get_group_id(0) * 32768 + get_local_id(0);
  float sum = 0;
  for (int i = 0; i < 512; ++i)
    sum = sqrt(sum + a[at + i * 32]);
  c[get_global_id(0)] = sum;
}

// Steps in time that hand on one value and a row in local memory.
// REMARK: limit-unrolling.cl:[[@LINE+5]]:3: remark: loop of 24 iterations: 1 at once

kernel void steps(global const float *a, global float *c) {
  local float before[32];
  float now = c[get_global_id(0)];
  for (int t = 0; t < 24; ++t) {
    before[get_local_id(0)] = now;
    barrier(CLK_LOCAL_MEM_FENCE);
    float best = 0;
    for (int other = 0; other < 32; ++other)
      best = max(best, before[other] * a[other * 32 + get_local_id(0)]);
    now = best + a[1024 + (get_group_id(0) * 24 + t) * 32 + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[get_global_id(0)] = now;
}

// What follows is unrolled whatever it makes: rows of the private array are known.
// REMARK-NOT: at once
kernel void known(global const float *a, global float *c) {
  int g = get_group_id(0), j = get_local_id(0);
  float row[32];
  for (int k = 0; k < 32; ++k)
    row[k] = a[g * 1024 + k * 32 + j];
  for (int i = 0; i < 32; ++i) {
    float sum = 0;
    for (int k = 0; k < 32; ++k)
      sum += row[k] * row[i] + (k == i ? 1 : 0);
    c[g * 1024 + i * 32 + j] = sum;
  }
}

// Iterations that need each other, and load what lies apart between work items: their loads are made together, unrolled.
kernel void chained(global const float *a, global float *c) {
  int row = get_global_id(0) * 64;
  float x = 0;
  for (int i = 0; i < 64; ++i) {
    float y = a[row + i];
    for (int k = 0; k < 40; ++k)
      x = x * y + k;
  }
  c[get_global_id(0)] = x;
}
