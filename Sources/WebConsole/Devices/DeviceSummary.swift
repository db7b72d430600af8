import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// The summary of a device: what is known, and what can be done.
enum DeviceSummary {
    /// The page.
    static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let device = frame.device
        var facts = Section("Summary", id: "summary", parts: [.facts(general(device))])
        facts = facts.live("event", "request")
        var inventory = Section("Hardware and network", id: "inventory", parts: [.facts(hardware(device))])
        inventory = inventory.live("event", "request")
        var page = frame.page("", [.section(facts), .section(inventory)])
        if visit.may(.write, .devices) { page.actions = [DeviceStandIn.link(frame)] }
        if visit.may(.write, .devices) {
            page.actions += actions(frame)
            page.parts += try await forms(frame, visit)
        }
        return page
    }

    private static func general(_ device: JSON) -> [Fact] {
        let apps = device.installations.list.map(\.bundleId.text).joined(separator: ", ")
        return [
            Fact("Device identifier", .code(device.udid.text), isCopied: true),
            Fact("Organization group", .text(device.groupName.text).with(detail: device.groupId.text)),
            Fact("User", .text(device.user.text)),
            Fact("Ownership", .text(DeviceShown.ownership(device.ownership.text))),
            Fact("Enrollment status", DeviceShown.enrollment(device)),
            Fact("Compliance", DeviceShown.compliance(device.complianceStatus.text)),
            Fact(
                "Compromised",
                device.isCompromised.isTrue ? .badge("Compromised", .bad) : .badge("Not compromised", .good)),
            Fact("Managed by", .text(device.managedBy.text)), Fact("Supervised", .flag(device.isSupervised.isTrue)),
            Fact("Apps", .text(apps)), Fact("Tags", .text(device.tags.list.map(\.text).joined(separator: ", "))),
            Fact("Enrolled", .time(device.enrolledAt.time)), Fact("Last seen", .time(device.lastSeenAt.time)),
            Fact(
                "Do not disturb",
                device.doNotDisturb.isTrue
                    ? .badge("On", .warning) : .text("Off")),
        ]
    }

    private static func hardware(_ device: JSON) -> [Fact] {
        let battery = device.batteryLevel.integer.map { "\($0) %" } ?? ""
        return [
            Fact("Platform", .text(device.platform.text)), Fact("Model", .text(device.model.text)),
            Fact("OS version", .text(device.osVersion.text).with(detail: device.osBuildVersion.text)),
            Fact("Reported name", .text(device.reportedName.text)),
            Fact("Serial number", .code(device.serialNumber.text)),
            Fact("Asset number", .code(device.assetNumber.text)),
            Fact("IMEI", .code(device.imei.text)), Fact("UUID", .code(device.uuid.text), isCopied: true),
            Fact("MAC address", .code(device.macAddress.text)), Fact("IP address", .code(device.ipAddress.text)),
            Fact("Wi-Fi", .text(device.wifiSsid.text)), Fact("Phone number", .text(device.phone.text)),
            Fact("Roaming", .flag(device.isRoaming.isTrue)), Fact("Battery", .text(battery)),
            Fact("Storage", DeviceShown.capacity(device.storageBytes)),
            Fact(
                "Free storage",
                device.storageBytes.integer ?? 0 > 0
                    ? DeviceShown.bytes(device.availableStorageBytes)
                    : DeviceShown.capacity(device.availableStorageBytes)),
            Fact("Memory", DeviceShown.capacity(device.physicalMemory)),
        ]
    }

    private static func actions(_ frame: DeviceFrame) -> [Action] {
        let base = frame.base
        return [
            .post("Query", "\(base)/query"), .post("Lock", "\(base)/lock"),
            .post(
                "Enterprise Wipe", "\(base)/enterprise-wipe",
                asking: "Take enterprise data off this device, and end its credentials?", isDangerous: true),
            .post(
                "Device Wipe", "\(base)/device-wipe", asking: "Erase this device, and end its credentials?",
                isDangerous: true),
            .post(
                "Delete Device", "\(base)/delete",
                asking: "Forget this device with its apps and credentials? What it has sent stays.", isDangerous: true),
        ]
    }

    private static func forms(_ frame: DeviceFrame, _ visit: Visit) async throws -> [Part] {
        var parts: [Part] = [.section(Section("Edit Device", id: "edit", parts: [.form(edit(frame))]))]
        var groupForm = Form("\(frame.base)/group", button: "Change Organization Group")
        groupForm.fields = [
            try await GroupChoice.field(visit, label: "Organization group", chosen: frame.device.groupId.text)
        ]
        groupForm.hint = "User and credentials stay; smart groups, apps and profiles follow at once."
        parts.append(.section(Section("Change Organization Group", id: "group", parts: [.form(groupForm)])))
        parts.append(.section(try await tags(frame, visit)))
        parts.append(.section(handing(frame)))
        if !frame.bundles.isEmpty { parts.append(.section(try await sending(frame, visit))) }
        return parts
    }

    private static func edit(_ frame: DeviceFrame) -> Form {
        let device = frame.device
        return Form(
            "\(frame.base)/edit", button: "Save",
            fields: [
                Field("friendlyName", "Friendly name", value: device.friendlyName.text).required()
                    .with(hint: "Beacons leave it as it is once it was set here."),
                .choice(
                    "ownership", "Ownership",
                    DeviceOwnership.allCases.map { ($0.rawValue, DeviceShown.ownership($0.rawValue)) },
                    value: device.ownership.text),
                Field("assetNumber", "Asset number", value: device.assetNumber.text),
            ])
    }

    private static func tags(_ frame: DeviceFrame, _ visit: Visit) async throws -> Section {
        let current = Set(frame.device.tags.list.map(\.text))
        let offer = try await DeviceShown.tags(visit)
        let names = (offer.isCut ? current : current.union(offer.options.map(\.value))).sorted()
        guard !names.isEmpty || offer.isCut else {
            let empty = EmptyState(
                title: "No tags yet", advice: "Tags of its organization group and of those above are chosen here.",
                link: TagPages.path, linkText: "Tags")
            return Section("Manage Tags", id: "tags", parts: [.empty(empty)])
        }
        var form = Form("\(frame.base)/tags", button: "Save tags")
        form.fields = names.map { .flag("tag-\($0)", $0, current.contains($0)) }
        if offer.isCut {
            form.fields.append(
                Field("furtherTags", "Further tags").with(
                    hint: "Names with commas between them. There are \(Figure.text(offer.total)), too many for boxes."))
        }
        var section = Section("Manage Tags", id: "tags", parts: [.form(form)])
        section.actions = [.link("Tags", TagPages.path)]
        return section
    }

    private static func handing(_ frame: DeviceFrame) -> Section {
        var checkOut = Form("\(frame.base)/check-out", button: "Check out")
        checkOut.fields = [Field("username", "User").required().with(hint: "A user of its group or of one above it.")]
        checkOut.hint = "The user before loses their credentials on this device at once; it stays enrolled."
        var parts: [Part] = [.form(checkOut)]
        if let user = frame.device.user.nonEmpty {
            parts.append(
                .actions([
                    .post("Check in", "\(frame.base)/check-in", asking: "Take the device back from \(user)?")
                ]))
        }
        return Section("Check out and in", id: "hand", parts: parts)
    }

    private static func sending(_ frame: DeviceFrame, _ visit: Visit) async throws -> Section {
        var profile = Form("\(frame.base)/send-profile", button: "Send profile")
        profile.title = "Send profile"
        profile.fields = [
            frame.appField(all: "All apps"),
            try await DeviceShown.profileField(visit),
        ]
        profile.hint = "Queued as InstallProfile, rendered for the app as a fetch would render it."
        var command = Form("\(frame.base)/custom-command", button: "Send command")
        command.title = "Custom command"
        command.fields = [
            frame.appField(named: "app", all: "All apps"),
            Field("requestType", "Request type").required().with(hint: "Letter case counts, as it does for clients."),
            Field("settings", "Settings", .area)
                .with(hint: "A JSON object of what goes beside RequestType; empty for nothing."),
            Field("expiresInMinutes", "Expires in minutes", .number)
                .with(hint: "Empty: as long as the group says."),
        ]
        return Section("Send", id: "send", parts: [.form(profile), .form(command)])
    }
}
