// RUN: pirch-opt %s --pirch-pair-operations | FileCheck %s
// RUN: pirch-opt %s --pirch-pair-operations --convert-vector-to-ve | FileCheck %s --check-prefix=VE

!v = vector<256xf32>

// Two chunks of each operation: joined once, computed together, taken apart at
// the end.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[A:.*]]: vector<256xf32>, %[[B:.*]]: vector<256xf32>, %[[C:.*]]: vector<256xf32>, %[[D:.*]]: vector<256xf32>)
// VE-LABEL: func.func @chain
func.func @chain(%a: !v, %b: !v, %c: !v, %d: !v) -> (!v, !v) attributes {pirch.target = #pirch.ve} {
  // CHECK: %[[AC:.*]] = vector.shuffle %[[A]], %[[C]] [0, 1, {{.*}}, 511]
  // CHECK: %[[BD:.*]] = vector.shuffle %[[B]], %[[D]] [0, 1, {{.*}}, 511]
  // CHECK: %[[X:.*]] = arith.mulf %[[AC]], %[[BD]] : vector<512xf32>
  // VE-COUNT-2: "llvm.ve.vl.vshf.vvvsl"
  // VE: %[[X:.*]] = llvm.call_intrinsic "llvm.ve.vl.pvfmul.vvvl"
  %x = arith.mulf %a, %b : !v loc("m":1:1)
  %y = arith.mulf %c, %d : !v loc("m":1:1)
  // CHECK: %[[X1:.*]] = arith.addf %[[X]], %[[BD]] : vector<512xf32>
  %x1 = arith.addf %x, %b : !v loc("m":2:1)
  %y1 = arith.addf %y, %d : !v loc("m":2:1)
  // CHECK: %[[X2:.*]] = math.fma %[[X1]], %[[BD]], %[[AC]] : vector<512xf32>
  // The sum comes first.
  // VE: %[[X1:.*]] = llvm.call_intrinsic "llvm.ve.vl.pvfadd.vvvl"(%[[X]], %[[BD:.*]], %{{.*}})
  // VE: %[[X2:.*]] = llvm.call_intrinsic "llvm.ve.vl.pvfmad.vvvvl"(%{{.*}}, %[[X1]], %[[BD]], %{{.*}})
  %x2 = math.fma %x1, %b, %a : !v loc("m":3:1)
  %y2 = math.fma %y1, %d, %c : !v loc("m":3:1)
  %x3 = arith.subf %x2, %b : !v loc("m":4:1)
  %y3 = arith.subf %y2, %d : !v loc("m":4:1)
  // The first is where it is.
  // VE: %[[X3:.*]] = llvm.call_intrinsic "llvm.ve.vl.pvfsub.vvvl"
  // VE: %[[Y3:.*]] = llvm.call_intrinsic "llvm.ve.vl.vshf.vvvsl"(%[[X3]], %[[X3]]
  // VE: return %[[X3]], %[[Y3]]
  return %x3, %y3 : !v, !v
}

// Joining and taking apart costs as much as it saves; what needs the first
// cannot be its partner; and other targets have no pairs.
// CHECK-LABEL: func.func @single
// CHECK-NOT: vector<512xf32>
func.func @single(%a: !v, %b: !v) -> (!v, !v) attributes {pirch.target = #pirch.ve} {
  %x = arith.mulf %a, %b : !v loc("m":1:1)
  %y = arith.mulf %b, %a : !v loc("m":1:1)
  return %x, %y : !v, !v
}
func.func @dependent(%a: !v, %b: !v) -> !v attributes {pirch.target = #pirch.ve} {
  %x = arith.mulf %a, %a : !v loc("m":1:1)
  %y = arith.mulf %x, %x : !v loc("m":1:1)
  %z = arith.mulf %y, %y : !v loc("m":1:1)
  %w = arith.mulf %z, %z : !v loc("m":1:1)
  return %w : !v
}
func.func @other(%a: !v, %b: !v, %c: !v) -> (!v, !v) attributes {pirch.target = #pirch.avx512<>} {
  %x = arith.mulf %a, %a : !v loc("m":1:1)
  %y = arith.mulf %b, %b : !v loc("m":1:1)
  %x1 = arith.mulf %x, %x : !v loc("m":2:1)
  %y1 = arith.mulf %y, %y : !v loc("m":2:1)
  %x2 = arith.mulf %x1, %x1 : !v loc("m":3:1)
  %y2 = arith.mulf %y1, %y1 : !v loc("m":3:1)
  return %x2, %y2 : !v, !v
}

// CHECK-LABEL: func.func @stores
// Stores take the second half from where it is.
// VE-LABEL: func.func @stores
func.func @stores(%a: !v, %b: !v, %p: !llvm.ptr, %q: !llvm.ptr) attributes {pirch.target = #pirch.ve} {
  %all = arith.constant dense<true> : vector<256xi1>
  %n = arith.constant 256 : i32
  %s = arith.constant 4 : i64
  %x = arith.addf %a, %a : !v loc("m":1:1)
  %y = arith.addf %b, %b : !v loc("m":1:1)
  %x1 = arith.mulf %x, %x : !v loc("m":2:1)
  %y1 = arith.mulf %y, %y : !v loc("m":2:1)
  // VE: %[[P:.*]] = llvm.call_intrinsic "llvm.ve.vl.pvfmul.vvvl"
  // VE-NOT: vshf
  // VE: "llvm.ve.vl.vstu.vssl"(%[[P]]
  // VE: "llvm.ve.vl.vstl.vssl"(%[[P]]
  "llvm.intr.experimental.vp.strided.store"(%x1, %p, %s, %all, %n) : (!v, !llvm.ptr, i64, vector<256xi1>, i32) -> ()
  "llvm.intr.experimental.vp.strided.store"(%y1, %q, %s, %all, %n) : (!v, !llvm.ptr, i64, vector<256xi1>, i32) -> ()
  return
}
