import DeviceProtocol
import Foundation
import Testing

/// The fields of a beacon one by one.
struct BeaconFieldTests {
    /// A text of a beacon: its name on the wire and its property.
    struct TextField: Sendable, CustomTestStringConvertible {
        let name: String
        let get: @Sendable (BeaconReport) -> String?
        let set: @Sendable (inout BeaconReport, String?) -> Void

        var testDescription: String { name }
    }

    static let texts: [TextField] = [
        TextField(name: "Name", get: { $0.name }, set: { $0.name = $1 }),
        TextField(name: "DeviceType", get: { $0.deviceType }, set: { $0.deviceType = $1 }),
        TextField(name: "AWVersion", get: { $0.appVersion }, set: { $0.appVersion = $1 }),
        TextField(name: "FriendlyName", get: { $0.friendlyName }, set: { $0.friendlyName = $1 }),
        TextField(name: "Model", get: { $0.model }, set: { $0.model = $1 }),
        TextField(name: "OsVersion", get: { $0.osVersion }, set: { $0.osVersion = $1 }),
        TextField(name: "APNSToken", get: { $0.pushToken }, set: { $0.pushToken = $1 }),
        TextField(name: "CustomerLocationGroupRef", get: { $0.groupCode }, set: { $0.groupCode = $1 }),
        TextField(name: "EmailAddress", get: { $0.emailAddress }, set: { $0.emailAddress = $1 }),
        TextField(name: "PhoneNumber", get: { $0.phoneNumber }, set: { $0.phoneNumber = $1 }),
        TextField(name: "MacAddress", get: { $0.macAddress }, set: { $0.macAddress = $1 }),
        TextField(name: "IpAddress", get: { $0.ipAddress }, set: { $0.ipAddress = $1 }),
        TextField(
            name: "TransactionIdentifier", get: { $0.transactionIdentifier }, set: { $0.transactionIdentifier = $1 }),
        TextField(name: "SampleValue", get: { $0.sampleValue }, set: { $0.sampleValue = $1 }),
    ]

    static func reason(_ members: String) -> MessageError? {
        failure { () throws(MessageError) in try BeaconReportTests.report(members) }
    }

    @Test(arguments: texts.indices)
    func `A text alone fills its own property`(index: Int) throws {
        let report = try BeaconReportTests.report(",\"\(Self.texts[index].name)\":\"value\"")
        for (other, field) in Self.texts.enumerated() {
            #expect(field.get(report) == (other == index ? "value" : nil), "\(field.name)")
        }
        #expect(report.bundle == nil && report.location == nil && !report.isCompromised)
    }

    @Test(arguments: texts)
    func `A property alone is written under its own name`(field: TextField) throws {
        var report = try BeaconReportTests.report("")
        field.set(&report, "value")
        let object = try JSONSerialization.jsonObject(with: report.encoded()) as? [String: [String: String]]
        #expect(
            object == ["payLoad": ["DeviceIdentifier": "abc", "IsCompromised": "0", field.name: "value"]])
    }

    @Test(arguments: texts)
    func `A text may be a number, empty or null`(field: TextField) throws {
        #expect(field.get(try BeaconReportTests.report(",\"\(field.name)\":-1.50e3")) == "-1.50e3")
        #expect(field.get(try BeaconReportTests.report(",\"\(field.name)\":\"\"")) == "")
        #expect(field.get(try BeaconReportTests.report(",\"\(field.name)\":null")) == nil)
        #expect(field.get(try BeaconReportTests.report(",\"\(field.name.lowercased())\":\"x\"")) == nil)
    }

    @Test(arguments: texts, ["true", "false", "[]", "{}", "[\"x\"]"])
    func `A text of another kind counts as absent`(field: TextField, value: String) throws {
        #expect(field.get(try BeaconReportTests.report(",\"\(field.name)\":\(value)")) == nil)
    }

    @Test(arguments: texts)
    func `A text has at most 1024 characters`(field: TextField) throws {
        let longest = String(repeating: "€", count: 1024)
        #expect(field.get(try BeaconReportTests.report(",\"\(field.name)\":\"\(longest)\"")) == longest)
        #expect(
            Self.reason(",\"\(field.name)\":\"\(longest)x\"")
                == MessageError("is longer than 1024 characters", field: "payLoad.\(field.name)"))
    }

    @Test(arguments: ["5", "true", "[]", "{}"])
    func `The device must be a text, and the app counts as absent if it is none`(value: String) throws {
        #expect(try BeaconReportTests.report(",\"BundleId\":\(value)").bundle == nil)
        #expect(Self.reason(#","BundleId":"a b""#)?.field == "payLoad.BundleId")
        let data = Data("{\"payLoad\":{\"DeviceIdentifier\":\(value)}}")
        #expect(
            failure { () throws(MessageError) in try BeaconReport(json: data) }
                == MessageError("must be a string", field: "payLoad.DeviceIdentifier"))
    }

    @Test func `A device is required, a bundle may be empty`() throws {
        for device in ["null", "\"\""] {
            let data = Data("{\"payLoad\":{\"DeviceIdentifier\":\(device)}}")
            #expect(
                failure { () throws(MessageError) in try BeaconReport(json: data) }
                    == MessageError("is missing", field: "payLoad.DeviceIdentifier"))
        }
        #expect(try BeaconReportTests.report(#","BundleId":"""#).bundle == nil)
        #expect(
            failure { () throws(MessageError) in try BeaconReport(json: Data("{}")) }
                == MessageError("is missing", field: "payLoad"))
        #expect(
            failure { () throws(MessageError) in try BeaconReport(json: Data(#"{"payLoad":"x"}"#)) }
                == MessageError("must be an object", field: "payLoad"))
    }

    @Test(arguments: ["\"true\"", "\"false\"", "true", "false", "1", "0", "\"1\"", "\"0\""])
    func `Compromised is written as 0 or 1, however it was read`(text: String) throws {
        let report = try BeaconReportTests.report(",\"IsCompromised\":\(text)")
        #expect(report.isCompromised == (text.contains("true") || text.contains("1")))
        let written = report.isCompromised ? "1" : "0"
        #expect(try report.encoded().text.contains("\"IsCompromised\":\"\(written)\""))
    }

    @Test(arguments: ["2", "-1", "\"2\"", "\"\"", "\"yes\"", "1.0", "[]", "{}", "\"00\"", "null"])
    func `Anything else is as if the app did not know`(text: String) throws {
        #expect(try !BeaconReportTests.report(",\"IsCompromised\":\(text)").isCompromised)
    }

    @Test(arguments: ["\"True\"", "\"TRUE\"", "\" 1\""])
    func `Compromised may be written in any letter case`(text: String) throws {
        #expect(try BeaconReportTests.report(",\"IsCompromised\":\(text)").isCompromised)
    }

    @Test(arguments: [
        (-90.0, -180.0), (90, 180), (0, 0), (-89.999, 179.999),
    ])
    func `Coordinates at their limits are taken`(latitude: Double, longitude: Double) throws {
        let report = try BeaconReportTests.report(",\"Latitude\":\(latitude),\"Longitude\":\(longitude)")
        #expect(report.location == BeaconLocation(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: [
        ("90.001", "0", "Latitude must be -90 to 90"), ("-90.001", "0", "Latitude must be -90 to 90"),
        ("0", "180.001", "Longitude must be -180 to 180"), ("0", "-180.001", "Longitude must be -180 to 180"),
        ("100", "200", "Latitude must be -90 to 90"),
    ])
    func `Coordinates beyond their limits are refused`(latitude: String, longitude: String, expected: String) throws {
        let error = try #require(Self.reason(",\"Latitude\":\(latitude),\"Longitude\":\(longitude)"))
        #expect("payLoad.\(expected)" == "\(error.field ?? "") \(error.reason)")
    }

    @Test func `Every part of a place has its own name`() throws {
        let place = #","Latitude":1,"Longitude":2,"Altitude":"3.5","Speed":-4,"SampleTime":"t""#
        var report = try BeaconReportTests.report(place)
        let location = BeaconLocation(latitude: 1, longitude: 2, altitude: 3.5, speed: -4, sampleTime: "t")
        #expect(report.location == location)
        report.raw = Data()
        #expect(
            try report.encoded().text
                == #"{"payLoad":{"Altitude":3.5,"DeviceIdentifier":"abc","IsCompromised":"0","Latitude":1,"#
                + #""Longitude":2,"SampleTime":"t","Speed":-4}}"#)
        report.location = BeaconLocation(latitude: 1, longitude: 2)
        #expect(
            try report.encoded().text
                == #"{"payLoad":{"DeviceIdentifier":"abc","IsCompromised":"0","Latitude":1,"Longitude":2}}"#)
    }

    @Test(arguments: [
        ("Altitude", "true"), ("Altitude", "\"high\""), ("Speed", "{}"), ("Speed", "\"nan\""), ("SampleTime", "[]"),
    ])
    func `The other parts of a place count as absent if they are of another kind`(name: String, value: String) throws {
        let report = try BeaconReportTests.report(",\"Latitude\":1,\"Longitude\":2,\"\(name)\":\(value)")
        #expect(report.location == BeaconLocation(latitude: 1, longitude: 2))
    }

    @Test(arguments: [
        (#"{"Status":"4","PolicyIdentifier":"p"}"#, 4, "p"), (#"{"Status":-1,"PolicyIdentifier":""}"#, -1, ""),
        (#"{"PolicyIdentifier":"p","Status":3,"Other":[]}"#, 3, "p"),
    ])
    func `A compliance result has a status and a policy`(element: String, status: Int, policy: String) throws {
        let report = try BeaconReportTests.report(",\"ComplianceData\":[\(element)]")
        #expect(report.complianceResults == [BeaconComplianceResult(status: status, policyIdentifier: policy)])
        #expect(
            try report.encoded().text.contains(
                "\"ComplianceData\":[{\"PolicyIdentifier\":\"\(policy)\",\"Status\":\(status)}]"))
    }

    @Test(arguments: [
        ("[[]]", "must be an object", "ComplianceData"), ("[null]", "must be an object", "ComplianceData"),
        (#"["x"]"#, "must be an object", "ComplianceData"), ("\"x\"", "must be an array", "payLoad.ComplianceData"),
        ("{}", "must be an array", "payLoad.ComplianceData"), ("7", "must be an array", "payLoad.ComplianceData"),
        (#"[{"Status":null,"PolicyIdentifier":"p"}]"#, "is missing", "ComplianceData.Status"),
        (#"[{"Status":3.5,"PolicyIdentifier":"p"}]"#, "must be an integer", "ComplianceData.Status"),
        (#"[{"Status":true,"PolicyIdentifier":"p"}]"#, "must be a string or a number", "ComplianceData.Status"),
        (#"[{"Status":3,"PolicyIdentifier":5}]"#, "must be a string", "ComplianceData.PolicyIdentifier"),
        (#"[{"PolicyIdentifier":"p"},{"Status":3}]"#, "is missing", "ComplianceData.Status"),
    ])
    func `A compliance result that is wrong is named, and loses no beacon`(
        value: String, reason: String, field: String
    ) throws {
        let report = try BeaconReportTests.report(",\"ComplianceData\":\(value),\"OsVersion\":\"17.3\"")
        #expect(report.complianceProblem == MessageError(reason, field: field))
        #expect(report.complianceResults.isEmpty && report.osVersion == "17.3")
    }

    @Test func `Compliance results that are right count beside those that are wrong`() throws {
        let elements = #"[{"Status":4,"PolicyIdentifier":"a"},7,{"Status":3,"PolicyIdentifier":"b"},{"Status":3}]"#
        let report = try BeaconReportTests.report(",\"ComplianceData\":\(elements)")
        #expect(report.complianceResults.map(\.policyIdentifier) == ["a", "b"])
        #expect(report.complianceProblem == MessageError("must be an object", field: "ComplianceData"))
        #expect(try BeaconReportTests.report(#","ComplianceData":null"#).complianceProblem == nil)
    }

    @Test(arguments: [
        ("0", [], false), ("1", [], true), ("0", [4], true), ("0", [3], false), ("1", [3], true), ("0", [4, 3], false),
        ("0", [3, 4], true), ("0", [2], false),
    ])
    func `A device is compromised by its flag, or by what the app says last of the policy`(
        flag: String, statuses: [Int], expected: Bool
    ) throws {
        let results = statuses.map {
            "{\"Status\":\($0),\"PolicyIdentifier\":\"\(BeaconComplianceResult.compromisedPolicy)\"}"
        }
        let other = #"{"Status":4,"PolicyIdentifier":"com.example.policy"}"#
        let list = (results + [other]).joined(separator: ",")
        let report = try BeaconReportTests.report(",\"IsCompromised\":\"\(flag)\",\"ComplianceData\":[\(list)]")
        #expect(report.findsCompromise == expected && report.isCompromised == (flag == "1"))
    }

    @Test func `The order of compliance results is kept, none at all is not written`() throws {
        let elements = (0..<5).reversed().map { "{\"Status\":\($0),\"PolicyIdentifier\":\"p\($0)\"}" }
        let report = try BeaconReportTests.report(",\"ComplianceData\":[\(elements.joined(separator: ","))]")
        #expect(report.complianceResults.map(\.status) == [4, 3, 2, 1, 0])
        #expect(try !BeaconReportTests.report(#","ComplianceData":[]"#).encoded().text.contains("ComplianceData"))
        #expect(BeaconReport.maximumComplianceResults == 100)
    }
}

/// Answers to beacons.
struct BeaconAnswerFieldTests {
    @Test(arguments: [0, 1, -7, Int.max, Int.min])
    func `A status is written and read`(status: Int) throws {
        let data = BeaconAnswer(status: status).encoded()
        #expect(data.text == "{\"d\":{\"Status\":\(status)}}")
        #expect(try BeaconAnswer(json: data).status == status)
        #expect(BeaconAnswer.accepted.status == 1 && BeaconAnswer.refused.status == 0)
    }

    @Test(arguments: [
        "{}", #"{"d":null}"#, #"{"d":{}}"#, #"{"d":{"Status":"1"}}"#, #"{"d":{"Status":1.0}}"#,
        #"{"d":{"Status":true}}"#, #"{"d":{"Status":null}}"#, #"{"D":{"Status":1}}"#, #"{"d":{"status":1}}"#,
        #"{"Status":1}"#, #"{"d":{"Status":9223372036854775808}}"#,
    ])
    func `A status that is no integer is named`(text: String) {
        #expect(
            failure { () throws(MessageError) in try BeaconAnswer(json: Data(text)) }
                == MessageError("must be an integer", field: "d.Status"))
    }
}
