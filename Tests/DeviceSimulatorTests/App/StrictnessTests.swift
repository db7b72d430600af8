import DeviceProtocol
import Foundation
import Testing

@testable import DeviceSimulator

/// What a client does not take ends its launch under the SDK's name, or is at least noted (ClientSequence, sections 2.1
/// and 9).
struct StrictnessTests {
    /// A bad answer and what becomes of a first launch.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let call: String
        let answer: ClientResponse
        let code: Int?
        let words: String

        init(_ name: String, _ call: String, _ answer: ClientResponse, _ code: Int?, _ words: String) {
            self.name = name
            self.call = call
            self.answer = answer
            self.code = code
            self.words = words
        }

        var testDescription: String { name }
    }

    private static func login(without field: String) -> ClientResponse {
        var members = (try? JSONDecoder().decode([String: String].self, from: Data(Body.login.utf8))) ?? [:]
        members[field] = nil
        return .console(String(decoding: (try? JSONEncoder().encode(members)) ?? Data(), as: UTF8.self))
    }

    static let blocking: [Case] = [
        Case("login without version", Call.login, .console(Body.login, version: nil), 7, "AWServices.Response.Valid"),
        Case("login 500", Call.login, .console("", status: 500), 7, "answered 500"),
        Case("login no JSON", Call.login, .console("<html>"), 7, "no JSON"),
        Case("login without StatusCode", Call.login, login(without: "StatusCode"), 7, "StatusCode is missing"),
        Case("login without AWHMACKey", Call.login, login(without: "AWHMACKey"), 7, "AWHMACKey is missing"),
        Case("login without Username", Call.login, login(without: "Username"), 7, "Username is missing"),
        Case("login without UserId", Call.login, login(without: "UserId"), 7, "UserId is missing"),
        Case(
            "login without the terms' flag", Call.login, login(without: "IsEulaAcceptanceRequired"), 7,
            "IsEulaAcceptanceRequired is missing"),
        Case(
            "login with a number", Call.login,
            .console(Body.login.replacingOccurrences(of: "\"317\"", with: "317")), 7, "UserId is no String"),
        Case("login refused", Call.login, .console(Body.refusal("AUTH-1001")), 7, "AUTH-1001 invalid credentials"),
        Case("login locked", Call.login, .console(Body.refusal("AUTH-1002")), 7, "account locked"),
        Case("login with a code nobody knows", Call.login, .console(Body.refusal("AUTH-9")), 7, "AUTH-9"),
        Case("probe 404", Call.reachability, .console("", status: 404), 4, "exactly 200"),
        Case("probe 204", Call.reachability, .console("", status: 204), 4, "exactly 200"),
        Case("probe without version", Call.reachability, .console("", version: nil), 4, "AWServices.Response.Valid"),
        Case("profile empty", Call.profile, .console(""), 4, "none is assigned"),
        Case("profile no property list", Call.profile, .console("{}"), 4, "no property list"),
        Case("profile an array", Call.profile, .plist(.array([])), 4, "no property list with a dictionary"),
        Case("profile 500", Call.profile, .console("", status: 500), 4, "answered 500"),
        Case("profile without version", Call.profile, .console("", version: nil), 4, "AWServices.Response.Valid"),
    ]

    @Test(arguments: blocking)
    func `A first launch ends with the SDK's error`(bad: Case) async throws {
        var scene = try Scene()
        scene.console.answer(bad.call, bad.answer)
        let outcome = await scene.app.launch()
        #expect(outcome.setupErrorCode == bad.code, "\(outcome.reports)")
        #expect(outcome.error?.name.isBlocking == true)
        #expect(outcome.error?.reason.contains(bad.words) == true, "\(outcome.reports)")
    }

    static let overlooked: [Case] = [
        Case("probe crash", Call.probe, .console(""), nil, "crashes"),
        Case("probe null", Call.probe, .console("null"), nil, "crashes"),
        Case("probe without version", Call.probe, .console("{}", version: nil), nil, "x-aw-version"),
        Case("user 500", Call.user, .console("", status: 500), nil, "the user answered 500"),
        Case(
            "user with a number", Call.user,
            .console(Body.user.replacingOccurrences(of: "\"0\"", with: "0")), nil, "UserCategory is no String"),
        Case("details incomplete", Call.details, .console(#"{"Domain":""}"#), nil, "is missing"),
        Case("beacon 0", Call.beacon, .console(#"{"d":{"Status":0}}"#), nil, "the beacon"),
        Case("beacon a string", Call.beacon, .console(#"{"d":{"Status":"1"}}"#), nil, "the beacon"),
        Case("beacon empty", Call.beacon, .console(""), nil, "the beacon"),
        Case("beacon without version", Call.beacon, .console("{}", version: nil), nil, "x-aw-version"),
        Case("pins of another form", Call.pins, .console(#"{"host":"pin"}"#), nil, "the pins"),
        Case("processor 500", Call.processor, .console("", status: 500), nil, "the processor answered 500"),
        Case("processor no property list", Call.processor, .console("hello"), nil, "the command cannot be read"),
    ]

    @Test(arguments: overlooked)
    func `What blocks nothing is noted all the same`(bad: Case) async throws {
        var scene = try Scene()
        scene.console.answer(bad.call, bad.answer)
        let outcome = await scene.app.launch()
        #expect(outcome.error == nil)
        let noted = outcome.overlooked.map(\.description).joined(separator: "\n")
        #expect(noted.contains(bad.words), "\(noted)")
    }

    @Test(arguments: [Call.user, Call.beacon, Call.pins, Call.processor, Call.logging])
    func `What a console does not serve fails no launch`(call: String) async throws {
        var scene = try Scene()
        scene.console.answer(call, .console("", status: 404))
        let outcome = await scene.app.launch()
        #expect(outcome.error == nil)
        #expect(call == Call.processor || outcome.overlooked.isEmpty)
    }

    @Test func `An empty dictionary is a profile`() async throws {
        var scene = try Scene()
        scene.console.answer(Call.profile, .plist(.dictionary([:])))
        #expect(await scene.app.launch().error == nil)
    }

    static let statuses: [Case] = [
        Case("status 500", Call.status, .console("", status: 500), 16, "version"),
        Case("status without version", Call.status, .console(Body.status(), version: nil), 16, "version"),
        Case("status by an old console", Call.status, .console(Body.status(), version: "9.1"), 16, "9.1.0"),
        Case("five settings", Call.status, .console(Body.status().replacing("groupcode", with: "x")), 16, "version"),
        Case("no array", Call.status, .console("{}"), 16, "version"),
        Case("probe 500", Call.reachability, .console("", status: 500), 16, "version"),
    ]

    @Test(arguments: statuses)
    func `A later launch reports success and then what is wrong with the status`(bad: Case) async throws {
        var scene = try Scene()
        await scene.launched()
        scene.console.answer(bad.call, bad.answer)
        let outcome = await scene.app.launch()
        #expect(outcome.reports.count == 2)
        #expect(outcome.reports.first == .some(nil))
        #expect(outcome.setupErrorCode == bad.code)
        #expect(outcome.error?.name.isBlocking == false)
        #expect(outcome.error?.reason.contains(bad.words) == true, "\(outcome.reports)")
    }

    @Test func `The names have the codes of the SDK`() {
        let names = ClientFailure.Name.allCases.filter { $0.setupCode != nil }
        #expect(names.count == 17)
        for (name, code) in [
            (ClientFailure.Name.internalError, 0), (.registeringApplicationBlocked, 2), (.emptyProfiles, 4),
            (.proxyFailedToStart, 5), (.certificatesNotDownloaded, 6), (.applicationIdentityNotSet, 7),
            (.companionMissing, 12), (.unenrollmentNotReported, 13), (.unlockFailed, 14), (.deviceCompromised, 15),
            (.consoleVersionNotCompatible, 16),
        ] { #expect(name.setupCode == code) }
        #expect(ClientFailure.Name.responseValidation.setupCode == nil)
    }

    @Test(arguments: [
        ("9.1", "9.1.0"), ("24.10.0.0", "24.10.0"), ("9.1.1.x", "9.1.1"), ("22.12.3", "22.12.3"),
    ])
    func `A version is read as a client reads it`(text: String, read: String) {
        #expect(ConsoleVersion(text)?.description == read)
    }

    @Test(arguments: ["", "9", "9.", "x.1", "9.1.x", "a.b.c", "9..1"])
    func `What is no version is none`(text: String) {
        #expect(ConsoleVersion(text) == nil)
    }
}
