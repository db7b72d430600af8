import DeviceProtocol
import Foundation
import Testing

/// The status of a device setting by setting.
struct DeviceStatusSettingTests {
    static let names = [
        "ismanaged", "enrollmentstatus", "compliancestatus", "managedby", "groupcode", "devicelocationgroup",
    ]

    /// The JSON array with one setting changed or, if nothing is given, left out.
    static func json(_ changes: [String: String?] = [:]) -> Data {
        let values = [
            "ismanaged": "\"false\"", "enrollmentstatus": "\"1\"", "compliancestatus": "\"2\"", "managedby": "\"3\"",
            "groupcode": "\"code\"", "devicelocationgroup": "\"group\"",
        ].merging(changes.compactMapValues { $0 }) { $1 }
        let settings = names.filter { changes[$0] != .some(.none) }.map {
            "{\"DeviceSetting\":\"\($0)\",\"SettingValue\":\(values[$0] ?? "")}"
        }
        return Data("[\(settings.joined(separator: ","))]")
    }

    static func error(_ data: Data) -> MessageError? {
        failure { () throws(MessageError) in try DeviceStatusReport(json: data) }
    }

    @Test func `Every setting comes from its own name`() throws {
        let report = try DeviceStatusReport(json: Self.json())
        #expect(!report.isManaged && report.enrollmentStatus == .discovered && report.complianceStatus == .blocked)
        #expect(report.managedBy == .quarantine && report.groupCode == "code" && report.locationGroup == "group")
        #expect(try report.encoded() == Self.json())
    }

    @Test func `A setting that is missing or null is named`() {
        let reasons = [
            "ismanaged": "must be a boolean or a string", "groupcode": "must be a string",
            "devicelocationgroup": "must be a string",
        ]
        for name in Self.names {
            let reason = reasons[name] ?? "must be an integer or a string with one"
            #expect(Self.error(Self.json([name: nil])) == MessageError(reason, field: name))
            #expect(Self.error(Self.json([name: "null"])) == MessageError(reason, field: name))
            #expect(Self.error(Self.json([name: "{}"])) == MessageError(reason, field: name))
            #expect(Self.error(Self.json([name: "[\"1\"]"])) == MessageError(reason, field: name))
        }
    }

    @Test(arguments: [
        ("true", true), ("false", false), ("\"true\"", true), ("\"True\"", true), ("\"TRUE\"", true),
        ("\"false\"", false), ("\"\"", false), ("\"1\"", false), ("\"yes\"", false), ("\" true\"", false),
        ("\"truе\"", false),
    ])
    func `Managed is a boolean or the word true`(value: String, expected: Bool) throws {
        #expect(try DeviceStatusReport(json: Self.json(["ismanaged": value])).isManaged == expected)
    }

    @Test(
        arguments: ["enrollmentstatus", "compliancestatus", "managedby"],
        [
            "true", "1.0", "1e0", "\"\"", "\" 1\"", "\"1.0\"", "\"one\"", "9223372036854775808", "\"0x1\"",
        ])
    func `A number of another form is refused`(name: String, value: String) {
        #expect(
            Self.error(Self.json([name: value]))
                == MessageError("must be an integer or a string with one", field: name))
    }

    @Test(arguments: [-1, 4, 99, Int.max, Int.min])
    func `An unlisted manager is refused, unlisted states are not known`(number: Int) throws {
        #expect(Self.error(Self.json(["managedby": "\(number)"])) == MessageError("must be 0 to 3", field: "managedby"))
        let number = number == 4 ? 12 : number
        let report = try DeviceStatusReport(
            json: Self.json(["enrollmentstatus": "\"\(number)\"", "compliancestatus": "\(number)"]))
        #expect(report.enrollmentStatus == .unknown && report.complianceStatus == .unknown)
    }

    @Test func `Numbers are taken for the states they stand for`() throws {
        for (index, state) in EnrollmentStatus.allCases.enumerated() {
            #expect(try DeviceStatusReport(json: Self.json(["enrollmentstatus": "\(index)"])).enrollmentStatus == state)
        }
        for (index, state) in ComplianceStatus.allCases.enumerated() {
            #expect(try DeviceStatusReport(json: Self.json(["compliancestatus": "\(index)"])).complianceStatus == state)
        }
        for (index, state) in ManagementType.allCases.enumerated() {
            #expect(try DeviceStatusReport(json: Self.json(["managedby": "\(index)"])).managedBy == state)
        }
    }

    @Test(arguments: [
        ("[{}]", MessageError("is missing", field: "DeviceSetting")),
        ("[{\"DeviceSetting\":1}]", MessageError("must be a string", field: "DeviceSetting")),
        ("[{\"DeviceSetting\":null}]", MessageError("is missing", field: "DeviceSetting")),
        ("[[]]", MessageError("must be an object")), ("[null]", MessageError("must be an object")),
        ("{}", MessageError("must be an array")), ("null", MessageError("must be an array")),
        ("\"x\"", MessageError("must be an array")), ("[] []", MessageError("JSON is followed by something else")),
    ])
    func `A body of another shape is refused with its reason`(text: String, error: MessageError) {
        #expect(Self.error(Data(text)) == error)
    }

    @Test func `Settings may come in any order, beside others, the last of a name stays`() throws {
        let report = DeviceStatusReportTests.report
        let elements = try JSONDecoder().decode([[String: String]].self, from: report.encoded())
        let stale = [["DeviceSetting": "groupcode", "SettingValue": "old"], ["DeviceSetting": "other"]]
        let data = try JSONEncoder().encode(stale + elements.reversed())
        #expect(try DeviceStatusReport(json: data) == report)
    }
}

/// States by the names that people write.
struct StateNameTests {
    static let enrollment = [
        "Device not found", "Discovered", "Registered", "Enrollment in progress", "Enrolled",
        "Enterprise wipe pending", "Device wipe pending", "Retired", "Unenrolled", "Unknown",
    ]
    static let compliance = [
        "Unknown", "Allowed", "Blocked", "Compliant", "Non-compliant", "Not available", "Not applicable",
        "Pending compliance check", "Pending compliance check for a policy", "Registration active",
        "Registration expired", "Quarantined",
    ]
    static let management = ["Not managed", "MDM", "MAM", "Quarantine"]

    @Test func `Names stand in the order of their numbers`() {
        #expect(EnrollmentStatus.allCases.map(\.name) == Self.enrollment)
        #expect(ComplianceStatus.allCases.map(\.name) == Self.compliance)
        #expect(ManagementType.allCases.map(\.name) == Self.management)
    }

    /// Ways in which people write a name.
    static func spellings(_ name: String) -> [String] {
        [
            name, name.lowercased(), name.uppercased(), name.replacing(" ", with: "-"), name.replacing(" ", with: "_"),
            name.replacing(" ", with: ""), " \(name) ", name.replacing("-", with: " "), "\t\(name)\n",
            name.map { "\($0)-" }.joined(),
        ]
    }

    @Test(arguments: 0..<12)
    func `A state is found by its name however it is spelt`(number: Int) {
        if number < 10 {
            for text in Self.spellings(Self.enrollment[number]) {
                #expect(EnrollmentStatus(name: text)?.rawValue == number, "\(text)")
            }
        }
        for text in Self.spellings(Self.compliance[number]) {
            #expect(ComplianceStatus(name: text)?.rawValue == number, "\(text)")
        }
        if number < 4 {
            for text in Self.spellings(Self.management[number]) {
                #expect(ManagementType(name: text)?.rawValue == number, "\(text)")
            }
        }
    }

    @Test(arguments: [
        "", " ", "-", "Enrol", "Enrolled2", "1", "Enrolled!", "Enrolled.", "«Enrolled»", "Ënrolled", "Enrolledé",
        "Enrolled, retired", "En/rolled",
    ])
    func `Other characters than blanks, hyphens and underscores matter`(name: String) {
        #expect(EnrollmentStatus(name: name) == nil)
    }

    @Test func `States are coded as their numbers`() throws {
        #expect(try JSONEncoder().encode([EnrollmentStatus.retired]).text == "[7]")
        #expect(try JSONDecoder().decode([ManagementType].self, from: Data("[2]")) == [.mam])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([ComplianceStatus].self, from: Data("[12]")) }
    }

    @Test(arguments: [
        (0, EnrollmentStep.unknown), (1, .validateGroupIdentifier), (2, .validateGroupIdentifierSelector),
        (3, .doSamlAuthentication), (4, .validateLoginCredentials), (8, .validateAuthenticationToken),
        (10, .validateEulaAcceptance), (12, .checkEnrollmentStatus), (16, .getUnmanagedProfilePayload),
        (19, .redirectToAgentInstallUrl), (21, .displayWelcomeMessage), (23, .validateStagingModeSelector),
        (26, .registerApplication), (30, .getPostSamlEnrollmentStep),
    ])
    func `A step has its number`(number: Int, step: EnrollmentStep) {
        #expect(EnrollmentStep(rawValue: number) == step)
        var next = ApplicationRegistrationResponse.NextStep(step)
        #expect(next.type == number && next.step == step)
        next.type = number == 0 ? 24 : number == 26 ? 28 : 31
        #expect(next.step == .unknown)
    }
}

/// Registrations of applications field by field.
struct ApplicationRegistrationFieldTests {
    static let object =
        #"{"AppBundleIdentifier":"b","AppInternalIdentifier":"d","Header":{"ProtocolRevision":"r","Language":"l","#
        + #""ProtocolType":"t","Mode":"m"},"Device":{"Identifier":"di","Type":"dt","InternalIdentifier":"dn","#
        + #""BundleIdentifier":"db"}}"#

    @Test func `Every field comes from its own name and goes back there`() throws {
        let request = try ApplicationRegistrationRequest(json: Data(Self.object))
        #expect(request.bundle.value == "b" && request.device.value == "d" && request.protocolRevision == "r")
        #expect(request.language == "l" && request.protocolType == "t" && request.mode == "m")
        #expect(request.deviceIdentifier?.value == "di" && request.deviceType == "dt")
        #expect(request.deviceInternalIdentifier?.value == "dn" && request.deviceBundle?.value == "db")
        #expect(try ApplicationRegistrationRequest(json: request.encoded()) == request)
        let written = try request.encoded().text
        for part in [
            "\"ProtocolRevision\":\"r\"", "\"Mode\":\"m\"", "\"Type\":\"dt\"", "\"InternalIdentifier\":\"dn\"",
        ] {
            #expect(written.contains(part))
        }
    }

    @Test(arguments: [
        ("\"b\"", "5", "AppBundleIdentifier", "must be a string"),
        ("\"b\"", "\"-\"", "AppBundleIdentifier", "must be \(BundleIdentifier.rule)"),
        ("\"d\"", "\"\"", "AppInternalIdentifier", "is missing"),
        ("\"d\"", "[]", "AppInternalIdentifier", "must be a string"),
    ])
    func `A field that is wrong is named by its path`(from: String, to: String, field: String, reason: String) {
        let data = Data(Self.object.replacing(":\(from)", with: ":\(to)"))
        let error = failure { () throws(MessageError) in try ApplicationRegistrationRequest(json: data) }
        #expect(error == MessageError(reason, field: field))
    }

    @Test(arguments: [("true", true), ("false", false)])
    func `An answer says whether single sign-on is enabled`(text: String, isEnabled: Bool) throws {
        let bundle = try #require(BundleIdentifier("b"))
        let response = ApplicationRegistrationResponse(token: "t", bundle: bundle, isSingleSignOnEnabled: isEnabled)
        #expect(response.nextStep.singleSignOnEnabled == text && response.nextStep.enrollmentBlockedMessage == nil)
        #expect(response.status?.code == 1 && response.status?.notification == nil)
    }

    @Test func `Only a blocked enrollment carries its message twice`() {
        for step in EnrollmentStep.allCases {
            let response = ApplicationRegistrationResponse(refusal: step, message: "No.")
            #expect(response.nextStep.enrollmentBlockedMessage == (step == .enrollmentBlocked ? "No." : nil))
            #expect(response.status?.notification == "No." && response.header?.protocolRevision == 1)
            #expect(response.nextStep.bundleIdentifier == nil && response.nextStep.singleSignOnEnabled == nil)
        }
    }

    @Test(arguments: [(true, "True"), (false, "False")])
    func `A user is active or not, in a word`(isActive: Bool, word: String) throws {
        let user = EnrolledUser(
            userName: "n", accountType: "t", isActive: isActive, locationGroup: "g", userID: "i", userCategory: "c")
        #expect(
            try JSONDecoder().decode([String: String].self, from: user.encoded()) == [
                "UserName": "n", "AccountType": "t", "IsActive": word, "LocationGroup": "g", "UserId": "i",
                "UserCategory": "c",
            ])
        let details = UserDetails(
            domain: "d", email: "e", firstName: "f", groupCode: "g", lastName: "l", userID: "i", userName: "n")
        #expect(
            try JSONDecoder().decode([String: String].self, from: details.encoded()) == [
                "Domain": "d", "Email": "e", "FirstName": "f", "GroupCode": "g", "LastName": "l", "UserId": "i",
                "UserName": "n",
            ])
    }
}
