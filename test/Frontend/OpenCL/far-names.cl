// A source finds built-in functions that it names in a file that it includes or by parts of their names, and a message
// proposes one; and macros of the command line mean nothing within the functions' definitions.
// RUN: pirchc %s --wg-size=4 --target=generic --emit=mlir-workitem -DBY_FILE -I%S/Inputs | FileCheck %s
// RUN: pirchc %s --wg-size=4 --target=generic --emit=mlir-workitem | FileCheck %s
// RUN: pirchc %s --wg-size=4 --target=generic --emit=mlir-workitem -DBY_FILE -I%S/Inputs -Dx=4 -Dn=2 -Dlow=1 '-Da(b)=b' -DT \
// RUN:   | FileCheck %s
// RUN: pirchc %s --wg-size=4 --target=generic --emit=mlir-workitem -Dx=4 -Dn=2 -Dhigh=1 | FileCheck %s
// RUN: not pirchc %s --wg-size=4 --target=generic --emit=mlir-workitem -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG
#ifdef BY_FILE
#include "far_names.h"
#else
#define JOIN(X, Y) X##Y
float from_afar(JOIN(float, 4) v) { return JOIN(fast_, length)(JOIN(cla, mp)(v, 0.0f, 2.0f)); }
#endif

// CHECK-LABEL: pirch.kernel @k
// CHECK: math.sqrt
__kernel void k(__global float *p) {
  size_t g = get_global_id(0);
  p[g] = from_afar((float)p[g]) + ldexp(p[g], 3);
#ifdef WRONG
  // WRONG: far-names.cl:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}'fast_lenght'{{.*}}; did you mean 'fast_length'?
  p[g] = fast_lenght(p[g]);
#endif
}
