"""Makes .venv for one make target, on a machine that has only git, make and Python.

Serves the Makefile: ``python3 -m host_tools.setup play`` installs what ``[project.optional-dependencies] play`` in
pyproject.toml names and nothing else; ``test`` also installs the stubs of the boards' platforms into build/stubs, and the Node
VM and pyright if npm is there. A second run finds its stamp
and does nothing; a half-made environment is made anew. Whatever goes wrong ends in one sentence that says what to do.

Uses the standard library only, and words that an old Python 3 still parses, so that it can say that it is too old.
Never touches anything outside the checkout.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
VENV_PYTHON = os.path.join(VENV, "bin", "python")
STUBS = os.path.join(ROOT, "build", "stubs")
OLDEST = (3, 10)
NEWER_NAMES = ("python3.13", "python3.12", "python3.11", "python3.10", "python3.14")

# Run by .venv's Python: prints the requirements of one extra as JSON, those without sums and those with, which pip wants
# in a requirements file. Python 3.10 has no tomllib, but pip carries the same parser there.
READ_EXTRA = """
import json, sys
try:
    import tomllib
except ImportError:
    from pip._vendor import tomli as tomllib
try:
    with open(sys.argv[1], "rb") as file:
        project = tomllib.load(file)
    wanted = project["project"]["optional-dependencies"][sys.argv[2]]
except (OSError, ValueError) as error:
    sys.exit(sys.argv[1] + ": " + str(error))
except KeyError:
    sys.exit(sys.argv[1] + " has no list of packages for " + sys.argv[2] + ".")
sums = project.get("tool", {}).get("crewlink", {}).get("sha256", {})
name = lambda line: line.split("==")[0].strip()
plain = [line for line in wanted if name(line) not in sums]
summed = [line + "".join(" --hash=sha256:" + each for each in sums[name(line)]) for line in wanted if name(line) in sums]
print(json.dumps([plain, summed]))
"""

# Likewise: the stubs of each platform.
READ_STUBS = """
import json, sys
try:
    import tomllib
except ImportError:
    from pip._vendor import tomli as tomllib
with open(sys.argv[1], "rb") as file:
    print(json.dumps(tomllib.load(file).get("tool", {}).get("crewlink", {}).get("stubs", {})))
"""


class SetupError(Exception):
    """The set-up cannot go on; the text is the sentence for the user."""


def newer_python():
    """Return the path of an installed Python that is new enough, or None. For when ``python3`` is an old one."""
    for name in NEWER_NAMES:
        path = shutil.which(name)
        probe = [path, "-c", "import sys; sys.exit(sys.version_info < %r)" % (OLDEST,)]
        if path and subprocess.call(probe, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0:
            return path
    return None


def need_ensurepip():
    """Raise SetupError with the line that cures it where Debian has split ensurepip from Python."""
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        system = os.path.realpath("/usr/bin/python3")
        ours = os.path.realpath(sys.executable)
        package = "python3-venv" if ours == system else "python%d.%d-venv" % sys.version_info[:2]
        raise SetupError(
            "This Python cannot make a virtual environment, since its ensurepip is not installed. Cure: sudo apt install " + package
        ) from None


def run(command, what, cure):
    """Run ``command`` in the checkout; show its output only if it fails, then raise SetupError."""
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode == 0:
        return done.stdout.decode("utf-8", "replace")
    text = done.stdout.decode("utf-8", "replace")
    for line in text.splitlines()[-15:]:
        print("  | " + line, file=sys.stderr)
    raise SetupError("%s did not work (its last words are above). %s" % (what, cure))


def fingerprint(*names):
    """Return text that changes when one of these files or this Python changes: what a stamp holds."""
    digest = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for name in names:
        with open(os.path.join(ROOT, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest() + "\n"


def read(path):
    """Return the text of a file, or "" if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def write(path, text):
    """Write a stamp so that a half-written one never counts."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


@contextlib.contextmanager
def one_at_a_time():
    """Hold a lock on the checkout while .venv changes: make -j may start two set-ups."""
    import fcntl

    handle = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def make_venv():
    """Make .venv unless a whole one of this Python version stands there."""
    stamp = os.path.join(VENV, "crewlink-venv")
    version = "%d.%d\n" % sys.version_info[:2]
    if read(stamp) == version:
        with contextlib.suppress(OSError):
            if subprocess.call([VENV_PYTHON, "-c", "import pip"], stderr=subprocess.DEVNULL) == 0:
                return
    need_ensurepip()
    again = " anew, since the one there is not whole or of another Python" if os.path.exists(VENV) else ""
    print("Making .venv%s ..." % again, flush=True)
    try:
        if os.path.islink(VENV) or os.path.isfile(VENV):
            os.remove(VENV)
        elif os.path.exists(VENV):
            shutil.rmtree(VENV)
    except OSError as error:
        raise SetupError("The old .venv cannot be removed (%s). Remove it by hand and try again." % error) from None
    cure = "Is the disk full or the checkout read-only? On Debian and Ubuntu the cure may be: sudo apt install python3-venv"
    run([sys.executable, "-m", "venv", VENV], "Making .venv", cure)
    write(stamp, version)


def names(requirements):
    """Return ``name==version, ...`` without markers and sums, for the user."""
    return ", ".join(each.split(" --hash")[0].split(";")[0].strip() for each in requirements)


def pip_install(extra):
    """Install one extra of pyproject.toml into .venv."""
    reading = [VENV_PYTHON, "-c", READ_EXTRA, "pyproject.toml", extra]
    plain, summed = json.loads(run(reading, "Reading pyproject.toml", "Get the file anew: git checkout pyproject.toml"))
    cure = "Crewlink needs the Python package index once: check the network (or pip's index and proxy settings) and try again."
    pip = [VENV_PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    if plain:
        print("Installing for make %s: %s ..." % (extra, names(plain)), flush=True)
        run(pip + plain, "Installing these packages", cure)
    if summed:
        sheet = os.path.join(VENV, "crewlink-sums.txt")
        write(sheet, "\n".join(summed) + "\n")
        print("Installing with SHA-256 sums checked: %s ..." % names(summed), flush=True)
        run(pip + ["--no-deps", "--only-binary=:all:", "--require-hashes", "-r", sheet], "Installing these packages", cure)


def stubs_install():
    """Install the stubs of each platform into a folder of its own; a half-filled one is filled anew."""
    stamp = os.path.join(STUBS, "crewlink-stamp")
    wanted = fingerprint("pyproject.toml")
    if read(stamp) == wanted:
        return
    reading = [VENV_PYTHON, "-c", READ_STUBS, "pyproject.toml"]
    platforms = json.loads(run(reading, "Reading pyproject.toml", "Get the file anew: git checkout pyproject.toml"))
    cure = "Crewlink needs the Python package index once: check the network (or pip's index and proxy settings) and try again."
    pip = [VENV_PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    for platform, requirements in sorted(platforms.items()):
        folder = os.path.join(STUBS, platform)
        shutil.rmtree(folder, ignore_errors=True)
        print("Installing stubs of %s: %s ..." % (platform, names(requirements)), flush=True)
        run(pip + ["--target", folder] + requirements, "Installing these stubs", cure)
    if platforms:
        write(stamp, wanted)


def npm_install():
    """Install the Node VM if npm is there; say what is skipped and how to get it if not."""
    npm = shutil.which("npm")
    if not npm or not shutil.which("node"):
        print("Skipped: the 32-bit MicroPython VM and pyright need Node and npm. Get them with: sudo apt install nodejs npm", flush=True)
        return
    stamp = os.path.join(ROOT, "node_modules", "crewlink-stamp")
    print_of = fingerprint("package.json", "package-lock.json")
    if read(stamp) == print_of:
        return
    print("Installing the Node VM and pyright by npm ...", flush=True)
    cure = "Crewlink needs the npm registry once: check the network and try again."
    run([npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], "npm ci", cure)
    write(stamp, print_of)


def set_up(extra):
    """Bring .venv up to what ``extra`` needs; do nothing if it is."""
    with one_at_a_time():
        make_venv()
        stamp = os.path.join(VENV, "crewlink-" + extra)
        wanted = fingerprint("pyproject.toml")
        if read(stamp) != wanted:
            pip_install(extra)
            write(stamp, wanted)
        if extra == "test":
            stubs_install()
            npm_install()


def main(arguments):
    """Set up for the extra named in ``arguments``; return the exit status."""
    if len(arguments) != 1:
        print("Usage: python3 -m host_tools.setup EXTRA, where EXTRA is play, demo, virtual, flash or test.", file=sys.stderr)
        return 2
    if sys.version_info < OLDEST:
        better = newer_python()
        if better:
            os.execv(better, [better, "-m", "host_tools.setup"] + arguments)
        print(
            "Crewlink needs Python %d.%d or newer, and python3 here is %d.%d. " % (OLDEST + tuple(sys.version_info[:2]))
            + "Install a newer one and name it: make PYTHON=python3.12 %s" % arguments[0],
            file=sys.stderr,
        )
        return 1
    try:
        set_up(arguments[0])
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print("The set-up stopped: %s. Is the disk full or the checkout read-only?" % error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. The next run goes on from here.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
