// What each operation refuses when it is written in the generic form, which
// skips the operation's own parser.
// RUN: pirch-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{requires attribute 'wg_size'}}
"pirch.kernel"() <{function_type = () -> (), sym_name = "k"}> ({
  "pirch.return"() : () -> ()
}) : () -> ()

// -----
// expected-error @+1 {{requires attribute 'function_type'}}
"pirch.kernel"() <{sym_name = "k", wg_size = 4 : i64}> ({
  "pirch.return"() : () -> ()
}) : () -> ()

// -----
// expected-error @+1 {{requires attribute 'sym_name'}}
"pirch.kernel"() <{function_type = () -> (), wg_size = 4 : i64}> ({
  "pirch.return"() : () -> ()
}) : () -> ()

// -----
// expected-error @+1 {{attribute 'wg_size' failed to satisfy constraint}}
"pirch.kernel"() <{function_type = () -> (), sym_name = "k", wg_size = -4 : i64}> ({
  "pirch.return"() : () -> ()
}) : () -> ()

// -----
// expected-error @+1 {{attribute 'wg_pack' failed to satisfy constraint}}
"pirch.kernel"() <{function_type = () -> (), sym_name = "k", wg_size = 4 : i64, wg_pack = 0 : i64}> ({
  "pirch.return"() : () -> ()
}) : () -> ()

// -----
// expected-error @+1 {{Invalid attribute `target` in property conversion}}
"pirch.kernel"() <{function_type = () -> (), sym_name = "k", wg_size = 4 : i64, target = "avx512"}> ({
  "pirch.return"() : () -> ()
}) : () -> ()

// -----
// expected-error @+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
"pirch.kernel"() <{function_type = () -> (), sym_name = "k", wg_size = 4 : i64}> ({
}) : () -> ()

// -----
// expected-error @+1 {{empty block: expect at least a terminator}}
"pirch.kernel"() <{function_type = () -> (), sym_name = "k", wg_size = 4 : i64}> ({
^bb0:
}) : () -> ()

// -----
// expected-error @+1 {{entry block must have 1 arguments to match function signature}}
"pirch.kernel"() <{function_type = (i32) -> (), sym_name = "k", wg_size = 4 : i64}> ({
  "pirch.return"() : () -> ()
}) : () -> ()

// -----
// expected-error @+1 {{returns nothing, but its type has 1 results}}
"pirch.kernel"() <{function_type = () -> (f64), sym_name = "k", wg_size = 4 : i64}> ({
  "pirch.return"() : () -> ()
}) : () -> ()

// -----
// expected-error @+1 {{expects its body to end with pirch.return}}
"pirch.kernel"() <{function_type = () -> (), sym_name = "k", wg_size = 4 : i64}> ({
  "llvm.unreachable"() : () -> ()
}) : () -> ()

// -----
func.func @return() {
  // expected-error @+1 {{expects parent op 'pirch.kernel'}}
  "pirch.return"() : () -> ()
}

// -----
func.func @condition(%c: i1) {
  // expected-error @+1 {{expects parent op 'pirch.loop'}}
  "pirch.condition"(%c) : (i1) -> ()
}

// -----
func.func @yield() {
  // expected-error @+1 {{expects parent op 'pirch.loop'}}
  "pirch.yield"() : () -> ()
}

// -----
func.func @loop(%c: i1) {
  // expected-error @+1 {{region #1 ('body') failed to verify constraint: region with 1 blocks}}
  "pirch.loop"() ({
    "pirch.condition"(%c) : (i1) -> ()
  }, {
  }, {
    "pirch.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----
func.func @loop(%c: i1) {
  // expected-error @+1 {{empty block: expect at least a terminator}}
  "pirch.loop"() ({
  ^bb0:
  }, {
    "pirch.yield"() : () -> ()
  }, {
    "pirch.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----
func.func @loop(%c: i1) {
  // expected-error @+1 {{cond region must end with pirch.condition}}
  "pirch.loop"() ({
    "pirch.yield"() : () -> ()
  }, {
    "pirch.yield"() : () -> ()
  }, {
    "pirch.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----
func.func @loop(%c: i1) {
  // expected-error @+1 {{step region must end with pirch.yield}}
  "pirch.loop"() ({
    "pirch.condition"(%c) : (i1) -> ()
  }, {
    "pirch.yield"() : () -> ()
  }, {
    "pirch.condition"(%c) : (i1) -> ()
  }) : () -> ()
  return
}

// -----
func.func @loop(%c: i1) {
  // expected-error @+1 {{region #1 should have no arguments}}
  "pirch.loop"() ({
    "pirch.condition"(%c) : (i1) -> ()
  }, {
  ^bb0(%x: i32):
    "pirch.yield"() : () -> ()
  }, {
    "pirch.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----
func.func @condition_type(%c: i32) {
  "pirch.loop"() ({
    // expected-error @+1 {{operand #0 must be 1-bit signless integer}}
    "pirch.condition"(%c) : (i32) -> ()
  }, {
    "pirch.yield"() : () -> ()
  }, {
    "pirch.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----
func.func @wg_index() {
  // expected-error @+1 {{result #0 must be}}
  %0 = "pirch.wg_index"() : () -> f64
  return
}

// -----
func.func @wi_index() {
  // expected-error @+1 {{result #0 must be}}
  %0 = "pirch.wi_index"() : () -> !pirch.infreg<?x4x1xi1>
  return
}

// -----
func.func @ix_index() {
  // expected-error @+1 {{result #0 must be}}
  %0 = "pirch.ix_index"() : () -> !pirch.infreg<?x4x1xf32>
  return
}

// -----
func.func @num_groups() {
  // expected-error @+1 {{result #0 must be}}
  %0 = "pirch.num_groups"() : () -> !pirch.infreg<?x4x1xi64>
  return
}

// -----
func.func @constant() {
  // expected-error @+1 {{requires attribute 'value'}}
  %0 = "pirch.constant"() : () -> !pirch.infreg<?x2x2xi32>
  return
}

// -----
func.func @constant() {
  // expected-error @+1 {{Invalid attribute `value` in property conversion}}
  %0 = "pirch.constant"() <{value = 1 : i32}> : () -> !pirch.infreg<?x2x2xi32>
  return
}

// -----
func.func @constant() {
  // expected-error @+1 {{result #0 must be infreg}}
  %0 = "pirch.constant"() <{value = dense<1> : tensor<2x2xi32>}> : () -> i32
  return
}

// -----
func.func @constant() {
  // expected-error @+1 {{table of 'i64' for lanes of 'i32'}}
  %0 = "pirch.constant"() <{value = dense<1> : tensor<2x2xi64>}> : () -> !pirch.infreg<?x2x2xi32>
  return
}

// -----
func.func @constant() {
  // expected-error @+1 {{expects a dense table of values}}
  %0 = "pirch.constant"() <{value = sparse<0, 1> : tensor<2x2xi32>}> : () -> !pirch.infreg<?x2x2xi32>
  return
}

// -----
func.func @splat(%x: vector<2xf64>) {
  // expected-error @+1 {{operand #0 must be}}
  %0 = "pirch.splat"(%x) : (vector<2xf64>) -> !pirch.infreg<?x2x2xf64>
  return
}

// -----
func.func @splat(%x: i64) {
  // expected-error @+1 {{result #0 must be infreg}}
  %0 = "pirch.splat"(%x) : (i64) -> i64
  return
}

// -----
func.func @reorder(%x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{requires attribute 'map'}}
  %0 = "pirch.reorder"(%x) : (!pirch.infreg<?x2x2xf64>) -> !pirch.infreg<?x2x2xf64>
  return
}

// -----
func.func @reorder(%x: f64) {
  // expected-error @+1 {{operand #0 must be infreg}}
  %0 = "pirch.reorder"(%x) <{map = array<i32: 0>}> : (f64) -> !pirch.infreg<?x2x2xf64>
  return
}

// -----
func.func @reorder(%x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{map entry 0 is -2, but the source has 2 elements}}
  %0 = "pirch.reorder"(%x) <{map = array<i32: -2, 0>}> : (!pirch.infreg<?x2x2xf64>) -> !pirch.infreg<?x2x2xf64>
  return
}

// -----
func.func @reorder(%x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{expects 2 map entries, or 4 (one per WI and element), got 0}}
  %0 = "pirch.reorder"(%x) <{map = array<i32>}> : (!pirch.infreg<?x2x2xf64>) -> !pirch.infreg<?x2x2xf64>
  return
}

// -----
func.func @reorder(%x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{Invalid attribute `map` in property conversion}}
  %0 = "pirch.reorder"(%x) <{map = array<i64: 0, 1>}> : (!pirch.infreg<?x2x2xf64>) -> !pirch.infreg<?x2x2xf64>
  return
}

// -----
func.func @reorder(%x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{changes the number of work groups}}
  %0 = "pirch.reorder"(%x) <{map = array<i32: 0, 1>}> : (!pirch.infreg<?x2x2xf64>) -> !pirch.infreg<2x2x2xf64>
  return
}

// -----
func.func @permute(%x: !pirch.infreg<2x2x2xf64, #pirch.lanes<wg, wi, ix>>) {
  // expected-error @+1 {{changes the lane order}}
  %0 = "pirch.wg_permute"(%x) <{map = array<i32: 0, 1>}> : (!pirch.infreg<2x2x2xf64, #pirch.lanes<wg, wi, ix>>) -> !pirch.infreg<2x2x2xf64, #pirch.lanes<ix, wi, wg>>
  return
}

// -----
func.func @permute(%x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{expects 6 map entries (one per WI and element), got 2}}
  %0 = "pirch.wg_permute"(%x) <{map = array<i32: 0, 1>}> : (!pirch.infreg<?x2x2xf64>) -> !pirch.infreg<?x2x3xf64>
  return
}

// -----
func.func @permute(%x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{map entry 3 is 4, but the source has 4 lanes}}
  %0 = "pirch.wg_permute"(%x) <{map = array<i32: 0, 1, 2, 4>}> : (!pirch.infreg<?x2x2xf64>) -> !pirch.infreg<?x2x2xf64>
  return
}

// -----
func.func @shuffle(%x: f64, %i: i8) {
  // expected-error @+1 {{operand #1 must be}}
  %0 = "pirch.wg_shuffle"(%x, %i) : (f64, i8) -> f64
  return
}

// -----
func.func @shuffle(%x: f64, %i: i32) {
  // expected-error @+1 {{all of {value, result} have same type}}
  %0 = "pirch.wg_shuffle"(%x, %i) : (f64, i32) -> f32
  return
}

// -----
func.func @shuffle(%x: !pirch.infreg<?x2x2xf64>, %i: !pirch.infreg<?x2x1xi32>) {
  // expected-error @+1 {{source has other lanes than the result}}
  %0 = "pirch.wg_shuffle"(%x, %i) : (!pirch.infreg<?x2x2xf64>, !pirch.infreg<?x2x1xi32>) -> !pirch.infreg<?x2x2xf64>
  return
}

// -----
func.func @extract(%x: !pirch.infreg<?x2x2xf64>, %i: !pirch.infreg<?x2x1xf64>) {
  // expected-error @+1 {{operand #1 must be infreg of i32 or i64}}
  %0 = "pirch.extract"(%x, %i) : (!pirch.infreg<?x2x2xf64>, !pirch.infreg<?x2x1xf64>) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @extract(%x: !pirch.infreg<?x2x2xf64>, %i: !pirch.infreg<?x4x1xi32>) {
  // expected-error @+1 {{changes the number of work items from 2 to 4}}
  %0 = "pirch.extract"(%x, %i) : (!pirch.infreg<?x2x2xf64>, !pirch.infreg<?x4x1xi32>) -> !pirch.infreg<?x4x1xf64>
  return
}

// -----
func.func @extract(%x: !pirch.infreg<?x2x2xf64>, %i: !pirch.infreg<?x2x1xi32>) {
  // expected-error @+1 {{changes the element type from 'f64' to 'f32'}}
  %0 = "pirch.extract"(%x, %i) : (!pirch.infreg<?x2x2xf64>, !pirch.infreg<?x2x1xi32>) -> !pirch.infreg<?x2x1xf32>
  return
}

// -----
func.func @insert(%v: !pirch.infreg<?x2x1xf64>, %x: !pirch.infreg<?x2x2xf64>) {
  // expected-error @+1 {{expected 3 or more operands, but found 2}}
  %0 = "pirch.insert"(%v, %x) : (!pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x2xf64>) -> !pirch.infreg<?x2x2xf64>
  return
}

// -----
func.func @insert(%v: !pirch.infreg<?x2x1xf32>, %x: !pirch.infreg<?x2x2xf64>, %i: !pirch.infreg<?x2x1xi32>) {
  // expected-error @+1 {{writes 'f32' into lanes of 'f64'}}
  %0 = "pirch.insert"(%v, %x, %i) : (!pirch.infreg<?x2x1xf32>, !pirch.infreg<?x2x2xf64>, !pirch.infreg<?x2x1xi32>) -> !pirch.infreg<?x2x2xf64>
  return
}

// -----
func.func @insert(%v: !pirch.infreg<?x2x1xf64>, %x: !pirch.infreg<?x2x2xf64>, %i: !pirch.infreg<?x2x2xi32>) {
  // expected-error @+1 {{index has other lanes than the value}}
  %0 = "pirch.insert"(%v, %x, %i) : (!pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x2xf64>, !pirch.infreg<?x2x2xi32>) -> !pirch.infreg<?x2x2xf64>
  return
}

// -----
func.func @insert(%v: !pirch.infreg<?x2x1xf64>, %x: !pirch.infreg<?x2x2xf64>, %i: !pirch.infreg<?x2x1xi32>, %m: !pirch.infreg<?x2x2xi1>) {
  // expected-error @+1 {{mask has other lanes than the value}}
  %0 = "pirch.insert"(%v, %x, %i, %m) : (!pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x2xf64>, !pirch.infreg<?x2x1xi32>, !pirch.infreg<?x2x2xi1>) -> !pirch.infreg<?x2x2xf64>
  return
}
