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
/// Each device has room of its own: one that sends much forgets only what it has sent itself.
final class ReplayMemory: Sendable {
    /// Signatures kept of one device.
    static let perDevice = 1000
    /// Devices of which signatures are kept.
    static let devices = 10_000

    /// How long they are kept, in seconds.
    private let window: Int64
    private let clock: ConsoleClock
    private let seen = NIOLockedValueBox<[Int64: [Data: Timestamp]]>([:])

    /// An empty memory.
    ///
    /// - Parameters:
    ///   - freshness: Seconds the `DATE` of a request may be off; one that is ahead of time stays fresh twice as long.
    ///   - clock: Says how old a signature is.
    init(freshness: Int, clock: ConsoleClock) {
        window = Int64(freshness) * 2 + 1
        self.clock = clock
    }

    /// How many signatures are kept.
    var count: Int { seen.withLockedValue { $0.values.reduce(0) { $0 + $1.count } } }

    /// Takes a signature, if it is not that of an earlier request.
    ///
    /// - Parameters:
    ///   - signature: As it was sent; it stands for method, path, date and body.
    ///   - identity: Whose it is.
    ///   - method: Requests that only read may come again: dates are of one second, and clients read the same twice in
    ///     one.
    /// - Returns: Whether it is new.
    func take(_ signature: String, of identity: DeviceIdentity, _ method: HTTPRequest.Method) -> Bool {
        guard method != .get, method != .head else { return true }
        let now = clock.now(in: identity.groupID)
        let key = Self.key(signature)
        return seen.withLockedValue { seen in
            if seen.count >= Self.devices, seen[identity.deviceID] == nil { makeRoom(in: &seen, at: now) }
            var own = seen[identity.deviceID] ?? [:]
            if let earlier = own[key], !isOver(earlier, at: now) { return false }
            if own.count >= Self.perDevice {
                own = own.filter { !isOver($0.value, at: now) }
                if own.count >= Self.perDevice, let oldest = own.min(by: { $0.value < $1.value })?.key {
                    own[oldest] = nil
                }
            }
            own[key] = now
            seen[identity.deviceID] = own
            return true
        }
    }

    /// Forgets a signature whose request came to nothing, so that the client may send it again as it is.
    func forget(_ signature: String, of identity: DeviceIdentity) {
        let key = Self.key(signature)
        seen.withLockedValue { $0[identity.deviceID]?[key] = nil }
    }

    private func isOver(_ earlier: Timestamp, at now: Timestamp) -> Bool {
        now < earlier || now >= earlier.adding(seconds: window)
    }

    /// Forgets devices of which nothing fresh is left, or else any one.
    private func makeRoom(in seen: inout [Int64: [Data: Timestamp]], at now: Timestamp) {
        seen = seen.filter { !$0.value.allSatisfy { isOver($0.value, at: now) } }
        if seen.count >= Self.devices, let any = seen.keys.first { seen[any] = nil }
    }

    /// The bytes of a signature, which has several spellings.
    private static func key(_ signature: String) -> Data {
        Data(base64Encoded: signature, options: .ignoreUnknownCharacters) ?? Data(signature.utf8)
    }
}
