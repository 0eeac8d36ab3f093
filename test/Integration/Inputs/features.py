#!/usr/bin/env python3
"""Run each kernel of features.cl and compare with the oracle.
Usage: features.py PIRCH_RUN SOURCE"""
import itertools
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../../Inputs"))
from agree import check_command, run_all
from cpu_targets import cpu_targets
from sampling import sample

runner, source = sys.argv[1:]
sys.exit(run_all([
    check_command(runner, source, kernel, target, size, 21, {},
                  [f"--wg-pack={pack}", f"--lane-order={order}"])
    for kernel, size, (pack, order), target in sample(itertools.product(
        ("control", "arrays", "exchange", "integers", "math"), (1, 3, 4, 8),
        (("1", "wg-wi-ix"), ("2", "wg-wi-ix"), ("8", "ix-wi-wg"), ("auto", "auto")),
        cpu_targets()), 3)]))
