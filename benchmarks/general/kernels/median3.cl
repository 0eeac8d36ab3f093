// median3.cl: the median of each pixel and its eight neighbours, by a sorting network
// bench: half=B kind=bytes
// bench: range image=0:255
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg image=rand(3, GROUPS * WG_SIZE + 2) --arg width=GROUPS*WG_SIZE
#define SORT(a, b) { uchar t = min(a, b); b = max(a, b); a = t; }

__kernel void median3(__global uchar *out, __global const uchar *image, int width) {
  int x = get_global_id(0), stride = width + 2;
  if (x >= width)
    return;
  uchar p0 = image[x], p1 = image[x + 1], p2 = image[x + 2];
  uchar p3 = image[stride + x], p4 = image[stride + x + 1], p5 = image[stride + x + 2];
  uchar p6 = image[2 * stride + x], p7 = image[2 * stride + x + 1], p8 = image[2 * stride + x + 2];
  SORT(p1, p2) SORT(p4, p5) SORT(p7, p8)
  SORT(p0, p1) SORT(p3, p4) SORT(p6, p7)
  SORT(p1, p2) SORT(p4, p5) SORT(p7, p8)
  p3 = max(p0, p3);
  p5 = min(p5, p8);
  SORT(p4, p7)
  p6 = max(p3, p6);
  p4 = max(p1, p4);
  p2 = min(p2, p5);
  p4 = min(p4, p7);
  SORT(p4, p2)
  p4 = max(p6, p4);
  out[x] = min(p4, p2);
}
