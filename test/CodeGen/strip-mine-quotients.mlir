// RUN: pirch-opt %s --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(pirch-strip-mine-quotients))" --split-input-file | FileCheck %s
// RUN: pirch-opt %s --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(pirch-strip-mine-quotients,pirch-strip-mine-quotients))" --split-input-file | FileCheck %s

// The loop stays what it was where a quotient has few groups.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[FROM:.*]]: i64, %[[TO:.*]]: i64, %[[WIDTH:.*]]: i32
// CHECK: %[[WORTH:.*]] = arith.cmpi uge, %[[WIDTH]], %{{.*}} : i32
// CHECK: scf.if %[[WORTH]] {
// CHECK: scf.while (%[[AT:.*]] = %[[FROM]])
// CHECK: arith.cmpi slt, %[[AT]], %[[TO]]
// CHECK: ^bb0(%[[FIRST:.*]]: i64):
// CHECK: %[[ROW:.*]] = arith.divui
// CHECK: arith.minui
// CHECK: %[[BEFORE:.*]] = arith.muli %[[ROW]], %[[WIDTH]]
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %{{.*}} step
// CHECK-NOT: arith.divui
// CHECK: %[[COLUMN:.*]] = arith.subi %{{.*}}, %[[BEFORE]]
// CHECK: "use"(%[[ROW]], %[[COLUMN]])
// CHECK: } else {
// CHECK-NOT: scf.while
// CHECK: scf.for
// CHECK: arith.divui
// CHECK: arith.remui
func.func @rows(%from: i64, %to: i64, %width: i32) {
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  scf.for %g = %from to %to step %c1 : i64 {
    %first = arith.muli %g, %c16 : i64
    %x = arith.trunci %first : i64 to i32
    %row = arith.divui %x, %width : i32
    %column = arith.remui %x, %width : i32
    "use"(%row, %column) : (i32, i32) -> ()
  }
  return
}

// -----

// A divisor that is computed in the loop of what the loop does not change.
// CHECK-LABEL: func.func @computed(
// CHECK: scf.while
func.func @computed(%from: i64, %to: i64, %width: i64) {
  %c1 = arith.constant 1 : i64
  scf.for %g = %from to %to step %c1 : i64 {
    %c3 = arith.constant 3 : i64
    %x = arith.addi %g, %c3 : i64
    %d = arith.addi %width, %c3 : i64
    %row = arith.divui %x, %d : i64
    "use"(%row) : (i64) -> ()
  }
  return
}

// -----

// Neither quotients with a sign, nor loops that count by two, nor dividends of which nothing is known.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: scf.while
func.func @others(%from: i64, %to: i64, %width: i64, %table: memref<?xi64>) {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  scf.for %g = %from to %to step %c1 : i64 {
    %row = arith.divsi %g, %width : i64
    "use"(%row) : (i64) -> ()
  }
  scf.for %g = %from to %to step %c2 : i64 {
    %row = arith.divui %g, %width : i64
    "use"(%row) : (i64) -> ()
  }
  scf.for %g = %from to %to step %c1 : i64 {
    %place = arith.index_cast %g : i64 to index
    %x = memref.load %table[%place] : memref<?xi64>
    %row = arith.divui %x, %width : i64
    %square = arith.muli %g, %g : i64
    %other = arith.divui %square, %width : i64
    %by_itself = arith.divui %g, %g : i64
    "use"(%row, %other, %by_itself) : (i64, i64, i64) -> ()
  }
  return
}
