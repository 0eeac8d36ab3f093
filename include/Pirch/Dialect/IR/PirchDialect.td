//===- PirchDialect.td - The PIRCH dialect ---------------------*- tablegen -*-===//

#ifndef PIRCH_DIALECT_TD
#define PIRCH_DIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def Pirch_Dialect : Dialect {
  let name = "pirch";
  let cppNamespace = "::pirch";
  let summary = "Batched kernels on registers of unbounded width";
  let description = [{
    The dialect describes kernels that work on many independent problems at
    once. A *work group* (WG) is the `WG_SIZE` *work items* (WIs) that share one
    problem and may read each other's registers; WGs never communicate. A value
    of type `!pirch.infreg<?x8x4xf64>` holds one lane for every WG, every WI and
    every array element (`ix`) of a private variable.

    Arithmetic on such values is the `arith` and `math` dialects', control flow
    is `scf`'s. What belongs here is only what those cannot say: which lane is
    which (index operations), values moving between lanes (`reorder`,
    `wg_permute`, `wg_shuffle`, `reduce`, `scan`), lanes that keep their old
    value (`merge`, `select`), votes, and memory. An operation that a mix of
    `arith` and the above expresses does not belong here.

    Two forms of a kernel use the dialect. The *work-item form* is the program
    of one WI: scalars, private variables in `memref.alloca`, and the control
    flow of C in `pirch.loop`. The *InfReg form* is SSA over infregs. The pass
    `pirch-vectorize-work-items` leads from the first to the second.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::memref::MemRefDialect"
  ];
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Parse and print `AttrT`, which describes a machine, as an attribute of
    /// this dialect. Its mnemonic must be no other attribute's.
    template <typename AttrT> void addTargetAttribute() {
      addAttributes<AttrT>();
      addTargetSyntax(AttrT::getMnemonic(), ::mlir::TypeID::get<AttrT>(),
                      [](::mlir::AsmParser &parser) {
                        return parseTarget<AttrT>(parser, 0);
                      },
                      [](::mlir::Attribute attr, ::mlir::AsmPrinter &printer) {
                        printTarget(::mlir::cast<AttrT>(attr), printer, 0);
                      });
    }
    /// Mnemonics of the targets' attributes that were added, sorted.
    ::llvm::SmallVector<::llvm::StringRef> getTargetMnemonics() const;

    /// What analyses computed for targets of this context.
    ::pirch::ResultCache &getResults() { return results; }

    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter &printer) const override;

  private:
    /// Give the operations of arith and math InfRegOpInterface.
    void attachInterfaces();

    // Attributes without parameters have no syntax of their own: the overloads
    // that take a `long` stand for it.
    template <typename AttrT, typename = decltype(&AttrT::parse)>
    static ::mlir::Attribute parseTarget(::mlir::AsmParser &parser, int) {
      return AttrT::parse(parser, {});
    }
    template <typename AttrT>
    static ::mlir::Attribute parseTarget(::mlir::AsmParser &parser, long) {
      return AttrT::get(parser.getContext());
    }
    template <typename AttrT, typename = decltype(&AttrT::print)>
    static void printTarget(AttrT attr, ::mlir::AsmPrinter &printer, int) {
      attr.print(printer);
    }
    template <typename AttrT>
    static void printTarget(AttrT, ::mlir::AsmPrinter &, long) {}

    using ParseTarget = ::mlir::Attribute (*)(::mlir::AsmParser &);
    using PrintTarget = void (*)(::mlir::Attribute, ::mlir::AsmPrinter &);
    struct TargetSyntax {
      ::llvm::StringRef mnemonic;
      ::mlir::TypeID type;
      ParseTarget parse;
      PrintTarget print;
    };
    void addTargetSyntax(::llvm::StringRef mnemonic, ::mlir::TypeID type,
                         ParseTarget parse, PrintTarget print) {
      targetSyntax.push_back({mnemonic, type, parse, print});
    }
    ::llvm::SmallVector<TargetSyntax, 0> targetSyntax;
    ::pirch::ResultCache results;
  }];
  let hasConstantMaterializer = 0;
  let hasCanonicalizer = 1;
  // What kernels' functions and operations on native vectors carry:
  // - target, on a function: the machine that it is compiled for;
  // - kernel, on a function: the name of the source's kernel whose groups it
  //   computes;
  // - schedule, on a function: what `#pirch.schedule` of the kernel says;
  // - lanes_in_use, on a function: the number of lanes of a chunk that it fills,
  //   where it does not fill all;
  // - cheap, on an operation on native vectors: computing the result again costs
  //   less than storing and loading it;
  // - remainder_loop, on a loop: it has few iterations, those that a loop before
  //   it left.
  let discardableAttrs = (ins
    "::pirch::TargetAttrInterface":$target, "::mlir::StringAttr":$kernel,
    "::mlir::Attribute":$schedule,
    "::mlir::IntegerAttr":$lanes_in_use, "::mlir::UnitAttr":$cheap,
    "::mlir::UnitAttr":$remainder_loop);
  let hasOperationAttrVerify = 1;
}

class Pirch_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Pirch_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

#endif // PIRCH_DIALECT_TD
