// pcm_to_float.cl: 16-bit stereo sound to two channels of floats
// bench: half=B kind=bytes
// bench: range pcm=-32768:32767
// pirch-run: --arg left=zeros(GROUPS, WG_SIZE) --arg right=zeros(GROUPS, WG_SIZE) --arg pcm=rand(GROUPS, WG_SIZE, 2) --arg gain=3.0517578125e-05
__kernel void pcm_to_float(__global float *left, __global float *right, __global const short *pcm, float gain) {
  size_t i = get_global_id(0);
  left[i] = gain * pcm[2 * i];
  right[i] = gain * pcm[2 * i + 1];
}
