/// Prometheus' text format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/).
struct PrometheusText {
  typealias Label = (name: String, value: String)

  enum Kind: String {
    case counter, gauge, histogram
  }

  static let contentType: StaticString = "text/plain; version=0.0.4; charset=utf-8"

  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(16_384) }

  /// Begins a family, whose samples follow.
  mutating func family(_ name: String, _ kind: Kind, _ help: String) {
    line("# HELP \(name) \(help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))")
    line("# TYPE \(name) \(kind.rawValue)")
  }

  mutating func sample(_ name: String, _ labels: [Label] = [], _ value: Int) { sample(name, labels, text: String(value)) }

  mutating func sample(_ name: String, _ labels: [Label] = [], _ value: Double) { sample(name, labels, text: Self.text(value)) }

  /// A family with one sample.
  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    family(name, kind, help)
    sample(name, [], value)
  }

  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    family(name, kind, help)
    sample(name, [], value)
  }

  /// The samples of one histogram.
  ///
  /// - Parameter counts: by bound, each for itself, then what is above the last.
  mutating func histogram(_ name: String, _ labels: [Label], bounds: [Double], counts: [Int], sum: Double) {
    var total = 0
    for (place, count) in counts.enumerated() {
      total += count
      sample(name + "_bucket", labels + [("le", place < bounds.count ? Self.text(bounds[place]) : "+Inf")], total)
    }
    sample(name + "_sum", labels, sum)
    sample(name + "_count", labels, total)
  }

  private mutating func sample(_ name: String, _ labels: [Label], text: String) {
    let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
    line(pairs.isEmpty ? "\(name) \(text)" : "\(name){\(pairs)} \(text)")
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  private mutating func line(_ text: String) {
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }
}
