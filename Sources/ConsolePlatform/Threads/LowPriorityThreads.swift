import Foundation
import NIOConcurrencyHelpers
import NIOCore

/// A few threads of low priority for requests that may take long, callers in turns.
///
/// Reading a large body, such as a file of YAML, keeps a thread busy for tens of milliseconds up to seconds. Those that
/// serve are as many as there are processors: a few such bodies at once would keep them from all other requests.
///
/// Threads end when nothing waits, and have a stack that is large enough for parsers that call themselves.
package final class LowPriorityThreads: Sendable {
    /// What a thread does next.
    private typealias Step = @Sendable () -> Void

    private struct State {
        var threads = 0
        /// Steps under way, by caller.
        var running: [ClientKey: Int] = [:]
        var waiting: [ClientKey: CircularBuffer<Step>] = [:]
        /// Callers of whom something waits, the next one first.
        var turns = CircularBuffer<ClientKey>()
    }

    /// Name of the threads, as debuggers show it, and the key of a mark in their dictionaries.
    package static let threadName = "low priority"
    /// Bytes of a stack: a thousand levels of YAML need more than the 512 KiB of macOS.
    private static let stackByteCount = 16 << 20

    private let width: Int
    /// How many threads one customer, one network of devices, or one network of unknown clients may have.
    private let widthOfCaller: Int
    private let state = NIOLockedValueBox(State())

    /// No thread is started before something has to be done.
    ///
    /// - Parameter width: The most threads; as many as there are processors, unless said. One caller gets half of them.
    package init(width: Int = max(2, System.coreCount)) {
        self.width = width
        widthOfCaller = max(1, width / 2)
    }

    /// Whether the running code is on one of such threads.
    static var isCurrent: Bool { Thread.current.threadDictionary[threadName] != nil }

    /// How many steps wait.
    var waiting: Int { state.withLockedValue { state in state.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Does something on one of the threads, when it is the turn of whom the running task reads and writes for.
    ///
    /// - Parameter work: Does it.
    /// - Returns: What it returns.
    /// - Throws: What it throws.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let caller = DatabaseCallers.current?.key ?? .console
        return try await withCheckedThrowingContinuation { continuation in
            add(for: caller) { continuation.resume(with: Result { try work() }) }
        }
    }

    /// Does something that waits now and then, such as answering a request; what it does between is done on the threads.
    ///
    /// - Parameters:
    ///   - caller: For whom; what is known of them counts at each moment.
    ///   - isolation: Where the closure is isolated.
    ///   - body: Does it.
    /// - Returns: What it returns.
    package func during<Value>(
        _ caller: (any DatabaseCaller)?, isolation: isolated (any Actor)? = #isolation, _ body: () async -> Value
    ) async -> Value {
        guard #available(macOS 15, iOS 18, *) else { return await body() }
        let executor = CallerExecutor(self, caller)
        return await withTaskExecutorPreference(executor, operation: body)
    }

    /// Lets a step wait for its turn.
    fileprivate func add(for key: ClientKey, _ step: @escaping @Sendable () -> Void) {
        let caller = ClientKey(key.tier, key.owner)
        let isNewThreadNeeded = state.withLockedValue { state in
            if state.waiting[caller] == nil { state.turns.append(caller) }
            state.waiting[caller, default: []].append(step)
            guard state.threads < width, state.running[caller, default: 0] < widthOfCaller else { return false }
            state.threads += 1
            return true
        }
        if isNewThreadNeeded { startThread() }
    }

    private func startThread() {
        let thread = Thread { [self] in
            // On Linux Foundation loses a name that is set before start() has returned, now and then this one, too.
            Thread.current.name = Self.threadName
            Thread.current.threadDictionary[Self.threadName] = true
            PatientThread.giveWay()
            var ended: ClientKey?
            while let (step, caller) = next(after: ended) {
                step()
                ended = caller
            }
        }
        thread.stackSize = Self.stackByteCount
        #if canImport(Darwin)
            thread.qualityOfService = .utility
        #endif
        thread.start()
    }

    /// What a thread does next; nil if nothing may be done now, with which the thread ends.
    ///
    /// - Parameter ended: The caller whose step the thread has just done.
    /// - Returns: The step, and its caller.
    private func next(after ended: ClientKey?) -> (Step, caller: ClientKey)? {
        state.withLockedValue { state in
            if let ended {
                let left = state.running[ended, default: 0] - 1
                state.running[ended] = left > 0 ? left : nil
            }
            let turn = state.turns.firstIndex { state.running[$0, default: 0] < widthOfCaller }
            guard let turn else {
                state.threads -= 1
                return nil
            }
            let caller = state.turns.remove(at: turn)
            guard let step = state.waiting[caller]?.popFirst() else { return nil }
            if state.waiting[caller]?.isEmpty ?? true {
                state.waiting[caller] = nil
            } else {
                state.turns.append(caller)
            }
            state.running[caller, default: 0] += 1
            return (step, caller)
        }
    }
}

/// Runs the steps of one request's task on the threads.
@available(macOS 15, iOS 18, *)
private final class CallerExecutor: TaskExecutor {
    private let threads: LowPriorityThreads
    private let caller: (any DatabaseCaller)?

    init(_ threads: LowPriorityThreads, _ caller: (any DatabaseCaller)?) {
        self.threads = threads
        self.caller = caller
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.add(for: caller?.key ?? .console) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
