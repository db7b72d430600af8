import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle

/// Sends what waits: each target in order, targets beside one another (AdminNotifications, "Delivery").
///
/// Deliveries under way when the console stops stay in the database and are sent at the next start; a receiver may get
/// one twice, and recognises it by its id.
struct NotificationSender: Service {
    /// The result of a round.
    struct Tally: Encodable, Hashable, Sendable {
        /// Attempts made.
        var attempted = 0
        /// Taken by their targets.
        var delivered = 0
        /// Given up.
        var failed = 0
        /// To be tried again.
        var retried = 0

        static func + (left: Tally, right: Tally) -> Tally {
            Tally(
                attempted: left.attempted + right.attempted, delivered: left.delivered + right.delivered,
                failed: left.failed + right.failed, retried: left.retried + right.retried)
        }
    }

    /// How long a target is served at a time while others may wait, and how many are of one customer.
    private static let (turn, width) = (Duration.seconds(5), 16)
    /// Rounds that somebody asks for: targets of all of them that are served at a time, and that wait.

    let store: NotificationDeliveryStore
    let courier: NotificationCourier
    let clock: ConsoleClock
    let bell: NotificationBell
    let logger: Logger
    private let lanes = NotificationLanes(limit: 2 * Self.width)
    private let rounds = ConcurrencyLimiter(
        permits: 2 * width, shares: [.administrator: LimiterShare(2 * width, perOwner: width)],
        queue: LimiterShare(8192, perOwner: 2048))
    /// When the next attempt of each group is due, in that group's time: clocks may differ, and stand still.
    private let alarms = NIOLockedValueBox<[Int64: Timestamp]>([:])

    init(
        store: NotificationDeliveryStore, courier: NotificationCourier, clock: ConsoleClock, bell: NotificationBell,
        logger: Logger
    ) {
        self.store = store
        self.courier = courier
        self.clock = clock
        self.bell = bell
        self.logger = logger
    }

    /// Sends until the console stops, which aborts deliveries under way.
    func run() async {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await watchClock() }
                bell.ring()
                for await _ in bell.rings {
                    for lane in await dueLanes() where lanes.begin(lane) {
                        group.addTask {
                            let isDone = await serveQuietly(lane.id)
                            lanes.leave(lane.id)
                            // A file that is unreadable now may be readable later.
                            if !isDone { try? await Task.sleep(for: .seconds(30)) }
                            bell.ring()
                        }
                    }
                }
                group.cancelAll()
            }
        }
    }

    /// Rings when the next attempt is due.
    ///
    /// It looks every second, because clocks of groups may be set.
    private func watchClock() async {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            if isSomethingDue { bell.ring() }
        }
    }

    /// Whether an attempt that was put off is due by now, in any group.
    var isSomethingDue: Bool {
        alarms.withLockedValue { $0 }.contains { group, time in time <= clock.now(in: group) }
    }

    /// Targets with something due, in turn; sets the alarms for the others.
    func dueLanes() async -> [NotificationLanes.Target] {
        do {
            let waiting = try await store.lanes().filter(\.isActive)
            let later = waiting.filter { clock.now(in: $0.groupId) < $0.nextAttemptAt }
            let times = Dictionary(later.map { ($0.groupId, $0.nextAttemptAt) }, uniquingKeysWith: min)
            alarms.withLockedValue { $0 = times }
            let due = waiting.filter { $0.nextAttemptAt <= clock.now(in: $0.groupId) }
            return lanes.inTurn(due.map(\.target), among: waiting.map(\.target))
        } catch {
            logger.warning("Event notifications wait: the database cannot be read", metadata: ["error": "\(error)"])
            return []
        }
    }

    /// Serves a target; false if that failed for a reason of the console's own.
    private func serveQuietly(_ lane: Int64) async -> Bool {
        do {
            _ = try await serve(lane, ignoringSchedule: false, until: .now + Self.turn)
            return true
        } catch {
            if !Task.isCancelled {
                logger.warning("An event notification could not be sent", metadata: ["error": "\(error)"])
            }
            return false
        }
    }

    /// Makes the attempts that are due, and returns once they are made; for tests of receivers.
    ///
    /// Targets take turns with those of other rounds, customers among one another.
    ///
    /// - Parameters:
    ///   - all: Whether to try what is not due yet as well.
    ///   - subtree: The subtree of the notifications.
    /// - Returns: The result.
    /// - Throws: What the database throws, `CancellationError`; ``ConsoleError`` `tooManyRequests` if more targets wait
    ///   than may.
    func sendDue(all: Bool, in subtree: Subtree) async throws -> Tally {
        let waiting = try await store.lanes(in: subtree).filter(\.isActive).map(\.id)
        let key = subtree.key(.administrator)
        return try await withThrowingTaskGroup(of: Tally.self) { group in
            var rest = waiting.makeIterator()
            func addNext() {
                guard let lane = rest.next() else { return }
                group.addTask { try await serveAsked(lane, ignoringSchedule: all, for: key) }
            }
            for _ in 0..<Self.width { addNext() }
            var tally = Tally()
            while let part = try await group.next() {
                tally = tally + part
                addNext()
            }
            return tally
        }
    }

    /// Serves a target, turn after turn, until nothing of it is left to be sent now.
    private func serveAsked(_ lane: Int64, ignoringSchedule: Bool, for key: ClientKey) async throws -> Tally {
        var tally = Tally()
        var isOver = false
        while !isOver {
            do {
                let part = try await rounds.run(for: key) {
                    await lanes.enter(lane)
                    defer {
                        lanes.leave(lane)
                        // The service may have found it taken, however this ends.
                        bell.ring()
                    }
                    return try await serve(lane, ignoringSchedule: ignoringSchedule, until: .now + Self.turn)
                }
                tally = tally + part.tally
                isOver = part.isOver
            } catch is ConcurrencyLimiter.Refusal {
                throw ConsoleError(.tooManyRequests, "Too many targets wait to be served; try again later.")
            }
        }
        return tally
    }

    /// Sends what waits for one target, in order, until one has to be tried again, or its turn is over.
    ///
    /// - Returns: The result, and whether nothing is left to be sent now.
    private func serve(
        _ lane: Int64, ignoringSchedule: Bool, until end: ContinuousClock.Instant
    ) async throws -> (tally: Tally, isOver: Bool) {
        var tally = Tally()
        while let parcel = try await store.next(of: lane) {
            try Task.checkCancellation()
            let now = clock.now(in: parcel.notification.groupId)
            guard ignoringSchedule || parcel.delivery.nextAttemptAt <= now else { break }
            let result = try await courier.send(parcel, at: now)
            tally.attempted += 1
            switch try await note(result, of: parcel) {
            case .delivered: tally.delivered += 1
            case .failed: tally.failed += 1
            case .cancelled: break
            case .pending:
                tally.retried += 1
                return (tally, true)
            }
            if ContinuousClock.now >= end { return (tally, false) }
        }
        return (tally, true)
    }

    /// Notes what came of an attempt, also if whoever asked for it has left meanwhile: it was made.
    private func note(
        _ result: NotificationCourier.Result, of parcel: NotificationParcel
    ) async throws -> NotificationState {
        try await DatabaseCallers.during(nil) {
            try await store.note(
                result.attempt, of: parcel, isRefused: result.isRefused, retryAfter: result.retryAfter)
        }
    }
}
