"""A format for lit: the files that run pirch-opt."""
import re

import lit.formats


class OptTests(lit.formats.ShTest):
    def getTestsForPath(self, suite, path_in_suite, lit_config, local_config):
        for test in super().getTestsForPath(suite, path_in_suite, lit_config, local_config):
            with open(test.getSourcePath(), encoding="utf-8", errors="replace") as file:
                if re.search(r"RUN:.*\bpirch-opt\b", file.read()):
                    yield test
