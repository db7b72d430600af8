import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Verifying what clients have sent.
struct VerifyTests {
    private func verify(_ console: TestConsole, _ body: String) async throws -> [String: Any] {
        let response = try await console.admin(.post, "/_mock/verify", text: body)
        #expect(response.status == .ok, "\(response.text)")
        return try response.json()
    }

    @Test func `The story of a device is verified step by step`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            _ = try await device.fetchProfile()
            let id = device.device.value.uppercased()
            let story = try await verify(
                console,
                """
                {"sequence": [{"method": "POST", "path": "/deviceservices/**", "status": 200},
                {"method": "GET", "device": "\(id)", "bundleId": "com.example.demo", "status": "2xx", "user": "demo"}]}
                """)
            #expect(story["passed"] as? Bool == true && story["count"] as? Int == 2, "\(story)")
            let group = try await verify(console, #"{"match": {"group": "demo", "device": "\#(id)"}, "atLeast": 1}"#)
            #expect(group["passed"] as? Bool == true, "\(group)")
            let none = try await verify(console, #"{"match": {"device": "ffff"}, "never": true}"#)
            #expect(none["passed"] as? Bool == true && none["count"] as? Int == 0)
        }
    }

    @Test func `What did not pass comes with the nearest misses and what differed`() async throws {
        try await withConsole { console in
            _ = try await console.send(.get, "/deviceservices/nowhere?a=b", headers: ["X-Test": "1"])
            _ = try await console.send(.get, "/api/system/info")
            let answer = try await verify(
                console,
                #"{"match": {"method": "GET", "path": "/deviceservices/nowhere", "status": 200, "header": {"X-Test": "2"}}}"#
            )
            #expect(answer["passed"] as? Bool == false && answer["count"] as? Int == 0)
            let nearest = try #require(answer["nearest"] as? [[String: Any]])
            #expect(nearest.count == 2)
            #expect(nearest[0]["target"] as? String == "/deviceservices/nowhere?a=b")
            #expect(nearest[0]["method"] as? String == "GET" && nearest[0]["status"] as? Int == 404)
            let differs = try #require(nearest[0]["differs"] as? [[String: Any]])
            #expect(differs.map { $0["member"] as? String } == ["status", "header.X-Test"])
            #expect(differs[0]["expected"] as? Int == 200 && differs[0]["actual"] as? Int == 404)
            #expect(differs[1]["expected"] as? String == "2" && differs[1]["actual"] as? String == "1")
        }
    }

    @Test func `A sequence in the wrong order says which request came too early`() async throws {
        try await withConsole { console in
            for name in ["two", "one", "three"] { _ = try await console.send(.get, "/deviceservices/\(name)") }
            let answer = try await verify(
                console, #"{"sequence": [{"path": "/deviceservices/one"}, {"path": "/deviceservices/two"}]}"#)
            #expect(answer["passed"] as? Bool == false && answer["count"] as? Int == 1)
            let nearest = try #require(answer["nearest"] as? [[String: Any]])
            #expect(nearest.map { $0["target"] as? String } == ["/deviceservices/two", "/deviceservices/three"])
            let differs = try #require(nearest[0]["differs"] as? [[String: Any]])
            #expect(differs.map { $0["member"] as? String } == ["order"])
            #expect((differs[0]["reason"] as? String)?.contains("came before") == true)
        }
    }

    @Test func `The last entry of an answer is where the next one begins`() async throws {
        try await withConsole { console in
            _ = try await console.send(.get, "/deviceservices/one")
            let before = try await verify(console, #"{"match": {"path": "/deviceservices/*"}, "exactly": 1}"#)
            let last = try #require(before["last"] as? Int)
            #expect(before["matched"] as? [Int] == [last])
            _ = try await console.send(.get, "/deviceservices/two")
            let after = try await verify(
                console, #"{"match": {"path": "/deviceservices/*", "after": \#(last)}, "exactly": 1}"#)
            #expect(after["passed"] as? Bool == true, "\(after)")
        }
    }

    @Test func `What was evicted is said where it could change the answer`() async throws {
        try await withConsole([\.journalEntries: "5"]) { console in
            for number in 0..<8 { _ = try await console.send(.get, "/deviceservices/\(number)") }
            let doubtful = try await verify(console, #"{"match": {"path": "/deviceservices/*"}, "exactly": 8}"#)
            #expect(doubtful["passed"] as? Bool == false && (doubtful["evicted"] as? Int ?? 0) >= 3, "\(doubtful)")
            let certain = try await verify(console, #"{"match": {"path": "/deviceservices/*"}, "atLeast": 5}"#)
            #expect(certain["passed"] as? Bool == true && certain["evicted"] == nil, "\(certain)")
        }
    }

    @Test func `An administrator counts requests of the own subtree only`() async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global, id: 7, type: Global}
                  - {path: global/other, name: Other, type: Customer}
                """)
            #expect(imported.status == .ok, "\(imported.text)")
            let device = try await console.signedInDevice()
            _ = try await device.fetchProfile()
            _ = try await console.send(.get, "/deviceservices/nowhere")
            let own = try await console.api(.readOnly, of: "demo")
            let other = try await console.api(.readOnly, of: "other")
            let body = #"{"match": {"device": "\#(device.device.value)"}}"#
            #expect(try await own.mock(.post, "verify", body).json()["passed"] as? Bool == true)
            let hidden = try await other.mock(.post, "verify", body).json()
            #expect(hidden["count"] as? Int == 0 && (hidden["nearest"] as? [Any])?.isEmpty == true, "\(hidden)")
            let nobodys = try await own.mock(.post, "verify", #"{"match": {"path": "/deviceservices/nowhere"}}"#).json()
            #expect(nobodys["count"] as? Int == 0)
            let foreign = try await other.mock(.post, "verify", #"{"match": {"group": "demo"}}"#)
            #expect(foreign.status == .badRequest && foreign.text.contains("no organization group"), "\(foreign.text)")
        }
    }

    @Test func `A name that several groups have is answered 409 with their uuids`() async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global, id: 7, type: Global}
                  - {path: global/one, name: Twin, type: Customer}
                  - {path: global/two, name: Twin, type: Customer}
                """)
            #expect(imported.status == .ok, "\(imported.text)")
            let response = try await console.admin(.post, "/_mock/verify", text: #"{"match": {"group": "twin"}}"#)
            #expect(response.status == .conflict && response.text.contains("2 organization groups"), "\(response.text)")
            let code = try await verify(console, #"{"match": {"group": ["one", "two"]}, "never": true}"#)
            #expect(code["passed"] as? Bool == true)
        }
    }

    @Test func `Every request that was answered is counted while many are made`() async throws {
        try await withConsole { console in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        _ = try await console.send(.get, "/deviceservices/load-\(number)?n=\(number)")
                        let body =
                            #"{"match": {"path": "/deviceservices/load-\#(number)", "query": {"n": \#(number)}}, "exactly": 1}"#
                        return try await console.admin(.post, "/_mock/verify", text: body).json()["passed"] as? Bool
                            == true
                    }
                }
                for try await passed in group { #expect(passed) }
            }
            let all = try await verify(console, #"{"match": {"path": "/deviceservices/load-*"}, "exactly": 200}"#)
            #expect(all["passed"] as? Bool == true, "\(all)")
        }
    }

    @Test func `Bodies that say nothing to verify are refused`() async throws {
        try await withConsole { console in
            let vectors: [(String, String)] = [
                ("", "The body cannot be read"), ("{", "The body cannot be read"),
                ("[]", "The body has to be an object"),
                ("{}", "Say what is expected"), (#"{"mach": {}}"#, "Did you mean match?"),
                (#"{"match": {"path": {"matches": "(?=a)"}}}"#, "looking ahead"),
                (#"{"match": {"group": "nowhere"}}"#, "There is no organization group"),
            ]
            for (body, sentence) in vectors {
                for path in ["/_mock/verify", "/_mock/wait"] {
                    let response = try await console.admin(.post, path, text: body)
                    try expectRefusal(response, 400, number: 400, saying: sentence)
                }
            }
            let nobody = try await console.send(.post, "/_mock/verify", text: #"{"match": {}}"#)
            #expect(nobody.status == .unauthorized)
        }
    }
}
