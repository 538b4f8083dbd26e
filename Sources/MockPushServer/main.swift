openMissingStreams()
let code: Int32
do throws(UsageError) {
  let invocation = try CommandLineParser.parse(
    arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessEnvironment.current, folder: ProcessEnvironment.folder)
  code = await invocation.run()
} catch {
  printError(error.message)
  code = error.exitCode
}
exit(code)
