import DeviceProtocol
import Foundation
import Testing

/// Beacons without their place, and what a place says of its time.
struct BeaconRedactionTests {
    @Test(arguments: [
        (#"{"payLoad":{"Latitude":1,"A":[1.0e5,null,true],"Longitude":2}}"#, #"{"payLoad":{"A":[1.0e5,null,true]}}"#),
        (#"{"payLoad":{"Altitude":1,"Speed":2,"SampleTime":"x"}}"#, #"{"payLoad":{}}"#),
        (#"{ "payLoad" : { "Latitude":1, "Latitude":2, "B":"é\"\\\n" } }"#, #"{"payLoad":{"B":"é\"\\\u000a"}}"#),
        (
            #"{"payLoad":{"Latitude":1},"Latitude":3,"payLoad":{"Speed":1}}"#,
            #"{"payLoad":{},"Latitude":3,"payLoad":{}}"#
        ),
        (#"{"payLoad":7}"#, #"{"payLoad":7}"#), ("{}", "{}"),
    ])
    func `What tells of a place is gone, everything else stays`(text: String, expected: String) throws {
        #expect(try BeaconReport.withoutLocation(Data(text)).text == expected)
    }

    @Test func `What is left of a beacon is the beacon without its place`() throws {
        var expected = try BeaconReport(json: BeaconReportTests.full)
        let kept = try BeaconReport.withoutLocation(BeaconReportTests.full)
        expected.location = nil
        #expect(expected.mentionsLocation)
        let report = try BeaconReport(json: kept)
        #expect(!report.mentionsLocation && report.location == nil)
        #expect(try report.encoded() == expected.encoded())
    }

    @Test(arguments: ["", "[]", "{", "\"x\"", "{\"a\":}"])
    func `What is no object is refused`(text: String) {
        #expect(throws: MessageError.self) { try BeaconReport.withoutLocation(Data(text)) }
    }

    @Test(arguments: [
        (#","Speed":1"#, true), (#","SampleTime":null"#, true), (#","Altitude":2"#, true), (#","latitude":2"#, false),
        ("", false),
    ])
    func `A beacon knows whether it mentions a place`(members: String, expected: Bool) throws {
        #expect(try BeaconReportTests.report(members).mentionsLocation == expected)
    }

    @Test(
        arguments: [
            ("2024-03-05 10:20:30 +0000", 1_709_634_030), ("2024-03-05 10:20:30", 1_709_634_030),
            ("2024-03-05 10:20:30 +0130", 1_709_628_630), ("2024-03-05 10:20:30 -0800", 1_709_662_830),
            ("2024-03-05T10:20:30 +0000", nil), ("2024-03-05 10:20:30 UTC", nil), ("2024-03-05 10:20:30 +0060", nil),
            ("2024-03-05 10:20:30 +00000", nil), ("2024-02-30 10:20:30 +0000", nil), ("now", nil), ("", nil),
            (nil, nil),
        ] as [(String?, Double?)])
    func `The time of a place is read, or there is none`(text: String?, seconds: Double?) {
        let location = BeaconLocation(latitude: 0, longitude: 0, sampleTime: text)
        #expect(location.sampledAt?.timeIntervalSince1970 == seconds)
    }

    @Test func `A null push token clears, an absent one does not`() throws {
        #expect(try BeaconReportTests.report(#","APNSToken":null"#).clearsPushToken)
        #expect(try BeaconReportTests.report(#","APNSToken":"a","APNSToken":null"#).clearsPushToken)
        for members in ["", #","APNSToken":"""#, #","APNSToken":null,"APNSToken":"a""#] {
            #expect(try !BeaconReportTests.report(members).clearsPushToken)
        }
        var report = try BeaconReportTests.report("")
        report.clearsPushToken = true
        #expect(try report.encoded().text.contains(#""APNSToken":null"#))
        let again = try BeaconReport(json: report.encoded())
        #expect(again.clearsPushToken && again.pushToken == nil)
    }
}
