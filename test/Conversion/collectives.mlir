// Reductions and scans in log2(WG_SIZE) steps, the same tree on all machines.
// RUN: pirch-opt %s --split-input-file --pirch-select-reorders --convert-pirch-to-vector --cse | FileCheck %s
// RUN: sed 's/#pirch.avx512<>/#pirch.nvvm<>/' %s | pirch-opt --split-input-file --pirch-select-reorders --pirch-distribute --cse | FileCheck %s --check-prefix=THREADS

// A group fills a register: halves, quarters and neighbours change places.
// CHECK-LABEL: func.func @rows(
// CHECK: %[[X:.*]] = llvm.load
// CHECK: %[[S0:.*]] = vector.shuffle %[[X]], %[[X]] [4, 5, 6, 7, 0, 1, 2, 3]
// CHECK: %[[A0:.*]] = arith.addf %[[X]], %[[S0]]
// CHECK: %[[S1:.*]] = vector.shuffle %[[A0]], %[[A0]] [2, 3, 0, 1, 6, 7, 4, 5]
// CHECK: %[[A1:.*]] = arith.addf %[[A0]], %[[S1]]
// CHECK: %[[S2:.*]] = vector.shuffle %[[A1]], %[[A1]] [1, 0, 3, 2, 5, 4, 7, 6]
// CHECK: %[[A2:.*]] = arith.addf %[[A1]], %[[S2]]
// CHECK-NOT: addf
// CHECK: llvm.store %[[A2]]
// THREADS-LABEL: gpu.func @rows(
// THREADS: arith.xori %{{.*}}, %c4_i32
// THREADS: gpu.shuffle idx
// THREADS: arith.xori %{{.*}}, %c2_i32
// THREADS: gpu.shuffle idx
// THREADS: arith.xori %{{.*}}, %c1_i32
// THREADS: gpu.shuffle idx
// THREADS-NOT: gpu.shuffle
!r = !pirch.infreg<1x8x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @rows(%a: memref<?xf64>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %x = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> !r
  %s = pirch.reduce add %x : !r
  pirch.store %s, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !r, memref<?xf64>
  pirch.return
}

// -----

// One after the other, where the source asks for it.
// CHECK-LABEL: func.func @ordered(
// CHECK-COUNT-7: arith.addf
// CHECK-NOT: arith.addf
// THREADS-LABEL: gpu.func @ordered(
// THREADS-COUNT-7: arith.addf
!r = !pirch.infreg<1x8x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @ordered(%a: memref<?xf64>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %x = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> !r
  %s = pirch.reduce add %x {ordered} : !r
  pirch.store %s, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !r, memref<?xf64>
  pirch.return
}

// -----

// Groups side by side: every sum is computed once, for all items that hold it.
// CHECK-LABEL: func.func @side_by_side(
// CHECK-COUNT-4: llvm.load
// CHECK-COUNT-3: arith.addf
// CHECK-NOT: arith.addf
!s = !pirch.infreg<8x4x1xf64, #pirch.lanes<ix, wi, wg>>
pirch.kernel @side_by_side(%a: memref<?xf64>) attributes {wg_size = 4 : i64, wg_pack = 8 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf64> -> !s
  %s = pirch.reduce add %x : !s
  pirch.store %s, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !s, memref<?xf64>
  pirch.return
}

// -----

// A scan of five: neighbours; of four the upper two read the second; the fifth reads
// the fourth. Before the first there is nothing.
// CHECK-LABEL: func.func @scan(
// CHECK: vector.shuffle %{{.*}} [-1, 0, -1, 2, -1, -1, -1, -1]
// CHECK: vector.shuffle %{{.*}} [-1, -1, 1, 1, -1, -1, -1, -1]
// CHECK: vector.shuffle %{{.*}} [-1, -1, -1, -1, 3, -1, -1, -1]
// CHECK: vector.shuffle %{{.*}} [-1, 0, 1, 2, 3, -1, -1, -1]
!r = !pirch.infreg<1x5x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @scan(%a: memref<?xf64>) attributes {wg_size = 5 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c5 = arith.constant 5 : i64
  %x = pirch.load %a[%c0 + wg * %c5] [0, 1, 2, 3, 4] : memref<?xf64> -> !r
  %s = pirch.scan add exclusive %x : !r
  pirch.store %s, %a[%c0 + wg * %c5] [0, 1, 2, 3, 4] : !r, memref<?xf64>
  pirch.return
}

// -----

// A vote moves integers, not bits.
// CHECK-LABEL: func.func @vote(
// CHECK: arith.extui %{{.*}} : vector<8xi1> to vector<8xi64>
// CHECK-COUNT-3: arith.ori %{{.*}} : vector<8xi64>
// CHECK: arith.cmpi ne
!r = !pirch.infreg<1x8x1xf64, #pirch.lanes<wg, wi, ix>>
!m = !pirch.infreg<1x8x1xi1, #pirch.lanes<wg, wi, ix>>
pirch.kernel @vote(%a: memref<?xf64>, %b: f64) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %x = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> !r
  %y = pirch.splat %b : f64 -> !r
  %g = arith.cmpf ogt, %x, %y : !r
  %any = pirch.any %g : !m
  %z = pirch.select %any, %x, %y : !m, !r
  pirch.store %z, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !r, memref<?xf64>
  pirch.return
}
