import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Terms of use, administered (AdminAPI, "Terms of use").
struct TermsOfUseAdminTests {
    private static let path = "/_mock/groups/demo/terms-of-use"

    private func versions(_ console: TestConsole, _ query: String = "") async throws -> [[String: Any]] {
        try await console.adminJSON(Self.path + query)["items"] as? [[String: Any]] ?? []
    }

    @Test func `A version answers what it is`() async throws {
        try await withConsole { console in
            let text = #"{"content":"<p>x</p>","applications":["com.example.B","com.example.a"]}"#
            let response = try await console.admin(.post, Self.path, text: text)
            let json = try response.json()
            #expect(response.status == .created)
            #expect(json["version"] as? Int == 1)
            #expect(json["applications"] as? [String] == ["com.example.B", "com.example.a"])
            #expect(json["content"] as? String == "<p>x</p>")
            #expect(json["isInForce"] as? Bool == true)
            #expect(json["groupId"] as? String == "demo")
            #expect(json["createdAt"] as? String == console.clock.now.description)
        }
    }

    @Test func `Terms for the same apps are the same terms, in any order and letter case`() async throws {
        try await withConsole { console in
            let first = try await console.publishTerms("one", for: ["com.example.a", "com.example.B"])
            let second = try await console.publishTerms("two", for: ["COM.example.b", "com.example.A"])
            let third = try await console.publishTerms("three", for: ["com.example.a"])
            #expect(first.uuid == second.uuid && second.uuid != third.uuid)
            let listed = try await versions(console)
            #expect(listed.map { $0["version"] as? Int } == [1, 2, 1])
            #expect(listed.map { $0["isInForce"] as? Bool } == [true, true, false])
            #expect(listed.map { $0["content"] as? String } == ["three", "two", "one"])
            #expect(try await versions(console, "?page=1&pageSize=2").map { $0["content"] as? String } == ["one"])
        }
    }

    @Test func `The list may go up the tree`() async throws {
        try await withConsole { console in
            try await console.publishTerms("above", in: "global")
            try await console.publishTerms("here")
            #expect(try await versions(console).map { $0["content"] as? String } == ["here"])
            let all = try await versions(console, "?inherited=true")
            #expect(all.map { $0["groupId"] as? String } == ["demo", "global"])
        }
    }

    @Test func `Retired terms are out of force until a new version puts them back`() async throws {
        try await withConsole { console in
            let terms = try await console.publishTerms("one")
            let client = try await console.signedInDevice()
            let path = "\(Self.path)/\(terms.uuid.uppercased())"
            #expect(try await console.admin(.delete, path).status == .noContent)
            #expect(try await !client.isTermsAcceptanceRequired())
            #expect(try await versions(console).first?["isInForce"] as? Bool == false)
            #expect(try await versions(console).first?["retiredAt"] as? String == console.clock.now.description)
            #expect(try await console.admin(.delete, path).status == .notFound)
            #expect(try await console.publishTerms("two").uuid == terms.uuid)
            #expect(try await client.fetchTerms().content == "two")
            let actions = try await console.eventRows("action=termsOfUse.*").map { $0["action"] as? String }
            #expect(actions == ["termsOfUse.published", "termsOfUse.retired", "termsOfUse.published"])
        }
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"content":""}"#, #"{"content":7}"#, #"{"content":"x","app":[]}"#, #"{"content":"\u0000"}"#,
        #"{"content":"x","applications":"a"}"#, #"{"content":"x","applications":[7]}"#,
        #"{"content":"x","applications":["a b"]}"#, #"{"content":"x","applications":["a","A"]}"#,
        "{\"content\":\"\(String(repeating: "x", count: 250_001))\"}",
        "{\"content\":\"x\",\"applications\":[\((0...1000).map { "\"a\($0)\"" }.joined(separator: ","))]}",
    ])
    func `A version that cannot be is refused with the reason`(text: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.post, Self.path, text: text)
            #expect(response.status == .badRequest)
            let message = try response.json()["message"] as? String ?? ""
            #expect(message.contains(" "))
            #expect(try await console.rowCounts()["termsOfUse"] == 0)
        }
    }

    @Test func `The longest terms arrive whole, larger bodies do not`() async throws {
        try await withConsole([\.limitsMessage: "300000"]) { console in
            let content = String(repeating: "ä", count: 100_000)
            try await console.publishTerms(content)
            let client = try await console.signedInDevice()
            #expect(try await client.fetchTerms().content == content)
            let text = "{\"content\":\"\(String(repeating: "ä", count: 200_000))\"}"
            #expect(try await console.admin(.post, Self.path, text: text).status == .contentTooLarge)
        }
    }

    @Test func `An administrator elsewhere finds neither group nor terms`() async throws {
        try await withConsole { console in
            let terms = try await console.publishTerms("x")
            let headers = try await console.administrator(of: "appreview")
            #expect(try await console.send(.get, Self.path, headers: headers).status == .notFound)
            let posted = try await console.send(.post, Self.path, headers: headers, text: #"{"content":"y"}"#)
            #expect(posted.status == .notFound)
            for group in ["demo", "appreview"] {
                let path = "/_mock/groups/\(group)/terms-of-use/\(terms.uuid)"
                #expect(try await console.send(.delete, path, headers: headers).status == .notFound)
            }
            #expect(try await console.admin(.get, "/_mock/groups/nowhere/terms-of-use").status == .notFound)
            #expect(try await console.admin(.get, "\(Self.path)?inherit=true").status == .badRequest)
        }
    }

    @Test func `Decisions are read back with what they are about`() async throws {
        try await withConsole { console in
            let id = try await console.publishTerms("x").id
            let client = try await console.signedInDevice()
            try await client.decide(onTerms: id, isAccepted: false)
            console.clock.advance(seconds: 60)
            try await client.decide(onTerms: id, isAccepted: true)
            let path = "/_mock/terms-of-use/acceptances"
            let items = try await console.adminJSON(path)["items"] as? [[String: Any]] ?? []
            #expect(items.map { $0["decision"] as? String } == ["accepted", "rejected"])
            #expect(items.first?["user"] as? String == "demo")
            #expect(items.first?["device"] as? String == client.device.value)
            #expect(items.first?["bundleId"] as? String == "com.example.demo")
            #expect(items.first?["eulaContentId"] as? Int == Int(id))
            #expect(items.first?["decidedAt"] as? String == console.clock.now.description)
            let counts = [
                ("decision=accepted", 1), ("decision=rejected", 1), ("eulaContentId=\(id)", 2), ("eulaContentId=99", 0),
                ("device=\(client.device)", 2), ("user=demo", 2), ("from=2026-03-05T10:21:00Z", 1),
            ]
            for (query, count) in counts {
                #expect(try await console.adminJSON("\(path)?\(query)")["total"] as? Int == count, "\(query)")
            }
            for query in ["decision=maybe", "text=x", "eulaContentId=x"] {
                #expect(try await console.admin(.get, "\(path)?\(query)").status == .badRequest, "\(query)")
            }
            let ofDevice = try await console.adminJSON("/_mock/devices/\(client.device)/terms-of-use/acceptances")
            #expect(ofDevice["total"] as? Int == 2)
            let download = try await console.admin(.get, "\(path)/download")
            #expect(download.text.split(separator: "\n").count == 2)
            let disposition = download.headers[.contentDisposition]
            #expect(disposition == "attachment; filename=\"terms-of-use-acceptances.ndjson\"")
        }
    }

    @Test func `Decisions are in the event log`() async throws {
        try await withConsole { console in
            let id = try await console.publishTerms("x").id
            let client = try await console.signedInDevice()
            try await client.decide(onTerms: id, isAccepted: false)
            try await client.decide(onTerms: id, isAccepted: true)
            let events = try await console.eventRows("subjectKind=enrollmentUser&action=termsOfUse.*")
            #expect(events.map { $0["action"] as? String } == ["termsOfUse.accepted", "termsOfUse.rejected"])
            #expect(events.first?["subject"] as? String == "demo")
            #expect(events.first?["actor"] as? String == client.device.value)
            #expect((events.first?["after"] as? [String: Any])?["eulaContentId"] as? String == String(id))
        }
    }

    @Test func `A user whose decision is deleted, or evicted, is asked again`() async throws {
        try await withConsole([\.retentionAcceptances: "2"]) { console in
            let id = try await console.publishTerms("x").id
            let client = try await console.signedInDevice()
            try await client.decide(onTerms: id, isAccepted: true)
            let deleted = try await console.admin(.delete, "/_mock/terms-of-use/acceptances?user=demo")
            #expect(deleted.deletedCount == 1)
            #expect(try await client.isTermsAcceptanceRequired())
            for _ in 0..<3 { try await client.decide(onTerms: id, isAccepted: true) }
            #expect(try await console.adminJSON("/_mock/terms-of-use/acceptances")["total"] as? Int == 2)
        }
    }
}
