extension ModelDocument {
  /// What a model file says of itself; the model doesn't depend on it.
  public struct Header: Sendable, Hashable {
    /// The kind of the file; always the same.
    public var type: String? = "com.apple.IDECoreDataModeler.DataModel"
    /// The version of the file's format.
    public var documentVersion: String? = "1.0"
    /// The build of the editor that wrote the file.
    public var lastSavedToolsVersion: String? = "23605"
    /// The build of the system that the editor ran on.
    public var systemVersion: String? = "24D81"
    /// The oldest editor that is to read the file.
    public var minimumToolsVersion: String? = "Automatic"
    /// The language of the source that the editor writes: `Swift` or `Objective-C`.
    public var sourceLanguage: String? = "Swift"
    /// Whether the developer marked the model as one that is synchronized with CloudKit.
    public var usedWithCloudKit = false
    /// Whether the developer marked the model as one that SwiftData opens.
    public var usedWithSwiftData = false
    /// The oldest macOS that the model is for.
    public var macOSVersion: String?
    /// The oldest iOS that the model is for.
    public var iOSVersion: String?
    /// A name of the model, as very old files have one.
    public var name: String?

    /// Makes the header of a new file.
    public init() {}
  }
}
