"""Reads and operates the gallery over AT-SPI like a screen reader; see scripts/test.
usage: accessibility.py BINARIES [PAGE]; with PAGE, prints the tree of the page
"""

import re
import sys
import time

import atspi
from gallery import Gallery, fail, finish, pages, wait

# Options, a page, an event, the use that causes it (role, name and values), and elements of the page, or after ! absent.
PAGES = [
    (["--code"], "visible-items", "Card 1 entered", "slider|A card counts from|50", """
        application: Sightline Gallery|search box: Search pages|list: Pages|list item: Visible items, selected
        heading: Visible items|button: Play|button: Start over|button: Pages, pressed|button: Code, pressed
        button: Events, pressed|button: Record|button: Inspector|button: Appearance|button: SwiftUI|button: Copy
        search box: Filter events|button: Copy the events shown|button: Clear the events|list: Events"""),
    (["--width", "360"], "visible-items", "Card 1 left, ", "widget|Cards|300",
        "button: Code|button: Events|button: Pages|heading: Visible items"),
    ([], "paged-tabs", "Football selected", "tab|Football",
        "tab list: Sections of the newspaper|tab: News, selected|tab: Football|tab panel: News|!tab panel: Football"),
    ([], "date-tabs", "Wed 5 chosen", "tab|Wed 5", "tab list: As wide as the page|tab list: Narrower|tab: Mon 3, selected|tab: Tue 4"),
    ([], "section-tabs", "Contact selected", "tab|Contact",
        "tab list: Sections|tab: Overview, selected|group: Overview|group: Photos"),
    ([], "carousel", "A page at a time is paused", "button|Pause, A page at a time", """
        group: All the time|slider: All the time|slider: A page at a time
        button: Pause, All the time|button: Pause, A page at a time"""),
    ([], "product", "Harbour Bakery is a favourite", "button|Favourite, Harbour Bakery",
        "tab list: Places|tab: For you, selected|button: Pause, Offers|slider: Offers|button: Favourite, Harbour Bakery"),
    ([], "view-progress", "Card 1 disappeared", "widget|Cards|600",
        "progress bar: Card 1, entry|progress bar: Card 4, cover"),
    ([], "stretchy-header", "Header pulled by 50 pt, back at rest", "slider|Pull|50|0", "heading: Lakes at dusk"),
    ([], "collapsing-header", "Header collapses", "widget|Messages|400", "heading: 128 unread messages"),
    ([], "favourite-heart", "The heart of Card 3 flies", "button|Favourite, card 3", "button: Favourite, card 3|!label: ♥"),
    ([], "carousels", "Carousel 1, item 4 entered", "slider|An item counts from|50",
        "group: Feed|group: Carousel 1|slider: An item counts from"),
    ([], "window-states", "The card left", "slider|Height of the card|120", """
        switch: Background windows don't count
        slider: Height of the card|slider: The card counts from"""),
    ([], "transforms", r"Scaled \(from 100 %\) left", "slider|Scale|1.6", "slider: Angle|slider: Scale"),
    ([], "covered", "Card [0-9] left, .*covered", "button|Sheet", "group: Cards|button: Sheet"),
    ([], "tall-items", r"Item 2 \(of viewport\) entered", "widget|Items|1000", "group: Items"),
    ([], "impressions", r"Card 7 \(feed\) was seen at once", "widget|Feed|600", "group: Feed"),
    ([], "recycled-list", "Item [0-9]+ entered", "button|Fling", "list: Items|list item: Item 1"),
    ([], "with-and-without", "Removed the first 5", "button|Remove first 5", "list: Feed|list item: Row 1"),
    ([], "log", "Story [0-9]+ was seen", "widget|Feed|600", "group: Feed|group: Events in the log|button: Deliver now"),
    ([], "cost", "1,000 widgets are tracked", "button|1,000 widgets", "group: Widgets"),
    ([], "scroll-phases", "idle → animating", "button|To the end", "group: Rows"),
    ([], "load-more", "Load 1 begins, at 3 items", "slider|Items a load|1", "group: Items"),
    ([], "adaptive-grid", "[0-9] columns?$", "slider|Width of the grid|40", "group: Items"),
]


class ReadGallery(Gallery):
    """A gallery read over AT-SPI."""

    def __init__(self, *options):
        super().__init__(*options, warnings="CRITICAL", GTK_A11Y="atspi")

    def __enter__(self):
        return self

    def elements(self):
        """Returns the lines of all elements; elements without a name are failures."""
        lines = []
        for ancestors, element in atspi.application().tree():
            if element.lacks_name():
                self.fail("without a name: " + " > ".join(map(str, (*ancestors, element))))
            lines.append(str(element))
        return lines

    def use(self, role, name, *values):
        """Presses an element, or sets its values in order."""
        for _, element in atspi.application().tree():
            if (element.role, element.name) == (role, name):
                for value in values:
                    element.set(float(value))
                return None if values else element.act()
        self.fail(f"there is no {role} called '{name}'")


def check_page(options, page, event, use, elements):
    with ReadGallery(*options, "--page", page) as gallery:
        found = gallery.elements()
        for element in re.split(r"\||\n *", elements.lstrip()):
            if (element.lstrip("!") in found) == element.startswith("!"):
                gallery.fail(f"the page {'has' if element.startswith('!') else 'has no'} '{element.lstrip('!')}'")
        gallery.forget()
        gallery.use(*use.split("|"))
        gallery.expect(event)
    print(f"{page}: {len(found)} elements; {use}: {event}", flush=True)


def check_rest(page):
    """Checks that the meter's lamp sleeps at rest, and that its count of passes stays the same for six seconds."""
    asleep = "status: Sightline is idle"
    with ReadGallery("--page", page) as gallery:
        def state():
            return [line for line in gallery.elements() if re.search("passes$", line)]
        if not wait(lambda: any(asleep in line for line in state())):
            gallery.fail("awake at rest")
        before = state()
        time.sleep(6)
        after = state()
        if before != after:
            gallery.fail(f"changed from {before} to {after} at rest")


if len(sys.argv) > 2:
    with ReadGallery("--page", sys.argv[2]) as gallery:
        for ancestors, element in atspi.application().tree():
            print("  " * len(ancestors) + str(element))
else:
    for page in PAGES:
        check_page(*page)
    check_rest("visible-items")
    for page in set(pages()) - {page for _, page, *_ in PAGES}:
        fail(f"{page}: no test for this page")
finish()
