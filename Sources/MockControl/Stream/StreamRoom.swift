import ConsolePlatform
import NIOConcurrencyHelpers

/// Counts open streams, so that nobody's take the place of another's.
final class StreamRoom: Sendable {
    private let limit: Int
    private let log: LimitLog
    private let taken = NIOLockedValueBox<[Int64?: Int]>([:])

    /// A room without streams.
    ///
    /// - Parameters:
    ///   - limit: The most streams of one customer.
    ///   - log: Where it says that one was refused.
    init(limit: Int, log: LimitLog) {
        self.limit = limit
        self.log = log
    }

    /// How many streams are open.
    var count: Int { taken.withLockedValue { $0.values.reduce(0, +) } }

    /// Takes a seat, which is free again once nobody holds it any more.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` if all of the customer are taken.
    func seat(of customer: Int64?) throws -> StreamSeat {
        try taken.withLockedValue { taken in
            guard taken[customer, default: 0] < limit else {
                log.note("Streams were refused (stream.perCustomer)", "lastCustomer", "\(customer ?? 0)")
                throw ConsoleError(
                    .tooManyRequests,
                    "\(limit) streams of this customer are open already (stream.perCustomer); close one.",
                    headers: ["Retry-After": "5"])
            }
            taken[customer, default: 0] += 1
        }
        return StreamSeat { [taken] in
            taken.withLockedValue { taken in
                let left = (taken[customer] ?? 1) - 1
                taken[customer] = left > 0 ? left : nil
            }
        }
    }
}

/// A place for one stream: held by its answer, so that it is free again even if nothing was ever written.
final class StreamSeat: Sendable {
    private let leave: @Sendable () -> Void

    init(leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    deinit { leave() }
}
