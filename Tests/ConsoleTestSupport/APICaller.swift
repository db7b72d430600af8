import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import MockConsole

/// Someone who calls the admin REST API of a test console as a client would: Basic credentials and an API key.
struct APICaller: Sendable {
    let console: TestConsole
    let username: String
    let password: String
    let tenantCode: String

    /// Sends a request below `/api`.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: What follows `/api/`, with the query.
    ///   - body: Text of the body.
    ///   - version: The version asked for in `Accept`; nil for none.
    ///   - headers: Further header fields.
    /// - Returns: The answer.
    /// - Throws: What sending throws.
    func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, version: Int? = nil,
        headers: [String: String] = [:]
    ) async throws -> TestResponse {
        var fields = [
            "Authorization": "Basic \(Data("\(username):\(password)".utf8).base64EncodedString())",
            "aw-tenant-code": tenantCode,
            "Accept": version.map { "application/json;version=\($0)" } ?? "application/json",
        ]
        for (name, value) in headers { fields[name] = value }
        return try await console.send(method, "/api/\(path)", headers: fields, body: body.map { Data($0.utf8) })
    }

    /// Sends a request to what only a mock has.
    func mock(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> TestResponse {
        let basic = "Basic \(Data("\(username):\(password)".utf8).base64EncodedString())"
        return try await console.send(
            method, "/_mock/\(path)", headers: ["Authorization": basic], body: body.map { Data($0.utf8) })
    }

    /// Reads a JSON object.
    func object(_ path: String, version: Int? = nil) async throws -> [String: Any] {
        let response = try await call(.get, path, version: version)
        #expect(response.status == .ok, "\(path): \(response.text)")
        return try response.json()
    }
}

extension TestConsole {
    /// The administrator a start is seeded with.
    var api: APICaller {
        APICaller(
            console: self, username: console.credentials.adminUser, password: console.credentials.adminPassword,
            tenantCode: console.credentials.tenantCode)
    }

    /// An administrator of a role and a group, made for a test.
    func api(
        _ role: AdministratorRole, of group: String = "global", username: String? = nil
    ) async throws -> APICaller {
        let name = username ?? "\(role)-\(group)"
        let hash = try await parts.model.hasher.hash("secret")
        let now = clock.now
        try await parts.core.database.write { transaction in
            let group = try #require(try OrganizationGroupStore.group(code: group, transaction.db))
            var record = AdministratorRecord(
                id: nil, uuid: UUID().uuidString.lowercased(), groupId: try group.storedID(), username: name,
                passwordHash: hash, role: role.rawValue, isActive: true, createdAt: now)
            try record.insert(transaction.db)
            transaction.changesConfiguration()
        }
        return APICaller(
            console: self, username: name, password: "secret", tenantCode: console.credentials.tenantCode)
    }
}

/// Checks a refusal of the admin REST API: status, number, a sentence, and an id.
func expectRefusal(
    _ response: TestResponse, _ status: Int, number: Int, saying text: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    #expect(response.status.code == status, "\(response.text)", sourceLocation: sourceLocation)
    #expect(
        response.headers[.contentType] == "application/json; charset=utf-8", sourceLocation: sourceLocation)
    let body = try response.json()
    #expect(body["errorCode"] as? Int == number, "\(response.text)", sourceLocation: sourceLocation)
    let message = try #require(body["message"] as? String, sourceLocation: sourceLocation)
    #expect(!message.isEmpty && message.contains(text) || text.isEmpty, "\(message)", sourceLocation: sourceLocation)
    #expect(UUID(uuidString: body["activityId"] as? String ?? "") != nil, sourceLocation: sourceLocation)
}
