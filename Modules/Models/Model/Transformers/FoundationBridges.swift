package import Foundation

/// Foundation's conversions between Swift's types and its classes, which casts such as `as? NSArray` look up by name.
///
/// A statically linked program (`-static-stdlib`) has those parts of Foundation alone that some code names. No code
/// names these conversions: without this file `["a"] is NSArray` is false in such a program, and no property list with
/// an array is valid.
package enum FoundationBridges {
  /// Names the conversions, so that the linker takes them. Call it where values of unknown types are cast.
  @inline(never) package static func link() {}

  #if !canImport(Darwin)
  /// The objects of values of each type with a conversion.
  package static func objects(
    _ array: [Any], _ set: Set<AnyHashable>, _ dictionary: [AnyHashable: Any], _ text: String,
    _ decimal: Decimal, _ data: Data, _ date: Date, _ url: URL, _ uuid: UUID
  ) -> [AnyObject] {
    [
      array._bridgeToObjectiveC(), set._bridgeToObjectiveC(), dictionary._bridgeToObjectiveC(),
      text._bridgeToObjectiveC(), decimal._bridgeToObjectiveC(), data._bridgeToObjectiveC(),
      date._bridgeToObjectiveC(), url._bridgeToObjectiveC(), uuid._bridgeToObjectiveC(),
    ]
  }
  #endif
}
