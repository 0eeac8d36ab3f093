// A program as MLIR's tests of the gpu dialect are: with tasks, functions of a GPU's
// runtime, attributes of other dialects, and a function that launches a block for
// each of its callers' buffers.

// CHECK: [105, 111, 117, 123, 129]
// CHECK: [-4, -3, -1, 0, 2]
module attributes {
  gpu.container_module,
  spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>
} {
  gpu.module @wide {
    gpu.func @upper(%a: memref<5xi32>, %high: memref<5xi32>) kernel {
      %b = gpu.block_id x
      %x = memref.load %a[%b] : memref<5xi32>
      %bias = arith.constant -120 : i32
      %y = arith.addi %x, %bias : i32
      %factor = arith.constant 0x40000000 : i32
      %low, %upper = arith.mulsi_extended %y, %factor : i32
      memref.store %upper, %high[%b] : memref<5xi32>
      gpu.return
    }
  }

  func.func @scale(%a: memref<?xi32>, %factor: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %a, %c0 : memref<?xi32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
      %x = memref.load %a[%tx] : memref<?xi32>
      %product = arith.muli %x, %factor : i32
      %t = arith.index_cast %tx : index to i32
      %y = arith.addi %product, %t : i32
      memref.store %y, %a[%tx] : memref<?xi32>
      gpu.terminator
    }
    return
  }

  func.func @main() {
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %three = arith.constant 3 : i32
    %five = arith.constant 5 : i32
    %seven = arith.constant 7 : i32
    %a = memref.alloc() : memref<5xi32>
    %high = memref.alloc() : memref<5xi32>
    %open = memref.cast %a : memref<5xi32> to memref<?xi32>
    call @fillInts(%open, %seven) : (memref<?xi32>, i32) -> ()
    %device = call @mgpuMemGetDeviceMemRef1dInt32(%open) : (memref<?xi32>) -> (memref<?xi32>)
    call @scale(%device, %three) : (memref<?xi32>, i32) -> ()
    %scaled, %copied = async.execute -> !async.value<memref<5xi32>> {
      %b = gpu.alloc() : memref<5xi32>
      gpu.memcpy %b, %a : memref<5xi32>, memref<5xi32>
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
                 threads(%tx, %ty, %tz) in (%sx = %c5, %sy = %c1, %sz = %c1) {
        %x = memref.load %b[%tx] : memref<5xi32>
        %product = arith.muli %x, %five : i32
        %t = arith.index_cast %tx : index to i32
        %y = arith.addi %product, %t : i32
        memref.store %y, %b[%tx] : memref<5xi32>
        gpu.terminator
      }
      async.yield %b : memref<5xi32>
    }
    %done = async.execute [%scaled] (%copied as %b : !async.value<memref<5xi32>>) {
      gpu.launch_func @wide::@upper blocks in (%c5, %c1, %c1) threads in (%c1, %c1, %c1)
          args(%b : memref<5xi32>, %high : memref<5xi32>)
      %any = memref.cast %b : memref<5xi32> to memref<*xi32>
      func.call @printMemrefI32(%any) : (memref<*xi32>) -> ()
      async.yield
    }
    async.await %done : !async.token
    %any = memref.cast %high : memref<5xi32> to memref<*xi32>
    call @printMemrefI32(%any) : (memref<*xi32>) -> ()
    return
  }
  func.func private @mgpuMemGetDeviceMemRef1dInt32(%ptr : memref<?xi32>) -> (memref<?xi32>)
  func.func private @fillInts(%ptr : memref<?xi32>, %value : i32)
  func.func private @printMemrefI32(%ptr : memref<*xi32>)
}
