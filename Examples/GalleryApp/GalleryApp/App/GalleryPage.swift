import SwiftUI

/// A page layout with a title, a hint and an event log around the feature.
struct GalleryPage<Content: View>: View {
  private let title: String
  private let hint: String
  private let log: EventLog
  private let content: Content

  init(_ title: String, _ hint: String, log: EventLog, @ViewBuilder content: () -> Content) {
    self.title = title
    self.hint = hint
    self.log = log
    self.content = content()
  }

  var body: some View {
    VStack(spacing: 0) {
      Text(hint)
        .font(.callout)
        .foregroundColor(.secondary)
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding()
      Divider()
      // A stack, because modifiers on several views would apply to each of them.
      VStack(spacing: 0) { content }.frame(maxWidth: .infinity, maxHeight: .infinity)
      Divider()
      Text(log.latest)
        .font(.caption.monospaced())
        .lineLimit(EventLog.shownLines, reservesSpace: true)
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding()
    }
    .navigationTitle(title)
    #if os(iOS)
    .navigationBarTitleDisplayMode(.inline)
    #endif
  }
}

/// The latest reported events, in order.
struct EventLog {
  static let shownLines = 4

  private var lines: [String] = []

  /// The last few lines, newest last.
  var latest: String {
    lines.isEmpty ? "No events yet." : lines.joined(separator: "\n")
  }

  mutating func add(_ line: String) {
    lines = (lines + [line]).suffix(Self.shownLines)
  }
}

/// A card with a line of text.
struct Card: View {
  private let title: String
  private let isOn: Bool

  init(_ title: String, isOn: Bool = false) {
    self.title = title
    self.isOn = isOn
  }

  var body: some View {
    Text(title)
      .frame(maxWidth: .infinity, maxHeight: .infinity)
      .background(
        isOn ? Color.green.opacity(0.4) : Color.gray.opacity(0.2),
        in: RoundedRectangle(cornerRadius: 16))
  }
}

/// A label for a condition, highlighted while it holds.
struct Chip: View {
  private let text: String
  private let isOn: Bool

  init(_ text: String, isOn: Bool) {
    self.text = text
    self.isOn = isOn
  }

  var body: some View {
    Text(text)
      .font(.caption)
      .padding(.horizontal, 8)
      .padding(.vertical, 4)
      .background(isOn ? Color.green.opacity(0.4) : Color.gray.opacity(0.2), in: Capsule())
  }
}

/// Rows to scroll through.
struct Rows: View {
  var name = "Row"
  var count = 40

  var body: some View {
    ForEach(1...count, id: \.self) { number in
      Text("\(name) \(number)").frame(maxWidth: .infinity, minHeight: 56)
    }
  }
}
