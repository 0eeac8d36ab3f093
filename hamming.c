#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
typedef unsigned uint; typedef unsigned char uchar;
#define popcount(x) __builtin_popcount(x)
#define rint rintf
#define fmin fminf
#define fmax fmaxf
#define fabs fabsf
#define min(a,b) ((a)<(b)?(a):(b))
#define clamp(x,a,b) ((x)<(a)?(a):(x)>(b)?(b):(x))
static inline void hamming(size_t G, int *restrict best, const uint *restrict x, uint *restrict code, int n) {
  int g = G; uint v = x[g]; int b = 0, d = 33;
  for (int i = 0; i < n; i++) { int c = popcount(v ^ code[i]); if (c < d) { d = c; b = i; } }
  best[g] = b; }
__attribute__((noinline)) void run(size_t NN, int *restrict best, const uint *restrict x, uint *restrict code, int n) { for (size_t g = 0; g < NN; g++) hamming(g, best, x, code, n); }
int main() {
char *best_ = aligned_alloc(64, 3072*4+64); for (int i = 0; i < 3072; i++) ((int*)best_)[i] = rand()*3;
char *x_ = aligned_alloc(64, 3072*4+64); for (int i = 0; i < 3072; i++) ((uint*)x_)[i] = rand()*3;
char *code_ = aligned_alloc(64, 16*4+64); for (int i = 0; i < 16; i++) ((uint*)code_)[i] = rand()*3;
double best = 1e30; for (int r = 0; r < 200; r++) { struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a);
 for (int k = 0; k < 5; k++) run(3072, (void*)best_, (void*)x_, (void*)code_, 16);
 clock_gettime(CLOCK_MONOTONIC, &b); double t = ((b.tv_sec - a.tv_sec) * 1e9 + b.tv_nsec - a.tv_nsec) / 5; if (t < best) best = t; } printf("%f\n", best / 3072 * 8); }
