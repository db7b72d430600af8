import Testing

@testable import ConsolePlatform
@testable import MockControl

/// Durations as ISO 8601 writes them.
struct ISODurationTests {
    @Test(
        arguments: [
            ("P30D", 0, 2_592_000_000), ("PT1H", 0, 3_600_000), ("PT0S", 0, 0), ("P1W", 0, 604_800_000),
            ("P1Y", 12, 0), ("P1M", 1, 0), ("PT1M", 0, 60_000), ("P1Y2M3DT4H5M6S", 14, 273_906_000),
            ("PT0.25S", 0, 250), ("PT0,25S", 0, 250), ("P0.5D", 0, 43_200_000), ("pt2h", 0, 7_200_000),
            ("P1M1DT1M", 1, 86_460_000),
        ] as [(String, Int64, Int64)])
    func `Each unit counts`(text: String, months: Int64, milliseconds: Int64) throws {
        let duration = try #require(ISODuration(text))
        #expect(duration.months == months && duration.milliseconds == milliseconds)
    }

    @Test(
        arguments: [
            "", "P", "PT", "P1", "P1DT", "1D", "P1S", "PT1D", "P1D1Y", "P-1D", "-P1D", "P1.5M", "P1.5Y", "P.5D", "P1.D",
            "P1DT1H1H", "PT1S1M", "P1DT1HT1M", "P 1D", "P1D ", "P١D", "P1e3D", "PD",
        ])
    func `What is none is refused`(text: String) {
        #expect(ISODuration(text) == nil)
    }

    @Test func `Months are as long as the calendar makes them`() throws {
        let end = try #require(Timestamp(iso8601: "2027-01-31T12:00:00Z"))
        #expect(ISODuration("P1M")?.after(end)?.description == "2027-02-28T12:00:00.000Z")
        #expect(ISODuration("P1Y1M")?.after(end)?.description == "2028-02-29T12:00:00.000Z")
        #expect(ISODuration("P1MT1S")?.after(end)?.description == "2027-02-28T12:00:01.000Z")
        #expect(ISODuration("P20000Y")?.after(end) == nil)
        // Too much is read, and is beyond what any clock shows.
        let nines = String(repeating: "9", count: 400)
        for text in ["P99999999999999999999D", "P\(nines)D", "P\(nines)W", "PT\(nines)S", "P\(nines)DT\(nines)H"] {
            let time = try #require(ISODuration(text)?.after(Timestamp(milliseconds: 0)), "\(text)")
            #expect(!GroupClock.readings.contains(time), "\(text)")
        }
        #expect(ISODuration("P\(nines)Y")?.after(Timestamp(milliseconds: 0)) == nil)
    }
}
