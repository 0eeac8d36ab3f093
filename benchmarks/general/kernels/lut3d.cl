// lut3d.cl: colours through a table of 8 by 8 by 8 colours, between whose entries they are interpolated
// bench: half=B kind=gathers
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 3) --arg rgb=rand(GROUPS, WG_SIZE, 3) --arg lut=rand(512, 3)
#define SIDE 8
__kernel void lut3d(__global float *out, __global const float *rgb, __global const float *lut) {
  const int g = get_global_id(0);
  int low[3];
  float part[3];
  for (int c = 0; c < 3; c++) {
    float place = clamp(rgb[3 * g + c], 0.0f, 1.0f) * (SIDE - 1);
    low[c] = min((int)place, SIDE - 2);
    part[c] = place - low[c];
  }
  for (int c = 0; c < 3; c++) {
    float sum = 0;
    for (int corner = 0; corner < 8; corner++) {
      int x = corner & 1, y = corner >> 1 & 1, z = corner >> 2;
      float weight = (x ? part[0] : 1 - part[0]) * (y ? part[1] : 1 - part[1]) * (z ? part[2] : 1 - part[2]);
      sum += weight * lut[(((low[2] + z) * SIDE + low[1] + y) * SIDE + low[0] + x) * 3 + c];
    }
    out[3 * g + c] = sum;
  }
}
