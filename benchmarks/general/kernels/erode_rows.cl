// erode_rows.cl: the least of 3 by 3 bytes around each pixel of an image of the given width, whose border stays
// bench: half=B kind=bytes
// bench: range in=0:255
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS+9, WG_SIZE) --arg width=64 --arg height=GROUPS*WG_SIZE/64
__kernel void erode_rows(__global uchar *out, __global const uchar *in, int width, int height) {
  const int i = get_global_id(0);
  const int x = i % width, y = i / width;
  if (x == 0 || y == 0 || x == width - 1 || y >= height - 1) {
    out[i] = in[i];
    return;
  }
  uchar least = 255;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      least = min(least, in[(y + dy) * width + x + dx]);
  out[i] = least;
}
