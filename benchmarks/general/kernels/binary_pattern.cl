// binary_pattern.cl: which of a pixel's eight neighbours are not darker than it, as bits of a byte
// bench: half=B kind=imaging
// bench: range image=0:255
// pirch-run: --arg code=zeros(GROUPS, WG_SIZE) --arg image=rand((GROUPS + 2) * (WG_SIZE + 2))
__kernel void binary_pattern(__global uchar *code, __global const uchar *image) {
  const int pitch = WG_SIZE + 2;
  int x = get_local_id(0) + 1, y = get_group_id(0) + 1;
  uchar c = image[y * pitch + x], bits = 0;
  bits |= (image[(y - 1) * pitch + x - 1] >= c) << 7;
  bits |= (image[(y - 1) * pitch + x] >= c) << 6;
  bits |= (image[(y - 1) * pitch + x + 1] >= c) << 5;
  bits |= (image[y * pitch + x + 1] >= c) << 4;
  bits |= (image[(y + 1) * pitch + x + 1] >= c) << 3;
  bits |= (image[(y + 1) * pitch + x] >= c) << 2;
  bits |= (image[(y + 1) * pitch + x - 1] >= c) << 1;
  bits |= (image[y * pitch + x - 1] >= c);
  code[get_group_id(0) * WG_SIZE + get_local_id(0)] = bits;
}
