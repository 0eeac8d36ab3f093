// Functions of constants are those of variables, to the last bit. LLVM would
// compute cosh(1.0f) in double precision, and round otherwise, and call exp2 in
// place of pow, if it saw calls of them.

// RUN: pirch-run %s --wg-size=4 --groups=3 --check --arg "out=zeros(60)" \
// RUN:   --arg one=1
// RUN: pirchc %s --wg-size=4 --emit=llvm -o - | FileCheck %s

// CHECK-NOT: {{@.*(exp|cosh|pow|sin|log)}}
// CHECK: @llvm.fma
// CHECK-NOT: {{@.*(exp|cosh|pow|sin|log)}}
__kernel void constants(__global float *out, int one) {
  size_t at = get_global_id(0) * 5;
  float x = 1;
  for (int k = 0; k < one; ++k)
    x = k + 1;
  out[at] = cosh(1.0f);
  out[at + 1] = cosh(x);
  out[at + 2] = pow(2.0f, x + 0.3f);
  out[at + 3] = sin(3.0f) + log(7.0f);
  out[at + 4] = exp(x * 1.7f);
}
