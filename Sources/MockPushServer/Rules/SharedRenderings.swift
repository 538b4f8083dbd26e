import PushStore

/// The renderings that one message has needed so far, each made once and numbered from 0. Language choice is remembered too: it costs more
/// than the rest of a delivery's decision.
struct SharedRenderings: Sendable {
  /// Languages remembered; codes are free texts, so there may be any number. Beyond it they are chosen anew.
  static let languageLimit = 4_096

  struct Entry: Sendable {
    let key: PayloadRenderer.Key
    let rendering: Rendering
  }

  let renderer: PayloadRenderer
  private(set) var entries: [Entry] = []
  private var numbers: [PayloadRenderer.Key: Int] = [:]
  private var known: [Recipient: Int] = [:]

  private struct Recipient: Hashable {
    let pushType: PushType
    let language: String
  }

  init(_ renderer: PayloadRenderer) {
    self.renderer = renderer
  }

  /// The place in `entries` of what a recipient gets.
  mutating func number(_ pushType: PushType, language: String) -> Int {
    let recipient = Recipient(pushType: pushType, language: language)
    if let number = known[recipient] { return number }
    let key = renderer.key(pushType, language: language)
    let number = numbers[key] ?? add(key)
    if known.count < Self.languageLimit { known[recipient] = number }
    return number
  }

  private mutating func add(_ key: PayloadRenderer.Key) -> Int {
    entries.append(Entry(key: key, rendering: renderer.render(key)))
    numbers[key] = entries.count - 1
    return entries.count - 1
  }
}
