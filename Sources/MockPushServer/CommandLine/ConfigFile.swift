/// The configuration file: a JSON object whose keys are the flags of `serve` in camel case, `apps`, and `faults`.
struct ConfigFile {
  let path: String
  private let members: JSONObject

  /// - Throws: exit code 1 when the file cannot be read or is no JSON object.
  init(path: String, readFile: ReadFile) throws(UsageError) {
    self.path = path
    let bytes: [UInt8]
    do throws(FileFault) {
      bytes = try readFile(path)
    } catch {
      throw UsageError("The configuration file \(path) cannot be read: \(error.reason).", exitCode: 1)
    }
    let json: JSON
    do throws(JSONError) {
      json = try JSONParser.parse(bytes)
    } catch {
      let (line, column) = Self.position(of: error.offset, in: bytes)
      let reason = bytes.isEmpty ? "the file is empty" : error.reason
      throw UsageError("The configuration file \(path) is no JSON: \(reason), line \(line), column \(column).", exitCode: 1)
    }
    guard let object = json.objectValue else {
      throw UsageError("The configuration file \(path) must hold an object, such as `{\"httpPort\": 8080}`.", exitCode: 1)
    }
    members = object
  }

  /// Puts every value into the draft. `null` is as absent.
  func apply(to draft: inout ServeDraft, paths: PathRules) throws(UsageError) {
    let options = ServeOptions.all
    for (key, value) in members.members {
      if key == Self.faultsKey {
        if !value.isNull { draft.faults = try control { () throws(ControlError) in try FaultRule.list(value, place: key) } }
        continue
      }
      guard let option = options.first(where: { $0.configKey == key }) else { throw unknown(key, known: options.compactMap(\.configKey) + [Self.faultsKey]) }
      if value.isNull { continue }
      if option.shape == .apps {
        draft.configuredApps = try apps(value)
      } else {
        try option.apply(try texts(value, of: option), from: .configFile(path: path), paths: paths, to: &draft)
      }
    }
  }

  /// Beside the options: what is scripted from the start, and after a reset.
  static let faultsKey = "faults"
  /// Beside the settings of an app.
  static let devicesKey = "devices"

  private func control<T>(_ read: () throws(ControlError) -> T) throws(UsageError) -> T {
    do throws(ControlError) {
      return try read()
    } catch {
      throw UsageError("\(path): \(error.sentence)")
    }
  }

  private func apps(_ value: JSON) throws(UsageError) -> [ConfiguredApp] {
    var apps: [ConfiguredApp] = []
    do throws(SettingsError) {
      for (key, settings) in try SettingValue(json: value, path: "apps").members(nil) {
        guard AppKeyRule.accepts(key) else {
          throw SettingsError(path: "apps", message: "`apps` has the key `\(ShownValue.oneLine(key))`: \(AppKeyRule.sentence).")
        }
        var (members, devices) = (settings.json, [DeviceRule]())
        if var object = members.objectValue, let list = object[Self.devicesKey] {
          do throws(ControlError) {
            if !list.isNull { devices = try DeviceRule.list(list, place: "\(settings.path).\(Self.devicesKey)") }
          } catch {
            throw SettingsError(path: settings.path, message: error.sentence)
          }
          object[Self.devicesKey] = nil
          members = .object(object)
        }
        apps.append(ConfiguredApp(key: key, settings: try .decode(members, path: settings.path), devices: devices))
      }
    } catch {
      throw UsageError("\(path): \(error.message)")
    }
    return apps
  }

  /// The value as the command line would give it.
  private func texts(_ value: JSON, of option: Option<ServeDraft>) throws(UsageError) -> [String] {
    switch (option.shape, value) {
    case (.toggle, .bool(let flag)): return [flag ? "true" : "false"]
    case (.number, .number(let number)): return [number.text]
    case (.number, .string(let text)), (.text, .string(let text)), (.path, .string(let text)), (.list, .string(let text)): return [text]
    case (.list, .array(let items)) where items.allSatisfy({ $0.stringValue != nil }): return items.compactMap(\.stringValue)
    default: break
    }
    let rule = switch option.shape {
    case .toggle: "it is `true` or `false`, without quotes"
    case .number: "it is a number, or a text in quotes"
    case .list: "it is a text in quotes or a list of such texts"
    default: "it is a text in quotes"
    }
    throw UsageError("`\(option.configKey ?? option.flag)` in \(path) \(ShownValue.phrase(value)): \(rule).")
  }

  private func unknown(_ key: String, known: [String]) -> UsageError {
    let question = NearestName.of(key, among: known).map { " Did you mean `\($0)`?" } ?? " Known are \(known.joined(separator: ", "))."
    return UsageError("`\(ShownValue.oneLine(key))` in \(path) is no option.\(question)")
  }

  /// Both from 1, columns in bytes.
  private static func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (before.count { $0 == UInt8(ascii: "\n") } + 1, before.count - lineStart + 1)
  }
}
