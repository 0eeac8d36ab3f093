float from_afar(float4 v) { return fast_length(clamp(v, 0.0f, 2.0f)); }
