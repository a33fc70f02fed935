extension ModelDocument {
  /// The attributes of a model file that don't affect the model.
  public struct Header: Sendable, Hashable {
    /// The type of the file, which is always the same.
    public var type: String? = "com.apple.IDECoreDataModeler.DataModel"
    /// The version of the file's format.
    public var documentVersion: String? = "1.0"
    /// The build of the editor that wrote the file.
    public var lastSavedToolsVersion: String? = "23605"
    /// The build of the system that the editor ran on.
    public var systemVersion: String? = "24D81"
    /// The oldest editor version that can read the file.
    public var minimumToolsVersion: String? = "Automatic"
    /// The language of the source that the editor generates: `Swift` or `Objective-C`.
    public var sourceLanguage: String? = "Swift"
    /// True if the developer marked the model as used with CloudKit.
    public var usedWithCloudKit = false
    /// True if the developer marked the model as used with SwiftData.
    public var usedWithSwiftData = false
    /// The oldest macOS version that the model supports.
    public var macOSVersion: String?
    /// The oldest iOS version that the model supports.
    public var iOSVersion: String?
    /// The model's name, which only very old files have.
    public var name: String?

    /// Creates the header of a new file.
    public init() {}
  }
}
