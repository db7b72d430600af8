import Foundation

/// A calendar day and a time of day in UTC, Gregorian, without leap seconds.
///
/// Computed by hand, so that no locale and no formatter object takes part.
struct CivilTime: Hashable, Sendable {
    /// The year, 1 to 9999.
    var year: Int
    /// The month, 1 to 12.
    var month: Int
    /// The day of the month, 1 to 31.
    var day: Int
    /// The hour, 0 to 23.
    var hour: Int
    /// The minute, 0 to 59.
    var minute: Int
    /// The second, 0 to 59.
    var second: Int

    /// Takes the parts, or nothing if they name no moment between the years 1 and 9999.
    init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            day >= 1, day <= Self.days(inMonth: month, of: year),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Splits a moment, fractions of a second cut off, or nothing outside the years 1 to 9999.
    init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard seconds >= -62_135_596_800, seconds <= 253_402_300_799 else { return nil }
        self.init(seconds: Int64(seconds))
    }

    /// Splits seconds since 1970 that lie between the years 1 and 9999.
    init(seconds: Int64) {
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = Int(seconds) - days * 86_400
        let date = Self.civil(fromDays: days)
        year = date.year
        month = date.month
        day = date.day
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// The moment.
    var date: Date {
        let days = Self.days(fromYear: year, month: month, day: day)
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
    }

    /// The text `yyyy-MM-ddTHH:mm:ss`.
    var iso: String {
        let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        return "\(date)T\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
    }

    /// A number with leading zeros.
    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// The number of days of a month.
    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1 January 1970, counted in eras of 400 years that begin on 1 March.
    private static func days(fromYear year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Year, month and day of a count of days since 1 January 1970.
    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
    }
}

extension CivilTime {
    /// Reads `yyyy-MM-ddTHH:mm:ss` exactly.
    init?(iso text: some StringProtocol) {
        guard let numbers = Self.numbers(text, shape: "0000-00-00T00:00:00") else { return nil }
        self.init(
            year: numbers[0], month: numbers[1], day: numbers[2],
            hour: numbers[3], minute: numbers[4], second: numbers[5])
    }

    /// Milliseconds since 1970 of `yyyy-MM-ddTHH:mm:ss`, with or without a fraction, and `Z` or an offset such as `+01:00`,
    /// `+0100` or `+01`; nil for a text that names no moment.
    static func milliseconds(iso8601 text: String) -> Int64? {
        guard let civil = CivilTime(iso: text.prefix(19)) else { return nil }
        var rest = text.dropFirst(19).utf8
        var milliseconds = Int64(civil.date.timeIntervalSince1970) * 1000
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { $0.isDigit }
            guard (1...9).contains(digits.count), let fraction = Double("0.\(Substring(digits))") else { return nil }
            milliseconds += Int64((fraction * 1000).rounded())
            rest = rest.dropFirst(1 + digits.count)
        }
        if rest.elementsEqual("Z".utf8) { return milliseconds }
        return offset(rest).map { milliseconds - $0 }
    }

    /// Milliseconds of an offset from UTC of at most fourteen hours.
    private static func offset(_ text: Substring.UTF8View) -> Int64? {
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        var digits = Array(text.dropFirst())
        if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
        guard digits.count == 2 || digits.count == 4, digits.allSatisfy(\.isDigit) else { return nil }
        let numbers = digits.map { Int64($0 - 0x30) }
        let hours = numbers[0] * 10 + numbers[1]
        let minutes = numbers.count == 4 ? numbers[2] * 10 + numbers[3] : 0
        guard hours <= 14, minutes < 60 else { return nil }
        return (sign == UInt8(ascii: "+") ? 1 : -1) * (hours * 60 + minutes) * 60_000
    }

    /// Reads `MM/dd/yyyy HH:mm:ss` exactly.
    init?(american text: some StringProtocol) {
        guard let numbers = Self.numbers(text, shape: "00/00/0000 00:00:00") else { return nil }
        self.init(
            year: numbers[2], month: numbers[0], day: numbers[1],
            hour: numbers[3], minute: numbers[4], second: numbers[5])
    }

    /// The numbers of a text that has digits where the shape has zeros and is equal to it elsewhere.
    private static func numbers(_ text: some StringProtocol, shape: StaticString) -> [Int]? {
        guard text.utf8.count == shape.utf8CodeUnitCount else { return nil }
        return shape.withUTF8Buffer { pattern in
            var numbers: [Int] = []
            var isInNumber = false
            for (byte, wanted) in zip(text.utf8, pattern) {
                if wanted == UInt8(ascii: "0") {
                    guard byte.isDigit else { return nil }
                    numbers.append((isInNumber ? numbers.popLast() ?? 0 : 0) * 10 + Int(byte - 0x30))
                    isInNumber = true
                } else {
                    guard byte == wanted else { return nil }
                    isInNumber = false
                }
            }
            return numbers
        }
    }
}
