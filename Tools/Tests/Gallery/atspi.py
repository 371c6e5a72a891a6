"""Reads and operates an application on the accessibility bus, AT-SPI, as a screen reader does."""

import time

from gi.repository import Gio, GLib

# Roles that people operate or that a screen reader must announce.
USED = {
    "push button", "button", "check box", "radio button", "slider", "switch", "text", "entry", "search box", "text box",
    "password text", "page tab", "tab",
    # A list of tabs takes its meaning from its tabs: see docs/guides/accessibility.md.
    "page tab list",
    "list item", "combo box", "link", "spin button", "progress bar", "menu item", "tree item", "split pane", "heading",
    "list", "scroll pane",
}
FOCUSABLE, PRESSED, SELECTED, SHOWING = 11, 20, 23, 25

# The time for one answer from an application, in milliseconds.
PATIENCE = 10_000


def call(bus, owner, path, method, arguments=None):
    """Calls a method such as org.a11y.atspi.Accessible.GetRoleName and returns its answers."""
    interface, name = method.rsplit(".", 1)
    return bus.call_sync(
        owner, path, interface, name, arguments, None, Gio.DBusCallFlags.NONE, PATIENCE, None).unpack()


class Element:
    """An element that an application exposes to assistive technology, with its role, name and states."""

    def __init__(self, bus, owner, path):
        self.bus, self.owner, self.path = bus, owner, path
        # GTK has a separate role for toggle buttons only since 4.10.
        self.role = self.call("org.a11y.atspi.Accessible.GetRoleName")[0].replace("toggle button", "button")
        property = GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Name"))
        self.name = self.call("org.freedesktop.DBus.Properties.Get", property)[0]
        self.states = self.call("org.a11y.atspi.Accessible.GetState")[0]

    def call(self, method, arguments=None):
        return call(self.bus, self.owner, self.path, method, arguments)

    def children(self):
        return [Element(self.bus, *child) for child in self.call("org.a11y.atspi.Accessible.GetChildren")[0]]

    def has(self, state):
        return bool(self.states[state // 32] >> state % 32 & 1)

    def __str__(self):
        return f"{self.role}: {self.name}" + ", selected" * self.has(SELECTED) + ", pressed" * self.has(PRESSED)

    def lacks_name(self):
        """Whether a screen reader couldn't name the element. GTK falls back to the class name for unnamed elements."""
        if not self.has(SHOWING) or self.role not in USED and not self.has(FOCUSABLE):
            return False
        return not self.name or self.name.startswith(("Gtk", "Sightline")) and " " not in self.name

    def tree(self, ancestors=()):
        """Yields the element and its descendants, each with its ancestors."""
        yield ancestors, self
        for child in self.children():
            yield from child.tree((*ancestors, self))

    def act(self):
        """Performs the element's first action; presses a button."""
        if not self.call("org.a11y.atspi.Action.DoAction", GLib.Variant("(i)", (0,)))[0]:
            raise LookupError(f"{self} did nothing")

    def set(self, value):
        property = ("org.a11y.atspi.Value", "CurrentValue", GLib.Variant("d", value))
        self.call("org.freedesktop.DBus.Properties.Set", GLib.Variant("(ssv)", property))


def application():
    """Returns the application that joined the bus last. A window appears on screen shortly before it is on the bus."""
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    (address,) = call(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress")
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    for _ in range(100):
        (found,) = call(
            bus, "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Accessible.GetChildren")
        if found:
            return Element(bus, *found[-1])
        time.sleep(0.05)
    raise LookupError("no application joined the bus in 5 s")
