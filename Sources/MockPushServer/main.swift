let code: Int32
do throws(UsageError) {
  switch try CommandLineParser.parse(arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessEnvironment.current) {
  case .serve(let configuration): code = await ServeCommand.run(configuration)
  case .readyz(let options):
    let outcome = ReadyzCommand.run(options)
    if outcome.exitCode == 0 { printLine(outcome.sentence) } else { printError(outcome.sentence) }
    code = outcome.exitCode
  case .ca(let options): code = CACommand.run(options)
  case .version:
    printLine("mock-push-server \(Version.text)")
    code = 0
  case .help(let text):
    printLine(text)
    code = 0
  }
} catch {
  printError(error.message)
  code = error.exitCode
}
exit(code)
