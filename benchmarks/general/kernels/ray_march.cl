// ray_march.cl: how far each ray goes, in at most 32 steps, before it meets a sphere or a torus
// bench: half=B kind=branches types=float differ=1e-3
// pirch-run: --arg depth=zeros(GROUPS, WG_SIZE) --arg direction=rand(GROUPS, WG_SIZE, 2)
float scene(float3 p) {
  float sphere = length(p - (float3)(0.3f, 0.1f, 2.5f)) - 0.7f;
  float2 ring = (float2)(length(p.xz - (float2)(0.0f, 3.0f)) - 1.0f, p.y);
  return fmin(sphere, length(ring) - 0.25f);
}
__kernel void ray_march(__global float *depth, __global const float2 *direction) {
  const int g = get_global_id(0);
  const float2 d = direction[g] - 0.5f;
  const float3 ray = normalize((float3)(d.x, d.y, 1.0f));
  float t = 0.0f;
  for (int i = 0; i < 32; i++) {
    float step = scene(ray * t);
    if (step < 1e-3f)
      break;
    t += step;
    if (t > 8.0f) {
      t = -1.0f;
      break;
    }
  }
  depth[g] = t;
}
