// mean_pool.cl: the mean of the words of a sentence, of which there are 1 to 8, WG_SIZE columns to a group
// bench: half=B kind=rows types=float,double
// bench: range length=1:8
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg word=rand(GROUPS, 8, WG_SIZE) --arg length=rand(GROUPS)
__kernel void mean_pool(__global REAL *out, __global const REAL *word, __global const int *length) {
  const int sentence = get_group_id(0), column = get_local_id(0), count = length[sentence];
  REAL sum = 0;
  for (int i = 0; i < count; i++)
    sum += word[(sentence * 8 + i) * get_local_size(0) + column];
  out[get_global_id(0)] = sum / count;
}
