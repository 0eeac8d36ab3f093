// Kernels of the gpu dialect in the shapes that compilers outline: the program
// beside this file runs each on every target and compares with NumPy.
module attributes {gpu.container_module} {
  // A guard, a memref of two dimensions of which one is known.
  gpu.module @elements {
    gpu.func @vecadd(%a: memref<?xf32> loc("a"), %b: memref<?xf32> loc("b"),
                     %c: memref<?xf32> loc("c"), %n: index loc("n")) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %t = gpu.thread_id x
      %b0 = gpu.block_id x
      %size = gpu.block_dim x
      %first = arith.muli %b0, %size : index
      %i = arith.addi %first, %t : index
      %inside = arith.cmpi slt, %i, %n : index
      scf.if %inside {
        %x = memref.load %a[%i] : memref<?xf32>
        %y = memref.load %b[%i] : memref<?xf32>
        %sum = arith.addf %x, %y : f32
        memref.store %sum, %c[%i] : memref<?xf32>
      }
      gpu.return
    }
  }

  // Each reduction of the block on the same numbers, one result for each.
  gpu.module @reductions {
    gpu.func @all_reduce(%in: memref<?x40xi32> loc("in"), %out: memref<?x9xi32> loc("out")) kernel
        attributes {known_block_size = array<i32: 40, 1, 1>} {
      %t = gpu.thread_id x
      %g = gpu.block_id x
      %x = memref.load %in[%g, %t] : memref<?x40xi32>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c5 = arith.constant 5 : index
      %c6 = arith.constant 6 : index
      %c7 = arith.constant 7 : index
      %c8 = arith.constant 8 : index
      %add = gpu.all_reduce add %x uniform {} : (i32) -> (i32)
      memref.store %add, %out[%g, %c0] : memref<?x9xi32>
      %and = gpu.all_reduce and %x uniform {} : (i32) -> (i32)
      memref.store %and, %out[%g, %c1] : memref<?x9xi32>
      %or = gpu.all_reduce or %x uniform {} : (i32) -> (i32)
      memref.store %or, %out[%g, %c2] : memref<?x9xi32>
      %xor = gpu.all_reduce xor %x uniform {} : (i32) -> (i32)
      memref.store %xor, %out[%g, %c3] : memref<?x9xi32>
      %minsi = gpu.all_reduce minsi %x uniform {} : (i32) -> (i32)
      memref.store %minsi, %out[%g, %c4] : memref<?x9xi32>
      %maxsi = gpu.all_reduce maxsi %x uniform {} : (i32) -> (i32)
      memref.store %maxsi, %out[%g, %c5] : memref<?x9xi32>
      %minui = gpu.all_reduce minui %x uniform {} : (i32) -> (i32)
      memref.store %minui, %out[%g, %c6] : memref<?x9xi32>
      %maxui = gpu.all_reduce maxui %x uniform {} : (i32) -> (i32)
      memref.store %maxui, %out[%g, %c7] : memref<?x9xi32>
      // The sum once more, as a region.
      %region = gpu.all_reduce %x uniform {
      ^bb(%lhs: i32, %rhs: i32):
        %s = arith.addi %lhs, %rhs : i32
        gpu.yield %s : i32
      } : (i32) -> (i32)
      memref.store %region, %out[%g, %c8] : memref<?x9xi32>
      gpu.return
    }

    // Largest values that let NaN through, and sums of floats that round nowhere.
    gpu.func @all_reduce_floats(%in: memref<?x12xf64> loc("in"), %out: memref<?x4xf64> loc("out")) kernel
        attributes {known_block_size = array<i32: 12, 1, 1>} {
      %t = gpu.thread_id x
      %g = gpu.block_id x
      %x = memref.load %in[%g, %t] : memref<?x12xf64>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %maximum = gpu.all_reduce maximumf %x uniform {} : (f64) -> (f64)
      memref.store %maximum, %out[%g, %c0] : memref<?x4xf64>
      %maxnum = gpu.all_reduce maxnumf %x uniform {} : (f64) -> (f64)
      memref.store %maxnum, %out[%g, %c1] : memref<?x4xf64>
      %minnum = gpu.all_reduce minnumf %x uniform {} : (f64) -> (f64)
      memref.store %minnum, %out[%g, %c2] : memref<?x4xf64>
      %minimum = gpu.all_reduce minimumf %x uniform {} : (f64) -> (f64)
      memref.store %minimum, %out[%g, %c3] : memref<?x4xf64>
      gpu.return
    }

    // Subgroups of 32 threads in a block of 80: two whole ones and a half.
    gpu.func @subgroups(%in: memref<?x80xi32> loc("in"), %out: memref<?x80x5xi32> loc("out")) kernel
        attributes {known_block_size = array<i32: 80, 1, 1>} {
      %t = gpu.thread_id x
      %g = gpu.block_id x
      %x = memref.load %in[%g, %t] : memref<?x80xi32>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %sum = gpu.subgroup_reduce add %x uniform : (i32) -> i32
      memref.store %sum, %out[%g, %t, %c0] : memref<?x80x5xi32>
      %four = gpu.subgroup_reduce add %x uniform cluster(size = 4) : (i32) -> i32
      memref.store %four, %out[%g, %t, %c1] : memref<?x80x5xi32>
      %apart = gpu.subgroup_reduce add %x uniform cluster(size = 4, stride = 2) : (i32) -> i32
      memref.store %apart, %out[%g, %t, %c2] : memref<?x80x5xi32>
      %lane = gpu.lane_id
      %lane32 = arith.index_cast %lane : index to i32
      memref.store %lane32, %out[%g, %t, %c3] : memref<?x80x5xi32>
      %subgroup = gpu.subgroup_id : index
      %count = gpu.num_subgroups : index
      %size = gpu.subgroup_size : index
      %hundreds = arith.muli %subgroup, %size : index
      %both = arith.addi %hundreds, %count : index
      %both32 = arith.index_cast %both : index to i32
      memref.store %both32, %out[%g, %t, %c4] : memref<?x80x5xi32>
      gpu.return
    }
  }

  // Each mode of a shuffle among 8 of 16 threads, and whether it was valid.
  gpu.module @exchanges {
    gpu.func @shuffles(%in: memref<?x16xi32> loc("in"), %by: i32 loc("by"),
                       %out: memref<?x16x10xi32> loc("out")) kernel
        attributes {known_block_size = array<i32: 16, 1, 1>} {
      %t = gpu.thread_id x
      %g = gpu.block_id x
      %x = memref.load %in[%g, %t] : memref<?x16xi32>
      %width = arith.constant 8 : i32
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c5 = arith.constant 5 : index
      %c6 = arith.constant 6 : index
      %c7 = arith.constant 7 : index
      %c8 = arith.constant 8 : index
      %c9 = arith.constant 9 : index
      %a, %av = gpu.shuffle xor %x, %by, %width : i32
      %b, %bv = gpu.shuffle up %x, %by, %width : i32
      %c, %cv = gpu.shuffle down %x, %by, %width : i32
      %d, %dv = gpu.shuffle idx %x, %by, %width : i32
      %e, %ev = gpu.rotate %x, 3, 8 : i32
      %av32 = arith.extui %av : i1 to i32
      %bv32 = arith.extui %bv : i1 to i32
      %cv32 = arith.extui %cv : i1 to i32
      %dv32 = arith.extui %dv : i1 to i32
      %ev32 = arith.extui %ev : i1 to i32
      memref.store %a, %out[%g, %t, %c0] : memref<?x16x10xi32>
      memref.store %av32, %out[%g, %t, %c1] : memref<?x16x10xi32>
      memref.store %b, %out[%g, %t, %c2] : memref<?x16x10xi32>
      memref.store %bv32, %out[%g, %t, %c3] : memref<?x16x10xi32>
      memref.store %c, %out[%g, %t, %c4] : memref<?x16x10xi32>
      memref.store %cv32, %out[%g, %t, %c5] : memref<?x16x10xi32>
      memref.store %d, %out[%g, %t, %c6] : memref<?x16x10xi32>
      memref.store %dv32, %out[%g, %t, %c7] : memref<?x16x10xi32>
      memref.store %e, %out[%g, %t, %c8] : memref<?x16x10xi32>
      memref.store %ev32, %out[%g, %t, %c9] : memref<?x16x10xi32>
      gpu.return
    }
  }

  // A product of matrices through tiles of 4x4 in the workgroup's memory.
  gpu.module @tiles {
    gpu.func @matmul(%a: memref<?x?xf32> loc("a"), %b: memref<?x?xf32> loc("b"),
                     %c: memref<?x?xf32> loc("c"))
        workgroup(%ta: memref<4x4xf32, #gpu.address_space<workgroup>>,
                  %tb: memref<4x4xf32, #gpu.address_space<workgroup>>)
        private(%sum: memref<1xf32, #gpu.address_space<private>>) kernel
        attributes {known_block_size = array<i32: 4, 4, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %zero = arith.constant 0.0 : f32
      %x = gpu.thread_id x
      %y = gpu.thread_id y
      %col = gpu.global_id x
      %row = gpu.global_id y
      %depth = memref.dim %a, %c1 : memref<?x?xf32>
      memref.store %zero, %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
      scf.for %k = %c0 to %depth step %c4 {
        %kx = arith.addi %k, %x : index
        %ky = arith.addi %k, %y : index
        %va = memref.load %a[%row, %kx] : memref<?x?xf32>
        memref.store %va, %ta[%y, %x] : memref<4x4xf32, #gpu.address_space<workgroup>>
        %vb = memref.load %b[%ky, %col] : memref<?x?xf32>
        memref.store %vb, %tb[%y, %x] : memref<4x4xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        %old = memref.load %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
        %new = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %old) -> (f32) {
          %ai = memref.load %ta[%y, %i] : memref<4x4xf32, #gpu.address_space<workgroup>>
          %bi = memref.load %tb[%i, %x] : memref<4x4xf32, #gpu.address_space<workgroup>>
          %p = arith.mulf %ai, %bi : f32
          %n = arith.addf %s, %p : f32
          scf.yield %n : f32
        }
        memref.store %new, %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
        gpu.barrier
      }
      %result = memref.load %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
      memref.store %result, %c[%row, %col] : memref<?x?xf32>
      gpu.return
    }
  }

  // Views: every other column of rows, transposed, taken apart and put together.
  gpu.module @views {
    gpu.func @view(%in: memref<?x8x6xi32> loc("in"), %out: memref<?x24xi32> loc("out")) kernel
        attributes {known_block_size = array<i32: 4, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %t = gpu.thread_id x
      %g = gpu.block_id x
      %part = memref.subview %in[%g, 2, 1] [1, 4, 3] [1, 1, 2]
        : memref<?x8x6xi32> to memref<4x3xi32, strided<[6, 2], offset: ?>>
      %turned = memref.transpose %part (i, j) -> (j, i)
        : memref<4x3xi32, strided<[6, 2], offset: ?>> to memref<3x4xi32, strided<[2, 6], offset: ?>>
      %rows = memref.expand_shape %out [[0], [1, 2]] output_shape [%c1, 4, 6]
        : memref<?x24xi32> into memref<?x4x6xi32>
      %flat = memref.collapse_shape %rows [[0, 1], [2]] : memref<?x4x6xi32> into memref<?x6xi32>
      %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %flat
        : memref<?x6xi32> -> memref<i32>, index, index, index, index, index
      %first = arith.muli %g, %sizes#1 : index
      %start = arith.muli %first, %sizes#1 : index
      %c4 = arith.constant 4 : index
      %row0 = arith.muli %g, %c4 : index
      %again = memref.reinterpret_cast %base to offset: [0], sizes: [8, 6], strides: [6, 1]
        : memref<i32> to memref<8x6xi32>
      %cast = memref.cast %again : memref<8x6xi32> to memref<?x6xi32>
      scf.for %j = %c0 to %c3 step %c1 {
        %v = memref.load %turned[%j, %t] : memref<3x4xi32, strided<[2, 6], offset: ?>>
        %row = arith.addi %row0, %t : index
        memref.store %v, %cast[%row, %j] : memref<?x6xi32>
        %k = arith.addi %j, %c3 : index
        %twice = arith.addi %v, %v : i32
        memref.store %twice, %flat[%row, %k] : memref<?x6xi32>
      }
      gpu.return
    }
  }

  // Loops that each thread leaves when it is done, and atomic operations.
  gpu.module @loops {
    gpu.func @collatz(%in: memref<?xi64> loc("in"), %out: memref<?xi64> loc("out"),
                      %histogram: memref<8xi32> loc("histogram")) kernel
        attributes {known_block_size = array<i32: 16, 1, 1>} {
      %i = gpu.global_id x
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %c2 = arith.constant 2 : i64
      %c3 = arith.constant 3 : i64
      %c7 = arith.constant 7 : i64
      %one = arith.constant 1 : i32
      %x = memref.load %in[%i] : memref<?xi64>
      %end:2 = scf.while (%v = %x, %n = %c0) : (i64, i64) -> (i64, i64) {
        %more = arith.cmpi sgt, %v, %c1 : i64
        scf.condition(%more) %v, %n : i64, i64
      } do {
      ^bb0(%v: i64, %n: i64):
        %bit = arith.andi %v, %c1 : i64
        %odd = arith.cmpi eq, %bit, %c1 : i64
        %next = scf.if %odd -> (i64) {
          %p = arith.muli %v, %c3 : i64
          %q = arith.addi %p, %c1 : i64
          scf.yield %q : i64
        } else {
          %h = arith.divsi %v, %c2 : i64
          scf.yield %h : i64
        }
        %m = arith.addi %n, %c1 : i64
        scf.yield %next, %m : i64, i64
      }
      memref.store %end#1, %out[%i] : memref<?xi64>
      %bin = arith.andi %end#1, %c7 : i64
      %at = arith.index_cast %bin : i64 to index
      %old = memref.atomic_rmw addi %one, %histogram[%at] : (i32, memref<8xi32>) -> i32
      gpu.return
    }
  }
}
