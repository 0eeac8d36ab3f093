// rgb_to_grey.cl: brightness of pixels of three bytes
// bench: half=A kind=bytes
// bench: range rgb=0:255
// pirch-run: --arg grey=zeros(GROUPS, WG_SIZE) --arg rgb=rand(GROUPS, WG_SIZE, 3) --arg n=GROUPS*WG_SIZE-1
__kernel void rgb_to_grey(__global uchar *grey, __global const uchar *rgb, int n) {
  int i = get_global_id(0);
  if (i < n)
    grey[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2] + 128) >> 8;
}
