// RUN: pirch-opt %s --pirch-spill-registers="registers=2" --verify-diagnostics

!v = vector<8xf64>

func.func @carries(%p: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = llvm.load %p : !llvm.ptr -> !v
  // expected-error@+1 {{not supported yet: a loop that carries 3 vectors, more than the target has registers; a smaller --wg-pack carries fewer}}
  %r:3 = scf.for %k = %c0 to %n step %c1 iter_args(%u = %a, %v = %a, %w = %a) -> (!v, !v, !v) {
    scf.yield %w, %u, %v : !v, !v, !v
  }
  llvm.store %r#0, %p : !v, !llvm.ptr
  return
}
