import StrataGraph
public import Foundation
internal import StrataModel
internal import StrataPredicates
internal import StrataSQLite
internal import StrataSchema
internal import StrataStorage

/// SwiftData's errors, as patterns for `catch`.
///
/// Strata throws ``StackError``, `ModelError`, `PredicateTranslationError`, `SchemaError` and
/// `StorageError`, which contain the object, the property and advice. A pattern such as
/// `catch SwiftDataError.unsupportedPredicate` matches the corresponding ones.
public struct SwiftDataError: Error, Sendable, Hashable {
  private enum Code: String {
    case unsupportedPredicate, unsupportedSortDescriptor, unsupportedKeyPath
    case includePendingChangesWithBatchSize, modelValidationFailure, unknownSchema
    case loadIssueModelContainer, duplicateConfiguration, configurationFileNameTooLong
    case configurationFileNameContainsInvalidCharacters
    case configurationSchemaNotFoundInContainerSchema, backwardMigration
    case historyTokenExpired, invalidTransactionFetchRequest
    case missingModelContext, sortingPendingChangesWithIdentifiers
  }

  private let code: Code

  /// The store can't evaluate the predicate.
  public static let unsupportedPredicate = SwiftDataError(code: .unsupportedPredicate)
  /// The store can't sort by the sort key.
  public static let unsupportedSortDescriptor = SwiftDataError(code: .unsupportedSortDescriptor)
  /// The class has no such property, or not of the requested kind.
  public static let unsupportedKeyPath = SwiftDataError(code: .unsupportedKeyPath)
  /// A fetch in batches can't include unsaved changes.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    code: .includePendingChangesWithBatchSize)
  /// The object is invalid and can't be saved.
  public static let modelValidationFailure = SwiftDataError(code: .modelValidationFailure)
  /// The container doesn't contain the model class or schema, or the store matches no version of
  /// the migration plan.
  public static let unknownSchema = SwiftDataError(code: .unknownSchema)
  /// The container can't be created: its classes don't fit together, or its store can't be opened.
  public static let loadIssueModelContainer = SwiftDataError(code: .loadIssueModelContainer)
  /// The store has a later version than the models.
  public static let backwardMigration = SwiftDataError(code: .backwardMigration)

  /// Transactions after the token were cleaned from the history.
  public static let historyTokenExpired = SwiftDataError(code: .historyTokenExpired)
  /// The requested transaction type isn't the one of the store's history.
  public static let invalidTransactionFetchRequest = SwiftDataError(
    code: .invalidTransactionFetchRequest)

  /// An operation needs a context, and the model is in none. Strata never throws a corresponding error:
  /// a model without a context can be used like any other object.
  public static let missingModelContext = SwiftDataError(code: .missingModelContext)
  /// Identifiers of unsaved objects can't be sorted. Strata never throws a corresponding error: it sorts
  /// them.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    code: .sortingPendingChangesWithIdentifiers)

  /// Two configurations have the same name or file.
  public static let duplicateConfiguration = SwiftDataError(code: .duplicateConfiguration)
  /// The configuration's name is too long for a file name.
  public static let configurationFileNameTooLong = SwiftDataError(
    code: .configurationFileNameTooLong)
  /// The configuration's name contains characters that a file name can't contain.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    code: .configurationFileNameContainsInvalidCharacters)
  /// The configuration's schema contains a class that the container's schema doesn't.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    code: .configurationSchemaNotFoundInContainerSchema)

  /// True if the error corresponds to the pattern.
  public static func ~= (kind: SwiftDataError, error: any Error) -> Bool {
    switch error {
    case let error as SwiftDataError: error == kind
    case let error as StackError: Self.code(of: error) == kind.code
    case let error as PredicateTranslationError: Self.code(of: error) == kind.code
    case let error as ModelError: Self.code(of: error) == kind.code
    case let error as StorageError: Self.code(of: error) == kind.code
    case let error as ConfigurationError: Self.code(of: error) == kind.code
    case let error as MigrationError: Self.code(of: error) == kind.code
    case let error as any SwiftDataCounterpart: error.counterpart == kind
    case is SchemaError: kind == .loadIssueModelContainer
    default: false
    }
  }

  private static func code(of error: StackError) -> Code? {
    switch error {
    case .pendingChangesWithBatches: .includePendingChangesWithBatchSize
    case .missingValue, .invalidValue, .notUnique, .conflictsWithSeveral, .deleteDenied,
      .relationshipCount:
      .modelValidationFailure
    case .unknownModel, .schemaWithoutModels: .unknownSchema
    default: nil
    }
  }

  private static func code(of error: PredicateTranslationError) -> Code {
    switch error {
    case .unsupportedPredicate, .invalidWidth: .unsupportedPredicate
    case .unsupportedSortDescriptor: .unsupportedSortDescriptor
    }
  }

  private static func code(of error: ModelError) -> Code? {
    switch error {
    case .unknownProperty: .unsupportedKeyPath
    case .wrongEntity, .schemaDiffersFromModels, .invalidIdentifier, .valueNotRead, .invalidURI,
      .unknownTransformer, .noTransformedData:
      nil
    }
  }

  private static func code(of error: ConfigurationError) -> Code {
    switch error {
    case .duplicateName, .duplicateFile: .duplicateConfiguration
    case .fileNameTooLong: .configurationFileNameTooLong
    case .fileNameContainsInvalidCharacters: .configurationFileNameContainsInvalidCharacters
    case .schemaNotFoundInContainerSchema: .configurationSchemaNotFoundInContainerSchema
    case .severalWithoutSchema, .nothingLeft, .entityInSeveral, .entityInNone, .relationshipAcross,
      .inheritanceAcross, .noReaders, .unknown:
      .loadIssueModelContainer
    }
  }

  private static func code(of error: MigrationError) -> Code {
    switch error {
    case .schemaNotInPlan, .unknownVersion: .unknownSchema
    case .backwardMigration: .backwardMigration
    case .invalidPlan, .readOnly, .stageFailed, .checkFailed: .loadIssueModelContainer
    }
  }

  private static func code(of error: StorageError) -> Code? {
    switch error {
    case .cannotOpen, .tooManyOpenFiles, .notADatabase, .notAStore, .newerFormat,
      .incompatibleSchema:
      .loadIssueModelContainer
    case .constraint, .invalidValue: .modelValidationFailure
    default: nil
    }
  }
}

extension SwiftDataError: LocalizedError {
  /// The name of the error.
  public var errorDescription: String? { "SwiftDataError.\(code.rawValue)" }
}

/// An error of a module above this one that corresponds to an error of SwiftData.
package protocol SwiftDataCounterpart: Error {
  /// The corresponding error of SwiftData, or nil if there is none.
  var counterpart: SwiftDataError? { get }
}
