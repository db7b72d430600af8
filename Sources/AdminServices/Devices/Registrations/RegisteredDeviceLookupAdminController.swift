import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Devices registered for users, by their serial number, asset number or identifier (AdminRegistrations, "By numbers").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/system/users/registereddevices/delete` | takes registrations back |
/// | POST | `/api/system/users/registereddevices/deletebyserialnumber` | the same by serial numbers |
/// | POST | `/api/system/users/registereddevices/deletebyassetnumber` | the same by asset numbers |
/// | POST | `/api/system/users/registereddevices/deletebyudid` | the same by identifiers |
/// | POST | `/api/system/users/registereddevices/serialnumber/{value}/createcustomattributes` | adds attributes |
/// | POST | `/api/system/users/registereddevices/serialnumber/{value}/updatecustomattributes` | changes attributes |
/// | POST | `/api/system/users/registereddevices/serialnumber/{value}/deletecustomattributes` | takes attributes away |
///
/// The last three also below `assetnumber`.
struct RegisteredDeviceLookupAdminController {
    let store: RegisteredDeviceStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        let devices = "/api/system/users/registereddevices"
        routes.post("\(devices)/delete") { try await delete($0, by: RegisteredDeviceKey.Kind($0.query)) }
        for kind in [RegisteredDeviceKey.Kind.serialNumber, .assetNumber, .udid] {
            let word = kind.rawValue.lowercased()
            routes.post("\(devices)/deleteby\(word)") { try await delete($0, by: kind) }
            guard kind != .udid else { continue }
            for change in RegisteredAttributeChange.allCases {
                routes.post("\(devices)/\(word)/{value}/\(change.rawValue)customattributes") { call in
                    try await self.change(call, kind, change)
                }
            }
        }
    }

    private func delete(_ call: AdminCall, by kind: RegisteredDeviceKey.Kind) async throws -> AdminAnswer {
        let username = call.query.text("username")
        let values = try await call.fields().bulkValues()
        let result = try await AdminBulkResult.of(values) { value in
            try await store.delete(RegisteredDeviceKey(kind, value), ofUser: username, by: call.identity)
        }
        return .body(result, root: "BulkResponse")
    }

    private func change(
        _ call: AdminCall, _ kind: RegisteredDeviceKey.Kind, _ change: RegisteredAttributeChange
    ) async throws -> AdminAnswer {
        let list = try CustomAttributeList(
            try await call.fields(), needsValues: change != .delete, maximum: RegisteredDeviceDraft.maximumAttributes,
            valueLimit: DeviceAttributeRecord.valueLimit)
        let key = RegisteredDeviceKey(kind, try call.context.pathParameter("value"))
        let refused = try await store.change(list.entries, change, of: key, by: call.identity)
        return .body(AdminBulkResult(of: list.count, list.refusals + refused), root: "BulkResponse")
    }
}

extension RegisteredDeviceKey.Kind {
    /// The kind that a query names in `searchby`.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` for another word, or none.
    fileprivate init(_ query: QueryParameters) throws {
        let word = query.value("searchby") ?? ""
        guard let kind = Self.allCases.first(where: { $0.rawValue.lowercased() == word.lowercased() }) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConsoleError(
                .unprocessable,
                "Invalid search by parameter: searchby is \"\(word.prefix(40))\"; it has to be one of \(words).")
        }
        self = kind
    }
}
