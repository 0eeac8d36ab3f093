// RUN: pirch-opt %s --pirch-scalarize-equal-lanes | FileCheck %s
// RUN: pirch-opt %s --pirch-scalarize-equal-lanes --pirch-scalarize-equal-lanes | FileCheck %s

// The counter and the mask are the same in all lanes; the mask is the loop's condition, so
// that nothing is masked in its body. The sum differs between lanes.
// CHECK-LABEL: func.func @counted
// CHECK-SAME: (%{{.*}}, %[[FROM:.*]]: i32, %[[TO:.*]]: i32,
// CHECK: scf.while (%{{.*}} = %{{.*}}, %[[I:.*]] = %[[FROM]]) : (vector<4xf32>, i32) -> (vector<4xf32>, i32)
// CHECK: %[[GO:.*]] = arith.cmpi slt, %[[I]], %[[TO]] : i32
// CHECK: scf.condition(%[[GO]])
// CHECK: ^bb0(%[[S:.*]]: vector<4xf32>, %[[J:.*]]: i32):
// CHECK: %[[U:.*]] = arith.addf %[[S]], %{{.*}} : vector<4xf32>
// CHECK-NOT: select
// CHECK: %[[N:.*]] = arith.addi %[[J]], %{{.*}} : i32
// CHECK: scf.yield %[[U]], %[[N]] : vector<4xf32>, i32
func.func @counted(%row: vector<4xf32>, %from: i32, %to: i32, %out: !llvm.ptr) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %one = arith.constant dense<1> : vector<4xi32>
  %all = arith.constant dense<true> : vector<4xi1>
  %f = vector.broadcast %from : i32 to vector<4xi32>
  %t = vector.broadcast %to : i32 to vector<4xi32>
  %r:3 = scf.while (%s = %zero, %i = %f, %m = %all) : (vector<4xf32>, vector<4xi32>, vector<4xi1>) -> (vector<4xf32>, vector<4xi32>, vector<4xi1>) {
    %c = arith.cmpi slt, %i, %t : vector<4xi32>
    %go = vector.reduction <or>, %c : vector<4xi1> into i1
    scf.condition(%go) %s, %i, %c : vector<4xf32>, vector<4xi32>, vector<4xi1>
  } do {
  ^bb0(%s: vector<4xf32>, %i: vector<4xi32>, %m: vector<4xi1>):
    %u = arith.addf %s, %row : vector<4xf32>
    %v = arith.select %m, %u, %s : vector<4xi1>, vector<4xf32>
    %j = arith.addi %i, %one : vector<4xi32>
    scf.yield %v, %j, %m : vector<4xf32>, vector<4xi32>, vector<4xi1>
  }
  llvm.store %r#0, %out : vector<4xf32>, !llvm.ptr
  return
}

// Lanes that leave the loop one by one have counters of their own.
// CHECK-LABEL: func.func @one_by_one
// CHECK: scf.while ({{.*}}) : (vector<4xi32>) -> vector<4xi32>
func.func @one_by_one(%from: i32, %to: vector<4xi32>, %out: !llvm.ptr) {
  %one = arith.constant dense<1> : vector<4xi32>
  %f = vector.broadcast %from : i32 to vector<4xi32>
  %r = scf.while (%i = %f) : (vector<4xi32>) -> vector<4xi32> {
    %c = arith.cmpi slt, %i, %to : vector<4xi32>
    %go = vector.reduction <or>, %c : vector<4xi1> into i1
    scf.condition(%go) %i : vector<4xi32>
  } do {
  ^bb0(%i: vector<4xi32>):
    %c = arith.cmpi slt, %i, %to : vector<4xi32>
    %j = arith.addi %i, %one : vector<4xi32>
    %k = arith.select %c, %j, %i : vector<4xi1>, vector<4xi32>
    scf.yield %k : vector<4xi32>
  }
  llvm.store %r, %out : vector<4xi32>, !llvm.ptr
  return
}

// All lanes read one element, whose place is a quotient that is computed once.
// CHECK-LABEL: func.func @channel
// CHECK-SAME: (%[[TABLE:.*]]: !llvm.ptr, %[[PLACE:.*]]: i32, %[[WIDTH:.*]]: i32)
// CHECK: %[[ROW:.*]] = arith.divui %[[PLACE]], %[[WIDTH]] : i32
// CHECK: %[[WIDE:.*]] = arith.extui %[[ROW]] : i32 to i64
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[TABLE]][%[[WIDE]]]
// CHECK: %[[ELEMENT:.*]] = llvm.load %[[AT]] {{.*}} -> f32
// CHECK: %[[ALL:.*]] = vector.broadcast %[[ELEMENT]] : f32 to vector<4xf32>
// CHECK: return %[[ALL]]
func.func @channel(%table: !llvm.ptr, %place: i32, %width: i32) -> vector<4xf32> {
  %p = vector.broadcast %place : i32 to vector<4xi32>
  %w = vector.broadcast %width : i32 to vector<4xi32>
  %row = arith.divui %p, %w : vector<4xi32>
  %wide = arith.extui %row : vector<4xi32> to vector<4xi64>
  %at = llvm.getelementptr %table[%wide] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, f32
  %all = arith.constant dense<true> : vector<4xi1>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %r = llvm.intr.masked.gather %at, %all, %zero {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return %r : vector<4xf32>
}

// Lanes that do not take part read nothing, and lanes that differ have elements of their own.
// CHECK-LABEL: func.func @some
// CHECK: llvm.intr.masked.gather
// CHECK: arith.divui %{{.*}} : vector<4xi64>
// CHECK: llvm.intr.masked.gather
func.func @some(%table: !llvm.ptr, %place: i64, %places: vector<4xi64>, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %p = vector.broadcast %place : i64 to vector<4xi64>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %all = arith.constant dense<true> : vector<4xi1>
  %at = llvm.getelementptr %table[%p] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, f32
  %r = llvm.intr.masked.gather %at, %mask, %zero {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %q = arith.divui %places, %p : vector<4xi64>
  %to = llvm.getelementptr %table[%q] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, f32
  %s = llvm.intr.masked.gather %to, %all, %zero {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return %r, %s : vector<4xf32>, vector<4xf32>
}
