package import Foundation

/// A moment in whole milliseconds since 1970, UTC, as the database keeps it.
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package let milliseconds: Int64

    /// A moment from its milliseconds.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// A moment from a date, rounded to the nearest millisecond: a date made of milliseconds is not exact.
    ///
    /// A date that is further away than milliseconds can say is the earliest or the latest moment; none is 1970.
    package init(_ date: Date) {
        let rounded = (date.timeIntervalSince1970 * 1000).rounded()
        let furthest: Int64 = rounded.isNaN ? 0 : rounded < 0 ? .min : .max
        self.milliseconds = Int64(exactly: rounded) ?? furthest
    }

    /// The same moment as a date.
    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Whole seconds since 1970.
    package var seconds: Int64 { milliseconds / 1000 }

    /// The moment some seconds later; the earliest or the latest, if there is none.
    package func adding(seconds: Int64) -> Timestamp {
        let (span, isLong) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, isBeyond) = milliseconds.addingReportingOverflow(span)
        guard isLong || isBeyond else { return Timestamp(milliseconds: sum) }
        return Timestamp(milliseconds: seconds < 0 ? .min : .max)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

extension Timestamp: CustomStringConvertible {
    /// ISO 8601 in UTC with milliseconds: `2026-03-05T10:20:30.123Z`, in the Gregorian calendar for every year.
    package var description: String { "\(zoneless)Z" }
}

extension Timestamp: Codable {
    /// Reads the ISO 8601 text of JSON bodies.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Timestamp(iso8601: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an ISO 8601 time")
        }
        self = value
    }

    /// Writes the ISO 8601 text of JSON bodies.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
