extension Doctor {
  /// A vendor's host that leads to the mock, or to where it could be.
  struct LocalHost {
    let name: String
    let addresses: [ProbeAddress]
  }

  func names(_ mock: Mock) -> ([Finding], [LocalHost]) {
    var local: [LocalHost] = []
    var places = Grouped()
    var elsewhere = Grouped()
    for host in options.zone.vendorHosts {
      do throws(ProbeFault) {
        let addresses = try resolve(host)
        let foreign = addresses.filter { !$0.isLocal && !mock.addresses.contains($0) }
        if foreign.isEmpty {
          local.append(LocalHost(name: host, addresses: addresses))
          places.add(host, "to \(Self.list(addresses.map(\.text)))")
        } else {
          let partly = foreign.count < addresses.count ? ", beside the mock's" : ""
          elsewhere.add(host, "to \(Self.list(foreign.map(\.text)))\(partly): the real service, or another server")
        }
      } catch {
        elsewhere.add(host, "nowhere: \(error.reason)")
      }
    }
    let mend = namesMend(elsewhere.groups.flatMap(\.hosts), mock)
    let missing = elsewhere.groups.enumerated().map { index, group in
      Finding(.names, .missing, Self.sentence(group), mend: index == elsewhere.groups.count - 1 ? mend : nil)
    }
    return (places.groups.map { Finding(.names, .ok, Self.sentence($0)) } + missing, local)
  }

  /// One line of the hosts file mends them all, but an older line of the same name counts beside it.
  private func namesMend(_ hosts: [String], _ mock: Mock) -> String {
    let file = (try? FileReader.read(hostsFile)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = file.split(separator: "\n").map { $0.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" } }
    let old = hosts.filter { host in lines.contains { $0.dropFirst().contains { $0.lowercased() == host } } }
    let line = "echo '\(mock.address) \(hosts.joined(separator: " "))'"
    // What is appended to a last line without an end would become a part of it.
    let new = "\(file.isEmpty || file.hasSuffix("\n") ? line : "(echo; \(line))") | sudo tee -a \(hostsFile)"
    return old.isEmpty ? new : "Take \(Self.list(old)) out of \(hostsFile), then: \(new)"
  }

  private static func sentence(_ group: Grouped.Group) -> String {
    "\(list(group.hosts)) \(group.hosts.count == 1 ? "leads" : "lead") \(group.text)."
  }

  /// `a, b and c`
  static func list(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words.last!
  }
}

/// Hosts of which the same is to be said, so that it is said once.
struct Grouped {
  struct Group {
    let text: String
    var hosts: [String]
  }

  private(set) var groups: [Group] = []

  mutating func add(_ host: String, _ text: String) {
    if let index = groups.firstIndex(where: { $0.text == text }) {
      groups[index].hosts.append(host)
    } else {
      groups.append(Group(text: text, hosts: [host]))
    }
  }
}
