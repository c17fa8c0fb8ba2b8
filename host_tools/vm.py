"""Runs device code on two real MicroPython VMs. Serves the tests and the measurements; never a board or the table.

``unix`` is a process of the complete 64-bit VM: strict about its heap, quick to start, whole. ``node`` is the 32-bit VM
on Node: its objects have a board's sizes, so heap figures come from there, step by step.

    unix("from engine.cards import deck; print(deck(bytearray(40)))", files=["engine"])          # "40\\n"
    steps = node(["import engine.attempt", Call("play_a_card")], files=[("", bundled)])
    steps[-1].allocated                                                                          # bytes

``files`` says what the VM can import and open. Each entry is either a path inside the checkout, which keeps its place
(``"engine"``, ``"tests/data/won.crew"``), or a pair ``(place, source)``: the file or folder ``source`` (a path), or the
``bytes`` of a file, stands at ``place``; place ``""`` is the VM's root folder, which is on ``sys.path``. Folders of
folded ``.mpy`` modules (host_tools/bundle.py) load like source.

A script that ends in an exception raises VmError, which carries its traceback and what it printed before; a VM that is
not installed raises VmMissing with the sentence that says how to get it.
"""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NODE_VM = ROOT / "node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"
NODE_HEAP = 4 << 20  # what the Node VM starts with; it grows by itself and is no limit
NOT_CARRIED = ("__pycache__",)


class VmMissing(Exception):
    """The VM is not on this machine. The text says how to get it."""


class VmError(Exception):
    """A script ended in an exception on the VM. The text is its traceback.

    ``out`` is what it had printed; ``steps`` (``node`` only) are the steps that ran, the failed one last.
    """

    def __init__(self, text, out="", steps=()):
        super().__init__(text)
        self.out = out
        self.steps = steps


class Call:
    """A step for ``node``: call the function ``name`` (no arguments, defined by an earlier step).

    Where a step of text costs the heap its own compilation, a call costs nothing of its own: an empty function counts 0 bytes.
    """

    def __init__(self, name):
        self.name = name


class Step:
    """What one step of ``node`` did: ``out`` (text printed), ``allocated`` and ``held`` (bytes).

    ``allocated`` is everything that the step took from the heap, garbage included; nothing is collected before it ends.
    ``held`` is what lives after it and a collection; differences between two steps are what came to stay, to about 32
    bytes: the VM keeps a reference for each Call and grows its table of names in leaps.
    """

    def __init__(self, out, allocated, held):
        self.out = out
        self.allocated = allocated
        self.held = held


def unix_path():
    """Return the path of the 64-bit VM: the pinned one beside this Python, else ``micropython`` on PATH; else raise VmMissing."""
    beside = pathlib.Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        raise VmMissing(
            "There is no MicroPython VM here. On x86-64 Linux `make test` installs one; elsewhere build or install the unix port "
            "and put `micropython` on PATH."
        )
    return found


def node_path():
    """Return the path of Node if it and the 32-bit VM are here, else raise VmMissing."""
    found = shutil.which("node")
    if not found:
        raise VmMissing("The 32-bit MicroPython VM needs Node. Get it with: sudo apt install nodejs npm, then make test")
    if not NODE_VM.exists():
        raise VmMissing("The 32-bit MicroPython VM is not installed. Get it with: npm ci (make test does it)")
    return found


def gather(files):
    """Return ``[(place, bytes)]`` for the entries of ``files`` as the module's docstring describes them, folders walked."""
    gathered = []
    for entry in files:
        place, source = (entry, ROOT / entry) if isinstance(entry, (str, pathlib.PurePath)) else entry
        place = pathlib.PurePosixPath(str(place))
        if isinstance(source, (bytes, bytearray)):
            gathered.append((str(place), bytes(source)))
            continue
        source = pathlib.Path(source)
        if source.is_file():
            gathered.append((str(place), source.read_bytes()))
        elif source.is_dir():
            for path in sorted(source.rglob("*")):
                if path.is_file() and not set(NOT_CARRIED) & set(path.parts):
                    gathered.append((str(place / path.relative_to(source).as_posix()), path.read_bytes()))
        else:
            raise FileNotFoundError(f"The VM is to be given {source}, and there is no such file or folder.")
    return gathered


def unix(script, files=(), heapsize=None, timeout=120):
    """Run ``script`` (text, or the path of a file) on the 64-bit VM; return what it printed.

    ``heapsize`` in bytes is a strict limit: beyond it the VM raises MemoryError. Objects are twice a board's size, so
    2 * N stands for a board with N bytes free. ``timeout`` in seconds guards against a script that hangs.
    """
    vm = unix_path()
    text = script.read_text() if isinstance(script, pathlib.Path) else script
    with tempfile.TemporaryDirectory(prefix="crewlink-vm-") as folder:
        for place, content in gather(files):
            path = pathlib.Path(folder, place)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        pathlib.Path(folder, "vm_script.py").write_text(text, encoding="utf-8")
        limit = ["-X", f"heapsize={heapsize}"] if heapsize else []
        done = _run([vm, *limit, "vm_script.py"], None, timeout, folder, {**os.environ, "MICROPYPATH": folder + ":.frozen"})
    out = done.stdout.decode("utf-8", "replace")
    if done.returncode:
        # Some builds write the traceback to standard error, the pinned one after the output.
        error = done.stderr.decode("utf-8", "replace")
        if not error:
            out, mark, rest = out.rpartition("Traceback (most recent call last):\n")
            error = mark + rest if mark else ""
            out = out if mark else rest
        raise VmError(error.strip() or f"The VM ended with status {done.returncode}.", out)
    return out


def node(steps, files=(), timeout=300):
    """Run ``steps`` on the 32-bit VM, one after another in one interpreter; return a Step for each.

    A step is text (run at module level) or a Call. Control goes back to JavaScript between steps, since only then does
    this VM collect garbage. Its heap grows without limit: it measures, and never raises MemoryError unless under
    ``micropython.heap_lock()``. ``timeout`` in seconds is for all steps together.
    """
    job = {
        "vm": str(NODE_VM),
        "heap": NODE_HEAP,
        "files": [(place, base64.b64encode(content).decode()) for place, content in gather(files)],
        "steps": [{"call": step.name} if isinstance(step, Call) else {"run": step} for step in steps],
    }
    runner = pathlib.Path(__file__).with_name("vm_node.mjs")
    done = _run([node_path(), str(runner)], json.dumps(job).encode(), timeout, ROOT, None)
    if done.returncode:
        raise VmError("Node ended with status %d: %s" % (done.returncode, done.stderr.decode("utf-8", "replace").strip()))
    answers = json.loads(done.stdout)
    taken = [Step(answer["out"], answer["allocated"], answer["held"]) for answer in answers]
    if answers and answers[-1]["error"] is not None:
        raise VmError(answers[-1]["error"], "".join(step.out for step in taken), taken)
    return taken


def heap_of(steps, files=()):
    """Return how many bytes each of ``steps`` left on the 32-bit VM's heap for good: a list of one number a step.

    For resident figures: ``heap_of(["import engine.attempt", "attempt = engine.attempt.Attempt()"], [("", bundled)])``. An unmeasured
    empty step goes first, so that the VM's own first costs are not counted. Readings are multiples of 16 bytes; names
    that a step of text is the first to mention count with it, a few bytes each.
    """
    held = [step.held for step in node(["pass", *steps], files)]
    return [after - before for before, after in zip(held, held[1:])]


def _run(command, said, timeout, folder, environment):
    try:
        given = {"input": said} if said is not None else {"stdin": subprocess.DEVNULL}
        return subprocess.run(command, cwd=folder, env=environment, timeout=timeout, capture_output=True, **given)
    except subprocess.TimeoutExpired as late:
        out = (late.stdout or b"").decode("utf-8", "replace")
        raise VmError(f"The VM was stopped after {timeout} seconds; the script may hang.", out) from None
