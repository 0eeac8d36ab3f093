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
static inline void lut(size_t G, uchar *restrict o, const uchar *restrict x, uchar *restrict t) {
  size_t g = G; o[g] = t[x[g]]; }
__attribute__((noinline)) void run(size_t NN, uchar *restrict o, const uchar *restrict x, uchar *restrict t) { for (size_t g = 0; g < NN; g++) lut(g, o, x, t); }
int main() {
char *o_ = aligned_alloc(64, 3072*4+64); for (int i = 0; i < 3072; i++) ((uchar*)o_)[i] = rand()*3;
char *x_ = aligned_alloc(64, 3072*4+64); for (int i = 0; i < 3072; i++) ((uchar*)x_)[i] = rand()*3;
char *t_ = aligned_alloc(64, 256*4+64); for (int i = 0; i < 256; i++) ((uchar*)t_)[i] = rand()*3;
double best = 1e30; for (int r = 0; r < 200; r++) { struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a);
 for (int k = 0; k < 5; k++) run(3072, (void*)o_, (void*)x_, (void*)t_);
 clock_gettime(CLOCK_MONOTONIC, &b); double t = ((b.tv_sec - a.tv_sec) * 1e9 + b.tv_nsec - a.tv_nsec) / 5; if (t < best) best = t; } printf("%f\n", best / 3072 * 8); }
