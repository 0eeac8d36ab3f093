// top4.cl: the four greatest of the 32 numbers of each work item, by insertion
// bench: half=B kind=rows types=float,double
// pirch-run: --arg top=zeros(GROUPS, WG_SIZE, 4) --arg x=rand(GROUPS, WG_SIZE, 32)
__kernel void top4(__global REAL *top, __global const REAL *x) {
  const size_t g = get_global_id(0);
  REAL best[4];
  for (int i = 0; i < 4; i++)
    best[i] = -INFINITY;
  for (int i = 0; i < 32; i++) {
    REAL value = x[g * 32 + i];
    if (value > best[3]) {
      int place = 3;
      while (place > 0 && best[place - 1] < value) {
        best[place] = best[place - 1];
        place--;
      }
      best[place] = value;
    }
  }
  for (int i = 0; i < 4; i++)
    top[g * 4 + i] = best[i];
}
