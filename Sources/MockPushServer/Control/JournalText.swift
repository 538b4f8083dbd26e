import Synchronization

/// Where the journal's texts lie: one behind the other in blocks, each of which is freed with its last entry.
///
/// An array per entry cost twice as much as all that the journal does now: memory that is freed ten thousand requests later is gone from the
/// processor's caches.
final class JournalText: Sendable {
  /// Small enough that malloc keeps it, and does not ask the system anew each time.
  private static let blockSize = 64 * 1024

  private let current = Mutex<Block?>(nil)

  /// Memory that is written once, piece by piece, and then read from any thread.
  ///
  /// `@unchecked Sendable`: `keep` writes under a lock, and only then does anybody learn where to read.
  final class Block: @unchecked Sendable {
    fileprivate let memory: UnsafeMutableRawBufferPointer
    fileprivate var used = 0

    fileprivate init(_ size: Int) { memory = .allocate(byteCount: size, alignment: 1) }

    deinit { memory.deallocate() }

    subscript(range: Range<Int>) -> [UInt8] { Array(memory[range]) }
  }

  /// Writes into a block what is to be kept.
  struct Pen {
    fileprivate let memory: UnsafeMutableRawBufferPointer
    /// Bytes written so far.
    fileprivate(set) var count = 0

    mutating func write(_ text: String) {
      var text = text
      text.withUTF8 { write($0) }
    }

    mutating func write(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBufferPointer { write($0) } }

    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
      UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: UnsafeRawBufferPointer(bytes))
      count += bytes.count
    }
  }

  /// Keeps what `write` writes.
  ///
  /// - Parameter most: bytes that it writes at most.
  func keep(atMost most: Int, _ write: (inout Pen) -> Void) -> (block: Block, start: Int) {
    current.withLock { current in
      if current.map({ $0.memory.count - $0.used < most }) ?? true { current = Block(max(most, Self.blockSize)) }
      let block = current!
      let start = block.used
      var pen = Pen(memory: UnsafeMutableRawBufferPointer(rebasing: block.memory[start..<start + most]))
      write(&pen)
      block.used += pen.count
      return (block, start)
    }
  }
}
