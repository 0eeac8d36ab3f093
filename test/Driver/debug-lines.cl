// -g says in the code which lines of the source it comes from. For a GPU whose
// assembler is not LLVM's there are directives alone: with more, that assembler
// would not optimize.

// RUN: pirchc %s --wg-size=8 --target=generic -g --emit=asm -o - \
// RUN:   | FileCheck %s --check-prefix=ASM
// RUN: pirchc %s --wg-size=8 --target=generic --emit=asm -o - \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: pirchc %s --wg-size=8 --target=nvvm -g --emit=ptx -o - \
// RUN:   | FileCheck %s --check-prefix=PTX

static float scale(float a, float b) {
  return a * b; // the helper's line
}

__kernel void add(__global const float *x, __global float *y) {
  int i = get_global_id(0);
  float a = x[i];
  a = scale(a, x[i + 8]);
  y[i] = a; // the store's line
}

// ASM: .file{{.*}}"debug-lines.cl"
// ASM-DAG: .loc 1 13
// ASM-DAG: .loc 1 20
// ASM: .section .debug_line
// NONE-NOT: {{\.loc|debug_line}}
// PTX-NOT: .target {{.*}}debug
// PTX-DAG: .loc 1 18
// PTX-DAG: .loc 1 20
