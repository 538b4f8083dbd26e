/// A strict reader of Prometheus' text format 0.0.4: what it does not refuse, Prometheus takes.
struct PrometheusReader {
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  struct Sample {
    let name: String
    let labels: [String: String]
    let value: Double
  }

  struct Family {
    let type: String
    let help: String
    var samples: [Sample] = []
  }

  private(set) var families: [String: Family] = [:]

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Refusal(description: "the last line has no end") }
    var current: String?
    var help: (name: String, text: String)?
    var seen: Set<String> = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      if words.count == 4, words[0] == "#", words[1] == "HELP" {
        help = (words[2], words[3])
      } else if words.count == 4, words[0] == "#", words[1] == "TYPE" {
        guard let told = help, told.name == words[2], families[words[2]] == nil, ["counter", "gauge", "histogram"].contains(words[3]) else {
          throw Refusal(description: "TYPE without its HELP, twice, or unknown: \(line)")
        }
        families[words[2]] = Family(type: words[3], help: told.text)
        (current, help) = (words[2], nil)
      } else {
        let sample = try Self.sample(line)
        guard let current, help == nil else { throw Refusal(description: "outside a family: \(line)") }
        let suffixes = families[current]!.type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard suffixes.contains(where: { sample.name == current + $0 }) else { throw Refusal(description: "of another family: \(line)") }
        let identity = sample.name + sample.labels.sorted { $0.key < $1.key }.map { "\u{0}\($0.key)\u{0}\($0.value)" }.joined()
        guard seen.insert(identity).inserted else { throw Refusal(description: "twice: \(line)") }
        families[current]!.samples.append(sample)
      }
    }
    for (name, family) in families { try Self.check(name, family) }
  }

  /// The value of a family's sample with these labels; nil when there is none.
  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    families[name]?.samples.first { $0.name == name && $0.labels == labels }?.value
  }

  private static func sample(_ line: Substring) throws -> Sample {
    var rest = line
    let name = String(rest.prefix { $0 == "_" || $0 == ":" || $0.isASCII && ($0.isLetter || $0.isNumber) })
    rest = rest.dropFirst(name.count)
    guard let first = name.first, !first.isNumber else { throw Refusal(description: "no name: \(line)") }
    var labels: [String: String] = [:]
    if rest.first == "{" {
      rest = rest.dropFirst()
      repeat {
        let label = String(rest.prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) })
        rest = rest.dropFirst(label.count)
        guard !label.isEmpty, !label.first!.isNumber, labels[label] == nil, rest.hasPrefix("=\"") else { throw Refusal(description: "no label: \(line)") }
        rest = rest.dropFirst(2)
        labels[label] = try value(&rest, line)
        if rest.first == "," { rest = rest.dropFirst() } else { break }
      } while true
      guard rest.first == "}" else { throw Refusal(description: "labels without end: \(line)") }
      rest = rest.dropFirst()
    }
    guard rest.first == " " else { throw Refusal(description: "no value: \(line)") }
    let text = rest.dropFirst()
    guard !text.contains(" "), let value = text == "+Inf" ? .infinity : Double(text) else { throw Refusal(description: "no number: \(line)") }
    return Sample(name: name, labels: labels, value: value)
  }

  private static func value(_ rest: inout Substring, _ line: Substring) throws -> String {
    var value = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return value
      case "\\":
        guard let escaped = rest.popFirst(), let meant = ["\\": "\\", "\"": "\"", "n": "\n"][escaped] as Character? else {
          throw Refusal(description: "an unknown escape: \(line)")
        }
        value.append(meant)
      default: value.append(character)
      }
    }
    throw Refusal(description: "a value without end: \(line)")
  }

  private static func check(_ name: String, _ family: Family) throws {
    guard !family.help.isEmpty else { throw Refusal(description: "\(name) has no help") }
    guard family.type != "counter" || name.hasSuffix("_total") else { throw Refusal(description: "\(name) is a counter without _total") }
    guard family.type == "counter" || !name.hasSuffix("_total") else { throw Refusal(description: "\(name) is no counter") }
    guard family.type == "histogram" else { return }
    var series: [[String: String]: [(bound: Double, count: Double)]] = [:]
    for sample in family.samples where sample.name == name + "_bucket" {
      var labels = sample.labels
      guard let text = labels.removeValue(forKey: "le"), let bound = text == "+Inf" ? .infinity : Double(text) else {
        throw Refusal(description: "\(name) has a bucket without le")
      }
      series[labels, default: []].append((bound, sample.value))
    }
    for (labels, buckets) in series {
      let isAscending = zip(buckets, buckets.dropFirst()).allSatisfy { $0.bound < $1.bound && $0.count <= $1.count }
      let count = family.samples.first { $0.name == name + "_count" && $0.labels == labels }?.value
      let sum = family.samples.first { $0.name == name + "_sum" && $0.labels == labels }?.value
      guard isAscending, buckets.last?.bound == .infinity, buckets.last?.count == count, sum != nil else {
        throw Refusal(description: "\(name) is no histogram: \(labels)")
      }
    }
  }
}
