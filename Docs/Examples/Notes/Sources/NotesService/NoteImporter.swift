import Strata

/// Inserts and changes many notes in one save, on a thread that waits for the store.
@ModelActor actor NoteImporter {
  /// The numbers of notes that an import has inserted and changed.
  struct Result: Codable, Sendable, Equatable {
    var inserted = 0
    var changed = 0
  }

  /// Inserts the notes whose `uid` the store doesn't have, and changes the others. A deleted note comes back. Either all
  /// are saved, or none.
  func importNotes(_ snapshots: [Note.Snapshot], author: String) throws -> Result {
    modelContext.author = author
    do {
      var notes = try existing(snapshots.map(\.uid))
      var result = Result()
      for snapshot in snapshots {
        if let note = notes[snapshot.uid] {
          if note.deleted != nil { try modelContext.restore(note) }
          try note.apply(snapshot)
          result.changed += 1
        } else {
          let note = Note(title: snapshot.title)
          modelContext.insert(note)
          try note.apply(snapshot)
          notes[snapshot.uid] = note
          result.inserted += 1
        }
      }
      try modelContext.save()
      return result
    } catch {
      modelContext.rollback()
      throw error
    }
  }

  private func existing(_ uids: [UUID]) throws -> [UUID: Note] {
    var descriptor = FetchDescriptor<Note>(predicate: #Predicate { uids.contains($0.uid) })
    descriptor.includeDeletedObjects = true
    let notes = try modelContext.fetch(descriptor)
    return Dictionary(uniqueKeysWithValues: notes.map { ($0.uid, $0) })
  }
}
