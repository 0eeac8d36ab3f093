//===- EachOperation.h - A use of each operation of the dialect -*- C++ -*-===//
//
// Kernels that use each operation on lanes, in either form. Tests that ask all
// operations of the dialect something take them from here, and
// OpInterfaceTest.cpp fails where one is missing.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_UNITTESTS_DIALECT_EACHOPERATION_H
#define PIRCH_UNITTESTS_DIALECT_EACHOPERATION_H

/// One operation of each kind on infregs, and two of other dialects.
inline constexpr const char *kEachOperation = R"mlir(
!x = !pirch.infreg<?x4x2xf64>
!i = !pirch.infreg<?x4x2xi32>
!l = !pirch.infreg<?x4x2xi64>
!m = !pirch.infreg<?x4x2xi1>
!x1 = !pirch.infreg<?x4x1xf64>
!i1 = !pirch.infreg<?x4x1xi32>
!l1 = !pirch.infreg<?x4x1xi64>
!m1 = !pirch.infreg<?x4x1xi1>
pirch.kernel @each(%a: memref<?xf64>, %s: f64) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %wg = pirch.wg_index : !i
  %wi = pirch.wi_index : !i
  %ix = pirch.ix_index : !i
  %i1 = pirch.wi_index : !i1
  %groups = pirch.num_groups : i64
  %table = pirch.constant dense<true> : tensor<4x2xi1> -> !m
  %m1 = pirch.constant dense<true> : tensor<4x1xi1> -> !m1
  %splat = pirch.splat %s : f64 -> !x
  %v1 = pirch.splat %s : f64 -> !x1
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3, _, 5, 6, 7] : memref<?xf64> -> !x
  %reorder = pirch.reorder %x [1, 1] : !x -> !x
  %permute = pirch.wg_permute %x [3, 0, _, 1] : !x -> !x
  %shuffle = pirch.wg_shuffle %x from %wi : !x, !i
  %extract = pirch.extract %x[%i1] : !x, !i1 -> !x1
  %insert = pirch.insert %v1 into %x[%i1] mask %m1 : !m1 : !x1, !x, !i1
  %merge = pirch.merge %x into %splat lanes ["01" x 3, "10" x 1] : !x
  %select = pirch.select %table, %x, %merge : !m, !x
  %convert = pirch.convert sitofp %wi : !i -> !x
  %staged = pirch.stage %groups index 0 : i64
  %any = pirch.any %table : !m
  %all = pirch.all %table : !m
  %active = pirch.active %table : !m
  %reduce = pirch.reduce add %x mask %table : !m : !x
  %scan = pirch.scan add inclusive %x mask %table : !m : !x
  %gather = pirch.gather %a[%wi] mask %table : !m : memref<?xf64>, !i -> !x
  pirch.scatter %x, %a[%wi] mask %table : !m : !x, memref<?xf64>, !i
  %first = pirch.splat %c0 : i64 -> !l1
  %rows = pirch.load_rows %a[%c0 + %first] : memref<?xf64>, !l1 -> !x
  pirch.store_rows %rows, %a[%c0 + %first] : !x, memref<?xf64>, !l1
  %at = pirch.convert extsi %wi : !i -> !l
  %swapped = pirch.atomic_rmw assign %x, %a[%at] mask %table : !m : !x, memref<?xf64>, !l
  %seen = pirch.atomic_cmpxchg %x, %swapped, %a[%at] mask %table : !m : !x, memref<?xf64>, !l
  %sum = arith.addf %x, %gather : !x
  %root = math.sqrt %sum : !x
  pirch.store %root, %a[%c0 + wg * %c0] [0, 1, 2, 3, 4, _, 6, 7] mask %table : !m : !x, memref<?xf64>
  pirch.return
}
)mlir";

/// One operation of each kind that gives a scalar of a group, which may stand
/// only in a kernel that computes one group at a time.
inline constexpr const char *kEachOfOneGroup = R"mlir(
pirch.kernel @each_of_one_group(%a: memref<?xf64>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xf64> -> <?x4x1xf64>
  %scalar = pirch.read_first_lane %x : <?x4x1xf64>
  %each = pirch.splat %scalar : f64 -> <?x4x1xf64>
  pirch.store %each, %a[%c0 + wg * %c0] [0, 1, 2, 3] : <?x4x1xf64>, memref<?xf64>
  pirch.return
}
)mlir";

/// One operation of each kind that may stand in the program of one work item,
/// on scalars that differ from work item to work item.
inline constexpr const char *kEachOfWorkItem = R"mlir(
pirch.kernel @each_of_work_item(%a: memref<?xf64>) attributes {wg_size = 4 : i64} {
  %size = arith.constant 4 : i64
  %wg = pirch.wg_index : i64
  %wi = pirch.wi_index : i64
  %groups = pirch.num_groups : i64
  %first = arith.muli %wg, %size : i64
  %own = arith.addi %first, %wi : i64
  %at = arith.index_cast %own : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %from = arith.fptosi %x : f64 to i64
  %staged = pirch.stage %groups index 0 : i64
  %shuffle = pirch.wg_shuffle %x from %from : f64, i64
  %greater = arith.cmpf ogt, %x, %shuffle : f64
  %any = pirch.any %greater : i1
  %all = pirch.all %greater : i1
  %reduce = pirch.reduce add %x : f64
  %scan = pirch.scan add inclusive %x : f64
  %swapped = pirch.atomic_rmw assign %x, %a[%at] : f64, memref<?xf64>, index
  %seen = pirch.atomic_cmpxchg %x, %swapped, %a[%at] : f64, memref<?xf64>, index
  %table = pirch.table dense<[1.0, 2.0]> : tensor<2xf64> -> memref<2xf64>
  %entry = memref.load %table[%at] : memref<2xf64>
  pirch.loop cond {
    pirch.condition %any : i1
  } body {
    pirch.yield
  } step {
    pirch.yield
  }
  pirch.return
}
)mlir";

#endif // PIRCH_UNITTESTS_DIALECT_EACHOPERATION_H
