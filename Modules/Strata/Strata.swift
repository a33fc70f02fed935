@_exported public import Foundation
@_exported public import Observation
@_exported public import StrataObservation
@_exported public import StrataSchema
@_exported public import StrataStack
@_exported public import StrataStorage
