import PushStore

/// Snapshots of the whole database: made, listed, restored and forgotten by name.
enum SnapshotRoutes {
  static func list(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let shelf = context.server.snapshots
    let entries = await offLoop { shelf.list() }
    return context.json { writer in
      writer.key("snapshots")
      writer.beginArray()
      for entry in entries {
        writer.beginObject()
        members(entry, to: &writer)
        writer.endObject()
      }
      writer.endArray()
    }
  }

  /// Makes a snapshot, or replaces the one of that name.
  static func put(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    try context.expectNoMembers()
    let name = try name(context)
    let server = context.server
    let isNew = !server.snapshots.has(name)
    let entry: SnapshotShelf.Entry
    do {
      entry = try await server.snapshots.make(name) { look in try await server.scheduler.change(look) }
    } catch let error as DatabaseError {
      throw ControlError(status: 500, sentence: "The snapshot cannot be made: \(error.message). Look whether the disk of \(server.snapshots.folder) is full.")
    } catch let error as DatabaseRefusal {
      throw ControlError(status: 500, sentence: error.description)
    } catch let error as StartFailure {
      throw ControlError(status: 500, sentence: error.description)
    }
    var response = context.json { members(entry, to: &$0) }
    response.status = isNew ? 201 : 200
    return response
  }

  static func delete(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    try context.expectNoMembers()
    let name = try name(context)
    guard context.server.snapshots.remove(name) else { throw await missing(name, context) }
    return context.json { $0.member("deleted", name.text) }
  }

  /// Puts a snapshot in the database's place.
  static func restore(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    try context.expectNoMembers()
    let name = try name(context)
    let server = context.server
    guard server.snapshots.has(name) else { throw await missing(name, context) }
    do {
      try await server.snapshots.restore(name) { new in
        let changes = try changes(new, server.apps)
        try await server.scheduler.change { try await server.restore(new, changes) }
      }
    } catch let error as DatabaseRefusal {
      throw ControlError(status: 409, sentence: error.description)
    }
    return context.json { writer in
      writer.member("restored", name.text)
      ClockRoutes.members(server.clock, to: &writer)
    }
  }

  /// The settings that a snapshot holds, checked before anything is changed.
  private static func changes(_ new: Replacement, _ apps: AppDirectory) throws(ControlError) -> [(appkey: String, changes: JSONObject)] {
    var all: [(appkey: String, changes: JSONObject)] = []
    for (appkey, text) in new.changedSettings {
      do {
        guard let changes = try JSONParser.parse(text.utf8).objectValue else { throw SettingsError(path: "", message: "They are no JSON object.") }
        _ = try apps.settings(of: appkey, with: changes)
        all.append((appkey, changes))
      } catch {
        let reason = (error as? SettingsError)?.message ?? "\(error)"
        throw ControlError(status: 409, sentence: "The snapshot holds settings of app \(appkey) that cannot be read: \(reason) Make the snapshot again.")
      }
    }
    return all
  }

  private static func name(_ context: ControlContext) throws(ControlError) -> SnapshotName {
    let text = context.parameters["name"]
    guard let name = SnapshotName(text) else {
      throw .badRequest("The name of a snapshot \(ShownValue.phrase(text)): it is 1 to 64 letters, digits, - _ or . and does not begin with a dot.")
    }
    return name
  }

  private static func missing(_ name: SnapshotName, _ context: ControlContext) async -> ControlError {
    let shelf = context.server.snapshots
    let names = await offLoop { shelf.list().map(\.name) }
    return ControlError(
      status: 404, sentence: "There is no snapshot `\(name.text)`; GET /_mock/snapshots lists them.\(NearestName.question(name.text, among: names))")
  }

  private static func members(_ entry: SnapshotShelf.Entry, to writer: inout JSONWriter) {
    writer.member("name", entry.name)
    writer.member("bytes", entry.bytes)
    writer.member("created", entry.created)
    if let clock = entry.clock, let now = entry.now {
      writer.key("clock")
      writer.beginObject()
      ClockRoutes.members(now: now, clock, to: &writer)
      writer.endObject()
    } else {
      writer.member("problem", "This file cannot be read as a database.")
    }
  }
}

extension ServerState {
  /// Puts another database in the place of this one, with its clock and settings; what is pending in it goes on. In the scheduler's turn only.
  ///
  /// ruling: the journal is emptied and streams are told of a reset, as after POST /_mock/reset: what they spoke of is no more. Faults, devices and
  /// webhooks stay.
  fileprivate func restore(_ new: Replacement, _ changes: [(appkey: String, changes: JSONObject)]) async throws {
    let (apps, clock, faults, journal, feed) = (apps, clock, faults, journal, feed)
    try await snapshots.store.restore(new) { store in
      clock.set(new.clock ?? .running(aheadBy: 0))
      // Of a seed that was being loaded when the snapshot was made.
      try store.giveUpLoads()
      apps.reset()
      for (appkey, changes) in changes { try apps.setChanges(changes, of: appkey) }
      try AdOptInGuideSeries.follow(apps.adOptInGuides, store, now: clock.now)
      faults.abandonHeld()
      journal?.entries.reset()
      feed.reset(to: store.generation)
    }
    await purger.start()
    await signal.messageAccepted()
  }
}
