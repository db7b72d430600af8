import NIOConcurrencyHelpers

/// Room for so many at a time; who comes later waits.
///
/// Tests start all at once. Thousands of open databases would use up what a process may open, and none would be faster.
final class Slots: Sendable {
    /// Room for consoles and databases of tests.
    static let databases = Slots(limit: 24)
    /// Room for consoles in processes of their own, which have deadlines to get ready.
    static let programs = Slots(limit: 6)

    /// Whether the task has room already, so that what it does inside needs none.
    @TaskLocal private static var isInside = false

    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: NIOLockedValueBox<State>

    init(limit: Int) {
        state = NIOLockedValueBox(State(free: limit))
    }

    /// Does something once there is room for it.
    func hold<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        if Self.isInside { return try await body() }
        await enter()
        defer { leave() }
        return try await Self.$isInside.withValue(true) { try await body() }
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLockedValue { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLockedValue { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
