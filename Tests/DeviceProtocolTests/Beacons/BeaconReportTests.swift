import DeviceProtocol
import Foundation
import Testing

/// Beacons (DeviceServices, section 14).
struct BeaconReportTests {
    static let full = Data(
        #"""
        {"payLoad":{"DeviceIdentifier":"3F1C","Name":"Dana's iPhone","DeviceType":"2","IsCompromised":"0",
        "AWVersion":"1.2","BundleId":"com.example.fieldnotes","FriendlyName":"Dana","Model":"iPhone","OsVersion":"17.3",
        "APNSToken":"abcd","CustomerLocationGroupRef":"ACMEFIELD","EmailAddress":"dana@example.test","PhoneNumber":"1",
        "MacAddress":"020000000000","IpAddress":"192.0.2.7","TransactionIdentifier":"1709634030","Latitude":52.52,
        "Longitude":13.405,"Altitude":34,"Speed":-1,"SampleTime":"2024-03-05 10:20:30 +0000",
        "ComplianceData":[{"Status":3,"PolicyIdentifier":"com.airwatch.compliance.compromisedPolicy"}],
        "SampleValue":"opaque","Unknown":{"a":[1]}}}
        """#)

    static func report(_ members: String) throws(MessageError) -> BeaconReport {
        try BeaconReport(json: Data("{\"payLoad\":{\"DeviceIdentifier\":\"abc\"\(members)}}"))
    }

    @Test
    func `Every field is read, and the bytes are kept`() throws {
        let report = try BeaconReport(json: Self.full)
        #expect(report.device.value == "3f1c" && report.name == "Dana's iPhone" && report.deviceType == "2")
        #expect(!report.isCompromised && report.appVersion == "1.2" && report.friendlyName == "Dana")
        #expect(report.bundle == BundleIdentifier("com.example.fieldnotes") && report.model == "iPhone")
        #expect(report.osVersion == "17.3" && report.pushToken == "abcd" && report.groupCode == "ACMEFIELD")
        #expect(report.emailAddress == "dana@example.test" && report.phoneNumber == "1")
        #expect(report.macAddress == "020000000000" && report.ipAddress == "192.0.2.7")
        #expect(report.transactionIdentifier == "1709634030" && report.sampleValue == "opaque")
        #expect(
            report.location
                == BeaconLocation(
                    latitude: 52.52, longitude: 13.405, altitude: 34, speed: -1, sampleTime: "2024-03-05 10:20:30 +0000"
                ))
        #expect(
            report.complianceResults == [
                BeaconComplianceResult(status: 3, policyIdentifier: "com.airwatch.compliance.compromisedPolicy")
            ])
        #expect(report.raw == Self.full)
    }

    @Test
    func `What is written is read again`() throws {
        var report = try BeaconReport(json: Self.full)
        let data = try report.encoded()
        report.raw = data
        #expect(try BeaconReport(json: data) == report)
    }

    @Test
    func `A device alone is enough`() throws {
        let report = try Self.report("")
        #expect(report.location == nil && report.complianceResults.isEmpty && !report.isCompromised)
        let made = BeaconReport(device: try #require(DeviceIdentifier("abc")))
        #expect(try made.encoded().text == #"{"payLoad":{"DeviceIdentifier":"abc","IsCompromised":"0"}}"#)
    }

    @Test(arguments: [
        ("\"0\"", false), ("\"1\"", true), ("0", false), ("1", true), ("true", true), ("false", false),
        ("null", false),
    ])
    func `Compromised is 0, 1 or a boolean`(text: String, expected: Bool) throws {
        #expect(try Self.report(",\"IsCompromised\":\(text)").isCompromised == expected)
    }

    @Test
    func `Numbers stand for strings and strings for numbers`() throws {
        let report = try Self.report(#","DeviceType":2,"OsVersion":17.3,"Latitude":"-90","Longitude":"180.0""#)
        #expect(report.deviceType == "2" && report.osVersion == "17.3")
        #expect(report.location == BeaconLocation(latitude: -90, longitude: 180))
    }

    @Test(arguments: [
        (#","Latitude":91,"Longitude":0"#, "payLoad.Latitude"), (#","Latitude":-90.5"#, "payLoad.Latitude"),
        (#","Latitude":0,"Longitude":-180.5"#, "payLoad.Longitude"), (#","Longitude":"181""#, "payLoad.Longitude"),
        (#","Latitude":1e999,"Longitude":0"#, "payLoad.Latitude"), (#","Altitude":1e999"#, "payLoad.Altitude"),
        (#","Speed":-1e999"#, "payLoad.Speed"), (#","BundleId":"a b""#, "payLoad.BundleId"),
        (#","DeviceIdentifier":5"#, "payLoad.DeviceIdentifier"),
        (#","DeviceIdentifier":null"#, "payLoad.DeviceIdentifier"),
        (#","DeviceIdentifier":"a b""#, "payLoad.DeviceIdentifier"),
    ])
    func `What is out of range, and a device that cannot be read, is named`(members: String, field: String) {
        #expect(failure { () throws(MessageError) in try Self.report(members) }?.field == field)
    }

    @Test(arguments: [
        #","IsCompromised":"maybe""#, #","Latitude":0"#, #","Longitude":0"#, #","Latitude":"nan","Longitude":0"#,
        #","Latitude":0,"Longitude":"inf""#, #","Altitude":"inf""#, #","Latitude":true"#, #","Name":true"#,
        #","Name":{}"#,
        #","BundleId":5"#,
    ])
    func `What is of another type, and half a place, is as if it were not there`(members: String) throws {
        let text = try Self.report(members).encoded().text
        #expect(text == #"{"payLoad":{"DeviceIdentifier":"abc","IsCompromised":"0"}}"#)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"payload":{"DeviceIdentifier":"a"}}"#, #"{"payLoad":[]}"#, #"{"payLoad":{}}"#,
        #"{"payLoad":{"DeviceIdentifier":"a b"}}"#, #"{"payLoad":{"DeviceIdentifier":"a"}} x"#,
    ])
    func `Other bodies are refused`(text: String) {
        #expect(throws: MessageError.self) { try BeaconReport(json: Data(text)) }
    }

    @Test
    func `Long texts are refused, and of long lists the first hundred count`() throws {
        let long = String(repeating: "x", count: 1025)
        #expect(
            failure { () throws(MessageError) in try Self.report(",\"Name\":\"\(long)\"") }?.field == "payLoad.Name")
        func list(_ count: Int) -> String {
            ",\"ComplianceData\":["
                + Array(repeating: #"{"Status":3,"PolicyIdentifier":"x"}"#, count: count).joined(separator: ",") + "]"
        }
        #expect(try Self.report(list(100)).complianceResults.count == 100)
        #expect(try Self.report(list(100)).complianceProblem == nil)
        let longer = try Self.report(list(101))
        #expect(longer.complianceResults.count == 100 && longer.complianceProblem?.field == "payLoad.ComplianceData")
    }

    @Test
    func `Truncated, mutated, random and nested bodies never end the process`() {
        for part in Self.full.truncations.dropLast() {
            #expect((try? BeaconReport(json: part)) == nil)
        }
        for data in Self.full.mutations(1000, seed: 21) + Hostile.random(300, seed: 22) {
            if let report = try? BeaconReport(json: data) {
                #expect(throws: Never.self) { try report.encoded() }
            }
        }
        for data in Hostile.nested {
            #expect(onSmallStack { (try? BeaconReport(json: Data("{\"payLoad\":") + data)) == nil } == true)
        }
    }

    @Test
    func `The answer is that of the specification`() throws {
        #expect(BeaconAnswer.accepted.encoded().text == #"{"d":{"Status":1}}"#)
        #expect(BeaconAnswer.refused.encoded().text == #"{"d":{"Status":0}}"#)
        #expect(try BeaconAnswer(json: Data(#"{"d":{"Status":412}}"#)).status == 412)
        for text in ["{}", #"{"d":{}}"#, #"{"d":{"Status":"1"}}"#, #"{"d":{"Status":1.5}}"#, ""] {
            #expect(throws: MessageError.self) { try BeaconAnswer(json: Data(text)) }
        }
    }
}
