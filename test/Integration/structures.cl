// Structures, unions and changing pointers, private and in buffers.
// RUN: pirch-run %s --wg-size=8 --groups=9 --check
// RUN: pirch-run %s --wg-size=8 --groups=9 --wg-pack=4 --lane-order=ix-wi-wg --check
// RUN: pirch-run %s --wg-size=5 --groups=3 --target=generic --check
// RUN: pirch-run %s --wg-size=8 --groups=9 --target=nvvm --check
// pirch-run: --arg a=rand(GROUPS*WG_SIZE*3) --arg o=zeros(GROUPS*WG_SIZE*4) --arg c=zeros(GROUPS*WG_SIZE*24) --arg n=3 --arg f=rand(GROUPS*WG_SIZE*4)
typedef struct { float x, y, z; } Vec;
typedef struct { char tag; int count; double mass; short s[2]; } Mixed;
typedef union { float f; uint u; uchar b[4]; } Bits;
constant Vec table[2] = {{1, 2, 3}, {.z = 4}};
static inline Vec add(Vec a, Vec b) { return (Vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static void bump(Vec *v, float *f) { v->x += 1; *f += v->y; }
__kernel void k(__global Vec *a, __global Vec *o, __global Mixed *c, __global float *f, int n) {
  size_t i = get_global_id(0);
  Vec v = a[i], w = add(v, table[i & 1]);
  bump(&w, &v.z);
  __global Vec *p = a + i;
  w = add(w, *p);
  w.x += p->y;
  o[i] = w;
  __global Mixed *m = &c[i];
  m->tag += 1; m->count += n; m->mass += w.x; m->s[1] = m->s[0] + 3;
  Mixed mm = *m;
  mm.count++;
  *m = mm;
  Bits b; b.f = w.x; b.u &= 0xffffff00u;
  o[i].y += b.f + b.b[3];
  __global float *q = f + i;
  float s = 0;
  while (q < f + (i + 1)) s += *q++;
  q -= 1;
  o[i].z += s + (q - f) + *(n > 2 ? q : f);
  __global uint *bits = (__global uint *)f;
  bits[i] ^= 0x80000000u;
}
