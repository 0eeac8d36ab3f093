// What run.py must notice. broken_compiler.py makes an object of each kernel.

// run: 3 groups
pirch.kernel @right(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3]> : tensor<3xi32>}, %n: i32 {pirch.value = 2 : i32})
    attributes {wg_size = 1 : i64} {
  pirch.return
}
// right: arg0 = dense<[2, 4, 6]> : tensor<3xi32>

// -----

// run: 3 groups
pirch.kernel @one_element(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3]> : tensor<3xi32>}, %n: i32 {pirch.value = 2 : i32})
    attributes {wg_size = 1 : i64} {
  pirch.return
}
// one_element: arg0 = dense<[2, 4, 7]> : tensor<3xi32>

// -----

// run: 2 groups
pirch.kernel @payload(
    %a: memref<?xf32> {pirch.value = dense<[1.0, -0.0]> : tensor<2xf32>})
    attributes {wg_size = 1 : i64} {
  pirch.return
}
// payload: arg0 = dense<[0x7FC00000, -0.0]> : tensor<2xf32>

// -----

// run: 2 groups
pirch.kernel @sign(
    %a: memref<?xf32> {pirch.value = dense<[1.0, -0.0]> : tensor<2xf32>})
    attributes {wg_size = 1 : i64} {
  pirch.return
}
// sign: arg0 = dense<[1.0, -0.0]> : tensor<2xf32>

// -----

// run: 2 groups
pirch.kernel @all_groups(
    %a: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
    attributes {wg_size = 1 : i64} {
  pirch.return
}
// all_groups: arg0 = dense<1> : tensor<2xi32>

// -----

// run: 2 groups
pirch.kernel @outside(
    %a: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
    attributes {wg_size = 1 : i64} {
  pirch.return
}
// outside: arg0 = dense<0> : tensor<2xi32>

// -----

// run: 2 groups
pirch.kernel @crash(
    %a: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
    attributes {wg_size = 1 : i64} {
  pirch.return
}
// crash: arg0 = dense<0> : tensor<2xi32>

// -----

// run: 2 groups
pirch.kernel @endless(
    %a: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
    attributes {wg_size = 1 : i64} {
  pirch.return
}
// endless: arg0 = dense<0> : tensor<2xi32>

// -----

// run: 2 groups
pirch.kernel @missing(
    %a: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
    attributes {wg_size = 1 : i64} {
  pirch.return
}
// missing: arg0 = dense<0> : tensor<2xi32>

// -----

// run: 2 groups
pirch.kernel @refused(
    %a: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
    attributes {wg_size = 1 : i64} {
  pirch.return
}
// refused: arg0 = dense<0> : tensor<2xi32>
