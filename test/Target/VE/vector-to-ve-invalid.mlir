// RUN: pirch-opt %s --convert-vector-to-ve --split-input-file --verify-diagnostics

func.func @bytes(%x: vector<256xi8>) -> vector<256xi8> {
  // expected-error@+1 {{not supported yet: only lanes of f64, f32, i64, i32 and i1, 256 to a chunk, on VE}}
  %r = arith.addi %x, %x : vector<256xi8>
  return %r : vector<256xi8>
}

// -----

func.func @short(%x: vector<8xf64>) -> vector<8xf64> {
  // expected-error@+1 {{not supported yet: only lanes of}}
  %r = arith.addf %x, %x : vector<8xf64>
  return %r : vector<8xf64>
}

// -----

func.func @exp(%x: vector<256xf64>) -> vector<256xf64> {
  // expected-error@+1 {{not supported yet: no math.exp on VE's registers}}
  %r = math.exp %x : vector<256xf64>
  return %r : vector<256xf64>
}

// -----

func.func @remainder(%x: vector<256xf64>) -> vector<256xf64> {
  // expected-error@+1 {{not supported yet: no arith.remf of 'f64' to 'f64' on VE's registers}}
  %r = arith.remf %x, %x : vector<256xf64>
  return %r : vector<256xf64>
}
