// life.cl: Conway's game of life on rows of bits, a word for each work item, the group's row being a ring
// bench: half=B kind=integers
// bench: range board=-2147483648:2147483647
// pirch-run: --arg next=zeros(GROUPS, WG_SIZE) --arg board=rand(GROUPS + 2, WG_SIZE)
__kernel void life(__global uint *next, __global const uint *board) {
  const int lid = get_local_id(0);
  uint one = 0, two = 0, many = 0, middle = 0;
  for (int r = 0; r < 3; r++) {
    uint word = board[(get_group_id(0) + r) * WG_SIZE + lid];
    uint left = sub_group_shuffle(word, (lid + WG_SIZE - 1) % WG_SIZE);
    uint right = sub_group_shuffle(word, (lid + 1) % WG_SIZE);
    uint west = (word << 1) | (left >> 31), east = (word >> 1) | (right << 31);
    uint cells[3] = {west, word, east};
    for (int c = 0; c < 3; c++) {
      if (r == 1 && c == 1) {
        middle = word;
        continue;
      }
      many |= two & one & cells[c];
      uint carry = one & cells[c];
      one ^= cells[c];
      two ^= carry;
    }
  }
  next[get_global_id(0)] = two & ~many & (one | middle);
}
