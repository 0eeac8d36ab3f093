// RUN: pirch-opt %s --split-input-file --convert-gpu-to-pirch | FileCheck %s
// RUN: pirch-opt %s --split-input-file --convert-gpu-to-pirch=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A thread is a work item; what a layout leaves open is a parameter where it is
// used, and no other.
// CHECK-LABEL: pirch.kernel @rows(
// CHECK-SAME: %[[A:.*]]: memref<?xf32> {llvm.noalias}, %[[B:.*]]: memref<?xf32> {llvm.noalias}, %[[OFFSET:.*]]: i64, %[[STRIDE:.*]]: i64)
// CHECK-SAME: arg_names = ["a", "arg1", "arg1_offset", "arg1_stride0"]
// CHECK-SAME: arg_types = ["float *", "const float *", "int64_t", "int64_t"]
// CHECK-SAME: wg_size = 8
// CHECK: %[[I:.*]] = pirch.wi_index : i64
// CHECK: %[[ROW:.*]] = arith.muli %[[I]], %[[STRIDE]] : i64
// CHECK: arith.addi %[[OFFSET]], %[[ROW]] : i64
// CHECK-NOT: gpu.
// CHECK: pirch.return
// REMARK: remark: groups of 8 work items, parameters ["a", "arg1", "arg1_offset", "arg1_stride0"]
gpu.module @kernels {
  gpu.func @rows(%a: memref<?xf32> loc("a"), %b: memref<?x?xf32, strided<[?, 1], offset: ?>>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %x = memref.load %b[%i, %c0] : memref<?x?xf32, strided<[?, 1], offset: ?>>
    gpu.barrier
    memref.store %x, %a[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

// A launch says how large a block is and how many dimensions there are; the
// function that is launched becomes a declaration, the launch passes pointers.
// CHECK-LABEL: gpu.module @plane
// CHECK-NEXT: llvm.func @fill(!llvm.ptr, i64) attributes {gpu.kernel}
// CHECK: func.func @host
// CHECK: %[[P:.*]] = llvm.inttoptr
// CHECK: memref.extract_strided_metadata
// CHECK: gpu.launch_func @plane::@fill blocks in {{.*}} args(%[[P]] : !llvm.ptr, %{{.*}} : i64)
// CHECK-LABEL: pirch.kernel @fill
// CHECK-SAME: arg_names = ["arg0", "arg0_size1", "groups_x", "groups_y", "group_y"]
// CHECK-SAME: wg_shape = array<i64: 4, 2>, wg_size = 8
module attributes {gpu.container_module} {
  gpu.module @plane {
    gpu.func @fill(%a: memref<?x?xf32>) kernel {
      %x = gpu.global_id x
      %y = gpu.global_id y
      %one = arith.constant 1.0 : f32
      memref.store %one, %a[%y, %x] : memref<?x?xf32>
      gpu.return
    }
  }
  func.func @host(%a: memref<?x?xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    gpu.launch_func @plane::@fill blocks in (%n, %n, %c1) threads in (%c4, %c2, %c1) args(%a : memref<?x?xf32>)
    return
  }
}

// -----

// Memory of the workgroup and of the thread; reductions; loops of C.
// CHECK-LABEL: pirch.kernel @memory
// CHECK-DAG: memref.alloca() : memref<8xf32, 3>
// CHECK-DAG: memref.alloca() : memref<6xf32>
// CHECK-DAG: memref.alloca() : memref<4xi32, 3>
// CHECK: pirch.reduce add %{{.*}} : f32
// CHECK: pirch.loop cond
// CHECK: arith.cmpi slt
// CHECK: step
// CHECK: arith.addi {{.*}} overflow<nsw> : i64
// CHECK: pirch.atomic_rmw addi
gpu.module @kernels {
  memref.global "private" @counts : memref<4xi32, #gpu.address_space<workgroup>>
  gpu.func @memory(%a: memref<8xf32>)
      workgroup(%w: memref<8xf32, #gpu.address_space<workgroup>>)
      private(%p: memref<2x3xf32, #gpu.address_space<private>>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %n = arith.constant 1 : i32
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<8xf32>
    %sum = gpu.all_reduce add %x uniform {} : (f32) -> (f32)
    memref.store %sum, %w[%t] : memref<8xf32, #gpu.address_space<workgroup>>
    scf.for %i = %c0 to %c2 step %c1 {
      memref.store %sum, %p[%i, %c1] : memref<2x3xf32, #gpu.address_space<private>>
    }
    %y = memref.load %p[%c1, %c1] : memref<2x3xf32, #gpu.address_space<private>>
    %counts = memref.get_global @counts : memref<4xi32, #gpu.address_space<workgroup>>
    %old = memref.atomic_rmw addi %n, %counts[%c0] : (i32, memref<4xi32, #gpu.address_space<workgroup>>) -> i32
    memref.store %y, %a[%t] : memref<8xf32>
    gpu.return
  }
}

// -----

// Globals that are constant are tables; the rows of a matrix lie one after the other.
// CHECK-LABEL: pirch.kernel @tables
// CHECK-DAG: pirch.table dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32> -> memref<4xf32>
// CHECK-DAG: pirch.table dense<[7, 8]> : tensor<2xi64> -> memref<2xi64>
gpu.module @kernels {
  memref.global "private" constant @weights : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>
  memref.global "private" constant @places : memref<2xindex> = dense<[7, 8]>
  gpu.func @tables(%a: memref<8xf32>) kernel attributes {known_block_size = array<i32: 2, 1, 1>} {
    %t = gpu.thread_id x
    %weights = memref.get_global @weights : memref<2x2xf32>
    %places = memref.get_global @places : memref<2xindex>
    %at = memref.load %places[%t] : memref<2xindex>
    %x = memref.load %weights[%t, %t] : memref<2x2xf32>
    memref.store %x, %a[%at] : memref<8xf32>
    gpu.return
  }
}
