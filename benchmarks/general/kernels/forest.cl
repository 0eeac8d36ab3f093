// forest.cl: records of 8 numbers through 16 decision trees of 4 levels, whose leaves are added
// bench: half=B kind=gathers
// bench: range feature=0:7
// pirch-run: --arg score=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE, 8) --arg feature=rand(16, 15) --arg threshold=rand(16, 15) --arg leaf=rand(16, 16)
#define TREES 16
#define DEPTH 4
__kernel void forest(__global float *score, __global const float *x, __global const uchar *feature,
                     __global const float *threshold, __global const float *leaf) {
  const size_t g = get_global_id(0);
  const __global float *record = x + 8 * g;
  float sum = 0;
  for (int tree = 0; tree < TREES; tree++) {
    int node = 0;
    for (int level = 0; level < DEPTH; level++) {
      int at = tree * 15 + node;
      node = 2 * node + (record[feature[at] & 7] > threshold[at] ? 2 : 1);
    }
    sum += leaf[tree * 16 + node - 15];
  }
  score[g] = sum;
}
