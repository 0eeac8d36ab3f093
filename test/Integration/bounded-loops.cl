// Loops that count through a private array and that work items leave early, by the
// condition or by `break`, are unrolled along the counter under masks.
// RUN: pirch-run %s --kernel=insertion --wg-size=8 --groups=0,1,11 --check | FileCheck %s
// RUN: pirch-run %s --kernel=insertion --wg-size=8 --groups=11 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --kernel=insertion --wg-size=33 --groups=3 --target=nvvm --check | FileCheck %s
// RUN: pirch-run %s --kernel=insertion --wg-size=8 --groups=5 --target=ve --check | FileCheck %s
// RUN: pirch-run %s --kernel=search --wg-size=8 --groups=11 --check | FileCheck %s
// RUN: pirch-run %s --kernel=search --wg-size=8 --groups=11 --target=rocdl --check | FileCheck %s
// RUN: pirch-run %s --kernel=strides --wg-size=7 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=strides --wg-size=7 --groups=5 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=skipped --wg-size=8 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=changed --wg-size=8 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=counted --wg-size=8 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=compared --wg-size=8 --groups=0,1,11 --check | FileCheck %s
// RUN: pirch-run %s --kernel=compared --wg-size=8 --groups=11 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --kernel=compared --wg-size=33 --groups=3 --target=nvvm --check | FileCheck %s
// RUN: pirch-run %s --kernel=compared --wg-size=8 --groups=5 --target=ve --check | FileCheck %s
// RUN: pirch-run %s --kernel=converged --wg-size=8 --groups=11 --check | FileCheck %s
// RUN: pirch-run %s --kernel=alike --wg-size=8 --groups=11 --check | FileCheck %s
// CHECK: check: out: ok
// RUN: pirchc %s --kernel=insertion --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOUNDED
// BOUNDED: remark: unrolled loop, at most 3 iterations, each with the work items that have not left
// RUN: pirchc %s --kernel=insertion --wg-size=8 --target=avx512 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=IR
// IR-NOT: scf.while
// IR-NOT: pirch.extract
// IR-NOT: pirch.insert
// RUN: pirchc %s --kernel=search --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=SEARCH
// SEARCH: remark: unrolled loop, at most 6 iterations, each with the work items that have not left
// RUN: pirchc %s --kernel=skipped --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: pirchc %s --kernel=changed --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: pirchc %s --kernel=compared --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=COMPARED
// COMPARED: remark: unrolled loop, 5 iterations
// COMPARED: remark: unrolled loop, at most 4 iterations, each with the work items that have not left
// RUN: pirchc %s --kernel=converged --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: pirchc %s --kernel=alike --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALIKE
// ALIKE-NOT: work items that have not left
// ALIKE: remark: loop at run time, the same for all work items
// LEFT-NOT: work items that have not left
// LEFT: remark: loop at run time
// pirch-run: --arg out=rand(GROUPS * WG_SIZE) --arg in=rand(GROUPS * WG_SIZE, 8)

// The three greatest numbers but one, sorted by insertion; the place found is read
// behind the loop.
__kernel void insertion(__global int *out, __global const int *in) {
  const size_t g = get_global_id(0);
  int best[4] = {INT_MIN, INT_MIN, INT_MIN, INT_MIN};
  for (int i = 0; i < 8; i++) {
    int value = in[g * 8 + i];
    if (value > best[3]) {
      int place = 3;
      while (place > 0 && best[place - 1] < value) {
        best[place] = best[place - 1];
        place--;
      }
      best[place] = value;
    }
  }
  out[g] = best[1] ^ best[2] * 5 ^ best[3] * 9;
}

// A search that ends by `break`; what the counter holds then is read.
__kernel void search(__global int *out, __global const int *in) {
  const size_t g = get_global_id(0);
  int table[6];
  for (int i = 0; i < 6; i++)
    table[i] = in[g * 8 + i] % 4;
  uchar at;
  for (at = 0; at < 6; at++) {
    if (table[at] == 1)
      break;
    table[at] += 7;
  }
  int sum = 0;
  for (int i = 0; i < 6; i++)
    sum = sum * 3 + table[i];
  out[g] = sum + at;
}

// The counter is doubled, and starts at another constant in the second loop.
__kernel void strides(__global int *out, __global const int *in) {
  const size_t g = get_global_id(0);
  int a[9];
  for (int i = 0; i < 9; i++)
    a[i] = in[g * 8 + i % 8];
  int sum = 0;
  for (int i = 1; i < 9; i *= 2) {
    if (a[i] < 0)
      break;
    sum += a[i];
  }
  for (int i = 8; i >= 2 && a[i] != a[i - 2]; i -= 3) {
    if (a[i] & 1)
      continue;
    sum ^= a[i];
  }
  out[g] = sum;
}

// Not so: some work items that go on do not count.
__kernel void skipped(__global int *out, __global const int *in) {
  const size_t g = get_global_id(0);
  int a[4] = {in[g * 8], in[g * 8 + 1], in[g * 8 + 2], in[g * 8 + 3]};
  int sum = 0, rounds = 0;
  for (int i = 0; i < 4 && rounds < 9; rounds++) {
    sum = sum * 3 + a[i];
    if (sum & 1)
      i++;
  }
  out[g] = sum;
}

// Not so: the counter is also changed by the body.
__kernel void changed(__global int *out, __global const int *in) {
  const size_t g = get_global_id(0);
  int a[8], sum = 0;
  for (int i = 0; i < 8; i++)
    a[i] = in[g * 8 + i];
  for (int i = 0; i < 8 && sum >= 0; i++) {
    sum = sum * 3 + a[i];
    if (sum & 1)
      i++;
  }
  out[g] = sum;
}

// The bound and the first number are variables that hold constants.
__kernel void counted(__global int *out, __global const int *in) {
  const size_t g = get_global_id(0);
  int a[5], first = 4, last = 1, sum = 0;
  for (int i = 0; i < 5; i++)
    a[i] = in[g * 8 + i];
  for (int i = first; i >= last; --i) {
    sum = sum * 3 + a[i];
    if ((sum & 3) == 0)
      break;
    a[i - 1] ^= sum;
  }
  out[g] = sum + a[0];
}

// No array has a subscript that depends on the counter, but all iterations are few
// operations: how often four numbers occur in a row of eight.
__kernel void compared(__global int *out, __global const int *in) {
  const size_t g = get_global_id(0);
  int found = 0;
  for (int i = 0; i < 5; i++) {
    int same = 1;
    for (int k = 0; k < 4; k++)
      if ((in[g * 8 + i + k] & 1) != (k & 1)) {
        same = 0;
        break;
      }
    found += same;
  }
  out[g] = found;
}

// Not so: the divisions of iterations that nobody takes would take their time.
__kernel void converged(__global int *out, __global const int *in) {
  const size_t g = get_global_id(0);
  int root = 1000, number = (in[g * 8] & 0xffff) + 1;
  for (int i = 0; i < 12; i++) {
    int next = (root + number / root) / 2;
    if (next == root)
      break;
    root = next;
  }
  out[g] = root;
}

// Not so: all work items leave the loop together.
__kernel void alike(__global int *out, __global const int *in) {
  const size_t g = get_global_id(0);
  const int n = get_num_groups(0) & 7;
  int sum = 0;
  for (int k = 0; k < 8 && k < n; k++)
    sum += in[g * 8 + k];
  out[g] = sum;
}
