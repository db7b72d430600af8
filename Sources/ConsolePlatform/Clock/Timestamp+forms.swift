/// Forms of a time that name no zone; all are UTC.
extension Timestamp {
    /// A calendar day and a time of day.
    private struct Civil {
        var year: Int64
        var month: Int64
        var day: Int64
        var second: Int64
    }

    /// The earliest moment there is, which stands for "never".
    package static let never = Timestamp(milliseconds: -62_135_596_800_000)
    /// Milliseconds at which the year 9999 has ended.
    private static let end: Int64 = 253_402_300_800_000

    /// `2026-03-05T10:20:30.123`.
    package var zoneless: String {
        let civil = civil
        let fraction = (milliseconds % 1000 + 1000) % 1000
        return "\(Self.padded(civil.year, 4))-\(Self.padded(civil.month))-\(Self.padded(civil.day))T"
            + "\(Self.padded(civil.second / 3600)):\(Self.padded(civil.second / 60 % 60)):"
            + "\(Self.padded(civil.second % 60)).\(Self.padded(fraction, 3))"
    }

    /// `3/5/2026 10:20:30 AM`.
    package var american: String {
        let civil = civil
        let hour = civil.second / 3600
        let clock = "\(hour % 12 == 0 ? 12 : hour % 12):\(Self.padded(civil.second / 60 % 60))"
        return "\(civil.month)/\(civil.day)/\(civil.year) \(clock):\(Self.padded(civil.second % 60)) "
            + (hour < 12 ? "AM" : "PM")
    }

    /// Reads a day, with or without a time of day, as clients of the admin REST API write it.
    ///
    /// `yyyy-MM-dd`, `MM-dd-yyyy` or both with slashes; then, after a blank or `T`, `HH:mm`, seconds, a fraction, and
    /// `Z` or an offset, whose plus may have become a blank on its way through a query. A time that an offset moves out
    /// of the years 1 to 9999 is refused.
    package init?(lenient text: String) {
        var scanner = Scanner(text)
        guard let date = scanner.date() else { return nil }
        var milliseconds = Self.days(date.year, date.month, date.day) * 86_400_000
        if !scanner.isAtEnd {
            guard scanner.skip(" ") || scanner.skip("T") || scanner.skip("t"), let time = scanner.time() else {
                return nil
            }
            milliseconds += time
            guard scanner.isAtEnd, (Self.never.milliseconds..<Self.end).contains(milliseconds) else { return nil }
        }
        self.init(milliseconds: milliseconds)
    }

    /// Whether a text that ``init(lenient:)`` reads is a day without a time of day.
    package static func isDay(_ text: String) -> Bool { !text.contains { $0 == " " || $0 == "T" || $0 == "t" } }

    /// The last millisecond of the day that begins now.
    package var endOfDay: Timestamp { Timestamp(milliseconds: milliseconds + 86_399_999) }

    private var civil: Civil {
        let seconds = Int64((Double(milliseconds) / 1000).rounded(.down))
        let day = Int64((Double(seconds) / 86_400).rounded(.down))
        // Days counted from 0000-03-01, in cycles of 400 years.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return Civil(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: ofYear - (153 * shiftedMonth + 2) / 5 + 1, second: seconds - day * 86_400)
    }

    /// Days from 1970 to a day of the calendar.
    fileprivate static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
    }

    private static func padded(_ number: Int64, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// Reads the parts of a time, one after the other.
private struct Scanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Whether a digit follows a character that is next.
    private func beginsWithDigit(after character: Unicode.Scalar) -> Bool {
        rest.first == UInt8(ascii: character) && rest.dropFirst().first.map { (48...57).contains($0) } == true
    }

    /// A number of so many digits.
    private mutating func number(_ digits: ClosedRange<Int>) -> Int64? {
        let found = rest.prefix { (48...57).contains($0) }
        guard digits.contains(found.count), let number = Int64(Substring(found)) else { return nil }
        rest = rest.dropFirst(found.count)
        return number
    }

    /// A number of exactly two digits, whatever follows.
    private mutating func pair() -> Int64? {
        let found = rest.prefix(2)
        guard found.count == 2, found.allSatisfy({ (48...57).contains($0) }) else { return nil }
        rest = rest.dropFirst(2)
        return Int64(Substring(found))
    }

    /// The hour of the day, from 0 to 23, after an AM or PM that may follow; nil for one there is not.
    private mutating func hourOfDay(_ hour: Int64) -> Int64? {
        let word = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
        let letters = word.prefix(2).map { $0 | 0x20 }
        guard letters == Array("am".utf8) || letters == Array("pm".utf8) else { return hour }
        rest = word.dropFirst(2)
        guard (1...12).contains(hour) else { return nil }
        return hour % 12 + (letters == Array("pm".utf8) ? 12 : 0)
    }

    mutating func date() -> (year: Int64, month: Int64, day: Int64)? {
        let isYearFirst = rest.prefix(4).allSatisfy { (48...57).contains($0) }
        guard let first = number(1...4), let separator = rest.first, [0x2D, 0x2F].contains(separator) else {
            return nil
        }
        rest.removeFirst()
        guard let second = number(1...2), rest.popFirst() == separator, let third = number(1...4) else { return nil }
        let date = isYearFirst ? (year: first, month: second, day: third) : (year: third, month: first, day: second)
        let isLeap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...9999).contains(date.year), (1...12).contains(date.month),
            (1...lengths[Int(date.month) - 1]).contains(date.day)
        else { return nil }
        return date
    }

    /// Milliseconds since midnight, UTC; some clients write `08-00-00-AM`.
    mutating func time() -> Int64? {
        guard let hour = number(1...2), hour < 24 else { return nil }
        let separator: Unicode.Scalar = skip("-") ? "-" : ":"
        guard separator == "-" || skip(":"), let minute = number(2...2), minute < 60 else { return nil }
        var milliseconds = minute * 60_000
        if beginsWithDigit(after: separator), skip(separator) {
            guard let second = number(2...2), second < 60 else { return nil }
            milliseconds += second * 1000
            if skip(".") {
                let digits = rest.prefix { (48...57).contains($0) }
                guard !digits.isEmpty, digits.count <= 9, let value = Double("0.\(Substring(digits))") else {
                    return nil
                }
                rest = rest.dropFirst(digits.count)
                milliseconds += Int64(value * 1000)
            }
        }
        guard let ofDay = hourOfDay(hour) else { return nil }
        milliseconds += ofDay * 3_600_000
        if skip("Z") || skip("z") { return milliseconds }
        let isEast = skip("+") || skip(" ")
        guard isEast || skip("-") else { return milliseconds }
        guard let hours = pair(), hours <= 14 else { return nil }
        _ = skip(":")
        guard let minutes = pair(), minutes < 60 else { return nil }
        return milliseconds - (isEast ? 1 : -1) * (hours * 60 + minutes) * 60_000
    }
}
