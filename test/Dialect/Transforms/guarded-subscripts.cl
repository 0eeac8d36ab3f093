// A subscript that is known and outside its array is no error where a condition known at run time alone guards it: the
// work item is then inactive.
// RUN: pirch-run %s --wg-size=8 --groups=3 --check
// RUN: pirch-run %s --wg-size=8 --groups=3 --target=generic --check
// RUN: pirch-run %s --wg-size=8 --groups=3 --interpret=each-pass --check
// pirch-run: --arg a=rand(GROUPS, WG_SIZE) --arg b=zeros(GROUPS, WG_SIZE)
__kernel void k(__global const int *a, __global int *b) {
  __local int shared[WG_SIZE], moved[WG_SIZE];
  int own[4];
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0; i < 4; ++i) own[i] = a[g] + i;
  shared[l] = a[g];
  moved[(l + a[0]) % WG_SIZE] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  bool last = l + 1 < WG_SIZE && a[g] > 2;
  int r = 0;
  if (last) r = shared[l + 1] + moved[l + 1];
  if (last) shared[l + 1] = 5;
  bool inner = l < 4 && a[g] > 3;
  if (inner) own[l] = r;
  for (int i = 0; i < 4; ++i) r += own[i];
  // The arm of a choice that is not taken is not evaluated either.
  r += l >= 2 ? shared[l - 2] : 0;
  r += a[g] > 3 && l < 4 ? own[l] : moved[l];
  b[g] = r;
}
