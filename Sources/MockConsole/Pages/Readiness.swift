import NIOConcurrencyHelpers
import NIOCore

/// Whether the console serves already, and on which ports.
final class Readiness: Sendable {
    private struct State {
        var httpPort: Int?
        var httpsPort: Int?
        /// The ports for sandboxes that were bound.
        var sandboxPorts: Set<Int> = []
        /// How many of them there will be.
        var sandboxPortCount: Int
        var isStopping = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: NIOLockedValueBox<State>

    /// A console that does not serve yet.
    ///
    /// - Parameter count: How many ports for sandboxes it will listen on.
    init(sandboxPortCount count: Int = 0) {
        state = NIOLockedValueBox(State(sandboxPortCount: count))
    }

    /// Whether all listeners are up and the console is not stopping.
    var isReady: Bool {
        state.withLockedValue { Self.isListening($0) && !$0.isStopping }
    }

    /// The console's own ports, once all listeners are up.
    var ports: (http: Int, https: Int)? {
        state.withLockedValue { state in
            guard Self.isListening(state), let http = state.httpPort, let https = state.httpsPort else { return nil }
            return (http, https)
        }
    }

    /// The ports for sandboxes that were bound.
    var sandboxPorts: Set<Int> { state.withLockedValue { $0.sandboxPorts } }

    /// Notes that a listener for sandboxes is up.
    func isListening(forSandboxesOn port: Int) {
        note { $0.sandboxPorts.insert(port) }
    }

    /// Notes that the plain listener is up.
    func httpIsListening(on channel: any Channel) {
        note { $0.httpPort = channel.localAddress?.port }
    }

    /// Notes that the TLS listener is up.
    func httpsIsListening(on channel: any Channel) {
        note { $0.httpsPort = channel.localAddress?.port }
    }

    /// Notes that the console stops taking requests.
    func stop() {
        note { $0.isStopping = true }
    }

    /// Returns once all listeners are up, or the console stops.
    func waitUntilListening() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLockedValue { state in
                if Self.isDone(state) { return true }
                state.waiters.append(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    private func note(_ change: (inout State) -> Void) {
        let waiters = state.withLockedValue { state in
            change(&state)
            guard Self.isDone(state) else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private static func isDone(_ state: State) -> Bool {
        state.isStopping || isListening(state)
    }

    private static func isListening(_ state: State) -> Bool {
        state.httpPort != nil && state.httpsPort != nil && state.sandboxPorts.count >= state.sandboxPortCount
    }
}
