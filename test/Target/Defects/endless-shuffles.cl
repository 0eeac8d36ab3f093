// Bytes that change places under a guard, beside constants, in registers of 8 lanes:
// LLVM's code generator made one of two forms of a shuffle out of the other, and
// back, for ever.
// RUN: %if avx512 %{ timeout 60 pirch-run %s --check --wg-size=31 --groups=2 --lane-order=wg-wi-ix --target=avx512 %}
// pirch-run: --arg row=rand(GROUPS, WG_SIZE, 3) --arg x=rand(GROUPS, WG_SIZE)

__kernel void swapped(__global char *row, __global double *x) {
  size_t at = get_global_id(0);
  x[at] += 1;
  if (get_local_id(0) < 17) {
    char t = row[at * 3 + 2];
    row[at * 3 + 2] = row[at * 3 + 1];
    row[at * 3 + 1] = t;
  }
  row[at * 3 + 0] = -3;
}
