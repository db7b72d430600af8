import NIOConcurrencyHelpers

/// Lets requests pass, and holds new ones back while everything under them is replaced.
///
/// A hold waits for what is under way, but not for ever. What takes longer is interrupted if its body is still being
/// received; else it goes on, and is refused as soon as it asks the database for anything.
package final class RequestGate: Sendable {
    fileprivate struct State {
        var running = 0
        var isClosed = false
        /// Interrupts what has a body, by its pass.
        var interruptions: [ObjectIdentifier: @Sendable () -> Void] = [:]
        /// Who waits for the gate to open.
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Told when nothing is under way any more.
        var drained: AsyncStream<Void>.Continuation?
    }

    /// What has passed the gate, until it is dropped.
    final class Pass: Sendable {
        private let gate: RequestGate

        fileprivate init(_ gate: RequestGate) { self.gate = gate }

        deinit { gate.leave(ObjectIdentifier(self)) }
    }

    private let state = NIOLockedValueBox(State())
    /// How long a hold waits for what is under way.
    private let patience: Duration

    /// An open gate.
    package init(patience: Duration = .seconds(1)) {
        self.patience = patience
    }

    /// How many have passed and are under way.
    var running: Int { state.withLockedValue { $0.running } }

    /// Whether new requests are held back.
    var isClosed: Bool { state.withLockedValue { $0.isClosed } }

    /// How many wait for the gate to open.
    var waiting: Int { state.withLockedValue { $0.waiting.count } }

    /// Passes, once the gate is open.
    ///
    /// - Parameter interrupt: Interrupts what passes, unless its body is complete; called once something is done though it
    ///   is still under way.
    /// - Returns: The pass, which is given back when it is dropped.
    func pass(interrupting interrupt: (@Sendable () -> Void)? = nil) async -> Pass {
        while true {
            let hasPassed = state.withLockedValue { state in
                if !state.isClosed { state.running += 1 }
                return !state.isClosed
            }
            if hasPassed {
                let pass = Pass(self)
                if let interrupt { state.withLockedValue { $0.interruptions[ObjectIdentifier(pass)] = interrupt } }
                return pass
            }
            await wait()
        }
    }

    /// Holds new requests back while something is done; holds follow one another.
    func hold<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
        while !state.withLockedValue({ $0.close() }) { await wait() }
        defer { open() }
        await drain()
        for interrupt in state.withLockedValue({ Array($0.interruptions.values) }) { interrupt() }
        return try await body()
    }

    /// Waits until the gate is open.
    private func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLockedValue { state in
                if state.isClosed { state.waiting.append(continuation) }
                return !state.isClosed
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until nothing is under way, or patience ends.
    private func drain() async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let isIdle = state.withLockedValue { state in
            if state.running > 0 { state.drained = end }
            return state.running == 0
        }
        guard !isIdle else { return }
        await withTaskGroup(of: Void.self) { [patience] group in
            group.addTask { for await _ in ends {} }
            group.addTask { try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
        state.withLockedValue { $0.drained = nil }
    }

    private func open() {
        let waiting = state.withLockedValue { state in
            state.isClosed = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func leave(_ pass: ObjectIdentifier) {
        let drained = state.withLockedValue { state in
            state.running -= 1
            state.interruptions[pass] = nil
            return state.running == 0 ? state.drained : nil
        }
        drained?.finish()
    }
}

extension RequestGate.State {
    /// Closes it; false if it is closed already.
    fileprivate mutating func close() -> Bool {
        defer { isClosed = true }
        return !isClosed
    }
}
