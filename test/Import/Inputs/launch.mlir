func.func @main(%a: memref<?xf32>, %s: f32, %n: index) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %i = affine.apply affine_map<(b, t) -> (b * 8 + t)>(%bx, %tx)
    %x = memref.load %a[%i] : memref<?xf32>
    %y = arith.mulf %x, %s : f32
    memref.store %y, %a[%i] : memref<?xf32>
    gpu.terminator
  }
  return
}
