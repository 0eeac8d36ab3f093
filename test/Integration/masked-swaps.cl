// Rows are reversed where a condition asks for it: the accesses of both ends of
// a row merge into one, whose mask has its elements in the order of memory, too.
// RUN: pirch-run %s --wg-size=1 --groups=11 --check
// RUN: pirch-run %s --wg-size=4 --groups=7 --check
// RUN: pirch-run %s --wg-size=1 --groups=37 --wg-pack=8 --check
// RUN: pirch-run %s --wg-size=1 --groups=11 --target=avx2 --check
// RUN: pirch-run %s --wg-size=1 --groups=11 --target=generic --check
// RUN: pirch-run %s --wg-size=1 --groups=11 --target=ve --check
// RUN: pirch-run %s --wg-size=1 --groups=11 --target=nvvm --check
// RUN: pirch-run %s --wg-size=1 --groups=11 --interpret=each-pass --check
// pirch-run: --arg row=rand(GROUPS*WG_SIZE*7)
__kernel void masked_swaps(__global double *row) {
  size_t g = get_global_id(0);
  for (int i = 0; i < 3; i++)
    if (row[g * 7 + i] > row[g * 7 + (6 - i)]) {
      double x = row[g * 7 + i];
      row[g * 7 + i] = row[g * 7 + (6 - i)];
      row[g * 7 + (6 - i)] = x;
    }
}
