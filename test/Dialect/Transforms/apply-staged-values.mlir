// RUN: pirch-opt --allow-unregistered-dialect %s --pirch-apply-staged-values='values=n=-3,x=0.5,0=0x7,groups_x=9' | FileCheck %s
// RUN: pirch-opt --allow-unregistered-dialect %s --pirch-apply-staged-values='staged=n,3 launch' | FileCheck %s --check-prefix=STAGED
// RUN: not pirch-opt --allow-unregistered-dialect %s --pirch-apply-staged-values='values=m=1' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not pirch-opt --allow-unregistered-dialect %s --pirch-apply-staged-values='values=n=4294967296' 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not pirch-opt --allow-unregistered-dialect %s --pirch-apply-staged-values='staged=a' 2>&1 | FileCheck %s --check-prefix=BUFFER

// NAME: error: no kernel has a parameter or a staged value 'm' (--stage=m=1)
// VALUE: error: '4294967296' is no value of type 'i32' (--stage=n=4294967296)
// BUFFER: error: no kernel has a scalar parameter 'a' (--staged=a)

// CHECK-LABEL: @known
// CHECK-DAG: %[[N:.*]] = arith.constant -3 : i32
// CHECK-DAG: %[[X:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7 : i64
// CHECK-DAG: %[[GROUPS:.*]] = arith.constant 9 : i64
// CHECK-NOT: pirch.stage
// CHECK: memref.store %[[X]]
// CHECK: "use"(%[[N]], %[[SEVEN]], %[[GROUPS]], %arg3)

// Those that are asked for have indices behind the source's, and the order in which they are named.
// STAGED-LABEL: @known
// STAGED: %[[N:.*]] = pirch.stage %arg1 index 1 : i32
// STAGED: %[[M:.*]] = pirch.stage %arg3 index 2 : i64
// STAGED: %[[GROUPS:.*]] = pirch.num_groups
// STAGED: %[[KNOWN:.*]] = pirch.stage %[[GROUPS]] index 3 : i64
// STAGED: %[[OWN:.*]] = pirch.stage %[[KNOWN]] index 0 : i64
// STAGED: "use"(%[[N]], %[[OWN]], %[[KNOWN]], %[[M]])
pirch.kernel @known(%a: memref<?xf32>, %n: i32, %x: f32, %last: i64) attributes {wg_size = 4 : i64, arg_names = ["a", "n", "x", "last"]} {
  %c0 = arith.constant 0 : index
  %groups = pirch.num_groups : i64
  %staged = pirch.stage %groups index 0 : i64
  memref.store %x, %a[%c0] : memref<?xf32>
  "use"(%n, %staged, %groups, %last) : (i32, i64, i64, i64) -> ()
  pirch.return
}
