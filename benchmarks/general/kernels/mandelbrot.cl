// mandelbrot.cl: steps until a point leaves the disc of radius 2
// bench: half=A kind=mathematics types=float,double differ=0.02
// pirch-run: --arg steps=zeros(GROUPS, WG_SIZE) --arg width=256 --arg limit=50
__kernel void mandelbrot(__global int *steps, int width, int limit) {
  int i = get_global_id(0);
  REAL cr = (REAL)-2 + (REAL)3 * (i % width) / width;
  REAL ci = (REAL)-1 + (REAL)2 * (i / width % width) / width;
  REAL zr = 0, zi = 0;
  int step = 0;
  while (step < limit && zr * zr + zi * zi <= 4) {
    REAL next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    step++;
  }
  steps[i] = step;
}
