import Foundation
import NIOConcurrencyHelpers

/// Runs what recurses deeply on a thread of its own with a large stack.
///
/// The YAML parser allows a thousand levels and recurses for each; secondary threads of macOS have 512 KiB.
package enum DeepStack {
    private static let byteCount = 16 << 20

    /// Runs a closure and waits for it.
    ///
    /// - Throws: What the closure throws.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
        let job = DeepStackJob(body)
        let thread = Thread { job.run() }
        thread.stackSize = byteCount
        thread.start()
        return try job.wait()
    }
}

/// One closure on its way to a thread and back.
private final class DeepStackJob<Value: Sendable>: Sendable {
    private let body: @Sendable () throws -> Value
    private let result = NIOLockedValueBox<Result<Value, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws -> Value) {
        self.body = body
    }

    func run() {
        let value = Result { try body() }
        result.withLockedValue { $0 = value }
        isDone.signal()
    }

    func wait() throws -> Value {
        isDone.wait()
        guard let value = result.withLockedValue({ $0 }) else {
            throw ConsoleError(.internalError, "A thread ended without a result.")
        }
        return try value.get()
    }
}
