// A parameter may be a pointer to void, or to a structure that is only declared;
// what its elements are is said by the casts of the kernel and of its helpers.
// RUN: pirch-run %s --target=generic --wg-size=4 --groups=5 --check
// RUN: pirch-run %s --target=ve --wg-size=4 --groups=5 --check
// RUN: pirch-run %s --target=nvvm --wg-size=4 --groups=5 --check
// RUN: pirchc %s --target=generic --wg-size=4 --emit=mlir-workitem --header=%t.h -o - | FileCheck %s
// RUN: FileCheck %s --check-prefix=HEADER --input-file %t.h
// pirch-run: --arg to=zeros(GROUPS, WG_SIZE) --arg from=rand(GROUPS, WG_SIZE)
// pirch-run: --arg bytes=zeros(GROUPS, WG_SIZE) --arg unused=zeros(1)

// CHECK: pirch.kernel @copy(%{{.*}}: memref<?xi32> {{.*}}: memref<?xi32> {{.*}}: memref<?xi8> {{.*}}: memref<?xi64>
// HEADER: void copy(void *to, const void *from, void *bytes, void *unused, int64_t
struct Hidden;

void set(__global void *to, size_t at, float x) { ((__global float *)to)[at] = x; }

__kernel void copy(__global void *to, __global const void *from,
                   __global struct Hidden *bytes, __global struct Hidden *unused) {
  __global const int *numbers = from;
  size_t g = get_global_id(0);
  ((__global char *)bytes)[g] = numbers[g] + 1;
  set(to, g, numbers[g] * 0.5f);
}
