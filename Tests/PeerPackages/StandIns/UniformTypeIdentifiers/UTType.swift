public import Foundation

/// The kind of a file, as far as a path needs it.
public struct UTType: Sendable, Hashable {
  /// The extension of the file's name.
  public let filenameExtension: String

  /// Creates the kind with an extension.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    filenameExtension = tag
  }
}

/// The kind of a tag.
public enum UTTagClass: Sendable { case filenameExtension }

extension URL {
  /// Adds a part, with the extension of a kind unless it has that.
  public func appendingPathComponent(_ part: String, conformingTo type: UTType) -> URL {
    let url = appendingPathComponent(part)
    guard url.pathExtension != type.filenameExtension else { return url }
    return url.appendingPathExtension(type.filenameExtension)
  }
}
