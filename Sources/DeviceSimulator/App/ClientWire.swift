import NIOConcurrencyHelpers

/// How badly the network of a simulated device works.
public struct WireFaults: Hashable, Sendable {
    /// Share of requests that are sent twice, 0 to 1; the second answer counts.
    public var duplicates = 0.0
    /// Share of requests whose connection breaks before they are complete, 0 to 1.
    public var drops = 0.0

    /// A network of these shares.
    public init(duplicates: Double = 0, drops: Double = 0) {
        self.duplicates = duplicates
        self.drops = drops
    }
}

/// The result of one request.
public struct Exchange: Sendable {
    /// How a request ends.
    public enum Ending: Hashable, Sendable {
        case answered(status: Int)
        /// No answer came.
        case failed
        /// The simulator broke it off.
        case dropped
    }

    /// Which call it was.
    public let call: SimulatedCall
    /// How it ended.
    public let ending: Ending
    /// Whether its answer was thrown away because it was sent once more.
    public let isDuplicate: Bool
    /// Seconds until the answer was there.
    public let seconds: Double
    /// Bytes of request and answer.
    public let bytes: (sent: Int, received: Int)
}

/// The link between a simulated app and its transport: notes every request, breaks some on purpose, and can be
/// unplugged.
///
/// Faults are drawn in the order in which requests begin, so that equal seeds break equal requests.
final class ClientWire: Sendable {
    /// The place of a request in the order, taken before it is sent.
    struct Slot: Sendable {
        let index: Int
        let isDuplicated: Bool
        let isDropped: Bool
    }

    private struct State {
        var requests: [SentRequest?] = []
        var generator: SplitMix64
        var isOffline = false
        var isFaulty = true
        var hasDropped = false
    }

    private let state: NIOLockedValueBox<State>
    private let faults: WireFaults
    private let transport: HTTPTransport
    private let observe: @Sendable (Exchange) -> Void

    init(
        _ transport: @escaping HTTPTransport, faults: WireFaults = WireFaults(), generator: SplitMix64,
        observe: @escaping @Sendable (Exchange) -> Void = { _ in }
    ) {
        self.transport = transport
        self.faults = faults
        self.observe = observe
        state = NIOLockedValueBox(State(generator: generator))
    }

    /// Whether no request gets through.
    var isOffline: Bool {
        get { state.withLockedValue(\.isOffline) }
        set { state.withLockedValue { $0.isOffline = newValue } }
    }

    /// Whether requests are broken as the faults say; the numbers for it are drawn in any case.
    var isFaulty: Bool {
        get { state.withLockedValue(\.isFaulty) }
        set { state.withLockedValue { $0.isFaulty = newValue } }
    }

    /// The requests since the last time, in the order they began, and whether one of them was broken off.
    func drain() -> (requests: [SentRequest], hasDropped: Bool) {
        state.withLockedValue { state in
            defer { (state.requests, state.hasDropped) = ([], false) }
            return (state.requests.compactMap { $0 }, state.hasDropped)
        }
    }

    /// Takes the next place, for a request that is sent beside others.
    func reserve() -> Slot {
        state.withLockedValue { state in
            let isDuplicated = state.generator.happens(faults.duplicates)
            let isDropped = state.generator.happens(faults.drops)
            state.requests.append(nil)
            return Slot(
                index: state.requests.count - 1, isDuplicated: isDuplicated && state.isFaulty,
                isDropped: isDropped && state.isFaulty)
        }
    }

    /// A transport whose requests take the next place each, or the one request of a place that was taken.
    func transport(in slot: Slot? = nil) -> HTTPTransport {
        { try await self.send($0, in: slot ?? self.reserve()) }
    }

    private func send(_ request: ClientRequest, in slot: Slot) async throws -> ClientResponse {
        let call = SimulatedCall(method: request.method, target: request.target)
        guard !isOffline else { throw ClientFailure(.unreachable, "the device is offline") }
        let isDuplicated = slot.isDuplicated && !slot.isDropped
        state.withLockedValue { state in
            if state.requests.indices.contains(slot.index) {
                state.requests[slot.index] = SentRequest(
                    call: call, target: request.target, copies: isDuplicated ? 2 : 1)
            }
            state.hasDropped = state.hasDropped || slot.isDropped
        }
        if slot.isDropped { return try await drop(request, call) }
        if isDuplicated { _ = try? await exchange(request, call, isDuplicate: true) }
        return try await exchange(request, call, isDuplicate: false)
    }

    private func drop(_ request: ClientRequest, _ call: SimulatedCall) async throws -> ClientResponse {
        var request = request
        request.isDropped = true
        _ = try? await transport(request)
        observe(
            Exchange(
                call: call, ending: .dropped, isDuplicate: false, seconds: 0, bytes: (request.byteCount, 0)))
        throw ClientFailure(.dropped, "\(call) was broken off on purpose")
    }

    private func exchange(
        _ request: ClientRequest, _ call: SimulatedCall, isDuplicate: Bool
    ) async throws -> ClientResponse {
        let start = ContinuousClock.now
        func note(_ ending: Exchange.Ending, received: Int) {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            observe(
                Exchange(
                    call: call, ending: ending, isDuplicate: isDuplicate, seconds: seconds,
                    bytes: (request.byteCount, received)))
        }
        do {
            let response = try await transport(request)
            note(.answered(status: response.status), received: response.byteCount)
            return response
        } catch {
            note(.failed, received: 0)
            throw ClientFailure(.unreachable, "\(call): \(error)")
        }
    }
}
