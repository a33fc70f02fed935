// The import line of Apple's framework, on platforms that lack it.
@_exported public import Strata
