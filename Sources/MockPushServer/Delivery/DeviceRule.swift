import PushStore

/// One rule about simulated devices: those of a token, a uid, a push type, or all together. Texts are full ones, or patterns with `*`.
struct DeviceRule: Sendable, Equatable {
  /// Nil: any.
  var token: GlobPattern?
  /// Nil: any.
  var uid: GlobPattern?
  /// Nil: any.
  var pushType: PushType?
  var behaviour: Behaviour
  /// Nil: the device reports nothing by itself.
  var receipts: SimulatedReceipts?

  enum Behaviour: Sendable, Equatable {
    case answers(DeviceAnswer)
    /// An Apple device with a build signed for this environment: push types of the other one do not reach it (contract 9.5).
    /// ruling: other providers know no environments, so their push types are accepted.
    case livesIn(Environment)

    func answer(to type: PushType) -> DeviceAnswer {
      switch self {
      case .answers(let answer): answer
      case .livesIn(let environment): type.environment.map { $0 == environment } ?? true ? .accept : .wrongEnvironment
      }
    }
  }

  init(
    token: String? = nil, uid: String? = nil, pushType: PushType? = nil, behaviour: Behaviour, receipts: SimulatedReceipts? = nil
  ) {
    self.token = token.map(GlobPattern.init)
    self.uid = uid.map(GlobPattern.init)
    self.pushType = pushType
    self.behaviour = behaviour
    self.receipts = receipts
  }

  /// Whether it names one token or one uid, so that its recipients are looked up once per message instead of asked for each.
  var namesOne: Bool { token?.isPlain ?? false || uid?.isPlain ?? false }

  func isAboutSame(as other: DeviceRule) -> Bool { token == other.token && uid == other.uid && pushType == other.pushType }
}

extension GlobPattern {
  /// Whether it matches one text only.
  var isPlain: Bool { !text.utf8.contains(UInt8(ascii: "*")) }
}

/// What a device reports by itself of each delivery that reaches it.
struct SimulatedReceipts: Sendable, Equatable {
  struct Report: Sendable, Equatable {
    /// Time from the delivery to the report, by the mock's clock.
    var afterMilliseconds: Int64
    /// The share of deliveries that are reported.
    var probability: Double
  }

  var received: Report?
  var opened: Report?

  /// The reports of one delivery. The same message and token always come out the same.
  func planned(_ message: MessageNumber, _ token: TokenNumber, deliveredAt: Timestamp) -> [PlannedReceipt] {
    [(Receipt.Event.received, received), (.opened, opened)].compactMap { event, report in
      guard let report else { return nil }
      var random = SplitMix64(UInt64(bitPattern: message.value), UInt64(bitPattern: token.value), UInt64(event.rawValue))
      guard random.unit() < report.probability else { return nil }
      return PlannedReceipt(token: token, event: event, due: deliveredAt.advanced(byMilliseconds: report.afterMilliseconds))
    }
  }
}
