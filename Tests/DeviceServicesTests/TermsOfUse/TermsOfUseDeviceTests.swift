import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Terms of use, as apps ask for them (DeviceServices, section 11).
struct TermsOfUseDeviceTests {
    private static let path = "/deviceservices/awmdmsdk/v1/platform/2/uid"

    private func get(_ what: String, _ client: SimulatedClient, _ console: TestConsole) async throws -> ClientResponse {
        let request = ClientRequest(method: "GET", target: "\(Self.path)/\(client.device)/eula/\(what)")
        return try await console.send(request, as: client)
    }

    private func decide(_ id: UInt64, _ client: SimulatedClient, _ console: TestConsole) async throws -> Int {
        let request = ClientRequest(
            method: "POST", target: "\(Self.path)/\(client.device)/eula/accepteula",
            body: TermsOfUseAnswer(contentID: id).encoded())
        return try await console.send(request, as: client).status
    }

    @Test func `Without terms nothing has to be accepted and nothing is there to fetch`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let answer = try await get("checkeula/appid/com.example.demo", client, console)
            #expect(answer.text == "{\"IsEulaAcceptanceRequired\":false}")
            #expect(try await get("fetcheula/appid/com.example.demo", client, console).status == 404)
        }
    }

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `Terms are asked for until they are accepted`(scheme: SimulatedClient.Scheme) async throws {
        try await withConsole { console in
            let id = try await console.publishTerms("<p>Be \"kind\" / ä</p>").id
            let client = try await console.signedInDevice(scheme: scheme)
            #expect(try await client.isTermsAcceptanceRequired())
            let terms = try await client.fetchTerms()
            #expect(terms == TermsOfUseContent(contentID: id, content: "<p>Be \"kind\" / ä</p>"))
            try await client.decide(onTerms: id, isAccepted: true)
            #expect(try await !client.isTermsAcceptanceRequired())
            try await client.decide(onTerms: id, isAccepted: false)
            #expect(try await client.isTermsAcceptanceRequired())
        }
    }

    @Test func `A fetch names the apps the terms are limited to, and may name the version`() async throws {
        try await withConsole { console in
            let id = try await console.publishTerms("x", for: ["com.example.Demo", "com.example.other"]).id
            let client = try await console.signedInDevice()
            let fetched = try await get("fetcheula/appid/COM.example.demo", client, console)
            #expect(
                fetched.text
                    == #"{"ApplicationList":["com.example.Demo","com.example.other"],"EulaContent":"x","EulaContentId":\#(id)}"#
            )
            let same = try await get("fetcheula/appid/com.example.demo/eulacontentid/\(id)", client, console)
            #expect(same.body == fetched.body)
            for other in ["\(id + 1)", "0", "-1", "x", "99999999999999999999", "%20"] {
                let target = "fetcheula/appid/com.example.demo/eulacontentid/\(other)"
                #expect(try await get(target, client, console).status == 404, "\(other)")
            }
        }
    }

    @Test func `A new version is asked of everybody, and the old one is gone`() async throws {
        try await withConsole { console in
            let first = try await console.publishTerms("one").id
            let client = try await console.signedInDevice()
            try await client.decide(onTerms: first, isAccepted: true)
            let second = try await console.publishTerms("two").id
            #expect(second > first)
            #expect(try await client.isTermsAcceptanceRequired())
            #expect(try await decide(first, client, console) == 404)
            #expect(try await client.fetchTerms().content == "two")
            #expect(try await decide(second, client, console) == 200)
            #expect(try await !client.isTermsAcceptanceRequired())
        }
    }

    @Test func `The nearest group decides, and in it terms that name the app`() async throws {
        try await withConsole { console in
            try await console.publishTerms("global for demo", for: ["com.example.demo"], in: "global")
            try await console.publishTerms("global", in: "global")
            let demo = try await console.signedInDevice()
            let other = try await console.signedInDevice(bundle: "com.example.everything")
            #expect(try await demo.fetchTerms().content == "global for demo")
            #expect(try await other.fetchTerms().content == "global")
            let named = try await console.publishTerms("named", for: ["com.example.demo", "x"])
            let all = try await console.publishTerms("all")
            #expect(try await demo.fetchTerms().content == "named")
            #expect(try await other.fetchTerms().content == "all")
            try await console.publishTerms("named later", for: ["com.example.demo"])
            #expect(try await demo.fetchTerms().content == "named later")
            for uuid in [named.uuid, all.uuid] {
                let path = "/_mock/groups/demo/terms-of-use/\(uuid)"
                #expect(try await console.admin(.delete, path).status == .noContent)
            }
            #expect(try await demo.fetchTerms().content == "named later")
            #expect(try await other.fetchTerms().content == "global")
        }
    }

    @Test func `Acceptance is of a user, on whatever device and app`() async throws {
        try await withConsole { console in
            let id = try await console.publishTerms("x").id
            let phone = try await console.signedInDevice("1111")
            let tablet = try await console.signedInDevice("2222", bundle: "com.example.everything")
            try await phone.decide(onTerms: id, isAccepted: true)
            #expect(try await !tablet.isTermsAcceptanceRequired())
            try await console.addUser("eve")
            var eve = try console.device("2222", bundle: "com.example.everything")
            let answer = try await eve.logIn(username: "eve", password: "eve", organizationGroup: "demo")
            #expect(answer.isEulaAcceptanceRequired == "1")
            #expect(try await eve.isTermsAcceptanceRequired())
        }
    }

    @Test func `The login says it, in a word clients understand`() async throws {
        try await withConsole { console in
            let id = try await console.publishTerms("x", for: ["com.example.demo"]).id
            #expect(try await console.logIn(try console.login())["IsEulaAcceptanceRequired"] == "1")
            let other = try console.login { $0.bundle = BundleIdentifier("com.example.everything") ?? $0.bundle }
            #expect(try await console.logIn(other)["IsEulaAcceptanceRequired"] == "false")
            let refused = try await console.logIn(try console.login { $0.password = "x" })
            #expect(refused["IsEulaAcceptanceRequired"] == "false")
            try await console.signedInDevice().decide(onTerms: id, isAccepted: true)
            #expect(try await console.logIn(try console.login())["IsEulaAcceptanceRequired"] == "false")
        }
    }

    @Test func `Another's app or device is answered as if there were none`() async throws {
        try await withConsole { console in
            let id = try await console.publishTerms("x").id
            let client = try await console.signedInDevice()
            for what in ["checkeula/appid/com.example.other", "fetcheula/appid/-", "fetcheula/appid/%20"] {
                #expect(try await get(what, client, console).status == 404, "\(what)")
            }
            let target = "\(Self.path)/ffff/eula/accepteula"
            let body = TermsOfUseAnswer(contentID: id).encoded()
            let request = ClientRequest(method: "POST", target: target, body: body)
            #expect(try await console.send(request, as: client).status == 404)
            #expect(try await console.rowCounts()["termsOfUseDecision"] == 0)
        }
    }

    @Test func `Terms of another group's apps cannot be accepted`() async throws {
        try await withConsole { console in
            let foreign = try await console.publishTerms("x", in: "appreview").id
            let client = try await console.signedInDevice()
            #expect(try await decide(foreign, client, console) == 404)
            #expect(try await decide(.max, client, console) == 404)
        }
    }

    @Test func `A user who lost the device meanwhile decides nothing`() async throws {
        try await withConsole { console in
            let id = try await console.publishTerms("x").id
            let client = try await console.signedInDevice()
            let identity = try await console.identity(of: client)
            _ = try await console.admin(.post, "/_mock/devices/\(client.device)/check-in")
            let store = TermsOfUseStore(
                database: console.parts.core.database, events: console.parts.core.events,
                clock: console.parts.core.clock,
                random: console.parts.core.random, table: BoundedTable(name: "termsOfUseDecision", bound: 10))
            let error = await #expect(throws: ConsoleError.self) {
                try await store.decide(on: id, isAccepted: true, by: identity)
            }
            #expect(error?.code == .credentialRevoked)
        }
    }
}
