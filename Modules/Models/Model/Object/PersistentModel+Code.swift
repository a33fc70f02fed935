public import StrataSchema
package import StrataSQLite

// The macro's generated members, for code that isn't on the main actor.
extension PersistentModel where Self: _ModelRoot {
  /// The persisted properties, in order of declaration.
  public static var schemaMetadata: [Schema.PropertyMetadata] { ModelCode.anywhere.metadata(self) }
}

extension PersistentModel {
  /// The class's own key paths to the properties that it inherits, in order.
  package static var _$subclassKeyPaths: [AnyKeyPath] { ModelCode.anywhere.inheritedKeyPaths(self) }

  /// The computed properties in the class's braces.
  static var _$unstoredProperties: [(keyPath: AnyKeyPath, name: String)] {
    ModelCode.anywhere.computedProperties(self)
  }

  /// The constraints that `#Unique`, `#Index` and `#Search` declare in the class.
  static var _$schemaConstraints: [any SchemaConstraint] { ModelCode.anywhere.constraints(self) }

  /// Creates an object from a row's columns, which follow the properties in order of declaration.
  package static func _$make(_ row: inout Row) throws -> Self {
    // The result is of this class, or of the class that the metatype represents at run time.
    unsafeDowncast(try ModelCode.anywhere.make(self, &row), to: Self.self)
  }

  /// Assigns a row's columns to the properties that the row includes and assigns.
  package func _$take(_ row: inout Row) throws {
    try ModelCode.anywhere.read(self, &row)
    guard var read = _$state.unread?.properties else { return }
    var unread = read
    if let assigned = row.assignedProperties { read.formIntersection(assigned) }
    guard !read.isEmpty else { return }
    unread.subtract(read)
    _$state.unread = UnreadProperties(unread)
    _$state.modelGraph?.didReadStored(read, of: self)
  }

  /// Binds the columns of the properties that the binder includes, in order of declaration.
  ///
  /// - Throws: the error of a value that can't be read or bound.
  package func _$bind(_ binder: inout Binder) throws {
    if _$state.unread != nil { try _$readStored(for: &binder) }
    try ModelCode.anywhere.write(self, &binder)
  }
}
