// RUN: pirch-opt %s --pirch-promote-elements --split-input-file | FileCheck %s
// RUN: pirch-opt %s --pirch-promote-elements --pirch-promote-elements --split-input-file | FileCheck %s --check-prefix=TWICE

!f = !pirch.infreg<?x4x1xf32>

// The elements are distinct, so that nothing is tested at run time but whether there is
// an iteration.
// CHECK-LABEL: pirch.kernel @one_row
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i32
// CHECK: scf.while ({{.*}}, %{{.*}} = %[[MORE]]) : (i32, i1) -> i32
// CHECK: } do {
// CHECK: %[[X:.*]] = pirch.load %[[C:[^ ]*]][%{{.*}}] [0, 1, 2, 3]
// CHECK: %[[R:.*]]:2 = scf.while (%{{.*}}, %{{.*}} = %[[X]])
// CHECK-NOT: pirch.load %[[C]][
// CHECK: arith.addf
// CHECK-NOT: pirch.store
// CHECK: scf.yield
// CHECK: pirch.store %[[R]]#1, %[[C]][
// CHECK: %[[NO:.*]] = arith.constant false
// CHECK: scf.yield %[[R]]#0, %[[NO]] : i32, i1
// CHECK: } attributes {pirch.remainder_loop}
// CHECK-NOT: scf.while
// CHECK: pirch.return
// TWICE-LABEL: pirch.kernel @one_row
// TWICE-COUNT-2: scf.while
// TWICE-NOT: scf.while
pirch.kernel @one_row(%c: memref<?xf32>, %a: memref<?xf32>, %n: i32) attributes {wg_size = 4 : i64} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %r = scf.while (%k = %zero) : (i32) -> i32 {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    %wide = arith.extsi %k : i32 to i64
    %p = pirch.load %a[%wide + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
    %x = pirch.load %c[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
    %y = arith.addf %x, %p : !f
    pirch.store %y, %c[%c0 + wg * %c4] [0, 1, 2, 3] : !f, memref<?xf32>
    %next = arith.addi %k, %one : i32
    scf.yield %next : i32
  }
  pirch.return
}

// -----

!f = !pirch.infreg<?x4x1xf32>

// Two rows lie %distance elements apart, each of which has two: another loop is left for
// rows that overlap.
// CHECK-LABEL: pirch.kernel @two_rows
// CHECK-SAME: %[[C:[^ ]*]]: memref<?xf32>, %{{.*}}: i32, %[[DISTANCE:.*]]: i64)
// CHECK: %[[APART:.*]] = arith.subi %[[DISTANCE]], %{{.*}} : i64
// CHECK: %[[TWO:.*]] = arith.constant 2 : i64
// CHECK: %[[DISTINCT:.*]] = arith.cmpi sge, %[[APART]], %[[TWO]] : i64
// CHECK: %[[BOTH:.*]] = arith.select %{{.*}}, %[[DISTINCT]], %{{.*}} : i1
// CHECK: %[[R:.*]] = scf.while ({{.*}}, %{{.*}} = %[[BOTH]])
// CHECK: scf.while ({{.*}}) : (i32, !pirch.infreg<?x4x1xf32>, !pirch.infreg<?x4x1xf32>)
// CHECK: scf.while (%{{.*}} = %[[R]]) : (i32) -> i32
// CHECK: pirch.load %[[C]][
// CHECK: pirch.store
// TWICE-LABEL: pirch.kernel @two_rows
// TWICE-COUNT-3: scf.while
// TWICE-NOT: scf.while
pirch.kernel @two_rows(%c: memref<?xf32>, %n: i32, %distance: i64) attributes {wg_size = 4 : i64} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %r = scf.while (%k = %zero) : (i32) -> i32 {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    %x = pirch.load %c[%c0 + wg * %c2] [0, 1, _, _] : memref<?xf32> -> !f
    %y = pirch.load %c[%distance + wg * %c2] [_, _, 0, 1] : memref<?xf32> -> !f
    %z = pirch.merge %y into %x lanes ["0" x 2, "1" x 2] : !f
    %w = arith.addf %z, %z : !f
    pirch.store %w, %c[%c0 + wg * %c2] [0, 1, _, _] : !f, memref<?xf32>
    pirch.store %w, %c[%distance + wg * %c2] [_, _, 0, 1] : !f, memref<?xf32>
    %next = arith.addi %k, %one : i32
    scf.yield %next : i32
  }
  pirch.return
}

// -----

!f = !pirch.infreg<?x4x1xf32>
!l = !pirch.infreg<?x4x1xi64>
!m = !pirch.infreg<?x4x1xi1>

// The indexes of work items must grow. What tests that wraps around, since work items
// outside of the mask may have any index; the mask is carried no longer.
// CHECK-LABEL: pirch.kernel @gathered
// TWICE-LABEL: pirch.kernel @gathered
// CHECK-SAME: %[[C:[^ ]*]]: memref<?xf32>, %{{.*}}, %[[S:[^ ]*]]: i64
// CHECK: %[[AT:.*]] = arith.muli %{{.*}}, %{{.*}} overflow<nsw> : !pirch.infreg<?x4x1xi64>
// CHECK: %[[AGAIN:.*]] = arith.muli %{{.*}}, %{{[^ ]*}} : !pirch.infreg<?x4x1xi64>
// CHECK: %[[OTHER:.*]] = pirch.wg_permute %[[AGAIN]] [0, 0, 1, 2]
// CHECK: %[[STEP:.*]] = arith.subi %[[AGAIN]], %[[OTHER]]
// CHECK: %[[LEAST:.*]] = pirch.constant dense<{{\[}}[0], [1], [1], [1]]>
// CHECK: %[[BAD:.*]] = arith.cmpi slt, %[[STEP]], %[[LEAST]]
// CHECK: pirch.active %[[BAD]]
// CHECK: scf.while
// CHECK: pirch.gather %[[C]][%[[AT]]] mask %[[M:[^ ]*]]
// CHECK: scf.while
// CHECK-NOT: pirch.scatter
// CHECK: arith.addf
// CHECK: pirch.scatter %{{.*}}, %[[C]][%[[AT]]] mask %[[M]]
pirch.kernel @gathered(%c: memref<?xf32>, %n: i32, %stride: i64, %m: i64) attributes {wg_size = 4 : i64} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %wi = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi64> -> !l
  %strides = pirch.splat %stride : i64 -> !l
  %bounds = pirch.splat %m : i64 -> !l
  %in = arith.cmpi slt, %wi, %bounds : !l
  %at = arith.muli %wi, %strides overflow<nsw> : !l
  %r:2 = scf.while (%k = %zero, %go = %in) : (i32, !m) -> (i32, !m) {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k, %go : i32, !m
  } do {
  ^bb0(%k: i32, %go: !m):
    %x = pirch.gather %c[%at] mask %go : !m : memref<?xf32>, !l -> !f
    %y = arith.addf %x, %x : !f
    pirch.scatter %y, %c[%at] mask %go : !m : !f, memref<?xf32>, !l
    %next = arith.addi %k, %one : i32
    scf.yield %next, %go : i32, !m
  }
  pirch.return
}

// -----

!f = !pirch.infreg<?x4x1xf32>
!l = !pirch.infreg<?x4x1xi64>

// Left alone: places that change, one element for all, another place of the buffer,
// and indexes that work items which take no part do not have.
// CHECK-LABEL: pirch.kernel @left
// CHECK-COUNT-4: scf.while
// CHECK-NOT: scf.while
pirch.kernel @left(%c: memref<?xf32>, %d: memref<?xf32>, %e: memref<?xf32>, %f: memref<?xf32>,
                   %i: memref<?xi64>, %n: i32, %m: i64) attributes {wg_size = 4 : i64} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %r0 = scf.while (%k = %zero) : (i32) -> i32 {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    %wide = arith.extsi %k : i32 to i64
    %x = pirch.load %c[%wide + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
    %y = arith.addf %x, %x : !f
    pirch.store %y, %c[%wide + wg * %c4] [0, 1, 2, 3] : !f, memref<?xf32>
    %next = arith.addi %k, %one : i32
    scf.yield %next : i32
  }
  %r1 = scf.while (%k = %zero) : (i32) -> i32 {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    %x = pirch.load %d[%c0 + wg * %c4] [0, 0, 0, 0] : memref<?xf32> -> !f
    %y = arith.addf %x, %x : !f
    pirch.store %y, %d[%c0 + wg * %c4] [0, 0, 0, 0] : !f, memref<?xf32>
    %next = arith.addi %k, %one : i32
    scf.yield %next : i32
  }
  %r2 = scf.while (%k = %zero) : (i32) -> i32 {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    %x = pirch.load %e[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
    %z = pirch.load %e[%c0 + wg * %c4] [1, 2, 3, 4] : memref<?xf32> -> !f
    %y = arith.addf %x, %z : !f
    pirch.store %y, %e[%c0 + wg * %c4] [0, 1, 2, 3] : !f, memref<?xf32>
    %next = arith.addi %k, %one : i32
    scf.yield %next : i32
  }
  %wi = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi64> -> !l
  %bounds = pirch.splat %m : i64 -> !l
  %in = arith.cmpi slt, %wi, %bounds : !l
  %at = pirch.gather %i[%wi] mask %in : !pirch.infreg<?x4x1xi1> : memref<?xi64>, !l -> !l
  %r3 = scf.while (%k = %zero) : (i32) -> i32 {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    %x = pirch.gather %f[%at] mask %in : !pirch.infreg<?x4x1xi1> : memref<?xf32>, !l -> !f
    %y = arith.addf %x, %x : !f
    pirch.scatter %y, %f[%at] mask %in : !pirch.infreg<?x4x1xi1> : !f, memref<?xf32>, !l
    %next = arith.addi %k, %one : i32
    scf.yield %next : i32
  }
  pirch.return
}
