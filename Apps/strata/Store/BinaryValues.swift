import Foundation
import StrataShell

/// Shows binary values: as files, in base64 in JSON, and otherwise by their sizes.
@MainActor struct BinaryValues {
  private let output: Output
  private let folder: BlobFolder?

  init(_ output: Output, folder: BlobFolder?) {
    self.output = output
    self.folder = folder
  }

  /// Returns the cell of a value.
  ///
  /// - Throws: ``ShellError`` if its file can't be written.
  func cell(
    _ data: Data, entity: String, key: Int64, _ attribute: String
  ) throws(ShellError) -> Cell {
    if let folder {
      return .text(try folder.write(data, "\(entity)-\(key)-\(attribute).bin"))
    }
    return .text(output.format == .json ? data.base64EncodedString() : "\(data.count) bytes")
  }
}

/// A folder to which binary values are written, a file for each.
struct BlobFolder {
  private let url: URL
  private let replaces: Bool

  /// Creates the folder unless it is there.
  ///
  /// - Throws: ``ShellError`` if it can't be created.
  init(_ path: String, replaces: Bool) throws(ShellError) {
    url = NamedModel.url(path)
    self.replaces = replaces
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw ShellError(
        "\(url.path) can't be made: \(error.localizedDescription)", hint: "give another folder")
    }
  }

  /// Writes a value to a file, and returns the file's name.
  ///
  /// - Throws: ``ShellError`` if the file is there already, or can't be written.
  func write(_ data: Data, _ name: String) throws(ShellError) -> String {
    // The store gives the name, which could lead out of the folder.
    let name = String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
    let file = url.appendingPathComponent(name)
    do {
      try data.write(to: file, options: replaces ? .atomic : .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
      throw ShellError("\(file.path) is there already", hint: "--force replaces it")
    } catch {
      throw ShellError("\(file.path) can't be written: \(error.localizedDescription)")
    }
    return name
  }
}
