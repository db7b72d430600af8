public import Foundation

/// The moment of a sample, in milliseconds UTC between the years 1 and 9999.
public struct SampleTime: Hashable, Comparable, Sendable {
    /// Bytes on the wire: seven numbers of two bytes.
    static let byteCount = 14

    /// Milliseconds since 1970, UTC.
    public let milliseconds: Int64

    /// Takes milliseconds since 1970, or nothing outside the years 1 to 9999.
    public init?(milliseconds: Int64) {
        guard (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// Takes a date, rounded to the nearest millisecond, or nothing outside the years 1 to 9999.
    public init?(_ date: Date) {
        guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// Reads year, month, day, hour, minute, second and millisecond, or nothing if they name no moment.
    init?(reading reader: inout LittleEndianReader, _ field: String) throws(MessageError) {
        var parts: [Int] = []
        for _ in 0..<7 { parts.append(try reader.size(field)) }
        let civil = CivilTime(
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
        guard let civil, parts[6] < 1000 else { return nil }
        milliseconds = Int64(civil.date.timeIntervalSince1970) * 1000 + Int64(parts[6])
    }

    /// Writes what `init(reading:)` reads.
    func write(to writer: inout LittleEndianWriter) {
        let (civil, fraction) = parts
        let numbers = [civil.year, civil.month, civil.day, civil.hour, civil.minute, civil.second, fraction]
        for number in numbers { writer.append(UInt16(truncatingIfNeeded: number)) }
    }

    /// Day, time of day and milliseconds of the second.
    private var parts: (CivilTime, Int) {
        let fraction = (milliseconds % 1000 + 1000) % 1000
        return (CivilTime(seconds: (milliseconds - fraction) / 1000), Int(fraction))
    }

    /// Whether one moment is before the other.
    public static func < (left: SampleTime, right: SampleTime) -> Bool { left.milliseconds < right.milliseconds }
}

extension SampleTime: Codable {
    /// Takes a time in ISO 8601 such as `2026-03-05T10:20:30Z`, with or without fractions of a second, or nothing.
    init?(iso text: String) {
        guard let milliseconds = CivilTime.milliseconds(iso8601: text) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// Reads a time in ISO 8601.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = SampleTime(iso: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a time in ISO 8601")
        }
        self = time
    }

    /// Writes ISO 8601 in UTC with milliseconds.
    public func encode(to encoder: any Encoder) throws {
        let (civil, fraction) = parts
        var container = encoder.singleValueContainer()
        try container.encode("\(civil.iso).\(String(fraction + 1000).dropFirst())Z")
    }
}
