//===- LaneDrawing.cpp - A picture of where lanes lie ---------------------===//

#include "Pirch/Analysis/LaneDrawing.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Analysis/LaneDemand.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pirch;

namespace {

/// Sizes in pixels.
constexpr int64_t kCellWidth = 30, kCellHeight = 16, kChunkGap = 14,
                  kLineHeight = 16, kMoveHeight = 48, kMargin = 12;
/// Chunks stand side by side up to this width, if there is room for one.
constexpr int64_t kMaxWidth = 1500;
/// The most operations of a kernel that are drawn.
constexpr int64_t kMaxDrawn = 64;

/// Where chunks were drawn.
struct Chunks {
  int64_t top, lanes;
  SmallVector<int32_t> numbers;

  int64_t perRow() const {
    return std::max<int64_t>(1, (kMaxWidth - kMargin) /
                                    (lanes * kCellWidth + kChunkGap));
  }
  int64_t rows() const { return llvm::divideCeil(numbers.size(), perRow()); }
  int64_t height() const { return rows() * (kCellHeight + kChunkGap); }
  /// The left upper corner of a lane of a chunk.
  std::pair<int64_t, int64_t> corner(int32_t chunk, int64_t lane) const {
    int64_t at = llvm::find(numbers, chunk) - numbers.begin();
    return {kMargin + at % perRow() * (lanes * kCellWidth + kChunkGap) +
                lane * kCellWidth,
            top + at / perRow() * (kCellHeight + kChunkGap)};
  }
};

/// Draws one kernel below what was drawn before.
class KernelDrawing {
public:
  KernelDrawing(KernelOp kernel, int64_t top, llvm::raw_ostream &os)
      : kernel(kernel), mapping(kernel), demand(kernel), y(top), os(os) {}

  /// Returns where the next drawing begins.
  int64_t draw() {
    int64_t groups = kernel.getWgPack().value_or(1);
    write(("kernel " + kernel.getSymName() + ": " + Twine(groups) +
           (groups == 1 ? " group of " : " groups of ") +
           Twine(kernel.getWgSize()) + " work items in a pack, " +
           (kernel.countGroupParts() > 1
                ? Twine(kernel.countGroupParts()) +
                      " of them in a group of the launch, "
                : Twine("")) +
           Twine(mapping.getLanes()) + " lanes in a chunk")
              .str(),
          "title");
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != kernel)
        visit(op);
    });
    if (leftOut)
      write(std::to_string(leftOut) + " more operations are not drawn");
    return y + kLineHeight;
  }
  int64_t getWidth() const { return width; }

private:
  static InfRegType typeOf(Operation *op) {
    if (auto access = dyn_cast<AccessOpInterface>(op))
      return access.getAccessType();
    return op->getNumResults() == 1
               ? dyn_cast<InfRegType>(op->getResult(0).getType())
               : InfRegType();
  }

  void visit(Operation *op) {
    InfRegType type = typeOf(op);
    if (!type)
      return;
    if (!isa<AccessOpInterface, LaneMapOpInterface, MergeOp>(op)) {
      auto lanes = dyn_cast<InfRegOpInterface>(op);
      if (!lanes || !lanes.isRematerialized())
        write(describe(op));
      return;
    }
    if (++drawn > kMaxDrawn) {
      ++leftOut;
      return;
    }
    write(describe(op));
    LaneMapping lanes = mapping.get(type);
    auto map = dyn_cast<LaneMapOpInterface>(op);
    if (!map) {
      drawChunks(op, lanes,
                 llvm::to_vector(llvm::seq<int32_t>(0, lanes.getNumChunks())));
      return;
    }
    auto source = cast<InfRegType>(map.getLaneSource().getType());
    LaneMapping before = mapping.get(source);
    drawMoves(map, before, lanes,
              splitLaneMap(before, lanes, map.getLaneTable()));
  }

  /// What the text of `op` is: its name, its type, the patterns that were
  /// chosen for it, and its place in the source.
  static std::string describe(Operation *op) {
    std::string text;
    llvm::raw_string_ostream line(text);
    line << op->getName() << " : " << typeOf(op);
    if (Attribute reorders = op->getAttr("reorders"))
      line << ' ' << reorders;
    if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
      line << "  (line " << place.getLine() << ')';
    return text;
  }

  void write(StringRef text, StringRef style = "line") {
    os << "<text class=\"" << style << "\" x=\"" << kMargin << "\" y=\""
       << y + kLineHeight - 4 << "\">";
    llvm::printHTMLEscaped(text, os);
    os << "</text>\n";
    y += kLineHeight;
    width = std::max<int64_t>(width, 2 * kMargin + 7 * text.size());
  }

  /// Whether anyone reads the lane at `index` of the table of `op`'s infreg, or
  /// memory gets it.
  bool isRead(Operation *op, size_t index) {
    if (auto access = dyn_cast<AffineAccessOpInterface>(op))
      if (access.getOffsets()[index] == kNoOffset)
        return false;
    return op->getNumResults() == 0 || demand.get(op->getResult(0)).test(index);
  }

  void drawCell(const Chunks &chunks, int32_t chunk, int64_t lane,
                std::optional<LaneId> id, const LaneMapping &lanes,
                Operation *op) {
    auto [left, top] = chunks.corner(chunk, lane);
    width = std::max(width, left + kCellWidth + kMargin);
    bool isShown = id && (!op || isRead(op, lanes.getTableIndex(*id)));
    auto merge = dyn_cast_or_null<MergeOp>(op);
    bool isTaken =
        isShown && merge && merge.getLanes()[lanes.getTableIndex(*id)];
    os << "<g><rect class=\"" << (isTaken ? "taken" : "cell") << "\" x=\""
       << left << "\" y=\"" << top << "\" width=\"" << kCellWidth
       << "\" height=\"" << kCellHeight << "\" fill=\"";
    if (isShown)
      os << color(*id, lanes);
    else
      os << (id ? "white" : "#ddd");
    os << "\"/>";
    if (id)
      os << "<text x=\"" << left + kCellWidth / 2 << "\" y=\""
         << top + kCellHeight - 5 << "\">" << id->wg << '.' << id->wi << '.'
         << id->ix << "</text>";
    os << "</g>\n";
  }

  /// The hue is the work item's; elements become lighter.
  static std::string color(LaneId id, const LaneMapping &lanes) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "hsl(" << 360 * id.wi / lanes.getExtent(Axis::wi) << ",70%,"
        << 62 + 30 * id.ix / lanes.getExtent(Axis::ix) << "%)";
    return text;
  }

  /// Draw chunks of the infreg of `op`, or of one that it reads if `op` is
  /// null.
  Chunks drawChunks(Operation *op, const LaneMapping &lanes,
                    SmallVector<int32_t> numbers) {
    Chunks chunks{y, lanes.getLanes(), std::move(numbers)};
    for (int32_t chunk : chunks.numbers)
      for (int64_t lane = 0; lane < lanes.getLanes(); ++lane)
        drawCell(chunks, chunk, lane, lanes.getOwner(chunk, lane), lanes, op);
    y += chunks.height();
    return chunks;
  }

  void drawMoves(LaneMapOpInterface map, const LaneMapping &before,
                 const LaneMapping &after,
                 const std::vector<ChunkOrigins> &origins) {
    SmallVector<int32_t> sources;
    for (const ChunkOrigins &chunk : origins)
      for (int32_t source : sourceChunks(chunk))
        if (!llvm::is_contained(sources, source))
          sources.push_back(source);
    llvm::sort(sources);
    Chunks from = drawChunks(nullptr, before, sources);
    y += kMoveHeight;
    Chunks to = drawChunks(
        map, after,
        llvm::to_vector(llvm::seq<int32_t>(0, after.getNumChunks())));
    for (auto [chunk, lanes] : llvm::enumerate(origins))
      for (auto [lane, origin] : llvm::enumerate(lanes)) {
        if (!origin.isRead())
          continue;
        auto [x1, y1] = from.corner(origin.chunk, origin.lane);
        auto [x2, y2] = to.corner(chunk, lane);
        os << "<line x1=\"" << x1 + kCellWidth / 2 << "\" y1=\""
           << y1 + kCellHeight << "\" x2=\"" << x2 + kCellWidth / 2
           << "\" y2=\"" << y2 << "\"/>\n";
      }
  }

  KernelOp kernel;
  KernelMapping mapping;
  LaneDemand demand;
  int64_t y, width = 0, drawn = 0, leftOut = 0;
  llvm::raw_ostream &os;
};
} // namespace

void pirch::drawLanes(ModuleOp module, llvm::raw_ostream &os) {
  std::string body;
  llvm::raw_string_ostream text(body);
  int64_t y = kMargin, width = 0;
  for (KernelOp kernel : module.getOps<KernelOp>()) {
    KernelDrawing drawing(kernel, y, text);
    y = drawing.draw();
    width = std::max(width, drawing.getWidth());
  }
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width
     << "\" height=\"" << y + kMargin << "\">\n"
     << "<style>\n"
     << "text { font: 8px sans-serif; text-anchor: middle; }\n"
     << ".title { font: bold 13px sans-serif; text-anchor: start; }\n"
     << ".line { font: 11px monospace; text-anchor: start; }\n"
     << ".cell { stroke: #888; stroke-width: 0.5; }\n"
     << ".taken { stroke: black; stroke-width: 2; }\n"
     << "line { stroke: #333; stroke-width: 0.6; opacity: 0.6; }\n"
     << "</style>\n"
     << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
     << "<!-- A cell is a lane: group of the pack, work item, element. White: "
        "nobody reads it; grey: it holds nothing; framed: a merge takes "
        "the new value. -->\n"
     << body << "</svg>\n";
}
