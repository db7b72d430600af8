import GRDB
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What the event log may tell of rows (Architecture, "Database").
struct ToldRecordTests {
    /// Every record that is told.
    private static var records: [any ToldRecord.Type] {
        [
            AdministratorRecord.self, APIKeyRecord.self, AppGroupRecord.self, ApplicationRecord.self,
            AttributeDefinitionRecord.self,
            ComplianceRuleRecord.self, DeviceRecord.self, GeofenceRecord.self, OAuthClientRecord.self,
            OrganizationGroupRecord.self, ProfileRecord.self, RegisteredDeviceRecord.self, SmartGroupRecord.self,
            TagRecord.self,
            UserGroupRecord.self, UserRecord.self,
        ]
    }

    /// Columns that are kept out on purpose: secrets, what follows from others, and what tells a person nothing.
    private static let untold: Set<String> = [
        "id", "createdAt", "updatedAt", "passwordHash", "keyHash", "sealedToken", "failedLogins", "lockedAt",
        "secretHash", "secretVersion", "statusChangedAt", "asksCompliance", "customerId", "enrollmentOrder",
    ]

    /// Columns whose names sound like a secret, and what they hold.
    private static let harmless = ["requiresPasswordChange": "yes or no", "tokenId": "the id of a row"]

    @Test func `Each column is told, or kept out on purpose`() async throws {
        let records = Self.records.map { (table: $0.databaseTableName, told: $0.toldColumns) }
        try await withParts { parts in
            for record in records {
                let columns = try await parts.core.database.read { db in
                    Set(try db.columns(in: record.table).map(\.name))
                }
                #expect(record.told.subtracting(columns).isEmpty, "\(record.table)")
                #expect(record.told.isDisjoint(with: Self.untold), "\(record.table)")
                #expect(columns.subtracting(record.told).subtracting(Self.untold).isEmpty, "\(record.table)")
            }
        }
    }

    @Test(arguments: ["hash", "sealed", "password", "secret", "token", "key"])
    func `No column that is told holds a secret`(word: String) {
        for record in Self.records {
            for column in record.toldColumns where Self.harmless[column] == nil {
                #expect(!column.lowercased().contains(word), "\(record.databaseTableName).\(column)")
            }
        }
    }

    @Test func `No record that is told is missing here`() throws {
        let lines = try SourceFile.all(below: "Sources").flatMap(\.lines)
        #expect(lines.count { $0.contains("static let toldColumns") } == Self.records.count)
    }
}
