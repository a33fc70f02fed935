public import Foundation
internal import StrataStack

// What UIKit and AppKit add to Foundation's type on Apple's platforms.
#if !canImport(UIKit) && !canImport(AppKit)
extension IndexPath {
  /// The way to an item of a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The section's position; the path must have one.
  public var section: Int { self[0] }

  /// The item's position in its section; the path must have one.
  public var item: Int { self[1] }
}
#endif
