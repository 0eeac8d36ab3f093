// sigma_clip.cl: the mean of each row without what is further than two deviations from the mean of all
// bench: half=B kind=rows types=float,double differ=0.01
// pirch-run: --arg mean=zeros(GROUPS) --arg kept=zeros(GROUPS) --arg x=rand(GROUPS, 200) --arg n=200
__kernel void sigma_clip(__global REAL *mean, __global int *kept, __global const REAL *x, int n) {
  const int lid = get_local_id(0);
  const __global REAL *row = x + get_group_id(0) * n;
  REAL sum = 0, squares = 0;
  for (int i = lid; i < n; i += WG_SIZE) {
    sum += row[i];
    squares += row[i] * row[i];
  }
  REAL middle = work_group_reduce_add(sum) / n;
  REAL deviation = sqrt(work_group_reduce_add(squares) / n - middle * middle);
  int count = 0;
  sum = 0;
  for (int i = lid; i < n; i += WG_SIZE)
    if (fabs(row[i] - middle) <= (REAL)1.5 * deviation) {
      sum += row[i];
      count++;
    }
  sum = work_group_reduce_add(sum);
  count = work_group_reduce_add(count);
  if (lid == 0) {
    mean[get_group_id(0)] = sum / count;
    kept[get_group_id(0)] = count;
  }
}
