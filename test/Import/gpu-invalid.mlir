// RUN: pirch-opt %s --split-input-file --verify-diagnostics --convert-gpu-to-pirch

gpu.module @m {
  // expected-error @+1 {{how many threads has a block?}}
  gpu.func @size(%a: memref<?xf32>) kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{not supported: a block of 64x32x1 threads; it may have 1 to 1024}}
  gpu.func @large(%a: memref<?xf32>) kernel
      attributes {known_block_size = array<i32: 64, 32, 1>} {
    gpu.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-error @+1 {{a block has 8x1x1 threads by known_block_size, but 4x1x1 by a launch}}
    gpu.func @differs(%a: memref<?xf32>) kernel
        attributes {known_block_size = array<i32: 8, 1, 1>} {
      gpu.return
    }
  }
  func.func @host(%a: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    gpu.launch_func @m::@differs blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%a : memref<?xf32>)
    return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{not supported yet: parameter arg0, of another element type}}
  gpu.func @complexes(%a: memref<?xcomplex<f32>>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @print() kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    // expected-error @+1 {{not supported yet: this operation in a kernel}}
    gpu.printf "hello"
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @vectors(%a: memref<?xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    // expected-error @+1 {{not supported yet: a value of another type than a scalar or memref}}
    %v = arith.constant dense<0.0> : vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @width(%x: i32, %width: i32) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %c1 = arith.constant 1 : i32
    // expected-error @+1 {{not supported yet: a shuffle whose width is no constant of 1 to 32, the threads of a subgroup}}
    %y, %valid = gpu.shuffle xor %x, %c1, %width : i32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @part(%x: i32) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c5 = arith.constant 5 : index
    %b = arith.cmpi ult, %t, %c5 : index
    scf.if %b {
      // expected-error @+1 {{not supported yet: a reduction of a part of the block without 'uniform', within a branch or loop}}
      %y = gpu.subgroup_reduce add %x : (i32) -> i32
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @blocks(%x: i32) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %b = arith.trunci %x : i32 to i1
    // expected-error @+1 {{not supported yet: branches between blocks (lift-cf-to-scf makes scf of them)}}
    cf.cond_br %b, ^bb1, ^bb1
  ^bb1:
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @chosen(%a: memref<?xf32>, %b: memref<?xf32>, %x: i32) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %c = arith.trunci %x : i32 to i1
    %i = gpu.thread_id x
    // expected-error @+1 {{not supported yet: a value of another type than a scalar or memref}}
    %d = arith.select %c, %a, %b : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @private(%i: index)
      private(%p: memref<4xi32, #gpu.address_space<private>>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %c1 = arith.constant 1 : i32
    // expected-error @+1 {{not supported yet: an atomic operation on a variable of one work item}}
    %old = memref.atomic_rmw addi %c1, %p[%i] : (i32, memref<4xi32, #gpu.address_space<private>>) -> i32
    gpu.return
  }
}

// -----

gpu.module @m {
  memref.global "private" @changing : memref<4xi32> = dense<[1, 2, 3, 4]>
  gpu.func @global() kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    // expected-error @+1 {{not supported yet: a global that is neither in the workgroup's memory nor constant}}
    %g = memref.get_global @changing : memref<4xi32>
    gpu.return
  }
}
