import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import MockConsole

extension TestConsole {
    /// Posts a login and reads the fields of the answer, all of which have to be strings.
    func logIn(_ login: LoginRequest, at location: SourceLocation = #_sourceLocation) async throws -> [String: String] {
        let response = try await send(
            ClientRequest(
                method: "POST", target: "/deviceservices/AuthenticationEndpoint.aws", body: try login.encoded()))
        #expect(response.status == 200, "\(response.text)", sourceLocation: location)
        return try #require(response.json as? [String: String], sourceLocation: location)
    }

    /// A login of the demo user, with changes.
    func login(_ change: (inout LoginRequest) -> Void = { _ in }) throws -> LoginRequest {
        let client = try device()
        var login = LoginRequest(
            username: "demo", password: "demo", activationCode: "demo", device: client.device, bundle: client.bundle)
        change(&login)
        return login
    }

    /// Gives the demo user a one-time token that is valid for an hour.
    func addToken(_ token: String, expiresIn seconds: Int64 = 3600) async throws {
        let expires = clock.now.adding(seconds: seconds)
        let now = clock.now
        try await parts.core.database.write { transaction in
            let user = try Int64.fetchOne(transaction.db, sql: "SELECT id FROM enrollmentUser WHERE username = 'demo'")
            var record = EnrollmentTokenRecord(
                id: nil, userId: try #require(user), tokenHash: SecretHash.sha256(token), createdAt: now,
                expiresAt: expires, usedAt: nil)
            try record.insert(transaction.db)
        }
    }
}
