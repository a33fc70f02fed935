internal import Strata
import Foundation
import StrataApplication
import StrataShell

/// The file that an export writes.
///
/// It is written beside its place and moved there when it is whole, so that a failure leaves what
/// was there before. What is no plain file, such as a pipe or a device, is written in place.
struct ExportDestination {
  private let file: ArgumentValue
  private let path: String
  /// Where it is written first; nil when that is its place.
  private let part: String?
  private let handle: FileHandle

  /// Where to write.
  var descriptor: Int32 { handle.fileDescriptor }

  @MainActor init(_ file: ArgumentValue, _ environment: ApplicationEnvironment) throws {
    self.file = file
    let url = URL(fileURLWithPath: file.text).resolvingSymlinksInPath()
    let path = url.path
    self.path = path
    let place = environment.stack.container.configuration.url.resolvingSymlinksInPath().path
    if !environment.stack.container.configuration.isStoredInMemoryOnly,
      ["", "-wal", "-shm", "-lock"].contains(where: { place + $0 == path })
    {
      throw file.error("\(file.text) belongs to the store itself", hint: "give another file")
    }
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    switch type {
    case .typeDirectory?: throw file.error("\(file.text) is a folder; name a file in it")
    case .typeRegular?, nil:
      let name = ".\(url.lastPathComponent).\(UUID().uuidString).part"
      let part = url.deletingLastPathComponent().appendingPathComponent(name).path
      self.part = FileManager.default.createFile(atPath: part, contents: nil) ? part : nil
      guard self.part != nil else { throw Self.unwritable(file) }
    default: part = nil
    }
    guard let handle = FileHandle(forWritingAtPath: part ?? path) else {
      throw Self.unwritable(file)
    }
    self.handle = handle
  }

  private static func unwritable(_ file: ArgumentValue) -> ShellError {
    file.error("can't write \(file.text)", hint: "is the folder there, and may you write it?")
  }

  /// Puts what was written into its place.
  func finish() throws {
    guard let part else { return try handle.close() }
    try handle.synchronize()
    try handle.close()
    guard rename(part, path) == 0 else {
      throw file.error("can't write \(file.text): \(String(cString: strerror(errno)))")
    }
  }

  /// Leaves no trace of what was written.
  func abandon() {
    try? handle.close()
    if let part { try? FileManager.default.removeItem(atPath: part) }
  }
}
