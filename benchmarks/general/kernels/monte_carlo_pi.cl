// monte_carlo_pi.cl: how many of 64 random points of each work item lie in a quarter of a disc
// bench: half=B kind=integers
// pirch-run: --arg hits=zeros(GROUPS, WG_SIZE) --arg seed=2026
__kernel void monte_carlo_pi(__global uint *hits, uint seed) {
  uint state = (get_global_id(0) + 1) * 2654435761u ^ seed, count = 0;
  for (int i = 0; i < 64; i++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    float x = (state & 0xffff) * (1.0f / 65536), y = (state >> 16) * (1.0f / 65536);
    if (x * x + y * y < 1.0f)
      count++;
  }
  hits[get_global_id(0)] = count;
}
