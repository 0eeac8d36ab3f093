// Owns the precompiled header; see Pch.h.
