import Foundation

/// When a server wants to be asked again: the header field `Retry-After` (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// More than any wait; what a number too large to be read counts as.
    private static let longest: Int64 = 1 << 40

    /// Seconds to wait.
    ///
    /// A time is counted from the answer's own `Date`, since the server's clock need not be the console's.
    ///
    /// - Parameters:
    ///   - text: The value of the field: a number of seconds, or a time.
    ///   - date: The value of the answer's `Date`.
    ///   - now: What a time is counted from where there is none.
    /// - Returns: 0 or more; nil if it cannot be read.
    package static func seconds(_ text: String, date: String?, now: Timestamp) -> Int64? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            return min(Int64(text) ?? longest, longest)
        }
        guard let time = time(text) else { return nil }
        let start = date.flatMap(Self.time) ?? now
        return max((time.milliseconds - start.milliseconds + 999) / 1000, 0)
    }

    /// Reads a time of HTTP in any of its three forms (RFC 9110, section 5.6.7).
    ///
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
    static func time(_ text: String) -> Timestamp? {
        guard text.utf8.count <= 40 else { return nil }
        var words = text.split { " ,-".contains($0) }.map(String.init)
        if words.count == 5 {
            words = [words[0], words[2], words[1], words[4], words[3], "GMT"]
        }
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: words[2].lowercased()),
            let day = number(words[1], in: 1...31), let year = year(words[3])
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard clock.count == 3, let hour = number(clock[0], in: 0...23), let minute = number(clock[1], in: 0...59),
            let second = number(clock[2], in: 0...60)
        else { return nil }
        guard let day = CalendarDay(year: year, month: Int64(month) + 1, day: day) else { return nil }
        return Timestamp(milliseconds: day.milliseconds + ((hour * 60 + minute) * 60 + second) * 1000)
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func number(_ text: String, in range: ClosedRange<Int64>) -> Int64? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text).flatMap { range.contains($0) ? $0 : nil }
    }

    /// Of two digits, those from 70 on belong to the century before.
    private static func year(_ text: String) -> Int64? {
        switch text.utf8.count {
        case 2: number(text, in: 0...99).map { $0 < 70 ? $0 + 2000 : $0 + 1900 }
        case 4: number(text, in: 1970...9999)
        default: nil
        }
    }
}
