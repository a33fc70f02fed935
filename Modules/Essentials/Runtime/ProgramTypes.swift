/// Types of the program that are found by their names, which the Objective-C runtime does on Apple's
/// platforms.
package enum ProgramTypes {
  /// Returns the classes with some names, without module and enclosing types, that inherit from
  /// another class. O(types in the program).
  ///
  /// Generic classes aren't found, and on platforms other than Linux none is.
  package static func classes(
    named names: Set<String>, inheriting superclass: AnyClass
  ) -> [AnyClass] {
    TypeDescriptor.classes(named: names, inheriting: superclass)
  }

  /// Returns the enums in some classes, or in extensions of them, whose names begin with a prefix, by
  /// the class. O(types in the program).
  package static func nestedEnums(
    prefix: String, in classes: [AnyClass]
  ) -> [ObjectIdentifier: [any Any.Type]] {
    TypeDescriptor.nestedEnums(prefix: prefix, in: classes)
  }
}
