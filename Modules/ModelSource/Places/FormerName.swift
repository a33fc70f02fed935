public import StrataDescriptions

// The model editor keeps its renaming identifier as `elementID`.

extension DescribedProperty {
  /// The name that the property had in an earlier version; nil where it is the same.
  public var formerName: String? {
    (renamingIdentifier?.nonEmpty ?? elementID?.nonEmpty).flatMap { $0 == name ? nil : $0 }
  }
}

extension EntityDescription {
  /// The name that the entity had in an earlier version; nil where it is the same.
  public var formerName: String? {
    (renamingIdentifier?.nonEmpty ?? elementID?.nonEmpty).flatMap { $0 == name ? nil : $0 }
  }
}
