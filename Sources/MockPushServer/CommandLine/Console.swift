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
