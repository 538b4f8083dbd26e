import PushStore

/// Loads seeds, one at a time, beside everything else.
///
/// Rows are stored in small slices under apps that nothing finds. At the end one transaction puts these apps in their places, so that all rows
/// are seen at once. A load that breaks off leaves rows that nobody sees; `AppPurger` deletes them, if need be after the next start.
///
/// ruling: a seed loads an app from nothing. Where rows are there already it would have to say what becomes of each, as many registrations do,
/// and could not be seen in one step.
actor SeedLoader {
  /// Of jobs that are over.
  private static let kept = 16
  /// So long a slice may hold up the event loop.
  private static let slice = Duration.milliseconds(8)

  private let store: GroupCommitStore
  private let apps: AppDirectory
  private let devices: DeviceBook
  private let faults: FaultBook
  private let clock: TravelClock
  private let scheduler: Scheduler
  private let purger: AppPurger
  private let logger: Logger
  private var jobs: [SeedJob] = []
  private var lastNumber = 0
  /// From the check of a seed to the end of its load.
  private var isTaken = false
  private var isStopping = false
  private var work: Task<Void, Never>?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    store: GroupCommitStore, apps: AppDirectory, devices: DeviceBook, faults: FaultBook, clock: TravelClock, scheduler: Scheduler, purger: AppPurger,
    logger: Logger
  ) {
    self.store = store
    self.apps = apps
    self.devices = devices
    self.faults = faults
    self.clock = clock
    self.scheduler = scheduler
    self.purger = purger
    self.logger = logger
  }

  // MARK: Asking

  subscript(_ id: String) -> SeedJob? { jobs.first { $0.id == id } }

  /// Checks a seed and begins to load it.
  ///
  /// - Throws: 400 with the row that is at fault; 409 when another seed is under way, or an app has data.
  func accept(_ text: [UInt8]) async throws -> SeedJob {
    if isTaken { throw ControlError(status: 409, sentence: "Another seed is being loaded; wait for it (GET /_mock/seed/{id}, or POST with ?wait=true), then try again.") }
    isTaken = true
    do {
      let (apps, now) = (apps, clock.now)
      let plan = try await ownThread { try SeedReader.plan(text, apps: apps, now: now) }
      if let appkey = try await firstWithData(plan) { throw ControlError.hasData(appkey) }
      if isStopping { throw ControlError.stopping }
      let job = begin(plan)
      work = Task {
        await self.run(plan, job.id) { show in try await self.scheduler.change(show) }
        self.work = nil
      }
      return job
    } catch {
      isTaken = false
      if let fault = error as? SeedFault { throw ControlError.badRequest(fault.sentence) }
      throw error
    }
  }

  /// Loads a seed before anybody can ask for anything.
  ///
  /// - Returns: nil where all is well.
  func load(_ plan: SeedPlan) async -> ControlError? {
    isTaken = true
    let job = begin(plan)
    await run(plan, job.id) { show in try await show() }
    return self[job.id]?.failure
  }

  /// The job when it is over; nil when there is none.
  func ended(_ id: String) async -> SeedJob? {
    while let job = self[id], job.state == .loading { await withCheckedContinuation { waiting.append($0) } }
    return self[id]
  }

  /// Breaks off what is under way; its rows go after the next start.
  func stop() async {
    isStopping = true
    await work?.value
  }

  /// Gives up loads that broke off when the server ended. To be called before the first load, and before the purger starts.
  func clearLeftovers() async throws { try await store.write { try $0.giveUpLoads() } }

  private func firstWithData(_ plan: SeedPlan) async throws -> String? {
    try await store.readAside { store in try plan.apps.first { try store.hasData($0.appkey) }?.appkey }
  }

  // MARK: Jobs

  private func begin(_ plan: SeedPlan) -> SeedJob {
    lastNumber += 1
    let job = SeedJob(id: "s\(lastNumber)", counts: plan.counts)
    jobs.append(job)
    if jobs.count > Self.kept { jobs.removeFirst() }
    return job
  }

  private func change(_ id: String, _ edit: (inout SeedJob) -> Void) {
    if let index = jobs.firstIndex(where: { $0.id == id }) { edit(&jobs[index]) }
  }

  private func end(_ id: String, _ failure: ControlError?) {
    change(id) { job in
      job.state = failure == nil ? .done : .failed
      job.failure = failure
      job.rowsDone = failure == nil ? job.counts.total : 0
    }
    isTaken = false
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  // MARK: Loading

  /// - Parameter turn: runs the last step while nobody resets the server or changes the clock.
  private func run(_ plan: SeedPlan, _ id: String, turn: (@Sendable () async throws -> Void) async throws -> Void) async {
    var loaded: [AppNumber] = []
    var isShown = false
    var failure: ControlError?
    let generation = await store.generation
    do {
      for app in plan.apps {
        let number = try await write(generation) { store in try store.makeUnfinishedApp(app.appkey, now: plan.now) }
        loaded.append(number)
        try await fill(number, app, plan, generation, id)
      }
      let (numbers, last) = (loaded, SeedShow(plan: plan, apps: apps, devices: devices, faults: faults, clock: clock, store: store, generation: generation))
      try await turn { try await last.run(numbers) }
      isShown = true
    } catch let error as ControlError {
      failure = error
    } catch {
      logger.log(.error, "a seed could not be loaded", ["id": .string(id), "detail": .string("\(error)")])
      failure = ControlError(status: 500, sentence: "The seed could not be loaded; the server's log has the details. Nothing of it is there.")
    }
    if !isShown { await giveUp(loaded, generation) }
    end(id, failure)
  }

  private func giveUp(_ loaded: [AppNumber], _ generation: Int) async {
    do {
      try await store.write { store in
        if store.generation == generation { try store.giveUp(loaded) }
      }
      await purger.start()
    } catch {
      logger.log(.error, "rows of a seed that was not loaded to its end cannot be deleted; the next start tries again", ["detail": .string("\(error)")])
    }
  }

  /// Stores an app's tokens and tags.
  private func fill(_ number: AppNumber, _ app: SeedApp, _ plan: SeedPlan, _ generation: Int, _ id: String) async throws {
    var rows = SeedRows(plan, app)
    while true {
      let slice = rows.nextSlice()
      if slice.isEmpty { break }
      try await inSlices(slice, generation, id) { row, store in try store.insert(row, app: number) }
    }
    let tags = app.tags + (app.generator.map { Self.generatedTags($0, app.appkey, besides: app.tags) } ?? [])
    try await inSlices(tags, generation, id) { tag, store in try store.insertTag(tagId: tag.tagId, name: tag.name, app: number, now: plan.now) }
    for tag in app.tags {
      try await inSlices(tag.uids, generation, nil) { uid, store in
        guard let known = try store.reading.tag(tag.tagId, app: number) else { return }
        try store.attach([known.number], to: store.ensureUidRecord(uid, app: number, now: plan.now))
      }
    }
    if let generator = app.generator, generator.tags > 0 { try await tagGenerated(generator, Array(tags.suffix(generator.tags)), number, plan, generation) }
  }

  private static func generatedTags(_ generator: SeedGenerator, _ appkey: String, besides others: [SeedTag]) -> [SeedTag] {
    var ids = SeedTagIds(appkey, seed: generator.seed &+ 1)
    var taken = Set(others.map(\.tagId))
    return generator.tagNames.map { name in
      let id = ids.next { !taken.contains($0) }
      taken.insert(id)
      return SeedTag(tagId: id, name: name, uids: [])
    }
  }

  private func tagGenerated(_ generator: SeedGenerator, _ tags: [SeedTag], _ app: AppNumber, _ plan: SeedPlan, _ generation: Int) async throws {
    let numbers = try await store.readAside { store in try tags.compactMap { try store.tag($0.tagId, app: app)?.number } }
    for first in stride(from: 1, through: generator.uids, by: SeedSlice.rows) {
      let users = Array(first..<min(first + SeedSlice.rows, generator.uids + 1))
      try await inSlices(users, generation, nil) { user, store in
        let chosen = generator.tags(ofUser: user)
        if chosen.isEmpty { return }
        try store.attach(chosen.map { numbers[$0] }, to: store.ensureUidRecord(generator.uid(user), app: app, now: plan.now))
      }
    }
  }

  /// Writes rows one by one; after a few milliseconds others have their turn.
  ///
  /// - Parameter id: of the job whose rows these are; nil where they do not count.
  private func inSlices<Row: Sendable>(
    _ rows: [Row], _ generation: Int, _ id: String?, _ insert: @Sendable (Row, WriteTransaction) throws -> Void
  ) async throws {
    var first = 0
    while first < rows.count {
      let start = first
      first = try await write(generation) { store in
        let end = ContinuousClock.now + Self.slice
        var next = start
        repeat {
          try insert(rows[next], store)
          next += 1
        } while next < rows.count && (next & 7 != 0 || ContinuousClock.now < end)
        return next
      }
      if let id { change(id) { $0.rowsDone += first - start } }
    }
  }

  private func write<T: Sendable>(_ generation: Int, _ body: @Sendable (WriteTransaction) throws -> T) async throws -> T {
    if isStopping { throw ControlError.stoppedSeed }
    return try await store.write { store in
      guard store.generation == generation else { throw ControlError.resetMeanwhile }
      return try body(store)
    }
  }
}

extension ControlError {
  fileprivate static let stoppedSeed = ControlError(status: 503, sentence: "The server is stopping; nothing of the seed is loaded.")
  static let clockWentBack = ControlError(status: 409, sentence: "The clock was set back while the seed was being loaded, so rows of it lie in the future; nothing of it is there. Send it again.")
  static let resetMeanwhile = ControlError(status: 409, sentence: "The server was reset while the seed was being loaded; nothing of the seed is there. Send it again.")
}
