//===- CacheEntry.cpp - What is kept of a compilation ---------------------===//
//
// A file is a header of fixed size, the description of the kernels as JSON, and
// the object file. The header has the digest of all that follows it.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Runtime/CacheEntry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include <cstring>

using namespace pirch;
namespace json = llvm::json;

/// The first bytes of each file, which name the version of the format.
static constexpr llvm::StringLiteral kMagic = "PIRCH object 2\n\n";

namespace {
struct Header {
  char magic[16];
  CacheKey key, digest;
  llvm::support::ulittle64_t descriptionBytes;
};
} // namespace
static_assert(sizeof(Header) == 88);

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

namespace pirch {
static json::Value toJSON(const KernelParam &param) {
  return json::Object{{"name", param.name},
                      {"type", param.cType},
                      {"pointer", param.isPointer},
                      {"bits", param.elementBits},
                      {"float", param.isFloat},
                      {"unsigned", param.isUnsigned},
                      {"extentKnown", param.isExtentKnown},
                      {"extent", param.extent},
                      {"extentPerGroup", param.extentPerGroup},
                      {"compactGroups", param.compactGroups},
                      {"compactElements", param.compactElements}};
}

static bool fromJSON(const json::Value &value, KernelParam &param,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", param.name) && map.map("type", param.cType) &&
         map.map("pointer", param.isPointer) &&
         map.map("bits", param.elementBits) &&
         map.map("float", param.isFloat) &&
         map.map("unsigned", param.isUnsigned) &&
         map.map("extentKnown", param.isExtentKnown) &&
         map.map("extent", param.extent) &&
         map.map("extentPerGroup", param.extentPerGroup) &&
         map.map("compactGroups", param.compactGroups) &&
         map.map("compactElements", param.compactElements);
}

static json::Value toJSON(const StagedValue &staged) {
  return json::Object{{"index", staged.index}, {"name", staged.name}};
}

static bool fromJSON(const json::Value &value, StagedValue &staged,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("index", staged.index) && map.map("name", staged.name);
}

static json::Value toJSON(const KernelInfo &kernel) {
  return json::Object{{"name", kernel.name},
                      {"symbol", kernel.symbol},
                      {"params", json::Array(kernel.params)},
                      {"wgSize", kernel.wgSize},
                      {"wgPack", kernel.wgPack},
                      {"wgShape", json::Array(kernel.wgShape)},
                      {"numGridParams", kernel.numGridParams},
                      {"rowGroups", kernel.rowGroups},
                      {"laneOrder", kernel.laneOrder},
                      {"staged", json::Array(kernel.staged)},
                      {"stagedParams", json::Array(kernel.stagedParams)},
                      {"asksForGroups", kernel.asksForGroups},
                      {"estimatedCost", kernel.estimatedCost}};
}

static bool fromJSON(const json::Value &value, KernelInfo &kernel,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  uint64_t numGridParams = 0;
  if (!map || !map.map("name", kernel.name) ||
      !map.map("symbol", kernel.symbol) || !map.map("params", kernel.params) ||
      !map.map("wgSize", kernel.wgSize) || !map.map("wgPack", kernel.wgPack) ||
      !map.map("wgShape", kernel.wgShape) ||
      !map.map("numGridParams", numGridParams) ||
      !map.map("rowGroups", kernel.rowGroups) ||
      !map.map("laneOrder", kernel.laneOrder) ||
      !map.map("staged", kernel.staged) ||
      !map.map("stagedParams", kernel.stagedParams) ||
      !map.map("asksForGroups", kernel.asksForGroups) ||
      !map.map("estimatedCost", kernel.estimatedCost))
    return false;
  kernel.numGridParams = numGridParams;
  return numGridParams <= kernel.params.size() && kernel.wgPack > 0;
}
} // namespace pirch

static std::string describe(const CacheEntry &entry) {
  std::string text;
  llvm::raw_string_ostream os(text);
  // JSON is UTF-8; what is none of it becomes so.
  os << json::Value(
      json::Object{{"source", json::fixUTF8(entry.sourceName)},
                   {"diagnostics", json::fixUTF8(entry.diagnostics)},
                   {"prototypes", json::Array(entry.prototypes)},
                   {"kernels", json::Array(entry.kernels)}});
  return text;
}

static bool readDescription(llvm::StringRef text, CacheEntry &entry) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return false;
  }
  json::Path::Root root;
  json::ObjectMapper map(*value, root);
  return map && map.map("source", entry.sourceName) &&
         map.map("diagnostics", entry.diagnostics) &&
         map.map("prototypes", entry.prototypes) &&
         map.map("kernels", entry.kernels) &&
         entry.prototypes.size() == entry.kernels.size();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

std::string pirch::writeEntry(const CacheEntry &entry, const CacheKey &key) {
  std::string description = describe(entry);
  Header header;
  std::memcpy(header.magic, kMagic.data(), sizeof(header.magic));
  header.key = key;
  header.descriptionBytes = description.size();
  std::string body(reinterpret_cast<const char *>(&header.descriptionBytes),
                   sizeof(header.descriptionBytes));
  body += description;
  body += entry.object;
  header.digest = llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(body));
  std::string bytes(reinterpret_cast<const char *>(&header),
                    offsetof(Header, descriptionBytes));
  return bytes + body;
}

std::optional<CacheEntry> pirch::readEntry(llvm::StringRef bytes,
                                           const CacheKey &key) {
  Header header;
  if (bytes.size() < sizeof(header))
    return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof(header));
  llvm::StringRef body = bytes.drop_front(offsetof(Header, descriptionBytes));
  if (llvm::StringRef(header.magic, sizeof(header.magic)) != kMagic ||
      header.key != key ||
      header.digest != llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(body)))
    return std::nullopt;
  llvm::StringRef rest = bytes.drop_front(sizeof(header));
  CacheEntry entry;
  if (header.descriptionBytes > rest.size() ||
      !readDescription(rest.take_front(header.descriptionBytes), entry))
    return std::nullopt;
  entry.object = rest.drop_front(header.descriptionBytes).str();
  return entry;
}
