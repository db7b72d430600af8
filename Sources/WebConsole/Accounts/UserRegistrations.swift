import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Devices that are registered for a user before they enroll.
enum UserRegistrations {
    /// The list, and the form for another one.
    ///
    /// - Parameters:
    ///   - visit: Who asks.
    ///   - name: The user.
    ///   - group: Code of the user's group.
    ///   - base: The address of the user's page.
    ///   - isWriter: Whether there is to be a form.
    /// - Returns: The section.
    /// - Throws: What the routes throw.
    static func section(_ visit: Visit, _ name: String, _ group: String, _ base: String, isWriter: Bool) async throws
        -> Section
    {
        let found = try await visit.api.get(
            "/api/system/users/registereddevices/search", ["username": name, "pagesize": "100"])
        let devices = found["RegisteredDeviceInfoList"].list.filter { $0["Username"].text == name }
        let rows = devices.map { device in
            Table.Row(cells: [
                .text(device["FriendlyName"].nonEmpty ?? device["SerialNumber"].text)
                    .linked(device["UDID"].nonEmpty.map(DeviceShown.path)),
                DeviceShown.identifier(device["UDID"].text), .code(device["SerialNumber"].text),
                .text(device["AssetNumber"].text),
                .text(device["Platform"].text), .text(device["OrganizationGroup"].text),
                .time(device["RegistrationDate"].time),
            ])
        }
        let table = Table(
            "Registered devices of the user",
            columns: ["Name", "UDID", "Serial number", "Asset number", "Platform", "Organization group", "Registered"],
            rows: rows,
            empty: EmptyState(
                title: "No registered devices", advice: "A device that is registered gets its values when it enrolls."))
        var section = Section("Registered devices", id: "registered", parts: [.table(table)])
        guard isWriter else { return section }
        section.parts.append(.form(try await form(visit, group, base)))
        return section
    }

    private static func form(_ visit: Visit, _ group: String, _ base: String) async throws -> Form {
        var form = Form("\(base)/register-device", button: "Register device")
        form.title = "Register device"
        form.hint = "The user gets a token for one enrollment within 30 days; with an identifier, for that device only."
        form.isColumned = true
        form.fields = [
            try await GroupChoice.field(visit, name: "LocationGroupId", chosen: group),
            Field("FriendlyName", "Friendly name"),
            .choice(
                "Ownership", "Ownership",
                [
                    ("", "Not known"), ("C", "Corporate - Dedicated"), ("S", "Corporate - Shared"),
                    ("E", "Employee Owned"),
                ], value: ""),
            .choice(
                "PlatformId", "Platform", [("2", "Apple"), ("5", "Android"), ("10", "macOS"), ("12", "Windows")],
                value: "2"),
            Field("Udid", "Device identifier"), Field("SerialNumber", "Serial number"), Field("Imei", "IMEI"),
            Field("AssetNumber", "Asset number"),
            Field("Tags", "Tags").with(hint: "Names with commas between them; of the group or of those above it."),
        ]
        return form
    }

    /// Registers a device.
    @Sendable static func register(_ visit: Visit) async throws -> Outcome {
        let form = visit.form
        var members = ["FriendlyName", "Ownership", "PlatformId", "Udid", "SerialNumber", "Imei", "AssetNumber"]
            .compactMap { name in form.nonEmpty(name).map { JSONMember(name: name, value: .string($0)) } }
        let group = try await GroupChoice.id(form["LocationGroupId"], visit)
        members.append(JSONMember(name: "LocationGroupId", value: .string(group)))
        let tags = form["Tags"].split(separator: ",").map { $0.trimmingPrefix(" ") }.filter { !$0.isEmpty }
        if !tags.isEmpty {
            let names = tags.map { JSONValue.members(["Name": .string(String($0))]) }
            members.append(JSONMember(name: "Tags", value: .array(names)))
        }
        try await visit.api.send(
            .post, "/api/system/users/\(visit.segment("user"))/registerdevice", .object(members))
        return .stay("The device is registered, and the user has a token for it.")
    }
}
