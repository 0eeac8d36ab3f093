// RUN: pirch-opt %s --split-input-file --pirch-interpret=groups=2 -o /dev/null | FileCheck %s
// RUN: pirch-opt %s --split-input-file --pirch-pack-work-groups=wg-pack=2 --pirch-assign-lanes --pirch-interpret=groups=2 -o /dev/null | FileCheck %s

// A masked loop goes round until the last lane of the pack has left it.
// CHECK: // masked: arg0 = dense<[8, 10, 9, 8]>
pirch.kernel @masked(%a: memref<?xi32> {pirch.value = dense<[1, 10, 9, 2]> : tensor<4xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %limit = arith.constant 8 : i32
  %eight = pirch.splat %limit : i32 -> <?x2x1xi32>
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
  %true = arith.constant true
  %all = pirch.splat %true : i1 -> <?x2x1xi1>
  %r:2 = scf.while (%v = %x, %m = %all)
      : (!pirch.infreg<?x2x1xi32>, !pirch.infreg<?x2x1xi1>)
        -> (!pirch.infreg<?x2x1xi32>, !pirch.infreg<?x2x1xi1>) {
    %less = arith.cmpi slt, %v, %eight : !pirch.infreg<?x2x1xi32>
    %go = arith.andi %m, %less : !pirch.infreg<?x2x1xi1>
    %again = pirch.active %go : !pirch.infreg<?x2x1xi1>
    scf.condition(%again) %v, %go : !pirch.infreg<?x2x1xi32>, !pirch.infreg<?x2x1xi1>
  } do {
  ^bb0(%v: !pirch.infreg<?x2x1xi32>, %m: !pirch.infreg<?x2x1xi1>):
    %double = arith.addi %v, %v : !pirch.infreg<?x2x1xi32>
    %next = pirch.select %m, %double, %v : !pirch.infreg<?x2x1xi1>, !pirch.infreg<?x2x1xi32>
    scf.yield %next, %m : !pirch.infreg<?x2x1xi32>, !pirch.infreg<?x2x1xi1>
  }
  pirch.store %r#0, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
  pirch.return
}
