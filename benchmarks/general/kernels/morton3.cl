// morton3.cl: the places of points on a space-filling curve, from 10 bits of each coordinate
// bench: half=B kind=integers
// bench: range points=0:1
// pirch-run: --arg codes=zeros(GROUPS, WG_SIZE) --arg points=rand(GROUPS, WG_SIZE, 3)
uint spread(uint v) {
  v = (v * 0x00010001u) & 0xFF0000FFu;
  v = (v * 0x00000101u) & 0x0F00F00Fu;
  v = (v * 0x00000011u) & 0xC30C30C3u;
  return (v * 0x00000005u) & 0x49249249u;
}
__kernel void morton3(__global uint *codes, __global const float *points) {
  float3 p = clamp(vload3(get_global_id(0), points) * 1024.0f, 0.0f, 1023.0f);
  codes[get_global_id(0)] = spread((uint)p.x) * 4 + spread((uint)p.y) * 2 + spread((uint)p.z);
}
