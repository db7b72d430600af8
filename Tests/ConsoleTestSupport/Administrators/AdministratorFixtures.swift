import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import MockConsole

extension TestConsole {
    /// Makes an administrator of a group.
    ///
    /// - Returns: The headers they send: Basic credentials.
    func administrator(
        of groupCode: String, username: String = "local", password: String = "secret", isActive: Bool = true,
        role: String = "Console Administrator"
    ) async throws -> [String: String] {
        let hash = try await parts.model.hasher.hash(password)
        let uuid = parts.core.random.uuid()
        try await parts.core.database.write { transaction in
            let group = try OrganizationGroupStore.group(code: groupCode, transaction.db)
            var record = AdministratorRecord(
                id: nil, uuid: uuid, groupId: try group?.storedID() ?? 0, username: username, passwordHash: hash,
                role: role, isActive: isActive, createdAt: TestClock.start)
            try record.insert(transaction.db)
            transaction.changesConfiguration()
        }
        return Self.basic(username, password)
    }

    /// The header of Basic credentials.
    static func basic(_ username: String, _ password: String) -> [String: String] {
        ["Authorization": "Basic \(Data("\(username):\(password)".utf8).base64EncodedString())"]
    }
}

extension TestConsole {
    /// Credentials of the seeded OAuth client, as a form.
    var clientForm: String {
        let credentials = console.credentials
        return "grant_type=client_credentials&client_id=\(credentials.oauthClientId)"
            + "&client_secret=\(credentials.oauthClientSecret)"
    }

    /// Asks for a token with a form.
    func requestToken(
        _ form: String, at path: String = "/connect/token", headers: [String: String] = [:]
    ) async throws -> TestResponse {
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        return try await send(.post, path, headers: type.merging(headers) { $1 }, text: form)
    }

    /// The header of a new token of a client; of the seeded one for nil.
    func clientHeaders(id: String? = nil, secret: String = "") async throws -> [String: String] {
        let form = id.map { "grant_type=client_credentials&client_id=\($0)&client_secret=\(secret)" }
        let answer = try await requestToken(form ?? clientForm)
        return ["Authorization": "Bearer \(try #require(try answer.json()["access_token"] as? String))"]
    }

    /// Makes something as the administrator, or as somebody else.
    ///
    /// - Returns: The members of the answer that are texts.
    func make(_ path: String, _ json: String, as headers: [String: String]? = nil) async throws -> [String: String] {
        let headers = headers ?? ["Authorization": "Bearer \(console.credentials.adminToken)"]
        let answer = try await send(.post, path, headers: headers, text: json)
        #expect(answer.status == .created, "\(answer.text)")
        return try answer.json().compactMapValues { $0 as? String }
    }

    /// Status of a request.
    func status(
        _ method: HTTPRequest.Method, _ target: String, _ headers: [String: String], text: String? = nil
    ) async throws -> Int {
        try await send(method, target, headers: headers, body: text.map { Data($0.utf8) }).status.code
    }
}
