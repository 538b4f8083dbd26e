/// Questions to a server over plain http, on a blocking thread of the caller.
struct HealthProbe {
  let address: HealthAddress
  /// When to give up.
  let deadline: ContinuousClock.Instant
  /// Sent as a bearer token; health needs none.
  var adminToken: String?

  /// Asks `GET /_mock/health`.
  ///
  /// - Returns: why the server is not ready, as the end of a sentence; nil when it is.
  func problem() -> String? {
    do throws(ProbeFault) {
      _ = try ask("/_mock/health") { answer throws(ProbeFault) in try answer.health() }
      return nil
    } catch {
      return error.reason
    }
  }

  /// A name may stand for an IPv6 and an IPv4 address while the server listens on one of them: each is asked until one answers well.
  func ask<Result>(_ path: String, _ read: (ProbeAnswer) throws(ProbeFault) -> Result) throws(ProbeFault) -> Result {
    var fault = ProbeFault(reason: "\(address.host) has no address")
    for candidate in try ProbeAddress.resolve(address.host) {
      do throws(ProbeFault) {
        return try read(try ProbeSocket(candidate, port: address.port, deadline: deadline).get(path, host: address.authority, adminToken: adminToken))
      } catch {
        fault = error
      }
    }
    throw fault
  }
}
