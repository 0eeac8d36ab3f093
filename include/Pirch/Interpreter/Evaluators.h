//===- Evaluators.h - What each operation of the InfReg form does -*- C++ -*-=//
//
// An evaluator computes the lanes of one operation's results from those of its
// operands. The table below has one for each operation that may occur in the
// InfReg form of a kernel, so that the table is the executable meaning of that
// form. A dialect of another project adds evaluators for its own operations:
//
//   struct MyEvaluators : pirch::EvaluatorDialectInterface {
//     using EvaluatorDialectInterface::EvaluatorDialectInterface;
//     void addEvaluators(pirch::EvaluatorTable &table) const override {
//       table.add<my::DoubleOp>([](my::DoubleOp op, pirch::Frame &frame) {
//         pirch::Lanes lanes = frame.get(op.getSource());
//         ...
//         frame.set(op.getResult(), std::move(lanes));
//         return mlir::success();
//       });
//     }
//   };
//   // in MyDialect::initialize():
//   addInterfaces<MyEvaluators>();
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_INTERPRETER_EVALUATORS_H
#define PIRCH_INTERPRETER_EVALUATORS_H

#include "Pirch/Interpreter/Lanes.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace pirch {

class Frame;

/// Sets every result of the operation in the frame. Failure comes with an error
/// at the operation.
using Evaluator =
    std::function<mlir::LogicalResult(mlir::Operation *, Frame &)>;

class EvaluatorTable {
public:
  /// Evaluators of the operations of the InfReg form, and those of the dialects
  /// that `context` has loaded.
  explicit EvaluatorTable(mlir::MLIRContext &context);

  template <typename OpT>
  void add(std::function<mlir::LogicalResult(OpT, Frame &)> evaluate) {
    table[mlir::TypeID::get<OpT>()] =
        [evaluate = std::move(evaluate)](mlir::Operation *op, Frame &frame) {
          return evaluate(llvm::cast<OpT>(op), frame);
        };
  }

  /// Null where the operation has no meaning in the InfReg form.
  const Evaluator *find(mlir::OperationName name) const;

private:
  llvm::DenseMap<mlir::TypeID, Evaluator> table;
};

/// What a dialect implements whose operations occur in kernels.
class EvaluatorDialectInterface
    : public mlir::DialectInterface::Base<EvaluatorDialectInterface> {
public:
  explicit EvaluatorDialectInterface(mlir::Dialect *dialect) : Base(dialect) {}
  virtual void addEvaluators(EvaluatorTable &table) const = 0;
};

} // namespace pirch

#endif // PIRCH_INTERPRETER_EVALUATORS_H
