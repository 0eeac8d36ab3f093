// smith_waterman.cl: the best local alignment of two sequences of 16 letters, with a cost for each gap
// bench: half=B kind=strings
// bench: range a=0:3
// bench: range b=0:3
// pirch-run: --arg score=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE, 16) --arg b=rand(GROUPS, WG_SIZE, 16)
#define N 16
__kernel void smith_waterman(__global int *score, __global const char *a, __global const char *b) {
  const size_t g = get_global_id(0);
  short row[N + 1];
  for (int j = 0; j <= N; j++)
    row[j] = 0;
  short best = 0;
  for (int i = 0; i < N; i++) {
    short diagonal = 0;
    for (int j = 0; j < N; j++) {
      short match = a[g * N + i] == b[g * N + j] ? 3 : -2;
      short value = max(max((short)(diagonal + match), (short)0), max((short)(row[j] - 1), (short)(row[j + 1] - 1)));
      diagonal = row[j + 1];
      row[j + 1] = value;
      best = max(best, value);
    }
  }
  score[g] = best;
}
