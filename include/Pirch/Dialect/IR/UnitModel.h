//===- UnitModel.h - Which units of a core work together --------*- C++ -*-===//
//
// The data of a target that decide how long operations take together that are
// done by different units of a core. The rule that uses these data is `Work`.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_UNITMODEL_H
#define PIRCH_DIALECT_IR_UNITMODEL_H

namespace pirch {

/// Which units of a core work at the same time, where no operation has to wait
/// for its operands (`getUnitModel` of a target). On a machine with the values
/// given here, all operations take their time one after the other.
struct UnitModel {
  /// The share of time, from 0 to 1, in which loads, stores, movements of lanes
  /// and arithmetic are done beside each other; in the rest of the time the
  /// units take turns.
  double overlap = 0;
  /// The part of a movement's cost that is missing for arithmetic meanwhile,
  /// from 0 to 1: 1 / n where one of n units that compute moves lanes as well,
  /// and 0 where movements have a unit of their own.
  double computeOfMovements = 1;
};

} // namespace pirch

#endif // PIRCH_DIALECT_IR_UNITMODEL_H
