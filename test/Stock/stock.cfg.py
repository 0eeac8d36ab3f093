# A suite of its own: every test that runs pirch-opt once more, with the stock
# mlir-opt of the MLIR installation and PirchPlugin.so in its place.
import os
import sys

inputs = os.path.join(config.pirch_src_root, "test", "Stock", "Inputs")
sys.path.append(inputs)
import opt_tests

lit_config.load_config(config, os.path.join(config.pirch_src_root, "test", "lit.cfg.py"))
config.name = "PIRCH in stock mlir-opt"
config.test_exec_root = os.path.join(config.pirch_obj_root, "test", "Stock")
config.test_format = opt_tests.OptTests(execute_external=False)
# What tests the plugin itself, and the tools that are installed.
config.excludes = set(config.excludes) | {"Plugin", "Stock", "Package"}
config.substitutions.insert(0, (r"\bpirch-opt\b", " ".join(
    [sys.executable, os.path.join(inputs, "stock_opt.py"),
     os.path.join(config.llvm_tools_dir, "mlir-opt"), config.pirch_obj_root])))
