import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// Programs that the commands run.
  @Suite struct ChildProcessTests {
    @Test func aChildThatDoesNotReadIsNoticed() async throws {
      ProcessPreparation.once
      let input = [UInt8](repeating: 1, count: 1 << 20)
      let deaf = try ChildProcess(arguments: ["sh", "-c", "echo ' x '; echo y >&2"], input: input, keepsOutput: true).run()
      #expect(deaf == ChildProcess.Ending(code: 0, output: "x \ny", hasReadInput: false))
      let counting = try ChildProcess(arguments: ["sh", "-c", "wc -c"], input: input, keepsOutput: true).run()
      #expect(counting.output.filter { $0 != " " } == "1048576")
      #expect(counting.hasReadInput)
      #expect(throws: ChildProcess.Fault(code: ENOENT)) { try ChildProcess(arguments: ["no-such-program-here"]).run() }
    }
  }
}
