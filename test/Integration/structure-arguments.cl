// Helper functions take structures by value that calls return, change them, and
// leave those of the caller alone; elements are at subscripts known at run time.
// RUN: pirch-run %s --target=generic --wg-size=4 --groups=5 --check
// RUN: pirch-run %s --target=ve --wg-size=4 --groups=5 --check
// RUN: pirch-run %s --target=nvvm --wg-size=4 --groups=5 --check
// pirch-run: --arg o=zeros(GROUPS, WG_SIZE) --arg n=1

typedef struct {
  int count;
  float parts[3];
} Share;

Share make(int x) {
  Share share;
  share.count = x;
  for (int i = 0; i < 3; ++i)
    share.parts[i] = x + i;
  return share;
}

float use(Share share, int at) {
  share.parts[at] += 1;
  share.count *= 2;
  return share.count + share.parts[0] * share.parts[1] + share.parts[2];
}

__kernel void shares(__global float *o, int n) {
  Share mine = make(get_local_id(0));
  float first = use(mine, n) + use(make(mine.count + 1), n + 1);
  o[get_global_id(0)] = first + mine.count + mine.parts[n];
}
