// RUN: pirch-opt %s --pirch-scalarize-inductions --split-input-file | FileCheck %s

!f = !pirch.infreg<?x4x1xf32>
!i = !pirch.infreg<?x4x1xi32>
!m = !pirch.infreg<?x4x1xi1>

// The steps are counted by a scalar, which ends the loop for all work items. What a
// work item has counted when it leaves is stored.
// CHECK-LABEL: pirch.kernel @steps
// CHECK-SAME: %[[LIMIT:[^ ]*]]: i32)
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[R:.*]]:4 = scf.while ({{.*}}, %[[COUNT:[^ ]*]] = %[[ZERO]])
// CHECK: %[[INSIDE:.*]] = arith.cmpf olt
// CHECK: %[[LEFT:.*]] = arith.andi %{{.*}}, %[[INSIDE]] : !pirch.infreg
// CHECK: %[[ANY:.*]] = pirch.active %[[LEFT]]
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[COUNT]], %[[LIMIT]] : i32
// CHECK: %[[AGAIN:.*]] = arith.andi %[[ANY]], %[[MORE]] : i1
// CHECK: scf.condition(%[[AGAIN]]) %{{.*}}, %{{.*}}, %[[LEFT]], %[[COUNT]]
// CHECK: ^bb0(%{{.*}}, %[[N:.*]]: !pirch.infreg<?x4x1xi32>, %[[GO:.*]]: !pirch.infreg<?x4x1xi1>, %[[COUNT:.*]]: i32):
// CHECK: %[[NEXT:.*]] = arith.addi %[[COUNT]], %{{.*}} : i32
// CHECK: %[[ALL:.*]] = pirch.splat %[[NEXT]]
// CHECK: %[[KEPT:.*]] = pirch.select %[[GO]], %[[ALL]], %[[N]]
// CHECK: scf.yield %{{.*}}, %[[KEPT]], %[[GO]], %[[NEXT]]
// CHECK: pirch.store %[[R]]#1
pirch.kernel @steps(%a: memref<?xf32>, %b: memref<?xi32>, %limit: i32) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
  %zero = arith.constant 0 : i32
  %none = pirch.splat %zero : i32 -> !i
  %true = arith.constant true
  %every = pirch.splat %true : i1 -> !m
  %false = arith.constant false
  %no = pirch.splat %false : i1 -> !m
  %one = arith.constant 1 : i32
  %ones = pirch.splat %one : i32 -> !i
  %limits = pirch.splat %limit : i32 -> !i
  %r:3 = scf.while (%z = %x, %n = %none, %m = %every) : (!f, !i, !m) -> (!f, !i, !m) {
    %more = arith.cmpi slt, %n, %limits : !i
    %in = arith.cmpf olt, %z, %x : !f
    %both = pirch.select %more, %in, %no : !m, !m
    %go = arith.andi %m, %both : !m
    %any = pirch.active %go : !m
    scf.condition(%any) %z, %n, %go : !f, !i, !m
  } do {
  ^bb0(%z: !f, %n: !i, %m: !m):
    %next = arith.mulf %z, %z : !f
    %kept = pirch.select %m, %next, %z : !m, !f
    %more = arith.addi %n, %ones : !i
    %steps = pirch.select %m, %more, %n : !m, !i
    scf.yield %kept, %steps, %m : !f, !i, !m
  }
  pirch.store %r#1, %b[%c0 + wg * %c4] [0, 1, 2, 3] : !i, memref<?xi32>
  pirch.return
}

// -----

!f = !pirch.infreg<?x4x1xf32>
!i = !pirch.infreg<?x4x1xi32>
!m = !pirch.infreg<?x4x1xi1>

// A load must not be made past the limit: its mask keeps the limit.
// CHECK-LABEL: pirch.kernel @masked_load
// CHECK: scf.while ({{.*}}, %[[COUNT:[^ ]*]] = %{{[^ ]*}})
// CHECK: %[[ALL:.*]] = pirch.splat %[[COUNT]]
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[ALL]], %{{.*}} : !pirch.infreg
// CHECK: %[[MAY:.*]] = arith.andi %{{.*}}, %[[MORE]]
// CHECK: %[[Y:.*]] = pirch.gather %{{.*}}[%[[ALL]]] mask %[[MAY]]
// CHECK: %[[IN:.*]] = arith.cmpf olt, %[[Y]]
// CHECK: %[[LEFT:.*]] = arith.andi %[[MAY]], %[[IN]]
// CHECK: %[[ANY:.*]] = pirch.active %[[LEFT]]
// CHECK: scf.condition(%[[ANY]])
pirch.kernel @masked_load(%a: memref<?xf32>, %b: memref<?xi32>, %limit: i32) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
  %zero = arith.constant 0 : i32
  %none = pirch.splat %zero : i32 -> !i
  %true = arith.constant true
  %every = pirch.splat %true : i1 -> !m
  %one = arith.constant 1 : i32
  %ones = pirch.splat %one : i32 -> !i
  %limits = pirch.splat %limit : i32 -> !i
  %r:2 = scf.while (%n = %none, %m = %every) : (!i, !m) -> (!i, !m) {
    %more = arith.cmpi slt, %n, %limits : !i
    %may = arith.andi %m, %more : !m
    %y = pirch.gather %a[%n] mask %may : !m : memref<?xf32>, !i -> !f
    %in = arith.cmpf olt, %y, %x : !f
    %go = arith.andi %may, %in : !m
    %any = pirch.active %go : !m
    scf.condition(%any) %n, %go : !i, !m
  } do {
  ^bb0(%n: !i, %m: !m):
    %more = arith.addi %n, %ones : !i
    %steps = pirch.select %m, %more, %n : !m, !i
    scf.yield %steps, %m : !i, !m
  }
  pirch.store %r#0, %b[%c0 + wg * %c4] [0, 1, 2, 3] : !i, memref<?xi32>
  pirch.return
}

// -----

!i = !pirch.infreg<?x4x1xi32>
!m = !pirch.infreg<?x4x1xi1>

// Work items read the counts of others, which may have left and keep theirs: only the
// condition reads the scalar.
// CHECK-LABEL: pirch.kernel @exchange
// CHECK: ^bb0(%[[N:[^:]*]]: {{.*}}, %[[COUNT:[^:]*]]: i32):
// CHECK: %[[OTHER:.*]] = pirch.wg_permute %[[N]]
// CHECK: arith.addi %{{.*}}, %[[OTHER]]
pirch.kernel @exchange(%a: memref<?xi32>, %b: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> !i
  %zero = arith.constant 0 : i32
  %none = pirch.splat %zero : i32 -> !i
  %true = arith.constant true
  %every = pirch.splat %true : i1 -> !m
  %one = arith.constant 1 : i32
  %ones = pirch.splat %one : i32 -> !i
  %r:3 = scf.while (%n = %none, %sum = %none, %m = %every) : (!i, !i, !m) -> (!i, !i, !m) {
    %more = arith.cmpi slt, %n, %x : !i
    %go = arith.andi %m, %more : !m
    %any = pirch.active %go : !m
    scf.condition(%any) %n, %sum, %go : !i, !i, !m
  } do {
  ^bb0(%n: !i, %sum: !i, %m: !m):
    %other = pirch.wg_permute %n [1, 2, 3, 0] : !i -> !i
    %plus = arith.addi %sum, %other : !i
    %more = arith.addi %n, %ones : !i
    %steps = pirch.select %m, %more, %n : !m, !i
    scf.yield %steps, %plus, %m : !i, !i, !m
  }
  pirch.store %r#1, %b[%c0 + wg * %c4] [0, 1, 2, 3] : !i, memref<?xi32>
  pirch.return
}
