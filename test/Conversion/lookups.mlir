// Lanes chosen at run time: looked up in registers, selected among them, or gathered
// from where they were stored.
// RUN: pirch-opt %s --split-input-file --pirch-select-reorders --convert-pirch-to-vector --cse | FileCheck %s
// RUN: pirch-opt %s --split-input-file --pirch-select-reorders="remarks disable=lookup" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: pirch-opt %s --split-input-file --pirch-select-reorders --convert-pirch-to-vector --cse --pirch-lower-lookups 2>&1 | FileCheck %s --check-prefix=X86

// WITHOUT-NOT: lookup x

// A group of eight fills a register: one lookup, the index modulo eight.
// CHECK-LABEL: func.func @one(
// CHECK: %[[P:.*]] = llvm.intr.masked.load
// CHECK: pirch.lookup %{{.*}}[%{{.*}}] : vector<8xf64> by vector<8xi64>
// CHECK-NOT: arith.cmpi
// CHECK-NOT: alloca
// X86-LABEL: func.func @one(
// X86: llvm.call_intrinsic "llvm.x86.avx512.permvar.df.512"
!r = !pirch.infreg<1x8x1xf64, #pirch.lanes<wg, wi, ix>>
!i = !pirch.infreg<1x8x1xi64, #pirch.lanes<wg, wi, ix>>
!m = !pirch.infreg<1x8x1xi1, #pirch.lanes<wg, wi, ix>>
pirch.kernel @one(%a: memref<?xf64>, %p: memref<?xi64>, %n: i64) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.avx512<cpu = "x86-64-v4">} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %wi = pirch.wi_index : !i
  %all = pirch.splat %n : i64 -> !i
  %some = arith.cmpi slt, %wi, %all : !i
  %x = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> !r
  %from = pirch.load %p[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] mask %some : !m : memref<?xi64> -> !i
  %y = pirch.wg_shuffle %x from %from : !r, !i
  pirch.store %y, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !r, memref<?xf64>
  pirch.return
}

// -----

// Three items of 32-bit values in two groups: the index stays below three, and the
// second group counts on from the first.
// CHECK-LABEL: func.func @groups(
// CHECK: arith.minui %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK: arith.addi %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK: pirch.lookup %{{.*}}[%{{.*}}] : vector<16xf32> by vector<16xi32>
// X86-LABEL: func.func @groups(
// X86: llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"
!r = !pirch.infreg<2x3x1xf32, #pirch.lanes<wg, wi, ix>>
!i = !pirch.infreg<2x3x1xi32, #pirch.lanes<wg, wi, ix>>
pirch.kernel @groups(%a: memref<?xf32>, %p: memref<?xi32>) attributes {wg_size = 3 : i64, wg_pack = 2 : i64, target = #pirch.avx512<cpu = "x86-64-v4">} {
  %c0 = arith.constant 0 : i64
  %c3 = arith.constant 3 : i64
  %x = pirch.load %a[%c0 + wg * %c3] [0, 1, 2] : memref<?xf32> -> !r
  %from = pirch.load %p[%c0 + wg * %c3] [0, 1, 2] : memref<?xi32> -> !i
  %y = pirch.wg_shuffle %x from %from : !r, !i
  pirch.store %y, %a[%c0 + wg * %c3] [0, 1, 2] : !r, memref<?xf32>
  pirch.return
}

// -----

// An array of 32 elements fills four registers: two lookups in two registers each,
// and the next bit of the subscript selects among them.
// CHECK-LABEL: func.func @four(
// CHECK: %[[A:.*]] = pirch.lookup %{{.*}}, %{{.*}}[%[[AT:.*]]] : vector<8xf64>, vector<8xf64> by vector<8xi64>
// CHECK: %[[B:.*]] = pirch.lookup %{{.*}}, %{{.*}}[%[[AT]]]
// CHECK-DAG: %[[SIXTEEN:.*]] = arith.constant dense<16> : vector<8xi64>
// CHECK: %[[BIT:.*]] = arith.andi %[[AT]], %[[SIXTEEN]]
// CHECK: %[[ODD:.*]] = arith.cmpi ne, %[[BIT]]
// CHECK: arith.select %[[ODD]], %[[B]], %[[A]]
// X86-LABEL: func.func @four(
// X86-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.pd.512"
!r = !pirch.infreg<1x1x32xf64, #pirch.lanes<wg, wi, ix>>
!o = !pirch.infreg<1x1x1xf64, #pirch.lanes<wg, wi, ix>>
!i = !pirch.infreg<1x1x1xi64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @four(%a: memref<?xf64>, %n: i64) attributes {wg_size = 1 : i64, wg_pack = 1 : i64, target = #pirch.avx512<cpu = "x86-64-v4">} {
  %c0 = arith.constant 0 : i64
  %c32 = arith.constant 32 : i64
  %x = pirch.load %a[%c0 + wg * %c32] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31] : memref<?xf64> -> !r
  %at = pirch.splat %n : i64 -> !i
  %y = pirch.extract %x[%at] : !r, !i -> !o
  pirch.store %y, %a[%c0 + wg * %c32] [0] : !o, memref<?xf64>
  pirch.return
}

// -----

// Groups side by side: every lane stays where it is, and the bits of the source
// select among the registers of the items.
// CHECK-LABEL: func.func @side_by_side(
// CHECK-NOT: pirch.lookup
// CHECK: %[[B0:.*]] = arith.andi
// CHECK: %[[ODD:.*]] = arith.cmpi ne, %[[B0]]
// CHECK: %[[LOW:.*]] = arith.select %[[ODD]]
// CHECK: %[[HIGH:.*]] = arith.select %[[ODD]]
// CHECK: %[[B1:.*]] = arith.andi
// CHECK: %[[UPPER:.*]] = arith.cmpi ne, %[[B1]]
// CHECK: arith.select %[[UPPER]], %[[HIGH]], %[[LOW]]
!r = !pirch.infreg<8x4x1xf64, #pirch.lanes<ix, wi, wg>>
!i = !pirch.infreg<8x4x1xi64, #pirch.lanes<ix, wi, wg>>
pirch.kernel @side_by_side(%a: memref<?xf64>, %n: i64) attributes {wg_size = 4 : i64, wg_pack = 8 : i64, target = #pirch.avx512<cpu = "x86-64-v4">} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf64> -> !r
  %from = pirch.splat %n : i64 -> !i
  %y = pirch.wg_shuffle %x from %from : !r, !i
  pirch.store %y, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !r, memref<?xf64>
  pirch.return
}

// -----

// A machine without lookups stores a long array once, as soon as it is there, and
// gathers from it.
// CHECK-LABEL: func.func @stored(
// CHECK: %[[PANEL:.*]] = llvm.alloca
// CHECK-COUNT-15: llvm.store
// CHECK: arith.minui
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[PANEL]][%{{.*}}] : (!llvm.ptr, vector<4xi32>) -> vector<4x!llvm.ptr>, f32
// CHECK: llvm.intr.masked.gather %[[AT]]
// WITHOUT: remark: chosen at run time: gather x 1
!r = !pirch.infreg<1x4x15xf32, #pirch.lanes<wg, wi, ix>>
!o = !pirch.infreg<1x4x1xf32, #pirch.lanes<wg, wi, ix>>
!i = !pirch.infreg<1x4x1xi64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @stored(%a: memref<?xf32>, %n: i64) attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.generic<>} {
  %c0 = arith.constant 0 : i64
  %c60 = arith.constant 60 : i64
  %x = pirch.load %a[%c0 + wg * %c60] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59] : memref<?xf32> -> !r
  %y = arith.addf %x, %x : !r
  %at = pirch.splat %n : i64 -> !i
  %e = pirch.extract %y[%at] : !r, !i -> !o
  pirch.store %e, %a[%c0 + wg * %c60] [0, 1, 2, 3] : !o, memref<?xf32>
  pirch.return
}
