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
/// devices, or where all that is kept takes too many bytes, the customer with most forgets those of it that were silent
/// longest, and nobody else forgets any.
final class ReplayMemory: Sendable {
    /// Signatures kept of one device.
    static let perDevice = 1000
    /// Devices of which signatures are kept.
    static let devices = 10_000
    /// Bytes that all of it takes at most.
    static let bytes = 64 << 20

    fileprivate struct State {
        var rings: [Int64: SignatureRing] = [:]
        var byteCount = 0
    }

    /// How long they are kept, in seconds.
    private let window: Int64
    private let limit: Int
    private let bytes: Int
    private let clock: ConsoleClock
    private let state = NIOLockedValueBox(State())

    /// An empty memory.
    ///
    /// - Parameters:
    ///   - freshness: Seconds the `DATE` of a request may be off; one that is ahead of time stays fresh twice as long.
    ///   - clock: Says how old a signature is.
    ///   - devices: The most devices of which signatures are kept.
    ///   - bytes: The most bytes they take.
    init(
        freshness: Int, clock: ConsoleClock, devices: Int = ReplayMemory.devices, bytes: Int = ReplayMemory.bytes
    ) {
        window = Int64(freshness) * 2 + 1
        limit = devices
        self.bytes = bytes
        self.clock = clock
    }

    /// How many signatures are kept.
    var count: Int { state.withLockedValue { $0.rings.values.reduce(0) { $0 + $1.count } } }

    /// Bytes they take at most.
    var byteCount: Int { state.withLockedValue { $0.byteCount } }

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
        let mark = SignatureMark(signature)
        if let isNew = state.withLockedValue({ take(mark, of: identity.deviceID, at: now, in: &$0) }) { return isNew }
        let customer = try await customer()
        return state.withLockedValue { state in
            // Another request may have come first meanwhile.
            if state.rings[identity.deviceID] == nil {
                state.rings[identity.deviceID] = SignatureRing(customer: customer)
                state.byteCount += SignatureRing.bytesBesides
            }
            return take(mark, of: identity.deviceID, at: now, in: &state) ?? true
        }
    }

    /// Forgets a signature whose request came to nothing, so that the client may send it again as it is.
    func forget(_ signature: String, of identity: DeviceIdentity) {
        let mark = SignatureMark(signature)
        state.withLockedValue { $0.rings[identity.deviceID]?.forget(mark) }
    }

    /// Takes a signature of a device; nil if nothing is kept of it yet.
    private func take(
        _ mark: SignatureMark, of device: Int64, at now: Timestamp, in state: inout State
    ) -> Bool? {
        guard let taken = state.rings[device]?.take(mark, at: now, for: window) else { return nil }
        state.byteCount += taken.growth
        if state.rings.count > limit || state.byteCount > bytes { makeRoom(in: &state, at: now) }
        return taken.isNew
    }

    /// Forgets devices of which nothing fresh is left, or else those of the customers with most.
    ///
    /// Some more are forgotten at a time, so that this is seldom done.
    private func makeRoom(in state: inout State, at now: Timestamp) {
        for (device, ring) in state.rings where ring.isOver(at: now, after: window) { state.forget(device) }
        if state.rings.count > limit { state.keep(limit) { _ in 1 } }
        if state.byteCount > bytes { state.keep(bytes, \.byteCount) }
    }
}

extension ReplayMemory.State {
    fileprivate mutating func forget(_ device: Int64) {
        byteCount -= rings.removeValue(forKey: device)?.byteCount ?? 0
    }

    /// Keeps so much of something, shared by the customers: those that were silent longest are forgotten.
    fileprivate mutating func keep(_ bound: Int, _ size: (SignatureRing) -> Int) {
        let customers = Dictionary(grouping: rings.keys) { rings[$0]?.customer ?? 0 }.sorted { $0.key < $1.key }
        let held = customers.map { $0.value.reduce(0) { $0 + (rings[$1].map(size) ?? 0) } }
        let losses = FairShares.losses(of: held, bound: bound, slack: bound / 64)
        for (customer, loss) in zip(customers, losses) where loss > 0 {
            let silent = customer.value.compactMap { device in rings[device].map { (device, $0.latest, size($0)) } }
                .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            var left = loss
            for (device, _, size) in silent where left > 0 {
                left -= size
                forget(device)
            }
        }
    }
}
