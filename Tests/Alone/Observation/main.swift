// Whether somebody listens, and who is told of a save, in a program without models.
import Observation
import StrataObservation

let inside = withObservationTracking {
  TrackingScope.isActive
} onChange: {
}
print(inside)
let feed = ChangeFeed()
let subscription = feed.subscribe { print("saved \($0)") }
feed.publish(7)
subscription.cancel()
feed.publish(8)
print(feed.listenerCount)
