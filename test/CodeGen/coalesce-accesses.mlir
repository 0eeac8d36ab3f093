// RUN: pirch-opt %s --pirch-coalesce-accesses --split-input-file | FileCheck %s
// RUN: pirch-opt %s --pirch-coalesce-accesses --pirch-coalesce-accesses --split-input-file | FileCheck %s
// RUN: pirch-opt %s --pirch-coalesce-accesses=remarks --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-COUNT-2: remark: gather: load in groups whose subscripts follow each other
// REMARK: remark: scatter: store in groups whose subscripts follow each other

// Two neighbours with limits: one test, and behind it what uses the first one.
// CHECK-LABEL: func.func @neighbours
// CHECK: %[[A:.*]] = vector.shuffle %[[LEFT:.*]], %[[LEFT]] [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32>
// CHECK: %[[WANTED:.*]] = arith.addi %[[A]], %{{.*}} : vector<8xi32>
// CHECK: arith.cmpi eq, %[[LEFT]], %[[WANTED]] : vector<8xi32>
// CHECK: arith.cmpi sle, %[[A]], %{{.*}} : vector<8xi32>
// CHECK: vector.shuffle %[[RIGHT:.*]], %[[RIGHT]] [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32>
// CHECK: %[[TEST:.*]] = vector.reduction <and>, %{{.*}} : vector<8xi1> into i1
// CHECK: %[[BOTH:.*]]:2 = scf.if %[[TEST]] -> (vector<8xf64>, vector<8xf64>) {
// CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK: } else {
// CHECK-COUNT-2: llvm.intr.masked.gather
// CHECK: }
// CHECK: arith.addf %[[BOTH]]#0, %[[BOTH]]#0
func.func @neighbours(%p: !llvm.ptr, %first: i32, %width: i32, %out: !llvm.ptr) {
  %all = arith.constant dense<true> : vector<8xi1>
  %any = llvm.mlir.poison : vector<8xf64>
  %one = arith.constant dense<1> : vector<8xi32>
  %zero = arith.constant dense<0> : vector<8xi32>
  %iota = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
  %f = vector.broadcast %first : i32 to vector<8xi32>
  %w = vector.broadcast %width : i32 to vector<8xi32>
  %x = arith.addi %f, %iota : vector<8xi32>
  %l = arith.subi %x, %one : vector<8xi32>
  %left = arith.maxsi %l, %zero : vector<8xi32>
  %r = arith.addi %x, %one : vector<8xi32>
  %right = arith.minsi %r, %w : vector<8xi32>
  %i = arith.extsi %left : vector<8xi32> to vector<8xi64>
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
  %a = llvm.intr.masked.gather %at, %all, %any {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  %twice = arith.addf %a, %a : vector<8xf64>
  %j = arith.extsi %right : vector<8xi32> to vector<8xi64>
  %bt = llvm.getelementptr %p[%j] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
  %b = llvm.intr.masked.gather %bt, %all, %any {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  %sum = arith.addf %twice, %b : vector<8xf64>
  llvm.store %sum, %out : vector<8xf64>, !llvm.ptr
  return
}

// -----

// A sum that may wrap around, written under a mask: lanes that are left out need
// not follow. Two rows are two pieces.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[MASK:[^:]*]]: vector<8xi1>
// CHECK: vector.shuffle %{{.*}} [0, 0, 0, 0, 4, 4, 4, 4]
// CHECK: %[[OUT:.*]] = arith.xori %[[MASK]], %{{.*}} : vector<8xi1>
// CHECK: arith.ori %{{.*}}, %[[OUT]] : vector<8xi1>
// CHECK: scf.if
// CHECK-COUNT-2: llvm.intr.masked.store {{.*}} : vector<4xf64>
// CHECK: else
// CHECK: llvm.intr.masked.scatter
func.func @rows(%p: !llvm.ptr, %first: i32, %mask: vector<8xi1>, %v: vector<8xf64>) attributes {pirch.target = #pirch.avx512<>} {
  %iota = arith.constant dense<[0, 1, 2, 3, 0, 1, 2, 3]> : vector<8xi32>
  %f = vector.broadcast %first : i32 to vector<8xi32>
  %x = arith.addi %f, %iota : vector<8xi32>
  %i = arith.extui %x : vector<8xi32> to vector<8xi64>
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
  llvm.intr.masked.scatter %v, %at, %mask {alignment = 8 : i32} : vector<8xf64>, vector<8xi1> into vector<8x!llvm.ptr>
  return
}

// -----

// What is written between two gathers keeps them apart, and so does a subscript
// that was gathered, of which nothing is known.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-2: scf.if
// CHECK-LABEL: func.func @data
// CHECK-NOT: scf.if
func.func @apart(%p: !llvm.ptr, %first: i32, %out: !llvm.ptr) {
  %all = arith.constant dense<true> : vector<8xi1>
  %any = llvm.mlir.poison : vector<8xf64>
  %limit = arith.constant dense<100> : vector<8xi32>
  %iota = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
  %f = vector.broadcast %first : i32 to vector<8xi32>
  %x = arith.addi %f, %iota : vector<8xi32>
  %y = arith.remui %x, %limit : vector<8xi32>
  %i = arith.extui %y : vector<8xi32> to vector<8xi64>
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
  %a = llvm.intr.masked.gather %at, %all, %any {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  llvm.store %a, %out : vector<8xf64>, !llvm.ptr
  %b = llvm.intr.masked.gather %at, %all, %any {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  llvm.store %b, %out : vector<8xf64>, !llvm.ptr
  return
}
func.func @data(%p: !llvm.ptr, %n: vector<8xi32>) -> vector<8xf64> {
  %all = arith.constant dense<true> : vector<8xi1>
  %any = llvm.mlir.poison : vector<8xf64>
  %iota = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
  %x = arith.addi %n, %iota : vector<8xi32>
  %i = arith.extsi %x : vector<8xi32> to vector<8xi64>
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
  %a = llvm.intr.masked.gather %at, %all, %any {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  return %a : vector<8xf64>
}

// -----

// Subscripts that count on from iteration to iteration, side by side at first.
// CHECK-LABEL: func.func @counted
// CHECK: scf.for
// CHECK: vector.reduction <and>
// CHECK: scf.if
// CHECK: llvm.load
func.func @counted(%p: !llvm.ptr, %first: i32, %n: index, %out: !llvm.ptr) {
  %all = arith.constant dense<true> : vector<8xi1>
  %any = llvm.mlir.poison : vector<8xf64>
  %step = arith.constant dense<8> : vector<8xi32>
  %iota = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
  %f = vector.broadcast %first : i32 to vector<8xi32>
  %x = arith.addi %f, %iota : vector<8xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = scf.for %k = %c0 to %n step %c1 iter_args(%e = %x) -> vector<8xi32> {
    %i = arith.extui %e : vector<8xi32> to vector<8xi64>
    %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
    %a = llvm.intr.masked.gather %at, %all, %any {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
    llvm.store %a, %out : vector<8xf64>, !llvm.ptr
    %next = arith.addi %e, %step : vector<8xi32>
    scf.yield %next : vector<8xi32>
  }
  return
}

// -----

// Lanes behind the last work item hold anything.
// CHECK-LABEL: func.func @padded
// CHECK: scf.if
// CHECK: llvm.intr.masked.load
func.func @padded(%p: !llvm.ptr, %first: i32, %limit: i32) -> vector<8xf64> {
  %some = arith.constant dense<[true, true, true, true, false, false, false, false]> : vector<8xi1>
  %any = llvm.mlir.poison : vector<8xf64>
  %iota = arith.constant dense<[0, 1, 2, 3, 0, 0, 0, 0]> : vector<8xi32>
  %f = vector.broadcast %first : i32 to vector<8xi32>
  %l = vector.broadcast %limit : i32 to vector<8xi32>
  %x = arith.addi %f, %iota : vector<8xi32>
  %y = arith.minsi %x, %l : vector<8xi32>
  %i = arith.extsi %y : vector<8xi32> to vector<8xi64>
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
  %a = llvm.intr.masked.gather %at, %some, %any {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  return %a : vector<8xf64>
}

// -----

// A scatter of what a gather read, which in lanes that its mask leaves out is
// what another one read.
// CHECK-LABEL: func.func @copied
// CHECK: %[[A:.*]] = scf.if
// CHECK: %[[B:.*]] = scf.if
// CHECK: llvm.intr.masked.load %{{.*}}, %{{.*}}, %[[A]]
// CHECK: scf.if
// CHECK: llvm.intr.masked.store %[[B]]
// CHECK: else
// CHECK: llvm.intr.masked.scatter %[[B]]
func.func @copied(%p: !llvm.ptr, %q: !llvm.ptr, %first: i32, %mask: vector<8xi1>) attributes {pirch.target = #pirch.avx512<>} {
  %any = llvm.mlir.poison : vector<8xf64>
  %iota = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
  %f = vector.broadcast %first : i32 to vector<8xi32>
  %x = arith.addi %f, %iota : vector<8xi32>
  %i = arith.extui %x : vector<8xi32> to vector<8xi64>
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
  %a = llvm.intr.masked.gather %at, %mask, %any {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  %bt = llvm.getelementptr %q[%i] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
  %b = llvm.intr.masked.gather %bt, %mask, %a {alignment = 8 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  llvm.intr.masked.scatter %b, %at, %mask {alignment = 8 : i32} : vector<8xf64>, vector<8xi1> into vector<8x!llvm.ptr>
  return
}
