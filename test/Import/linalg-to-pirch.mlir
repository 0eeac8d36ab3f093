// Which kernels operations of linalg and loops over a batch become.

// RUN: pirch-opt %s --convert-linalg-to-pirch --split-input-file | FileCheck %s
// RUN: pirch-opt %s --convert-linalg-to-pirch=contract=false --split-input-file | FileCheck %s --check-prefix=SEPARATE

// The fill disappears: the sums begin with its value, and nothing reads memory
// that it wrote.
// CHECK-LABEL: func.func @product(
// CHECK:         %[[COUNT:.*]] = memref.dim %arg2, %{{.*}} : memref<?x8x8xf32>
// CHECK:         gpu.launch_func @product_batched0_module::@product_batched0 blocks in (%[[COUNT]], %{{.*}}, %{{.*}}) threads in (%c8, %{{.*}}, %{{.*}}) args(%{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr)
// CHECK-NOT:     linalg
// CHECK:       pirch.kernel @product_batched0(
// CHECK-SAME:    arg_types = ["const float *", "const float *", "float *"], wg_size = 8 : i64
// CHECK:         pirch.loop
// CHECK:           pirch.loop
// CHECK:             memref.load %arg0
// CHECK:             memref.load %arg1
// CHECK:             math.fma
// CHECK-NOT:     memref.load %arg2
// CHECK:         memref.store %{{.*}}, %arg2
// SEPARATE-LABEL: pirch.kernel @product_batched0(
// SEPARATE-NOT:   math.fma
// SEPARATE:       arith.mulf
// SEPARATE:       arith.addf
func.func @product(%a: memref<?x8x8xf32>, %b: memref<?x8x8xf32>, %c: memref<?x8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<?x8x8xf32>)
  linalg.batch_matmul ins(%a, %b : memref<?x8x8xf32>, memref<?x8x8xf32>) outs(%c : memref<?x8x8xf32>)
  return
}

// -----

// Both dimensions of matrices of 4 x 4 are work items.
// CHECK-LABEL: func.func @small(
// CHECK:       pirch.kernel @small_batched0(
// CHECK-SAME:    wg_size = 16 : i64
func.func @small(%a: memref<100x4x4xf32>, %b: memref<100x4x4xf32>, %c: memref<100x4x4xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<100x4x4xf32>, memref<100x4x4xf32>) outs(%c : memref<100x4x4xf32>)
  return
}

// -----

// A chain: the product is a variable of each work item, and so no buffer.
// CHECK-LABEL: func.func @chain(
// CHECK-NOT:     memref.alloc
// CHECK:         gpu.launch_func
// CHECK-NOT:     gpu.launch_func
// CHECK:       pirch.kernel @chain_batched0(
// CHECK-SAME:    wg_size = 8 : i64
// CHECK:         memref.alloca() : memref<6xf32>
func.func @chain(%a: memref<?x6x8xf32>, %b: memref<?x8x8xf32>, %c: memref<?x6x8xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc(%n) : memref<?x6x8xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<?x6x8xf32>)
  linalg.batch_matmul ins(%a, %b : memref<?x6x8xf32>, memref<?x8x8xf32>) outs(%t : memref<?x6x8xf32>)
  linalg.exp ins(%t : memref<?x6x8xf32>) outs(%c : memref<?x6x8xf32>)
  memref.dealloc %t : memref<?x6x8xf32>
  return
}

// -----

// The second product reads all of the first one's rows: a variable of the group.
// CHECK-LABEL: func.func @twice(
// CHECK:       pirch.kernel @twice_batched0(
// CHECK:         memref.alloca() : memref<64xf32, 3>
func.func @twice(%a: memref<9x8x8xf32>, %b: memref<9x8x8xf32>, %c: memref<9x8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<9x8x8xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<9x8x8xf32>)
  linalg.batch_matmul ins(%a, %b : memref<9x8x8xf32>, memref<9x8x8xf32>) outs(%t : memref<9x8x8xf32>)
  linalg.batch_matmul ins(%t, %b : memref<9x8x8xf32>, memref<9x8x8xf32>) outs(%c : memref<9x8x8xf32>)
  return
}

// -----

// Groups of different sizes, two kernels: the buffer between stays.
// CHECK-LABEL: func.func @sizes(
// CHECK:         memref.alloc
// CHECK:         gpu.launch_func @sizes_batched0_module::@sizes_batched0
// CHECK:         gpu.launch_func @sizes_batched1_module::@sizes_batched1
// CHECK:       pirch.kernel @sizes_batched0({{.*}} wg_size = 6 : i64
// CHECK:       pirch.kernel @sizes_batched1({{.*}} wg_size = 1 : i64
func.func @sizes(%a: memref<9x6x8xf32>, %x: memref<9x8xf32>, %s: memref<9xf32>) {
  %t = memref.alloc() : memref<9x6xf32>
  linalg.batch_matvec ins(%a, %x : memref<9x6x8xf32>, memref<9x8xf32>) outs(%t : memref<9x6xf32>)
  linalg.reduce { arith.addf } ins(%t : memref<9x6xf32>) outs(%s : memref<9xf32>) dimensions = [1]
  return
}

// -----

// A matrix that is changed in place is held in a variable meanwhile.
// CHECK-LABEL: func.func @scale(
// CHECK:         %[[COUNT:.*]] = arith.maxsi %arg1, %{{.*}} : index
// CHECK:         gpu.launch_func @scale_batched0_module::@scale_batched0 blocks in (%[[COUNT]],
// CHECK:       pirch.kernel @scale_batched0(
// CHECK-SAME:    wg_size = 1 : i64
// CHECK:         memref.alloca() : memref<25xf64>
func.func @scale(%a: memref<?x5x5xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %g = %c0 to %n step %c1 {
    %d = memref.load %a[%g, %c0, %c0] : memref<?x5x5xf64>
    scf.for %i = %c1 to %c5 step %c1 {
      %x = memref.load %a[%g, %i, %c0] : memref<?x5x5xf64>
      %y = arith.divf %x, %d : f64
      memref.store %y, %a[%g, %i, %c0] : memref<?x5x5xf64>
    }
  }
  return
}

// -----

// A loop in sequence around a batch stays, and what is in it becomes a kernel.
// CHECK-LABEL: func.func @steps(
// CHECK:         scf.for
// CHECK:           gpu.launch_func @steps_batched0_module::@steps_batched0
func.func @steps(%a: memref<9x8x8xf32>, %x: memref<9x8xf32>, %y: memref<9x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    linalg.batch_matvec ins(%a, %x : memref<9x8x8xf32>, memref<9x8xf32>) outs(%y : memref<9x8xf32>)
  }
  return
}

// -----

// Work items of a product in a loop over the batch.
// CHECK-LABEL: func.func @forall(
// CHECK-NOT:     scf.forall
// CHECK:       pirch.kernel @forall_batched0(
// CHECK-SAME:    wg_size = 8 : i64
func.func @forall(%a: memref<9x8x8xf32>, %c: memref<9x8x8xf32>) {
  scf.forall (%g) in (9) {
    %x = memref.subview %a[%g, 0, 0] [1, 8, 8] [1, 1, 1] : memref<9x8x8xf32> to memref<8x8xf32, strided<[8, 1], offset: ?>>
    %z = memref.subview %c[%g, 0, 0] [1, 8, 8] [1, 1, 1] : memref<9x8x8xf32> to memref<8x8xf32, strided<[8, 1], offset: ?>>
    linalg.matmul ins(%x, %x : memref<8x8xf32, strided<[8, 1], offset: ?>>, memref<8x8xf32, strided<[8, 1], offset: ?>>)
                  outs(%z : memref<8x8xf32, strided<[8, 1], offset: ?>>)
  }
  return
}

// -----

// A buffer outside of a loop holds the sums of its earlier iterations: no
// variable.
// CHECK-LABEL: func.func @sums(
// CHECK:         memref.alloc
// CHECK:         scf.for
// CHECK:           gpu.launch_func
// CHECK:       pirch.kernel @sums_batched0(
// CHECK-NOT:     memref.alloca() : memref<8xf32
func.func @sums(%a: memref<9x8x8xf32>, %x: memref<9x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<9x8xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.batch_matvec ins(%a, %x : memref<9x8x8xf32>, memref<9x8xf32>) outs(%t : memref<9x8xf32>)
    linalg.exp ins(%t : memref<9x8xf32>) outs(%x : memref<9x8xf32>)
  }
  return
}
