// dequant4.cl: weights of 4 bits, two in a byte, which blocks of 32 scale by a number of 16 bits, as floats
// bench: half=B kind=bytes
// bench: range scales=0:15360
// bench: range packed=0:255
// pirch-run: --arg y=zeros(GROUPS+3, WG_SIZE, 2) --arg packed=rand(GROUPS, WG_SIZE) --arg scales=rand(GROUPS, WG_SIZE)
__kernel void dequant4(__global float *y, __global const uchar *packed, __global const ushort *scales) {
  const int i = get_global_id(0);
  const int block = i / 16, place = i % 16;
  float d = vload_half(block, (const __global half *)scales);
  uchar q = packed[i];
  y[block * 32 + place] = ((q & 15) - 8) * d;
  y[block * 32 + place + 16] = ((q >> 4) - 8) * d;
}
