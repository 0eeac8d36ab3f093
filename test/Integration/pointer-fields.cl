// Structures in buffers may have fields that are pointers of the caller's. They are
// copied with the structures; a kernel cannot follow them.
// RUN: pirch-run %s --wg-size=8 --groups=9 --check
// RUN: pirch-run %s --wg-size=8 --groups=9 --target=ve --check
// RUN: pirch-run %s --wg-size=8 --groups=9 --target=nvvm --check
// RUN: not pirchc %s -DFOLLOW --wg-size=8 -o %t.o 2>&1 | FileCheck %s --check-prefix=FOLLOW
// RUN: not pirchc %s -DASSIGN --wg-size=8 -o %t.o 2>&1 | FileCheck %s --check-prefix=ASSIGN
// RUN: not pirchc %s -DCOMPARE --wg-size=8 -o %t.o 2>&1 | FileCheck %s --check-prefix=COMPARE
// pirch-run: --arg bodies=rand(GROUPS*WG_SIZE*12) --arg nodes=rand(GROUPS*WG_SIZE*4) --arg s=3
typedef struct {
  float4 place;
  union { void *owner; int index; };
  int spare[2], more[4];
} Body;
typedef struct { __global float *data; float x; int n; } Node;
__kernel void copies(__global Body *bodies, __global Node *nodes, int s) {
  int g = get_global_id(0);
  Body body = bodies[g];
  body.place *= 2.0f;
  body.index += s;
  bodies[g] = body;
  nodes[g].x += 1.0f;
  barrier(CLK_GLOBAL_MEM_FENCE);
  Node other = nodes[g ^ 1];
  barrier(CLK_GLOBAL_MEM_FENCE);
  nodes[g] = other;
#ifdef FOLLOW
  // FOLLOW: [[@LINE+1]]:{{[0-9]+}}: error: not supported yet: a pointer in memory
  nodes[g].x = other.data[0];
#elif defined(ASSIGN)
  // ASSIGN: [[@LINE+1]]:{{[0-9]+}}: error: not supported: this use of a pointer
  nodes[g].data = &nodes[g].x;
#elif defined(COMPARE)
  // COMPARE: [[@LINE+1]]:{{[0-9]+}}: error: not supported yet: a pointer in memory
  nodes[g].n = nodes[g].data == 0;
#endif
}
