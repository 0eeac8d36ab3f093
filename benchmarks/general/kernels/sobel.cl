// sobel.cl: the size of the gradient of grey pixels, by sums of absolute values
// bench: half=B kind=bytes
// bench: range image=0:255
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg image=rand(3, GROUPS * WG_SIZE + 2) --arg width=GROUPS*WG_SIZE
__kernel void sobel(__global uchar *out, __global const uchar *image, int width) {
  int x = get_global_id(0);
  if (x < width) {
    __global const uchar *above = image + x, *row = above + width + 2, *below = row + width + 2;
    int gx = above[2] - above[0] + 2 * (row[2] - row[0]) + below[2] - below[0];
    int gy = below[0] + 2 * below[1] + below[2] - above[0] - 2 * above[1] - above[2];
    out[x] = min(abs(gx) + abs(gy), 255u);
  }
}
