import SwiftData

/// The same entity as a class of the macro, written out by hand, and written out with one more property.
enum WrittenVersions {
  enum ByMacro {
    @Model final class Note {
      @Attribute(.unique) var title: String
      var pages: Int = 1
      var folder: Folder?
      init(title: String) { self.title = title }
    }

    @Model final class Folder {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \Note.folder) var notes: [Note] = []
      init(name: String) { self.name = name }
    }
  }

  enum ByHand {
    final class Note: PersistentModel {
      @_PersistedProperty var title: String
      @_PersistedProperty var pages: Int = 1
      @_PersistedProperty var folder: Folder?

      init(title: String) { self.title = title }
      required init(backingData: any BackingData<Note>) { persistentBackingData = backingData }

      private var _$backingData: any BackingData<Note> = Note.createBackingData()
      var persistentBackingData: any BackingData<Note> {
        get { _$backingData }
        set { _$backingData = newValue }
      }
      private let _$observationRegistrar = ObservationRegistrar()

      static var schemaMetadata: [Schema.PropertyMetadata] {
        [
          .init(name: "title", keypath: \Note.title, metadata: Schema.Attribute(.unique)),
          .init(name: "pages", keypath: \Note.pages, defaultValue: 1),
          .init(name: "folder", keypath: \Note.folder),
        ]
      }
    }

    final class Folder: PersistentModel {
      @_PersistedProperty var name: String
      @_PersistedProperty var notes: [Note]

      init(name: String) { self.name = name }
      required init(backingData: any BackingData<Folder>) { persistentBackingData = backingData }

      private var _$backingData: any BackingData<Folder> = Folder.createBackingData()
      var persistentBackingData: any BackingData<Folder> {
        get { _$backingData }
        set { _$backingData = newValue }
      }
      private let _$observationRegistrar = ObservationRegistrar()

      static var schemaMetadata: [Schema.PropertyMetadata] {
        [
          .init(name: "name", keypath: \Folder.name),
          .init(
            name: "notes", keypath: \Folder.notes,
            metadata: Schema.Relationship(deleteRule: .cascade, inverse: \Note.folder)),
        ]
      }
    }
  }

  enum Grown {
    final class Note: PersistentModel {
      @_PersistedProperty var headline: String
      @_PersistedProperty var pages: Int
      @_PersistedProperty var token: UUID

      required init(backingData: any BackingData<Note>) { persistentBackingData = backingData }

      private var _$backingData: any BackingData<Note> = Note.createBackingData()
      var persistentBackingData: any BackingData<Note> {
        get { _$backingData }
        set { _$backingData = newValue }
      }
      private let _$observationRegistrar = ObservationRegistrar()

      static var schemaMetadata: [Schema.PropertyMetadata] {
        [
          .init(
            name: "headline", keypath: \Note.headline,
            metadata: Schema.Attribute(.unique, originalName: "title")),
          .init(name: "pages", keypath: \Note.pages),
          .init(name: "token", keypath: \Note.token, defaultValue: UUID()),
        ]
      }
    }
  }
}
