import NIOConcurrencyHelpers
import NIOCore

/// Lets few works run at a time; those that wait take turns by line, so that a line with many holds up the others by
/// one work in each round.
package final class FairQueue: Sendable {
    /// Whom works are done for.
    package struct Line: Hashable, Sendable {
        /// The console itself, whose works are not those of strangers: only ``Bounds/capacity`` bounds them.
        package static let console = Line("", isShared: false)

        let name: String
        /// Whether it may have no more than its share of the places.
        let isShared: Bool
        /// Whether its works leave a place to those of others.
        let isDoubtful: Bool

        private init(_ name: String, isShared: Bool, isDoubtful: Bool = false) {
            self.name = name
            self.isShared = isShared
            self.isDoubtful = isDoubtful
        }

        /// The works of one sender.
        package static func sender(_ name: String) -> Line { Line(name, isShared: true) }

        /// The works of one sender of whom little good is known.
        package static func doubtful(_ name: String) -> Line { Line(name, isShared: true, isDoubtful: true) }
    }

    /// How many works there may be.
    package struct Bounds: Sendable {
        /// Works that run at a time.
        let width: Int
        /// Doubtful works that run at a time: one fewer, so that a processor is left for everything else.
        let doubtfulWidth: Int
        /// Works that wait.
        let capacity: Int
        /// Works of one sender that wait.
        let share: Int

        /// Made of its parts.
        package init(width: Int, capacity: Int, share: Int) {
            self.width = width
            doubtfulWidth = max(1, width - 1)
            self.capacity = capacity
            self.share = share
        }
    }

    /// Why a work was not taken.
    package enum Refusal: Error, Hashable {
        /// Its line has all of its share.
        case lineIsFull
        /// All places are taken, by lines that have no more of them.
        case queueIsFull
    }

    fileprivate struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    fileprivate struct State {
        var running = 0
        /// Of these, doubtful ones.
        var doubtful = 0
        var waiting = 0
        var nextID = 0
        var lines: [Line: CircularBuffer<Waiter>] = [:]
        /// Lines in which somebody waits, the next one first.
        var turns = CircularBuffer<Line>()
    }

    private let bounds: Bounds
    private let state = NIOLockedValueBox(State())

    /// A queue in which nobody waits.
    package init(_ bounds: Bounds) {
        self.bounds = bounds
    }

    /// How many wait.
    var waiting: Int { state.withLockedValue { $0.waiting } }
    /// Whether nothing runs and nobody waits.
    var isIdle: Bool { state.withLockedValue { $0.running == 0 && $0.waiting == 0 } }

    /// Does a work when its turn has come.
    ///
    /// - Throws: ``Refusal`` if there is no place to wait, also later if a line with fewer needs it; a cancellation; what
    ///   the work throws.
    package func run<Value: Sendable>(in line: Line, _ work: () async throws -> Value) async throws -> Value {
        try await enter(line)
        defer { leave(line) }
        return try await work()
    }

    private func enter(_ line: Line) async throws {
        let id = state.withLockedValue { state -> Int? in
            if state.starts(line, bounds) { return nil }
            state.nextID += 1
            return state.nextID
        }
        guard let id else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(Waiter(id: id, continuation: $0), in: line) }
        } onCancel: {
            let waiter = state.withLockedValue { $0.remove(id, from: line) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func wait(_ waiter: Waiter, in line: Line) {
        let (ended, error) = state.withLockedValue { state -> (Waiter?, (any Error)?) in
            // A cancellation that comes later finds the waiter in its line.
            if Task.isCancelled { return (waiter, CancellationError()) }
            if state.starts(line, bounds) { return (waiter, nil) }
            let own = state.lines[line]?.count ?? 0
            if line.isShared, own >= bounds.share { return (waiter, Refusal.lineIsFull) }
            var displaced: Waiter?
            if state.waiting >= bounds.capacity {
                displaced = state.displace(for: own)
                if displaced == nil { return (waiter, Refusal.queueIsFull) }
            }
            state.append(waiter, to: line)
            return (displaced, Refusal.lineIsFull)
        }
        guard let ended else { return }
        if let error { ended.continuation.resume(throwing: error) } else { ended.continuation.resume() }
    }

    private func leave(_ line: Line) {
        let next = state.withLockedValue { state in
            state.end(line)
            return state.next(bounds)
        }
        next?.continuation.resume()
    }
}

extension FairQueue.State {
    /// Whether a work of a line may run now: where a place is free, nobody waits who may have it.
    private func mayStart(_ line: FairQueue.Line, _ bounds: FairQueue.Bounds) -> Bool {
        running < bounds.width && (!line.isDoubtful || doubtful < bounds.doubtfulWidth)
    }

    /// Gives a place to a work if there is one.
    fileprivate mutating func starts(_ line: FairQueue.Line, _ bounds: FairQueue.Bounds) -> Bool {
        guard mayStart(line, bounds) else { return false }
        running += 1
        if line.isDoubtful { doubtful += 1 }
        return true
    }

    /// Takes the place back.
    fileprivate mutating func end(_ line: FairQueue.Line) {
        running -= 1
        if line.isDoubtful { doubtful -= 1 }
    }

    fileprivate mutating func append(_ waiter: FairQueue.Waiter, to line: FairQueue.Line) {
        if lines[line] == nil { turns.append(line) }
        lines[line, default: []].append(waiter)
        waiting += 1
    }

    /// Takes out the one whose turn it is and gives it a place; its line comes last then.
    fileprivate mutating func next(_ bounds: FairQueue.Bounds) -> FairQueue.Waiter? {
        guard let turn = turns.firstIndex(where: { mayStart($0, bounds) }) else { return nil }
        let line = turns.remove(at: turn)
        guard starts(line, bounds), let waiter = lines[line]?.popFirst() else { return nil }
        waiting -= 1
        if lines[line]?.isEmpty == false { turns.append(line) } else { lines[line] = nil }
        return waiter
    }

    /// Takes out the last of the longest line, if that has at least two more than another one.
    fileprivate mutating func displace(for count: Int) -> FairQueue.Waiter? {
        let longest = lines.filter(\.key.isShared).max { $0.value.count < $1.value.count }
        guard let longest, longest.value.count > count + 1 else { return nil }
        waiting -= 1
        return lines[longest.key]?.popLast()
    }

    fileprivate mutating func remove(_ id: Int, from line: FairQueue.Line) -> FairQueue.Waiter? {
        guard let index = lines[line]?.firstIndex(where: { $0.id == id }) else { return nil }
        waiting -= 1
        let waiter = lines[line]?.remove(at: index)
        if lines[line]?.isEmpty == true {
            lines[line] = nil
            turns.removeAll { $0 == line }
        }
        return waiter
    }
}
