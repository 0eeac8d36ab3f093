// box_iou.cl: which of the 8 true boxes of an image each of WG_SIZE boxes overlaps most, and how much
// bench: half=B kind=structures differ=0.01
// bench: range box=0:1
// bench: range truth=0:1
// pirch-run: --arg best=zeros(GROUPS, WG_SIZE) --arg which=zeros(GROUPS, WG_SIZE) --arg box=rand(GROUPS, WG_SIZE, 4) --arg truth=rand(GROUPS, 8, 4)
__kernel void box_iou(__global float *best, __global int *which, __global const float4 *box, __global const float4 *truth) {
  const size_t g = get_global_id(0);
  const float4 b = box[g];
  const float area = b.z * b.w;
  float most = 0;
  int index = -1;
  for (int t = 0; t < 8; t++) {
    const float4 o = truth[get_group_id(0) * 8 + t];
    float w = fmin(b.x + b.z, o.x + o.z) - fmax(b.x, o.x);
    float h = fmin(b.y + b.w, o.y + o.w) - fmax(b.y, o.y);
    if (w <= 0 || h <= 0)
      continue;
    float both = w * h, iou = both / (area + o.z * o.w - both);
    if (iou > most) {
      most = iou;
      index = t;
    }
  }
  best[g] = most;
  which[g] = index;
}
