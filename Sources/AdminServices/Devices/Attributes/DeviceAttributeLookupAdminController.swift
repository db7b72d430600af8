import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Custom attributes of devices that are named by their serial or asset number, and the history of attributes
/// (AdminDeviceDetails, "Custom attributes").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | PUT | `/api/mdm/devices/serialnumber/{value}/customattributes` | sets those it names |
/// | DELETE | `/api/mdm/devices/serialnumber/{value}/customattributes` | takes those it names away |
/// | PUT | `/api/mdm/devices/assetnumber/{value}/customattributes` | sets those it names |
/// | POST | `/api/mdm/devices/assetnumber/{value}/updatecustomattributes` | the same |
/// | GET | `/api/mdm/devices/customattribute/changereport` | a page of devices with changes of theirs |
struct DeviceAttributeLookupAdminController {
    /// `errorCode` for an unknown device.
    private static let missing = 5002

    let store: DeviceAttributeStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.put("/api/mdm/devices/serialnumber/{value}/customattributes") { try await set($0, .serialNumber) }
        routes.delete("/api/mdm/devices/serialnumber/{value}/customattributes", remove)
        routes.put("/api/mdm/devices/assetnumber/{value}/customattributes") { try await set($0, .assetNumber) }
        routes.post("/api/mdm/devices/assetnumber/{value}/updatecustomattributes") { try await set($0, .assetNumber) }
        routes.get("/api/mdm/devices/customattribute/changereport", report)
    }

    private func set(_ call: AdminCall, _ kind: DeviceLocator.Kind) async throws -> AdminAnswer {
        let list = try CustomAttributeList(try await call.fields(), needsValues: true)
        let locator = DeviceLocator(kind, try call.context.pathParameter("value"), number: Self.missing)
        try await store.set(list.drafts, of: locator, by: call.identity)
        return .body(AdminBulkResult(of: list.count, list.refusals), root: "BulkResponse")
    }

    @Sendable private func remove(_ call: AdminCall) async throws -> AdminAnswer {
        let list = try CustomAttributeList(try await call.fields(), needsValues: false)
        let locator = DeviceLocator(.serialNumber, try call.context.pathParameter("value"), number: Self.missing)
        let unknown = try await store.unknown(list.drafts, of: locator, for: call.identity)
        try await store.remove(list.drafts, of: locator, by: call.identity)
        let refusals =
            list.refusals
            + unknown.map {
                (value: $0.name, error: ConsoleError(.notFound, "The device has no attribute \($0.name)."))
            }
        return .body(AttributeRemovalResult(of: list.count, refusals, call), root: "BulkResponse")
    }

    @Sendable private func report(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.changes(
            try DeviceAttributeChangeSearch(call.query), call.page(), for: call.identity)
        return .list(
            AdminList("DeviceCustomAttributeChanges", page.map(DeviceAttributeChangesBody.init)),
            root: "DeviceCustomAttributeChangeReport")
    }
}

extension CustomAttributeList {
    /// Reads `CustomAttributes` of a body about a device.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is no list of 1 to 500 attributes.
    fileprivate init(_ fields: AdminFields, needsValues: Bool) throws {
        try self.init(
            fields, needsValues: needsValues, maximum: DeviceAttributeRecord.maximumCount,
            valueLimit: DeviceAttributeRecord.valueLimit)
    }

    /// Those that can be used, as devices get them.
    fileprivate var drafts: [DeviceAttributeStore.Draft] {
        entries.map { .init(name: $0.name, value: $0.value, applicationGroup: $0.applicationGroup) }
    }
}
