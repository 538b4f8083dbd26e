/// The faults of a `richMessage` in one content map (contract 15, column "enforced here"; order: F22).
enum RichMessageCheck {
  /// - Parameter path: of the content map, e.g. `content.ko`.
  static func check(_ map: JSONObject, _ path: String, _ version: APIVersion) throws(APIError) {
    guard let rich = try FieldReader(object: map, prefix: path + ".").optionalObject("richMessage") else { return }
    let reader = FieldReader(object: rich, prefix: path + ".richMessage.")
    try buttons(reader, version)
    for name in ["media", "androidMedia", "iosMedia"] {
      guard let media = try part(reader, name) else { continue }
      try source(media)
      _ = try media.optionalChoice("mediaType", of: ["IMAGE", "GIF", "VEDIO", "VIDEO", "AUDIO"])
    }
    if let icon = try part(reader, "largeIcon") { try source(icon) }
    if let group = try part(reader, "group") { _ = try group.string("key") }
  }

  /// `DEEP_LINK` came with v2.2.
  static func buttonTypes(_ version: APIVersion) -> [String] {
    ["REPLY", "OPEN_APP", "OPEN_URL", "DISMISS"] + (version >= .v22 ? ["DEEP_LINK"] : [])
  }

  private static func buttons(_ reader: FieldReader, _ version: APIVersion) throws(APIError) {
    guard let value = reader.object["buttons"], !value.isNull else { return }
    guard let buttons = value.arrayValue else { throw reader.wrongType("buttons", value, "an array of objects") }
    if buttons.count > RichMessage.buttonLimit {
      throw APIError(
        .limitExceeded, reader.prefix + "buttons", String(buttons.count),
        hint: "\(reader.prefix)buttons has \(buttons.count) items; at most \(RichMessage.buttonLimit) are allowed")
    }
    for (index, value) in buttons.enumerated() {
      let name = "buttons[\(index)]"
      guard let object = value.objectValue else { throw reader.wrongType(name, value, "an object with name and buttonType") }
      let button = FieldReader(object: object, prefix: "\(reader.prefix)\(name).")
      _ = try button.string("name")
      let type = try button.choice("buttonType", of: buttonTypes(version))
      if type == "OPEN_URL" || type == "DEEP_LINK" { _ = try button.string("link") }
    }
  }

  private static func part(_ reader: FieldReader, _ name: String) throws(APIError) -> FieldReader? {
    guard let object = try reader.optionalObject(name) else { return nil }
    return FieldReader(object: object, prefix: "\(reader.prefix)\(name).")
  }

  private static func source(_ part: FieldReader) throws(APIError) {
    _ = try part.string("source")
    _ = try part.optionalChoice("sourceType", of: ["REMOTE", "LOCAL"])
  }
}
