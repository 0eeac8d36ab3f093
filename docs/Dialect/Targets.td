//===- Targets.td - All targets, for the documentation --------*- tablegen -*-===//

include "Pirch/Target/AVX2/AVX2Attr.td"
include "Pirch/Target/AVX512/AVX512Attr.td"
include "Pirch/Target/Generic/GenericAttr.td"
include "Pirch/Target/NVVM/NVVMAttr.td"
include "Pirch/Target/ROCDL/ROCDLAttr.td"
include "Pirch/Target/VE/VEAttr.td"
