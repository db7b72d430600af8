import NIOConcurrencyHelpers
import NIOCore

/// Lets few works run at a time; those that wait take turns by line, so that a line with many holds up the others by
/// one work in each round.
///
/// Lines of one site take turns as one line, however many they are: a network of 48 bits has 65,536 of what counts as an
/// address.
package final class FairQueue: Sendable {
    /// Whom works are done for.
    package struct Line: Hashable, Sendable {
        /// The console itself, whose works are not those of strangers: only ``Bounds/capacity`` bounds them.
        package static let console = Line("", of: nil, isShared: false)

        let name: String
        /// What it takes turns with as one: its site, or itself.
        let company: String
        /// Whether it may have no more than its share of the places.
        let isShared: Bool
        /// Whether its works leave a place to those of others.
        let isDoubtful: Bool

        private init(_ name: String, of site: String?, isShared: Bool, isDoubtful: Bool = false) {
            self.name = name
            company = site ?? name
            self.isShared = isShared
            self.isDoubtful = isDoubtful
        }

        /// The works of one sender, of a site if there are more senders of that.
        package static func sender(_ name: String, of site: String? = nil) -> Line {
            Line(name, of: site, isShared: true)
        }

        /// The works of one sender of whom little good is known.
        package static func doubtful(_ name: String, of site: String? = nil) -> Line {
            Line(name, of: site, isShared: true, isDoubtful: true)
        }
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
        /// Works of all senders of one site that wait.
        let shareOfSite: Int

        /// Made of its parts.
        package init(width: Int, capacity: Int, share: Int, site: SiteRule = .standard) {
            self.width = width
            doubtfulWidth = max(1, width - 1)
            self.capacity = capacity
            self.share = share
            shareOfSite = site.limit(share, of: capacity)
        }
    }

    /// Why a work was not taken.
    package enum Refusal: Error, Hashable {
        /// Its line, or its site, has all of its share, or gives a place to others.
        case lineIsFull
        /// All places are taken, by lines that have no more of them.
        case queueIsFull
    }

    fileprivate struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// Lines that take turns as one.
    fileprivate struct Company {
        var waiting = 0
        /// Lines in which somebody waits, the next one first.
        var turns = CircularBuffer<Line>()
    }

    fileprivate struct State {
        var running = 0
        /// Of these, doubtful ones.
        var doubtful = 0
        var waiting = 0
        var nextID = 0
        var lines: [Line: CircularBuffer<Waiter>] = [:]
        var companies: [String: Company] = [:]
        /// Companies of which somebody waits, the next one first.
        var turns = CircularBuffer<String>()
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
            if line.isShared, state.isFull(line, bounds) { return (waiter, Refusal.lineIsFull) }
            var displaced: Waiter?
            if state.waiting >= bounds.capacity {
                displaced = state.displace(for: line)
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

    /// Whether a line has all that it may have, or all senders of its site together.
    fileprivate func isFull(_ line: FairQueue.Line, _ bounds: FairQueue.Bounds) -> Bool {
        if lines[line]?.count ?? 0 >= bounds.share { return true }
        return line.company != line.name && companies[line.company]?.waiting ?? 0 >= bounds.shareOfSite
    }

    fileprivate mutating func append(_ waiter: FairQueue.Waiter, to line: FairQueue.Line) {
        if companies[line.company] == nil { turns.append(line.company) }
        if lines[line] == nil { companies[line.company, default: .init()].turns.append(line) }
        lines[line, default: []].append(waiter)
        companies[line.company]?.waiting += 1
        waiting += 1
    }

    /// Takes out the one whose turn it is and gives it a place; its line, and its company, come last then.
    fileprivate mutating func next(_ bounds: FairQueue.Bounds) -> FairQueue.Waiter? {
        let turn = turns.firstIndex { companies[$0]?.turns.contains { mayStart($0, bounds) } ?? false }
        guard let turn else { return nil }
        let company = turns.remove(at: turn)
        guard let place = companies[company]?.turns.firstIndex(where: { mayStart($0, bounds) }),
            let line = companies[company]?.turns.remove(at: place), starts(line, bounds),
            let waiter = lines[line]?.popFirst()
        else { return nil }
        waiting -= 1
        companies[company]?.waiting -= 1
        if lines[line]?.isEmpty == false { companies[company]?.turns.append(line) } else { lines[line] = nil }
        if companies[company]?.turns.isEmpty == false { turns.append(company) } else { companies[company] = nil }
        return waiter
    }

    /// Counts one that has left its line, which is forgotten if it is empty.
    private mutating func left(_ line: FairQueue.Line) {
        waiting -= 1
        companies[line.company]?.waiting -= 1
        guard lines[line]?.isEmpty ?? true else { return }
        lines[line] = nil
        companies[line.company]?.turns.removeAll { $0 == line }
        guard companies[line.company]?.turns.isEmpty ?? true else { return }
        companies[line.company] = nil
        turns.removeAll { $0 == line.company }
    }

    /// Takes out the last of the longest line of the company that has most, if that has at least two more than the one of
    /// a newcomer; within its own company, if the line has at least two more than its own.
    fileprivate mutating func displace(for line: FairQueue.Line) -> FairQueue.Waiter? {
        let companies = companies.filter { $0.value.turns.first?.isShared ?? false }
        guard let fullest = companies.max(by: { $0.value.waiting < $1.value.waiting }),
            let longest = fullest.value.turns.max(by: { lines[$0]?.count ?? 0 < lines[$1]?.count ?? 0 })
        else { return nil }
        let (most, own) =
            fullest.key == line.company
            ? (lines[longest]?.count ?? 0, lines[line]?.count ?? 0)
            : (fullest.value.waiting, companies[line.company]?.waiting ?? 0)
        guard most > own + 1, let waiter = lines[longest]?.popLast() else { return nil }
        left(longest)
        return waiter
    }

    fileprivate mutating func remove(_ id: Int, from line: FairQueue.Line) -> FairQueue.Waiter? {
        guard let index = lines[line]?.firstIndex(where: { $0.id == id }) else { return nil }
        let waiter = lines[line]?.remove(at: index)
        left(line)
        return waiter
    }
}
