// RUN: pirch-opt %s --split-input-file --pirch-strip-mine-loops | FileCheck %s
// RUN: pirch-opt %s --split-input-file --pirch-strip-mine-loops --pirch-strip-mine-loops | FileCheck %s
// RUN: pirch-opt %s --split-input-file --pirch-strip-mine-loops=remarks=true -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK


// Two of four lanes' rows are read together while two iterations are left; the loop
// itself does the last one.
// CHECK-LABEL: @sum
// CHECK: %[[MAIN:.*]]:2 = scf.while
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[J:.*]], %arg1 : i64
// CHECK: %[[LEFT:.*]] = arith.subi %arg1, %[[J]]
// CHECK: %[[TWO:.*]] = arith.constant 2 : i64
// CHECK: %[[ENOUGH:.*]] = arith.cmpi uge, %[[LEFT]], %[[TWO]]
// CHECK: %[[AGAIN:.*]] = arith.andi %[[MORE]], %[[ENOUGH]]
// CHECK: scf.condition(%[[AGAIN]])
// CHECK: %[[ROWS:.*]] = pirch.load_rows %arg0[%{{.*}} + %{{.*}}] : {{.*}} -> <?x4x2xf64>
// CHECK: %[[FIRST:.*]] = pirch.reorder %[[ROWS]] [0]
// CHECK: %[[ONE:.*]] = arith.addf %{{.*}}, %[[FIRST]]
// CHECK: %[[SECOND:.*]] = pirch.reorder %[[ROWS]] [1]
// CHECK: arith.addf %[[ONE]], %[[SECOND]]
// CHECK: scf.yield
// CHECK: scf.while (%{{.*}} = %[[MAIN]]#0, %{{.*}} = %[[MAIN]]#1)
// CHECK: pirch.gather
// CHECK: attributes {pirch.remainder_loop}
// CHECK-NOT: scf.while
!r = !pirch.infreg<?x4x1xf64>
!i = !pirch.infreg<?x4x1xi64>
#t = #pirch.generic<bits = 128>
pirch.kernel @sum(%a: memref<?xf64>, %n: i64) attributes {wg_size = 4 : i64, target = #t} {
  %wg = pirch.wg_index : !i
  %wi = pirch.wi_index : !i
  %zero = arith.constant 0 : i64
  %none = arith.constant 0.0 : f64
  %start = pirch.splat %none : f64 -> !r
  %row = arith.addi %wg, %wi : !i
  // REMARK: [[@LINE+1]]:{{[0-9]+}}: remark: 2 iterations at a time read and write rows together
  %end:2 = scf.while (%s = %start, %j = %zero) : (!r, i64) -> (!r, i64) {
    %more = arith.cmpi slt, %j, %n : i64
    scf.condition(%more) %s, %j : !r, i64
  } do {
  ^bb0(%s: !r, %j: i64):
    %at = pirch.splat %j : i64 -> !i
    %place = arith.addi %row, %at : !i
    %x = pirch.gather %a[%place] : memref<?xf64>, !i -> !r
    %sum = arith.addf %s, %x : !r
    %one = arith.constant 1 : i64
    %next = arith.addi %j, %one : i64
    scf.yield %sum, %next : !r, i64
  }
  pirch.store %end#0, %a[%zero + wg * %zero] [0, 1, 2, 3] : !r, memref<?xf64>
  pirch.return
}

// -----

// Rows that are written must not overlap, which is tested before the loop: a work item's
// row begins no less than two elements after that of the one before it.
// CHECK-LABEL: @update
// CHECK: %[[BEFORE:.*]] = pirch.wg_permute %[[PLACE:.*]] [0, 0, 1, 2]
// CHECK: %[[APART:.*]] = arith.subi %[[PLACE]], %[[BEFORE]]
// CHECK: %[[TABLE:.*]] = pirch.constant dense<{{\[\[}}2], [0], [0], [0]]>
// CHECK: %[[DISTANCE:.*]] = arith.addi %[[APART]], %[[TABLE]]
// CHECK: %[[NEAR:.*]] = arith.cmpi slt, %[[DISTANCE]]
// CHECK: %[[ANY:.*]] = pirch.active %[[NEAR]]
// CHECK: %[[NONE:.*]] = arith.xori %[[ANY]], %true
// CHECK: scf.while
// CHECK: arith.andi %{{.*}}, %[[NONE]]
// CHECK: pirch.load_rows
// CHECK: %[[LAST:.*]] = pirch.merge {{.*}} lanes ["01" x 4]
// CHECK: pirch.store_rows %[[LAST]], %arg0[%{{.*}} + %{{.*}}]
// CHECK: scf.while
// CHECK: pirch.scatter
!r = !pirch.infreg<?x4x1xf64>
!i = !pirch.infreg<?x4x1xi64>
#t = #pirch.generic<bits = 128>
pirch.kernel @update(%a: memref<?xf64>, %n: i64) attributes {wg_size = 4 : i64, target = #t} {
  %wi = pirch.wi_index : !i
  %stride = pirch.splat %n : i64 -> !i
  %row = arith.muli %wi, %stride : !i
  %zero = arith.constant 0 : i64
  // REMARK: [[@LINE+1]]:{{[0-9]+}}: remark: 2 iterations at a time read and write rows together
  %end = scf.while (%j = %zero) : (i64) -> i64 {
    %more = arith.cmpi ult, %j, %n : i64
    scf.condition(%more) %j : i64
  } do {
  ^bb0(%j: i64):
    %at = pirch.splat %j : i64 -> !i
    %place = arith.addi %row, %at : !i
    %x = pirch.gather %a[%place] : memref<?xf64>, !i -> !r
    %twice = arith.addf %x, %x : !r
    pirch.scatter %twice, %a[%place] : !r, memref<?xf64>, !i
    %one = arith.constant 1 : i64
    %next = arith.addi %j, %one : i64
    scf.yield %next : i64
  }
  pirch.return
}

// -----

// What an iteration reads may be what the one before it has written, and the sum of 32
// bits may wrap around: both loops stay as they are.
// CHECK-LABEL: @left
// CHECK-NOT: pirch.load_rows
!r = !pirch.infreg<?x4x1xf64>
!i = !pirch.infreg<?x4x1xi64>
!h = !pirch.infreg<?x4x1xi32>
#t = #pirch.generic<bits = 128>
pirch.kernel @left(%a: memref<?xf64>, %n: i64, %m: i32) attributes {wg_size = 4 : i64, target = #t} {
  %wi = pirch.wi_index : !i
  %zero = arith.constant 0 : i64
  %end = scf.while (%j = %zero) : (i64) -> i64 {
    %more = arith.cmpi slt, %j, %n : i64
    scf.condition(%more) %j : i64
  } do {
  ^bb0(%j: i64):
    %at = pirch.splat %j : i64 -> !i
    %place = arith.addi %wi, %at : !i
    %x = pirch.gather %a[%place] : memref<?xf64>, !i -> !r
    %one = arith.constant 1 : i64
    %next = arith.addi %j, %one : i64
    %later = pirch.splat %next : i64 -> !i
    %after = arith.addi %wi, %later : !i
    pirch.scatter %x, %a[%after] : !r, memref<?xf64>, !i
    scf.yield %next : i64
  }
  %half = pirch.wi_index : !h
  %none = arith.constant 0 : i32
  %done = scf.while (%j = %none) : (i32) -> i32 {
    %more = arith.cmpi slt, %j, %m : i32
    scf.condition(%more) %j : i32
  } do {
  ^bb0(%j: i32):
    %at = pirch.splat %j : i32 -> !h
    %sum = arith.addi %half, %at : !h
    %place = pirch.convert extsi %sum : !h -> !i
    %x = pirch.gather %a[%place] : memref<?xf64>, !i -> !r
    pirch.store %x, %a[%zero + wg * %zero] [0, 1, 2, 3] : !r, memref<?xf64>
    %one = arith.constant 1 : i32
    %next = arith.addi %j, %one : i32
    scf.yield %next : i32
  }
  pirch.return
}
