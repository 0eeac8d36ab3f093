// RUN: pirch-opt %s --pirch-group-gathers | FileCheck %s
// RUN: pirch-opt %s --pirch-group-gathers --pirch-group-gathers | FileCheck %s
// RUN: pirch-opt %s --pirch-group-gathers=row-bytes=4 | FileCheck %s --check-prefix=NONE
// NONE-NOT: load_rows{{.*}}x{{[2-9]}}xf32>{{$}}

// Six coefficients of a segment: a row of four and one of two, where the first of them is read.
// CHECK-LABEL: @segment
// CHECK: %[[I:.*]] = pirch.load %arg0
// CHECK: arith.addi
// CHECK: %[[WIDE:.*]] = pirch.convert extsi %[[I]] : <?x4x1xi32> -> <?x4x1xi64>
// CHECK: %[[C0:.*]] = arith.constant 0 : i64
// CHECK: %[[FIRST:.*]] = pirch.load_rows %arg1[%[[C0]] + %[[WIDE]]] : memref<?xf32>, <?x4x1xi64> -> <?x4x4xf32>
// CHECK: %[[C4:.*]] = arith.constant 4 : i64
// CHECK: %[[LAST:.*]] = pirch.load_rows %arg1[%[[C4]] + %[[WIDE]]] : memref<?xf32>, <?x4x1xi64> -> <?x4x2xf32>
// CHECK: pirch.reorder %[[LAST]] [1]
// CHECK: pirch.reorder %[[LAST]] [0]
// CHECK: pirch.reorder %[[FIRST]] [3]
// CHECK: pirch.reorder %[[FIRST]] [1]
// CHECK: pirch.reorder %[[FIRST]] [0]
// CHECK-NOT: pirch.gather
// CHECK: pirch.return
pirch.kernel @segment(%at: memref<?xi32>, %table: memref<?xf32>, %out: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %i = pirch.load %at[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %w = pirch.convert extsi %i : <?x4x1xi32> -> <?x4x1xi64>
  %n5 = arith.constant 5 : i64
  %s5 = pirch.splat %n5 : i64 -> <?x4x1xi64>
  %i5 = arith.addi %w, %s5 : !pirch.infreg<?x4x1xi64>
  %e5 = pirch.gather %table[%i5] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %n4 = arith.constant 4 : i32
  %s4 = pirch.splat %n4 : i32 -> <?x4x1xi32>
  %j4 = arith.addi %i, %s4 overflow<nsw> : !pirch.infreg<?x4x1xi32>
  %i4 = pirch.convert extsi %j4 : <?x4x1xi32> -> <?x4x1xi64>
  %e4 = pirch.gather %table[%i4] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %n3 = arith.constant 3 : i64
  %s3 = pirch.splat %n3 : i64 -> <?x4x1xi64>
  %i3 = arith.addi %w, %s3 : !pirch.infreg<?x4x1xi64>
  %e3 = pirch.gather %table[%i3] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %n1 = arith.constant 1 : i64
  %s1 = pirch.splat %n1 : i64 -> <?x4x1xi64>
  %i1 = arith.addi %w, %s1 : !pirch.infreg<?x4x1xi64>
  %e1 = pirch.gather %table[%i1] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %e0 = pirch.gather %table[%w] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %a = arith.addf %e5, %e4 : !pirch.infreg<?x4x1xf32>
  %b = arith.addf %e3, %e1 : !pirch.infreg<?x4x1xf32>
  %c = arith.addf %a, %b : !pirch.infreg<?x4x1xf32>
  %d = arith.addf %c, %e0 : !pirch.infreg<?x4x1xf32>
  pirch.store %d, %out[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  pirch.return
}

// Rows of a matrix of three elements each, of which private arrays hold a column: six elements
// are a row of four and one of two, and the second column's elements lie in both.
// CHECK-LABEL: @columns
// CHECK: %[[LOW:.*]] = pirch.load_rows {{.*}} -> <?x2x4xf32>
// CHECK: %[[HIGH:.*]] = pirch.load_rows {{.*}} -> <?x2x2xf32>
// CHECK: pirch.reorder %[[LOW]] [0, 3]
// CHECK: %[[A:.*]] = pirch.reorder %[[LOW]] [1, _]
// CHECK: %[[B:.*]] = pirch.reorder %[[HIGH]] [_, 0]
// CHECK: pirch.merge %[[B]] into %[[A]] lanes ["01" x 2]
// CHECK-NOT: pirch.gather
// CHECK: pirch.return
pirch.kernel @columns(%at: memref<?xi32>, %m: memref<?xf32>, %out: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %c4 = arith.constant 4 : i64
  %i = pirch.load %at[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
  %two = pirch.reorder %i [0, 0] : <?x2x1xi32> -> <?x2x2xi32>
  %rows = pirch.constant dense<[[0, 3], [0, 3]]> : tensor<2x2xi32> -> <?x2x2xi32>
  %j = arith.addi %two, %rows overflow<nsw> : !pirch.infreg<?x2x2xi32>
  %w = pirch.convert extsi %j : <?x2x2xi32> -> <?x2x2xi64>
  %x = pirch.gather %m[%w] : memref<?xf32>, <?x2x2xi64> -> <?x2x2xf32>
  %n1 = arith.constant 1 : i64
  %s1 = pirch.splat %n1 : i64 -> <?x2x2xi64>
  %w1 = arith.addi %w, %s1 : !pirch.infreg<?x2x2xi64>
  %y = pirch.gather %m[%w1] : memref<?xf32>, <?x2x2xi64> -> <?x2x2xf32>
  %n2 = arith.constant 2 : i64
  %s2 = pirch.splat %n2 : i64 -> <?x2x2xi64>
  %w2 = arith.addi %w, %s2 : !pirch.infreg<?x2x2xi64>
  %z = pirch.gather %m[%w2] : memref<?xf32>, <?x2x2xi64> -> <?x2x2xf32>
  %a = arith.addf %x, %y : !pirch.infreg<?x2x2xf32>
  %b = arith.addf %a, %z : !pirch.infreg<?x2x2xf32>
  pirch.store %b, %out[%c0 + wg * %c4] [0, 1, 2, 3] : <?x2x2xf32>, memref<?xf32>
  pirch.return
}

// The buffer is written in between; a sum may wrap around before it is extended; elements
// that lie too far apart; and what only some work items read.
// CHECK-LABEL: @left
// CHECK-NOT: load_rows
// CHECK: pirch.return
pirch.kernel @left(%at: memref<?xi32>, %t: memref<?xf32>, %u: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %i = pirch.load %at[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %w = pirch.convert extsi %i : <?x4x1xi32> -> <?x4x1xi64>
  %n1 = arith.constant 1 : i64
  %s1 = pirch.splat %n1 : i64 -> <?x4x1xi64>
  %i1 = arith.addi %w, %s1 : !pirch.infreg<?x4x1xi64>
  %e0 = pirch.gather %t[%w] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  pirch.store %e0, %t[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  %e1 = pirch.gather %t[%i1] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  pirch.store %e1, %t[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  %m1 = arith.constant 1 : i32
  %r1 = pirch.splat %m1 : i32 -> <?x4x1xi32>
  %j1 = arith.addi %i, %r1 : !pirch.infreg<?x4x1xi32>
  %k1 = pirch.convert extsi %j1 : <?x4x1xi32> -> <?x4x1xi64>
  %f0 = pirch.gather %u[%w] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %f1 = pirch.gather %u[%k1] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %n9 = arith.constant 9 : i64
  %s9 = pirch.splat %n9 : i64 -> <?x4x1xi64>
  %i9 = arith.addi %w, %s9 : !pirch.infreg<?x4x1xi64>
  %f9 = pirch.gather %u[%i9] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %mask = pirch.constant dense<[[1], [0], [1], [1]]> : tensor<4x1xi1> -> <?x4x1xi1>
  %m = pirch.gather %u[%i1] mask %mask : !pirch.infreg<?x4x1xi1> : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  pirch.return
}

// Subscripts that all work items share, or that count up.
// CHECK-LABEL: @others
// CHECK-NOT: load_rows
// CHECK: pirch.return
pirch.kernel @others(%at: memref<?xi64>, %t: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %n1 = arith.constant 1 : i64
  %s1 = pirch.splat %n1 : i64 -> <?x4x1xi64>
  %row = pirch.load %at[%c0 + wg * %c4] [0, 0, 0, 0] : memref<?xi64> -> <?x4x1xi64>
  %i1 = arith.addi %row, %s1 : !pirch.infreg<?x4x1xi64>
  %e0 = pirch.gather %t[%row] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %e1 = pirch.gather %t[%i1] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %items = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi64> -> <?x4x1xi64>
  %j0 = arith.addi %row, %items : !pirch.infreg<?x4x1xi64>
  %j1 = arith.addi %j0, %s1 : !pirch.infreg<?x4x1xi64>
  %f0 = pirch.gather %t[%j0] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %f1 = pirch.gather %t[%j1] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  pirch.return
}

// Numbers that differ among the work items, for two elements that are the same, and as many as there are elements; then
// numbers of each element.
// CHECK-LABEL: @repeated
// CHECK: pirch.gather
// CHECK: %[[ROW:.*]] = pirch.load_rows
// CHECK: pirch.reorder %[[ROW]] [1, 0]
// CHECK-NOT: pirch.gather
// CHECK: pirch.return
pirch.kernel @repeated(%at: memref<?xi64>, %t: memref<?xf32>, %out: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c8 = arith.constant 8 : i64
  %i = pirch.load %at[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi64> -> <?x4x1xi64>
  %turns = pirch.constant dense<[[0], [1], [0], [1]]> : tensor<4x1xi64> -> <?x4x1xi64>
  %own = arith.addi %i, %turns : !pirch.infreg<?x4x1xi64>
  %twice = pirch.reorder %own [0, 0] : <?x4x1xi64> -> <?x4x2xi64>
  %e = pirch.gather %t[%twice] : memref<?xf32>, <?x4x2xi64> -> <?x4x2xf32>
  pirch.store %e, %out[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : <?x4x2xf32>, memref<?xf32>
  %each = pirch.reorder %i [0, 0] : <?x4x1xi64> -> <?x4x2xi64>
  %elements = pirch.constant dense<[[1, 0], [1, 0], [1, 0], [1, 0]]> : tensor<4x2xi64> -> <?x4x2xi64>
  %pair = arith.addi %each, %elements : !pirch.infreg<?x4x2xi64>
  %f = pirch.gather %t[%pair] : memref<?xf32>, <?x4x2xi64> -> <?x4x2xf32>
  pirch.store %f, %out[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : <?x4x2xf32>, memref<?xf32>
  pirch.return
}

// The rows of neighbouring work items begin three elements behind each other, so
// that a row may have any length; one element of every second one is a row, too.
// CHECK-LABEL: @joined
// CHECK: pirch.load_rows %arg1[%{{.*}} + %{{.*}}] : memref<?xf32>, <?x4x1xi64> -> <?x4x3xf32>
// CHECK: pirch.load_rows %arg1[%{{.*}} + %{{.*}}] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
// CHECK-NOT: pirch.gather
// CHECK: pirch.return
pirch.kernel @joined(%at: memref<?xi64>, %t: memref<?xf32>, %out: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %c4 = arith.constant 4 : i64
  %group = pirch.load %at[%c0 + wg * %c1] [0, 0, 0, 0] : memref<?xi64> -> <?x4x1xi64>
  %item = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi64> -> <?x4x1xi64>
  %place = arith.addi %group, %item : !pirch.infreg<?x4x1xi64>
  %three = pirch.splat %c3 : i64 -> <?x4x1xi64>
  %two = pirch.splat %c2 : i64 -> <?x4x1xi64>
  %i = arith.muli %place, %three : !pirch.infreg<?x4x1xi64>
  %k = arith.addi %i, %two : !pirch.infreg<?x4x1xi64>
  %a = pirch.gather %t[%i] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %b = pirch.gather %t[%k] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %j = arith.muli %place, %two : !pirch.infreg<?x4x1xi64>
  %c = pirch.gather %t[%j] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %ab = arith.addf %a, %b : !pirch.infreg<?x4x1xf32>
  %abc = arith.addf %ab, %c : !pirch.infreg<?x4x1xf32>
  pirch.store %abc, %out[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  pirch.return
}
