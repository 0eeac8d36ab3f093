// edit_distance.cl: the number of edits between pairs of words of 8 letters
// bench: half=B kind=integers
// bench: range a=97:101
// bench: range b=97:101
// pirch-run: --arg distance=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE, 8) --arg b=rand(GROUPS, WG_SIZE, 8)
#define N 8
__kernel void edit_distance(__global int *distance, __global const uchar *a, __global const uchar *b) {
  int g = get_global_id(0);
  int row[N + 1];
  for (int j = 0; j <= N; j++)
    row[j] = j;
  for (int i = 1; i <= N; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= N; j++) {
      int cost = diagonal + (a[g * N + i - 1] != b[g * N + j - 1]);
      diagonal = row[j];
      row[j] = min(min(row[j], row[j - 1]) + 1, cost);
    }
  }
  distance[g] = row[N];
}
