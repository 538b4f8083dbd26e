/// Whether as many requests came as a test expects; and if not, what was nearly one.
enum VerifyRoute {
  /// `{"match": {…}, "count": N}`, or `atLeast` and `atMost`; without any of them at least one is expected.
  static func verify(_ context: ControlContext) async throws -> Response {
    let journal = try context.journal()
    try context.expectQuery()
    let body = try context.body(known: ["match", "count", "atLeast", "atMost"])
    guard let wanted = body["match"]?.objectValue else {
      throw ControlError.badRequest("The body needs match, an object such as {\"method\":\"POST\",\"path\":\"*/tokens\",\"uid\":\"user-7\"}.")
    }
    try ControlContext.check(wanted, known: RequestMatch.keys, "match")
    let match = try RequestMatch(wanted)
    let expected = try Expected(body)
    return await offLoop {
      let found = Found(match, in: journal)
      if !found.undecided.isEmpty, !expected.isCertain(found.count, atMost: found.count + found.undecided.count) { return undecided(context, expected, found) }
      return expected.range.contains(found.count) ? context.json { $0.member("count", found.count) } : refused(context, expected, found)
    }
  }

  private static func refused(_ context: ControlContext, _ expected: Expected, _ found: Found) -> Response {
    var sentence = "\(found.count == 1 ? "1 request matches" : "\(found.count) requests match"); expected: \(expected.text)."
    let isTooFew = found.count < expected.range.lowerBound
    if isTooFew, let nearest = found.nearest.first {
      let fields = nearest.differences.map(\.field).joined(separator: ", ")
      sentence += " The nearest, request \(nearest.request.number), differs in \(fields)."
    }
    var response = context.json { writer in
      writer.member("error", sentence)
      writer.member("count", found.count)
      writer.key(isTooFew ? "nearest" : "matching")
      writer.beginArray()
      if isTooFew { for miss in found.nearest { miss.write(to: &writer) } } else { for number in found.newest { writer.int(number) } }
      writer.endArray()
    }
    response.status = 422
    response.note.hint = sentence
    return response
  }

  /// Longer bodies than the journal keeps could make the expectation true or false.
  private static func undecided(_ context: ControlContext, _ expected: Expected, _ found: Found) -> Response {
    let count = found.undecided.count
    let sentence = "\(found.count) surely match\(found.count == 1 ? "es" : ""); expected: \(expected.text). Whether \(count) more \(count == 1 ? "does" : "do") is not known, since the journal "
      + "keeps \(JournalEntry.bodyLimit) bytes of a body: match them by what is no part of it (path, appkey, version, resultCode, from, to)."
    var response = context.json { writer in
      writer.member("error", sentence)
      writer.member("count", found.count)
      writer.key("undecided")
      writer.beginArray()
      for number in found.undecided.prefix(10) { writer.int(number) }
      writer.endArray()
    }
    response.status = 422
    response.note.hint = sentence
    return response
  }

  /// How many requests are right.
  private struct Expected: Sendable {
    let range: ClosedRange<Int>

    init(_ body: JSONObject) throws(ControlError) {
      let count = try Self.number(body, "count")
      let least = try Self.number(body, "atLeast")
      let most = try Self.number(body, "atMost")
      if let count {
        if least != nil || most != nil { throw .badRequest("Give either count, or atLeast and atMost.") }
        range = count...count
        return
      }
      let low = least ?? (most == nil ? 1 : 0)
      guard low <= most ?? .max else { throw .badRequest("atLeast is greater than atMost.") }
      range = low...(most ?? .max)
    }

    private static func number(_ body: JSONObject, _ key: String) throws(ControlError) -> Int? {
      guard let value = body.given(key) else { return nil }
      guard let number = value.intValue, number >= 0 else { throw .badRequest("\(key) is a whole number, 0 or more.") }
      return number
    }

    /// Whether every number from one to the other is right, or none.
    func isCertain(_ least: Int, atMost most: Int) -> Bool {
      range.lowerBound <= least && most <= range.upperBound || most < range.lowerBound || range.upperBound < least
    }

    var text: String {
      if range.lowerBound == range.upperBound { return "exactly \(range.lowerBound)" }
      if range.upperBound == .max { return "at least \(range.lowerBound)" }
      return range.lowerBound == 0 ? "at most \(range.upperBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
  }
}

/// What a verification found in the journal.
private struct Found {
  var count = 0
  /// Numbers of the newest that match, at most ten.
  var newest: [Int] = []
  /// Numbers of those that may match by a part of their body that is not kept.
  var undecided: [Int] = []
  /// Of those that do not match the three that agree in most; of equal ones the newest.
  var nearest: [Miss] = []

  struct Miss {
    let request: JournaledRequest
    let agreeing: Int
    let differences: [JSONDifference]
  }

  init(_ match: RequestMatch, in journal: Journal) {
    for request in journal.requests() {
      let (agreeing, differences) = match.compare(request)
      if differences.isEmpty {
        count += 1
        if newest.count < 10 { newest.append(request.number) }
      } else {
        if match.isUndecided(request) { undecided.append(request.number) }
        let place = nearest.firstIndex { $0.agreeing < agreeing } ?? nearest.endIndex
        guard place < 3 else { continue }
        nearest.insert(Miss(request: request, agreeing: agreeing, differences: differences), at: place)
        if nearest.count > 3 { nearest.removeLast() }
      }
    }
  }
}

extension Found.Miss {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("number", request.number)
    writer.member("method", request.entry.method.rawValue)
    writer.member("path", String(request.request.path))
    if let code = request.entry.resultCode { writer.member("resultCode", code) }
    writer.key("differences")
    writer.beginArray()
    for difference in differences {
      writer.beginObject()
      writer.member("field", difference.field)
      writer.member("expected", difference.expected)
      // Left out where the request has nothing there.
      if let actual = difference.actual { writer.member("actual", actual) }
      writer.endObject()
    }
    writer.endArray()
    if request.isCut { writer.member("note", "Only the first \(JournalEntry.bodyLimit) of \(request.entry.requestSize) bytes of its body are kept.") }
    writer.endObject()
  }
}
