import StrataSwiftParser

/// The initializers of a managed object class. On Linux each class with one of its own must also have
/// `init(entity:insertInto:)`.
struct EntityInitializer {
  /// The initializer in the class itself, or nil.
  let own: InitializerDeclaration?
  /// The last designated initializer of the class, or nil if it inherits those of its superclass.
  let lastDesignated: InitializerDeclaration?
  /// A stored property that needs a value, or nil.
  let unassigned: Binding?

  /// True if the class needs the initializer and can have it.
  var isMissing: Bool { own == nil && lastDesignated != nil && unassigned == nil }

  init(_ type: TypeDeclaration) {
    let initializers = type.allMembers.compactMap { member in
      if case .initializer(let initializer) = member { initializer } else { nil }
    }
    own = initializers.first {
      $0.signature.parameters.map { $0.label?.text } == ["entity", "insertInto"]
    }
    lastDesignated = initializers.last { !$0.hasModifier("convenience") }
    unassigned =
      type.allMembers.lazy.compactMap { member -> Binding? in
        guard case .variable(let variable) = member, !variable.isStatic,
          !variable.hasModifier("lazy"), variable.attributes(named: "NSManaged").isEmpty,
          variable.attributes(named: "Managed").isEmpty
        else { return nil }
        return variable.bindings.first { $0.needsValue(isLet: variable.isLet) }
      }.first
  }
}

extension Binding {
  /// True if an initializer has to set the variable.
  fileprivate func needsValue(isLet: Bool) -> Bool {
    guard initialValue == nil, accessorBlock?.isComputed != true else { return false }
    guard !isLet, let type = resolvedType?.text else { return true }
    return !type.hasSuffix("?") && !type.hasSuffix("!") && !type.hasPrefix("Optional<")
  }
}
