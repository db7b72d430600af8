public import Foundation

/// The days a question for data usage is about, in UTC (DeviceServices, section 17).
public struct DataUsagePeriod: Hashable, Sendable {
    /// First moment; nil for the beginning.
    public let start: Date?
    /// End of the interval, exclusive; nil for the end of the data.
    public let end: Date?

    /// Reads `fromdate` and `todate`; a `todate` at midnight means that whole day.
    ///
    /// - Parameters:
    ///   - from: `YYYY-M-DTHH:MM:SS`, months and days of one or two digits; nil or empty for none.
    ///   - to: The same.
    /// - Throws: A `MessageError` that names the parameter.
    public init(from: String?, to: String?) throws(MessageError) {
        start = try Self.moment(from, "fromdate")?.date
        guard let last = try Self.moment(to, "todate") else {
            end = nil
            return
        }
        let isDay = last.hour == 0 && last.minute == 0 && last.second == 0
        end = last.date.addingTimeInterval(isDay ? 86_400 : 0)
    }

    private static func moment(_ text: String?, _ field: String) throws(MessageError) -> CivilTime? {
        guard let text, !text.isEmpty else { return nil }
        let error = MessageError("must be a time such as 2026-3-5T00:00:00", field: field)
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2 else { throw error }
        let date = numbers(halves[0], separator: "-", widths: [4...4, 1...2, 1...2])
        let time = numbers(halves[1], separator: ":", widths: [1...2, 1...2, 1...2])
        guard let date, let time,
            let moment = CivilTime(
                year: date[0], month: date[1], day: date[2], hour: time[0], minute: time[1], second: time[2])
        else { throw error }
        return moment
    }

    /// The numbers of a text, each with as many digits as it may have.
    private static func numbers(
        _ text: Substring, separator: Character, widths: [ClosedRange<Int>]
    ) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == widths.count else { return nil }
        var numbers: [Int] = []
        for (part, width) in zip(parts, widths) {
            guard width.contains(part.utf8.count), part.utf8.allSatisfy(\.isDigit), let number = Int(part) else {
                return nil
            }
            numbers.append(number)
        }
        return numbers
    }
}
