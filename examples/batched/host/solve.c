/* Solve three systems of two equations by libpirch-batched; the last one is
   singular. cc solve.c -lpirch-batched -lpirch */
#include <pirch/batched.h>
#include <stdio.h>

int main(void) {
  double a[3][2][2] = {{{2, 1}, {1, 3}}, {{0, 1}, {1, 0}}, {{1, 2}, {2, 4}}};
  double b[3][2] = {{3, 5}, {7, 8}, {1, 1}};
  int32_t pivots[3][2], info[3];
  if (pirch_dgesv_batch_strided(PIRCH_ROW_MAJOR, /*n=*/2, /*nrhs=*/1, a[0][0],
                                /*lda=*/2, /*stride_a=*/4, pivots[0],
                                /*stride_pivots=*/2, b[0], /*ldb=*/1,
                                /*stride_b=*/2, info, /*batch=*/3,
                                /*num_threads=*/1)) {
    fprintf(stderr, "%s\n", pirch_batched_error_text());
    return 1;
  }
  for (int g = 0; g < 3; ++g)
    if (info[g])
      printf("system %d: pivot %d is zero\n", g, info[g]);
    else
      printf("system %d: %.2f %.2f\n", g, b[g][0], b[g][1]);
  return 0;
}
