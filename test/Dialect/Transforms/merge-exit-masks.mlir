// RUN: pirch-opt %s --pirch-merge-exit-masks --split-input-file | FileCheck %s

!f = !pirch.infreg<?x4x1xf32>
!i = !pirch.infreg<?x4x1xi32>
!m = !pirch.infreg<?x4x1xi1>

// Work items that meet the break leave the mask of the loop at the end of the body; the
// condition no longer looks for them.
// CHECK-LABEL: pirch.kernel @merged
// CHECK: scf.while (%{{.*}} = %{{.*}}, %[[STAY:[^ ]*]] = %{{.*}}, %[[GO:[^ ]*]] = %{{.*}})
// CHECK: %[[MORE:.*]] = arith.cmpi slt
// CHECK-NEXT: %[[LEFT:.*]] = arith.andi %[[GO]], %[[MORE]]
// CHECK-NEXT: %[[ANY:.*]] = pirch.active %[[LEFT]]
// CHECK: scf.condition(%[[ANY]]) %{{.*}}, %{{.*}}, %[[LEFT]]
// CHECK: ^bb0(%{{[^:]*}}: {{[^:]*}}, %{{[^:]*}}: {{[^:]*}}, %[[GO:[^:]*]]:
// CHECK: %[[ALL:.*]] = pirch.splat %true
// CHECK: %[[STAYED:.*]] = pirch.select %{{.*}}, %{{.*}}, %[[ALL]]
// CHECK: %[[NEXT:.*]] = arith.andi %[[GO]], %[[STAYED]]
// CHECK: scf.yield %{{.*}}, %[[ALL]], %[[NEXT]]
pirch.kernel @merged(%a: memref<?xi32>, %b: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> !i
  %zero = arith.constant 0 : i32
  %none = pirch.splat %zero : i32 -> !i
  %true = arith.constant true
  %every = pirch.splat %true : i1 -> !m
  %false = arith.constant false
  %no = pirch.splat %false : i1 -> !m
  %r:3 = scf.while (%n = %none, %stay = %every, %go = %every) : (!i, !m, !m) -> (!i, !m, !m) {
    %more = arith.cmpi slt, %n, %x : !i
    %both = pirch.select %stay, %more, %no : !m, !m
    %left = arith.andi %go, %both : !m
    %any = pirch.active %left : !m
    scf.condition(%any) %n, %stay, %left : !i, !m, !m
  } do {
  ^bb0(%n: !i, %stay: !m, %go: !m):
    %plus = arith.addi %n, %x : !i
    %hit = arith.cmpi eq, %plus, %none : !i
    %now = arith.andi %go, %hit : !m
    %stayed = pirch.select %now, %no, %stay : !m, !m
    %on = arith.andi %go, %stayed : !m
    %kept = pirch.select %on, %plus, %n : !m, !i
    scf.yield %kept, %stayed, %go : !i, !m, !m
  }
  pirch.store %r#0, %b[%c0 + wg * %c4] [0, 1, 2, 3] : !i, memref<?xi32>
  pirch.return
}

// -----

!i = !pirch.infreg<?x4x1xi32>
!m = !pirch.infreg<?x4x1xi1>

// What the condition counts goes on for work items that the second mask leaves out, as
// in `while (n++ < x && stay)`.
// CHECK-LABEL: pirch.kernel @counting_condition
// CHECK: scf.while (%{{.*}} = %{{.*}}, %[[STAY:[^ ]*]] = %{{.*}}, %[[GO:[^ ]*]] = %{{.*}})
// CHECK: pirch.select %[[GO]]
// CHECK: pirch.select %{{.*}}, %[[STAY]], %{{.*}}
pirch.kernel @counting_condition(%a: memref<?xi32>, %b: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> !i
  %zero = arith.constant 0 : i32
  %none = pirch.splat %zero : i32 -> !i
  %true = arith.constant true
  %every = pirch.splat %true : i1 -> !m
  %false = arith.constant false
  %no = pirch.splat %false : i1 -> !m
  %one = arith.constant 1 : i32
  %ones = pirch.splat %one : i32 -> !i
  %r:3 = scf.while (%n = %none, %stay = %every, %go = %every) : (!i, !m, !m) -> (!i, !m, !m) {
    %plus = arith.addi %n, %ones : !i
    %counted = pirch.select %go, %plus, %n : !m, !i
    %more = arith.cmpi slt, %n, %x : !i
    %both = pirch.select %more, %stay, %no : !m, !m
    %left = arith.andi %go, %both : !m
    %any = pirch.active %left : !m
    scf.condition(%any) %counted, %stay, %left : !i, !m, !m
  } do {
  ^bb0(%n: !i, %stay: !m, %go: !m):
    %hit = arith.cmpi eq, %n, %x : !i
    %now = arith.andi %go, %hit : !m
    %stayed = pirch.select %now, %no, %stay : !m, !m
    scf.yield %n, %stayed, %go : !i, !m, !m
  }
  pirch.store %r#0, %b[%c0 + wg * %c4] [0, 1, 2, 3] : !i, memref<?xi32>
  pirch.return
}
