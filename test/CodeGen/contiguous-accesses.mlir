// RUN: pirch-opt %s --pirch-contiguous-accesses --split-input-file | FileCheck %s
// RUN: pirch-opt %s --pirch-contiguous-accesses --pirch-contiguous-accesses --split-input-file | FileCheck %s
// RUN: pirch-opt %s --pirch-contiguous-accesses=remarks --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: gather of elements in one piece: load

// A row that begins at a place which is known only at run time.
// CHECK-LABEL: func.func @row
// CHECK: %[[FIRST:.*]] = vector.extract %{{.*}}[0] : i64 from vector<8xi64>
// CHECK: %[[P:.*]] = llvm.getelementptr %{{.*}}[%[[FIRST]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK: llvm.load %[[P]] {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK-NOT: gather
func.func @row(%p: !llvm.ptr, %row: i32, %out: !llvm.ptr) {
  %all = arith.constant dense<true> : vector<8xi1>
  %any = llvm.mlir.poison : vector<8xf64>
  %n = arith.constant dense<8> : vector<8xi32>
  %iota = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
  %r = vector.broadcast %row : i32 to vector<8xi32>
  %s = arith.muli %r, %n overflow<nsw> : vector<8xi32>
  %i = arith.addi %s, %iota overflow<nsw> : vector<8xi32>
  %w = arith.extsi %i : vector<8xi32> to vector<8xi64>
  %at = llvm.getelementptr %p[%w] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
  %x = llvm.intr.masked.gather %at, %all, %any {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  llvm.store %x, %out : vector<8xf64>, !llvm.ptr
  return
}

// -----

// A sum that may wrap around before it is extended, and subscripts that are two apart.
// CHECK-LABEL: func.func @left
// CHECK-COUNT-2: llvm.intr.masked.gather
func.func @left(%p: !llvm.ptr, %row: i32, %out: !llvm.ptr) {
  %all = arith.constant dense<true> : vector<4xi1>
  %any = llvm.mlir.poison : vector<4xf64>
  %iota = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
  %even = arith.constant dense<[0, 2, 4, 6]> : vector<4xi32>
  %r = vector.broadcast %row : i32 to vector<4xi32>
  %i = arith.addi %r, %iota : vector<4xi32>
  %w = arith.extsi %i : vector<4xi32> to vector<4xi64>
  %at = llvm.getelementptr %p[%w] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, f64
  %x = llvm.intr.masked.gather %at, %all, %any {alignment = 8 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf64>) -> vector<4xf64>
  llvm.store %x, %out : vector<4xf64>, !llvm.ptr
  %j = arith.addi %r, %even overflow<nsw> : vector<4xi32>
  %v = arith.extsi %j : vector<4xi32> to vector<4xi64>
  %bt = llvm.getelementptr %p[%v] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, f64
  %y = llvm.intr.masked.gather %bt, %all, %any {alignment = 8 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf64>) -> vector<4xf64>
  llvm.store %y, %out : vector<4xf64>, !llvm.ptr
  return
}

// -----

// Two rows of four, on a target that puts halves of a register together; under a mask.
// CHECK-LABEL: func.func @halves
// CHECK: vector.extract %{{.*}}[0] : i64
// CHECK: llvm.intr.masked.load {{.*}} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK: vector.extract %{{.*}}[4] : i64
// CHECK: llvm.intr.masked.load {{.*}} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-NOT: gather
// Without a target nobody says so.
// CHECK-LABEL: func.func @no_target
// CHECK: llvm.intr.masked.gather
func.func @halves(%p: !llvm.ptr, %a: i64, %m: vector<8xi1>, %out: !llvm.ptr) attributes {pirch.target = #pirch.avx512<>} {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %at = arith.constant dense<[0, 1, 2, 3, 100, 101, 102, 103]> : vector<8xi64>
  %b = vector.broadcast %a : i64 to vector<8xi64>
  %i = arith.addi %at, %b : vector<8xi64>
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f32
  %x = llvm.intr.masked.gather %q, %m, %zero {alignment = 4 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
  llvm.store %x, %out : vector<8xf32>, !llvm.ptr
  return
}
func.func @no_target(%p: !llvm.ptr, %a: i64, %m: vector<8xi1>, %out: !llvm.ptr) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %at = arith.constant dense<[0, 1, 2, 3, 100, 101, 102, 103]> : vector<8xi64>
  %b = vector.broadcast %a : i64 to vector<8xi64>
  %i = arith.addi %at, %b : vector<8xi64>
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f32
  %x = llvm.intr.masked.gather %q, %m, %zero {alignment = 4 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
  llvm.store %x, %out : vector<8xf32>, !llvm.ptr
  return
}

// -----

// All lanes count alike and read one element in each iteration, as long as all of them go
// on: the mask that the loop carries is the same for all.
// CHECK-LABEL: func.func @one_element
// CHECK: scf.while
// CHECK: %[[ONE:.*]] = arith.andi
// CHECK: %[[X:.*]] = llvm.intr.masked.load %{{.*}}, %[[ONE]], %{{.*}} {alignment = 4 : i32}
// CHECK: vector.shuffle %[[X]], %[[X]] [0, 0, 0, 0]
// Here lanes leave the loop one by one.
// CHECK-LABEL: func.func @leaving
// CHECK: llvm.intr.masked.gather
func.func @one_element(%p: !llvm.ptr, %from: i64, %to: i64, %out: !llvm.ptr) {
  %one = arith.constant dense<1> : vector<4xi64>
  %zero = arith.constant dense<0> : vector<4xi32>
  %f = vector.broadcast %from : i64 to vector<4xi64>
  %t = vector.broadcast %to : i64 to vector<4xi64>
  %r:2 = scf.while (%i = %f, %s = %zero) : (vector<4xi64>, vector<4xi32>) -> (vector<4xi64>, vector<4xi32>) {
    %m = arith.cmpi slt, %i, %t : vector<4xi64>
    %go = vector.reduction <or>, %m : vector<4xi1> into i1
    scf.condition(%go) %i, %s : vector<4xi64>, vector<4xi32>
  } do {
  ^bb0(%i: vector<4xi64>, %s: vector<4xi32>):
    %m = arith.cmpi slt, %i, %t : vector<4xi64>
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, i32
    %x = llvm.intr.masked.gather %q, %m, %zero {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    %u = arith.addi %s, %x : vector<4xi32>
    %j = arith.addi %i, %one : vector<4xi64>
    scf.yield %j, %u : vector<4xi64>, vector<4xi32>
  }
  llvm.store %r#1, %out : vector<4xi32>, !llvm.ptr
  return
}
func.func @leaving(%p: !llvm.ptr, %from: i64, %t: vector<4xi64>, %out: !llvm.ptr) {
  %one = arith.constant dense<1> : vector<4xi64>
  %zero = arith.constant dense<0> : vector<4xi32>
  %f = vector.broadcast %from : i64 to vector<4xi64>
  %r:2 = scf.while (%i = %f, %s = %zero) : (vector<4xi64>, vector<4xi32>) -> (vector<4xi64>, vector<4xi32>) {
    %m = arith.cmpi slt, %i, %t : vector<4xi64>
    %go = vector.reduction <or>, %m : vector<4xi1> into i1
    scf.condition(%go) %i, %s : vector<4xi64>, vector<4xi32>
  } do {
  ^bb0(%i: vector<4xi64>, %s: vector<4xi32>):
    %m = arith.cmpi slt, %i, %t : vector<4xi64>
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, i32
    %x = llvm.intr.masked.gather %q, %m, %zero {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    %u = arith.addi %s, %x : vector<4xi32>
    %j = arith.addi %i, %one : vector<4xi64>
    scf.yield %j, %u : vector<4xi64>, vector<4xi32>
  }
  llvm.store %r#1, %out : vector<4xi32>, !llvm.ptr
  return
}

// -----

// A scatter of what a gather read, which in lanes that its mask leaves out is
// what another one read.
// CHECK-LABEL: func.func @copied
// CHECK: %[[A:.*]] = llvm.intr.masked.load
// CHECK: %[[B:.*]] = llvm.intr.masked.load %{{.*}}, %{{.*}}, %[[A]]
// CHECK: llvm.intr.masked.store %[[B]]
func.func @copied(%p: !llvm.ptr, %q: !llvm.ptr, %first: i64, %mask: vector<8xi1>) attributes {pirch.target = #pirch.avx512<>} {
  %any = llvm.mlir.poison : vector<8xf64>
  %iota = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
  %f = vector.broadcast %first : i64 to vector<8xi64>
  %i = arith.addi %f, %iota : vector<8xi64>
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
  %a = llvm.intr.masked.gather %at, %mask, %any {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  %bt = llvm.getelementptr %q[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
  %b = llvm.intr.masked.gather %bt, %mask, %a {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  llvm.intr.masked.scatter %b, %at, %mask {alignment = 8 : i32} : vector<8xf64>, vector<8xi1> into vector<8x!llvm.ptr>
  return
}

// -----

// One element for all lanes, or none, by a mask that is the same in all: machines
// without masked loads gather it.
// CHECK-LABEL: func.func @one_or_none
// CHECK-NOT: llvm.intr.masked.load
// CHECK: llvm.intr.masked.gather
// CHECK-NOT: llvm.intr.masked.load
func.func @one_or_none(%p: !llvm.ptr, %n: i64, %c: i1, %out: !llvm.ptr) attributes {pirch.target = #pirch.ve<>} {
  %m = vector.broadcast %c : i1 to vector<256xi1>
  %i = vector.broadcast %n : i64 to vector<256xi64>
  %zero = arith.constant dense<0> : vector<256xi16>
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<256xi64>) -> vector<256x!llvm.ptr>, i16
  %x = llvm.intr.masked.gather %at, %m, %zero {alignment = 2 : i32} : (vector<256x!llvm.ptr>, vector<256xi1>, vector<256xi16>) -> vector<256xi16>
  llvm.store %x, %out : vector<256xi16>, !llvm.ptr
  return
}

// -----

// A number of 64 bits that is made one of 32: a multiple of 8 and less than 8 give numbers that count up, a multiple of 4 need not.
// CHECK-LABEL: func.func @truncated
// CHECK: llvm.load {{.*}} -> vector<8xf32>
// CHECK-NEXT: llvm.store
// CHECK: llvm.intr.masked.gather
func.func @truncated(%p: !llvm.ptr, %group: i64, %out: !llvm.ptr) {
  %all = arith.constant dense<true> : vector<8xi1>
  %any = llvm.mlir.poison : vector<8xf32>
  %iota = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
  %n8 = arith.constant dense<8> : vector<8xi64>
  %n4 = arith.constant dense<4> : vector<8xi64>
  %g = vector.broadcast %group : i64 to vector<8xi64>
  %a = arith.muli %g, %n8 : vector<8xi64>
  %b = arith.addi %iota, %a : vector<8xi64>
  %c = arith.trunci %b : vector<8xi64> to vector<8xi32>
  %d = arith.extsi %c : vector<8xi32> to vector<8xi64>
  %at = llvm.getelementptr %p[%d] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f32
  %x = llvm.intr.masked.gather %at, %all, %any {alignment = 4 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
  llvm.store %x, %out : vector<8xf32>, !llvm.ptr
  %e = arith.muli %g, %n4 : vector<8xi64>
  %f = arith.addi %iota, %e : vector<8xi64>
  %h = arith.trunci %f : vector<8xi64> to vector<8xi32>
  %i = arith.extsi %h : vector<8xi32> to vector<8xi64>
  %bt = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f32
  %y = llvm.intr.masked.gather %bt, %all, %any {alignment = 4 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
  llvm.store %y, %out : vector<8xf32>, !llvm.ptr
  return
}
