/// The text of docs/configuration.md, made from the declarations, so that it cannot lag behind them.
enum ConfigurationReference {
  static let markdown: String = """
    # Configuration

    <!-- Made from the declarations in Sources/MockPushServer/CommandLine/ServeOptions.swift and Wire/AppSettingsKeys.swift.
         Write it anew with `RECORD=1 swift test --filter ConfigurationReferenceTests`. -->

    Every option of `mock-push-server serve` is a flag, an environment variable and a key of the configuration file. A flag wins over
    a variable, a variable over the file, the file over the default. A wrong value is an error wherever it stands, also where another
    one wins. Exit code 2: a wrong option or value; 1: a file that cannot be read.

    - Flags: `--flag value` or `--flag=value`. A switch needs no value; `--strict=false` turns it off.
    - Variables: an empty one counts as not set; repeatable options are comma separated; a switch is `true`, `false`, `1` or `0`.
    - The configuration file is a JSON object. Unknown keys are refused, `null` counts as left out, repeatable options are lists,
      and relative paths start at the file's own folder. Samples: [minimal](../config/minimal.json), [every key](../config/full.json).
    - Paths may start with `~/`.

    ## Options

    \(optionTable)

    Besides, the file may have `\(ConfigFile.faultsKey)`: a list of fault rules as `POST /_mock/faults` takes them. They are in force from the
    start, and again after a reset.

    ## Apps

    Without any app and without `--strict` the server is open: an unknown appkey is an empty app with the defaults below, and any
    well-formed credential is let in. `--app`, `apps` or `--strict` end that: other appkeys are then refused (40102), and so are other
    credentials (40101). `--app KEY` and `--app KEY:SECRET` add to `apps` of the file; a secret on the command line replaces the
    secret keys that the file gives that app.

    An appkey is 1 to 64 letters, digits, `-` or `_`. The settings of an app, in `apps` of the configuration file and wherever else they are
    written (`null` sets the default):

    \(settingTable)

    In `apps` of the configuration file an app may also have `\(ConfigFile.devicesKey)`: a list of rules as `PUT /_mock/apps/{appkey}/devices` takes
    them, in force from the start, and again after a reset.

    ```json
    \(example.prettyText)
    ```

    """

  private static var optionTable: String {
    var lines = ["| Flag | Variable | Key | Default | Meaning |", "| --- | --- | --- | --- | --- |"]
    for option in ServeOptions.all {
      let key = option.configKey.map { "`\($0)`" } ?? "–"
      let flag = "`\(option.usage)`" + (option.repeats ? " (repeatable)" : "")
      lines.append(row([flag, "`\(option.variable)`", key, option.defaultText.map(code) ?? "–", option.help]))
    }
    return lines.joined(separator: "\n")
  }

  private static var settingTable: String {
    var lines = ["| Key | Values | Default | Meaning |", "| --- | --- | --- | --- |"]
    for setting in AppSetting.all {
      let value = setting.key == "certificates" ? "all `VALID`" : "`\(setting.write(AppSettings()).compactText)`"
      lines.append(row(["`\(setting.key)`", setting.values, value, setting.effect]))
    }
    return lines.joined(separator: "\n")
  }

  private static let example: JSON = [
    "httpPort": 8080,
    "apps": ["MYAPP": ["secretKeys": ["abcd1234"], "appType": "SINGLE", "certificates": ["APNS_SANDBOX": "EXPIRED"]]],
  ]

  /// A single word is shown as code, a description as prose.
  private static func code(_ text: String) -> String { text.contains(" ") ? text : "`\(text)`" }

  /// A bar inside a cell would end it.
  private static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}
