// What kernels refuse of their role, lane order and estimate, and what operations
// of other dialects refuse of attributes of this one.
// RUN: pirch-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{has the role single_group, which only a kernel that is not packed has, but a wg_pack of 2}}
pirch.kernel @k() attributes {wg_size = 4 : i64, wg_pack = 2 : i64, role = #pirch.role<single_group>} {
  pirch.return
}

// -----
// expected-error @+1 {{has the role remainder and must have a wg_pack of 1}}
pirch.kernel @k() attributes {wg_size = 4 : i64, wg_pack = 2 : i64, role = #pirch.role<remainder>} {
  pirch.return
}

// -----
// expected-error @+1 {{is no main kernel or fallback, but names the kernel @other as another form of it}}
pirch.kernel @k() attributes {wg_size = 4 : i64, wg_pack = 1 : i64, role = #pirch.role<remainder>, single_group = @other} {
  pirch.return
}

// -----
// expected-error @+1 {{names the remainder kernel @other, which has another role}}
pirch.kernel @k() attributes {wg_size = 4 : i64, wg_pack = 1 : i64, role = #pirch.role<remainder>, remainder = @other} {
  pirch.return
}
// expected-note @+1 {{the kernel @other}}
pirch.kernel @other() attributes {wg_size = 4 : i64, wg_pack = 2 : i64, role = #pirch.role<fallback>} {
  pirch.return
}

// -----
// expected-error @+1 {{names the remainder kernel @other, which leaves groups to a third one}}
pirch.kernel @k() attributes {wg_size = 4 : i64, wg_pack = 1 : i64, role = #pirch.role<remainder>, remainder = @other} {
  pirch.return
}
// expected-note @+1 {{the kernel @other}}
pirch.kernel @other() attributes {wg_size = 4 : i64, wg_pack = 1 : i64, role = #pirch.role<remainder>, remainder = @third} {
  pirch.return
}
pirch.kernel @third() attributes {wg_size = 4 : i64, wg_pack = 1 : i64, role = #pirch.role<remainder>} {
  pirch.return
}

// -----
// expected-error @+1 {{names the single_group kernel @other, which only a kernel that is not packed does, but has a wg_pack of 2}}
pirch.kernel @k() attributes {wg_size = 4 : i64, wg_pack = 2 : i64, single_group = @other} {
  pirch.return
}

// -----
pirch.kernel @k(%n: i64) attributes {wg_size = 4 : i64} {
  // expected-error @+1 {{leaves groups to a remainder kernel, but the kernel names none}}
  pirch.main_groups %n
  pirch.return
}

// -----
// expected-error @+1 {{has a lane_order, but no wg_pack}}
pirch.kernel @k() attributes {wg_size = 4 : i64, lane_order = #pirch.lanes<wg, wi, ix>} {
  pirch.return
}

// -----
// expected-error @+1 {{has an estimated_cost, but no target in whose unit it is given}}
pirch.kernel @k() attributes {wg_size = 4 : i64, estimated_cost = 1.0 : f64} {
  pirch.return
}

// -----
// expected-error @+1 {{expects an estimated_cost of 0 or more, got -1.0}}
pirch.kernel @k() attributes {wg_size = 4 : i64, target = #pirch.ve, estimated_cost = -1.0 : f64} {
  pirch.return
}

// -----
// expected-error @+1 {{expects an estimated_cost of 0 or more, got 0x7FF8}}
pirch.kernel @k() attributes {wg_size = 4 : i64, target = #pirch.ve, estimated_cost = 0x7FF8000000000000 : f64} {
  pirch.return
}

// -----
// expected-error @+1 {{names the remainder kernel @other, which does not exist}}
pirch.kernel @k() attributes {wg_size = 4 : i64, wg_pack = 2 : i64, remainder = @other} {
  pirch.return
}
func.func private @other()

// -----
// expected-error @+1 {{names the remainder kernel @other, which has another role}}
pirch.kernel @k() attributes {wg_size = 4 : i64, wg_pack = 2 : i64, remainder = @other} {
  pirch.return
}
// expected-note @+1 {{the kernel @other}}
pirch.kernel @other() attributes {wg_size = 4 : i64, wg_pack = 1 : i64} {
  pirch.return
}

// -----
// expected-error @+1 {{names the single_group kernel @other, which has other parameters}}
pirch.kernel @k() attributes {wg_size = 4 : i64, single_group = @other} {
  pirch.return
}
// expected-note @+1 {{the kernel @other}}
pirch.kernel @other(%n: i32) attributes {wg_size = 4 : i64, role = #pirch.role<single_group>} {
  pirch.return
}

// -----
// expected-error @+1 {{names the single_group kernel @other, whose groups have another number of work items}}
pirch.kernel @k() attributes {wg_size = 4 : i64, single_group = @other} {
  pirch.return
}
// expected-note @+1 {{the kernel @other}}
pirch.kernel @other() attributes {wg_size = 8 : i64, role = #pirch.role<single_group>} {
  pirch.return
}

// -----
// expected-error @+1 {{names the single_group kernel @other, which has another target}}
pirch.kernel @k() attributes {wg_size = 4 : i64, single_group = @other, target = #pirch.ve} {
  pirch.return
}
// expected-note @+1 {{the kernel @other}}
pirch.kernel @other() attributes {wg_size = 4 : i64, role = #pirch.role<single_group>} {
  pirch.return
}

// -----
pirch.kernel @k(%a: memref<?xf64>) attributes {wg_size = 2 : i64, wg_pack = 2 : i64, lane_order = #pirch.lanes<ix, wi, wg>} {
  // expected-error @+1 {{but the kernel's lane_order is #pirch.lanes<ix, wi, wg>}}
  %0 = pirch.wi_index : !pirch.infreg<2x2x1xi32, #pirch.lanes<wg, wi, ix>>
  pirch.return
}

// -----
// expected-error @+1 {{expects a target as "pirch.target", got 1 : i64}}
func.func private @k() attributes {pirch.target = 1 : i64}

// -----
// expected-error @+1 {{expects the name of a kernel as "pirch.kernel", got unit}}
func.func private @k() attributes {pirch.kernel}

// -----
// expected-error @+1 {{expects a positive number of lanes as "pirch.lanes_in_use", got 0 : i64}}
func.func private @k() attributes {pirch.lanes_in_use = 0 : i64}

// -----
// expected-error @+1 {{has "pirch.target", which only functions have}}
module attributes {pirch.target = #pirch.ve} {
}

// -----
// expected-error @+1 {{has "pirch.remainder_loop", which only loops have}}
func.func private @k() attributes {pirch.remainder_loop}

// -----
func.func @k(%x: f64) {
  // expected-error @+1 {{expects a unit attribute as "pirch.cheap", got 2 : i64}}
  %0 = arith.addf %x, %x {pirch.cheap = 2 : i64} : f64
  return
}

// -----
// expected-error @+1 {{has "pirch.expensive", which the dialect does not know}}
func.func private @k() attributes {pirch.expensive}

// -----
// expected-error @+1 {{expects 3 parameters of type i64 for its grid, behind those of the source}}
pirch.kernel @k(%a: memref<?xf64>, %x: i64, %y: i64) attributes {wg_size = 8 : i64, wg_shape = array<i64: 4, 2>} {
  pirch.return
}

// -----
// expected-error @+1 {{has a wg_shape of 8 work items, but a wg_size of 4}}
pirch.kernel @k(%x: i64, %y: i64, %row: i64) attributes {wg_size = 4 : i64, wg_shape = array<i64: 4, 2>} {
  pirch.return
}

// -----
// expected-error @+1 {{expects a wg_shape of 1 to 3 extents, got 4}}
pirch.kernel @k() attributes {wg_size = 4 : i64, wg_shape = array<i64: 4, 1, 1, 1>} {
  pirch.return
}

// -----
// expected-error @+1 {{expects extents of 1 to 1024 in its wg_shape, got -2}}
pirch.kernel @k() attributes {wg_size = 4 : i64, wg_shape = array<i64: -2, -2>} {
  pirch.return
}

// -----
// expected-error @+1 {{has a grid_offset, but no wg_shape}}
pirch.kernel @k() attributes {wg_size = 4 : i64, grid_offset} {
  pirch.return
}

// -----
// expected-error @+1 {{has row_groups, but also a wg_shape}}
pirch.kernel @k(%x: i64, %row: i64) attributes {wg_size = 4 : i64, wg_shape = array<i64: 4>, row_groups = 8 : i64} {
  pirch.return
}

// -----
// expected-error @+1 {{expects a last parameter of type i64 that is the row}}
pirch.kernel @k(%a: memref<?xf64>) attributes {wg_size = 4 : i64, row_groups = 8 : i64} {
  pirch.return
}

// -----
// expected-error @+1 {{names the remainder kernel @r, which has another grid}}
pirch.kernel @k(%x: i64, %y: i64, %row: i64) attributes {wg_size = 8 : i64, wg_shape = array<i64: 4, 2>, remainder = @r} {
  pirch.return
}
// expected-note @+1 {{the kernel @r}}
pirch.kernel @r(%x: i64, %y: i64, %row: i64) attributes {wg_size = 8 : i64, wg_shape = array<i64: 2, 4>, role = #pirch.role<remainder>} {
  pirch.return
}

// -----
// expected-error @+1 {{has a length of rows, but no whole_kernel}}
pirch.kernel @k(%a: memref<?xf64>) attributes {wg_size = 4 : i64, row_length = 8 : i64} {
  pirch.return
}

// -----
// expected-error @+1 {{has a whole_kernel, but also a wg_shape, row_groups or group_parts}}
pirch.kernel @k(%a: memref<?xf64>) attributes {wg_size = 4 : i64, group_parts = 2 : i64, row_length = 8 : i64, whole_kernel = @w} {
  pirch.return
}

// -----
// expected-error @+1 {{has a whole_kernel and expects a row_length, a row_length_param or both}}
pirch.kernel @k(%a: memref<?xf64>) attributes {wg_size = 4 : i64, whole_kernel = @w} {
  pirch.return
}

// -----
// expected-error @+1 {{expects a row_length below 2147483648, got 2147483648}}
pirch.kernel @k(%a: memref<?xf64>, %row: i64, %begin: i64, %end: i64, %groups: i64) attributes {wg_size = 4 : i64, row_length = 2147483648 : i64, whole_kernel = @w} {
  pirch.return
}

// -----
// expected-error @+1 {{expects 4 parameters of type i64 for its rows, behind those of the source}}
pirch.kernel @k(%a: memref<?xf64>, %row: i64) attributes {wg_size = 4 : i64, row_length = 8 : i64, whole_kernel = @w} {
  pirch.return
}

// -----
// expected-error @+1 {{expects the number of a parameter of the source that is an integer as row_length_param, got 0}}
pirch.kernel @k(%a: memref<?xf64>, %row: i64, %begin: i64, %end: i64, %groups: i64) attributes {wg_size = 4 : i64, row_length_param = 0 : i64, whole_kernel = @w} {
  pirch.return
}

// -----
// expected-error @+1 {{has exact_products, but no whole_kernel}}
pirch.kernel @k(%n: i32) attributes {wg_size = 4 : i64, exact_products = [array<i64: 3, 0>]} {
  pirch.return
}

// -----
// expected-error @+1 {{expects each of exact_products to be a positive constant and the numbers of parameters of the source that are integers}}
pirch.kernel @k(%a: memref<?xf64>, %row: i64, %begin: i64, %end: i64, %groups: i64) attributes {wg_size = 4 : i64, row_length = 8 : i64, exact_products = [array<i64: 3, 0>], whole_kernel = @w} {
  pirch.return
}

// -----
// expected-error @+1 {{expects each of exact_products to be a positive constant and the numbers of parameters of the source that are integers}}
pirch.kernel @k(%n: i32, %row: i64, %begin: i64, %end: i64, %groups: i64) attributes {wg_size = 4 : i64, row_length = 8 : i64, exact_products = [array<i64: 0, 0>], whole_kernel = @w} {
  pirch.return
}

// -----
// expected-error @+1 {{names the whole_kernel @w, which does not exist}}
pirch.kernel @k(%a: memref<?xf64>, %row: i64, %begin: i64, %end: i64, %groups: i64) attributes {wg_size = 4 : i64, row_length = 8 : i64, whole_kernel = @w} {
  pirch.return
}

// -----
// expected-error @+1 {{names the whole_kernel @w, which is no main kernel of whole groups with the same parameters of the source and the same target}}
pirch.kernel @k(%a: memref<?xf64>, %row: i64, %begin: i64, %end: i64, %groups: i64) attributes {wg_size = 4 : i64, row_length = 8 : i64, whole_kernel = @w} {
  pirch.return
}
// expected-note @+1 {{the kernel @w}}
pirch.kernel @w(%a: memref<?xf32>) attributes {wg_size = 8 : i64} {
  pirch.return
}
