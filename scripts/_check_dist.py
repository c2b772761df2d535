"""Compares an sdist and a wheel with the checkout: ``_check_dist.py WHEEL-AND-SDIST...``.

The sdist has to hold every source that a build needs; the wheel every module, every data file and
one compiled module for each kernel, and no source of them.
"""

import sys
import tarfile
import zipfile
from pathlib import Path

LEFT_OUT = {".so", ".pyd", ".pyc"}


def files(folder: str) -> set[str]:
    """Paths of the files below a folder of the checkout, without what builds leave there."""
    return {
        path.as_posix()
        for path in Path(folder).rglob("*")
        if path.is_file() and path.suffix not in LEFT_OUT
    }


def in_sdist(path: Path) -> set[str]:
    """Paths in an sdist, without its top folder."""
    with tarfile.open(path) as archive:
        return {member.name.partition("/")[2] for member in archive if member.isfile()}


def in_wheel(path: Path) -> set[str]:
    """Paths in a wheel; a compiled module as ``analyser/games/<game>/_<stem>``."""
    with zipfile.ZipFile(path) as archive:
        return {
            name.partition(".")[0] if Path(name).suffix in LEFT_OUT else name
            for name in archive.namelist()
            if ".dist-info/" not in name
        }


def main() -> int:
    """Print every difference; the number of archives that have one is the exit code."""
    package = files("analyser")
    kernels = {
        f"analyser/games/{source.parent.name}/_{source.stem}"
        for source in Path("ext").glob("*/*.pyx")
    }
    wrong = 0
    for path in map(Path, sys.argv[1:]):
        if path.suffix == ".whl":
            found, wanted = in_wheel(path), package | kernels
            extra = found - wanted
        else:
            found, wanted = in_sdist(path), package | files("ext") | {"setup.py", "pyproject.toml"}
            extra = {name for name in found if name.startswith("build/")}
        for name in sorted(wanted - found):
            print(f"{path.name}: lacks {name}")
        for name in sorted(extra):
            print(f"{path.name}: should not hold {name}")
        wrong += bool(wanted - found or extra)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
