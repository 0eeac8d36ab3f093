// RUN: pirch-opt %s --split-input-file --verify-diagnostics --pirch-outline-staged-values=outline | FileCheck %s
// RUN: pirch-opt %s --split-input-file --verify-diagnostics --pirch-outline-staged-values | FileCheck %s --check-prefix=CHECKED

// CHECKED-NOT: pirch.stage
// CHECKED-NOT: func.func

// A scalar of parameters, the number of groups, and an element of a buffer; the
// mark goes, and the kernel stays.
// CHECK-LABEL: pirch.kernel @scalars
// CHECK-NOT: pirch.stage %
// CHECK: module @pirch.staged
// CHECK: func.func @scalars(%[[ARGS:.*]]: !llvm.ptr, %[[GROUPS:.*]]: i64, %[[RESULTS:.*]]: !llvm.ptr)
// CHECK-SAME: staged_indices = array<i64: 0, 2>
// CHECK-SAME: staged_names = ["{{.*}}outline-staged-values.mlir:[[# @LINE + 18]]:3", "n"]
// CHECK-SAME: staged_params = array<i64: 0, 1>
// CHECK: %[[BUFFER:.*]] = llvm.load {{.*}} -> !llvm.ptr
// CHECK: %[[N:.*]] = llvm.load {{.*}} -> i64
// CHECK: arith.addi %[[N]], %[[GROUPS]]
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[BUFFER]]
// CHECK: %[[LOADED:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> f32
// CHECK: %[[BITS:.*]] = arith.bitcast %[[LOADED]] : f32 to i32
// CHECK: %[[WIDE:.*]] = arith.extui %[[BITS]] : i32 to i64
// CHECK: llvm.store %[[WIDE]]
// CHECK: llvm.store %[[N]]
pirch.kernel @scalars(%a: memref<?xf32>, %n: i64, %b: memref<?xf32>) attributes {wg_size = 4 : i64, arg_names = ["a", "n", "b"]} {
  %c0 = arith.constant 0 : i64
  %groups = pirch.num_groups : i64
  %at = arith.addi %n, %groups : i64
  %x = pirch.load %a[%at + wg * %c0] [3, 3, 3, 3] : memref<?xf32> -> <?x4x1xf32>
  pirch.store %x, %b[%c0 + wg * %c0] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  pirch.stage %n index 2 : i64
  pirch.stage %x index 0 : !pirch.infreg<?x4x1xf32>
  pirch.return
}

// -----

// Lanes that are all the same become a scalar; a loop whose values are is copied.
// CHECK-LABEL: func.func @lanes
// CHECK: %[[LARGER:.*]] = arith.cmpi sgt
// CHECK: %[[CHOICE:.*]] = arith.select %[[LARGER]]
// CHECK: scf.while (%{{.*}} = %[[CHOICE]]) : (i32) -> i32
// CHECK: arith.cmpi slt
// CHECK: scf.condition
// CHECK: arith.shli
// CHECK: arith.extsi
pirch.kernel @lanes(%n: i32) attributes {wg_size = 4 : i64} {
  %c3 = arith.constant 3 : i32
  %three = pirch.splat %c3 : i32 -> <?x4x1xi32>
  %ns = pirch.splat %n : i32 -> <?x4x1xi32>
  %larger = arith.cmpi sgt, %n, %c3 : i32
  %mask = pirch.splat %larger : i1 -> <?x4x1xi1>
  %m = pirch.select %mask, %three, %ns : <?x4x1xi1>, <?x4x1xi32>
  %power = scf.while (%p = %m) : (!pirch.infreg<?x4x1xi32>) -> !pirch.infreg<?x4x1xi32> {
    %less = arith.cmpi slt, %p, %ns : !pirch.infreg<?x4x1xi32>
    %any = pirch.active %less : !pirch.infreg<?x4x1xi1>
    scf.condition(%any) %p : !pirch.infreg<?x4x1xi32>
  } do {
  ^bb0(%p: !pirch.infreg<?x4x1xi32>):
    %twice = arith.shli %p, %three : !pirch.infreg<?x4x1xi32>
    scf.yield %twice : !pirch.infreg<?x4x1xi32>
  }
  %long = pirch.convert extsi %power : <?x4x1xi32> -> <?x4x1xi64>
  pirch.stage %long index 0 : !pirch.infreg<?x4x1xi64>
  pirch.return
}

// -----

pirch.kernel @group() attributes {wg_size = 4 : i64} {
  %wg = pirch.wg_index : !pirch.infreg<?x4x1xi64>
  // expected-error @+1 {{stage() takes what is known before the launch, which this is not: it depends on the index of a work group}}
  pirch.stage %wg index 0 : !pirch.infreg<?x4x1xi64>
  pirch.return
}

// -----

pirch.kernel @table() attributes {wg_size = 4 : i64} {
  %items = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi32> -> <?x4x1xi32>
  // expected-error @+1 {{it depends on the index of a work item}}
  pirch.stage %items index 0 : !pirch.infreg<?x4x1xi32>
  pirch.return
}

// -----

pirch.kernel @row(%a: memref<?xf32>, %gx: i64, %gy: i64, %y: i64) attributes {wg_size = 4 : i64, wg_shape = array<i64: 2, 2>} {
  // expected-error @+1 {{it depends on the index of a work group}}
  pirch.stage %y index 0 : i64
  pirch.return
}

// -----

pirch.kernel @twice(%n: i64, %m: i64) attributes {wg_size = 4 : i64} {
  pirch.stage %n index 0 : i64
  // expected-error @+1 {{stage() has another value in each iteration of a loop}}
  pirch.stage %m index 0 : i64
  pirch.return
}
