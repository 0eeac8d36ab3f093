// RUN: pirch-opt %s --convert-vector-to-ve | FileCheck %s

// A rotation, alone and where a mask takes some lanes.
// CHECK-LABEL: func.func @rotate
// CHECK-SAME: (%[[X:.*]]: vector<256xf64>, %[[M:.*]]: vector<256xi1>)
func.func @rotate(%x: vector<256xf64>, %m: vector<256xi1>) -> (vector<256xf64>, vector<256xf64>) {
  // CHECK: %[[K:.*]] = arith.constant 255 : i32
  // CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.ve.vl.vmv.vsvl"(%[[K]], %[[X]], %{{.*}})
  %r = vector.shuffle %x, %x [255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1] : vector<256xf64>, vector<256xf64>
  // CHECK: %[[S:.*]] = llvm.call_intrinsic "llvm.ve.vl.vmv.vsvmvl"(%[[K]], %[[X]], %[[M]], %[[X]], %{{.*}})
  %s = arith.select %m, %r, %x : vector<256xi1>, vector<256xf64>
  // CHECK: return %[[R]], %[[S]]
  return %r, %s : vector<256xf64>, vector<256xf64>
}

// f64 on whole registers is LLVM's own business; a scalar operand is not.
// CHECK-LABEL: func.func @plain
func.func @plain(%x: vector<256xf64>, %y: vector<256xf64>, %s: f64) -> (vector<256xf64>, vector<256xf64>) {
  // CHECK: %[[A:.*]] = arith.addf %{{.*}}, %{{.*}} : vector<256xf64>
  %a = arith.addf %x, %y : vector<256xf64>
  // CHECK-NOT: vbrd
  // CHECK: llvm.call_intrinsic "llvm.ve.vl.vfmadd.vvsvl"(%{{.*}}, %{{.*}}, %[[A]], %{{.*}}) : (vector<256xf64>, f64, vector<256xf64>, i32)
  %b = vector.broadcast %s : f64 to vector<256xf64>
  %f = math.fma %a, %b, %y : vector<256xf64>
  return %a, %f : vector<256xf64>, vector<256xf64>
}

// f32 and integers have instructions of their own, as long as the kernel fills
// the register.
// CHECK-LABEL: func.func @narrow
func.func @narrow(%x: vector<256xf32>, %i: vector<256xi32>, %l: vector<256xi64>, %k: vector<256xi64>) -> (vector<256xf32>, vector<256xi32>, vector<256xi64>)
    attributes {pirch.lanes_in_use = 64 : i64} {
  // CHECK: %[[VL:.*]] = arith.constant 64 : i32
  // CHECK: "llvm.ve.vl.vfadds.vvvl"(%{{.*}}, %{{.*}}, %[[VL]])
  %a = arith.addf %x, %x : vector<256xf32>
  // CHECK: "llvm.ve.vl.vmulswsx.vvvl"
  %b = arith.muli %i, %i : vector<256xi32>
  // CHECK: "llvm.ve.vl.vsubsl.vvvl"
  %c = arith.subi %l, %k : vector<256xi64>
  return %a, %b, %c : vector<256xf32>, vector<256xi32>, vector<256xi64>
}

// The sign of a comparison of floats makes a mask; NaN is neither.
// CHECK-LABEL: func.func @compare
func.func @compare(%x: vector<256xf64>, %y: vector<256xf64>) -> (vector<256xi1>, vector<256xi1>) {
  // CHECK: %[[O:.*]] = llvm.call_intrinsic "llvm.ve.vl.vfcmpd.vvvl"
  // CHECK: "llvm.ve.vl.vfmkdlt.mvl"(%[[O]]
  // CHECK: "llvm.ve.vl.vfmkdgenan.mvl"(%[[O]]
  %a = arith.cmpf olt, %x, %y : vector<256xf64>
  %b = arith.cmpf uge, %x, %y : vector<256xf64>
  return %a, %b : vector<256xi1>, vector<256xi1>
}

// Lane 0 is the most significant bit of the first word.
// CHECK-LABEL: func.func @constant_mask
func.func @constant_mask(%x: vector<256xf64>, %y: vector<256xf64>) -> vector<256xf64> {
  // CHECK-DAG: %[[BITS:.*]] = arith.constant -9223372036854775808 : i64
  // CHECK: "llvm.ve.vl.lvm.mmss"(%{{.*}}, %{{.*}}, %[[BITS]])
  // CHECK: "llvm.ve.vl.vmrg.vvvml"
  %first = arith.constant dense<"0x0100000000000000000000000000000000000000000000000000000000000000"> : vector<256xi1>
  %r = arith.select %first, %x, %y : vector<256xi1>, vector<256xf64>
  return %r : vector<256xf64>
}

// Any number of lanes, any distance apart. A mask is for gathers alone.
// CHECK-LABEL: func.func @memory
func.func @memory(%p: !llvm.ptr, %stride: i64, %m: vector<256xi1>) {
  %all = arith.constant dense<true> : vector<256xi1>
  %n = arith.constant 100 : i32
  // CHECK: %[[A:.*]] = llvm.call_intrinsic "llvm.ve.vl.vldu.vssl"(%{{.*}}, %{{.*}}, %{{.*}})
  %a = "llvm.intr.experimental.vp.strided.load"(%p, %stride, %all, %n) : (!llvm.ptr, i64, vector<256xi1>, i32) -> vector<256xf32>
  // CHECK: "llvm.ve.vl.vgtu.vvssmvl"
  %b = "llvm.intr.experimental.vp.strided.load"(%p, %stride, %m, %n) : (!llvm.ptr, i64, vector<256xi1>, i32) -> vector<256xf32>
  // CHECK: "llvm.ve.vl.vstu.vssl"(%[[A]]
  "llvm.intr.experimental.vp.strided.store"(%a, %p, %stride, %all, %n) : (vector<256xf32>, !llvm.ptr, i64, vector<256xi1>, i32) -> ()
  // CHECK: "llvm.ve.vl.vstu.vssml"
  "llvm.intr.experimental.vp.strided.store"(%b, %p, %stride, %m, %n) : (vector<256xf32>, !llvm.ptr, i64, vector<256xi1>, i32) -> ()
  return
}

// Loops carry registers.
// CHECK-LABEL: func.func @loop
func.func @loop(%x: vector<256xi32>, %c: i1) -> vector<256xi32> {
  // CHECK: scf.while (%{{.*}} = %{{.*}}) : (vector<256xf64>) -> vector<256xf64>
  %r = scf.while (%i = %x) : (vector<256xi32>) -> vector<256xi32> {
    scf.condition(%c) %i : vector<256xi32>
  } do {
  ^bb0(%i: vector<256xi32>):
    %j = arith.addi %i, %i : vector<256xi32>
    scf.yield %j : vector<256xi32>
  }
  return %r : vector<256xi32>
}

// A scalar of another width is in its lanes, but is not their scalar.
// CHECK-LABEL: func.func @truncated
func.func @truncated(%s: i64, %x: vector<256xi32>) -> vector<256xi32> {
  // CHECK: %[[B:.*]] = llvm.call_intrinsic "llvm.ve.vl.vbrdl.vsl"
  // CHECK: "llvm.ve.vl.vaddswsx.vvvl"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<256xf64>, vector<256xf64>, i32)
  %b = vector.broadcast %s : i64 to vector<256xi64>
  %t = arith.trunci %b : vector<256xi64> to vector<256xi32>
  %r = arith.addi %t, %x : vector<256xi32>
  return %r : vector<256xi32>
}

// A loop nobody reads goes with all that is in it.
// CHECK-LABEL: func.func @dead_loop
// CHECK-NEXT: return
func.func @dead_loop(%x: vector<256xf64>, %n: i32, %c: i1) {
  %r:2 = scf.while (%v = %x, %i = %n) : (vector<256xf64>, i32) -> (vector<256xf64>, i32) {
    scf.condition(%c) %v, %i : vector<256xf64>, i32
  } do {
  ^bb0(%v: vector<256xf64>, %i: i32):
    %unread = arith.muli %i, %n : i32
    %j = scf.if %c -> i32 {
      %k = arith.addi %i, %n : i32
      scf.yield %k : i32
    } else {
      scf.yield %i : i32
    }
    %w = arith.addf %v, %x : vector<256xf64>
    scf.yield %w, %j : vector<256xf64>, i32
  }
  return
}

// What a mask rotates through may be lanes that the kernel does not use.
// CHECK-LABEL: func.func @rotated_mask
func.func @rotated_mask(%m: vector<256xi1>) -> vector<256xi1>
    attributes {pirch.lanes_in_use = 6 : i64} {
  // CHECK: %[[ALL:.*]] = arith.constant 256 : i32
  // CHECK-DAG: %[[ZERO:.*]] = llvm.call_intrinsic "llvm.ve.vl.vbrdw.vsl"(%c0_i32, %[[ALL]])
  // CHECK-DAG: %[[ONE:.*]] = llvm.call_intrinsic "llvm.ve.vl.vbrdw.vsl"(%c1_i32, %[[ALL]])
  // CHECK: "llvm.ve.vl.vmrg.vvvml"(%[[ZERO]], %[[ONE]], %{{.*}}, %[[ALL]])
  %r = vector.shuffle %m, %m [255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1] : vector<256xi1>, vector<256xi1>
  return %r : vector<256xi1>
}
