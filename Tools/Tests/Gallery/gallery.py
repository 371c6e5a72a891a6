"""Starts the gallery, operates it by real input, waits for its events and ends it. Collects failures.

Timeouts allow for a busy machine, because the response time of the gallery is not tested.
"""

import os
import re
import subprocess
import sys
import tempfile
import time

binaries = sys.argv[1]
folder = tempfile.TemporaryDirectory()
failures = []


def fail(problem):
    failures.append(problem)
    print(f"failed: {problem}", file=sys.stderr, flush=True)


def finish():
    """Repeats all failures at the end of the output."""
    if failures:
        sys.exit("\n".join(f"test: failed: {problem}" for problem in failures))


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def xdotool(*arguments):
    return output("xdotool", *map(str, arguments))


def pages():
    return [line.partition(":")[0] for line in output(f"{binaries}/sightline-gallery", "--list").splitlines()]


def wait(condition, seconds=30):
    """Returns whether a condition holds within a time."""
    end = time.monotonic() + seconds
    while not (holds := condition()) and time.monotonic() < end:
        time.sleep(0.1)
    return holds


class Gallery:
    """A running gallery, whose output is read from the last `forget` on. As a context, it is ended and must have
    neither failed nor warned."""

    def __init__(self, *options, warnings="CRITICAL|WARNING", **environment):
        self.title, self.warnings, self.start = " ".join(options), warnings, 0
        self.files = [f"{folder.name}/{name}" for name in ("log", "errors", "places")]
        self.log, self.errors, self.places = self.files
        for file in self.files:
            open(file, "w").close()
        with open(self.log, "wb") as log, open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(
                [f"{binaries}/sightline-gallery", "--places", self.places, *options],
                stdout=log, stderr=errors, env={**os.environ, **environment})
        search = ["timeout", "60", "xdotool", "search", "--sync", "--onlyvisible", "--name", "^Sightline Gallery$"]
        windows = subprocess.run(search, stdout=subprocess.PIPE, text=True).stdout.split()
        if not windows:
            self.process.kill()
            with open(self.errors) as errors:
                sys.exit(f"test: {self.title}: the gallery has no window: {errors.read()}")
        self.window = windows[0]

    def __enter__(self):
        xdotool("windowfocus", "--sync", self.window)
        self.press("@page")
        return self

    def __exit__(self, error, *_):
        self.process.terminate()
        status = self.process.wait()
        with open(self.errors, errors="replace") as errors:
            text = errors.read()
        if not error and (status or re.search(self.warnings, text)):
            fail(f"{self.title}: ended with status {status} or a warning: {text}")

    def fail(self, problem):
        fail(f"{self.title}: {problem}; last lines: {self.lines()[-3:]}")

    # Output

    def lines(self):
        with open(self.log, errors="replace") as log:
            return log.read()[self.start :].splitlines()

    def forget(self):
        with open(self.log, errors="replace") as log:
            self.start = len(log.read())

    def has(self, pattern):
        return any(re.search(pattern, line) for line in self.lines())

    def expect(self, pattern):
        """Waits for a line of the output."""
        if not wait(lambda: self.has(pattern)):
            self.fail(f"no line '{pattern}'")

    # Places

    def find(self, part):
        """Returns the left edge, top, width and height of a part of the window, or None."""
        with open(self.places) as places:
            for line in places:
                name, *frame = line.split()
                if name == part and len(frame) >= 4:
                    return tuple(map(int, frame[:4]))
        return None

    def place(self, part):
        if not (frame := wait(lambda: self.find(part))):
            self.fail(f"the {part} is not on screen")
        return frame or (0, 0, 0, 0)

    def has_keyboard(self, part):
        keyboard, frame = self.find("keyboard"), self.find(part)
        if not keyboard or not frame:
            return False
        x, y, width, height = frame
        return x <= keyboard[0] < x + width and y <= keyboard[1] < y + height

    # Input

    def press(self, *steps):
        """Presses keys in order. A number waits for seconds, /LINE for this line, and @PART until a part of the window
        has the focus."""
        for step in steps:
            if not isinstance(step, str):
                time.sleep(step)
            elif step.startswith("/"):
                self.expect(step[1:])
            else:
                for key in step.split():
                    if not key.startswith("@"):
                        xdotool("key", "--delay", 60, key)
                    elif not wait(lambda: self.has_keyboard(key[1:])):
                        self.fail(f"the {key[1:]} does not get the focus")

    def insist(self, key, line):
        """Presses a key repeatedly until the line appears, because its target may not be laid out yet."""
        for _ in range(30):
            xdotool("key", key)
            if wait(lambda: self.has(line), 1):
                return
        self.expect(line)

    def point(self, x, y, *then):
        xdotool("mousemove", "--window", self.window, int(x), int(y), *then)

    def point_at(self, part, *then):
        """Moves the pointer to the centre of a part, then runs xdotool's command."""
        x, y, width, height = self.place(part)
        self.point(x + width // 2, y + height // 2, *then)

    def wheel(self, button, times):
        """Scrolls at the centre of the page; 5 is down, 4 up, 7 right."""
        self.point_at("page", "click", "--repeat", times, "--delay", 15, button)

    def drag(self, heights, inset=None):
        """Drags vertically through heights in percent of the page, at its centre or `inset` from its right edge."""
        left, top, width, height = self.place("page")
        x = left + (width // 2 if inset is None else width - inset)
        ys = [top + height * share // 100 for share in heights]
        self.point(x, ys[0], "mousedown", 1)
        for y in ys[1:]:
            self.point(x, y)
            time.sleep(0.05)
        xdotool("mouseup", 1)

    def resize(self, width, height):
        """Resizes the window and waits for its layout."""
        xdotool("windowsize", self.window, width, height)
        if not wait(lambda: (self.find("window") or (0, 0, 0))[2] == width):
            self.fail(f"the window is {self.find('window')}, not {width} wide")
