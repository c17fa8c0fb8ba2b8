"""Bytes from outside, any of them: nothing raises, nothing half-changed stays (tests/fuzz_targets.py)."""

import os

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies

from tests import fuzz_targets

INPUTS = int(os.environ.get("CREWLINK_FUZZ", "1"))
PER_TARGET = {"frames": 400, "forwarder": 300, "hub": 200, "commands": 200, "replay": 300, "packed": 400, "guest": 40, "dealer": 40, "forming": 40, "save": 60}


@pytest.mark.parametrize("name", sorted(fuzz_targets.TARGETS))
def test_any_bytes_are_taken_or_refused(name):
    target = fuzz_targets.TARGETS[name]

    @settings(max_examples=INPUTS * PER_TARGET[name], suppress_health_check=list(HealthCheck))
    @example(b"")
    @given(strategies.binary(max_size=600))
    def anything(data):
        target(data)

    anything()
