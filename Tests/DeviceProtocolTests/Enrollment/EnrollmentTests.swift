import DeviceProtocol
import Foundation
import Testing

/// Enrollment: status (DeviceServices, section 9).
struct DeviceStatusReportTests {
    static let example =
        #"[{"DeviceSetting":"ismanaged","SettingValue":"true"},{"DeviceSetting":"enrollmentstatus","SettingValue":"4"},"#
        + #"{"DeviceSetting":"compliancestatus","SettingValue":"3"},{"DeviceSetting":"managedby","SettingValue":"1"},"#
        + #"{"DeviceSetting":"groupcode","SettingValue":"ACMEFIELD"},"#
        + #"{"DeviceSetting":"devicelocationgroup","SettingValue":"Acme Field Staff"}]"#

    static let report = DeviceStatusReport(
        isManaged: true, enrollmentStatus: .enrolled, complianceStatus: .compliant, managedBy: .mdm,
        groupCode: "ACMEFIELD", locationGroup: "Acme Field Staff")

    @Test
    func `The example of the specification is written and read`() throws {
        #expect(try Self.report.encoded().text == Self.example)
        #expect(try DeviceStatusReport(json: Data(Self.example)) == Self.report)
    }

    @Test(arguments: EnrollmentStatus.allCases, ComplianceStatus.allCases)
    func `Every state survives`(enrollment: EnrollmentStatus, compliance: ComplianceStatus) throws {
        var report = Self.report
        report.isManaged = false
        report.enrollmentStatus = enrollment
        report.complianceStatus = compliance
        #expect(try DeviceStatusReport(json: report.encoded()) == report)
    }

    @Test(arguments: [
        ("\"true\"", "true"), ("\"true\"", "\"TRUE\""), ("\"4\"", "4"), ("\"3\"", "3"), ("\"1\"", "1"),
    ])
    func `Booleans and integers are read as well as strings`(from: String, to: String) throws {
        #expect(try DeviceStatusReport(json: Data(Self.example.replacing(from, with: to))) == Self.report)
    }

    @Test(arguments: [
        "ismanaged", "enrollmentstatus", "compliancestatus", "managedby", "groupcode", "devicelocationgroup",
    ])
    func `All six settings are required`(name: String) {
        let data = Data(Self.example.replacing("\"\(name)\"", with: "\"\(name.uppercased())\""))
        #expect(failure { () throws(MessageError) in try DeviceStatusReport(json: data) }?.field == name)
    }

    @Test(arguments: [
        ("\"true\"", "1", "ismanaged"), ("\"4\"", "\"four\"", "enrollmentstatus"),
        ("\"4\"", "4.5", "enrollmentstatus"),
        ("\"3\"", "true", "compliancestatus"), ("\"1\"", "\"4\"", "managedby"), ("\"1\"", "null", "managedby"),
        ("\"ACMEFIELD\"", "571", "groupcode"), ("\"Acme Field Staff\"", "[]", "devicelocationgroup"),
    ])
    func `Values of the wrong kind are named`(from: String, to: String, field: String) {
        let data = Data(Self.example.replacing(from, with: to))
        #expect(failure { () throws(MessageError) in try DeviceStatusReport(json: data) }?.field == field)
    }

    @Test
    func `States that are not listed count as unknown`() throws {
        let report = try DeviceStatusReport(
            json: Data(Self.example.replacing("\"4\"", with: "77").replacing("\"3\"", with: "99")))
        #expect(report.enrollmentStatus == .unknown && report.complianceStatus == .unknown)
    }

    @Test(arguments: ["", "{}", "[]", "[1]", "null", #"[{"SettingValue":"x"}]"#])
    func `Other bodies are refused`(text: String) {
        #expect(throws: MessageError.self) { try DeviceStatusReport(json: Data(text)) }
    }

    @Test
    func `Hostile bodies never end the process`() {
        let sample = Data(Self.example)
        for part in sample.truncations { #expect((try? DeviceStatusReport(json: part)) == nil) }
        for data in sample.mutations(500, seed: 51) + Hostile.random(200, seed: 52) {
            _ = try? DeviceStatusReport(json: data)
        }
        for data in Hostile.nested { #expect(onSmallStack { (try? DeviceStatusReport(json: data)) == nil } == true) }
    }
}

/// Enrollment: names of states.
struct NamedStateTests {
    private func check<State: NamedState>(_ type: State.Type, count: Int) {
        #expect(State.allCases.map(\.rawValue) == Array(0..<count))
        #expect(Set(State.allCases.map(\.name)).count == count)
        for state in State.allCases {
            #expect(State(name: state.name) == state)
            #expect(State(name: state.name.uppercased().replacing(" ", with: "_")) == state)
            #expect(State(name: state.name.replacing(" ", with: "").replacing("-", with: "")) == state)
        }
        #expect(State(name: "") == nil)
        #expect(State(name: "nonsense") == nil)
    }

    @Test
    func `Every state has a number, a name and is found by it`() {
        check(EnrollmentStatus.self, count: 10)
        check(ComplianceStatus.self, count: 12)
        check(ManagementType.self, count: 4)
    }

    @Test
    func `Two enrollment states make a client wipe`() {
        #expect(EnrollmentStatus.allCases.filter(\.makesClientWipe) == [.deviceNotFound, .unenrolled])
    }

    @Test
    func `Steps have the numbers of the specification (section 6.2)`() {
        #expect(EnrollmentStep.allCases.map(\.rawValue) == Array(0...23) + [26, 27, 30])
        #expect(EnrollmentStep.enrollmentBlocked.rawValue == 20 && EnrollmentStep.enrollmentComplete.rawValue == 27)
    }
}

/// Enrollment: registration of applications (DeviceServices, section 8).
struct ApplicationRegistrationTests {
    static func request() throws -> ApplicationRegistrationRequest {
        ApplicationRegistrationRequest(
            bundle: try #require(BundleIdentifier("com.x")), device: try #require(DeviceIdentifier("abc")))
    }

    @Test
    func `A request has the fields of the specification and survives`() throws {
        let request = try Self.request()
        let data = try request.encoded()
        #expect(
            data.text
                == #"{"AppBundleIdentifier":"com.x","AppInternalIdentifier":"abc","Device":{"BundleIdentifier":"com.x","#
                + #""Identifier":"abc","InternalIdentifier":"abc","Type":"2"},"Header":{"Language":"en-US","Mode":"2","#
                + #""ProtocolRevision":"1","ProtocolType":"1"}}"#)
        #expect(try ApplicationRegistrationRequest(json: data) == request)
    }

    @Test
    func `Header and device may be absent, and their numbers numbers`() throws {
        let bare = try ApplicationRegistrationRequest(
            json: Data(#"{"AppBundleIdentifier":"com.x","AppInternalIdentifier":"ABC"}"#))
        #expect(bare.device.value == "abc" && bare.language == nil && bare.deviceType == nil)
        let data = Data(
            #"{"AppBundleIdentifier":"com.x","AppInternalIdentifier":"a","Header":{"Mode":2},"Device":{"Type":2,"Identifier":""}}"#
        )
        let request = try ApplicationRegistrationRequest(json: data)
        #expect(request.mode == "2" && request.deviceType == "2" && request.deviceIdentifier == nil)
    }

    @Test(arguments: [
        (#"{}"#, "AppBundleIdentifier"), (#"{"AppBundleIdentifier":"x"}"#, "AppInternalIdentifier"),
        (#"{"AppBundleIdentifier":"x","AppInternalIdentifier":"a b"}"#, "AppInternalIdentifier"),
        (#"{"AppBundleIdentifier":"x","AppInternalIdentifier":7}"#, "AppInternalIdentifier"),
        (#"{"AppBundleIdentifier":["x"],"AppInternalIdentifier":"a"}"#, "AppBundleIdentifier"),
        (#"{"AppBundleIdentifier":"/","AppInternalIdentifier":"a"}"#, "AppBundleIdentifier"),
    ])
    func `What is wrong is named, if it is the app or its device`(text: String, field: String) {
        #expect(
            failure { () throws(MessageError) in try ApplicationRegistrationRequest(json: Data(text)) }?.field == field)
    }

    @Test func `What only describes header and device is ignored if it cannot be read`() throws {
        func request(_ members: String) throws -> ApplicationRegistrationRequest {
            try ApplicationRegistrationRequest(
                json: Data("{\"AppBundleIdentifier\":\"x\",\"AppInternalIdentifier\":\"a\"\(members)}"))
        }
        let bare = try request("")
        for members in [
            #","Header":[]"#, #","Header":{"Language":[]}"#, #","Header":{"Mode":true}"#, #","Device":"x""#,
            #","Device":{"Identifier":"/"}"#, #","Device":{"BundleIdentifier":{}}"#,
        ] {
            #expect(try request(members) == bare, "\(members)")
        }
        #expect(try request(#","Header":{"Language":1}"#).language == "1")
    }

    @Test
    func `A completed registration is that of the specification`() throws {
        let bundle = try #require(BundleIdentifier("com.example.fieldnotes"))
        let response = ApplicationRegistrationResponse(token: "tok", bundle: bundle, isSingleSignOnEnabled: true)
        let data = try response.encoded()
        #expect(
            data.text
                == #"{"Header":{"ProtocolRevision":1},"NextStep":{"BundleIdentifier":"com.example.fieldnotes","#
                + #""DeviceAuthenticationToken":"tok","SingleSignOnEnabled":"true","Type":27},"Status":{"Code":1}}"#)
        #expect(try JSONDecoder().decode(ApplicationRegistrationResponse.self, from: data) == response)
        #expect(response.nextStep.step == .enrollmentComplete)
    }

    @Test(arguments: [EnrollmentStep.enrollmentBlocked, .unknown])
    func `A refused registration carries no credential`(step: EnrollmentStep) throws {
        let response = ApplicationRegistrationResponse(refusal: step, message: "No.")
        #expect(response.nextStep.step == step && response.nextStep.deviceAuthenticationToken == nil)
        #expect(response.status?.code == 2 && response.status?.notification == "No.")
        #expect(try response.encoded().text.contains("\"Type\":\(step.rawValue)"))
    }
}

/// Enrollment: users (DeviceServices, section 10).
struct EnrolledUserTests {
    @Test
    func `The user of a device has the fields of the specification, all strings`() throws {
        let user = EnrolledUser(userName: "dana", locationGroup: "Acme Field Staff", userID: "317")
        #expect(
            try user.encoded().text
                == #"{"AccountType":"Basic","IsActive":"True","LocationGroup":"Acme Field Staff","UserCategory":"0","#
                + #""UserId":"317","UserName":"dana"}"#)
        #expect(try JSONDecoder().decode(EnrolledUser.self, from: user.encoded()) == user)
    }

    @Test
    func `The details of a user are those of the specification`() throws {
        let text =
            #"{"Domain":"acme","Email":"dana@example.test","FirstName":"Dana","GroupCode":"571","LastName":"Reyes","#
            + #""UserId":"317","UserName":"dana"}"#
        let details = try JSONDecoder().decode(UserDetails.self, from: Data(text))
        #expect(details.firstName == "Dana" && details.groupCode == "571")
        #expect(try details.encoded().text == text)
    }

    @Test
    func `Every field is required`() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(UserDetails.self, from: Data(#"{"Domain":"a"}"#))
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(EnrolledUser.self, from: Data(#"{"UserName":"a"}"#))
        }
    }
}
