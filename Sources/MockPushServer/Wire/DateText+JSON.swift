import PushStore

extension JSONWriter {
  /// Writes a moment as `DateText.iso` does.
  mutating func date(_ timestamp: Timestamp) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    DateText.appendISO(timestamp, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func member(_ name: StaticString, _ timestamp: Timestamp) {
    key(name)
    date(timestamp)
  }
}
