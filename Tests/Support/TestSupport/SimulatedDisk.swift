public import Foundation

/// The fate of unsynchronized writes in a loss of power.
public enum PowerLoss: String, CaseIterable, Sendable {
  /// All of it is lost.
  case all
  /// It was written in order, up to some point.
  case behindOne
  /// It was written in order, and the last of it in part.
  case inTheMiddleOfOne
  /// Any of it was written, some in part.
  case scattered
  /// Any of it was written, and where a file has grown for what is lost there are zeros.
  case leavingZeros
  /// All of some files was written, and none of others.
  case ofWholeFiles
}

/// A disk that has what was synchronized, and of all else whatever a loss of power leaves.
public struct SimulatedDisk {
  fileprivate static let sectorSize = 512

  fileprivate enum Change {
    case write(offset: Int, Data)
    case truncate(size: Int)
  }

  /// The operations that weren't synchronized yet.
  private enum Pending {
    case content(file: Int, Change)
    /// A name leads to another file now, or to none.
    case name(String, file: Int?)
  }

  /// The durable contents, by file and by name.
  private var contents: [Int: Data] = [:]
  private var names: [String: Int] = [:]
  private var pending: [Pending] = []
  /// The file of each name as running programs see it, durable or not.
  private var current: [String: Int] = [:]
  /// Logs and journals that were made and not synchronized yet, which is done with their folder then.
  private var made: Set<Int> = []

  /// An empty disk.
  public init() {}

  /// Takes in what was done.
  public mutating func apply(_ event: FileEvent) {
    switch event {
    case .opened(let name): if current[name] == nil { make(name) }
    case .made(let name): make(name)
    case .written(let name, let offset, let bytes): add(.write(offset: offset, bytes), to: name)
    case .truncated(let name, let size): add(.truncate(size: size), to: name)
    case .synchronized(let name): if let file = current[name] { synchronize(file) }
    case .deleted(let name, let isDurable):
      current[name] = nil
      pending.append(.name(name, file: nil))
      if isDurable { synchronizeFolder() }
    }
  }

  private mutating func make(_ name: String) {
    let file = contents.count
    contents[file] = Data()
    current[name] = file
    pending.append(.name(name, file: file))
    if name.hasSuffix("-wal") || name.hasSuffix("-journal") { made.insert(file) }
  }

  private mutating func add(_ change: Change, to name: String) {
    if current[name] == nil { make(name) }
    if let file = current[name] { pending.append(.content(file: file, change)) }
  }

  private mutating func synchronize(_ file: Int) {
    var rest: [Pending] = []
    for item in pending {
      if case .content(file, let change) = item {
        change.apply(to: &contents[file, default: Data()])
      } else {
        rest.append(item)
      }
    }
    pending = rest
    if made.remove(file) != nil { synchronizeFolder() }
  }

  private mutating func synchronizeFolder() {
    var rest: [Pending] = []
    for item in pending {
      if case .name(let name, let file) = item { names[name] = file } else { rest.append(item) }
    }
    pending = rest
  }

  /// The files that there are after a loss of power at this moment, by their names.
  public func files(
    after loss: PowerLoss, using random: inout SeededGenerator
  ) -> [String: Data] {
    var (contents, names) = (contents, names)
    let point = Int.random(in: 0...pending.count, using: &random)
    let wholeFiles = Set(contents.keys.sorted().filter { _ in random.chance(1, in: 2) })
    for (index, item) in pending.enumerated() {
      switch item {
      // File systems keep the order of what happens to a folder.
      case .name(let name, let file): if loss != .all, index < point { names[name] = file }
      case .content(let file, let change):
        let part: Change?
        switch loss {
        case .all: part = nil
        case .behindOne: part = index < point ? change : nil
        case .inTheMiddleOfOne:
          part = index < point ? change : index == point ? change.torn(&random) : nil
        case .scattered: part = change.scattered(&random)
        case .leavingZeros:
          part = change.scattered(&random) ?? change.zeros(behind: contents[file]?.count ?? 0)
        case .ofWholeFiles: part = wholeFiles.contains(file) ? change : nil
        }
        part?.apply(to: &contents[file, default: Data()])
      }
    }
    return names.compactMapValues { contents[$0] }
  }
}

extension SimulatedDisk.Change {
  fileprivate func apply(to content: inout Data) {
    switch self {
    case .truncate(let size): content.resize(to: size)
    case .write(let offset, let bytes):
      if content.count < offset + bytes.count { content.resize(to: offset + bytes.count) }
      content.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    }
  }

  fileprivate func scattered(_ random: inout SeededGenerator) -> Self? {
    guard random.chance(1, in: 2) else { return nil }
    return random.chance(1, in: 8) ? torn(&random) : self
  }

  /// The sectors up to some point.
  fileprivate func torn(_ random: inout SeededGenerator) -> Self? {
    guard case .write(let offset, let bytes) = self else { return nil }
    let sectors = (bytes.count - 1) / SimulatedDisk.sectorSize + 1
    let count = Int.random(in: 0...sectors, using: &random) * SimulatedDisk.sectorSize
    return .write(offset: offset, Data(bytes.prefix(count)))
  }

  /// The zeros that a file has behind `end` if it has grown but this write's bytes were lost.
  fileprivate func zeros(behind end: Int) -> Self? {
    guard case .write(let offset, let bytes) = self, offset + bytes.count > end else { return nil }
    let start = Swift.max(offset, end)
    return .write(offset: start, Data(count: offset + bytes.count - start))
  }
}

extension Data {
  fileprivate mutating func resize(to size: Int) {
    if size < count { removeLast(count - size) } else { append(Data(count: size - count)) }
  }
}
