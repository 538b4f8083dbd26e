extension StringProtocol {
  /// Equal byte by byte, as SQLite compares. `==` takes "é" and "e" + accent for equal; on the wire and in the store they are two texts.
  func isSameText(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Optional where Wrapped: StringProtocol {
  func isSameText(as other: Wrapped?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let a?, let b?): a.isSameText(as: b)
    default: false
    }
  }
}
