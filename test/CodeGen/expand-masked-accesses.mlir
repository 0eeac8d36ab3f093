// RUN: pirch-opt %s --pirch-expand-masked-accesses --split-input-file | FileCheck %s
// RUN: pirch-opt %s --pirch-expand-masked-accesses --pirch-expand-masked-accesses --split-input-file | FileCheck %s

// The whole vector is loaded where it lies in one page and a lane is wanted; else the runs of the mask are copied to a slot.
// CHECK-LABEL: func.func @load
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[MASK:.*]]: vector<16xi1>, %[[ELSE:.*]]: vector<16xi8>
// CHECK: %[[SLOT:.*]] = llvm.alloca %{{.*}} x vector<16xi8>
// CHECK: %[[WORD:.*]] = vector.bitcast %[[MASK]] : vector<16xi1> to vector<1xi16>
// CHECK: arith.cmpi ne
// CHECK: %[[ADDRESS:.*]] = llvm.ptrtoint %[[P]]
// CHECK: %[[PLACE:.*]] = arith.andi %[[ADDRESS]]
// CHECK: arith.cmpi ule, %[[PLACE]]
// CHECK: %[[LIKELY:.*]] = llvm.intr.expect
// CHECK: %[[ANY:.*]] = scf.if %[[LIKELY]] -> (vector<16xi8>) {
// CHECK: llvm.load %[[P]] {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
// CHECK: } else {
// CHECK: llvm.store %[[ELSE]], %[[SLOT]]
// CHECK: scf.while
// CHECK-COUNT-2: math.cttz
// CHECK: llvm.load {{.*}} -> vector<16xi8>
// CHECK: llvm.load {{.*}} -> vector<8xi8>
// CHECK: llvm.load {{.*}} -> vector<4xi8>
// CHECK: llvm.load {{.*}} -> vector<2xi8>
// CHECK: llvm.load {{.*}} -> vector<1xi8>
// CHECK: llvm.load %[[SLOT]]
// CHECK: arith.select %[[MASK]], %[[ANY]], %[[ELSE]]
func.func @load(%p: !llvm.ptr, %mask: vector<16xi1>, %else: vector<16xi8>) -> vector<16xi8> attributes {pirch.target = #pirch.avx2<>} {
  %x = llvm.intr.masked.load %p, %mask, %else {alignment = 1 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xi8>) -> vector<16xi8>
  return %x : vector<16xi8>
}

// -----

// CHECK-LABEL: func.func @store
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[MASK:.*]]: vector<16xi1>, %[[X:.*]]: vector<16xi16>
// CHECK: %[[ALL:.*]] = arith.cmpi eq, %{{.*}}, %c65535_i64
// CHECK: scf.if %[[ALL]] {
// CHECK-NEXT: llvm.store %[[X]], %[[P]] {alignment = 2 : i64}
// CHECK-NEXT: } else {
// CHECK: scf.while
func.func @store(%p: !llvm.ptr, %mask: vector<16xi1>, %x: vector<16xi16>) attributes {pirch.target = #pirch.avx2<>} {
  llvm.intr.masked.store %x, %p, %mask {alignment = 2 : i32} : vector<16xi16>, vector<16xi1> into !llvm.ptr
  return
}

// -----

// Left alone: what the machine has an instruction for, and masks that are known.
// CHECK-LABEL: func.func @left
// CHECK-NOT: scf.if
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.store
// CHECK: llvm.intr.masked.store
func.func @left(%p: !llvm.ptr, %q: !llvm.ptr, %mask: vector<8xi1>, %else: vector<8xf32>, %y: vector<4xi8>) attributes {pirch.target = #pirch.avx2<>} {
  %known = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %x = llvm.intr.masked.load %p, %mask, %else {alignment = 4 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
  llvm.intr.masked.store %x, %p, %mask {alignment = 4 : i32} : vector<8xf32>, vector<8xi1> into !llvm.ptr
  llvm.intr.masked.store %y, %q, %known {alignment = 1 : i32} : vector<4xi8>, vector<4xi1> into !llvm.ptr
  return
}

// -----

// Machines with registers for masks have an instruction for all elements.
// CHECK-LABEL: func.func @other_machine
// CHECK: llvm.intr.masked.load
func.func @other_machine(%p: !llvm.ptr, %mask: vector<16xi1>, %else: vector<16xi8>) -> vector<16xi8> attributes {pirch.target = #pirch.avx512<>} {
  %x = llvm.intr.masked.load %p, %mask, %else {alignment = 1 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xi8>) -> vector<16xi8>
  return %x : vector<16xi8>
}
