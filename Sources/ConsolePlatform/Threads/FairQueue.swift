import NIOConcurrencyHelpers
import NIOCore

/// Lets few works run at a time; those that wait take turns by line, so that a line with many holds up the others by
/// one work in each round.
///
/// Lines of one site take turns as one line, however many they are: a network of 48 bits has 65,536 of what counts as an
/// address. Lines of one circle take turns as one as well, so that strangers from ever so many addresses hold up those who
/// are known by one work.
package final class FairQueue: Sendable {
    /// What is known of those whom works are done for.
    package enum Circle: CaseIterable, Sendable {
        /// Somebody who has been here before, or the console itself.
        case known
        /// Whoever wants to be an administrator.
        case administrators
        /// Anybody else.
        case strangers
    }

    /// Whom works are done for.
    package struct Line: Hashable, Sendable {
        /// The console itself, whose works are not those of strangers: only ``Bounds/capacity`` bounds them.
        package static let console = Line("", of: nil, isShared: false, circle: .known)

        let name: String
        /// What it takes turns with as one: its site, or itself.
        let company: String
        /// Whether that is a site, of which there may be more senders.
        let isOfSite: Bool
        /// Whether it may have no more than its share of the places.
        let isShared: Bool
        /// Whether its works leave a place to those of others.
        let isDoubtful: Bool
        /// What it takes turns with as one, above its company.
        let circle: Circle

        private init(_ name: String, of site: String?, isShared: Bool, isDoubtful: Bool = false, circle: Circle) {
            self.name = name
            company = "\(circle) \(site ?? name)"
            isOfSite = site != nil
            self.isShared = isShared
            self.isDoubtful = isDoubtful
            self.circle = circle
        }

        /// The works of one sender, of a site if there are more senders of that.
        package static func sender(_ name: String, of site: String? = nil, in circle: Circle = .strangers) -> Line {
            Line(name, of: site, isShared: true, circle: circle)
        }

        /// The works of one sender of whom little good is known.
        package static func doubtful(_ name: String, of site: String? = nil, in circle: Circle = .strangers) -> Line {
            Line(name, of: site, isShared: true, isDoubtful: true, circle: circle)
        }
    }

    /// How many works of a circle run at a time, so that there are places for those of others at any moment.
    package struct CircleWidth: Sendable {
        /// Of all together.
        let width: Int
        /// Of one company.
        let ofCompany: Int

        /// Made of its parts.
        package init(_ width: Int, ofCompany: Int) {
            self.width = width
            self.ofCompany = ofCompany
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
        /// Circles whose works do not get all places that there are.
        let circles: [Circle: CircleWidth]

        /// Made of its parts.
        package init(
            width: Int, capacity: Int, share: Int, site: SiteRule = .standard, circles: [Circle: CircleWidth] = [:]
        ) {
            self.width = width
            self.circles = circles
            doubtfulWidth = max(1, width - 1)
            self.capacity = capacity
            self.share = share
            shareOfSite = site.limit(share, of: capacity)
        }
    }

    /// Why a work was not taken.
    package enum Refusal: Error, Hashable {
        /// Its line, or its site, has all of its share, or gives a place to a sender with fewer.
        case lineIsFull
        /// All places are taken, by lines that have no more of them, or are given to those who come first.
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
        /// Of these, those of each circle that does not get all places, and of each of their companies.
        var runningOf: [Circle: Int] = [:]
        var runningOfCompany: [String: Int] = [:]
        var waiting = 0
        var nextID = 0
        var lines: [Line: CircularBuffer<Waiter>] = [:]
        var companies: [String: Company] = [:]
        var circles: [Circle: Round] = [:]
        /// Circles in the order of their turns.
        var turns = Circle.allCases
    }

    /// Companies of one circle.
    fileprivate struct Round {
        /// How many wait, without the console's own works, which give way to nobody.
        var waiting = 0
        /// Those of which somebody waits, the next one first.
        var turns = CircularBuffer<String>()
    }

    private let bounds: Bounds
    private let state = NIOLockedValueBox(State())

    /// A queue in which nobody waits.
    package init(_ bounds: Bounds) {
        self.bounds = bounds
    }

    /// How many wait.
    package var waiting: Int { state.withLockedValue { $0.waiting } }
    /// Whether nothing runs and nobody waits.
    var isIdle: Bool { state.withLockedValue { $0.running == 0 && $0.waiting == 0 } }

    /// Does a work when its turn has come.
    ///
    /// - Parameters:
    ///   - line: Whose work it is.
    ///   - outlastsTask: Whether it waits on where its task is cancelled.
    ///   - isWanted: Asked after it has waited.
    ///   - work: Does it.
    /// - Returns: What the work returns.
    /// - Throws: ``Refusal`` if there is no place to wait, also later if a line with fewer needs it; a cancellation, unless
    ///   it waits on, or if it is not wanted any more; what the work throws.
    package func run<Value: Sendable>(
        in line: Line, outlastsTask: Bool = false, isWanted: () -> Bool = { true }, _ work: () async throws -> Value
    ) async throws -> Value {
        let hasWaited = try await enter(line, outlastsTask)
        defer { leave(line) }
        if hasWaited, !isWanted() { throw CancellationError() }
        return try await work()
    }

    /// Does a work if it need not wait, of somebody whose circle has no width of its own: nobody has to say whose it is.
    ///
    /// - Returns: What the work returns; nil if it has to wait.
    /// - Throws: What the work throws.
    package func runAtOnce<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value? {
        guard state.withLockedValue({ $0.starts(.console, bounds) }) else { return nil }
        defer { leave(.console) }
        return try await work()
    }

    /// Takes a place when the turn has come, for a work that may outlast whoever waits for it.
    ///
    /// - Parameter line: Whose work it is.
    /// - Returns: Gives the place back; to be called once.
    /// - Throws: ``Refusal``, or a cancellation, as ``run(in:outlastsTask:isWanted:_:)`` does.
    func take(in line: Line) async throws -> @Sendable () -> Void {
        _ = try await enter(line, false)
        return { self.leave(line) }
    }

    /// - Returns: Whether it has waited.
    private func enter(_ line: Line, _ outlastsTask: Bool) async throws -> Bool {
        let id = state.withLockedValue { state -> Int? in
            if state.starts(line, bounds) { return nil }
            state.nextID += 1
            return state.nextID
        }
        guard let id else { return false }
        if outlastsTask {
            try await withCheckedThrowingContinuation { wait(Waiter(id: id, continuation: $0), in: line) }
            return true
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                wait(Waiter(id: id, continuation: $0), in: line, isCancelled: Task.isCancelled)
            }
        } onCancel: {
            let waiter = state.withLockedValue { $0.remove(id, from: line) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
        return true
    }

    private func wait(_ waiter: Waiter, in line: Line, isCancelled: @autoclosure () -> Bool = false) {
        let (ended, error) = state.withLockedValue { state -> (Waiter?, (any Error)?) in
            // A cancellation that comes later finds the waiter in its line.
            if isCancelled() { return (waiter, CancellationError()) }
            if state.starts(line, bounds) { return (waiter, nil) }
            if line.isShared, state.isFull(line, bounds) { return (waiter, Refusal.lineIsFull) }
            var displaced: (waiter: Waiter, refusal: Refusal)?
            if state.waiting >= bounds.capacity {
                displaced = state.displace(for: line)
                if displaced == nil { return (waiter, Refusal.queueIsFull) }
            }
            state.append(waiter, to: line)
            return (displaced?.waiter, displaced?.refusal)
        }
        guard let ended else { return }
        if let error { ended.continuation.resume(throwing: error) } else { ended.continuation.resume() }
    }

    private func leave(_ line: Line) {
        let next = state.withLockedValue { state in
            state.end(line, bounds)
            return state.next(bounds)
        }
        next?.continuation.resume()
    }
}

extension FairQueue.State {
    /// Whether a work of a line may run now: where a place is free, nobody waits who may have it.
    private func mayStart(_ line: FairQueue.Line, _ bounds: FairQueue.Bounds) -> Bool {
        guard running < bounds.width, !line.isDoubtful || doubtful < bounds.doubtfulWidth else { return false }
        guard let width = bounds.circles[line.circle] else { return true }
        return runningOf[line.circle, default: 0] < width.width
            && runningOfCompany[line.company, default: 0] < width.ofCompany
    }

    /// Gives a place to a work if there is one.
    fileprivate mutating func starts(_ line: FairQueue.Line, _ bounds: FairQueue.Bounds) -> Bool {
        guard mayStart(line, bounds) else { return false }
        running += 1
        if line.isDoubtful { doubtful += 1 }
        if bounds.circles[line.circle] != nil {
            runningOf[line.circle, default: 0] += 1
            runningOfCompany[line.company, default: 0] += 1
        }
        return true
    }

    /// Takes the place back.
    fileprivate mutating func end(_ line: FairQueue.Line, _ bounds: FairQueue.Bounds) {
        running -= 1
        if line.isDoubtful { doubtful -= 1 }
        guard bounds.circles[line.circle] != nil else { return }
        runningOf[line.circle, default: 0] -= 1
        let left = runningOfCompany[line.company, default: 0] - 1
        runningOfCompany[line.company] = left > 0 ? left : nil
    }

    /// Whether a line has all that it may have, or all senders of its site together.
    fileprivate func isFull(_ line: FairQueue.Line, _ bounds: FairQueue.Bounds) -> Bool {
        if lines[line]?.count ?? 0 >= bounds.share { return true }
        return line.isOfSite && companies[line.company]?.waiting ?? 0 >= bounds.shareOfSite
    }

    fileprivate mutating func append(_ waiter: FairQueue.Waiter, to line: FairQueue.Line) {
        if companies[line.company] == nil { circles[line.circle, default: .init()].turns.append(line.company) }
        if lines[line] == nil { companies[line.company, default: .init()].turns.append(line) }
        lines[line, default: []].append(waiter)
        companies[line.company]?.waiting += 1
        if line.isShared { circles[line.circle]?.waiting += 1 }
        waiting += 1
    }

    /// Takes out the one whose turn it is and gives it a place; its line, its company and its circle come last then.
    fileprivate mutating func next(_ bounds: FairQueue.Bounds) -> FairQueue.Waiter? {
        if waiting == 0 { return nil }
        for (place, circle) in turns.enumerated() {
            guard let waiter = next(of: circle, bounds) else { continue }
            turns.append(turns.remove(at: place))
            return waiter
        }
        return nil
    }

    private mutating func next(of circle: FairQueue.Circle, _ bounds: FairQueue.Bounds) -> FairQueue.Waiter? {
        let turn = circles[circle]?.turns.firstIndex {
            companies[$0]?.turns.contains { mayStart($0, bounds) } ?? false
        }
        guard let turn, let company = circles[circle]?.turns.remove(at: turn) else { return nil }
        guard let place = companies[company]?.turns.firstIndex(where: { mayStart($0, bounds) }),
            let line = companies[company]?.turns.remove(at: place), starts(line, bounds),
            let waiter = lines[line]?.popFirst()
        else { return nil }
        waiting -= 1
        companies[company]?.waiting -= 1
        if line.isShared { circles[circle]?.waiting -= 1 }
        if lines[line]?.isEmpty == false { companies[company]?.turns.append(line) } else { lines[line] = nil }
        if companies[company]?.turns.isEmpty == false {
            circles[circle]?.turns.append(company)
        } else {
            companies[company] = nil
        }
        return waiter
    }

    /// Counts one that has left its line, which is forgotten if it is empty.
    private mutating func left(_ line: FairQueue.Line) {
        waiting -= 1
        companies[line.company]?.waiting -= 1
        if line.isShared { circles[line.circle]?.waiting -= 1 }
        guard lines[line]?.isEmpty ?? true else { return }
        lines[line] = nil
        companies[line.company]?.turns.removeAll { $0 == line }
        guard companies[line.company]?.turns.isEmpty ?? true else { return }
        companies[line.company] = nil
        circles[line.circle]?.turns.removeAll { $0 == line.company }
    }

    /// Takes out somebody who has to give a place to a newcomer; nil if nobody has.
    ///
    /// That is, if one circle has at least two more than that of the newcomer, the last of the longest line of its company
    /// that has most. Else the same in the newcomer's circle, if a company there has at least two more than its own, or a
    /// line of its own company more than its own; else one of whom little good is known, if the newcomer is not.
    fileprivate mutating func displace(
        for line: FairQueue.Line
    ) -> (waiter: FairQueue.Waiter, refusal: FairQueue.Refusal)? {
        let fullest = circles.max { $0.value.waiting < $1.value.waiting }
        if let fullest, fullest.value.waiting > (circles[line.circle]?.waiting ?? 0) + 1, fullest.key != line.circle,
            let waiter = takeLast(of: longest(in: fullest.key))
        {
            return (waiter, .queueIsFull)
        }
        if let longest = longest(in: line.circle) {
            let (most, own) =
                longest.company == line.company
                ? (lines[longest]?.count ?? 0, lines[line]?.count ?? 0)
                : (companies[longest.company]?.waiting ?? 0, companies[line.company]?.waiting ?? 0)
            if most > own + 1 { return takeLast(of: longest).map { ($0, .lineIsFull) } }
        }
        guard !line.isDoubtful else { return nil }
        let doubtful = lines.filter { $0.key.isDoubtful && $0.key.circle == line.circle }
        return takeLast(of: doubtful.max { $0.value.count < $1.value.count }?.key).map { ($0, .queueIsFull) }
    }

    /// The longest line of the company of a circle that has most, without the console's own.
    private func longest(in circle: FairQueue.Circle) -> FairQueue.Line? {
        let company = circles[circle]?.turns.filter { companies[$0]?.turns.first?.isShared ?? false }
            .max { companies[$0]?.waiting ?? 0 < companies[$1]?.waiting ?? 0 }
        return company.flatMap { companies[$0]?.turns.max { lines[$0]?.count ?? 0 < lines[$1]?.count ?? 0 } }
    }

    private mutating func takeLast(of line: FairQueue.Line?) -> FairQueue.Waiter? {
        guard let line, let waiter = lines[line]?.popLast() else { return nil }
        left(line)
        return waiter
    }

    fileprivate mutating func remove(_ id: Int, from line: FairQueue.Line) -> FairQueue.Waiter? {
        guard let index = lines[line]?.firstIndex(where: { $0.id == id }) else { return nil }
        let waiter = lines[line]?.remove(at: index)
        left(line)
        return waiter
    }
}
