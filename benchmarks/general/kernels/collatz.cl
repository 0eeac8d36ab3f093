// collatz.cl: how many of Collatz's steps, at most 500, lead from each number to one
// bench: half=B kind=integers
// bench: range start=1:255
// pirch-run: --arg steps=zeros(GROUPS, WG_SIZE) --arg start=rand(GROUPS, WG_SIZE)
__kernel void collatz(__global int *steps, __global const uint *start) {
  const size_t g = get_global_id(0);
  uint n = start[g];
  int count = 0;
  while (n > 1 && count < 500) {
    if (n % 2 == 0)
      n /= 2;
    else
      n = 3 * n + 1;
    count++;
  }
  steps[g] = count;
}
