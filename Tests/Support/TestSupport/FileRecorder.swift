internal import StrataCFaults
public import Foundation

/// A successful operation of SQLite on a file.
public enum FileEvent: Sendable {
  /// A file that was there was opened.
  case opened(String)
  /// A file that wasn't there was made.
  case made(String)
  case written(String, offset: Int, Data)
  case truncated(String, size: Int)
  case synchronized(String)
  /// `isDurable`: the folder was synchronized with it.
  case deleted(String, isDurable: Bool)
}

/// Records what SQLite does with the files of a folder on this thread.
public final class FileRecorder {
  private let folder: String
  /// All events so far. Files are called by their names in the folder.
  public private(set) var events: [FileEvent] = []

  /// Records nothing yet.
  public init(_ folder: TemporaryFolder) { self.folder = folder.url.path + "/" }

  /// Records what a body does.
  public func record(_ body: () throws -> Void) rethrows {
    strata_observe_files(
      { recorder, event in
        guard let recorder else { return }
        // It is in use until this thread's observer is taken away again, below.
        Unmanaged<FileRecorder>.fromOpaque(recorder).takeUnretainedValue().add(event)
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { strata_observe_files(nil, nil) }
    try withExtendedLifetime(self) { try body() }
  }

  private func add(_ event: strata_file_event) {
    let path = String(cString: event.path)
    guard path.hasPrefix(folder) else { return }
    let name = String(path.dropFirst(folder.count))
    switch event.kind {
    case STRATA_FILE_OPENED: events.append(.opened(name))
    case STRATA_FILE_MADE: events.append(.made(name))
    case STRATA_FILE_WRITTEN:
      let bytes = UnsafeRawBufferPointer(start: event.bytes, count: Int(event.count))
      events.append(.written(name, offset: Int(event.offset), Data(bytes)))
    case STRATA_FILE_TRUNCATED: events.append(.truncated(name, size: Int(event.offset)))
    case STRATA_FILE_SYNCHRONIZED: events.append(.synchronized(name))
    case STRATA_FILE_DELETED: events.append(.deleted(name, isDurable: false))
    case STRATA_FILE_DELETED_FOR_GOOD: events.append(.deleted(name, isDurable: true))
    default: break
    }
  }
}
