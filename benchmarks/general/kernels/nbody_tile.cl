// nbody_tile.cl: accelerations by 64 bodies, which pass through a tile of the group
// bench: half=B kind=tiles
// bench: range bodies=-1:1
// pirch-run: --arg acceleration=zeros(GROUPS, WG_SIZE, 4) --arg bodies=rand(GROUPS+64, WG_SIZE, 4) --arg count=64 --arg softening=0.01
__kernel void nbody_tile(__global float4 *acceleration, __global const float4 *bodies, int count, float softening) {
  __local float4 tile[WG_SIZE];
  const int lid = get_local_id(0), g = get_global_id(0);
  const float4 mine = bodies[g];
  float3 sum = (float3)(0.0f);
  for (int first = 0; first < count; first += WG_SIZE) {
    tile[lid] = bodies[first + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < WG_SIZE; j++) {
      float3 d = tile[j].xyz - mine.xyz;
      float inverse = rsqrt(dot(d, d) + softening);
      sum += d * (tile[j].w * inverse * inverse * inverse);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  acceleration[g] = (float4)(sum, 0.0f);
}
