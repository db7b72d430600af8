import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers

/// What happens to a signed request that was answered before.
package enum ReplayRule: String, CaseIterable, Sendable {
    /// It is answered again.
    case allow
    /// It is refused, unless it only reads.
    case refuse
}

/// Remembers the signatures of requests for as long as they are fresh, so that none is taken twice (Decision 0028).
///
/// Each device has room of its own: one that sends much forgets only what it has sent itself. Where there are too many
/// devices, the customer with most forgets those of it that were silent longest, and nobody else forgets any.
final class ReplayMemory: Sendable {
    /// Signatures kept of one device.
    static let perDevice = 1000
    /// Devices of which signatures are kept.
    static let devices = 10_000

    /// How long they are kept, in seconds.
    private let window: Int64
    private let limit: Int
    private let clock: ConsoleClock
    private let seen = NIOLockedValueBox<[Int64: SignatureRing]>([:])

    /// An empty memory.
    ///
    /// - Parameters:
    ///   - freshness: Seconds the `DATE` of a request may be off; one that is ahead of time stays fresh twice as long.
    ///   - clock: Says how old a signature is.
    ///   - devices: The most devices of which signatures are kept.
    init(freshness: Int, clock: ConsoleClock, devices: Int = ReplayMemory.devices) {
        window = Int64(freshness) * 2 + 1
        limit = devices
        self.clock = clock
    }

    /// How many signatures are kept.
    var count: Int { seen.withLockedValue { $0.values.reduce(0) { $0 + $1.count } } }

    /// Whether requests of a method are answered once: those that only read may come again, as dates are of one second,
    /// and clients read the same twice in one.
    static func guards(_ method: HTTPRequest.Method) -> Bool { method != .get && method != .head }

    /// Takes a signature, if it is not that of an earlier request.
    ///
    /// - Parameters:
    ///   - signature: As it was sent; it stands for method, path, date and body.
    ///   - identity: Whose it is.
    ///   - customer: Asked for the customer of a device of which nothing is kept yet.
    /// - Returns: Whether it is new.
    /// - Throws: What asking throws.
    func take(
        _ signature: String, of identity: DeviceIdentity, customer: () async throws -> Int64
    ) async throws -> Bool {
        let now = clock.now(in: identity.groupID)
        let key = Self.key(signature)
        if let isNew = seen.withLockedValue({ $0[identity.deviceID]?.take(key, at: now, for: window) }) { return isNew }
        let customer = try await customer()
        return seen.withLockedValue { seen in
            // Another request may have come first meanwhile.
            var ring = seen[identity.deviceID] ?? SignatureRing(customer: customer)
            let isNew = ring.take(key, at: now, for: window)
            seen[identity.deviceID] = ring
            if seen.count > limit { makeRoom(in: &seen, at: now) }
            return isNew
        }
    }

    /// Forgets a signature whose request came to nothing, so that the client may send it again as it is.
    func forget(_ signature: String, of identity: DeviceIdentity) {
        let key = Self.key(signature)
        seen.withLockedValue { $0[identity.deviceID]?.forget(key) }
    }

    /// Forgets devices of which nothing fresh is left, or else those of the customers with most.
    ///
    /// Some more are forgotten at a time, so that this is seldom done.
    private func makeRoom(in seen: inout [Int64: SignatureRing], at now: Timestamp) {
        seen = seen.filter { !$0.value.isOver(at: now, after: window) }
        guard seen.count > limit else { return }
        let customers = Dictionary(grouping: seen.keys) { seen[$0]?.customer ?? 0 }.sorted { $0.key < $1.key }
        let losses = FairShares.losses(of: customers.map(\.value.count), bound: limit, slack: limit / 64)
        for (customer, loss) in zip(customers, losses) where loss > 0 {
            let silent = customer.value.compactMap { device in seen[device].map { (device, $0.latest) } }
                .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            for (device, _) in silent.prefix(loss) { seen[device] = nil }
        }
    }

    /// The bytes of a signature, which has several spellings.
    private static func key(_ signature: String) -> Data {
        Data(base64Encoded: signature, options: .ignoreUnknownCharacters) ?? Data(signature.utf8)
    }
}
