//===- AllFunctions.h - The templates of all functions ----------*- C++ -*-===//
//
// Includes the headers of all functions, for those who make an instance of
// each.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_ALLFUNCTIONS_H
#define PIRCH_MATH_ALLFUNCTIONS_H

#include "Pirch/Math/ErrorFunction.h"
#include "Pirch/Math/Exponential.h"
#include "Pirch/Math/Functions.h"
#include "Pirch/Math/InverseTrigonometry.h"
#include "Pirch/Math/Logarithm.h"
#include "Pirch/Math/Power.h"
#include "Pirch/Math/Root.h"
#include "Pirch/Math/Trigonometry.h"

#endif // PIRCH_MATH_ALLFUNCTIONS_H
