"""Exit status 0 where OpenCL has a platform of PoCL. The OpenCL loader brings
PoCL and its LLVM into the process, so this is a process of its own."""
import ctypes
import sys

try:
    opencl = ctypes.CDLL("libOpenCL.so.1")
except OSError:
    sys.exit(1)
count = ctypes.c_uint32(0)
opencl.clGetPlatformIDs(0, None, ctypes.byref(count))
platforms = (ctypes.c_void_p * count.value)()
if count.value:
    opencl.clGetPlatformIDs(count, platforms, None)
CL_PLATFORM_NAME = 0x0902
for platform in platforms:
    name = ctypes.create_string_buffer(256)
    opencl.clGetPlatformInfo(ctypes.c_void_p(platform), CL_PLATFORM_NAME,
                             ctypes.c_size_t(len(name)), name, None)
    if name.value == b"Portable Computing Language":
        sys.exit(0)
sys.exit(1)
