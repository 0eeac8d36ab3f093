// What each operation, type and attribute refuses.
// RUN: pirch-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected three extents (WG x WI x ix), got 2}}
func.func private @rank(!pirch.infreg<?x4xf64>)

// -----
// expected-error @+1 {{expected a positive wi extent, got '?' (only the wg extent may be infinite)}}
func.func private @dynamic(!pirch.infreg<?x?x4xf64>)

// -----
// expected-error @+1 {{expected lanes of a signless integer or float type, got 'index'}}
func.func private @element(!pirch.infreg<?x2x4xindex>)

// -----
// expected-error @+1 {{an infinite register has no lane order; pack work groups first}}
func.func private @infinite(!pirch.infreg<?x2x4xf64, #pirch.lanes<wg, wi, ix>>)

// -----
// expected-error @+1 {{expected each of wg, wi and ix once}}
func.func private @twice(!pirch.infreg<2x2x4xf64, #pirch.lanes<wg, wi, wi>>)

// -----
// expected-error @+1 {{parameter 0 is 'memref<4xf64>'; expected a scalar or a rank-1 memref of dynamic size}}
pirch.kernel @k(%a: memref<4xf64>) attributes {wg_size = 4 : i64} {
  pirch.return
}

// -----
// expected-error @+1 {{has 1 arg_names for 2 parameters}}
pirch.kernel @k(%a: memref<?xf64>, %n: i32) attributes {wg_size = 4 : i64, arg_names = ["a"]} {
  pirch.return
}

// -----
pirch.kernel @k(%x: !pirch.infreg<?x2x2xf64>) attributes {wg_size = 2 : i64} {
  pirch.return
}
// expected-error @-3 {{parameter 0 is '!pirch.infreg<?x2x2xf64>'}}

// -----
func.func @reorder(%x: !pirch.infreg<?x2x4xf64>) {
  // expected-error @+1 {{map entry 1 is 4, but the source has 4 elements}}
  %0 = pirch.reorder %x [0, 4] : <?x2x4xf64> -> <?x2x2xf64>
  return
}

// -----
func.func @reorder(%x: !pirch.infreg<?x2x4xf64>) {
  // expected-error @+1 {{expects 2 map entries, or 4 (one per WI and element), got 3}}
  %0 = pirch.reorder %x [0, 1, 2] : <?x2x4xf64> -> <?x2x2xf64>
  return
}

// -----
func.func @reorder(%x: !pirch.infreg<?x2x4xf64>) {
  // expected-error @+1 {{goes from 2 to 1 work items; use pirch.wg_permute}}
  %0 = pirch.reorder %x [0, 1, 2, 3] : <?x2x4xf64> -> <?x1x4xf64>
  return
}

// -----
func.func @permute(%x: !pirch.infreg<?x2x4xf64>) {
  // expected-error @+1 {{map entry 1 is 2, but the source has 2 work items}}
  %0 = pirch.wg_permute %x [0, 2] : <?x2x4xf64> -> <?x2x4xf64>
  return
}

// -----
func.func @permute(%x: !pirch.infreg<?x2x4xf64>) {
  // expected-error @+1 {{changes the element type from 'f64' to 'f32'}}
  %0 = pirch.wg_permute %x [0, 1] : <?x2x4xf64> -> <?x2x4xf32>
  return
}

// -----
func.func @merge(%x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{expects 4 table entries (one per WI and element), got 2}}
  %0 = pirch.merge %x into %x lanes ["01" x 1] : <?x2x2xf64>
  return
}

// -----
func.func @merge(%x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{expected a string of 0 and 1, got "02"}}
  %0 = pirch.merge %x into %x lanes ["02" x 2] : <?x2x2xf64>
  return
}

// -----
func.func @select(%m: !pirch.infreg<?x2x1xi1>, %x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{mask has other lanes than the result}}
  %0 = pirch.select %m, %x, %x : <?x2x1xi1>, <?x2x2xf64>
  return
}

// -----
func.func @shuffle(%x: !pirch.infreg<?x2x2xf64>, %i: i32) {
  // expected-error @+1 {{expects value and source to be both scalars or both infregs}}
  %0 = pirch.wg_shuffle %x from %i : !pirch.infreg<?x2x2xf64>, i32
  return
}

// -----
func.func @extract(%x: !pirch.infreg<?x2x2xf64>, %i: !pirch.infreg<?x2x2xi32>) {
  // expected-error @+1 {{index has other lanes than the result}}
  %0 = pirch.extract %x[%i] : <?x2x2xf64>, <?x2x2xi32> -> <?x2x1xf64>
  return
}

// -----
func.func @insert(%x: !pirch.infreg<?x2x2xf64>, %i: !pirch.infreg<?x2x2xi32>) {
  // expected-error @+1 {{expects a value of one element for each of 2 work items}}
  %0 = pirch.insert %x into %x[%i] : <?x2x2xf64>, <?x2x2xf64>, <?x2x2xi32>
  return
}

// -----
func.func @reduce(%x: f64) {
  // expected-error @+1 {{cannot combine 'f64' by 'minsi'}}
  %0 = pirch.reduce minsi %x : f64
  return
}

// -----
func.func @scan(%x: i32) {
  // expected-error @+1 {{cannot combine 'i32' by 'maxf'}}
  %0 = pirch.scan maxf inclusive %x : i32
  return
}

// -----
func.func @constant() {
  // expected-error @+1 {{does not match the 2x2 lanes of a group}}
  %0 = pirch.constant dense<1> : tensor<2x3xi32> -> <?x2x2xi32>
  return
}

// -----
func.func @splat(%x: f32) {
  // expected-error @+1 {{scalar of type 'f32' for lanes of 'f64'}}
  %0 = pirch.splat %x : f32 -> <?x2x2xf64>
  return
}

// -----
func.func @load(%a: memref<?xf32>, %c: i64) {
  // expected-error @+1 {{moves lanes of 'f64' to or from a buffer of 'f32'}}
  %0 = pirch.load %a[%c + wg * %c] [0, 1] : memref<?xf32> -> <?x2x1xf64>
  return
}

// -----
func.func @store(%a: memref<?xf64>, %c: i64, %x: !pirch.infreg<?x2x1xf64>) {
  // expected-error @+1 {{expects 2 table entries (one per WI and element), got 3}}
  pirch.store %x, %a[%c + wg * %c] [0, 1, 2] : <?x2x1xf64>, memref<?xf64>
  return
}

// -----
func.func @load_rows(%a: memref<?xf64>, %c: i64, %i: !pirch.infreg<?x2x2xi64>) {
  // expected-error @+1 {{takes one index for each work item of '!pirch.infreg<?x2x2xf64>', not '!pirch.infreg<?x2x2xi64>'}}
  %0 = pirch.load_rows %a[%c + %i] : memref<?xf64>, <?x2x2xi64> -> <?x2x2xf64>
  return
}

// -----
func.func @store_rows(%a: memref<?xf32>, %c: i64, %i: !pirch.infreg<?x2x1xi64>, %x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{moves lanes of 'f64' to or from a buffer of 'f32'}}
  pirch.store_rows %x, %a[%c + %i] : <?x2x2xf64>, memref<?xf32>, <?x2x1xi64>
  return
}

// -----
func.func @gather(%a: memref<?xf64>, %i: !pirch.infreg<?x2x2xi64>) {
  // expected-error @+1 {{index has other lanes than the value}}
  %0 = pirch.gather %a[%i] : memref<?xf64>, <?x2x2xi64> -> <?x2x1xf64>
  return
}

// -----
func.func @scatter(%a: memref<?xf64>, %i: !pirch.infreg<?x2x2xi64>, %x: !pirch.infreg<?x2x2xf64>, %m: !pirch.infreg<?x2x1xi1>) {
  // expected-error @+1 {{mask has other lanes than the value}}
  pirch.scatter %x, %a[%i] mask %m : !pirch.infreg<?x2x1xi1> : <?x2x2xf64>, memref<?xf64>, <?x2x2xi64>
  return
}

// -----
func.func @convert(%x: !pirch.infreg<?x2x2xi64>) {
  // expected-error @+1 {{cannot convert 'i64' to 'i32' by 'extsi'}}
  %0 = pirch.convert extsi %x : <?x2x2xi64> -> <?x2x2xi32>
  return
}

// -----
// expected-error @+1 {{expected a positive wi extent, got 0}}
func.func private @zero(!pirch.infreg<?x0x4xf64>)

// -----
// expected-error @+1 {{expected a positive wg extent, got 0}}
func.func private @no_groups(!pirch.infreg<0x2x4xf64>)

// -----
// expected-error @+1 {{expected at most 4096 work groups, got 5000}}
func.func private @groups(!pirch.infreg<5000x2x4xf64>)

// -----
// expected-error @+1 {{expected at most 262144 lanes of a group, got 1024 x 1024}}
func.func private @huge(!pirch.infreg<?x1024x1024xf64>)

// -----
// expected-error @+1 {{lanes of 'i128' are not supported; expected an integer of 1 to 64 bits, f16, bf16, f32 or f64}}
func.func private @wide(!pirch.infreg<?x2x4xi128>)

// -----
// expected-error @+1 {{lanes of 'f80' are not supported}}
func.func private @float(!pirch.infreg<?x2x4xf80>)

// -----
// expected-error @+1 {{expected lanes of a signless integer or float type, got 'vector<2xf64>'}}
func.func private @vector(!pirch.infreg<?x2x4xvector<2xf64>>)

// -----
// expected-error @+1 {{expected the three axes wg, wi, ix; got 2}}
func.func private @axes(!pirch.infreg<2x2x4xf64, #pirch.lanes<wg, wi>>)

// -----
// expected-error @+2 {{expected one of [wg, wi, ix] for an axis of an infreg, got: iy}}
// expected-error @+1 {{failed to parse Pirch_LanesAttr parameter 'order'}}
func.func private @axis(!pirch.infreg<2x2x4xf64, #pirch.lanes<wg, wi, iy>>)

// -----
// expected-error @+1 {{expected registers of 8 to 65536 bits, got 0}}
func.func private @generic() attributes {target = #pirch.generic<bits = 0>}

// -----
// expected-error @+1 {{duplicate or unknown struct parameter name: bits}}
func.func private @avx512() attributes {target = #pirch.avx512<bits = 512>}

// -----
// expected-error @+1 {{expects a wg_size of 1 to 1024, got 2048}}
pirch.kernel @k() attributes {wg_size = 2048 : i64} {
  pirch.return
}

// -----
// expected-error @+1 {{expects a wg_pack of 1 to 4096, got 5000}}
pirch.kernel @k() attributes {wg_size = 2 : i64, wg_pack = 5000 : i64} {
  pirch.return
}

// -----
// expected-error @+1 {{parameter 0 is 'memref<?xvector<2xf64>>'}}
pirch.kernel @k(%a: memref<?xvector<2xf64>>) attributes {wg_size = 2 : i64} {
  pirch.return
}

// -----
// expected-error @+1 {{parameter 0 is 'i128'}}
pirch.kernel @k(%a: i128) attributes {wg_size = 2 : i64} {
  pirch.return
}

// -----
pirch.kernel @k() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{has an infreg type '!pirch.infreg<4x2x1xi32>', but the kernel has no wg_pack}}
  %0 = pirch.wi_index : !pirch.infreg<4x2x1xi32>
  pirch.return
}

// -----
pirch.kernel @k() attributes {wg_size = 2 : i64, wg_pack = 2 : i64} {
  // expected-error @+1 {{has an infreg type '!pirch.infreg<?x2x1xi32>', but the kernel packs 2 work groups}}
  %0 = pirch.wi_index : !pirch.infreg<?x2x1xi32>
  pirch.return
}

// -----
pirch.kernel @k() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{has an infreg type '!pirch.infreg<?x4x1xi32>', but groups of the kernel have 2 work items}}
  %0 = pirch.wi_index : !pirch.infreg<?x4x1xi32>
  pirch.return
}

// -----
func.func @merge(%x: !pirch.infreg<?x2x1xf64>) {
  // expected-error @+1 {{expected a count from 1 to 65536, got 0}}
  %0 = pirch.merge %x into %x lanes ["0" x 0] : <?x2x1xf64>
  return
}

// -----
func.func @merge(%x: !pirch.infreg<?x2x1xf64>) {
  // expected-error @+1 {{expected at most 262144 lanes}}
  %0 = pirch.merge %x into %x lanes ["0000000000" x 65536] : <?x2x1xf64>
  return
}

// -----
pirch.kernel @far(%a: memref<?xf64>) attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  // expected-error @below {{offset 9223372036854775807 is farther than 2^40 elements away}}
  %x = pirch.load %a[%c0 + wg * %c0] [9223372036854775807] : memref<?xf64> -> <?x1x1xf64>
  pirch.return
}

// -----
func.func @window(%a: memref<?xf64>, %i: !pirch.infreg<?x2x1xi64>) {
  // expected-error @+1 {{has a window of 0 elements}}
  %0 = pirch.gather %a[%i] {window = array<i64: 3, 0>} : memref<?xf64>, <?x2x1xi64> -> <?x2x1xf64>
  return
}

// -----
func.func @window(%a: memref<?xf64>, %i: !pirch.infreg<?x2x1xi64>) {
  // expected-error @+1 {{has no window that could lie in the buffer}}
  %0 = pirch.gather %a[%i] {window_in_buffer} : memref<?xf64>, <?x2x1xi64> -> <?x2x1xf64>
  return
}

// -----
func.func @window(%a: memref<?xf64>, %i: !pirch.infreg<?x2x1xi64>) {
  // expected-error @+1 {{attribute 'window' failed to satisfy constraint}}
  %0 = pirch.gather %a[%i] {window = array<i64: 3>} : memref<?xf64>, <?x2x1xi64> -> <?x2x1xf64>
  return
}
