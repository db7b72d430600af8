import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Enrollment without a browser, as agents do it (DeviceServices, section 6).
struct AgentEnrollmentTests {
    private static let tree = """
        version: 1
        organizationGroups:
          - {path: global}
          - {path: global/demo, settings: {groupValidationStep: 2}}
          - {path: global/demo/east, name: East}
          - {path: global/demo/west, name: West}
          - {path: global/demo/west2, name: West}
          - {path: global/demo/west/deep, name: Deep}
        """
    private static let deviceText = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"

    /// Sends a step on the first form of the path.
    private func send(
        _ step: String, _ console: TestConsole, session: String? = nil,
        _ change: (inout AgentEnrollmentRequest) -> Void = { _ in }
    ) async throws -> AgentEnrollmentResponse {
        var request = AgentEnrollmentRequest()
        if let session { request.header.sessionID = session }
        change(&request)
        let answer = try await console.send(
            .post, "/deviceservices/enrollment/airwatchenroll.aws/\(step)", body: try request.encoded())
        #expect(answer.status == .ok, "\(answer.text)")
        return try JSONDecoder().decode(AgentEnrollmentResponse.self, from: Data(buffer: answer.body))
    }

    private func open(_ console: TestConsole, group: String = "demo") async throws -> AgentEnrollmentResponse {
        try await send("validategroupidentifier", console) { $0.groupID = group }
    }

    /// A session whose user has signed in.
    private func signedIn(_ console: TestConsole) async throws -> String {
        let session = try await open(console).header.sessionID
        let answer = try await send("validatelogincredentials", console, session: session) {
            ($0.username, $0.password) = ("demo", "demo")
        }
        #expect(answer.nextStep.type == 13)
        return session
    }

    private func expectRefused(
        _ answer: AgentEnrollmentResponse, type: Int = 0, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.status.code == 2 && !answer.status.notification.isEmpty, sourceLocation: location)
        #expect(answer.header.sessionID == AgentEnrollmentRequest.noSession, sourceLocation: location)
        #expect(answer.nextStep.type == type, sourceLocation: location)
    }

    @Test func `A Group ID is answered as in the documentation, with a session of its own`() async throws {
        try await withConsole { console in
            let body = """
                {"Header":{"SessionId":"00000000-0000-0000-0000-000000000000"},"Device":{"InternalIdentifier":""},
                "GroupId":"DEMO"}
                """
            let answer = try await console.send(
                .post, "/deviceservices/enrollment/airwatchenroll.aws/validategroupidentifier", text: body)
            let session = try #require((try answer.json()["Header"] as? [String: Any])?["SessionId"] as? String)
            #expect(UUID(uuidString: session) != nil && session != AgentEnrollmentRequest.noSession)
            let expected = """
                {"Header":{"Language":"en-US","Mode":2,"ProtocolRevision":5,"ProtocolType":1,"SessionId":"\(session)"},\
                "NextStep":{"AgentSettings":null,"CaptchaValue":null,"DeviceUserMode":0,\
                "EnrollmentBlockedMessage":null,"GreenBoxUrl":null,"GroupId":"demo","Groups":null,"InstallUrl":null,\
                "IsCaptchaRequired":false,"IsVidmConfigured":false,"ServiceUrl":null,"SettingsPayload":null,\
                "StagingRequired":false,"Type":4,"VidmServerUrl":null},\
                "Status":{"Code":1,"Notification":""}}
                """
            #expect(answer.text == expected)
            #expect(answer.headers[.consoleVersion] == "24.10.0.0")
        }
    }

    @Test(arguments: [
        "/DeviceServices/AirwatchEnroll.aws/Enrollment/validategroupidentifier",
        "/deviceservices/AirWatchEnroll.aws/ENROLLMENT/ValidateGroupIdentifier",
        "/DEVICESERVICES/enrollment/airwatchenroll.aws/VALIDATEGROUPIDENTIFIER",
    ])
    func `The path is found in any letter case and under its other name`(path: String) async throws {
        try await withConsole { console in
            let answer = try await console.send(.post, path, text: "{\"GroupId\":\"demo\"}")
            #expect((try answer.json()["NextStep"] as? [String: Any])?["Type"] as? Int == 4)
        }
    }

    @Test(arguments: ["nobody", "", " demo", "a/b", String(repeating: "x", count: 65)])
    func `An unknown group is refused with a text and a session of zeros`(group: String) async throws {
        try await withConsole { console in
            expectRefused(try await open(console, group: group))
            expectRefused(try await send("validategroupidentifier", console))
            #expect(try await console.rowCounts()["agentSession"] == 0)
        }
    }

    @Test func `What the agent says of itself comes back`() async throws {
        try await withConsole { console in
            let answer = try await send("validategroupidentifier", console) {
                $0.groupID = "demo"
                ($0.header.protocolRevision, $0.header.language, $0.header.app) = (9, "de-DE", "Agent")
                ($0.header.appVersion, $0.header.mode, $0.header.protocolType) = ("24.1", 3, 2)
            }
            #expect(answer.header.protocolRevision == 9 && answer.header.language == "de-DE")
            #expect(answer.header.app == "Agent" && answer.header.appVersion == "24.1")
            #expect(answer.header.mode == 3 && answer.header.protocolType == 2)
        }
    }

    @Test(arguments: [
        ("{\"authenticationTypes\":[\"token\"]}", 8), ("{\"forceToken\":true}", 8),
        ("{\"authenticationTypes\":[\"saml\",\"usernameAndPassword\"]}", 3),
        ("{\"authenticationTypes\":[\"saml\"],\"forceToken\":true}", 8),
        ("{\"authenticationTypes\":[\"usernameAndPassword\"]}", 4), ("{\"groupValidationStep\":18}", 18),
        ("{\"groupValidationStep\":1}", 1), ("{\"groupValidationStep\":29}", 29), ("{\"groupValidationStep\":2}", 4),
    ])
    func `The next step is that of the ways to sign in, or as configured`(settings: String, type: Int) async throws {
        try await withConsole { console in
            _ = try await console.admin(.patch, "/_mock/groups/demo/settings", text: settings)
            let answer = try await open(console)
            #expect(answer.status.code == 1)
            #expect(answer.nextStep.type == type)
        }
    }

    @Test func `Where nobody can sign in the enrollment is blocked`() async throws {
        try await withConsole { console in
            try await console.set("authenticationTypes", "[]", of: "demo")
            let answer = try await open(console)
            expectRefused(answer, type: 20)
            #expect(answer.nextStep.enrollmentBlockedMessage == answer.status.notification)
        }
    }

    @Test func `A group that asks for it lets the user choose below it, once`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(Self.tree)
            let answer = try await open(console)
            #expect(answer.nextStep.type == 2)
            let groups = try #require(answer.nextStep.groups)
            #expect(groups.keys.sorted() == ["East", "West", "West (west2)"])
            let session = answer.header.sessionID
            func choose(_ id: Int64?) async throws -> AgentEnrollmentResponse {
                try await send("validategroupselector", console, session: session) { $0.locationGroup = id }
            }
            let west = try await choose(groups["West"])
            #expect(west.nextStep.type == 2 && west.nextStep.groupID == "west")
            #expect(west.header.sessionID == session)
            let same = try await choose(groups["West"])
            #expect(same.nextStep.type == 4 && same.nextStep.groupID == "west")
            let deep = try await choose(west.nextStep.groups?["Deep"])
            #expect(deep.nextStep.type == 4 && deep.nextStep.groupID == "deep")
            expectRefused(try await choose(groups["East"]))
            expectRefused(try await choose(7))
            expectRefused(try await choose(nil))
            expectRefused(try await choose(-1))
        }
    }

    @Test func `From above customers none of their groups can be chosen, nor found by their ids`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global, settings: {groupValidationStep: 2}}
                  - {path: global/south, name: South, type: Customer}
                  - {path: global/south/branch, name: Branch}
                  - {path: global/open, name: Open}
                """)
            let opened = try await open(console, group: "global")
            #expect(opened.nextStep.groups.map { Array($0.keys) } == ["Open"], "\(opened)")
            let session = opened.header.sessionID
            for code in ["south", "branch"] {
                let id = try #require(try await console.parts.model.groups.group(code: code)).storedID()
                let answer = try await send("validategroupselector", console, session: session) {
                    $0.locationGroup = id
                }
                #expect(answer.header.sessionID == AgentEnrollmentRequest.noSession && answer.nextStep.groupID != code)
            }
            let id = try #require(try await console.parts.model.groups.group(code: "open")).storedID()
            let answer = try await send("validategroupselector", console, session: session) { $0.locationGroup = id }
            #expect(answer.nextStep.groupID == "open", "\(answer)")
        }
    }

    @Test func `A user signs in, and the device is noted as being enrolled`() async throws {
        try await withConsole { console in
            let session = try await signedIn(console)
            let answer = try await send("createMdmInstallUrl", console, session: session) {
                $0.device = .init(DeviceIdentifier(Self.deviceText))
                ($0.device.texts[.model], $0.device.texts[.osVersion]) = ("iPhone", "17.3")
            }
            #expect(answer.status == .ok && answer.nextStep.type == 18 && answer.nextStep.groupID == "demo")
            #expect(answer.nextStep.installURL == "http://localhost/DeviceManagement/Enrollment")
            let device = try await console.adminJSON("/_mock/devices/\(Self.deviceText)")
            #expect(device["enrollmentStatusCode"] as? Int == 3 && device["user"] as? String == "demo")
            #expect(device["model"] as? String == "iPhone" && device["osVersion"] as? String == "17.3")
            let client = try await console.signedInDevice()
            #expect(try await client.status()?.enrollmentStatus == .enrolled)
            _ = try await send("createMdmInstallUrl", console, session: session) {
                $0.device = .init(DeviceIdentifier(Self.deviceText))
            }
            #expect(try await client.status()?.enrollmentStatus == .enrolled)
            #expect(try await Self.actions(console) == ["device.enrollmentBegun", "device.enrolled"])
        }
    }

    private static func actions(_ console: TestConsole) async throws -> [String] {
        try await console.parts.core.database.read { db in
            try String.fetchAll(db, sql: "SELECT action FROM eventLog WHERE subjectKind = 'device' ORDER BY id")
        }
    }

    @Test func `An agent that names no device gets its page all the same`() async throws {
        try await withConsole { console in
            let session = try await signedIn(console)
            #expect(try await send("createMdmInstallUrl", console, session: session).nextStep.type == 18)
            #expect(try await console.rowCounts()["device"] == 0)
        }
    }

    @Test func `A device that is blocked, or whose user is inactive, is not enrolled`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let session = try await signedIn(console)
            try await console.execute("UPDATE device SET complianceStatus = 2, enrollmentStatus = 8")
            func create() async throws -> AgentEnrollmentResponse {
                try await send("createMdmInstallUrl", console, session: session) {
                    $0.device = .init(DeviceIdentifier(Self.deviceText))
                }
            }
            expectRefused(try await create(), type: 20)
            try await console.execute("UPDATE enrollmentUser SET isActive = 0")
            try await console.execute("UPDATE device SET complianceStatus = 3")
            expectRefused(try await create(), type: 20)
            try await console.execute("UPDATE enrollmentUser SET isActive = 1")
            #expect(try await create().nextStep.type == 18)
        }
    }

    @Test(arguments: [
        (#"{"allowedOwnerships":["EmployeeOwned"]}"#, #"{"allowedOwnerships":[]}"#),
        (#"{"allowedPlatforms":["Android"]}"#, #"{"allowedPlatforms":["Apple"]}"#),
        (#"{"registeredDevicesOnly":true}"#, #"{"registeredDevicesOnly":false}"#),
    ])
    func `A device the restrictions of the group leave out is not enrolled`(settings: String, later: String)
        async throws
    {
        try await withConsole { console in
            let session = try await signedIn(console)
            func create() async throws -> AgentEnrollmentResponse {
                try await send("createMdmInstallUrl", console, session: session) {
                    $0.device = .init(DeviceIdentifier(Self.deviceText))
                }
            }
            _ = try await console.admin(.patch, "/_mock/groups/demo/settings", text: settings)
            expectRefused(try await create(), type: 20)
            #expect(try await console.parts.count("device") == 0)
            _ = try await console.admin(.patch, "/_mock/groups/demo/settings", text: later)
            #expect(try await create().nextStep.type == 18)
        }
    }

    @Test func `A user who has enough devices is not given another one by an agent`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice("feed01")
            try await console.set("maximumDevicesPerUser", "1", of: "demo")
            let session = try await signedIn(console)
            let answer = try await send("createMdmInstallUrl", console, session: session) {
                $0.device = .init(DeviceIdentifier(Self.deviceText))
            }
            expectRefused(answer, type: 20)
            #expect(try await console.parts.count("device") == 1)
        }
    }

    @Test(arguments: [("demo", "wrong"), ("nobody", "demo"), ("reviewer", "review"), ("demo", ""), ("", "")])
    func `Wrong credentials are refused alike`(username: String, password: String) async throws {
        try await withConsole { console in
            let session = try await open(console).header.sessionID
            let answer = try await send("validatelogincredentials", console, session: session) {
                ($0.username, $0.password) = (username, password)
            }
            expectRefused(answer)
            #expect(answer.status.notification == "Invalid User Credentials")
            expectRefused(try await send("createMdmInstallUrl", console, session: session))
        }
    }

    @Test func `Guesses lock the account, for apps too, and a success forgets them`() async throws {
        try await withConsole { console in
            try await console.set("maximumFailedLogins", "3", of: "demo")
            let session = try await open(console).header.sessionID
            func guess(_ password: String) async throws -> AgentEnrollmentResponse {
                try await send("validatelogincredentials", console, session: session) {
                    ($0.username, $0.password) = ("demo", password)
                }
            }
            for _ in 1...2 { expectRefused(try await guess("x")) }
            #expect(try await guess("demo").status == .ok)
            for _ in 1...3 { expectRefused(try await guess("x")) }
            #expect(try await guess("demo").status.notification.contains("locked"))
            #expect(try await console.logIn(console.login())["StatusCode"] == "AUTH-1002")
            try await console.execute("UPDATE enrollmentUser SET lockedAt = NULL, failedLogins = 0, isActive = 0")
            #expect(try await guess("x").status.notification == "Invalid User Credentials")
            #expect(try await guess("demo").status.notification.contains("inactive"))
        }
    }

    @Test func `Passwords are refused where the group takes none`() async throws {
        try await withConsole { console in
            let session = try await open(console).header.sessionID
            try await console.set("forceToken", "true", of: "demo")
            let answer = try await send("validatelogincredentials", console, session: session) {
                ($0.username, $0.password) = ("demo", "demo")
            }
            expectRefused(answer)
        }
    }

    @Test func `A session ends by the console's clock, is kept as a hash, and asked for`() async throws {
        try await withConsole { console in
            let session = try await signedIn(console)
            #expect(try await !console.contents().values.flatMap { $0 }.joined().contains(session))
            for step in ["validategroupselector", "validatelogincredentials", "createMdmInstallUrl"] {
                expectRefused(try await send(step, console))
                expectRefused(try await send(step, console, session: UUID().uuidString))
            }
            console.clock.advance(seconds: AgentSessionStore.lifetime - 1)
            #expect(try await send("createMdmInstallUrl", console, session: session.uppercased()).status == .ok)
            console.clock.advance(seconds: 1)
            expectRefused(try await send("createMdmInstallUrl", console, session: session))
            console.clock.advance(seconds: 1)
            _ = try await open(console)
            #expect(try await console.rowCounts()["agentSession"] == 1)
        }
    }

    @Test func `Choosing a group asks the user to sign in again`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(Self.tree)
            let opened = try await open(console)
            let session = opened.header.sessionID
            _ = try await send("validatelogincredentials", console, session: session) {
                ($0.username, $0.password) = ("demo", "demo")
            }
            _ = try await send("validategroupselector", console, session: session) {
                $0.locationGroup = opened.nextStep.groups?["East"]
            }
            expectRefused(try await send("createMdmInstallUrl", console, session: session))
        }
    }

    @Test(arguments: ["validateeula", "x", "validategroupidentifier/x"])
    func `An unknown step is answered 404`(step: String) async throws {
        try await withConsole { console in
            let answer = try await console.send(
                .post, "/deviceservices/enrollment/airwatchenroll.aws/\(step)", text: "{}")
            #expect(answer.status == .notFound)
            #expect(answer.headers[.consoleVersion] == "24.10.0.0")
        }
    }

    @Test func `Apps register under the other name of the path too`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let message = ApplicationRegistrationRequest(bundle: client.bundle, device: client.device)
            let request = ClientRequest(
                method: "POST", target: "/deviceservices/enrollment/airwatchenroll.aws/registerapplication",
                headers: [("Content-Type", "application/json")], body: try message.encoded())
            let answer = try await console.send(request, as: client)
            #expect((answer.json["NextStep"] as? [String: Any])?["Type"] as? Int == 27)
        }
    }
}
