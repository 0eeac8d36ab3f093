// Integers of 8 and 16 bits are held in lanes of 32, whose upper bits are zero.
// RUN: pirch-opt %s --split-input-file --ve-widen-narrow-lanes --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @arith(
// CHECK-SAME: %[[X:.*]]: vector<256xi32>, %[[Y:.*]]: vector<256xi32>)
// CHECK-DAG: %[[BITS:.*]] = arith.constant dense<255> : vector<256xi32>
// CHECK-DAG: %[[SHIFT:.*]] = arith.constant dense<24> : vector<256xi32>
// CHECK-DAG: %[[A:.*]] = arith.andi %[[X]], %[[BITS]]
// CHECK-DAG: %[[B:.*]] = arith.andi %[[Y]], %[[BITS]]
// CHECK: %[[ALL:.*]] = arith.addi %[[A]], %[[B]]
// CHECK: %[[SUM:.*]] = arith.andi %[[ALL]], %[[BITS]]
// CHECK: %[[UP:.*]] = arith.shli %[[SUM]], %[[SHIFT]]
// CHECK: %[[SIGNED:.*]] = arith.shrsi %[[UP]], %[[SHIFT]]
// CHECK: arith.cmpi slt, %[[SIGNED]]
// CHECK: arith.shrsi %[[SIGNED]], %[[B]]
// CHECK: arith.extui %[[SUM]] : vector<256xi32> to vector<256xi64>
func.func @arith(%x: vector<256xi32>, %y: vector<256xi32>) -> (vector<256xi32>, vector<256xi1>, vector<256xi64>) {
  %a = arith.trunci %x : vector<256xi32> to vector<256xi8>
  %b = arith.trunci %y : vector<256xi32> to vector<256xi8>
  %sum = arith.addi %a, %b : vector<256xi8>
  %less = arith.cmpi slt, %sum, %b : vector<256xi8>
  %half = arith.shrsi %sum, %b : vector<256xi8>
  %result = arith.extsi %half : vector<256xi8> to vector<256xi32>
  %wide = arith.extui %sum : vector<256xi8> to vector<256xi64>
  return %result, %less, %wide : vector<256xi32>, vector<256xi1>, vector<256xi64>
}

// -----

// A load takes the words around the elements, a store writes no other byte.
// CHECK-LABEL: func.func @memory(
// CHECK-DAG: %[[MASK:.*]] = arith.constant dense<-4> : vector<256xi64>
// CHECK: %[[WORDS:.*]] = arith.andi %{{.*}}, %[[MASK]] : vector<256xi64>
// CHECK: %[[WHERE:.*]] = llvm.inttoptr %[[WORDS]]
// CHECK: llvm.intr.masked.gather %[[WHERE]], {{.*}} -> vector<256xi32>
// CHECK: scf.for
// CHECK: scf.if
// CHECK: llvm.store %{{.*}} : i16, !llvm.ptr
func.func @memory(%from: !llvm.ptr, %to: !llvm.ptr, %mask: vector<256xi1>, %count: i32) {
  %stride = arith.constant 6 : i64
  %x = "llvm.intr.experimental.vp.strided.load"(%from, %stride, %mask, %count) : (!llvm.ptr, i64, vector<256xi1>, i32) -> vector<256xi16>
  "llvm.intr.experimental.vp.strided.store"(%x, %to, %stride, %mask, %count) : (vector<256xi16>, !llvm.ptr, i64, vector<256xi1>, i32) -> ()
  return
}
