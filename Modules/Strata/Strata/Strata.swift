@_exported public import Foundation
@_exported public import Observation
@_exported public import StrataBulk
@_exported public import StrataGraph
@_exported public import StrataHistory
@_exported public import StrataModel
@_exported public import StrataPredicates
@_exported public import StrataResults
@_exported public import StrataContexts
@_exported public import StrataEditing
// Of the modules below only what a client of contexts meets: their other names (Row, Store, Query, …) are
// left to its own models. Imports and stacks aren't here: they add words that SwiftData doesn't have, and who
// uses them names their modules.
@_exported public import class StrataObservation.ChangeFeed
@_exported public import enum StrataObservation.ModelLogLevel
@_exported public import protocol StrataObservation.ModelLogger
@_exported public import struct StrataSchema.ColumnDescription
@_exported public import enum StrataSchema.ColumnValue
@_exported public import class StrataSchema.Schema
@_exported public import protocol StrataSchema.SchemaConstraint
@_exported public import enum StrataSchema.SchemaError
@_exported public import protocol StrataSchema.SchemaProperty
@_exported public import enum StrataQuery.DatePart
@_exported public import enum StrataQuery.DatePeriod
@_exported public import struct StrataQuery.SearchError
@_exported public import enum StrataSchema.StorageClass
@_exported public import protocol StrataSQLite.BitmaskColumnRepresentable
@_exported public import protocol StrataSQLite.ColumnRepresentable
@_exported public import protocol StrataSQLite.CompositeColumnRepresentable
@_exported public import enum StrataStorage.BackupError
@_exported public import struct StrataStorage.HistoryCleaning
@_exported public import struct StrataStorage.HistoryCleaningResult
@_exported public import struct StrataStorage.HistoryConsumerState
@_exported public import struct StrataStorage.HistoryEntry
@_exported public import struct StrataStorage.HistoryPolicy
@_exported public import struct StrataMigration.MigrationScript
@_exported public import struct StrataStorage.QueryExecution
@_exported public import struct StrataSQLite.SQL
@_exported public import struct StrataSQLite.ConnectionPreparation
@_exported public import struct StrataSQLite.SQLCollation
@_exported public import struct StrataSQLite.SQLExtension
@_exported public import struct StrataSQLite.SQLFunction
@_exported public import struct StrataSQLite.SQLRow
@_exported public import enum StrataSQLite.StorageError
@_exported public import struct StrataStorage.StoreCompaction
@_exported public import class StrataStorage.StoreConnection
@_exported public import enum StrataStorage.StoreDurability
@_exported public import struct StrataStorage.StoreFault
@_exported public import protocol StrataSQLite.StoreObserver
@_exported public import struct StrataSQLite.StoreOperation
@_exported public import struct StrataSQLite.StoreStatement
@_exported public import struct StrataSQLite.StoreStatistics
@_exported public import struct StrataStorage.StoreInformation
@_exported public import enum StrataSQLite.UnstorableValue
@_exported public import func StrataSQLite.withCancellableStatements
