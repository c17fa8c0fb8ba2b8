"""Coverage-guided fuzzing of what bytes from outside can reach (tests/fuzz_targets.py), by atheris.

    python -m tests.fuzz [TARGET ...] [--minutes M]        (make fuzz)

Each target runs in a process of its own, for its share of the time, and keeps what led it further in build/fuzz. It prints how many
inputs were tried; an input that raises something is kept in a file, named, and the status is 1. Linux on x86-64 only.
"""

import argparse
import pathlib
import re
import subprocess
import sys

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "build" / "fuzz"


def child(name, seconds):
    """Fuzz one target in this process."""
    import atheris

    with atheris.instrument_imports(include=["engine", "firmware"]):
        from tests import fuzz_targets
    target = fuzz_targets.TARGETS[name]
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    options = [f"-max_total_time={seconds}", "-max_len=700", "-print_final_stats=1", f"-artifact_prefix={folder}-failed-", "-close_fd_mask=1"]
    atheris.Setup([sys.argv[0], *options, str(folder)], target)
    atheris.Fuzz()


def main(arguments=None):
    """Run the command line; return the exit status."""
    names = ("frames", "forwarder", "hub", "guest", "dealer", "forming", "commands", "replay", "save")
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzz what bytes from outside can reach.")
    parser.add_argument("target", nargs="*", help="of: " + ", ".join(names))
    parser.add_argument("--minutes", type=float, default=8, help="in all (usual: 8)")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    wanted = chosen.target or names
    strange = [each for each in wanted if each not in names]
    if strange:
        print(f"There is no target {strange[0]}; there are: {', '.join(names)}.", file=sys.stderr)
        return 2
    try:
        import atheris  # noqa: F401
    except ImportError:
        print("Coverage-guided fuzzing needs atheris, which is there for Linux on x86-64 and CPython 3.11 or 3.12: make fuzz gets it.", file=sys.stderr)
        return 1
    seconds = max(1, int(60 * chosen.minutes / len(wanted)))
    if chosen.child:
        child(chosen.child, seconds)
        return 0
    failed = tried = 0
    for name in wanted:
        command = [sys.executable, "-m", "tests.fuzz", name, "--child", name, "--minutes", str(seconds / 60)]
        done = subprocess.run(command, cwd=CORPUS.parent.parent, capture_output=True, text=True)
        units = re.search(r"stat::number_of_executed_units:\s*(\d+)", done.stderr)
        covered = re.findall(r"cov: (\d+)", done.stderr)
        count = int(units[1]) if units else 0
        tried += count
        print(f"{name:10} {count:9,} inputs in {seconds} s, {covered[-1] if covered else '?'} places reached", flush=True)
        if done.returncode:
            failed += 1
            print("\n".join(done.stderr.splitlines()[-25:]))
    print(f"{tried:,} inputs in all, {failed} of {len(wanted)} targets failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
