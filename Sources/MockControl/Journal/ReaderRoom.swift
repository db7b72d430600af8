import ConsolePlatform
import NIOConcurrencyHelpers

/// Counts answers that last as long as their readers like, streams or exports.
///
/// Each customer has so many, so that nobody's take the place of another's.
final class ReaderRoom: Sendable {
    private let limit: Int
    /// What is open, in the plural, and the key of the configuration that bounds it.
    private let words: (name: String, key: String)
    private let log: LimitLog
    private let taken = NIOLockedValueBox<[Int64?: Int]>([:])

    /// A room in which all seats are free.
    ///
    /// - Parameters:
    ///   - limit: The most of one customer.
    ///   - words: What is open, in the plural, and the key of the configuration that bounds it.
    ///   - log: Where it says that one was refused.
    init(limit: Int, _ words: (name: String, key: String), log: LimitLog) {
        self.limit = limit
        self.words = words
        self.log = log
    }

    /// How many are open.
    var count: Int { taken.withLockedValue { $0.values.reduce(0, +) } }

    /// Takes a seat, which is free again once nobody holds it any more.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` if all of the customer are taken.
    func seat(of customer: Int64?) throws -> ReaderSeat {
        try taken.withLockedValue { taken in
            guard taken[customer, default: 0] < limit else {
                log.note("\(words.name) were refused (\(words.key))", "lastCustomer", "\(customer ?? 0)")
                throw ConsoleError(
                    .tooManyRequests,
                    "\(limit) \(words.name.lowercased()) of this customer are open already (\(words.key)); close one.",
                    headers: ["Retry-After": "5"])
            }
            taken[customer, default: 0] += 1
        }
        return ReaderSeat { [taken] in
            taken.withLockedValue { taken in
                let left = (taken[customer] ?? 1) - 1
                taken[customer] = left > 0 ? left : nil
            }
        }
    }
}

/// A place for one answer: held by its answer, so that it is free again even if nothing was ever written.
final class ReaderSeat: Sendable {
    private let leave: @Sendable () -> Void

    init(leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    deinit { leave() }
}
