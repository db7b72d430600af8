import Foundation
import Testing

@testable import DeviceProtocol

/// Civil time.
struct CivilTimeTests {
    @Test
    func `Every day from 1600 to 2400 follows the one before`() throws {
        var date = try #require(CivilTime(year: 1600, month: 1, day: 1, hour: 0, minute: 0, second: 0)).date
        var previous = try #require(CivilTime(date))
        while previous.year < 2400 {
            date += 86_400
            let next = try #require(CivilTime(date))
            let isNextDay = next.day == previous.day + 1 && next.month == previous.month
            let isNextMonth = next.day == 1 && next.month == previous.month + 1 && previous.day >= 28
            let isNextYear = next.day == 1 && next.month == 1 && previous.month == 12 && previous.day == 31
            if !(isNextDay || isNextMonth || isNextYear) || next.date != date { Issue.record("\(next)") }
            previous = next
        }
        #expect(previous == CivilTime(year: 2400, month: 1, day: 1, hour: 0, minute: 0, second: 0))
    }

    @Test(arguments: [
        (0, 1, 1, 0, 0, 0), (10_000, 1, 1, 0, 0, 0), (2024, 0, 1, 0, 0, 0), (2024, 13, 1, 0, 0, 0),
        (2024, 1, 0, 0, 0, 0),
        (2024, 4, 31, 0, 0, 0), (2023, 2, 29, 0, 0, 0), (2100, 2, 29, 0, 0, 0), (2024, 1, 1, 24, 0, 0),
        (2024, 1, 1, 0, 60, 0), (2024, 1, 1, 0, 0, 60), (2024, 1, 1, -1, 0, 0),
    ])
    func `Impossible parts are refused`(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        #expect(CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second) == nil)
    }

    @Test(arguments: [1600, 2000, 2004, 2024, 2400])
    func `Leap days exist`(year: Int) {
        #expect(CivilTime(year: year, month: 2, day: 29, hour: 0, minute: 0, second: 0) != nil)
    }

    @Test(arguments: [
        Double.nan, .infinity, -.infinity, 1e300, -1e300, 253_402_300_800, -62_135_596_801,
    ])
    func `Moments that are no moments are refused`(seconds: Double) {
        #expect(CivilTime(Date(timeIntervalSince1970: seconds)) == nil)
    }

    @Test
    func `Numbers are written with leading zeros`() {
        #expect(CivilTime(year: 7, month: 3, day: 5, hour: 1, minute: 2, second: 9)?.iso == "0007-03-05T01:02:09")
    }
}
