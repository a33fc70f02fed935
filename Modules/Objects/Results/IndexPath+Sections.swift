public import Foundation
internal import StrataStack

// Declared by UIKit and AppKit on Apple's platforms.
#if !canImport(UIKit) && !canImport(AppKit)
extension IndexPath {
  /// Creates the index path of an item in a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The section's index. The path must have one.
  public var section: Int { self[0] }

  /// The item's index in its section. The path must have one.
  public var item: Int { self[1] }
}
#endif
