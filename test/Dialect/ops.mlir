// Every operation prints and parses back to itself.
// RUN: pirch-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: pirch.kernel @item(
// CHECK-SAME: memref<?xf64>
pirch.kernel @item(%a: memref<?xf64>, %n: i32) attributes {wg_size = 4 : i64, arg_names = ["a", "n"], arg_types = ["double *", "int32_t"]} {
  // CHECK: pirch.wi_index : i64
  %wi = pirch.wi_index : i64
  // CHECK: pirch.wg_index : i64
  %wg = pirch.wg_index : i64
  // CHECK: pirch.num_groups : i64
  %groups = pirch.num_groups : i64
  %c = arith.constant true
  %x = arith.constant 1.0 : f64
  // CHECK: pirch.loop cond {
  // CHECK: pirch.condition
  // CHECK: } body {
  // CHECK: pirch.yield
  // CHECK: } step {
  pirch.loop cond {
    pirch.condition %c : i1
  } body {
    pirch.yield
  } step {
    pirch.yield
  }
  // CHECK: pirch.loop post_test cond
  pirch.loop post_test cond {
    pirch.condition %c : i1
  } body {
    pirch.yield
  } step {
    pirch.yield
  }
  // CHECK: pirch.wg_shuffle %{{.*}} from %{{.*}} : f64, i64
  %s = pirch.wg_shuffle %x from %wi : f64, i64
  // CHECK: pirch.reduce add %{{.*}} : f64
  %r = pirch.reduce add %x : f64
  // CHECK: pirch.scan maxf exclusive %{{.*}} : f64
  %t = pirch.scan maxf exclusive %x : f64
  // CHECK: pirch.any %{{.*}} : i1
  %any = pirch.any %c : i1
  // CHECK: pirch.all %{{.*}} : i1
  %all = pirch.all %c : i1
  // CHECK: pirch.return
  pirch.return
}

// CHECK-LABEL: pirch.kernel @lanes(
// CHECK-SAME: target = #pirch.generic<triple = "aarch64-linux-gnu", bits = 256>
pirch.kernel @lanes(%a: memref<?xf64>) attributes {wg_size = 2 : i64, target = #pirch.generic<triple = "aarch64-linux-gnu", bits = 256>} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  // CHECK: pirch.load %{{.*}}[%{{.*}} + wg * %{{.*}}] [0, 1, _, 3] : memref<?xf64> -> <?x2x2xf64>
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, _, 3] : memref<?xf64> -> <?x2x2xf64>
  // CHECK: pirch.constant dense<{{.*}}> : tensor<2x2xi1> -> <?x2x2xi1>
  %m = pirch.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1> -> <?x2x2xi1>
  // CHECK: pirch.splat %{{.*}} : i64 -> <?x2x2xi64>
  %i = pirch.splat %c4 : i64 -> <?x2x2xi64>
  // CHECK: pirch.ix_index : !pirch.infreg<?x2x2xi64>
  %ix = pirch.ix_index : !pirch.infreg<?x2x2xi64>
  // CHECK: arith.addf %{{.*}} : !pirch.infreg<?x2x2xf64>
  %sum = arith.addf %x, %x : !pirch.infreg<?x2x2xf64>
  // CHECK: pirch.reorder %{{.*}} [1, _] : <?x2x2xf64> -> <?x2x2xf64>
  %re = pirch.reorder %sum [1, _] : <?x2x2xf64> -> <?x2x2xf64>
  // CHECK: pirch.wg_permute %{{.*}} [1, 1] : <?x2x2xf64> -> <?x2x2xf64>
  %pe = pirch.wg_permute %re [1, 1] : <?x2x2xf64> -> <?x2x2xf64>
  // CHECK: pirch.merge %{{.*}} into %{{.*}} lanes ["01" x 2] : <?x2x2xf64>
  %me = pirch.merge %pe into %x lanes ["01" x 2] : <?x2x2xf64>
  // CHECK: pirch.select %{{.*}}, %{{.*}}, %{{.*}} : <?x2x2xi1>, <?x2x2xf64>
  %se = pirch.select %m, %me, %x : <?x2x2xi1>, <?x2x2xf64>
  // CHECK: pirch.wg_shuffle
  %sh = pirch.wg_shuffle %se from %i : !pirch.infreg<?x2x2xf64>, !pirch.infreg<?x2x2xi64>
  // CHECK: pirch.gather %{{.*}}[%{{.*}}] mask %{{.*}} : !pirch.infreg<?x2x2xi1> : memref<?xf64>, <?x2x2xi64> -> <?x2x2xf64>
  %ga = pirch.gather %a[%i] mask %m : !pirch.infreg<?x2x2xi1> : memref<?xf64>, <?x2x2xi64> -> <?x2x2xf64>
  %first = pirch.splat %c4 : i64 -> <?x2x1xi64>
  // CHECK: pirch.load_rows %{{.*}}[%{{.*}} + %{{.*}}] : memref<?xf64>, <?x2x1xi64> -> <?x2x4xf64>
  %rows = pirch.load_rows %a[%c0 + %first] : memref<?xf64>, <?x2x1xi64> -> <?x2x4xf64>
  // CHECK: pirch.store_rows %{{.*}}, %{{.*}}[%{{.*}} + %{{.*}}] : <?x2x4xf64>, memref<?xf64>, <?x2x1xi64>
  pirch.store_rows %rows, %a[%c0 + %first] : <?x2x4xf64>, memref<?xf64>, <?x2x1xi64>
  // CHECK: pirch.scatter
  pirch.scatter %ga, %a[%i] : <?x2x2xf64>, memref<?xf64>, <?x2x2xi64>
  %one = pirch.splat %c0 : i64 -> <?x2x1xi64>
  // CHECK: pirch.extract %{{.*}}[%{{.*}}] : <?x2x2xf64>, <?x2x1xi64> -> <?x2x1xf64>
  %ex = pirch.extract %sh[%one] : <?x2x2xf64>, <?x2x1xi64> -> <?x2x1xf64>
  // CHECK: pirch.insert %{{.*}} into %{{.*}}[%{{.*}}] : <?x2x1xf64>, <?x2x2xf64>, <?x2x1xi64>
  %in = pirch.insert %ex into %sh[%one] : <?x2x1xf64>, <?x2x2xf64>, <?x2x1xi64>
  // CHECK: pirch.convert sitofp %{{.*}} : <?x2x2xi64> -> <?x2x2xf64>
  %co = pirch.convert sitofp %i : <?x2x2xi64> -> <?x2x2xf64>
  // CHECK: pirch.active %{{.*}} : <?x2x2xi1>
  %ac = pirch.active %m : <?x2x2xi1>
  // CHECK: pirch.read_first_lane %{{.*}} : <?x2x2xf64>
  %fl = pirch.read_first_lane %co : <?x2x2xf64>
  // CHECK: pirch.store %{{.*}}, %{{.*}}[%{{.*}} + wg * %{{.*}}] [0, _, 2, 3] : <?x2x2xf64>, memref<?xf64>
  pirch.store %in, %a[%c0 + wg * %c4] [0, _, 2, 3] : <?x2x2xf64>, memref<?xf64>
  pirch.return
}

// CHECK-LABEL: pirch.kernel @variables
pirch.kernel @variables(%a: memref<?xi32>) attributes {wg_size = 2 : i64} {
  // CHECK: pirch.alloca : memref<16xi32, 3>
  %t = pirch.alloca : memref<16xi32, 3>
  // CHECK: pirch.alloca : memref<200xf64, 5>
  %p = pirch.alloca : memref<200xf64, 5>
  %i = pirch.wg_index : !pirch.infreg<?x2x1xi64>
  %x = pirch.wg_index : !pirch.infreg<?x2x1xi32>
  %m = pirch.constant dense<true> : tensor<2x1xi1> -> !pirch.infreg<?x2x1xi1>
  // CHECK: pirch.atomic_rmw addi %{{.*}}, %{{.*}}[%{{.*}}] : !pirch.infreg<?x2x1xi32>, memref<16xi32, 3>, !pirch.infreg<?x2x1xi64>
  %old = pirch.atomic_rmw addi %x, %t[%i] : !pirch.infreg<?x2x1xi32>, memref<16xi32, 3>, !pirch.infreg<?x2x1xi64>
  // CHECK: pirch.atomic_cmpxchg %{{.*}}, %{{.*}}, %{{.*}}[%{{.*}}] mask %{{.*}} : !pirch.infreg<?x2x1xi1> : !pirch.infreg<?x2x1xi32>, memref<?xi32>, !pirch.infreg<?x2x1xi64>
  %seen = pirch.atomic_cmpxchg %x, %old, %a[%i] mask %m : !pirch.infreg<?x2x1xi1> : !pirch.infreg<?x2x1xi32>, memref<?xi32>, !pirch.infreg<?x2x1xi64>
  pirch.return
}

// CHECK-LABEL: pirch.kernel @packed
pirch.kernel @packed() attributes {wg_size = 2 : i64, wg_pack = 4 : i64, target = #pirch.avx512<cpu = "znver4">} {
  // CHECK: !pirch.infreg<4x2x3xi32, #pirch.lanes<ix, wi, wg>>
  %wg = pirch.wg_index : !pirch.infreg<4x2x3xi32, #pirch.lanes<ix, wi, wg>>
  pirch.return
}
