#if GTK && os(Linux)
import CSightlineGTK
import CSightlineGTKTest
import SightlineCore
import SightlineGTKTestSupport
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll
import XCTest

/// Tests of the widgets' accessibility attributes, read back from GTK.
final class AccessibilityTests: GTKTestCase {
  func testPagedTabsAreAListOfTabsWithPanels() {
    onMain { driver in
      let tabs = PagedTabs()
      let pages = (0..<3).map { _ in gtk_button_new()! }
      for (title, page) in zip(["News", "Arts", "Saved"], pages) { tabs.append(title, page) }
      _ = driver.show(tabs.widget, width: 340, height: 200)
      tabs.select(1, animated: false)
      let panels = pages.map { gtk_widget_get_parent($0)! }
      assertRole(gtk_widget_get_parent(tabs.tabWidgets[0])!, GTK_ACCESSIBLE_ROLE_TAB_LIST)
      for (index, title) in ["News", "Arts", "Saved"].enumerated() {
        let (tab, panel) = (tabs.tabWidgets[index], panels[index])
        assertRole(tab, GTK_ACCESSIBLE_ROLE_TAB)
        assertText(tab, GTK_ACCESSIBLE_PROPERTY_LABEL, title)
        assertState(tab, GTK_ACCESSIBLE_STATE_SELECTED, index == 1)
        assertPosition(tab, index + 1, of: 3)
        assertRole(panel, GTK_ACCESSIBLE_ROLE_TAB_PANEL)
        assertWidget(panel, GTK_ACCESSIBLE_RELATION_LABELLED_BY, tab)
        assertWidget(tab, GTK_ACCESSIBLE_RELATION_CONTROLS, panel)
        assertState(panel, GTK_ACCESSIBLE_STATE_HIDDEN, index != 1)
      }
      tabs.remove(at: 0)
      assertPosition(tabs.tabWidgets[0], 1, of: 2)
      assertState(tabs.tabWidgets[0], GTK_ACCESSIBLE_STATE_SELECTED, true)
      assertState(tabs.tabWidgets[1], GTK_ACCESSIBLE_STATE_SELECTED, false)
    }
  }

  func testDateTabsAreTabs() {
    onMain { driver in
      let tabs = DateTabs(titles: ["Mon\n3", "Tue\n4"])
      _ = driver.show(tabs.widget, width: 300, height: 60)
      assertRole(tabs.widget, GTK_ACCESSIBLE_ROLE_TAB_LIST)
      assertRole(tabs.buttonWidgets[1], GTK_ACCESSIBLE_ROLE_TAB)
      assertText(tabs.buttonWidgets[1], GTK_ACCESSIBLE_PROPERTY_LABEL, "Tue 4")
      assertPosition(tabs.buttonWidgets[1], 2, of: 2)
      assertState(tabs.buttonWidgets[0], GTK_ACCESSIBLE_STATE_SELECTED, true)
      tabs.select(1)
      assertState(tabs.buttonWidgets[0], GTK_ACCESSIBLE_STATE_SELECTED, false)
      assertState(tabs.buttonWidgets[1], GTK_ACCESSIBLE_STATE_SELECTED, true)
    }
  }

  func testSectionsAreGroupsNamedByTheirTabs() {
    onMain { driver in
      let sections = (0..<3).map { _ in ScrollFixture.box(height: 300) }
      let tabs = SectionTabs(
        zip(["Overview", "Photos", "Reviews"], sections).map { (title: $0, content: $1) })
      _ = driver.show(tabs.widget, width: 400, height: 240)
      for (section, tab) in zip(sections, tabs.tabs.buttonWidgets) {
        let group = gtk_widget_get_parent(section)!
        assertRole(group, GTK_ACCESSIBLE_ROLE_GROUP)
        assertWidget(group, GTK_ACCESSIBLE_RELATION_LABELLED_BY, tab)
      }
      tabs.select(1, animated: false)
      assertState(tabs.tabs.buttonWidgets[1], GTK_ACCESSIBLE_STATE_SELECTED, true)
    }
  }

  func testACarouselIsAGroupWithASliderThatCanBeSet() {
    onMain { driver in
      setAnimations(false)
      defer { setAnimations(true) }
      let carousel = CarouselView(mode: .paged(every: .seconds(60)))
      carousel.label = "Offers"
      let items = (0..<4).map { _ in ScrollFixture.box(height: 40) }
      for item in items { gtk_widget_set_size_request(item, 200, 40) }
      carousel.setItems(items)
      _ = driver.show(carousel.widget, width: 300, height: 60)
      let slider = carousel.handle
      assertRole(carousel.widget, GTK_ACCESSIBLE_ROLE_GROUP)
      assertRole(slider, GTK_ACCESSIBLE_ROLE_SLIDER)
      for widget in [carousel.widget, slider] {
        assertText(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, "Offers")
      }
      assertText(slider, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "1 of 4")
      assertNumber(slider, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 1)
      assertNumber(slider, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 4)
      for (index, item) in items.enumerated() { assertPosition(item, index + 1, of: 4) }
      carousel.step(by: 1)
      assertText(slider, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "2 of 4")
      assertNumber(slider, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, 2)
      // Like assistive technology.
      gtk_adjustment_set_value(gtk_range_get_adjustment(sightline_range(slider)), 4)
      XCTAssertEqual(carousel.currentItem, 3)
      assertText(slider, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "4 of 4")
      carousel.positionText = { "\($0.number) von \($0.count)" }
      assertText(slider, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "4 von 4")
      carousel.setItems(Array(items.prefix(3)))
      XCTAssertEqual(carousel.count, 3)
      assertPosition(items[2], 3, of: 3)
      assertNumber(slider, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 3)
    }
  }

  func testACarouselThatRestsTakesNoFocus() {
    onMain { driver in
      let carousel = CarouselView()
      carousel.setItems([ScrollFixture.box(height: 40)])
      let window = driver.show(carousel.widget, width: 300, height: 60)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(gtk_widget_get_focusable(carousel.handle), 0)
    }
  }

  func testTitlesOfHeadersAreHeadings() {
    onMain { driver in
      let background = ScrollFixture.box(height: -1)
      let stretchy = StretchyHeaderView(
        StretchyHeader(height: 100), title: "Lakes", background: background,
        content: ScrollFixture.box(height: 500))
      _ = driver.show(stretchy.widget, width: 300, height: 200)
      let title = gtk_widget_get_next_sibling(background)!
      assertRole(title, GTK_ACCESSIBLE_ROLE_HEADING)
      assertText(title, GTK_ACCESSIBLE_PROPERTY_LABEL, "Lakes")
      assertState(background, GTK_ACCESSIBLE_STATE_HIDDEN, true)
      let main = ScrollFixture.label("128")
      let collapsing = CollapsingHeaderView(
        main: main, label: ScrollFixture.label("messages"),
        content: ScrollFixture.box(height: 500))
      _ = driver.show(collapsing.widget, width: 300, height: 200)
      let bar = gtk_widget_get_parent(main)!
      assertRole(bar, GTK_ACCESSIBLE_ROLE_HEADING)
      XCTAssertEqual(
        gtk_test_accessible_has_relation(
          OpaquePointer(bar), GTK_ACCESSIBLE_RELATION_LABELLED_BY), 1)
    }
  }

  func testAHeartIsAToggleAndFlyingHeartsAreHidden() {
    onMain { driver in
      setAnimations(true)
      let overlay = gtk_overlay_new()!
      let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
      gtk_overlay_set_child(OpaquePointer(overlay), row)
      let hearts = FlyingHeart(to: row)
      gtk_overlay_add_overlay(OpaquePointer(overlay), hearts.widget)
      let heart = HeartButton("Favourite, card 3", flyingOver: hearts)
      gtk_box_append(sightline_box(row), heart.widget)
      _ = driver.show(overlay, width: 200, height: 100)
      assertRole(hearts.widget, GTK_ACCESSIBLE_ROLE_PRESENTATION)
      assertState(hearts.widget, GTK_ACCESSIBLE_STATE_HIDDEN, true)
      // GTK has a separate role for it only since 4.10; until then, the state conveys as much.
      XCTAssertEqual(heart.widget.className, "GtkToggleButton")
      assertState(heart.widget, GTK_ACCESSIBLE_STATE_PRESSED, false)
      @MainActor func symbol() -> String? {
        let label = gtk_button_get_child(sightline_button(heart.widget))
        return label.map { String(cString: gtk_label_get_text(OpaquePointer($0))) }
      }
      XCTAssertEqual(symbol(), "♡")
      assertText(heart.widget, GTK_ACCESSIBLE_PROPERTY_LABEL, "Favourite, card 3")
      var told: [Bool] = []
      heart.toggled { told.append($0) }
      gtk_widget_activate(heart.widget)
      driver.run(until: { heart.isOn && hearts.count == 1 })
      assertState(heart.widget, GTK_ACCESSIBLE_STATE_PRESSED, true)
      XCTAssertEqual(symbol(), "♥")
      driver.run(until: { hearts.count == 0 })
      heart.isOn = false
      XCTAssertEqual(told, [true], "changes by the app are not reported")
      assertState(heart.widget, GTK_ACCESSIBLE_STATE_PRESSED, false)
      XCTAssertEqual(hearts.count, 0, "nothing flies back")
    }
  }
}

// MARK: Reading back

@MainActor
func assertRole(
  _ widget: WidgetPointer, _ role: GtkAccessibleRole, file: StaticString = #filePath,
  line: UInt = #line
) {
  let found = gtk_accessible_get_accessible_role(OpaquePointer(widget))
  XCTAssertEqual(found.rawValue, role.rawValue, file: file, line: line)
}

@MainActor
func assertText(
  _ widget: WidgetPointer, _ property: GtkAccessibleProperty, _ expected: String,
  file: StaticString = #filePath, line: UInt = #line
) {
  assertNone(sightline_test_text(widget, property, expected), file, line)
}

@MainActor
func assertNumber(
  _ widget: WidgetPointer, _ property: GtkAccessibleProperty, _ expected: Double,
  file: StaticString = #filePath, line: UInt = #line
) {
  assertNone(sightline_test_number(widget, property, expected), file, line)
}

@MainActor
func assertState(
  _ widget: WidgetPointer, _ state: GtkAccessibleState, _ expected: Bool,
  file: StaticString = #filePath, line: UInt = #line
) {
  assertNone(sightline_test_state(widget, state, expected ? 1 : 0), file, line)
}

@MainActor
func assertPosition(
  _ widget: WidgetPointer, _ number: Int, of count: Int, file: StaticString = #filePath,
  line: UInt = #line
) {
  for (relation, value) in [
    (GTK_ACCESSIBLE_RELATION_POS_IN_SET, number), (GTK_ACCESSIBLE_RELATION_SET_SIZE, count),
  ] {
    assertNone(sightline_test_count(widget, relation, gint(value)), file, line)
  }
}

@MainActor
func assertWidget(
  _ widget: WidgetPointer, _ relation: GtkAccessibleRelation, _ expected: WidgetPointer,
  file: StaticString = #filePath, line: UInt = #line
) {
  assertNone(sightline_test_widget(widget, relation, expected), file, line)
}

private func assertNone(
  _ found: UnsafeMutablePointer<CChar>?, _ file: StaticString, _ line: UInt
) {
  guard let found else { return }
  XCTFail("found \(String(cString: found))", file: file, line: line)
  g_free(found)
}
#endif
