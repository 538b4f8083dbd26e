/// A command line that cannot be run: what is wrong and how to mend it, in one or two plain sentences.
struct UsageError: Error, Equatable {
  let message: String
  /// 2 for a wrong option or value, 1 when a file it names cannot be read.
  let exitCode: Int32

  init(_ message: String, exitCode: Int32 = 2) {
    self.message = message
    self.exitCode = exitCode
  }
}

/// Why a value is not accepted: the rule it breaks, as the part of a sentence after "`--flag` is `value`: ".
struct ValueFault: Error, Equatable {
  let rule: String
}
