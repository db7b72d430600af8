import Foundation
import Testing

@testable import DeviceProtocol

/// Members that a message can do without never refuse a device's call (DeviceServices, section 1.6).
struct OptionalMemberTests {
    /// JSON values that are no identifier, number, truth value or object.
    private static let odd = ["true", "false", "[]", "{}", "[null]", "{\"a\":{}}", "[\"2\"]", "null"]

    private static func json(_ text: String) -> Data { Data(text.utf8) }

    @Test(arguments: odd)
    func `A login is read whatever stands in what only describes it`(value: String) throws {
        for name in ["DeviceType", "RequestingApp", "Unknown"] {
            let login = try LoginRequest(json: Self.json(#"{"Udid":"aa","BundleId":"b","\#(name)":\#(value)}"#))
            #expect(login.device.value == "aa" && login.authenticationGroup == "b")
        }
    }

    @Test func `Name, password and codes of a login may be numbers, and are absent as anything else`() throws {
        let login = try LoginRequest(
            json: Self.json(
                """
                {"Udid":"aa","BundleId":"b","Username":1234,"Password":5.60,"ActivationCode":[],"AuthorizationCode":false,
                "AuthenticationType":"Native","AuthenticationGroup":{}}
                """))
        #expect(login.username == "1234" && login.password == "5.60")
        #expect(login.activationCode == nil && login.authorizationCode == nil)
        #expect(login.authenticationType == .hmac && login.authenticationGroup == "b")
    }

    @Test(arguments: odd)
    func `A beacon is read whatever stands beside its device`(value: String) throws {
        for name in [
            "BundleId", "IsCompromised", "Latitude", "Longitude", "Altitude", "Speed", "SampleTime", "Name",
            "DeviceType",
            "APNSToken", "ComplianceData", "UserName", "SampleValue",
        ] {
            let json = #"{"payLoad":{"DeviceIdentifier":"aa","\#(name)":\#(value)}}"#
            let report = try BeaconReport(json: Self.json(json))
            #expect(report.device.value == "aa" && report.location == nil, "\(name)")
        }
    }

    @Test(arguments: [("\"north\"", "0"), ("1", "null"), ("[]", "{}"), ("true", "5"), ("\"\"", "1")])
    func `A place that is none is left out`(latitude: String, longitude: String) throws {
        let json = #"{"payLoad":{"DeviceIdentifier":"aa","Latitude":\#(latitude),"Longitude":\#(longitude)}}"#
        #expect(try BeaconReport(json: Self.json(json)).location == nil)
    }

    @Test(arguments: odd)
    func `A registration, a key and a question are read whatever describes them`(value: String) throws {
        let registration = try ApplicationRegistrationRequest(
            json: Self.json(
                #"{"AppBundleIdentifier":"b","AppInternalIdentifier":"aa","Header":\#(value),"Device":\#(value)}"#))
        #expect(registration.device.value == "aa")
        let kept =
            #"{"Uid":"aa","DeviceKeyUsage":2,"Algorithm":"AES256","Base64EncodedKey":"YQ==","KeySize":\#(value)}"#
        #expect(try KeyStoreRequest(json: Self.json(kept)).key == "YQ==")
        let asked = #"{"Uid":"aa","KeyUsage":2,"DeviceType":\#(value),"EnrollmentUserId":\#(value)}"#
        #expect(try KeyRetrievalRequest(json: Self.json(asked)).device.value == "aa")
        let support = #"{"request":{"Uid":"aa","DeviceType":\#(value)}}"#
        #expect(try SupportRequest(json: Self.json(support)).device.value == "aa")
    }

    @Test(arguments: odd)
    func `A log is kept whatever stands in what only describes it`(value: String) throws {
        for name in ["AppVersion", "LogType", "LogLevel"] {
            var scanner = LogUploadScanner()
            let json = Array(#"{"BundleId":"b","\#(name)":\#(value),"LogData":"x"}"#.utf8)
            try json.withUnsafeBytes { try scanner.consume($0) { _ in } }
            let header = try scanner.finish()
            #expect(header.bundle.value == "b", "\(name)")
            if name != "AppVersion" { #expect(header.type == .application && header.level == .debug) }
        }
    }

    @Test(arguments: ["<true/>", "<array/>", "<dict/>", "<integer>5</integer>"])
    func `An acknowledgement is read whatever its lists are`(value: String) throws {
        let list = """
            <plist version="1.0"><dict><key>Status</key><integer>1</integer><key>UDID</key><string>aa</string>
            <key>SampleTime</key>\(value)<key>ProfileList</key>\(value)<key>CertificateList</key>\(value)</dict></plist>
            """
        #expect(try ProcessorMessage(propertyList: Self.json(list)).device.value == "aa")
    }
}
