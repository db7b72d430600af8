import ConsolePlatform
import Foundation

/// The latest signatures of one device: a new one takes the place of the oldest.
struct SignatureRing: Sendable {
    /// Where a signature stands, and when it came.
    private struct Place {
        let index: Int
        let at: Timestamp
    }

    /// The customer of the device.
    let customer: Int64
    /// When the latest one came.
    private(set) var latest = Timestamp(milliseconds: 0)
    private var places: [Data: Place] = [:]
    private var order: [Data?] = []
    /// Where the next one goes; once there are as many as may be, the oldest stands there.
    private var next = 0

    /// A ring without signatures.
    init(customer: Int64) {
        self.customer = customer
    }

    /// How many there are.
    var count: Int { places.count }

    /// Takes a signature, if it is not one that is still kept.
    ///
    /// - Parameters:
    ///   - key: Its bytes.
    ///   - now: The time.
    ///   - seconds: How long it is kept.
    /// - Returns: Whether it is new.
    mutating func take(_ key: Data, at now: Timestamp, for seconds: Int64) -> Bool {
        if let earlier = places[key] {
            guard Self.isOver(earlier.at, at: now, after: seconds) else { return false }
            order[earlier.index] = nil
        }
        if next == order.count {
            order.append(key)
        } else {
            if let oldest = order[next] { places[oldest] = nil }
            order[next] = key
        }
        places[key] = Place(index: next, at: now)
        next = (next + 1) % ReplayMemory.perDevice
        latest = now
        return true
    }

    /// Forgets a signature.
    mutating func forget(_ key: Data) {
        if let place = places.removeValue(forKey: key) { order[place.index] = nil }
    }

    /// Whether none is fresh any more.
    func isOver(at now: Timestamp, after seconds: Int64) -> Bool { Self.isOver(latest, at: now, after: seconds) }

    /// If the clock was set back, signatures are over, or they would stay for long.
    private static func isOver(_ earlier: Timestamp, at now: Timestamp, after seconds: Int64) -> Bool {
        now < earlier || now >= earlier.adding(seconds: seconds)
    }
}
