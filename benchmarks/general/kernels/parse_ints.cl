// parse_ints.cl: decimal numbers in fields of 12 characters, after blanks and a sign, up to the first other character
// bench: half=B kind=bytes
// bench: range text=32:60
// pirch-run: --arg value=zeros(GROUPS, WG_SIZE) --arg text=rand(GROUPS, WG_SIZE, 12)
__kernel void parse_ints(__global int *value, __global const uchar *text) {
  const size_t g = get_global_id(0);
  __global const uchar *p = text + 12 * g, *end = p + 12;
  while (p < end && *p == ' ')
    p++;
  int sign = 1;
  if (p < end && (*p == '-' || *p == '+'))
    sign = *p++ == '-' ? -1 : 1;
  uint number = 0;
  while (p < end && *p >= '0' && *p <= '9')
    number = number * 10 + (*p++ - '0');
  value[g] = sign * (int)number;
}
