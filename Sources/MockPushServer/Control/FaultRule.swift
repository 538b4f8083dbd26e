/// A scripted failure: which vendor requests it is about, how often it applies, and what it does.
struct FaultRule: Sendable, Equatable {
  /// Shown in the log, the journal, and `X-Mock-Fault`; the rule's id where there is none.
  var name: String?
  /// The preset that it was made from.
  var preset: String?
  var match = FaultMatch()
  /// How many requests it applies to; nil for all.
  var times: Int?
  /// The share of the matching requests that it applies to; the others go to the rules behind it.
  var probability: Double?
  /// Decides, with the number of the matching request, about everything that is left to chance.
  var seed: UInt64
  var then: FaultAction

  var usesChance: Bool { probability != nil || then.delay?.usesChance == true }
}

/// What a rule does to one request.
struct AppliedFault: Sendable {
  /// The rule's name, else its id.
  let name: String
  let action: FaultAction
  /// Nil for none.
  let delay: Duration?
}
