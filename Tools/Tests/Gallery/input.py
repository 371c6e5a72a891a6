"""Drives the gallery by real input; see scripts/test. usage: input.py BINARIES [keyboard] [record] [PAGE…]"""

import glob
import os
import re
import subprocess
import sys
import time

from gallery import Gallery, binaries, fail, finish, folder, output, pages, wait, xdotool

operated = set()

# A page, a line of its output, and the steps from the initial focus that cause it.
PAGES = [
    ("scroll-phases", "idle → interacting", "Tab Tab Tab Page_Down"),
    ("carousel", "All the time is paused", "space"),
    ("carousel", "A page at a time is paused", "Tab Tab space"),
    ("log", "503: next try in", "Tab space Tab Tab Tab Tab Page_Down Page_Down"),
    ("date-tabs", "Wed 5 chosen", "Right Right"),
    ("section-tabs", "Contact selected", "End"),
    ("paged-tabs", "Football selected", "Right"),
    ("product", "Favourites of the week selected", "Right"),
    ("product", "Fern & Fig is a favourite", "Tab Tab Tab Tab space"),
    ("visible-items", "Card 1 left, .*out of view", "Page_Down"),
    ("visible-items", "^TargetView 1 is visible!!$", "Page_Down", "/^TargetView 1 is invisible!!$", "Home"),
    ("tall-items", "Item 2 .* entered", "Page_Down Page_Down Page_Down"),
    # The last knobs are the scale and the clip.
    ("transforms", r"Scaled \(from 100 %\) left", "shift+Tab shift+Tab End"),
    ("window-states", "The card left, .*inactive", "space"),
    # The last knob is the card's height.
    ("window-states", "The card left", "shift+Tab Home"),
    ("impressions", r"Card 6 \(.*\) was seen", "Page_Down"),
    ("log", "Story [0-9]+ was seen", "Tab Tab Tab Tab Tab Page_Down"),
    ("log", "Server: Error 503", "Tab space"),
    ("cost", "1,000 widgets are tracked", "Tab space"),
    ("cost", "1,000 widgets were scrolled: Sightline takes ", "Tab space", "/1,000 widgets are tracked", "Tab Tab Page_Down"),
    ("view-progress", "Card 1 disappeared", "Page_Down"),
    ("collapsing-header", "Header expands", "Page_Down", "/Header collapses", "Home"),
    # The last knob pulls.
    ("stretchy-header", "Header pulled by 30 pt, back at rest", "shift+Tab Right Right Right Home"),
    # The first knob.
    ("adaptive-grid", "2 columns", "shift+Tab shift+Tab Left Left Left Left Left"),
    # Turning the last knob ends the demo.
    ("adaptive-grid", "[6-9] columns", "shift+Tab ctrl+Return Home"),
    ("favourite-heart", "The heart of Card 12 flies", "Tab " * 11 + "space"),
    ("favourite-heart", "Card 1 is no longer a favourite", "space", "/The heart of Card 1 flies", "space"),
]


def opened(page):
    operated.add(page)
    return Gallery("--page", page)


def change_pages_by_keyboard():
    """Changes pages by arrows in the list, Enter and the search field; then closes the window."""
    with Gallery("--page", "visible-items") as gallery:
        gallery.expect("Card 1 entered")
        # The page has the focus initially.
        gallery.press("Page_Down", "/Card 1 left, .*out of view")
        # In the list, arrows select pages and keep the focus in the list.
        gallery.press("ctrl+l @list Down", "/Card [0-9]+ left, .*removed", "Down", "/Carousel 1, item 1", 0.3, "Up Up", 0.5)
        # Enter moves the focus to the page.
        gallery.forget()
        gallery.press("Return @page Page_Down", "/Card 1 left, .*out of view")
        # The search field finds a page by its description, even with fast typing.
        gallery.press("ctrl+f @list")
        xdotool("type", "--delay", 30, "impress")
        gallery.press("Return", "/Card 1 .* was seen at once")
        # Tabs, rows and buttons of a page do not trap the focus: Tab returns to the start.
        xdotool("key", "--delay", 30, *["Tab"] * 16)
        # Start and stop playback.
        gallery.forget()
        gallery.press("ctrl+Return", "/Card 2 .* was seen after", "ctrl+Return", 0.5)
        # The title of a page has priority over the descriptions of others.
        gallery.press("ctrl+f @list")
        xdotool("type", "--delay", 30, "heart")
        gallery.press("Return @page space", "/The heart of Card 1 flies", "space", "/Card 1 is no longer a favourite")
        # A demo leaves the page as it is at its end, with its first heart on.
        gallery.forget()
        gallery.press("ctrl+Return", "/The heart of Card 1 flies", "/The demo ended$", "space", "/Card 1 is no longer a favourite")
        # Enter in the empty search field stays on the page.
        gallery.forget()
        gallery.press("ctrl+f @list Return", 0.3, "Escape @page space", "/The heart of Card 1 flies")
        # In a narrow window the list replaces the page, and the page returns.
        gallery.resize(360, 720)
        gallery.forget()
        gallery.press("F9 @list Home Down Return", "/Card 1 entered")
        keep_size(gallery)
        xdotool("key", "ctrl+w")
        if not wait(lambda: gallery.process.poll() is not None):
            gallery.fail("Ctrl+W does not close the window")


def keep_size(gallery):
    """Checks that no page enlarges the window."""
    def size():
        return re.search("Geometry: .*", xdotool("getwindowgeometry", gallery.window))[0]
    before = size()
    gallery.press("F9 @list Home")
    for page in pages():
        time.sleep(0.2)
        if size() != before:
            gallery.fail(f"the page {page} resizes the window from {before} to {size()}")
        xdotool("key", "Down")


def change_all_pages():
    """Goes through all pages in one window, so that leftovers of a page meet the frames of the next."""
    with Gallery() as gallery:
        gallery.press("ctrl+l @list Home")
        for _ in pages():
            time.sleep(0.4)
            xdotool("key", "Down")
        gallery.press(0.4, "Home", 0.4)


def leave_while_loading():
    """Leaves and restarts a page while it loads. Late results must not reach it."""
    with opened("load-more") as gallery:
        for keys in "ctrl+r", "ctrl+r":
            gallery.forget()
            gallery.press(keys, "/Load 1 begins")
        gallery.press("ctrl+l @list Down", 0.5)
        gallery.forget()
        gallery.press("Up", "/Load 1 brought page 2")


def close_busy():
    """Closes the window while events wait to be displayed and sent. They must not reach its widgets."""
    for delay in range(1, 7):
        with opened("log") as gallery:
            gallery.press("/Story 1 was seen", "ctrl+r", delay / 100)


def operate_pages():
    """Operates the feature of each page by keyboard and pointer."""
    # The first strip has the focus: arrows scroll it horizontally.
    with opened("carousels") as gallery:
        gallery.expect("Carousel 1, item 1 entered")
        gallery.forget()
        gallery.press("Right Right", "/Carousel 1, item 1 left, .*out of view")
        # A wheel over the strip scrolls the feed, even at the lower edge over its temporary scroll bar.
        x, y, width, _ = gallery.place("page")
        gallery.point(x + width // 2, y + 220)
        gallery.forget()
        xdotool("click", "--repeat", 12, "--delay", 20, 5)
        gallery.press("/Carousel 1, item [0-9]+ left, ", "/Carousel 3, item [0-9]+ entered")
    # Pressing again reverses the rising sheet: nothing stays covered.
    with opened("covered") as gallery:
        gallery.expect("Card 6 entered")
        for line in "/Card [0-9] left, .*covered", "/Card [0-9] entered":
            gallery.forget()
            gallery.press("space", line)
    # Shuffle during a fling, which may skip rows.
    with opened("recycled-list") as gallery:
        gallery.press("/Item 1 entered", "space", "/Item [2-9][0-9]+ entered", "Tab Tab space", "/Shuffled", 1)
    # Sightline reports correctly for a feed that is flung, with turned carousels and covered by the sheet.
    with opened("with-and-without") as gallery:
        gallery.press("space", 2, "Tab space Tab space", "/By hand lost: ", 1)
        if gallery.has("Sightline (lost|false)"):
            gallery.fail("Sightline differs from the ground truth")
    # Try again appears while the list has the focus.
    with opened("load-more") as gallery:
        gallery.expect("Load 2 brought")
        gallery.insist("End", "Load 3 brought")
        gallery.insist("End", "Load 4 failed")
        gallery.press("Tab space", "/Load 5 begins")
    for page, line, *steps in PAGES:
        with opened(page) as gallery:
            gallery.forget()
            gallery.press(*steps, f"/{line}")
    # By mouse, anywhere in the list.
    with opened("stretchy-header") as gallery:
        gallery.drag([50, 55, 60, 65, 70])
        gallery.expect("Header pulled by [0-9]+ pt, back at rest")
    for page in set(pages()) - operated:
        fail(f"no keyboard test for the page {page}")


def verify(files, count):
    """Verifies recordings: the replay must give the same events, and the reference path must agree with every pass."""
    done = subprocess.run(
        [f"{binaries}/sightline", "verify", "--reference", *files], stdout=subprocess.PIPE, text=True)
    print(done.stdout, end="", flush=True)
    if done.returncode or done.stdout.count(" 0 differences") != count:
        fail(f"a recording differs: {done.stdout}")


def record_by_button():
    """Records by pointer and by keyboard shortcut, which writes a trace and a page, and opens the page."""
    recordings, opener = f"{folder.name}/recordings", f"{folder.name}/bin/xdg-open"
    os.makedirs(recordings)
    os.makedirs(os.path.dirname(opener))

    def stand_in(command):
        """Stands in for the system's command to open a page."""
        if os.path.exists(opener):
            os.remove(opener)
        with open(opener, "w") as file:
            file.write(f"#!/bin/sh\n{command}\n")
        os.chmod(opener, 0o755)

    stand_in(f'echo "opened $1" >>"{folder.name}/opened"')
    path = f"{os.path.dirname(opener)}:{os.environ['PATH']}"
    with Gallery("--page", "visible-items", "--recordings", recordings, PATH=path) as gallery:
        gallery.expect("Card 1 entered")
        gallery.point_at("record", "click", 1)
        gallery.expect("Recording: ")
        gallery.wheel(5, 12)
        gallery.wheel(4, 5)
        time.sleep(0.3)
        gallery.point_at("record", "click", 1)
        gallery.expect("The recording is in .*html")
        gallery.point_at("banner", "click", 1)
        if not wait(lambda: os.path.exists(f"{folder.name}/opened")):
            gallery.fail("the page of the recording is not opened")
        elif not re.fullmatch(f"opened {recordings}/session-.*html\n", output("cat", f"{folder.name}/opened")):
            gallery.fail("another page is opened")
        stand_in("exit 3")
        time.sleep(1)
        gallery.forget()
        gallery.press("ctrl+shift+r", "/Recording: ", 0.3, "ctrl+shift+r", "/The recording is in .*html")
        gallery.point_at("banner", "click", 1)
        gallery.expect("The page is not shown: xdg-open found no browser. Open .*html in a browser")
    verify(glob.glob(f"{recordings}/*.ndjson"), 2)
    if sum(os.path.getsize(file) > 100_000 for file in glob.glob(f"{recordings}/*.html")) != 2:
        fail(f"record: no two pages in {os.listdir(recordings)}")


def record(page):
    """Drives a page by wheel, keys and scroll bar in all layouts of the window, and verifies the recording."""
    trace = f"{folder.name}/{page}.ndjson"
    with Gallery("--page", page, "--record", trace, warnings="CRITICAL") as gallery:
        gallery.wheel(5, 12)
        gallery.wheel(4, 5)
        gallery.wheel(7, 3)
        xdotool("key", "--delay", 40, *"Page_Down Page_Down Down Down Page_Up End Home".split())
        # The scroll bar is at the right edge.
        gallery.drag([16, 26, 40, 52, 33], inset=4)
        for width, height, button, times in (1000, 620, 5, 8), (420, 620, 5, 4), (1180, 820, 4, 6):
            gallery.resize(width, height)
            gallery.wheel(button, times)
        time.sleep(0.3)
        if gallery.has("Sightline (lost|false)"):
            gallery.fail("Sightline differs from the ground truth")
    verify([trace], 1)


for name in sys.argv[2:] or ["keyboard", "record", *pages()]:
    start = time.monotonic()
    if name == "keyboard":
        for test in change_pages_by_keyboard, change_all_pages, leave_while_loading, close_busy, operate_pages:
            test()
            print(f"keyboard: {test.__name__.replace('_', ' ')}", flush=True)
    elif name == "record":
        record_by_button()
    else:
        record(name)
    print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
finish()
