import Observation
import StrataObservation
import Testing

@Suite struct TrackingScopes {
  @Test func canBeDetectedHere() { #expect(TrackingScope.isDetectable) }

  @Test func areActiveOnlyInside() {
    #expect(!TrackingScope.isActive)
    let inside = withObservationTracking {
      TrackingScope.isActive
    } onChange: {
    }
    #expect(inside && !TrackingScope.isActive)
  }

  @Test func areActiveAgainAfterAnInnerOne() {
    let states = withObservationTracking {
      _ = withObservationTracking {
        0
      } onChange: {
      }
      return TrackingScope.isActive
    } onChange: {
    }
    #expect(states && !TrackingScope.isActive)
  }

  @Test func areOfOneTaskAlone() async {
    let task = withObservationTracking {
      Task.detached { TrackingScope.isActive }
    } onChange: {
    }
    #expect(await !task.value)
  }

  @Test func areActiveInObservationSequences() async {
    var states = Observations { TrackingScope.isActive }.makeAsyncIterator()
    #expect(await states.next() == true)
  }
}
