"""Check that nothing was left out where the sources have lists: each pass is in
the reference of passes, run by a pipeline and named by a test; each target is in
the reference of targets, has a page that README.md links, and is named by a test;
each program of unit tests is run; each directory has a row on the page of the
architecture, and includes nothing of a directory whose row stands below its own;
no target is named outside of its own folders.

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

# What belongs to one target only stands in its own folders, its documents and
# its tests. Comments may name it, as may what TableGen files say of examples.
# AVX-512 and AVX2 are instruction sets too, which lib/Target/X86 is about.
shared = 0
folders = [path.parent.name for path in
           sorted((include / "Pirch/Target").glob("*/*Attr.td"))]
names = re.compile("|".join(
    [rf'"{name.lower()}"|#pirch\.{name.lower()}\b|\b{name}(Attr|Target)\b|'
     rf"Target/{name}/|\bPirch{name}\b|\bcreate{name}Target" for name in folders] +
    [rf"(?i:{name})" for name in folders if len(name) > 2 and name != "Generic"]))
own = {root / parent / "Target" / name for name in [*folders, "X86"]
       for parent in ("lib", "include/Pirch")}
for folder in ("lib", "include", "tools", "python", "cmake"):
    for path in sorted((root / folder).rglob("*")):
        if path.suffix not in (".h", ".cpp", ".td", ".py", ".txt", ".cmake") or \
                own & set(path.parents):
            continue
        shared += 1
        text = path.read_text()
        for number, line in enumerate(text.split("\n"), 1):
            code = re.split(r"//|^\s*#(?!pirch)(?!include)", line)[0]
            if path.suffix == ".td":  # examples in descriptions
                code = "" if "%" in code else re.sub('"[^"]*"', "", code)
            found = names.search(code)
            require(not found, f"{path.relative_to(root)}:{number}",
                    f"names a target: {found and found[0]}")

programs = 0
listed = (root / "test/Unit/unit.test").read_text().split()
for path in sorted((root / "unittests").rglob("CMakeLists.txt")):
    for name in re.findall(r"add_pirch_unittest\((\w+)", path.read_text()):
        programs += 1
        require(f"%unittests/{name}" in listed, f"unit test {name}",
                "is not run by test/Unit/unit.test")

# The directories that the rows name, in the order of the rows.
page = (docs / "Architecture.md").read_text()
rows = [name for row in re.findall(r"^\| (`[^|]*`) \|", page, re.M)
        for name in re.findall(r"`([^`]+)`", row)]
directories = 0


def row_of(path):
    """The number of the row of a file or folder of lib, that of the innermost
    folder with a row; a folder of lib/Target without one is lib/Target/X."""
    for folder in [path, *path.parents]:
        if folder.as_posix() in rows:
            return rows.index(folder.as_posix())
        if folder.parent.as_posix() == "lib/Target" and not folder.suffix:
            return rows.index("lib/Target/X")
    return None


def holds_files(path):
    return path.is_dir() and path.name != "__pycache__" and any(
        part.is_file() for part in path.iterdir())


for folder in ("tools", "test", "scripts", "lib", "lib/Dialect", "lib/Target",
               "include/Pirch", "include/Pirch/Dialect", "include/Pirch/Target"):
    for path in sorted(filter(holds_files, (root / folder).iterdir())):
        name = path.relative_to(root).as_posix()
        if name in ("lib/Dialect", "include/Pirch/Dialect"):
            continue  # it has rows for its folders
        directories += 1
        owner = name.replace("include/Pirch", "lib")
        require(owner in rows or (folder.startswith(("lib", "include")) and
                                  row_of(pathlib.Path(owner)) is not None), name,
                "has no row in docs/Architecture.md")
for name in rows:
    require("X" in name.split("/") or (root / name).is_dir() or
            not re.match(r"(lib|tools|test|scripts)\b", name), name,
            "has a row in docs/Architecture.md, but does not exist")

includes = 0
for path in sorted([*(root / "lib").rglob("*"), *(include / "Pirch").rglob("*")]):
    if path.suffix not in (".h", ".cpp"):
        continue
    name = path.relative_to(root).as_posix()
    own = row_of(pathlib.Path(name.replace("include/Pirch", "lib")))
    for used in re.findall(r'^#include "Pirch/([^"]+)"', path.read_text(), re.M):
        includes += 1
        row = row_of(pathlib.Path("lib") / used)
        require(row is not None and own is not None and
                (row <= own or used == "Dialect/IR/PirchEnums.h"), name,
                f"includes {used}, whose directory stands below its own in "
                "docs/Architecture.md")

print(f"{directories} directories, {includes} includes, {shared} shared files")
print(f"{passes} passes, {targets} targets, {programs} unit tests, "
      f"{failures} failures")
found = passes and targets and programs and directories and includes and shared
sys.exit(0 if found and not failures else 1)
