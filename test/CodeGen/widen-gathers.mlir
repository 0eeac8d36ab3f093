// RUN: pirch-opt %s --pirch-widen-gathers --split-input-file | FileCheck %s
// RUN: pirch-opt %s --pirch-widen-gathers --pirch-widen-gathers --split-input-file | FileCheck %s

// Bytes are parts of numbers of 32 bits; no lane's subscript leaves its type, so
// that the machine gathers with 32-bit subscripts.
// CHECK-LABEL: func.func @bytes
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[I:.*]]: vector<16xi32>, %[[MASK:.*]]: vector<16xi1>
// CHECK: %[[ADDRESS:.*]] = llvm.ptrtoint %[[P]] : !llvm.ptr to i64
// CHECK: %[[SKIPPED:.*]] = arith.andi %[[ADDRESS]], %{{.*}} : i64
// CHECK: %[[BASE:.*]] = llvm.getelementptr %[[P]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[BEYOND:.*]] = arith.andi %[[I]], %{{.*}} : vector<16xi32>
// CHECK: %[[BYTE:.*]] = arith.addi %[[BEYOND]], %{{.*}} : vector<16xi32>
// CHECK: arith.shrsi %[[I]], %{{.*}} : vector<16xi32>
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[BASE]][%{{.*}}] : (!llvm.ptr, vector<16xi64>) -> vector<16x!llvm.ptr>, i32
// CHECK: %[[WIDE:.*]] = llvm.intr.masked.gather %[[AT]], %[[MASK]], %{{.*}} {alignment = 4 : i32} {{.*}} -> vector<16xi32>
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[WIDE]], %{{.*}} : vector<16xi32>
// CHECK: %[[RESULT:.*]] = arith.trunci %[[SHIFTED]] : vector<16xi32> to vector<16xi8>
// CHECK: arith.select %[[MASK]], %[[RESULT]], %{{.*}} : vector<16xi1>, vector<16xi8>
func.func @bytes(%p: !llvm.ptr, %i: vector<16xi32>, %mask: vector<16xi1>, %else: vector<16xi8>) -> vector<16xi8> attributes {pirch.target = #pirch.avx512<>} {
  %w = arith.extsi %i : vector<16xi32> to vector<16xi64>
  %at = llvm.getelementptr %p[%w] : (!llvm.ptr, vector<16xi64>) -> vector<16x!llvm.ptr>, i8
  %x = llvm.intr.masked.gather %at, %mask, %else {alignment = 1 : i32} : (vector<16x!llvm.ptr>, vector<16xi1>, vector<16xi8>) -> vector<16xi8>
  return %x : vector<16xi8>
}

// -----

// Numbers of 16 bits, on the other machine. Subscripts of 64 bits stay such.
// CHECK-LABEL: func.func @shorts
// CHECK-DAG: %[[TWO:.*]] = arith.constant dense<1> : vector<8xi64>
// CHECK: arith.shrsi %{{.*}}, %{{.*}} : vector<8xi64>
// CHECK: llvm.intr.masked.gather {{.*}} -> vector<8xi32>
// CHECK: arith.trunci %{{.*}} : vector<8xi32> to vector<8xi16>
// CHECK: arith.bitcast %{{.*}} : vector<8xi16> to vector<8xf16>
// CHECK-NOT: select
func.func @shorts(%p: !llvm.ptr, %i: vector<8xi64>, %mask: vector<8xi1>) -> vector<8xf16> attributes {pirch.target = #pirch.avx2<>} {
  %any = llvm.mlir.poison : vector<8xf16>
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f16
  %x = llvm.intr.masked.gather %at, %mask, %any {alignment = 2 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf16>) -> vector<8xf16>
  return %x : vector<8xf16>
}

// -----

// A number of 16 bits that may lie in two numbers of 32 bits, one that all lanes read,
// numbers of 32 bits, and a machine that gathers nothing.
// CHECK-LABEL: func.func @left
// CHECK-COUNT-2: llvm.intr.masked.gather {{.*}} -> vector<8xi16>
// CHECK: llvm.intr.masked.gather {{.*}} -> vector<8xi32>
// CHECK-LABEL: func.func @generic
// CHECK: llvm.intr.masked.gather {{.*}} -> vector<8xi8>
func.func @left(%p: !llvm.ptr, %i: vector<8xi64>, %mask: vector<8xi1>, %out: !llvm.ptr) attributes {pirch.target = #pirch.avx512<>} {
  %all = arith.constant dense<true> : vector<8xi1>
  %any = llvm.mlir.poison : vector<8xi16>
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, i16
  %x = llvm.intr.masked.gather %at, %mask, %any {alignment = 1 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi16>) -> vector<8xi16>
  llvm.store %x, %out : vector<8xi16>, !llvm.ptr
  %x2 = llvm.intr.masked.gather %at, %all, %any {alignment = 2 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi16>) -> vector<8xi16>
  llvm.store %x2, %out : vector<8xi16>, !llvm.ptr
  %more = llvm.mlir.poison : vector<8xi32>
  %bt = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, i32
  %y = llvm.intr.masked.gather %bt, %mask, %more {alignment = 4 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  llvm.store %y, %out : vector<8xi32>, !llvm.ptr
  return
}
func.func @generic(%p: !llvm.ptr, %i: vector<8xi64>, %all: vector<8xi1>) -> vector<8xi8> attributes {pirch.target = #pirch.generic<>} {
  %any = llvm.mlir.poison : vector<8xi8>
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, i8
  %x = llvm.intr.masked.gather %at, %all, %any {alignment = 1 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi8>) -> vector<8xi8>
  return %x : vector<8xi8>
}
