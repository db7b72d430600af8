import ConsolePlatform
import Crypto
import Foundation

/// What is remembered of a signature: so many bits of it that no two are alike, in a place of one size however long it
/// was sent.
struct SignatureMark: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// The mark of a signature, which has several spellings.
    init(_ signature: String) {
        let sent = Data(base64Encoded: signature, options: .ignoreUnknownCharacters) ?? Data(signature.utf8)
        // A right one is an HMAC of 32 bytes, as good as random.
        let bytes = sent.count == SHA256.byteCount ? Array(sent) : Array(SHA256.hash(data: sent))
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The latest signatures of one device: a new one takes the place of the oldest.
struct SignatureRing: Sendable {
    /// Bytes that one signature takes at most: its mark and place in a dictionary that may just have grown, and the mark
    /// in an array.
    static let bytesEach = 160
    /// Bytes that a device takes besides: its number and ring in a dictionary, and the heads of both on the heap.
    static let bytesBesides = 512

    /// Where a signature stands, and when it came.
    private struct Place {
        let index: Int
        let at: Timestamp
    }

    /// What came of a signature.
    struct Taken {
        /// Whether it is new.
        let isNew: Bool
        /// Bytes that the ring takes more than before.
        let growth: Int
    }

    /// The customer of the device.
    let customer: Int64
    /// When the latest one came.
    private(set) var latest = Timestamp(milliseconds: 0)
    private var places: [SignatureMark: Place] = [:]
    private var order: [SignatureMark?] = []
    /// Where the next one goes; once there are as many as may be, the oldest stands there.
    private var next = 0

    /// A ring without signatures.
    init(customer: Int64) {
        self.customer = customer
    }

    /// How many there are.
    var count: Int { places.count }

    /// Bytes it takes at most; places of those that were forgotten count until others take them.
    var byteCount: Int { Self.bytesBesides + order.count * Self.bytesEach }

    /// Takes a signature, if it is not one that is still kept.
    ///
    /// - Parameters:
    ///   - mark: What is remembered of it.
    ///   - now: The time.
    ///   - seconds: How long it is kept.
    /// - Returns: What came of it.
    mutating func take(_ mark: SignatureMark, at now: Timestamp, for seconds: Int64) -> Taken {
        if let earlier = places[mark] {
            guard Self.isOver(earlier.at, at: now, after: seconds) else { return Taken(isNew: false, growth: 0) }
            order[earlier.index] = nil
        }
        let before = order.count
        if next == before {
            order.append(mark)
        } else {
            if let oldest = order[next] { places[oldest] = nil }
            order[next] = mark
        }
        places[mark] = Place(index: next, at: now)
        next = (next + 1) % ReplayMemory.perDevice
        latest = now
        return Taken(isNew: true, growth: (order.count - before) * Self.bytesEach)
    }

    /// Forgets a signature; the next one takes the place of the one that came last, so that requests which fail one after
    /// the other push out no others.
    mutating func forget(_ mark: SignatureMark) {
        guard let place = places.removeValue(forKey: mark) else { return }
        order[place.index] = nil
        if (place.index + 1) % ReplayMemory.perDevice == next { next = place.index }
    }

    /// Whether none is fresh any more.
    func isOver(at now: Timestamp, after seconds: Int64) -> Bool { Self.isOver(latest, at: now, after: seconds) }

    /// If the clock was set back, signatures are over, or they would stay for long.
    private static func isOver(_ earlier: Timestamp, at now: Timestamp, after seconds: Int64) -> Bool {
        now < earlier || now >= earlier.adding(seconds: seconds)
    }
}
