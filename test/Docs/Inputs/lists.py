"""Check that nothing was left out where the sources have lists: each pass is in
the reference of passes, run by a pipeline and named by a test; each target is in
the reference of targets, has a page that README.md links, and is named by a test;
each program of unit tests is run.

Usage: lists.py ROOT_OF_THE_SOURCES"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
include, docs = root / "include", root / "docs"
# Tools run the first; pirch-pack-work-groups does what the second does; the third
# is for programs with a host part, which PIRCH does not lower.
NO_PIPELINE = {"pirch-interpret", "pirch-pad-rows", "pirch-call-kernels"}


def texts(folder, *suffixes):
    return "\n".join(path.read_text(errors="replace")
                     for path in sorted((root / folder).rglob("*"))
                     if path.suffix in suffixes)


failures = 0


def require(condition, what, lacks):
    global failures
    if not condition:
        failures += 1
        print(f"{what} {lacks}")


tests = texts("test", ".mlir", ".test", ".cl", ".py")
pipelines = texts("lib/Driver", ".cpp") + texts("lib/Target", ".cpp")
readme = (root / "README.md").read_text()

passes = 0
reference = (docs / "Dialect/Passes.td").read_text()
for path in sorted(include.rglob("Passes.td")):
    name = path.relative_to(include).as_posix()
    require(f'include "{name}"' in reference, name,
            "is not included by docs/Dialect/Passes.td")
    for symbol, argument in re.findall(r'^def (\w+)\s*:\s*Pass<"([\w-]+)"',
                                       path.read_text(), re.M):
        passes += 1
        word = re.compile(r"(?<![\w-])" + re.escape(argument) + r"(?![\w-])")
        require(word.search(tests) or f"--{argument}" in tests,
                f"pass {argument}", "is named by no test")
        require(argument in NO_PIPELINE or f"create{symbol}(" in pipelines or
                word.search(pipelines), f"pass {argument}",
                "is run by no pipeline of lib/Driver, and named by no target")

targets = 0
reference = (docs / "Dialect/Targets.td").read_text()
for path in sorted((include / "Pirch/Target").glob("*/*Attr.td")):
    targets += 1
    folder = path.parent.name
    name = path.relative_to(include).as_posix()
    require(f'include "{name}"' in reference, name,
            "is not included by docs/Dialect/Targets.td")
    require((docs / "Targets" / f"{folder}.md").exists(), f"target {folder}",
            f"has no page docs/Targets/{folder}.md")
    require(f"docs/Targets/{folder}.md" in readme, f"target {folder}",
            "has no link in README.md")
    mnemonic = re.search(r'Pirch_Attr<"\w+", "(\w+)"', path.read_text())[1]
    require(re.search(rf"#pirch\.{mnemonic}\b|--target=\S*\b{mnemonic}\b", tests),
            f"target {mnemonic}", "is named by no test")

programs = 0
listed = (root / "test/Unit/unit.test").read_text().split()
for path in sorted((root / "unittests").rglob("CMakeLists.txt")):
    for name in re.findall(r"add_pirch_unittest\((\w+)", path.read_text()):
        programs += 1
        require(f"%unittests/{name}" in listed, f"unit test {name}",
                "is not run by test/Unit/unit.test")

print(f"{passes} passes, {targets} targets, {programs} unit tests, "
      f"{failures} failures")
sys.exit(0 if passes and targets and programs and not failures else 1)
