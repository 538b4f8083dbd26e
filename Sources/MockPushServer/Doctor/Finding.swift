/// One thing that the doctor looked at.
struct Finding: Sendable, Equatable {
  enum State: String, Sendable {
    case ok
    /// Worth knowing; nothing is missing.
    case note
    case missing
  }

  enum Subject: String, Sendable {
    case mock, names, ports, trust, clock, proxy
  }

  let subject: Subject
  let state: State
  let sentence: String
  /// The command or step that mends it.
  let mend: String?

  init(_ subject: Subject, _ state: State, _ sentence: String, mend: String? = nil) {
    self.subject = subject
    self.state = state
    self.sentence = sentence
    self.mend = mend
  }
}

/// What the doctor says in the end.
struct Diagnosis {
  let options: DoctorOptions
  let findings: [Finding]

  private var missing: Int { findings.count { $0.state == .missing } }

  /// 0 when nothing is missing.
  var exitCode: Int32 { missing == 0 ? 0 : 1 }

  var text: String {
    var lines: [String] = []
    for finding in findings {
      lines.append(Self.padded(finding.subject.rawValue, 7) + Self.padded(finding.state.rawValue, 9) + finding.sentence)
      if let mend = finding.mend { lines.append(Self.padded("", 16) + "-> " + mend) }
    }
    let verdict = switch missing {
    case 0: "Calls of the \(options.zone.rawValue) zone reach the mock."
    case 1: "One thing is missing."
    default: "\(missing) things are missing."
    }
    return (lines + ["", verdict]).joined(separator: "\n")
  }

  var json: JSON {
    var object: JSONObject = [
      "ok": .bool(missing == 0), "zone": .string(options.zone.rawValue), "url": .string("http://\(options.address.authority)"),
    ]
    object["proxy"] = options.proxy.map { .string("http://\($0.authority)") }
    object["findings"] = .array(
      findings.map { finding in
        var row: JSONObject = [
          "subject": .string(finding.subject.rawValue), "state": .string(finding.state.rawValue), "sentence": .string(finding.sentence),
        ]
        row["mend"] = finding.mend.map { .string($0) }
        return .object(row)
      })
    return .object(object)
  }

  private static func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
}
