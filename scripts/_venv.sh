# Shared by scripts/run and scripts/test: a virtual environment that is made when missing, renewed
# when its inputs changed, repaired when its set-up was interrupted, and cheap to check otherwise.
# Speaks on stderr only. Needs: set -euo pipefail, and ME = what messages call the caller.

unset ANALYSER_DEBUG_KERNELS  # The kernels beside the sources are always the normal ones.
ROOT=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

say() { printf '%s: %s\n' "$ME" "$*" >&2; }
die() { say "$@"; exit 1; }

# find_python: sets PYTHON to the first Python on the PATH that is new enough and can make venvs.
find_python() {
    local candidate without_venv=""
    for candidate in python3 python3.13 python3.12 python3.11 python; do
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
            PYTHON=$candidate
            return
        fi
        without_venv=$candidate
    done
    [ -z "$without_venv" ] ||
        die "$without_venv cannot make virtual environments: install its venv module (on Debian and Ubuntu: apt install python3-venv)."
    die "Python 3.11 or newer is needed and none is on the PATH: install it and try again."
}

# need_compiler: the kernels are compiled with the compiler that this Python was built for, or $CC.
need_compiler() {
    local complaint
    complaint=$("$PYTHON" - <<'END'
import os, shutil, sysconfig
compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
header = os.path.join(sysconfig.get_path("include"), "Python.h")
if not shutil.which(compiler):
    print(f"a C compiler is needed and {compiler} is not on the PATH: install one"
          " (on Debian and Ubuntu: apt install gcc libc6-dev) or name yours in CC.")
elif not os.path.exists(header):
    print(f"{header} is missing: install the development files of Python"
          " (on Debian and Ubuntu: apt install python3-dev).")
END
    )
    [ -z "$complaint" ] || die "$complaint"
}

# quietly COMMAND...: runs it with its output in a log that is shown only when it fails.
quietly() {
    local log="$VENV/setup.log"
    "$@" >"$log" 2>&1 </dev/null || {
        tail -n 25 "$log" >&2
        die "the set-up failed at '$*'; all of its output is in $log."
    }
}

# Two keys: what the environment was made from, and what the kernels in the checkout were built
# from. The kernels lie beside the Python sources and all environments share them, so their key
# lies in the checkout, and names the Python that they fit.
environment_key() {
    { printf '%s\n' "$ROOT" "$EXTRAS"
      cat "$ROOT/pyproject.toml" "$ROOT/constraints.txt" "$ROOT/scripts/_venv.sh"; } | cksum
}
kernels_key() {
    { grep '^version' "$VENV/pyvenv.cfg"
      find "$ROOT/setup.py" "$ROOT/ext" -type f -print0 | LC_ALL=C sort -z | xargs -0 cksum; } | cksum
}
environment_is_current() {
    [ -x "$VENV/bin/python" ] && [ "$(cat "$VENV/key" 2>/dev/null)" = "$(environment_key)" ]
}
kernels_are_current() { [ "$(cat "$KERNELS" 2>/dev/null)" = "$(kernels_key)" ]; }

# make_environment, build_kernels: a key is written last, so what was interrupted starts anew.
make_environment() {
    find_python
    need_compiler
    say "setting up ${VENV##*/} (needed once; takes a minute or two)"
    rm -rf -- "$VENV"
    mkdir -p "$VENV"
    local pip=("$VENV/bin/python" -m pip --disable-pip-version-check install --quiet --no-compile
               -c constraints.txt)
    quietly "$PYTHON" -m venv "$VENV"
    quietly "${pip[@]}" setuptools cython
    build_kernels "${pip[@]}" --no-build-isolation --editable ".$EXTRAS"
    # All cores, and without the tests of libraries: a third of the time that pip would take.
    "$VENV/bin/python" -m compileall -qq -j 0 -x '/tests/' "$VENV/lib" >/dev/null 2>&1 || true
    environment_key >"$VENV/key"
}
# build_kernels COMMAND...: from nothing, by a command that builds them in place.
build_kernels() {
    rm -rf -- "$KERNELS" build/normal
    find analyser -name '_*.so' -delete
    quietly "$@"
    kernels_key >"$KERNELS"
}

# ensure_venv NAME [EXTRAS]: makes $ROOT/NAME current, with analyser[EXTRAS] installed editable;
# sets VENV. Only one set-up at a time where the system has flock.
ensure_venv() {
    VENV="$ROOT/$1" EXTRAS="${2:-}" KERNELS="$ROOT/build/kernels.key"
    if environment_is_current && kernels_are_current; then return; fi
    (
        cd "$ROOT"
        mkdir -p build
        ! command -v flock >/dev/null || flock 9
        if ! environment_is_current; then
            make_environment
        elif ! kernels_are_current; then
            PYTHON="$VENV/bin/python"
            need_compiler
            say "building the kernels"
            build_kernels "$PYTHON" setup.py build_ext --inplace
        fi
    ) 9>"$ROOT/.venv.lock"
}
