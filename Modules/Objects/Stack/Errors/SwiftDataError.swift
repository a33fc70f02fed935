import StrataGraph
public import Foundation
internal import StrataModel
internal import StrataPredicates
internal import StrataSQLite
internal import StrataSchema
internal import StrataStorage

/// SwiftData's names for what can go wrong, to be matched against.
///
/// Errors are thrown as ``StackError``, `ModelError`, `PredicateTranslationError`, `SchemaError` and `StorageError`, which say more: which
/// object, which property, what to do. A pattern such as `catch SwiftDataError.unsupportedPredicate`
/// matches the ones that it means.
public struct SwiftDataError: Error, Sendable, Hashable {
  private enum Code: String {
    case unsupportedPredicate, unsupportedSortDescriptor, unsupportedKeyPath
    case includePendingChangesWithBatchSize, modelValidationFailure, unknownSchema
    case loadIssueModelContainer, duplicateConfiguration, configurationFileNameTooLong
    case configurationFileNameContainsInvalidCharacters
    case configurationSchemaNotFoundInContainerSchema, backwardMigration
    case historyTokenExpired, invalidTransactionFetchRequest
  }

  private let code: Code

  /// A predicate says something that the store can't evaluate.
  public static let unsupportedPredicate = SwiftDataError(code: .unsupportedPredicate)
  /// A sort key can't be ordered by in the store.
  public static let unsupportedSortDescriptor = SwiftDataError(code: .unsupportedSortDescriptor)
  /// A class has no property of a name, or not of the kind that is asked for.
  public static let unsupportedKeyPath = SwiftDataError(code: .unsupportedKeyPath)
  /// A fetch in batches can't take in changes that aren't saved.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    code: .includePendingChangesWithBatchSize)
  /// An object can't be saved as it is.
  public static let modelValidationFailure = SwiftDataError(code: .modelValidationFailure)
  /// A model class, or a schema, that the container doesn't know, or a store that is no version of
  /// its migration plan.
  public static let unknownSchema = SwiftDataError(code: .unknownSchema)
  /// A container can't be made: its classes don't fit together, or its store can't be opened.
  public static let loadIssueModelContainer = SwiftDataError(code: .loadIssueModelContainer)
  /// A store is of a later version than the models.
  public static let backwardMigration = SwiftDataError(code: .backwardMigration)

  /// What came after a token was cleaned away from the history.
  public static let historyTokenExpired = SwiftDataError(code: .historyTokenExpired)
  /// History is fetched as transactions of another type than the store has.
  public static let invalidTransactionFetchRequest = SwiftDataError(
    code: .invalidTransactionFetchRequest)

  /// Two configurations have one name, or one file.
  public static let duplicateConfiguration = SwiftDataError(code: .duplicateConfiguration)
  /// A configuration's name is too long for a file.
  public static let configurationFileNameTooLong = SwiftDataError(
    code: .configurationFileNameTooLong)
  /// A configuration's name has characters that no file can have.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    code: .configurationFileNameContainsInvalidCharacters)
  /// A configuration's schema has a class that the container's lacks.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    code: .configurationSchemaNotFoundInContainerSchema)

  /// Whether an error is of a kind.
  public static func ~= (kind: SwiftDataError, error: any Error) -> Bool {
    switch error {
    case let error as SwiftDataError: error == kind
    case let error as StackError: Self.code(of: error) == kind.code
    case let error as PredicateTranslationError: Self.code(of: error) == kind.code
    case let error as ModelError: Self.code(of: error) == kind.code
    case let error as StorageError: Self.code(of: error) == kind.code
    case let error as ConfigurationError: Self.code(of: error) == kind.code
    case let error as MigrationError: Self.code(of: error) == kind.code
    case let error as HistoryError: Self.code(of: error) == kind.code
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
    case .unsupportedPredicate: .unsupportedPredicate
    case .unsupportedSortDescriptor: .unsupportedSortDescriptor
    }
  }

  private static func code(of error: ModelError) -> Code? {
    switch error {
    case .unknownProperty: .unsupportedKeyPath
    case .wrongEntity, .schemaDiffersFromModels: nil
    }
  }

  private static func code(of error: ConfigurationError) -> Code {
    switch error {
    case .duplicateName, .duplicateFile: .duplicateConfiguration
    case .fileNameTooLong: .configurationFileNameTooLong
    case .fileNameContainsInvalidCharacters: .configurationFileNameContainsInvalidCharacters
    case .schemaNotFoundInContainerSchema: .configurationSchemaNotFoundInContainerSchema
    case .severalWithoutSchema, .nothingLeft, .entityInSeveral, .entityInNone, .relationshipAcross,
      .inheritanceAcross, .unknown:
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

  private static func code(of error: HistoryError) -> Code? {
    switch error {
    case .expired: .historyTokenExpired
    case .invalidTransactionType: .invalidTransactionFetchRequest
    case .invalidToken, .invalidConsumerName, .unknownConsumer: nil
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
  /// The kind's name.
  public var errorDescription: String? { "SwiftDataError.\(code.rawValue)" }
}
