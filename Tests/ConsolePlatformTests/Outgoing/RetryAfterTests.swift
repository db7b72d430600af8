import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// When a server wants to be asked again (AdminNotifications, "Retries").
struct RetryAfterTests {
    /// 2026-03-05T10:20:30Z.
    private static let now = TestClock.start

    @Test(
        arguments: [
            ("0", 0), ("7", 7), (" 120 ", 120), ("007", 7), ("999999999999999999999999", 1 << 40),
            ("Thu, 05 Mar 2026 10:21:30 GMT", 60), ("Thursday, 05-Mar-26 10:21:30 GMT", 60),
            ("Thu Mar  5 10:21:30 2026", 60), ("Thu, 05 Mar 2026 10:20:30 GMT", 0),
            ("Thu, 05 Mar 2026 10:00:00 GMT", 0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Fri, 06 Mar 2026 10:20:30 GMT", 86_400),
        ] as [(String, Int64)])
    func `Seconds and all three forms of a time are read`(text: String, seconds: Int64) {
        #expect(RetryAfter.seconds(text, date: nil, now: Self.now) == seconds)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.000Z"),
        ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37.000Z"),
        ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37.000Z"),
        ("Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00.000Z"),
        ("Thu, 29 Feb 2024 23:59:59 GMT", "2024-02-29T23:59:59.000Z"),
        ("Fri, 01 Mar 2024 00:00:00 GMT", "2024-03-01T00:00:00.000Z"),
        ("Sun, 01 Mar 2026 00:00:00 GMT", "2026-03-01T00:00:00.000Z"),
        ("Tue, 29 Feb 2000 12:00:00 GMT", "2000-02-29T12:00:00.000Z"),
        ("Mon, 01 Mar 2100 00:00:00 GMT", "2100-03-01T00:00:00.000Z"),
        ("Fri, 31 Dec 9999 23:59:59 GMT", "9999-12-31T23:59:59.000Z"),
        ("Wednesday, 31-Dec-69 00:00:00 GMT", "2069-12-31T00:00:00.000Z"),
    ])
    func `Times are those of the calendar`(text: String, time: String) {
        #expect(RetryAfter.time(text)?.description == time)
    }

    @Test func `A time is counted from the clock of the server that tells it`() {
        let (text, date) = ("Mon, 01 Jan 2035 00:02:00 GMT", "Mon, 01 Jan 2035 00:00:00 GMT")
        #expect(RetryAfter.seconds(text, date: date, now: Self.now) == 120)
        #expect(RetryAfter.seconds(date, date: text, now: Self.now) == 0)
        #expect(RetryAfter.seconds("30", date: date, now: Self.now) == 30)
        // One that cannot be read counts as none.
        let later = "Thu, 05 Mar 2026 10:20:40 GMT"
        #expect(RetryAfter.seconds(later, date: "yesterday", now: Self.now) == 10)
        let between = Timestamp(milliseconds: Self.now.milliseconds + 1)
        #expect(RetryAfter.seconds(later, date: nil, now: between) == 10, "a part of a second is waited for")
    }

    @Test(arguments: [
        "", " ", "-1", "+5", "1.5", "5s", "soon", "٣", "Thu, 05 Mar 2026", "Thu, 05 Mar 2026 10:21:30",
        "Thu, 31 Feb 2026 10:21:30 GMT", "Mon, 29 Feb 2100 00:00:00 GMT", "Fri, 31 Apr 2026 10:21:30 GMT",
        "Thu, 05 Mar 2026 10:21:30 CET", "Thu, 32 Mar 2026 10:21:30 GMT", "Thu, 00 Mar 2026 10:21:30 GMT",
        "Thu, 05 Foo 2026 10:21:30 GMT", "Thu, 05 Mar 2026 24:21:30 GMT", "Thu, 05 Mar 2026 10:60:30 GMT",
        "Thu, 05 Mar 2026 10:21 GMT", "Thu, 05 Mar 12026 10:21:30 GMT", "Thu, 05 Mar 0001 10:21:30 GMT",
        "2026-03-05T10:21:30Z", "Thu, 05 Mar 2026 10:21:30 GMT and some more",
        "Thu,,,,,,,,,,,,,,,,,,,,,,,,,,,,, 05 Mar 2026 10:21:30 GMT",
    ])
    func `Anything else says nothing`(text: String) {
        #expect(RetryAfter.seconds(text, date: nil, now: Self.now) == nil)
    }
}
