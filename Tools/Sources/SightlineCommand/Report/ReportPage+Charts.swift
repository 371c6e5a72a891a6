import Foundation
@_spi(Tools) import SightlineLog

// The charts over time: impressions, and the visible part of the list.

extension ReportPage {
  // MARK: Impressions over time

  var timeline: String {
    guard let charts = text.report.charts else { return "" }
    let counts = charts.impressions
    let top = Self.roundTop(counts.max() ?? 0)
    let bars = counts.enumerated().map { index, count in
      let height = Double(count) / Double(top) * 100
      return
        "<rect x=\"\(decimal(Double(index) + 0.1, 1))\" y=\"\(decimal(100 - height, 2))\" width=\"0.8\" "
        + "height=\"\(decimal(height, 2))\"/>"
        // The whole column responds to the pointer.
        + "<rect class=\"hit\" x=\"\(index)\" y=\"0\" width=\"1\" height=\"100\">"
        + "<title>\(charts.label(index)): \(grouped(count))</title></rect>"
    }
    let rows = counts.enumerated().map { index, count in
      "<tr><th scope=\"row\">\(charts.label(index))</th><td>\(grouped(count))</td>"
        + "<td>\(short(charts.timeInView[index]))</td></tr>"
    }
    let most = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    let summary =
      "Impressions over time. The most were on \(charts.label(most)): \(grouped(counts[most]))."
    return Self.section(
      "timeline", "Impressions over time", "\(charts.widthText.capitalizedFirst).",
      """
      <div class="plot">
      <div class="scale" aria-hidden="true"><span>\(grouped(top))</span>\
      <span>\(grouped(top / 2))</span><span>0</span></div>
      <svg class="columns" viewBox="0 0 \(counts.count) 100" preserveAspectRatio="none" role="img" \
      aria-label="\(escaped(summary))">
      <path class="grid" d="M0 0H\(counts.count)M0 50H\(counts.count)M0 100H\(counts.count)"/>
      \(bars.joined(separator: "\n"))
      </svg>
      \(charts.axis)
      </div>
      \(Self.details("Numbers over time", ["Time", "Impressions", "Time in view"], rows))
      """)
  }

  /// Returns a round number no less than a value, whose half is also whole. Both get a line.
  static func roundTop(_ value: Int) -> Int {
    var power = 1
    while power <= value / 10 { power *= 10 }
    for step in [1, 2, 3, 4, 5, 6, 8, 10] where step * power >= value && step * power % 2 == 0 {
      return step * power
    }
    return max(2, value)
  }

  // MARK: Heat map

  private static let steps = 5

  var heatMap: String {
    guard let charts = text.report.charts, !charts.bands.isEmpty else { return "" }
    let values = charts.bands.map { band in
      text.hasExposures ? band.timeInView.map(\.seconds) : band.impressions.map(Double.init)
    }
    let most = values.joined().max() ?? 0
    // Equal steps of the square root. Linear steps would make all but the top of a list look empty.
    func step(_ value: Double) -> Int {
      value <= 0 || most <= 0
        ? 0 : min(Self.steps, 1 + Int((value / most).squareRoot() * Double(Self.steps)))
    }
    func amount(_ value: Double) -> String {
      text.hasExposures ? short(.seconds(value)) : grouped(Int(value))
    }
    var cells: [String] = []
    for (row, band) in charts.bands.enumerated() {
      let name = escaped(bandName(band))
      for (column, value) in values[row].enumerated() where value > 0 {
        cells.append(
          "<rect class=\"s\(step(value))\" x=\"\(column)\" y=\"\(row)\" width=\"1\" height=\"1\">"
            + "<title>\(name), \(charts.label(column)): \(amount(value))</title></rect>")
      }
    }
    let labels = Self.labelled(charts.bands.count).map { row in
      let name = escaped(bandName(charts.bands[row]))
      let middle = (Double(row) + 0.5) / Double(charts.bands.count) * 100
      return
        "<span style=\"top:\(decimal(middle, 2))%\" title=\"\(name)\"><bdi>\(name)</bdi></span>"
    }
    let rows = charts.bands.enumerated().map { row, band in
      let name = escaped(bandName(band))
      let best = values[row].indices.max { values[row][$0] < values[row][$1] } ?? 0
      let sum = values[row].reduce(0, +)
      return "<tr><th scope=\"row\"><bdi>\(name)</bdi></th><td>\(amount(sum))</td>"
        + "<td>\(sum > 0 ? charts.label(best) : "–")</td></tr>"
    }
    let height = min(560, max(120, charts.bands.count * (charts.bands.count > 20 ? 13 : 24)))
    let what = text.hasExposures ? "time in view" : "impressions"
    let legend = (1...Self.steps).map { step in
      let bound = most * (Double(step) / Double(Self.steps)) * (Double(step) / Double(Self.steps))
      return
        "<li><svg viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect class=\"s\(step)\" width=\"1\" "
        + "height=\"1\"/></svg>\(step == 1 ? "up to " : "")\(amount(bound))</li>"
    }
    return Self.section(
      "heat", "Which part of the list is seen", about(charts, what),
      """
      <div class="plot heat">
      <div class="names" aria-hidden="true" style="height:\(height)px">\(labels.joined())</div>
      <svg class="map" style="height:\(height)px" viewBox="0 0 \(charts.impressions.count) \(charts.bands.count)" \
      preserveAspectRatio="none" role="img" aria-label="\(what.capitalizedFirst) by place in the list \
      and time; the numbers of each part are in the table below.">
      <rect class="empty" width="\(charts.impressions.count)" height="\(charts.bands.count)"/>
      \(cells.joined(separator: "\n"))
      </svg>
      \(charts.axis)
      </div>
      <ul class="legend" aria-label="\(what.capitalizedFirst) of a cell">\(legend.joined())</ul>
      \(Self.details("Numbers of each part", ["Part of the list", what.capitalizedFirst, "Most of it"], rows))
      """)
  }

  private func about(_ charts: ReportCharts, _ what: String) -> String {
    let items = charts.bands.reduce(0) { $0 + $1.count }
    let order =
      charts.isOrderedByKey
      ? "in the order of their numbers" : "in the order in which they first came up"
    let bands =
      items == charts.bands.count
      ? "" : ", in \(charts.bands.count) parts of about \(items / charts.bands.count)"
    return
      "From top to bottom \(items == 1 ? "the item" : "the \(grouped(items)) items") \(order)\(bands); "
      + "the stronger the colour, the more \(what)."
  }

  private func bandName(_ band: ReportCharts.Band) -> String {
    let first = text.name(.item(band.first))
    if band.count == 1 { return first }
    if text.report.charts?.isOrderedByKey == true {
      return "\(first) – \(text.name(.item(band.last)))"
    }
    return "\(grouped(band.start + 1)) – \(grouped(band.start + band.count))"
  }

  /// Returns the indices of labelled rows: all, or every *n*th if there are many.
  private static func labelled(_ count: Int) -> StrideTo<Int> {
    stride(from: 0, to: count, by: count > 20 ? (count + 9) / 10 : 1)
  }

  private static func details(_ title: String, _ heads: [String], _ rows: [String]) -> String {
    """
    <details><summary>\(title)</summary>
    \(table("aria-label=\"\(title)\"", heads, rows))
    </details>
    """
  }
}

extension ReportCharts {
  /// The description of a column's width.
  var widthText: String {
    switch width {
    case .days(1): return "each day, where it was seen"
    case .days(let days): return "every \(days) days, where it was seen"
    case .seconds(let seconds):
      let (count, unit) =
        seconds % 3_600 == 0
        ? (seconds / 3_600, "hour")
        : seconds % 60 == 0 ? (seconds / 60, "minute") : (seconds, "second")
      return count == 1 ? "each \(unit), UTC" : "every \(count) \(unit)s, UTC"
    }
  }

  /// Returns the start of a bucket in seconds since 1970.
  private func time(_ index: Int) -> Double {
    switch width {
    case .days(let days): Double(start + index * days) * 86_400
    case .seconds(let seconds): Double(start + index * seconds)
    }
  }

  /// Returns the label of a bucket.
  func label(_ index: Int) -> String {
    switch width {
    case .days(let days): date(ofDay: start + index * days)
    case .seconds(let seconds):
      utc(time(index), seconds < 60 ? "yyyy-MM-dd HH:mm:ss" : "yyyy-MM-dd HH:mm")
    }
  }

  /// The evenly spaced labels along the bottom, at most five; every second one on a phone.
  var axis: String {
    let count = impressions.count
    let pattern =
      switch width {
      case .days: "d MMM"
      case .seconds(let seconds):
        seconds < 60 ? "HH:mm:ss" : seconds <= 1_200 ? "HH:mm" : "d MMM HH:mm"
      }
    let labels = stride(from: 0, to: count, by: max(1, (count + 2) / 4)).enumerated().map {
      mark, index in
      let middle = (Double(index) + 0.5) / Double(count) * 100
      return "<span\(mark % 2 == 1 ? " class=\"wide\"" : "") style=\"left:\(decimal(middle, 2))%\">"
        + "\(utc(time(index), pattern))</span>"
    }
    return "<div class=\"axis\" aria-hidden=\"true\">\(labels.joined())</div>"
  }
}
