public import StrataSQLite

// The names by which generated code knows a row's columns, so that a client need not import the module
// they are of, and has the plain names for its own models.

/// What a model's properties are read from.
public typealias _Row = StrataSQLite.Row
/// What a model's properties are written to.
public typealias _Binder = StrataSQLite.Binder

/// What `@Composite` makes of a type.
public typealias _Composite = StrataSQLite._CompositeValue
/// What the macro writes into a composite value's type.
public typealias _CompositeCode = StrataSQLite.CompositeCode
/// The columns of a composite value and their rules.
public typealias _CompositeLayout = StrataSQLite.CompositeLayout
/// A member of a composite value.
public typealias _CompositePart = StrataSQLite.CompositePart

/// How values of each type are kept.
public typealias _Codings = StrataSQLite.ValueCodings
