import PushStore

/// The file of `serve --seed`.
///
/// ruling: an app that has data already stays as it is, as what was done with it since is worth more than where it began: a container that is
/// restarted on its volume finds its data again. Devices and faults are in no database, so those of the file are loaded at every start.
enum SeedFile {
  /// - Throws: a sentence that names the file, and the row that is at fault.
  static func plan(_ path: String, apps: AppDirectory, now: Timestamp) throws(StartFailure) -> SeedPlan {
    let text: [UInt8]
    do throws(FileFault) {
      text = try FileReader.read(path, maximumBytes: SeedRoutes.bodyLimit)
    } catch {
      throw StartFailure("The seed file \(path) cannot be read: \(error.reason).")
    }
    do throws(SeedFault) {
      return try SeedReader.plan(text, apps: apps, now: now)
    } catch {
      throw StartFailure("The seed file \(path) is not loaded: \(error.sentence)")
    }
  }

  /// The plan without rows of apps that have data, and those apps.
  static func withoutKnown(_ plan: SeedPlan, _ store: ReadTransaction) throws -> (rest: SeedPlan, known: [SeedApp]) {
    var (rest, known) = (plan, [SeedApp]())
    rest.apps = []
    for app in plan.apps {
      if try store.hasData(app.appkey) { known.append(app) } else { rest.apps.append(app) }
    }
    return (rest, known)
  }
}
