#if !canImport(ObjectiveC)
public import StrataDescriptions

// The names of the types before Swift 5.5.
extension AttributeType {
  /// The type `undefined`.
  public static var undefinedAttributeType: Self { .undefined }
  /// The type `integer16`.
  public static var integer16AttributeType: Self { .integer16 }
  /// The type `integer32`.
  public static var integer32AttributeType: Self { .integer32 }
  /// The type `integer64`.
  public static var integer64AttributeType: Self { .integer64 }
  /// The type `decimal`.
  public static var decimalAttributeType: Self { .decimal }
  /// The type `double`.
  public static var doubleAttributeType: Self { .double }
  /// The type `float`.
  public static var floatAttributeType: Self { .float }
  /// The type `string`.
  public static var stringAttributeType: Self { .string }
  /// The type `boolean`.
  public static var booleanAttributeType: Self { .boolean }
  /// The type `date`.
  public static var dateAttributeType: Self { .date }
  /// The type `binaryData`.
  public static var binaryDataAttributeType: Self { .binaryData }
  /// The type `uuid`.
  public static var UUIDAttributeType: Self { .uuid }
  /// The type `uri`.
  public static var URIAttributeType: Self { .uri }
  /// The type `transformable`.
  public static var transformableAttributeType: Self { .transformable }
  /// The type `objectID`.
  public static var objectIDAttributeType: Self { .objectID }
  /// The type `composite`.
  public static var compositeAttributeType: Self { .composite }
}
#endif
