import Foundation

/// Runs long work on a thread of its own that gives way to those that serve.
///
/// Threads that work side by side share the processors evenly, and a request that goes from thread to thread waits at
/// each step. Not for work that somebody waits for who holds others up: it takes three times as long on a busy machine.
package enum PatientThread {
    /// How much less the thread counts than others: a third of their share, so that it goes on in a flood as well.
    static let niceness: Int32 = 5

    /// Runs a closure and waits for it, without holding a thread meanwhile.
    ///
    /// - Throws: What the closure throws.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                giveWay()
                continuation.resume(with: Result { try body() })
            }
            #if canImport(Darwin)
                thread.qualityOfService = .utility
            #endif
            thread.start()
        }
    }

    /// Lowers the priority of this thread, for good: only root may raise it again.
    static func giveWay() {
        #if os(Linux)
            // There it is about the thread that asks, and not about its process.
            _ = nice(niceness)
        #endif
    }
}
