// stereo_mix.cl: mix a mono voice into 16-bit stereo sound, in place, with saturation
// bench: half=A kind=bytes
// bench: range stereo=-32768:32767
// bench: range voice=-32768:32767
// pirch-run: --arg stereo=rand(GROUPS, WG_SIZE, 2) --arg voice=rand(GROUPS, WG_SIZE) --arg left=19000 --arg right=9000
__kernel void stereo_mix(__global short *stereo, __global const short *voice, int left, int right) {
  size_t i = get_global_id(0);
  int v = voice[i];
  int l = stereo[2 * i] + ((v * left) >> 15);
  int r = stereo[2 * i + 1] + ((v * right) >> 15);
  stereo[2 * i] = (short)clamp(l, -32768, 32767);
  stereo[2 * i + 1] = (short)clamp(r, -32768, 32767);
}
