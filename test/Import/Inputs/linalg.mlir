// Programs of linalg and scf over a batch, on tensors and memrefs, whose kernels
// linalg_run.py runs.

func.func @product(%a: tensor<?x8x8xf32>, %b: tensor<?x8x8xf32>,
                   %c: tensor<?x8x8xf32>) -> tensor<?x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %first = linalg.fill ins(%zero : f32) outs(%c : tensor<?x8x8xf32>) -> tensor<?x8x8xf32>
  %r = linalg.batch_matmul ins(%a, %b : tensor<?x8x8xf32>, tensor<?x8x8xf32>)
                           outs(%first : tensor<?x8x8xf32>) -> tensor<?x8x8xf32>
  return %r : tensor<?x8x8xf32>
}

// C += A B, not square.
func.func @accumulate(%a: memref<?x5x7xf64>, %b: memref<?x7x6xf64>, %c: memref<?x5x6xf64>) {
  linalg.batch_matmul ins(%a, %b : memref<?x5x7xf64>, memref<?x7x6xf64>)
                      outs(%c : memref<?x5x6xf64>)
  return
}

func.func @matvec(%a: memref<?x6x9xf64>, %x: memref<?x9xf64>, %y: memref<?x6xf64>) {
  linalg.batch_matvec ins(%a, %x : memref<?x6x9xf64>, memref<?x9xf64>)
                      outs(%y : memref<?x6xf64>)
  return
}

func.func @softmax(%x: tensor<?x10xf32>, %y: tensor<?x10xf32>) -> tensor<?x10xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x10xf32>) outs(%y : tensor<?x10xf32>)
       -> tensor<?x10xf32>
  return %r : tensor<?x10xf32>
}

// relu(A B + bias), where the bias is the same for all entries: a chain whose
// product is a variable.
func.func @layer(%a: tensor<?x4x6xf32>, %w: tensor<6x8xf32>, %bias: tensor<8xf32>,
                 %out: tensor<?x4x8xf32>) -> tensor<?x4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x4x6xf32>
  %empty = tensor.empty(%n) : tensor<?x4x8xf32>
  %first = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>
  %product = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>,
                       affine_map<(d0, d1, d2, d3) -> (d3, d2)>,
                       affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %w : tensor<?x4x6xf32>, tensor<6x8xf32>) outs(%first : tensor<?x4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %sum: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %sum, %p : f32
      linalg.yield %s : f32
  } -> tensor<?x4x8xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>,
                       affine_map<(d0, d1, d2) -> (d2)>,
                       affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%product, %bias : tensor<?x4x8xf32>, tensor<8xf32>) outs(%out : tensor<?x4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %old: f32):
      %s = arith.addf %x, %y : f32
      %m = arith.maxnumf %s, %zero : f32
      linalg.yield %m : f32
  } -> tensor<?x4x8xf32>
  return %r : tensor<?x4x8xf32>
}

// (A B) B: every work item reads all of the first product, which is a variable of
// the group.
func.func @twice(%a: tensor<?x8x8xf32>, %b: tensor<?x8x8xf32>,
                 %out: tensor<?x8x8xf32>) -> tensor<?x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x8x8xf32>
  %empty = tensor.empty(%n) : tensor<?x8x8xf32>
  %first = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x8x8xf32>) -> tensor<?x8x8xf32>
  %p = linalg.batch_matmul ins(%a, %b : tensor<?x8x8xf32>, tensor<?x8x8xf32>)
                           outs(%first : tensor<?x8x8xf32>) -> tensor<?x8x8xf32>
  %second = linalg.fill ins(%zero : f32) outs(%out : tensor<?x8x8xf32>) -> tensor<?x8x8xf32>
  %r = linalg.batch_matmul ins(%p, %b : tensor<?x8x8xf32>, tensor<?x8x8xf32>)
                           outs(%second : tensor<?x8x8xf32>) -> tensor<?x8x8xf32>
  return %r : tensor<?x8x8xf32>
}

// y[b, i] = sum of x[b, i + k] w[k]: subscripts that are sums.
func.func @convolution(%x: memref<?x18xf32>, %w: memref<3xf32>, %y: memref<?x16xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1 + d2)>,
                       affine_map<(d0, d1, d2) -> (d2)>,
                       affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<?x18xf32>, memref<3xf32>) outs(%y : memref<?x16xf32>) {
    ^bb0(%a: f32, %b: f32, %sum: f32):
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %sum, %p : f32
      linalg.yield %s : f32
  }
  return
}

// The place of the greatest element of each row: two results, linalg.index.
func.func @argmax(%x: memref<?x12xf32>, %value: memref<?xf32>, %place: memref<?xi32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>,
                       affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x12xf32>) outs(%value, %place : memref<?xf32>, memref<?xi32>) {
    ^bb0(%a: f32, %best: f32, %at: i32):
      %here = linalg.index 1 : index
      %i = arith.index_cast %here : index to i32
      %more = arith.cmpf ogt, %a, %best : f32
      %v = arith.select %more, %a, %best : f32
      %p = arith.select %more, %i, %at : i32
      linalg.yield %v, %p : f32, i32
  }
  return
}

// A product of each entry's matrices, in a loop over the batch.
func.func @loop(%a: tensor<?x8x8xf64>, %b: tensor<?x8x8xf64>,
                %c: tensor<?x8x8xf64>) -> tensor<?x8x8xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x8x8xf64>
  %r = scf.forall (%i) in (%n) shared_outs(%o = %c) -> (tensor<?x8x8xf64>) {
    %x = tensor.extract_slice %a[%i, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<?x8x8xf64> to tensor<8x8xf64>
    %y = tensor.extract_slice %b[%i, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<?x8x8xf64> to tensor<8x8xf64>
    %z = tensor.extract_slice %o[%i, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<?x8x8xf64> to tensor<8x8xf64>
    %p = linalg.matmul ins(%x, %y : tensor<8x8xf64>, tensor<8x8xf64>)
                       outs(%z : tensor<8x8xf64>) -> tensor<8x8xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i, 0, 0] [1, 8, 8] [1, 1, 1]
          : tensor<8x8xf64> into tensor<?x8x8xf64>
    }
  }
  return %r : tensor<?x8x8xf64>
}

// The Cholesky factorization in place, on tensors.
func.func @cholesky(%a: tensor<?x6x6xf64>) -> tensor<?x6x6xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %n = tensor.dim %a, %c0 : tensor<?x6x6xf64>
  %r = scf.forall (%g) in (%n) shared_outs(%o = %a) -> (tensor<?x6x6xf64>) {
    %m0 = tensor.extract_slice %o[%g, 0, 0] [1, 6, 6] [1, 1, 1] : tensor<?x6x6xf64> to tensor<6x6xf64>
    %l = scf.for %k = %c0 to %c6 step %c1 iter_args(%m1 = %m0) -> (tensor<6x6xf64>) {
      %square = tensor.extract %m1[%k, %k] : tensor<6x6xf64>
      %root = math.sqrt %square : f64
      %m2 = tensor.insert %root into %m1[%k, %k] : tensor<6x6xf64>
      %next = arith.addi %k, %c1 : index
      %m3 = scf.for %i = %next to %c6 step %c1 iter_args(%m4 = %m2) -> (tensor<6x6xf64>) {
        %x = tensor.extract %m4[%i, %k] : tensor<6x6xf64>
        %q = arith.divf %x, %root : f64
        %m5 = tensor.insert %q into %m4[%i, %k] : tensor<6x6xf64>
        scf.yield %m5 : tensor<6x6xf64>
      }
      %m6 = scf.for %j = %next to %c6 step %c1 iter_args(%m7 = %m3) -> (tensor<6x6xf64>) {
        %m8 = scf.for %i = %j to %c6 step %c1 iter_args(%m9 = %m7) -> (tensor<6x6xf64>) {
          %x = tensor.extract %m9[%i, %j] : tensor<6x6xf64>
          %y = tensor.extract %m9[%i, %k] : tensor<6x6xf64>
          %z = tensor.extract %m9[%j, %k] : tensor<6x6xf64>
          %p = arith.mulf %y, %z : f64
          %d = arith.subf %x, %p : f64
          %m10 = tensor.insert %d into %m9[%i, %j] : tensor<6x6xf64>
          scf.yield %m10 : tensor<6x6xf64>
        }
        scf.yield %m8 : tensor<6x6xf64>
      }
      scf.yield %m6 : tensor<6x6xf64>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %l into %o[%g, 0, 0] [1, 6, 6] [1, 1, 1]
          : tensor<6x6xf64> into tensor<?x6x6xf64>
    }
  }
  return %r : tensor<?x6x6xf64>
}

// Two steps of the solution of L x = b, with a loop in sequence over the batch.
func.func @sequence(%l: memref<?x4x4xf64>, %x: memref<?x4xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %g = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %b = memref.load %x[%g, %i] : memref<?x4xf64>
      %s = scf.for %j = %c0 to %i step %c1 iter_args(%sum = %b) -> (f64) {
        %a = memref.load %l[%g, %i, %j] : memref<?x4x4xf64>
        %y = memref.load %x[%g, %j] : memref<?x4xf64>
        %p = arith.mulf %a, %y : f64
        %d = arith.subf %sum, %p : f64
        scf.yield %d : f64
      }
      %d = memref.load %l[%g, %i, %i] : memref<?x4x4xf64>
      %q = arith.divf %s, %d : f64
      memref.store %q, %x[%g, %i] : memref<?x4xf64>
    }
  }
  return
}

// batch_reduce_matmul of each entry's matrices.
func.func @reduce(%a: memref<?x3x4x5xf64>, %b: memref<?x3x5x6xf64>, %c: memref<?x4x6xf64>, %n: index) {
  scf.forall (%i) in (%n) {
    %x = memref.subview %a[%i, 0, 0, 0] [1, 3, 4, 5] [1, 1, 1, 1]
         : memref<?x3x4x5xf64> to memref<3x4x5xf64, strided<[20, 5, 1], offset: ?>>
    %y = memref.subview %b[%i, 0, 0, 0] [1, 3, 5, 6] [1, 1, 1, 1]
         : memref<?x3x5x6xf64> to memref<3x5x6xf64, strided<[30, 6, 1], offset: ?>>
    %z = memref.subview %c[%i, 0, 0] [1, 4, 6] [1, 1, 1]
         : memref<?x4x6xf64> to memref<4x6xf64, strided<[6, 1], offset: ?>>
    linalg.batch_reduce_matmul
        ins(%x, %y : memref<3x4x5xf64, strided<[20, 5, 1], offset: ?>>,
                     memref<3x5x6xf64, strided<[30, 6, 1], offset: ?>>)
        outs(%z : memref<4x6xf64, strided<[6, 1], offset: ?>>)
  }
  return
}
