"""The shape of the project: which package may import which, and what no file may hold."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "analyser"
# Each may import itself and what stands before it; the package itself (and __main__) everything.
LAYERS = ["core", "search", "games", "batch", "analysis", "report", "api", "cli", ""]
HEAVY = {"matplotlib", "numpy", "pandas", "pyarrow", "scipy", "statsmodels"}
LONGEST = 500
SOURCES = [
    path
    for folder in ("analyser", "ext", "tests", "scripts")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in {"", ".h", ".pxd", ".pxi", ".py", ".pyi", ".pyx", ".sh"} and path.is_file()
]
TEXTS = [
    path
    for pattern in ("*", ".ci/*", "analyser/**/*", "docs/**/*", "ext/**/*", "reports/*")
    for path in sorted(ROOT.glob(pattern))
    if path.suffix in {"", ".md", ".pxd", ".pxi", ".py", ".pyx", ".toml", ".txt"} and path.is_file()
]
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/__init__.py"))
KERNELS = [
    f"analyser.games.{path.parent.name}._{path.stem}" for path in sorted(ROOT.glob("ext/*/*.pyx"))
]


def imports(module: str) -> Iterator[str]:
    """Dotted names of the package's modules that a module imports, wherever in it."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            names = [f"{base}.{alias.name}" for alias in node.names]
            found = [name if name in MODULES else base for name in names]
        else:
            continue
        yield from (name for name in found if name.split(".")[0] == "analyser")


def layer(module: str) -> str:
    """The package below ``analyser`` that a module belongs to, "" for the top."""
    name = module.split(".")[1] if "." in module else ""
    return "" if name == "__main__" else name


def game(module: str) -> str:
    """The game whose package a module belongs to, or ""."""
    parts = module.split(".")
    return parts[2] if parts[1:2] == ["games"] and len(parts) > 2 else ""


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_walk_sees_modules_and_imports() -> None:
    assert set(LAYERS) == {layer(module) for module in MODULES}
    assert "analyser.core.errors" in set(imports("analyser.core.registry"))
    assert GAMES
    assert KERNELS


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_one_way(module: str) -> None:
    rank = LAYERS.index(layer(module))
    upward = {name for name in imports(module) if LAYERS.index(layer(name)) > rank}
    if module == "analyser.core.registry":
        upward.discard("analyser.games")  # Whose folder it searches.
    assert not upward, f"{module} imports {upward}, which stand above it"


@pytest.mark.parametrize("module", MODULES)
def test_only_the_registry_imports_games(module: str) -> None:
    foreign = {game(name) for name in imports(module)} - {"", game(module)}
    assert not foreign, f"{module} imports the games {foreign}"


@pytest.mark.parametrize("module", [name for name in MODULES if layer(name) != "games"])
def test_only_games_know_their_names(module: str) -> None:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    constants = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert not constants & set(GAMES), f"{module} singles out a game"


def test_every_folder_of_modules_is_a_package() -> None:
    # The build leaves out folders without __init__.py.
    folders = {path.parent for path in MODULES.values()}
    assert [named(f) for f in sorted(folders) if not (f / "__init__.py").exists()] == []


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_no_source_is_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_nothing_needs_files_outside_the_checkout() -> None:
    outside = "../" + "shared"
    assert [named(path) for path in TEXTS if outside in path.read_text(encoding="utf-8")] == []


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "analyser", "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    imported = {
        line.rpartition("|")[2].strip().partition(".")[0]
        for line in done.stderr.splitlines()
        if line.startswith("import time:")
    }
    assert "Usage: analyser" in done.stdout
    assert "click" in imported
    assert imported & HEAVY == set()


@pytest.mark.kernel
@pytest.mark.parametrize("name", KERNELS)
def test_every_kernel_is_built(name: str) -> None:
    built = Path(importlib.import_module(name).__file__ or "")
    if os.environ.get("ANALYSER_DEBUG_KERNELS") == "1":
        assert ROOT / "build/checked" in built.parents, "these are not the checked kernels"
    else:
        assert built.is_relative_to(PACKAGE), "these are not the kernels of the checkout"
