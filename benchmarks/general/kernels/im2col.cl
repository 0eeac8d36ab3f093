// im2col.cl: the 3 by 3 neighbours of each pixel of images with channels, as rows of a matrix, zeros beyond the borders
// bench: half=B kind=borders
// pirch-run: --arg columns=zeros(GROUPS+40, WG_SIZE, 9) --arg image=rand(GROUPS+40, WG_SIZE) --arg height=8 --arg width=32 --arg n=1000000
__kernel void im2col(__global float *columns, __global const float *image, int height, int width, int n) {
  const int i = get_global_id(0);
  if (i >= n)
    return;
  const int x = i % width, y = i / width % height, channel = i / (width * height);
  for (int ky = 0; ky < 3; ky++)
    for (int kx = 0; kx < 3; kx++) {
      int row = y + ky - 1, column = x + kx - 1;
      bool inside = row >= 0 && row < height && column >= 0 && column < width;
      columns[((channel * 9 + ky * 3 + kx) * height + y) * width + x] =
          inside ? image[(channel * height + row) * width + column] : 0;
    }
}
