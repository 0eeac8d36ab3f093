// nobody.cl: a kernel that has no rivals
// bench: half=A kind=rows
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE)
__kernel void nobody(__global int *out) { out[get_global_id(0)] = 1; }
