/// Hands the deliveries of a running server to a command, one at a time, over restarts of the server.
struct DeliveryFollower {
  /// What a command did with a delivery.
  enum Handling {
    case done
    /// Not one of those that the command is for.
    case passedOver
    /// The command was stopped, or nobody reads what it prints any more.
    case end
  }

  let options: FollowOptions
  /// Filters, besides those of the options.
  var filters: [(name: String, value: String)] = []
  let stop: StopSignal

  private static let pause: Int32 = 500

  /// Blocks until the stop signal, or the number of deliveries that was asked for.
  ///
  /// - Returns: the exit code.
  func run(_ handle: (FollowedDelivery) -> Handling) -> Int32 {
    let place = "http://\(options.address.authority)"
    var lastID = ""
    var left = options.count
    var isFirst = true
    var isLost = false
    while true {
      do throws(EventStreamClient.Fault) {
        var client = try EventStreamClient(options.address, target: target, fields: fields(lastID), stop: stop)
        printError(isFirst ? "following the deliveries of \(place)" : "\(place) is back; following its deliveries again")
        (isFirst, isLost) = (false, false)
        while true {
          for event in try client.events() {
            switch handled(event, handle) {
            case .done: left = left.map { $0 - 1 }
            case .passedOver: break
            case .end:
              if stop.isSet { return 0 }
              printError("Standard output cannot be written to any more, so the command ends.")
              return 1
            }
            if left == 0 || stop.isSet { return 0 }
          }
          if !client.lastID.isEmpty { lastID = client.lastID }
        }
      } catch {
        switch error {
        case .stopped: return 0
        case .refused(let status, let sentence) where isFirst || status < 500:
          printError("\(place) refuses: \(sentence)")
          return 1
        case .lost(let reason) where isFirst:
          printError("The deliveries of \(place) cannot be followed: \(reason). Start the server, or name its address with `--url`.")
          return 1
        case .lost(let reason), .refused(_, let reason):
          if !isLost { printError("\(place) is gone: \(reason). Trying again until it is back.") }
        }
        isLost = true
        if stop.wait(milliseconds: Self.pause) { return 0 }
      }
    }
  }

  private func handled(_ event: EventStreamParser.Event, _ handle: (FollowedDelivery) -> Handling) -> Handling {
    switch event.name {
    case "delivery":
      if let delivery = FollowedDelivery(event) { return handle(delivery) }
      printError("A delivery that is no JSON object was passed over: \(ShownValue.oneLine(String(decoding: event.data, as: UTF8.self)))")
    case "gap":
      let gap = try? JSONParser.parse(event.data)
      let missed = gap?["missed"]?.intValue.map { "Up to \($0) deliveries were missed. " } ?? "Deliveries may have been missed. "
      printError(missed + (gap?["sentence"]?.stringValue ?? ""))
    case "reset": printError("The server was reset; what it had is gone.")
    default: break
    }
    return .passedOver
  }

  private var target: String {
    let own = [("appkey", options.app), ("uid", options.uid), ("token", options.token), ("pushType", options.pushType?.name)]
    let query = own.compactMap { name, value in value.map { (name, $0) } } + filters.map { ($0.name, $0.value) }
    let text = query.map { "\($0)=\(Self.percentEncoded($1))" }.joined(separator: "&")
    return "/_mock/deliveries/stream" + (text.isEmpty ? "" : "?\(text)")
  }

  private func fields(_ lastID: String) -> [(name: String, value: String)] {
    let token = options.adminToken.map { ("Authorization", "Bearer \($0)") }
    return [token, lastID.isEmpty ? nil : ("Last-Event-ID", lastID)].compactMap { $0 }
  }

  static func percentEncoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): bytes.append(byte)
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): bytes.append(byte)
      default: bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
