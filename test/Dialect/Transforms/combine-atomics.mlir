// RUN: pirch-opt %s --pirch-combine-atomics | FileCheck %s
// RUN: pirch-opt %s --pirch-combine-atomics --pirch-combine-atomics | FileCheck %s

// Work item 0 adds the sum of all; what it gets and a scan give each work item
// what the element held before its turn.
// CHECK-LABEL: @counts
// CHECK: %[[SUM:.*]] = pirch.reduce add %[[X:.*]] : !pirch.infreg<?x4x1xi32>
// CHECK: %[[FIRST:.*]] = pirch.constant dense<{{\[\[}}true], [false], [false], [false]]>
// CHECK: %[[START:.*]] = pirch.atomic_rmw addi %[[SUM]], %arg1[%{{.*}}] mask %[[FIRST]]
// CHECK: %[[SAME:.*]] = pirch.wg_permute %[[START]] [0, 0, 0, 0]
// CHECK: %[[BEFORE:.*]] = pirch.scan add exclusive %[[X]]
// CHECK: %[[OLD:.*]] = arith.addi %[[SAME]], %[[BEFORE]]
// CHECK: pirch.store %[[OLD]]
pirch.kernel @counts(%a: memref<?xi32>, %n: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %zero = pirch.splat %c0 : i64 -> <?x4x1xi64>
  %old = pirch.atomic_rmw addi %x, %n[%zero] : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  pirch.store %old, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xi32>, memref<?xi32>
  pirch.return
}

// Under a mask, those who do not take part combine nothing, and if nobody takes
// part there is no operation. The element may depend on the group.
// CHECK-LABEL: @masked
// CHECK: %[[M:.*]] = arith.cmpi
// CHECK: %[[LEAST:.*]] = arith.constant -2147483648
// CHECK: %[[NONE:.*]] = pirch.splat %[[LEAST]]
// CHECK: %[[GIVEN:.*]] = pirch.select %[[M]], %{{.*}}, %[[NONE]]
// CHECK: %[[MOST:.*]] = pirch.reduce maxsi %[[GIVEN]]
// CHECK: %[[ANY:.*]] = pirch.any %[[M]]
// CHECK: %[[WHO:.*]] = arith.andi %{{.*}}, %[[ANY]]
// CHECK: pirch.atomic_rmw maxs %[[MOST]], %arg1[%{{.*}}] mask %[[WHO]]
// CHECK: %[[BITS:.*]] = pirch.convert extui %[[M]]
// CHECK: pirch.reduce add %[[BITS]]
pirch.kernel @masked(%a: memref<?xi32>, %n: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %one = arith.constant 1 : i32
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %ones = pirch.splat %one : i32 -> <?x4x1xi32>
  %m = arith.cmpi sgt, %x, %ones : !pirch.infreg<?x4x1xi32>
  %g = pirch.wg_index : !pirch.infreg<?x4x1xi64>
  %0 = pirch.atomic_rmw maxs %x, %n[%g] mask %m : !pirch.infreg<?x4x1xi1> : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  %1 = pirch.atomic_rmw addi %ones, %n[%g] mask %m : !pirch.infreg<?x4x1xi1> : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  pirch.return
}

// Each operation has its identity.
// CHECK-LABEL: @identities
// CHECK: %[[AND:.*]] = arith.constant -1 : i32
// CHECK: pirch.splat %[[AND]]
// CHECK: pirch.reduce and
// CHECK: %[[XOR:.*]] = arith.constant 0 : i32
// CHECK: pirch.splat %[[XOR]]
// CHECK: pirch.reduce xor
// CHECK: %[[MINS:.*]] = arith.constant 2147483647 : i32
// CHECK: pirch.splat %[[MINS]]
// CHECK: pirch.reduce minsi
// CHECK: %[[MINU:.*]] = arith.constant -1 : i32
// CHECK: pirch.splat %[[MINU]]
// CHECK: pirch.reduce minui
// CHECK: %[[MAXU:.*]] = arith.constant 0 : i32
// CHECK: pirch.splat %[[MAXU]]
// CHECK: pirch.reduce maxui
pirch.kernel @identities(%a: memref<?xi32>, %n: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %y = pirch.load %n[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %m = arith.cmpi sgt, %x, %y : !pirch.infreg<?x4x1xi32>
  %i = pirch.splat %c4 : i64 -> <?x4x1xi64>
  %0 = pirch.atomic_rmw andi %x, %n[%i] mask %m : !pirch.infreg<?x4x1xi1> : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  %1 = pirch.atomic_rmw xori %x, %n[%i] mask %m : !pirch.infreg<?x4x1xi1> : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  %2 = pirch.atomic_rmw mins %x, %n[%i] mask %m : !pirch.infreg<?x4x1xi1> : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  %3 = pirch.atomic_rmw minu %x, %n[%i] mask %m : !pirch.infreg<?x4x1xi1> : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  %4 = pirch.atomic_rmw maxu %x, %n[%i] mask %m : !pirch.infreg<?x4x1xi1> : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  pirch.return
}

// A mask that is known: the first work item of those makes the operation.
// CHECK-LABEL: @known
// CHECK: pirch.constant dense<{{\[\[}}false], [true], [false], [false]]>
// CHECK-NOT: pirch.any
// CHECK: pirch.atomic_rmw ori
pirch.kernel @known(%a: memref<?xi32>, %n: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %m = pirch.constant dense<[[false], [true], [false], [true]]> : tensor<4x1xi1> -> <?x4x1xi1>
  %zero = pirch.splat %c0 : i64 -> <?x4x1xi64>
  %0 = pirch.atomic_rmw ori %x, %n[%zero] mask %m : !pirch.infreg<?x4x1xi1> : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  pirch.return
}

// Not so: an element for each work item; one work item alone; sums of floats,
// whose order shows; what a maximum's element held before; an index that only
// those of a mask have; memory of each work item.
// CHECK-LABEL: @others
// CHECK-COUNT-6: pirch.atomic_rmw
// CHECK-NOT: pirch.atomic_rmw
// CHECK-NOT: pirch.wg_permute
pirch.kernel @others(%a: memref<?xi32>, %n: memref<?xi32>, %f: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %own = pirch.alloca : memref<4xi32, 5>
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %y = pirch.load %f[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> <?x4x1xf32>
  %zero = pirch.splat %c0 : i64 -> <?x4x1xi64>
  %wide = pirch.convert extsi %x : <?x4x1xi32> -> <?x4x1xi64>
  %first = pirch.constant dense<[[true], [false], [false], [false]]> : tensor<4x1xi1> -> <?x4x1xi1>
  %m = arith.cmpi sgt, %wide, %zero : !pirch.infreg<?x4x1xi64>
  %least = pirch.reduce minsi %wide mask %m : !pirch.infreg<?x4x1xi1> : !pirch.infreg<?x4x1xi64>
  %0 = pirch.atomic_rmw addi %x, %n[%wide] : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  %1 = pirch.atomic_rmw addi %x, %n[%zero] mask %first : !pirch.infreg<?x4x1xi1> : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  %2 = pirch.atomic_rmw addf %y, %f[%zero] : !pirch.infreg<?x4x1xf32>, memref<?xf32>, !pirch.infreg<?x4x1xi64>
  %3 = pirch.atomic_rmw maxs %x, %n[%zero] : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  %4 = pirch.atomic_rmw addi %x, %n[%least] mask %m : !pirch.infreg<?x4x1xi1> : !pirch.infreg<?x4x1xi32>, memref<?xi32>, !pirch.infreg<?x4x1xi64>
  %5 = pirch.atomic_rmw addi %x, %own[%zero] : !pirch.infreg<?x4x1xi32>, memref<4xi32, 5>, !pirch.infreg<?x4x1xi64>
  pirch.store %3, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xi32>, memref<?xi32>
  pirch.return
}
