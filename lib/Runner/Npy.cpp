//===- Npy.cpp - NumPy's array files --------------------------------------===//

#include "Pirch/Runner/Npy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace pirch;

static llvm::Error npyError(llvm::StringRef fileName, const llvm::Twine &why) {
  return llvm::createStringError("'" + fileName + "': " + why);
}

/// The header's text from the value of `key` on, a key of its dictionary; empty
/// where it has no such key.
static llvm::StringRef valueOf(llvm::StringRef header, llvm::StringRef key) {
  size_t at = header.find(("'" + key + "'").str());
  if (at == llvm::StringRef::npos)
    return {};
  llvm::StringRef value = header.drop_front(at + key.size() + 2).ltrim();
  return value.consume_front(":") ? value.ltrim() : llvm::StringRef();
}

static llvm::Error parseHeader(llvm::StringRef header, llvm::StringRef fileName,
                               Array &array) {
  llvm::StringRef descr = valueOf(header, "descr");
  if (!descr.consume_front("'"))
    return npyError(fileName, "its header has no simple 'descr'");
  descr = descr.take_until([](char c) { return c == '\''; });
  llvm::StringRef dtype =
      descr.drop_while([](char c) { return c == '<' || c == '|' || c == '='; });
  bool valid = dtype.size() == 2 &&
               (llvm::StringRef("fiu").contains(dtype[0])) &&
               (llvm::StringRef("1248").contains(dtype[1]));
  if (!valid)
    return npyError(fileName, "element type '" + descr +
                                  "' is not supported (little-endian numbers "
                                  "of 1 to 8 bytes are)");
  array.dtype = dtype.str();
  if (!valueOf(header, "fortran_order").starts_with("False"))
    return npyError(fileName, "only C order is supported");
  llvm::StringRef shape = valueOf(header, "shape");
  if (!shape.consume_front("("))
    return npyError(fileName, "its header has no 'shape'");
  llvm::SmallVector<llvm::StringRef> parts;
  shape.take_until([](char c) { return c == ')'; })
      .split(parts, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts) {
    int64_t extent;
    if (part.trim().empty())
      continue;
    if (part.trim().getAsInteger(10, extent) || extent < 0)
      return npyError(fileName, "its shape has the extent '" + part + "'");
    array.shape.push_back(extent);
  }
  return llvm::Error::success();
}

llvm::Expected<Array> pirch::readNpy(llvm::StringRef fileName) {
  auto file = llvm::MemoryBuffer::getFile(fileName, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return npyError(fileName, file.getError().message());
  llvm::StringRef content = (*file)->getBuffer();
  if (!content.starts_with("\x93NUMPY") || content.size() < 12)
    return npyError(fileName, "is not an .npy file");
  bool isVersion1 = content[6] == 1;
  if (content[6] < 1 || content[6] > 3)
    return npyError(fileName, "format version " + llvm::Twine(int(content[6])) +
                                  " is not known");
  uint64_t length = isVersion1
                        ? llvm::support::endian::read16le(content.data() + 8)
                        : llvm::support::endian::read32le(content.data() + 8);
  uint64_t start = isVersion1 ? 10 : 12;
  if (content.size() < start + length)
    return npyError(fileName, "ends within its header");
  Array array;
  if (llvm::Error error =
          parseHeader(content.substr(start, length), fileName, array))
    return error;
  llvm::StringRef data = content.drop_front(start + length);
  int64_t expected = array.elementSize();
  for (int64_t extent : array.shape)
    if (llvm::MulOverflow(expected, extent, expected))
      return npyError(fileName, "its shape is too large");
  if (static_cast<int64_t>(data.size()) != expected)
    return npyError(fileName, "holds " + llvm::Twine(data.size()) +
                                  " bytes of data, but its shape needs " +
                                  llvm::Twine(expected));
  array.bytes.assign(data.begin(), data.end());
  return array;
}

llvm::Error pirch::writeNpy(llvm::StringRef fileName, const Array &array) {
  std::string header = "{'descr': '";
  header += array.dtype[1] == '1' ? "|" : "<";
  header += array.dtype + "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : array.shape)
    header += std::to_string(extent) + ", ";
  header += "), }";
  header.resize(llvm::alignTo(header.size() + 11, 64) - 11, ' ');
  header += '\n';
  std::error_code code;
  llvm::ToolOutputFile file(fileName, code, llvm::sys::fs::OF_None);
  if (code)
    return npyError(fileName, code.message());
  file.os().write("\x93NUMPY\x01\x00", 8);
  char length[2];
  llvm::support::endian::write16le(length, header.size());
  file.os().write(length, 2);
  file.os() << header;
  file.os().write(array.bytes.data(), array.bytes.size());
  file.os().flush();
  if (file.os().has_error()) {
    std::string reason = file.os().error().message();
    file.os().clear_error();
    return npyError(fileName, reason);
  }
  file.keep();
  return llvm::Error::success();
}
