/// A line on standard output, at once: a script that waits for "is ready" must see it.
func printLine(_ text: String) {
  print(text)
  fflush(nil)
}

/// A sentence on standard error, with the program's name as other tools do.
func printError(_ sentence: String) {
  let bytes = Array("mock-push-server: \(sentence)\n".utf8)
  _ = write(2, bytes, bytes.count)
}

/// Opens standard input, output and error on nothing where the caller closed them: else a file that the server opens would take
/// their number, and what is printed would go into it.
func openMissingStreams() {
  for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
}

/// A line on standard output, for a command that runs for long.
///
/// - Returns: false when nobody reads any more.
func writeLine(_ text: String) -> Bool {
  var rest = Array((text + "\n").utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
  }
  return true
}
