import ConsoleModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// The journal as a file.
struct JournalExportTests {
    @Test func `Lines have whole entries, the latest first, as the filters leave them`() async throws {
        try await withConsole { console in
            for number in 1...250 {
                _ = try await console.send(.post, "/deviceservices/AuthenticationEndpoint.aws", text: "b\(number)")
            }
            _ = try await console.send(.get, "/deviceservices/elsewhere")
            let response = try await console.admin(
                .get, "/_mock/journal.ndjson?path=/deviceservices/AuthenticationEndpoint.aws")
            #expect(response.headers[.contentType] == "application/x-ndjson")
            #expect(response.headers[.contentDisposition] == "attachment; filename=\"journal.ndjson\"")
            let bodies = try response.text.split(separator: "\n").map { line in
                let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                let body = (entry?["request"] as? [String: Any])?["body"] as? [String: Any]
                return body?["text"] as? String ?? ""
            }
            #expect(bodies == (1...250).reversed().map { "b\($0)" })
            let none = try await console.admin(.get, "/_mock/journal.ndjson?path=none")
            #expect(none.status == .ok && none.text.isEmpty)
            #expect(try await console.admin(.get, "/_mock/journal.ndjson?page=1").status == .badRequest)
        }
    }

    @Test func `An archive is one that other tools read, the oldest entry first`() async throws {
        try await withConsole { console in
            _ = try await console.send(
                .post, "/deviceservices/AuthenticationEndpoint.aws?a=b+c&d=%26",
                headers: ["Content-Type": "text/plain"], text: "sent")
            _ = try await console.send(.post, "/deviceservices/AuthenticationEndpoint.aws", body: Data([0xff]))
            let text = try await console.admin(
                .get, "/_mock/journal.har?path=/deviceservices/AuthenticationEndpoint.aws"
            ).text
            let file = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            let log = try #require(file["log"] as? [String: Any])
            #expect(log["version"] as? String == "1.2")
            #expect((log["creator"] as? [String: String])?["name"] == "MockUEM")
            let entries = try #require(log["entries"] as? [[String: Any]])
            #expect(entries.count == 2)
            let request = try #require(entries[0]["request"] as? [String: Any])
            #expect(request["method"] as? String == "POST")
            #expect((request["postData"] as? [String: String]) == ["mimeType": "text/plain", "text": "sent"])
            let query = try #require(request["queryString"] as? [[String: String]])
            #expect(query == [["name": "a", "value": "b c"], ["name": "d", "value": "&"]])
            let response = try #require(entries[0]["response"] as? [String: Any])
            #expect(response["status"] as? Int == 400 && response["redirectURL"] as? String == "")
            #expect((response["content"] as? [String: Any])?["text"] as? String != "")
            for name in ["startedDateTime", "time", "cache", "timings"] { #expect(entries[0][name] != nil, "\(name)") }
            let bytes = try #require((entries[1]["request"] as? [String: Any])?["postData"] as? [String: String])
            #expect(bytes["text"] == "/w==" && bytes["_encoding"] == "base64")
        }
    }

    @Test func `An archive without entries is one, too, and says what it may lack`() async throws {
        try await withConsole([\.journalEntries: "1"]) { console in
            let empty = try await console.admin(.get, "/_mock/journal.har?path=none")
            let log = try #require(try empty.json()["log"] as? [String: Any])
            #expect((log["entries"] as? [Any])?.isEmpty == true && log["comment"] == nil)
            for _ in 1...3 { _ = try await console.send(.get, "/deviceservices/nowhere") }
            let file = try await console.admin(.get, "/_mock/journal.har")
            #expect(((try file.json()["log"] as? [String: Any])?["comment"] as? String)?.contains("2 older") == true)
            let name = try #require(HTTPField.Name("x-journal-incomplete"))
            #expect(file.headers[name] == "2 evicted")
            #expect(try await console.admin(.get, "/_mock/journal.ndjson").headers[name] == "2 evicted")
        }
    }

    @Test func `Only so many exports of a customer are open, and their permits are returned`() async throws {
        try await withConsole([\.journalExportsPerCustomer: "1"]) { console in
            let exports = try console.parts.feature(JournalFeature.self).exports
            do {
                let customers = [nil] + (1...100).map(Int64?.some)
                let permits = try customers.map { try exports.permit(of: $0) }
                for path in ["/_mock/journal.har", "/_mock/journal.ndjson"] {
                    let refusal = try await console.admin(.get, path)
                    #expect(refusal.status == .tooManyRequests, "\(refusal.text)")
                    #expect(
                        refusal.text.contains(
                            "Too many exports of this customer run already (journal.exportsPerCustomer)"))
                    #expect(refusal.text.contains("journal.exportsPerCustomer") && refusal.headers[.retryAfter] == "2")
                }
                withExtendedLifetime(permits) {}
            }
            for path in ["/_mock/journal.har", "/_mock/journal.ndjson", "/_mock/journal.har"] {
                while exports.count > 0 { await Task.yield() }
                #expect(try await console.admin(.get, path).status == .ok)
                while exports.count > 0 { await Task.yield() }
                #expect(try await console.admin(.get, path + "?page=1").status == .badRequest)
            }
        }
    }

    @Test func `A batch is as large as its bytes allow, and one entry at least`() {
        let sizes = [100_000, 100_000, 62_144, 1, 900_000, 10] + Array(repeating: 1, count: 120)
        var rest = sizes.enumerated().map { JournalWorld.entry(Int64($0.offset), byteCount: $0.element) }[...]
        var batches: [Int] = []
        while !rest.isEmpty {
            batches.append(JournalExport.batch(of: rest).count)
            rest = rest.dropFirst(batches.last ?? 1)
        }
        #expect(batches == [3, 1, 1, 100, 21])
        #expect(JournalExport.batch(of: []).isEmpty)
    }

    @Test func `Whoever sees no entry of another group exports none`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let headers = try await console.administrator(of: "appreview")
            let lines = try await console.send(.get, "/_mock/journal.ndjson", headers: headers)
            #expect(lines.status == .ok && lines.text.isEmpty)
        }
    }
}
