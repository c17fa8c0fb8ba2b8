"""Drives a real, headless Chromium for tests: opens pages, presses keys as a person does, reads, takes screenshots.

It speaks the DevTools protocol over the browser's own pipe, so tests need Chromium itself and nothing else: no driver whose
version must fit, no library. It knows nothing of Crewlink. Every wait ends in a failure with a sentence.
"""

import base64
import json
import os
import select
import subprocess
import time

PATIENCE = 20  # seconds until a browser that does not answer is a failure
FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # containers have little of it
    "--disable-quic",
    "--disable-background-networking",  # a test asks nobody outside
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
)


class BrowserError(AssertionError):
    """The browser did not do what was asked; the text says what."""


class Browser:
    """``with Browser(program, folder) as browser``: one Chromium with a fresh profile in ``folder``."""

    def __init__(self, program, folder):
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()

        def hand_over():  # the browser reads commands from descriptor 3 and writes answers to 4
            pipes = os.dup(to_browser), os.dup(from_browser)
            above = [os.dup2(pipe, 10 + at) for at, pipe in enumerate(pipes)]
            for at, pipe in enumerate(above):
                os.dup2(pipe, 3 + at)

        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        command = [program, *FLAGS, *root, f"--user-data-dir={folder}", "--remote-debugging-pipe", "about:blank"]
        # Descriptors that Python opens are not inherited, those of hand_over are.
        self._process = subprocess.Popen(
            command, close_fds=False, preexec_fn=hand_over, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_browser)
        os.close(from_browser)
        self._number = 0
        self._rest = b""
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        os.close(self._write)  # the browser ends with its pipe
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._read)

    def ask(self, method, session=None, **parameters):
        """Send one command and return its result; what happens meanwhile is noted in ``events``."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + PATIENCE
        while True:
            answer = self._next(end, method)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise BrowserError(f"The browser refuses {method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def _next(self, end, method):
        while b"\0" not in self._rest:
            if not select.select([self._read], [], [], max(0, end - time.monotonic()))[0]:
                raise BrowserError(f"The browser does not answer {method} within {PATIENCE} seconds.")
            data = os.read(self._read, 1 << 20)
            if not data:
                raise BrowserError("The browser has ended by itself.")
            self._rest += data
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def open(self, url, width=1280, height=800, scale=1, dark=False):
        """Return a new Page of this size in CSS pixels, ``scale`` screen pixels each, showing ``url``."""
        return Page(self, url, width, height, scale, dark)


class Page:
    """One page of the browser."""

    def __init__(self, browser, url, width, height, scale, dark):
        self._browser = browser
        self._target = browser.ask("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        self._session = browser.ask("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(domain + ".enable")
        self.ask("Emulation.setFocusEmulationEnabled", enabled=True)  # every page has the focus, as in a window of its own
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.ask("Page.navigate", url=url)

    def ask(self, method, **parameters):
        return self._browser.ask(method, self._session, **parameters)

    def run(self, script):
        """Return the value of a JavaScript expression, as JSON tells it."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            raise BrowserError(f"The page cannot run {script!r}: {answer['exceptionDetails'].get('exception', {}).get('description')}")
        return answer["result"].get("value")

    def wait(self, script, what):
        """Wait until an expression is true; ``what`` says for people what did not happen."""
        end = time.monotonic() + PATIENCE
        while not self.run(f"Boolean({script})"):
            if time.monotonic() > end:
                raise BrowserError(f"It did not happen within {PATIENCE} seconds: {what}")
            time.sleep(0.02)

    def key(self, key, up=True, down=True):
        """Press a key of the keyboard, by its KeyboardEvent.key, or only let it go down or up."""
        code = "Key" + key.upper() if len(key) == 1 and key.isalpha() else "Digit" + key if key.isdigit() else key
        what = {"key": key, "code": code}
        if key == "Tab":
            what["windowsVirtualKeyCode"] = 9  # the browser's own keys go by number
        if down:
            self.ask("Input.dispatchKeyEvent", type="rawKeyDown", **what)
        if up:
            self.ask("Input.dispatchKeyEvent", type="keyUp", **what)

    def click(self, selector, up=True):
        """Click into the middle of an element, which must be in sight, or only press the mouse's button."""
        box = self.run(
            f"(() => {{ const it = document.querySelector({selector!r}); it.scrollIntoView({{block: 'nearest'}});"
            "const box = it.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        where = {"x": box[0], "y": box[1], "button": "left", "clickCount": 1}
        self.ask("Input.dispatchMouseEvent", type="mousePressed", **where)
        if up:
            self.ask("Input.dispatchMouseEvent", type="mouseReleased", **where)

    def let_go(self, x=0, y=0):
        """Let go of the mouse's button somewhere else."""
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)

    def reload(self):
        self.ask("Page.reload")

    def close(self):
        self._browser.ask("Target.closeTarget", targetId=self._target)

    def picture(self, path):
        """Write what is in sight as a PNG file."""
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))

    def complaints(self):
        """Return what the page's scripts and its loading complained of so far."""
        self.run("0")
        found = []
        for event in self._browser.events:
            if event.get("sessionId") != self._session:
                continue
            what = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                found.append(what["exceptionDetails"].get("exception", {}).get("description") or what["exceptionDetails"]["text"])
            elif event["method"] == "Log.entryAdded" and what["entry"]["level"] == "error":
                found.append(what["entry"]["text"])
        return found
