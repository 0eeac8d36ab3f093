// 256 lanes to a chunk, or 512 of f32, in pairs: no others, whatever they hold.
// RUN: pirch-opt %s --split-input-file --verify-diagnostics --convert-vector-to-ve

func.func @pairs(%x: vector<512xf32>) -> vector<512xf32> {
  %r = arith.addf %x, %x : vector<512xf32>
  return %r : vector<512xf32>
}

// -----
func.func @few(%x: vector<8xf32>) {
  // expected-error @+1 {{not supported yet: only lanes of f64, f32, i64, i32 and i1, 256 to a chunk, on VE}}
  %r = arith.addf %x, %x : vector<8xf32>
  return
}

// -----
func.func @rows(%x: vector<2x256xf32>) {
  // expected-error @+1 {{not supported yet: only lanes of f64, f32, i64, i32 and i1, 256 to a chunk, on VE}}
  %r = arith.addf %x, %x : vector<2x256xf32>
  return
}

// -----
func.func @pairs_of_doubles(%x: vector<512xf64>) {
  // expected-error @+1 {{not supported yet: only lanes of f64, f32, i64, i32 and i1, 256 to a chunk, on VE}}
  %r = arith.addf %x, %x : vector<512xf64>
  return
}
