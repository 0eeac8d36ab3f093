// bezier.cl: a point of a cubic curve with four control points of its own for each work item, by de Casteljau's steps
// bench: half=B kind=structures
// pirch-run: --arg point=zeros(GROUPS, WG_SIZE, 2) --arg control=rand(GROUPS, WG_SIZE, 8) --arg t=rand(GROUPS, WG_SIZE)
typedef struct {
  float2 p[4];
} Curve;
__kernel void bezier(__global float2 *point, __global const Curve *control, __global const float *t) {
  const int g = get_global_id(0);
  Curve c = control[g];
  for (int level = 3; level > 0; level--)
    for (int i = 0; i < level; i++)
      c.p[i] = mix(c.p[i], c.p[i + 1], t[g]);
  point[g] = c.p[0];
}
