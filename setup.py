"""Builds the kernels: every ``ext/<game>/<stem>.pyx`` becomes ``analyser.games.<game>._<stem>``.

``ANALYSER_DEBUG_KERNELS=1`` builds them with every check on; see docs/decisions/packaging.md.
Everything that does not depend on compiling stands in pyproject.toml.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CHECKED = os.environ.get("ANALYSER_DEBUG_KERNELS") == "1"
# The two builds share no file, so neither can leave a stale object in the other.
BUILD = "build/checked" if CHECKED else "build/normal"
JOBS = os.cpu_count() or 1

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "wraparound": False,
    "cdivision": not CHECKED,
    "initializedcheck": CHECKED,
}
MACROS: list[tuple[str, str | None]] = [] if CHECKED else [("CYTHON_WITHOUT_ASSERTIONS", None)]
# Fused multiply-adds would let the compiler decide how a floating-point number is rounded.
# Inline functions must be inlined: kernels pass them constants and count on one copy for each.
# Their loops are short; as vectors they wait for the scalars just stored.
# Nobody steps through generated C; without -g0, which undoes Python's -g, it compiles for longer.
COMPILE_ARGS = [
    "-O3",
    "-g0",
    "-fno-tree-vectorize",
    "-ffp-contract=off",
    "-DCYTHON_INLINE=inline __attribute__((always_inline))",
]
if CHECKED:
    # Cython checks memoryviews only; the sanitizer checks C arrays and shifts too.
    SANITIZE = [
        "-fsanitize=bounds,shift,integer-divide-by-zero",
        "-fno-sanitize-recover=all",
    ]
    COMPILE_ARGS = ["-O1", "-g0", "-ffp-contract=off", *SANITIZE]


class BuildKernels(build_ext):
    """Compiles kernels at once, as many as there are processors.

    Adds the flags of GCC and Clang; Microsoft's compiler neither knows nor needs them.
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = JOBS  # here, since editable installs forget what `options` say

    def build_extensions(self) -> None:
        if self.compiler.compiler_type != "msvc":
            for extension in self.extensions:
                extension.extra_compile_args += COMPILE_ARGS
                if CHECKED:
                    extension.extra_link_args += SANITIZE
        super().build_extensions()


def kernels() -> list[Extension]:
    """One extension module for each ``ext/<game>/*.pyx``; ``ext/common`` holds only headers."""
    root = Path("ext")
    # `depends` rebuilds on a changed header, and puts the sources into the sdist.
    depends = sorted(
        path.as_posix() for path in root.rglob("*") if path.suffix in {".pyx", ".pxd", ".pxi", ".h"}
    )
    return [
        Extension(
            f"analyser.games.{source.parent.name}._{source.stem}",
            [source.as_posix()],
            depends=depends,
            include_dirs=["ext"],
            define_macros=MACROS,
        )
        for source in sorted(root.glob("*/*.pyx"))
    ]


if __name__ == "__main__":  # processes that translate kernels may import this file
    setup(
        ext_modules=cythonize(
            kernels(),
            include_path=["ext"],
            build_dir=f"{BUILD}/cython",
            compiler_directives=DIRECTIVES,
            nthreads=JOBS,
        ),
        cmdclass={"build_ext": BuildKernels},
        options={"build": {"build_base": BUILD}},
    )
