import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import GRDB
import Hummingbird

/// Deletes registrations of devices, several at once (AdminRegistrations, "Deleting registrations").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/system/users/registereddevices/delete` | a bulk answer; `searchby` says what the values are |
/// | POST | `/api/system/users/registereddevices/deletebyassetnumber` | the same for asset numbers |
/// | POST | `/api/system/users/registereddevices/deletebyserialnumber` | the same for serial numbers |
/// | POST | `/api/system/users/registereddevices/deletebyudid` | the same for device identifiers |
struct RegisteredDeviceDeletionAdminController {
    let store: RegisteredDeviceStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        let root = "/api/system/users/registereddevices"
        routes.post("\(root)/delete") { try await delete($0, by: try Self.trait($0.query)) }
        routes.post("\(root)/deletebyassetnumber") { try await delete($0, by: .assetNumber) }
        routes.post("\(root)/deletebyserialnumber") { try await delete($0, by: .serialNumber) }
        routes.post("\(root)/deletebyudid") { try await delete($0, by: .udid) }
    }

    private func delete(_ call: AdminCall, by trait: RegisteredDeviceTrait) async throws -> AdminAnswer {
        let values = try await call.fields().bulkValues()
        let username = call.query.text("username")
        let result = try await AdminBulkResult.of(values) { value in
            try await store.delete(trait, value, of: username, by: call.identity)
        }
        return .body(result, root: "BulkResponse")
    }

    private static func trait(_ query: QueryParameters) throws -> RegisteredDeviceTrait {
        let word = query.text("searchby") ?? ""
        guard let trait = RegisteredDeviceTrait(word: word) else {
            throw ConsoleError(
                .unprocessable,
                "Invalid search by parameter: searchby is \"\(word.prefix(40))\"; it has to be one of "
                    + "\(RegisteredDeviceTrait.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return trait
    }
}

/// What a registered device is looked for by, in the words of the admin REST API.
enum RegisteredDeviceTrait: String, CaseIterable, Sendable {
    case udid = "Udid"
    case serialNumber = "Serialnumber"
    case assetNumber = "AssetNumber"
    case imei = "ImeiNumber"

    /// The trait of a word in any letter case; nil for any other word.
    init?(word: String) {
        let word = word.lowercased()
        guard let trait = Self.allCases.first(where: { $0.rawValue.lowercased() == word }) else { return nil }
        self = trait
    }

    /// The column of registrations.
    var column: String {
        switch self {
        case .udid: "identifier"
        case .serialNumber: "serialNumber"
        case .assetNumber: "assetNumber"
        case .imei: "imei"
        }
    }
}

extension RegisteredDeviceStore {
    /// Deletes the registrations of a device.
    ///
    /// - Parameters:
    ///   - trait: What the device is looked for by.
    ///   - value: Its value.
    ///   - username: Only registrations of this user; nil for all.
    ///   - administrator: Who does it.
    /// - Throws: ``ConsoleError`` `notFound` if there is none in the administrator's subtree.
    func delete(
        _ trait: RegisteredDeviceTrait, _ value: String, of username: String?, by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let entries = try RegisteredDeviceRecord.fetchAll(
                transaction.db,
                sql: """
                    SELECT registration.* FROM deviceRegistration registration
                    LEFT JOIN enrollmentUser ON enrollmentUser.id = registration.userId
                    WHERE registration.\(trait.column) = :value COLLATE NOCASE AND registration.kind = :kind
                        AND registration.groupId IN (\(Subtree.groups(in: ":group")))
                        AND (:user IS NULL OR enrollmentUser.username = :user COLLATE NOCASE)
                    """,
                arguments: [
                    "value": value, "kind": RegisteredDeviceRecord.Kind.register.rawValue,
                    "group": administrator.subtree, "user": username,
                ])
            guard !entries.isEmpty else {
                throw ConsoleError(.notFound, "Registered device \(value.prefix(80)) not found.")
            }
            for entry in entries { try delete(entry, by: administrator, in: transaction) }
        }
    }
}
