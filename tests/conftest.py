"""What all tests share: how a missing tool is met, repeatable hypothesis, and the two VMs.

Everything that a test needs is there in CI; on another machine a test that lacks a tool is skipped and says how to get it.
"""

import os
import shutil

import hypothesis
import pytest

from host_tools import vm

CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, database=None, print_blob=True)
hypothesis.settings.register_profile("here", deadline=None, print_blob=True)
hypothesis.settings.load_profile("ci" if CI else "here")


def missing(sentence):
    """Skip the running test with ``sentence``; where CI=true, fail it, since nothing may be skipped there."""
    if CI:
        pytest.fail(sentence, pytrace=False)
    pytest.skip("skipped: " + sentence)


def need_tool(tool, how):
    """Return the path of the program ``tool`` (or of the first found, if a tuple of names); else skip or fail with ``how``."""
    names = (tool,) if isinstance(tool, str) else tool
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    missing(f"needs {names[0]}; get it with: {how}")


@pytest.fixture
def need():
    """``need("node", "sudo apt install nodejs npm")`` in a test: the tool's path, or the test is skipped (CI: fails)."""
    return need_tool


@pytest.fixture
def chromium():
    """The path of a headless browser."""
    return need_tool(("chromium", "chromium-browser", "google-chrome"), "sudo apt install chromium")


@pytest.fixture
def unix_vm():
    """host_tools.vm.unix, where the 64-bit VM is installed."""
    try:
        vm.unix_path()
    except vm.VmMissing as error:
        missing(str(error))
    return vm.unix


@pytest.fixture
def node_vm():
    """host_tools.vm.node, where Node and the 32-bit VM are installed."""
    try:
        vm.node_path()
    except vm.VmMissing as error:
        missing(str(error))
    return vm.node
