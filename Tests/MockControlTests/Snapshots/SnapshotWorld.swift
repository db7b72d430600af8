import ConsoleModel
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

extension TestConsole {
    /// Takes a snapshot.
    @discardableResult
    func take(_ name: String, _ method: HTTPRequest.Method = .post) async throws -> TestResponse {
        let answer = try await admin(method, "/_mock/snapshots/\(name)")
        #expect([.created, .ok].contains(answer.status), "\(answer.text)")
        return answer
    }

    /// Goes back to a snapshot.
    func restore(_ name: String, _ body: String? = nil) async throws {
        let answer = try await admin(.post, "/_mock/snapshots/\(name)/restore", text: body)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    /// Goes back to the environment file.
    func reset(_ body: String? = nil) async throws {
        let answer = try await admin(.post, "/_mock/reset", text: body)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    /// Adds a tag to the demo group; answers its id.
    @discardableResult
    func addTag(_ name: String) async throws -> Int64 {
        let body = #"{"TagName":"\#(name)","TagType":"1","LocationGroupId":"\#(try await homeID())"}"#
        let answer = try await api.call(.post, "mdm/tags/addtag", body)
        #expect(answer.status.code < 300, "\(answer.text)")
        return try #require(try await parts.value("SELECT id FROM tag WHERE name = '\(name)'", Int64.self))
    }

    /// Names of the tags there are.
    func tags() async throws -> [String] {
        try await parts.core.database.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM tag ORDER BY name")
        }
    }
}
