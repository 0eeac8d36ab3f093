"""Print type, shape and integers of an .npy file, read without NumPy."""
import ast
import struct
import sys

with open(sys.argv[1], "rb") as file:
    content = file.read()
assert content[:8] == b"\x93NUMPY\x01\x00", "magic"
length = struct.unpack("<H", content[8:10])[0]
assert (10 + length) % 64 == 0, "alignment"
header = ast.literal_eval(content[10:10 + length].decode())
assert header["fortran_order"] is False
data = content[10 + length:]
values = struct.unpack("<%di" % (len(data) // 4), data)
print(header["descr"].lstrip("<"), header["shape"], list(values))
