// hilbert.cl: the places of points on a Hilbert curve of 2^16 by 2^16
// bench: half=B kind=integers
// bench: range xy=0:65535
// pirch-run: --arg place=zeros(GROUPS, WG_SIZE) --arg xy=rand(GROUPS, WG_SIZE, 2)
__kernel void hilbert(__global uint *place, __global const ushort2 *xy) {
  const size_t g = get_global_id(0);
  uint x = xy[g].x, y = xy[g].y, d = 0;
  for (uint s = 1u << 15; s > 0; s >>= 1) {
    uint rx = (x & s) != 0, ry = (y & s) != 0;
    d += s * s * ((3 * rx) ^ ry);
    if (ry == 0) {
      if (rx == 1) {
        x = 65535 - x;
        y = 65535 - y;
      }
      uint t = x;
      x = y;
      y = t;
    }
  }
  place[g] = d;
}
