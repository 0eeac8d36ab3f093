//===- MachineLoop.cpp - A loop of machine code ---------------------------===//

#include "MachineLoop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/AsmLexer.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

using namespace pirch;

namespace {
/// Keeps the instructions of one function, its labels and its marks.
class Collector : public llvm::MCStreamer, public llvm::AsmCommentConsumer {
public:
  Collector(llvm::MCContext &context, const llvm::MCCodeEmitter &encoder,
            llvm::StringRef function)
      : MCStreamer(context), encoder(encoder), function(function) {}

  void HandleComment(llvm::SMLoc, llvm::StringRef text) override {
    text = text.trim("#/ \t\n");
    size_t number;
    // A block without a label begins with a comment.
    if (text.starts_with("%bb."))
      beginBlock();
    if (text.starts_with(kUnlikelyMark)) {
      isUnlikely = true;
      for (MachineInstruction &entry :
           llvm::MutableArrayRef(code).drop_front(blockBegin))
        entry.isUnlikely = true;
    }
    if (isInside && !mark && text.consume_front(kLoopMark) &&
        !text.getAsInteger(10, number))
      mark = {code.size(), number};
  }
  void emitLabel(llvm::MCSymbol *symbol, llvm::SMLoc loc) override {
    MCStreamer::emitLabel(symbol, loc);
    if (symbol->getName() == function)
      isInside = true;
    else if (symbol->getName().contains("func_end"))
      isInside = false;
    labels[symbol] = code.size();
    beginBlock();
  }
  void emitInstruction(const llvm::MCInst &instruction,
                       const llvm::MCSubtargetInfo &subtarget) override {
    if (!isInside)
      return;
    llvm::SmallVector<char, 16> bytes;
    llvm::SmallVector<llvm::MCFixup, 2> fixups;
    encoder.encodeInstruction(instruction, bytes, fixups, subtarget);
    MachineInstruction entry;
    entry.bytes = bytes.size();
    entry.instruction = instruction;
    entry.line = line;
    entry.isUnlikely = isUnlikely;
    code.push_back(std::move(entry));
  }
  void emitDwarfLocDirective(unsigned, unsigned newLine, unsigned, unsigned,
                             unsigned, unsigned, llvm::StringRef,
                             llvm::StringRef) override {
    line = newLine;
  }
  bool emitSymbolAttribute(llvm::MCSymbol *, llvm::MCSymbolAttr) override {
    return true;
  }
  void emitCommonSymbol(llvm::MCSymbol *, uint64_t, llvm::Align) override {}

  std::vector<MachineInstruction> code;
  std::map<const llvm::MCSymbol *, size_t> labels;
  /// The place of the first mark, and its number.
  std::optional<std::pair<size_t, size_t>> mark;

private:
  void beginBlock() {
    blockBegin = code.size();
    isUnlikely = false;
  }

  const llvm::MCCodeEmitter &encoder;
  llvm::StringRef function;
  bool isInside = false;
  /// Of the block that is being read: its first instruction, and whether it is
  /// marked as unlikely.
  size_t blockBegin = 0;
  bool isUnlikely = false;
  unsigned line = 0;
};
} // namespace

/// The loops of the code, by their first instruction, with the jump back that
/// is their last one.
static std::map<size_t, size_t>
findLoops(const Collector &collector, const llvm::MCInstrInfo &instructions) {
  std::map<size_t, size_t> loops;
  for (auto [index, entry] : llvm::enumerate(collector.code)) {
    // Unlikely blocks lie behind the loop to which they jump back.
    if (entry.isUnlikely ||
        !instructions.get(entry.instruction.getOpcode()).isBranch())
      continue;
    for (const llvm::MCOperand &operand : entry.instruction) {
      auto *symbol =
          operand.isExpr()
              ? llvm::dyn_cast<llvm::MCSymbolRefExpr>(operand.getExpr())
              : nullptr;
      auto label = symbol ? collector.labels.find(&symbol->getSymbol())
                          : collector.labels.end();
      if (label != collector.labels.end() && label->second <= index)
        loops[label->second] = std::max(loops[label->second], index);
    }
  }
  return loops;
}

/// Cut the loop over groups out of the function.
static MachineLoop selectLoop(Collector &collector,
                              const llvm::MCInstrInfo &instructions) {
  MachineLoop result;
  std::map<size_t, size_t> loops = findLoops(collector, instructions);
  size_t first = 0, last = collector.code.size();
  if (collector.mark) {
    result.mark = collector.mark->second;
    for (auto [from, to] : loops)
      if (from <= collector.mark->first && collector.mark->first <= to) {
        first = from;
        last = to + 1;
        break; // the outermost one begins first
      }
  }
  for (size_t index = first; index < last; ++index) {
    MachineInstruction &entry = collector.code[index];
    if (entry.isUnlikely)
      continue;
    for (auto [number, loop] : llvm::enumerate(loops)) {
      bool isWithin = loop.first > first && loop.second < last &&
                      loop.first <= index && index <= loop.second;
      if (!isWithin)
        continue;
      ++entry.depth;
      entry.loop = number + 1;
    }
    result.instructions.push_back(std::move(entry));
  }
  return result;
}

llvm::Expected<MachineLoop>
pirch::readLoop(llvm::StringRef assembly, llvm::StringRef name,
                const llvm::TargetMachine &machine,
                const llvm::MCInstrInfo &instructions) {
  const llvm::Triple &triple = machine.getTargetTriple();
  const llvm::Target &target = machine.getTarget();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(assembly),
                             llvm::SMLoc());
  llvm::MCContext context(triple, machine.getMCAsmInfo(),
                          machine.getMCRegisterInfo(),
                          machine.getMCSubtargetInfo(), &sources);
  std::unique_ptr<llvm::MCObjectFileInfo> sections(
      target.createMCObjectFileInfo(context, /*PIC=*/true));
  context.setObjectFileInfo(sections.get());
  std::unique_ptr<llvm::MCCodeEmitter> encoder(
      target.createMCCodeEmitter(instructions, context));
  if (!encoder)
    return llvm::createStringError("LLVM cannot encode instructions for '" +
                                   triple.str() + "'");
  Collector collector(context, *encoder, name);
  target.createNullTargetStreamer(collector); // belongs to the collector
  std::unique_ptr<llvm::MCAsmParser> parser(llvm::createMCAsmParser(
      sources, context, collector, *machine.getMCAsmInfo()));
  parser->getLexer().setCommentConsumer(&collector);
  std::unique_ptr<llvm::MCTargetAsmParser> details(
      target.createMCAsmParser(*machine.getMCSubtargetInfo(), *parser,
                               instructions, machine.Options.MCOptions));
  if (!details)
    return llvm::createStringError("LLVM cannot read assembly for '" +
                                   triple.str() + "'");
  parser->setTargetParser(*details);
  if (parser->Run(/*NoInitialTextSection=*/false))
    return llvm::createStringError("LLVM cannot read its own assembly");
  return selectLoop(collector, instructions);
}
