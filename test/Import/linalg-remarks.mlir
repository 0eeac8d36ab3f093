// What is left alone, and the reason that a remark gives.

// RUN: pirch-opt %s --split-input-file --verify-diagnostics --convert-linalg-to-pirch

func.func @tensors(%a: tensor<9x8x8xf32>, %c: tensor<9x8x8xf32>) -> tensor<9x8x8xf32> {
  // expected-remark @+1 {{no kernel is made of this: it is on tensors (one-shot-bufferize comes before)}}
  %r = linalg.batch_matmul ins(%a, %a : tensor<9x8x8xf32>, tensor<9x8x8xf32>) outs(%c : tensor<9x8x8xf32>) -> tensor<9x8x8xf32>
  return %r : tensor<9x8x8xf32>
}

// -----

func.func @whole(%a: memref<8xf32>, %s: memref<f32>) {
  // expected-remark @+1 {{no kernel is made of this: its result has no leading dimension for the batch}}
  linalg.reduce { arith.addf } ins(%a : memref<8xf32>) outs(%s : memref<f32>) dimensions = [0]
  return
}

// -----

func.func @unknown(%a: memref<9x?x8xf32>, %b: memref<9x8x8xf32>, %c: memref<9x?x8xf32>) {
  // expected-remark @+1 {{no kernel is made of this: the extent of dimension 1 is not known at compile time}}
  linalg.batch_matmul ins(%a, %b : memref<9x?x8xf32>, memref<9x8x8xf32>) outs(%c : memref<9x?x8xf32>)
  return
}

// -----

func.func @large(%a: memref<512x512xf32>, %c: memref<512x512xf32>) {
  // expected-remark @+1 {{no kernel is made of this: dimension 1 has an extent of 512, not of 1 to 128}}
  linalg.matmul ins(%a, %a : memref<512x512xf32>, memref<512x512xf32>) outs(%c : memref<512x512xf32>)
  return
}

// -----

func.func @iterations(%a: memref<9x64x64xf32>, %c: memref<9x64x64xf32>) {
  // expected-remark @+1 {{no kernel is made of this: it has more than 65536 iterations for each entry of the batch}}
  linalg.batch_matmul ins(%a, %a : memref<9x64x64xf32>, memref<9x64x64xf32>) outs(%c : memref<9x64x64xf32>)
  return
}

// -----

func.func @same(%a: memref<9x8x8xf32>, %b: memref<9x8x8xf32>) {
  // expected-remark @+1 {{no kernel is made of this: it reads a buffer elsewhere than it writes to it}}
  linalg.batch_matmul ins(%a, %b : memref<9x8x8xf32>, memref<9x8x8xf32>) outs(%a : memref<9x8x8xf32>)
  return
}

// -----

func.func private @get() -> memref<9x8xf32>
func.func @unclear(%a: memref<9x8xf32>) {
  %b = call @get() : () -> memref<9x8xf32>
  // expected-remark @+1 {{no kernel is made of this: a buffer that it writes to may be one that it accesses otherwise}}
  linalg.exp ins(%a : memref<9x8xf32>) outs(%b : memref<9x8xf32>)
  return
}

// -----

func.func @element(%a: memref<9x8xf16>, %b: memref<9x8xf16>) {
  // expected-remark-re @+1 {{no kernel is made of this: not supported yet: parameter arg0, of another element type than {{.*}}}}
  linalg.exp ins(%a : memref<9x8xf16>) outs(%b : memref<9x8xf16>)
  return
}

// -----

func.func @depends(%a: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-remark @+1 {{no kernel is made of this: its iterations may access what others write}}
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<9xf32>
    %next = arith.addi %i, %c1 : index
    memref.store %x, %a[%next] : memref<9xf32>
  }
  return
}

// -----

func.func @carried(%a: memref<9xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark @+1 {{no kernel is made of this: its iterations pass values to the next ones}}
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %zero) -> (f32) {
    %x = memref.load %a[%i] : memref<9xf32>
    %t = arith.addf %s, %x : f32
    scf.yield %t : f32
  }
  return %r : f32
}

// -----

func.func @offset(%a: memref<9xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  // expected-remark @+1 {{no kernel is made of this: not supported yet: a loop that does not count from 0 in steps of 1}}
  scf.for %i = %c1 to %c9 step %c1 {
    memref.store %x, %a[%i] : memref<9xf32>
  }
  return
}

// -----

func.func @dimensions(%a: memref<9x9xf32>, %x: f32) {
  // expected-remark @+1 {{no kernel is made of this: not supported yet: a loop over several dimensions}}
  scf.forall (%i, %j) in (9, 9) {
    memref.store %x, %a[%i, %j] : memref<9x9xf32>
  }
  return
}

// -----

func.func private @print(f32)
func.func @calls(%a: memref<9xf32>, %x: f32) {
  // expected-remark @+1 {{no kernel is made of this: not supported yet: this operation in a kernel}}
  scf.forall (%i) in (9) {
    func.call @print(%x) : (f32) -> ()
    memref.store %x, %a[%i] : memref<9xf32>
  }
  return
}

// -----

func.func @views(%a: memref<18xf32>) {
  %v = memref.subview %a[9] [9] [1] : memref<18xf32> to memref<9xf32, strided<[1], offset: 9>>
  // expected-remark @+1 {{no kernel is made of this: it accesses two views of one buffer and writes to it}}
  scf.forall (%i) in (9) {
    %x = memref.load %a[%i] : memref<18xf32>
    memref.store %x, %v[%i] : memref<9xf32, strided<[1], offset: 9>>
  }
  return
}

// -----

func.func @softmax(%x: memref<9x8xf32>, %y: memref<9x8xf32>) {
  // expected-remark @+1 {{no kernel is made of this: not supported yet: an aggregated operation on memrefs}}
  linalg.softmax dimension(1) ins(%x : memref<9x8xf32>) outs(%y : memref<9x8xf32>)
  return
}

// -----

func.func @number(%a: memref<9xf32>, %x: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  // expected-remark @+1 {{no kernel is made of this: not supported yet: a loop whose index is not of type index}}
  scf.for %i = %c0 to %c9 step %c1 : i32 {
    %at = arith.index_cast %i : i32 to index
    memref.store %x, %a[%at] : memref<9xf32>
  }
  return
}

// -----

func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{no kernel is made of this: its iterations may access what others write}}
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  }
  return
}

// -----

func.func @operations(%a: memref<?x128x128xf64>, %b: memref<?x128x128xf64>) {
  // expected-remark @+1 {{no kernel is made of this: it needs about 133120 operations on vectors for each entry of the batch, more than 65536}}
  linalg.exp ins(%a : memref<?x128x128xf64>) outs(%b : memref<?x128x128xf64>)
  return
}

// -----

func.func @unrolled(%a: memref<?x64x64xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  // expected-remark @+1 {{no kernel is made of this: one iteration has more than 65536 operations once its loops are unrolled}}
  scf.for %g = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c64 step %c1 {
      scf.for %j = %c0 to %i step %c1 {
        scf.for %k = %c0 to %c64 step %c1 {
          %x = memref.load %a[%g, %i, %j] : memref<?x64x64xf64>
          %y = memref.load %a[%g, %j, %k] : memref<?x64x64xf64>
          %z = arith.mulf %x, %y : f64
          memref.store %z, %a[%g, %i, %j] : memref<?x64x64xf64>
        }
      }
    }
  }
  return
}

// -----

// Elements without a number of bits: those of complex numbers are refused, indexes are
// integers of 64 bits.
#same = affine_map<(d0, d1) -> (d0, d1)>
func.func @elements(%a: memref<?x4xindex>, %b: memref<?x4xindex>,
                    %p: memref<?x4xcomplex<f32>>, %q: memref<?x4xcomplex<f32>>) {
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x4xindex>) outs(%b : memref<?x4xindex>) {
    ^bb0(%x: index, %y: index):
      linalg.yield %x : index
  }
  // expected-remark @+1 {{no kernel is made of this: not supported yet: parameter arg0, of another element type}}
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%p : memref<?x4xcomplex<f32>>) outs(%q : memref<?x4xcomplex<f32>>) {
    ^bb0(%x: complex<f32>, %y: complex<f32>):
      linalg.yield %x : complex<f32>
  }
  return
}
