// Parameters of a kernel that names no C types, and that has values for the interpreter.
// RUN: pirchc %s --target=generic -o %t.o --header=%t.h 2>&1 | count 0
// RUN: FileCheck %s < %t.h
// RUN: pirch-run %s --target=generic --groups=2 --arg='arg0=rand(4)' --arg='arg1=zeros(4)' --arg='arg2=zeros(4)' --arg=arg3=2 --arg=arg4=0.5 --save=arg0=%t.npy
// RUN: not pirch-run %s --target=generic --groups=2 --arg='arg0=rand(4)' --arg='arg1=rand(4)' 2>&1 | FileCheck %s --check-prefix=HALF
// CHECK: void scale(float *arg0, uint16_t *arg1, int8_t *arg2, int64_t arg3, double arg4, int64_t first_group, int64_t num_groups);
// HALF: argument 'arg1': floats of 16 bits are read from .npy files alone
pirch.kernel @scale(%a: memref<?xf32> {pirch.value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>},
                    %h: memref<?xf16>, %c: memref<?xi8>, %n: i64, %s: f64)
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf32>
  %factor = arith.truncf %s : f64 to f32
  %y = arith.mulf %x, %factor : f32
  memref.store %y, %a[%at] : memref<?xf32>
  pirch.return
}
