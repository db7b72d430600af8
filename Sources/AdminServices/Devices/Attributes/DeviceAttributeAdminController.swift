import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Custom attributes of devices (AdminDeviceDetails, "Custom attributes").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/{id}/customattributes` | the attributes of a device |
/// | PUT | `/api/mdm/devices/{id}/customattributes` | sets those it names; 204 |
/// | DELETE | `/api/mdm/devices/{id}/customattributes` | takes those it names away; 204 |
/// | GET | `/api/mdm/devices/customattribute/search` | a page of devices that have some |
///
/// The first three also without `{id}`, by an alternate id; PUT then takes a list of devices as well.
struct DeviceAttributeAdminController {
    private typealias Naming = @Sendable (AdminCall) throws -> DeviceLocator

    /// `errorCode` for an unknown device.
    private static let missing = 5002
    /// The most devices of one body.
    private static let maximumDevices = 1000

    let store: DeviceAttributeStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        add("/api/mdm/devices/{id}/customattributes", to: routes) {
            try DeviceLocator(path: $0, number: Self.missing)
        }
        add("/api/mdm/devices/customattributes", to: routes) { try DeviceLocator($0.query, number: Self.missing) }
        routes.get("/api/mdm/devices/customattribute/search", search)
    }

    private func add(_ path: RouterPath, to routes: AdminRoutes, _ naming: @escaping Naming) {
        routes.get(path) { try await show($0, naming) }
        routes.put(path) { call in
            let body = try await call.body()
            if let devices = try AdminFields.list(body) { return try await setEach(devices, call) }
            let drafts = try drafts(AdminFields(body), withValues: true)
            try await store.set(drafts, of: naming(call), by: call.identity)
            return .empty(.noContent)
        }
        routes.delete(path) { call in
            let drafts = try drafts(try await call.fields(), withValues: false)
            try await store.remove(drafts, of: naming(call), by: call.identity)
            return .empty(.noContent)
        }
    }

    private func show(_ call: AdminCall, _ naming: Naming) async throws -> AdminAnswer {
        let holder = try await store.attributes(naming(call), for: call.identity)
        return .body(DeviceAttributesBody(holder, DeviceAttributeBody.init), root: "DeviceCustomAttributes")
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.holders(DeviceSearch(attributes: call.query), call.page(), for: call.identity)
        let devices = page.map { DeviceAttributesBody($0, FoundDeviceAttributeBody.init) }
        return .list(AdminList("Devices", devices), root: "DeviceCustomAttributesSearch")
    }

    /// Sets attributes of devices that a list names by their serial numbers; a device that is refused is in the answer.
    private func setEach(_ devices: [AdminFields], _ call: AdminCall) async throws -> AdminAnswer {
        guard (1...Self.maximumDevices).contains(devices.count) else {
            throw ConsoleError(.badRequest, "The body has to be a list of 1 to \(Self.maximumDevices) devices.")
        }
        var refusals: [DeviceAttributeRefusal] = []
        for fields in devices {
            let serial = try fields.text("serialNumber") ?? ""
            do {
                let drafts = try drafts(fields, "deviceCustomAttributes", withValues: true)
                try await store.set(
                    drafts, of: DeviceLocator(.serialNumber, serial, number: Self.missing), by: call.identity)
            } catch let error as ConsoleError where [.notFound, .badRequest].contains(error.code) {
                refusals.append(DeviceAttributeRefusal(serial, try fields.text("userName") ?? "", error))
            }
        }
        return .body(DeviceAttributesResult(of: devices.count, refusals), root: "DeviceCustomAttributesResult")
    }

    private func drafts(
        _ fields: AdminFields, _ list: String = "CustomAttributes", withValues: Bool
    ) throws -> [DeviceAttributeStore.Draft] {
        let (limit, maximum) = (DeviceAttributeRecord.valueLimit, DeviceAttributeRecord.maximumCount)
        let objects = try fields.objects(list) ?? []
        guard (1...maximum).contains(objects.count) else {
            throw ConsoleError(.badRequest, "\(list) has to be a list of 1 to \(maximum) attributes.")
        }
        return try objects.map { fields in
            let value = try withValues ? fields.text("Value", maximum: limit) : nil
            guard value != nil || !withValues else { throw fields.wrong("Value", "is missing") }
            return DeviceAttributeStore.Draft(
                name: try fields.requiredText("Name"), value: value,
                applicationGroup: try fields.text("ApplicationGroup") ?? "")
        }
    }
}

extension DeviceSearch {
    /// Reads the query of a search for custom attributes.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a value that cannot be, naming the parameter.
    init(attributes query: QueryParameters) throws {
        try self.init(query)
        func time(_ name: String) throws -> Timestamp? {
            try Self.latest(query.value(name).flatMap { $0.isEmpty ? nil : (name, $0) })
        }
        devices = Self.list(query, "deviceid")?.compactMap { Int64($0) }
        attributes = try DeviceAttributeFilter.list(query)
        serialNumber = query.text("serialnumber")
        // Attributes have no source here, so that none is of a source that is named.
        findsNothing = findsNothing || query.text("source") != nil
        attributeChange = AttributeChange(
            since: try [time("startdatetime"), query.date("modifiedfrom")].compactMap { $0 }.max(),
            before: try time("enddatetime"), until: try query.date("modifiedtill", atEnd: true),
            name: query.text("customattributename"), applicationGroup: query.text("applicationgroup"))
    }
}
