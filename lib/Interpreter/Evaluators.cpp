//===- Evaluators.cpp - The table of all evaluators -----------------------===//

#include "Evaluate.h"

using namespace mlir;
using namespace pirch;

EvaluatorTable::EvaluatorTable(MLIRContext &context) {
  addIntegerEvaluators(*this);
  addFloatEvaluators(*this);
  addMathEvaluators(*this);
  addConversionEvaluators(*this);
  addLaneEvaluators(*this);
  addCollectiveEvaluators(*this);
  addMemoryEvaluators(*this);
  addControlEvaluators(*this);
  for (Dialect *dialect : context.getLoadedDialects())
    if (auto *interface =
            dialect->getRegisteredInterface<EvaluatorDialectInterface>())
      interface->addEvaluators(*this);
}

const Evaluator *EvaluatorTable::find(OperationName name) const {
  auto found = table.find(name.getTypeID());
  return found == table.end() ? nullptr : &found->second;
}
