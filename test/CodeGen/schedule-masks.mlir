// What needs a mask and what is there already is computed as soon as the mask is: the
// number of the greatest number so far does not wait for the end of the chain of
// comparisons, and the masks do not wait with it.
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-schedule-operations))' | FileCheck %s

!m = vector<16xi1>
!x = vector<16xf32>
!i = vector<16xi32>

// CHECK-LABEL: func.func @greatest
// CHECK: %[[M1:.*]] = arith.cmpf ogt
// CHECK: %[[I1:.*]] = arith.select %[[M1]], %{{.*}} : vector<16xi1>, vector<16xi32>
// CHECK: arith.select %[[M1]], %{{.*}} : vector<16xi1>, vector<16xf32>
// CHECK: %[[M2:.*]] = arith.cmpf ogt
// CHECK: %[[I2:.*]] = arith.select %[[M2]], %{{.*}}, %[[I1]] : vector<16xi1>, vector<16xi32>
// CHECK: arith.select %[[M2]], %{{.*}} : vector<16xi1>, vector<16xf32>
// CHECK: %[[M3:.*]] = arith.cmpf ogt
// CHECK: arith.select %[[M3]], %{{.*}}, %[[I2]] : vector<16xi1>, vector<16xi32>
func.func @greatest(%p: !llvm.ptr, %q: !llvm.ptr, %a: !x, %b: !x, %c: !x, %d: !x) attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  scf.for %k = %c0 to %n step %c1 {
    %s = arith.addf %a, %d : !x
    %m1 = arith.cmpf ogt, %b, %s : !x
    %x1 = arith.select %m1, %b, %s : !m, !x
    %m2 = arith.cmpf ogt, %c, %x1 : !x
    %x2 = arith.select %m2, %c, %x1 : !m, !x
    %m3 = arith.cmpf ogt, %d, %x2 : !x
    %x3 = arith.select %m3, %d, %x2 : !m, !x
    %zero = arith.constant dense<0> : !i
    %one = arith.constant dense<1> : !i
    %i1 = arith.select %m1, %one, %zero : !m, !i
    %two = arith.constant dense<2> : !i
    %i2 = arith.select %m2, %two, %i1 : !m, !i
    %three = arith.constant dense<3> : !i
    %i3 = arith.select %m3, %three, %i2 : !m, !i
    llvm.store %x3, %p : !x, !llvm.ptr
    llvm.store %i3, %q : !i, !llvm.ptr
  }
  return
}
