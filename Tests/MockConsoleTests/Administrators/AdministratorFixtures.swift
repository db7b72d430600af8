import Foundation
import GRDB

@testable import MockConsole

extension TestConsole {
    /// Makes an administrator of a group.
    ///
    /// - Returns: The headers they send: Basic credentials.
    func administrator(
        of groupCode: String, username: String = "local", password: String = "secret", isActive: Bool = true
    ) async throws -> [String: String] {
        let hash = try await parts.hasher.hash(password)
        let uuid = parts.random.uuid()
        try await parts.database.write { transaction in
            let group = try OrganizationGroupStore.group(code: groupCode, transaction.db)
            var record = AdministratorRecord(
                id: nil, uuid: uuid, groupId: try group?.storedID() ?? 0, username: username, passwordHash: hash,
                role: "Console Administrator", isActive: isActive, createdAt: TestClock.start)
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
