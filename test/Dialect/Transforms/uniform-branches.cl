// Branches that all work items of a group take alike stay branches where an arm is much work
// (pirch-keep-uniform-branches).
// RUN: pirchc %s --target=generic --wg-size=8 --remarks=loops --emit=mlir-infreg -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: pirchc %s --target=generic --wg-size=8 --kernel=activation --emit=mlir-workitem -o %t.mlir
// RUN: pirch-opt %t.mlir --pirch-attach-target="target=#pirch.generic<>" --pirch-keep-uniform-branches | FileCheck %s --check-prefix=IR
// RUN: pirch-opt %t.mlir --pirch-attach-target="target=#pirch.generic<>" --pirch-keep-uniform-branches="least=100" | FileCheck %s --check-prefix=LEAST
// RUN: pirch-opt %t.mlir --pirch-attach-target="target=#pirch.nvvm<>" --pirch-keep-uniform-branches | FileCheck %s --check-prefix=LEAST
// RUN: pirchc %s --target=generic --wg-size=8 --kernel=activation --emit=llvm -o - | FileCheck %s --check-prefix=LLVM
// DEFINE: %{args} = --arg "x=rand(5, WG_SIZE)" --arg "y=rand(5, WG_SIZE)"
// DEFINE: %{run} = pirch-run %s --groups=5 --check %{args} --wg-size
// RUN: %{run}=8 --kernel=activation --arg mode=0 && %{run}=8 --kernel=activation --arg mode=1 && %{run}=8 --kernel=activation --arg mode=7
// RUN: %{run}=32 --kernel=activation --arg mode=1 --target=generic && %{run}=8 --kernel=activation --arg mode=1 --target=ve
// RUN: %{run}=8 --kernel=returns --arg n=0 && %{run}=8 --kernel=returns --arg n=3 && %{run}=8 --kernel=returns --arg n=300
// RUN: %{run}=32 --kernel=steps --arg n=9 --arg order=1 && %{run}=4 --kernel=steps --arg n=9 --arg order=3 --target=generic
// RUN: %{run}=8 --kernel=places --arg n=1 && %{run}=8 --kernel=places --arg n=0 && %{run}=8 --kernel=items --arg n=2

// Loops that run at most once take the places of the two arms with much work.
// REMARK: uniform-branches.cl:[[@LINE+31]]:3: remark: uniform branch: it stays a branch
// REMARK: uniform-branches.cl:[[@LINE+30]]:3: remark: uniform branch: it stays a branch
// IR-LABEL: pirch.kernel @activation
// IR: %[[LINEAR:.*]] = arith.cmpi eq, %{{.*}}, %c0_i32
// IR: scf.if %[[LINEAR]]
// IR: memref.store %{{.*}}, %[[AGAIN:.*]][%{{.*}}] : memref<1xi1>
// IR: pirch.loop cond {
// IR: %[[RUNS:.*]] = memref.load %[[AGAIN]]
// IR: pirch.condition %[[RUNS]]
// IR: body
// IR: math.tanh
// IR: step
// IR: %[[NO:.*]] = arith.constant false
// IR: memref.store %[[NO]], %[[AGAIN]]
// IR: pirch.loop
// IR: math.exp
// IR-NOT: pirch.loop
// LEAST: scf.if
// LEAST: scf.if
// LEAST: scf.if
// LEAST-NOT: pirch.loop
// Nothing jumps back in the code, but for the loop over packs.
// LLVM-LABEL: define void @activation(
// LLVM: switch i32 %{{.*}}, label %{{.*}} [
// LLVM-NOT: br i1
// LLVM: br i1 %exitcond
// LLVM-NOT: br i1
// LLVM: }
kernel void activation(global const float *restrict x, global float *restrict y, int mode) {
  size_t i = get_global_id(0);
  float v = x[i], r = v;
  switch (mode) {
  case 0: r = v * 2; break;
  case 1: r = tanh(v); break;
  case 2: r = 1 / (1 + exp(-v)); break;
  }
  y[i] = r;
}

// What follows an early return is an arm, and so is what stands in it.
// REMARK: uniform-branches.cl:[[@LINE+6]]:3: remark: uniform branch: it stays a branch
// REMARK: uniform-branches.cl:[[@LINE+3]]:3: remark: uniform branch: it stays a branch
kernel void returns(global const float *x, global float *y, int n) {
  size_t i = get_global_id(0);
  if (n == 0)
    return;
  if (n > 5)
    y[i] = exp(x[i]) * cos(x[i]);
  else
    y[i] += x[i];
}

// Arms within a loop of as many iterations for all.
// REMARK: uniform-branches.cl:[[@LINE+6]]:5: remark: uniform branch: it stays a branch
kernel void steps(global const float *x, global float *y, int n, int order) {
  size_t i = get_global_id(0);
  float v = y[i], h = x[i];
  for (int s = 0; s < n; ++s) {
    float k = sin(v);
    if (order == 1) {
      v += h * k;
    } else {
      float w = v + h * k;
      v += h * 0.5f * (k + sin(w));
    }
  }
  y[i] = v;
}

// Within a guard, which has a form of the kernel without masks, and one with masks.
// RUN: %{run}=8 --kernel=guarded --arg n=9 --arg mode=1 && %{run}=8 --kernel=guarded --arg n=40 --arg mode=1 && %{run}=8 --kernel=guarded --arg n=13 --arg mode=0 --target=ve
// REMARK: uniform-branches.cl:[[@LINE+6]]:3: remark: uniform branch: it stays a branch
kernel void guarded(global const float *x, global float *y, uint n, int mode) {
  size_t i = get_global_id(0);
  if (i >= n)
    return;
  float v = x[i];
  if (mode)
    v = exp(v) * sin(v);
  y[i] = v;
}

// Conditions that differ between groups, of which several are computed side by side.
// RUN: %{run}=8 --kernel=groups --arg n=2 && %{run}=32 --kernel=groups --arg n=2 && %{run}=4 --kernel=groups --arg n=2 --target=ve
// RUN: %{run}=8 --kernel=groups --arg n=2 --wg-pack=4 --target=generic
// REMARK: uniform-branches.cl:[[@LINE+5]]:3: remark: uniform branch: it stays a branch
// REMARK: uniform-branches.cl:[[@LINE+6]]:3: remark: uniform branch: it stays a branch
kernel void groups(global const float *x, global float *y, int n) {
  size_t i = get_global_id(0);
  float v = x[i];
  if (get_group_id(0) == n)
    v = exp(v) + cos(v);
  if (x[get_group_id(0)] > 0.5f)
    v = exp(v) + tan(v);
  y[i] = v;
}

// Masks: an arm chooses what is accessed, or is chosen by each work item.
// REMARK-NOT: it stays a branch
kernel void places(global const float *x, global float *y, int n) {
  size_t i = get_global_id(0), at = i;
  float v = x[i];
  if (n) {
    v = exp(v) + sin(v);
    at = get_group_id(0) * WG_SIZE + (i + 1) % WG_SIZE;
  }
  y[at] = v;
}

kernel void items(global const float *x, global float *y, int n) {
  size_t i = get_global_id(0);
  float v = x[i];
  if (get_local_id(0) > n)
    v = exp(v) + sin(v);
  if (v > n)
    v = exp(v) + cos(v);
  y[i] = v;
}

// A number that a branch chooses is a scalar, and what it strides over affine.
// RUN: pirchc %s --target=generic --wg-size=8 --kernel=strides --remarks=loops --emit=mlir-infreg -o - 2>&1 | FileCheck %s --check-prefix=STRIDE
// RUN: %{run}=8 --kernel=strides --arg n=1 && %{run}=8 --kernel=strides --arg n=0
// STRIDE-LABEL: pirch.kernel @strides
// STRIDE: %[[STRIDE:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
// STRIDE-NOT: gather
// STRIDE: pirch.load
// STRIDE-NOT: gather
// STRIDE: pirch.store
kernel void strides(global const float *x, global float *y, int n) {
  int stride = 8;
  if (n)
    stride = 0;
  y[get_global_id(0)] = x[(int)get_group_id(0) * stride + (int)get_local_id(0)];
}
