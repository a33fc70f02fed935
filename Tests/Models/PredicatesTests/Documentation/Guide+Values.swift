// What `!` means in predicates is shown here.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import Strata
import StrataQuery

extension Guide {
  mutating func addValues() throws {
    try predicate("first", finds: ["Ridge 10"], plan: true) { _ in
      #Predicate<Trail> { $0.kilometers > 8 && $0.difficulty == .hard }
    }
    try fetch("range", finds: ["Gorge", "Ridge 10"], plan: true) { _ in
      FetchDescriptor<Trail>(
        predicate: #Predicate { $0.kilometers > 8 }, sortBy: [SortDescriptor(\.kilometers)])
    }
    try addNil()
    try addTexts()
    try addEnums()
    try addParts()
  }

  private mutating func addNil() throws {
    try predicate("not equal", finds: ["Gorge", "Lake Loop", "Ridge 10", "ridge 9"]) { _ in
      #Predicate<Trail> { $0.climb != 40 }
    }
    try predicate("default", finds: ["Lake Loop", "Ridge 10"]) { _ in
      #Predicate<Trail> { ($0.climb ?? 0) > 100 }
    }
    try predicate("ordered", finds: ["Lake Loop", "Ridge 10"]) { _ in
      \Trail.climb > 100
    }
    try predicate("not ordered", finds: ["Gorge", "ridge 9", "Élan"]) { _ in
      !(\Trail.climb > 100)
    }
    try predicate("unwrapped", finds: ["Lake Loop", "Ridge 10"]) { _ in
      #Predicate<Trail> { $0.climb! > 100 }
    }
    try predicate("if let", finds: ["Lake Loop", "Ridge 10", "ridge 9"]) { _ in
      #Predicate<Trail> {
        if let climb = $0.climb { climb > 100 } else { $0.kilometers < 9 }
      }
    }
  }

  private mutating func addTexts() throws {
    try predicate("contains", finds: ["Lake Loop"]) { _ in
      #Predicate<Trail> { $0.name.contains("oo") }
    }
    try predicate("localized", finds: ["Élan"]) { _ in
      #Predicate<Trail> { $0.name.localizedStandardContains("ela") }
    }
    try predicate("options", finds: ["Ridge 10", "ridge 9"]) { _ in
      (\Trail.name).beginsWith("RID", options: .caseInsensitive)
    }
    try predicate("regex", finds: ["Ridge 10", "ridge 9"]) { _ in
      let number = #/[0-9]+$/#
      return #Predicate<Trail> { $0.name.contains(number) }
    }
  }

  private mutating func addEnums() throws {
    try predicate("enum order", finds: ["Gorge", "Ridge 10"]) { _ in
      #Predicate<Trail> { $0.difficulty >= .moderate }
    }
    try predicate("enum list", finds: ["Lake Loop", "Ridge 10", "ridge 9", "Élan"]) { _ in
      #Predicate<Trail> { [.easy, .hard].contains($0.difficulty) }
    }
    try predicate("payload", finds: ["Ridge 10"]) { _ in
      #Predicate<Trail> { $0.fee.kind == .entry && ($0.fee.price ?? 0) < 10 }
    }
    try predicate("payload path", finds: ["Gorge"]) { _ in
      \Trail.fee.days >= 30
    }
  }

  private mutating func addParts() throws {
    try predicate("bits", finds: ["Lake Loop"]) { _ in
      (\Trail.facilities).contains(all: [.parking, .water])
    }
    try predicate("any bit", finds: ["Gorge", "Lake Loop", "ridge 9"]) { _ in
      (\Trail.facilities).contains(any: [.water, .hut])
    }
    try predicate("member", finds: ["Ridge 10"]) { _ in
      #Predicate<Trail> { $0.head.town == "Ashford" && $0.head.bus == nil }
    }
    try predicate("element", finds: ["Lake Loop"]) { _ in
      #Predicate<Trail> { $0.tags.contains("lake") }
    }
    try predicate("dictionary", finds: ["Lake Loop"]) { _ in
      #Predicate<Trail> { $0.visits["spring", default: 0] > 100 }
    }
  }
}
