// hex_encode.cl: bytes as two characters each
// bench: half=B kind=compression
// bench: range bytes=0:255
// pirch-run: --arg text=zeros(GROUPS, WG_SIZE, 2) --arg bytes=rand(GROUPS, WG_SIZE) --arg n=GROUPS*WG_SIZE
__kernel void hex_encode(__global uchar *text, __global const uchar *bytes, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  uchar high = bytes[i] >> 4, low = bytes[i] & 15;
  text[2 * i] = high < 10 ? '0' + high : 'a' + high - 10;
  text[2 * i + 1] = low < 10 ? '0' + low : 'a' + low - 10;
}
