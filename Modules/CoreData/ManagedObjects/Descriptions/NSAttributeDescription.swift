public import Foundation
public import StrataDescriptions

// Unchecked as its superclass.
/// The description of an attribute, which you build by assignment.
///
///     let name = NSAttributeDescription()
///     name.name = "name"
///     name.attributeType = .stringAttributeType
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
  /// The default as it was given, until the type is known.
  private var givenDefault: Any?
  private var validation: [NSPredicate]?

  /// Creates a description whose name and type you set later.
  public init() { super.init(value: .attribute(AttributeDescription(name: "", type: .undefined))) }

  package init(attribute: AttributeDescription) { super.init(value: .attribute(attribute)) }

  /// Creates a description of the same content that the caller can change.
  package class func make(_ attribute: AttributeDescription) -> NSAttributeDescription {
    if attribute.type == .composite { return NSCompositeAttributeDescription(attribute: attribute) }
    if attribute.isDerived { return NSDerivedAttributeDescription(attribute: attribute) }
    return NSAttributeDescription(attribute: attribute)
  }

  final var attribute: AttributeDescription {
    get {
      guard case .attribute(let attribute) = value else {
        return AttributeDescription(name: name, type: .undefined)
      }
      return attribute
    }
    set { value = .attribute(newValue) }
  }

  /// The type of the value.
  @_disfavoredOverload
  package final var attributeType: AttributeType {
    get { attribute.type }
    set { change { attribute.type = newValue } }
  }
  /// The type of the value.
  public final var type: AttributeType {
    get { attribute.type }
    set { change { attribute.type = newValue } }
  }
  /// The name of the value's class, such as `NSString`, or nil for a transformable value without
  /// one.
  public final var attributeValueClassName: String? {
    get { attribute.attributeValueClassName ?? attribute.type.valueClassName }
    set { change { attribute.attributeValueClassName = newValue } }
  }
  /// The value of new objects, or nil for none.
  public final var defaultValue: Any? {
    get { givenDefault ?? attribute.defaultValue?.any }
    set {
      change {
        givenDefault = newValue
        attribute.defaultValue = nil
      }
    }
  }
  /// The name of the transformer of a transformable value, or nil.
  public final var valueTransformerName: String? {
    get { attribute.valueTransformerName }
    set { change { attribute.valueTransformerName = newValue } }
  }
  /// True if the store may keep large values outside its file.
  public final var allowsExternalBinaryDataStorage: Bool {
    get { attribute.allowsExternalBinaryDataStorage }
    set { change { attribute.allowsExternalBinaryDataStorage = newValue } }
  }
  /// True if the history preserves the value of a deleted object.
  public final var preservesValueInHistoryOnDeletion: Bool {
    get { attribute.preservesValueInHistoryOnDeletion }
    set { change { attribute.preservesValueInHistoryOnDeletion = newValue } }
  }
  /// True if CloudKit may encrypt the value on Apple's platforms.
  public final var allowsCloudEncryption: Bool {
    get { attribute.allowsCloudEncryption }
    set { change { attribute.allowsCloudEncryption = newValue } }
  }
  /// The validation rules as predicates: one for each limit, and one for the regular expression.
  public final override var validationPredicates: [NSPredicate] {
    validation ?? attribute.validationPredicates
  }

  /// Replaces the validation rules by those that predicates express.
  ///
  /// They take the forms that `AttributeDescription` takes. A predicate of
  /// another form makes the model unusable: the coordinator says so when it opens a store.
  public final override func setValidationPredicates(
    _ predicates: [NSPredicate]?, withValidationWarnings warnings: [Any]?
  ) { change { validation = predicates } }

  package override func described() throws(ManagedObjectError) -> PropertyDescription {
    var attribute = attribute
    if let given = unwrapped(givenDefault) { attribute.defaultValue = try value(of: given) }
    if let validation { try attribute.setValidationPredicates(validation) }
    return .attribute(attribute)
  }

  private func value(of given: Any) throws(ManagedObjectError) -> AttributeValue {
    if attribute.type == .transformable {
      do {
        return .data(try attribute.transformed(given))
      } catch {
        throw .untransformable(
          entity: entity?.name ?? "", key: "\(name).defaultValue", reason: "\(error)")
      }
    }
    let found: AttributeValue? =
      switch attribute.type {
      case .integer16, .integer32, .integer64:
        GivenNumber(given)?.integer.map { .integer($0) }
      case .boolean: GivenNumber(given)?.integer.map { .boolean($0 != 0) }
      case .double, .float: (GivenNumber(given)?.double).map { .double($0) }
      case .decimal: GivenNumber(given)?.decimal.map { .decimal($0) }
      case .string: (given as? String).map { .string($0) }
      case .date: (given as? Date).map { .date($0) }
      case .binaryData: (given as? Data).map { .data($0) }
      case .uuid: (given as? UUID).map { .uuid($0) }
      case .uri: (given as? URL).map { .uri($0) }
      case .undefined, .objectID, .composite, .transformable: nil
      }
    guard let found else {
      throw .wrongType(
        entity: entity?.name ?? "", key: "\(name).defaultValue", expected: attribute.type.name,
        found: "\(Swift.type(of: given))")
    }
    return found
  }
}

// Unchecked as its superclass.
/// The description of an attribute that a store computes.
public final class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  /// The expression's text, such as `canonical:(name)` or `items.@count`.
  public var derivationText: String? {
    get { attribute.derivationExpression }
    set { change { attribute.derivationExpression = newValue } }
  }
}

// Unchecked as its superclass.
/// The description of an attribute that is made of others.
public final class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  private var made: [NSAttributeDescription]?

  /// Creates a description whose name and elements you set later.
  public override init() {
    super.init(attribute: AttributeDescription(name: "", composite: []))
  }

  package override init(attribute: AttributeDescription) { super.init(attribute: attribute) }

  /// The attributes that the value is made of.
  public var elements: [NSAttributeDescription] {
    get {
      if let made { return made }
      let elements = attribute.elements.map { NSAttributeDescription.make($0) }
      made = elements
      return elements
    }
    set { change { made = newValue } }
  }

  override func makeParts() {
    for element in elements { element.makeParts() }
  }

  package override func described() throws(ManagedObjectError) -> PropertyDescription {
    guard case .attribute(var attribute) = try super.described() else { return value }
    if let made {
      attribute.elements = []
      for element in made {
        guard case .attribute(let one) = try element.described() else { continue }
        attribute.elements.append(one)
      }
    }
    attribute.type = .composite
    return .attribute(attribute)
  }
}

extension AttributeType {
  /// Core Data's name of the class of the type's values, or nil if it has none.
  fileprivate var valueClassName: String? {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binaryData: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .composite: "NSDictionary"
    case .undefined, .transformable, .objectID: nil
    }
  }
}
