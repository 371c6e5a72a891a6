"""Runs the gallery under Wayland; see scripts/test. usage: wayland.py BINARIES [PAGE…]"""

import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time

binaries = sys.argv[1]
folder = tempfile.TemporaryDirectory()


class Pointer:
    """A mouse that the compositor gets from this client (wlr-virtual-pointer-unstable-v1), because it has no devices."""

    DISPLAY, REGISTRY, CALLBACK, MANAGER, POINTER = range(1, 6)

    def __init__(self):
        path = os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.send(self.DISPLAY, 1, "I", self.REGISTRY)
        self.send(self.DISPLAY, 0, "I", self.CALLBACK)
        name, version = self.find(b"zwlr_virtual_pointer_manager_v1")
        text = b"zwlr_virtual_pointer_manager_v1\0"
        self.send(self.REGISTRY, 0, f"II{len(text)}sII", name, len(text), text, version, self.MANAGER)
        self.send(self.MANAGER, 0, "II", 0, self.POINTER)

    def send(self, target, opcode, layout, *arguments):
        body = struct.pack(f"={layout}", *arguments)
        self.socket.sendall(struct.pack("=IHH", target, opcode, 8 + len(body)) + body)

    def find(self, interface):
        """Reads the registry's globals, and returns the name and version of an interface."""
        data, found = b"", None
        while True:
            data += self.socket.recv(65536)
            while len(data) >= 8 and len(data) >= (size := struct.unpack_from("=H", data, 6)[0]):
                sender, opcode = struct.unpack_from("=IH", data)
                if sender == self.CALLBACK:
                    return found or sys.exit(f"test wayland: the compositor has no {interface.decode()}")
                if sender == self.REGISTRY and opcode == 0:
                    name, length = struct.unpack_from("=II", data, 8)
                    if data[16 : 15 + length] == interface:
                        found = name, struct.unpack_from("=I", data, size - 4)[0]
                data = data[size:]

    @staticmethod
    def now():
        return int(time.monotonic() * 1000) & 0xFFFFFFFF

    def move(self, x, y):
        """Moves to a point of the screen, in fractions."""
        self.send(self.POINTER, 1, "5I", self.now(), int(x * 1000), int(y * 1000), 1000, 1000)
        self.send(self.POINTER, 4, "")

    def wheel(self, notches):
        """Turns the wheel down, or up if negative."""
        for _ in range(abs(notches)):
            step = 1 if notches > 0 else -1
            self.send(self.POINTER, 5, "I", 0)
            self.send(self.POINTER, 7, "IIii", self.now(), 0, step * 15 * 256, step)
            self.send(self.POINTER, 4, "")
            time.sleep(0.05)


def verify(trace, what):
    """The replay must give the same events, and the reference path must agree with every pass."""
    done = subprocess.run(
        [f"{binaries}/sightline", "verify", "--reference", trace], stdout=subprocess.PIPE, text=True)
    print(f"{what}: {done.stdout.strip()}", flush=True)
    if done.returncode or done.stdout.count(" 0 differences") != 1:
        sys.exit(f"test wayland: the recording of {what} differs: {done.stdout}")


def run(*options):
    """Starts the gallery; its output is a file."""
    log = open(f"{folder.name}/log", "w+", errors="replace")
    return subprocess.Popen([f"{binaries}/sightline-gallery", *options], stdout=log, stderr=log), log


def check(process, log, what, status):
    with open(log.name, errors="replace") as file:
        text = file.read()
    if process.returncode != status or re.search("CRITICAL", text):
        sys.exit(f"test wayland: {what} ended with status {process.returncode}: {text[-2000:]}")


def wheel(page, pattern):
    """Turns a wheel over a page until a line appears."""
    trace = f"{folder.name}/wheel.ndjson"
    process, log = run("--page", page, "--record", trace)
    pointer, end = Pointer(), time.monotonic() + 30
    while True:
        time.sleep(0.5)
        with open(log.name, errors="replace") as file:
            text = file.read()
        if re.search(pattern, text) or time.monotonic() > end:
            break
        pointer.move(0.6, 0.6)
        pointer.wheel(5)
    process.terminate()
    process.wait()
    check(process, log, page, 0)
    if not re.search(pattern, text):
        sys.exit(f"test wayland: {page}: the wheel causes no line '{pattern}'")
    verify(trace, f"a wheel over {page}")


def play(page):
    """Plays the demo of a page, or of all."""
    trace = f"{folder.name}/play.ndjson"
    process, log = run("--page", page, "--script", "demo", "--record", trace)
    process.wait()
    check(process, log, page, 0)
    verify(trace, f"the demo of {page}")


def sway(command):
    """Controls the compositor."""
    folder = os.environ["XDG_RUNTIME_DIR"]
    socket = next(name for name in os.listdir(folder) if name.startswith("sway-ipc."))
    subprocess.run(["swaymsg", "-q", command], env={**os.environ, "SWAYSOCK": f"{folder}/{socket}"}, check=True)


def leave():
    """Shows another workspace for four seconds. The compositor does not notify the window, and cards with a dwell don't count there."""
    trace = f"{folder.name}/leave.ndjson"
    process, log = run("--page", "impressions", "--record", trace)
    end = time.monotonic() + 30
    while not re.search("Card 1 .*at once", open(log.name).read()) and time.monotonic() < end:
        time.sleep(0.05)
    sway("workspace 2")
    time.sleep(4)
    away = open(log.name).read()
    sway("workspace 1")
    time.sleep(4)
    process.terminate()
    process.wait()
    check(process, log, "another workspace", 0)
    if re.search("Card 2", away) or not re.search("Card 2 .*after 1.00 s", open(log.name).read()):
        sys.exit(f"test wayland: cards on another workspace: {away}")
    verify(trace, "a window on another workspace")


start = time.monotonic()
for page in sys.argv[2:] or ["all"]:
    play(page)
    print(f"{page}: {time.monotonic() - start:.0f} s", flush=True)
wheel("visible-items", "Card 1 left|TargetView 1 left")
wheel("recycled-list", "Item 1 left")
leave()
print(f"wayland: {time.monotonic() - start:.0f} s")
