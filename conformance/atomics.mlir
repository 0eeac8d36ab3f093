// Atomic operations.

// A histogram of each group.
// run: 3 groups
pirch.kernel @histogram(
    %a: memref<?xi32> {pirch.value = dense<[0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 1]> : tensor<12xi32>},
    %bins: memref<?xi32> {pirch.value = dense<100> : tensor<6xi32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %c2 = arith.constant 2 : i64
  %one = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %bin = memref.load %a[%at] : memref<?xi32>
  %wide = arith.extsi %bin : i32 to i64
  %first = arith.muli %g, %c2 : i64
  %place = arith.addi %first, %wide : i64
  %there = arith.index_cast %place : i64 to index
  %old = pirch.atomic_rmw addi %one, %bins[%there] : i32, memref<?xi32>, index
  pirch.return
}
// histogram: arg1 = dense<[102, 102, 100, 104, 103, 101]> : tensor<6xi32>

// -----

// All groups add to one element.
// run: 3 groups, together
pirch.kernel @one_counter(
    %a: memref<?xi64> {pirch.value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi64>},
    %sum: memref<?xi64> {pirch.value = dense<1000> : tensor<1xi64>})
    attributes {wg_size = 2 : i64} {
  %zero = arith.constant 0 : index
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi64>
  %old = pirch.atomic_rmw addi %x, %sum[%zero] : i64, memref<?xi64>, index
  pirch.return
}
// one_counter: arg1 = dense<1021> : tensor<1xi64>

// -----

// Each combination, on one element of the group for each.
// run: 2 groups
pirch.kernel @kinds(
    %a: memref<?xi32> {pirch.value = dense<[5, -3, 12, 6]> : tensor<4xi32>},
    %r: memref<?xi32> {pirch.value = dense<[7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<14xi32>})
    attributes {wg_size = 2 : i64} {
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %3 = arith.constant 3 : index
  %4 = arith.constant 4 : index
  %5 = arith.constant 5 : index
  %6 = arith.constant 6 : index
  %c2 = arith.constant 2 : i64
  %c7 = arith.constant 7 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %first = arith.muli %g, %c7 : i64
  %at0 = arith.index_cast %first : i64 to index
  %at1 = arith.addi %at0, %1 : index
  %at2 = arith.addi %at0, %2 : index
  %at3 = arith.addi %at0, %3 : index
  %at4 = arith.addi %at0, %4 : index
  %at5 = arith.addi %at0, %5 : index
  %at6 = arith.addi %at0, %6 : index
  %old0 = pirch.atomic_rmw andi %x, %r[%at0] : i32, memref<?xi32>, index
  %old1 = pirch.atomic_rmw ori %x, %r[%at1] : i32, memref<?xi32>, index
  %old2 = pirch.atomic_rmw xori %x, %r[%at2] : i32, memref<?xi32>, index
  %old3 = pirch.atomic_rmw maxs %x, %r[%at3] : i32, memref<?xi32>, index
  %old4 = pirch.atomic_rmw mins %x, %r[%at4] : i32, memref<?xi32>, index
  %old5 = pirch.atomic_rmw maxu %x, %r[%at5] : i32, memref<?xi32>, index
  %old6 = pirch.atomic_rmw minu %x, %r[%at6] : i32, memref<?xi32>, index
  pirch.return
}
// kinds: arg1 = dense<[5, -1, -1, 7, -3, -3, 5, 4, 15, 13, 12, 6, 12, 6]> : tensor<14xi32>

// -----

// What an element held before: one for each work item, as the places differ.
// run: 3 groups
pirch.kernel @old_values(
    %a: memref<?xf32> {pirch.value = dense<[1.5, 2.5, 3.5, 4.5, 5.5, 6.5]> : tensor<6xf32>},
    %n: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>},
    %b: memref<?xf32> {pirch.value = dense<0.0> : tensor<6xf32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %half = arith.constant 0.5 : f32
  %nine = arith.constant 9 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %old = pirch.atomic_rmw addf %half, %a[%at] : f32, memref<?xf32>, index
  memref.store %old, %b[%at] : memref<?xf32>
  %number = pirch.atomic_rmw assign %nine, %n[%at] : i32, memref<?xi32>, index
  %twice = arith.addi %number, %number : i32
  memref.store %twice, %n[%at] : memref<?xi32>
  pirch.return
}
// old_values: arg0 = dense<[2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00]> : tensor<6xf32>
// old_values: arg1 = dense<[2, 4, 6, 8, 10, 12]> : tensor<6xi32>
// old_values: arg2 = dense<[1.500000e+00, 2.500000e+00, 3.500000e+00, 4.500000e+00, 5.500000e+00, 6.500000e+00]> : tensor<6xf32>

// -----

// Under a mask: odd elements only.
// run: 3 groups
pirch.kernel @masked_atomics(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 5, 4, 6]> : tensor<6xi32>},
    %sums: memref<?xi32> {pirch.value = dense<0> : tensor<3xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %one = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %group = arith.index_cast %g : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %bit = arith.andi %x, %one : i32
  %odd = arith.cmpi eq, %bit, %one : i32
  scf.if %odd {
    %old = pirch.atomic_rmw addi %x, %sums[%group] : i32, memref<?xi32>, index
  }
  pirch.return
}
// masked_atomics: arg1 = dense<[1, 8, 0]> : tensor<3xi32>

// -----

// A value is written where the element holds what is expected; the result is what it
// held before.
// run: 3 groups
pirch.kernel @compare_exchange(
    %a: memref<?xi64> {pirch.value = dense<[0, 7, 0, 0, -1, 7]> : tensor<6xi64>},
    %old: memref<?xi64> {pirch.value = dense<-5> : tensor<6xi64>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %expected = arith.constant 0 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %new = arith.addi %i, %c2 : i64
  %before = pirch.atomic_cmpxchg %expected, %new, %a[%at] : i64, memref<?xi64>, index
  memref.store %before, %old[%at] : memref<?xi64>
  pirch.return
}
// compare_exchange: arg0 = dense<[2, 7, 2, 3, -1, 7]> : tensor<6xi64>
// compare_exchange: arg1 = dense<[0, 7, 0, 0, -1, 7]> : tensor<6xi64>

// -----

// In memory of the group.
// run: 3 groups
pirch.kernel @group_counter(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %first = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %sum = memref.alloca() : memref<1xi32, 3>
  memref.store %zero, %sum[%first] : memref<1xi32, 3>
  %x = memref.load %a[%at] : memref<?xi32>
  %old = pirch.atomic_rmw addi %x, %sum[%first] : i32, memref<1xi32, 3>, index
  %total = memref.load %sum[%first] : memref<1xi32, 3>
  memref.store %total, %a[%at] : memref<?xi32>
  pirch.return
}
// group_counter: arg0 = dense<[3, 3, 7, 7, 11, 11]> : tensor<6xi32>
