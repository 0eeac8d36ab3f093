// Continues invalid-generic.mlir: merges, collectives and memory.
// RUN: pirch-opt %s --split-input-file --verify-diagnostics

func.func @merge(%x: !pirch.infreg<?x2x1xf64>) {
  // expected-error @+1 {{requires attribute 'lanes'}}
  %0 = "pirch.merge"(%x, %x) : (!pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xf64>) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @merge(%x: !pirch.infreg<?x2x1xf64>) {
  // expected-error @+1 {{expects 2 table entries (one per WI and element), got 0}}
  %0 = "pirch.merge"(%x, %x) <{lanes = array<i1>}> : (!pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xf64>) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @merge(%x: !pirch.infreg<?x2x1xf64>, %y: !pirch.infreg<?x2x1xf32>) {
  // expected-error @+1 {{all of {value, into, result} have same type}}
  %0 = "pirch.merge"(%x, %y) <{lanes = array<i1: true, false>}> : (!pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xf32>) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @select(%m: !pirch.infreg<?x2x1xi32>, %x: !pirch.infreg<?x2x1xf64>) {
  // expected-error @+1 {{operand #0 must be infreg of i1}}
  %0 = "pirch.select"(%m, %x, %x) : (!pirch.infreg<?x2x1xi32>, !pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xf64>) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @select(%m: !pirch.infreg<?x2x1xi1>, %x: !pirch.infreg<?x2x1xf64>, %y: !pirch.infreg<?x2x1xi64>) {
  // expected-error @+1 {{all of {trueValue, falseValue, result} have same type}}
  %0 = "pirch.select"(%m, %x, %y) : (!pirch.infreg<?x2x1xi1>, !pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xi64>) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @convert(%x: !pirch.infreg<?x2x1xi32>) {
  // expected-error @+1 {{requires attribute 'kind'}}
  %0 = "pirch.convert"(%x) : (!pirch.infreg<?x2x1xi32>) -> !pirch.infreg<?x2x1xf32>
  return
}

// -----
func.func @convert(%x: !pirch.infreg<?x2x1xi32>) {
  // expected-error @+1 {{Invalid attribute `kind` in property conversion}}
  %0 = "pirch.convert"(%x) <{kind = 17 : i32}> : (!pirch.infreg<?x2x1xi32>) -> !pirch.infreg<?x2x1xf32>
  return
}

// -----
func.func @convert(%x: !pirch.infreg<?x2x1xi32>) {
  // expected-error @+1 {{source has other lanes than the result}}
  %0 = "pirch.convert"(%x) <{kind = 3 : i32}> : (!pirch.infreg<?x2x1xi32>) -> !pirch.infreg<?x2x2xf32>
  return
}

// -----
func.func @convert(%x: !pirch.infreg<?x2x1xi32>) {
  // expected-error @+1 {{cannot convert 'i32' to 'f64' by 'bitcast'}}
  %0 = "pirch.convert"(%x) <{kind = 9 : i32}> : (!pirch.infreg<?x2x1xi32>) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @any(%x: i32) {
  // expected-error @+1 {{operand #0 must be}}
  %0 = "pirch.any"(%x) : (i32) -> i32
  return
}

// -----
func.func @all(%x: !pirch.infreg<?x2x1xi1>) {
  // expected-error @+1 {{all of {predicate, result} have same type}}
  %0 = "pirch.all"(%x) : (!pirch.infreg<?x2x1xi1>) -> i1
  return
}

// -----
func.func @active(%x: i1) {
  // expected-error @+1 {{operand #0 must be infreg of i1}}
  %0 = "pirch.active"(%x) : (i1) -> i1
  return
}

// -----
func.func @active(%x: !pirch.infreg<?x2x1xi1>) {
  // expected-error @+1 {{result #0 must be 1-bit signless integer}}
  %0 = "pirch.active"(%x) : (!pirch.infreg<?x2x1xi1>) -> i32
  return
}

// -----
func.func @read_first_lane(%x: !pirch.infreg<?x2x1xf64>) {
  // expected-error @+1 {{failed to verify that a lane's type is the scalar's}}
  %0 = "pirch.read_first_lane"(%x) : (!pirch.infreg<?x2x1xf64>) -> f32
  return
}

// -----
func.func @reduce(%x: f64) {
  // expected-error @+1 {{requires attribute 'kind'}}
  %0 = "pirch.reduce"(%x) : (f64) -> f64
  return
}

// -----
func.func @reduce(%x: f64) {
  // expected-error @+1 {{cannot combine 'f64' by 'xor'}}
  %0 = "pirch.reduce"(%x) <{kind = 10 : i32}> : (f64) -> f64
  return
}

// -----
func.func @reduce(%x: !pirch.infreg<?x2x1xf64>, %m: i1) {
  // expected-error @+1 {{mask has other lanes than the value}}
  %0 = "pirch.reduce"(%x, %m) <{kind = 0 : i32}> : (!pirch.infreg<?x2x1xf64>, i1) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @scan(%x: f64) {
  // expected-error @+1 {{requires attribute 'mode'}}
  %0 = "pirch.scan"(%x) <{kind = 0 : i32}> : (f64) -> f64
  return
}

// -----
func.func @scan(%x: index) {
  // expected-error @+1 {{operand #0 must be}}
  %0 = "pirch.scan"(%x) <{kind = 0 : i32, mode = 0 : i32}> : (index) -> index
  return
}

// -----
func.func @load(%a: memref<?xf64>, %c: i64) {
  // expected-error @+1 {{requires attribute 'offsets'}}
  %0 = "pirch.load"(%a, %c, %c) : (memref<?xf64>, i64, i64) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @load(%a: memref<?xf64>, %c: i64) {
  // expected-error @+1 {{expected 3 or more operands, but found 2}}
  %0 = "pirch.load"(%a, %c) <{offsets = array<i64: 0, 1>}> : (memref<?xf64>, i64) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @load(%a: memref<?xf64>, %c: i64) {
  // expected-error @+1 {{expects 2 table entries (one per WI and element), got 1}}
  %0 = "pirch.load"(%a, %c, %c) <{offsets = array<i64: 0>}> : (memref<?xf64>, i64, i64) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @load(%a: memref<?xf64>, %c: i32) {
  // expected-error @+1 {{operand #1 must be 64-bit signless integer}}
  %0 = "pirch.load"(%a, %c, %c) <{offsets = array<i64: 0, 1>}> : (memref<?xf64>, i32, i32) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @load(%a: memref<?x?xf64>, %c: i64) {
  // expected-error @+1 {{operand #0 must be}}
  %0 = "pirch.load"(%a, %c, %c) <{offsets = array<i64: 0, 1>}> : (memref<?x?xf64>, i64, i64) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @load(%a: memref<?xf64>, %c: i64, %m: !pirch.infreg<?x1x1xi1>) {
  // expected-error @+1 {{mask has other lanes than the value}}
  %0 = "pirch.load"(%a, %c, %c, %m) <{offsets = array<i64: 0, 1>}> : (memref<?xf64>, i64, i64, !pirch.infreg<?x1x1xi1>) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @store(%x: !pirch.infreg<?x2x1xf64>, %a: memref<?xf64>, %c: i64) {
  // expected-error @+1 {{requires attribute 'offsets'}}
  "pirch.store"(%x, %a, %c, %c) : (!pirch.infreg<?x2x1xf64>, memref<?xf64>, i64, i64) -> ()
  return
}

// -----
func.func @store(%x: f64, %a: memref<?xf64>, %c: i64) {
  // expected-error @+1 {{operand #0 must be infreg}}
  "pirch.store"(%x, %a, %c, %c) <{offsets = array<i64: 0, 1>}> : (f64, memref<?xf64>, i64, i64) -> ()
  return
}

// -----
func.func @store(%x: !pirch.infreg<?x2x1xf64>, %a: memref<?xf32>, %c: i64) {
  // expected-error @+1 {{moves lanes of 'f64' to or from a buffer of 'f32'}}
  "pirch.store"(%x, %a, %c, %c) <{offsets = array<i64: 0, 1>}> : (!pirch.infreg<?x2x1xf64>, memref<?xf32>, i64, i64) -> ()
  return
}

// -----
func.func @gather(%a: memref<?xf64>) {
  // expected-error @+1 {{expected 2 or more operands, but found 1}}
  %0 = "pirch.gather"(%a) : (memref<?xf64>) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @gather(%a: memref<?xf64>, %i: !pirch.infreg<?x2x1xi16>) {
  // expected-error @+1 {{operand #1 must be infreg of i32 or i64}}
  %0 = "pirch.gather"(%a, %i) : (memref<?xf64>, !pirch.infreg<?x2x1xi16>) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @gather(%a: memref<?xf32>, %i: !pirch.infreg<?x2x1xi64>) {
  // expected-error @+1 {{moves lanes of 'f64' to or from a buffer of 'f32'}}
  %0 = "pirch.gather"(%a, %i) : (memref<?xf32>, !pirch.infreg<?x2x1xi64>) -> !pirch.infreg<?x2x1xf64>
  return
}

// -----
func.func @scatter(%x: !pirch.infreg<?x2x1xf64>, %a: memref<?xf64>, %i: !pirch.infreg<?x1x1xi64>) {
  // expected-error @+1 {{index has other lanes than the value}}
  "pirch.scatter"(%x, %a, %i) : (!pirch.infreg<?x2x1xf64>, memref<?xf64>, !pirch.infreg<?x1x1xi64>) -> ()
  return
}

// -----
func.func @scatter(%x: !pirch.infreg<?x2x1xf64>, %a: memref<2xf64>, %i: !pirch.infreg<?x2x1xi64>) {
  // expected-error @+1 {{operand #1 must be}}
  "pirch.scatter"(%x, %i, %a) : (!pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xi64>, memref<2xf64>) -> ()
  return
}
