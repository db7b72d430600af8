import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// How pages show what is known of devices.
enum DeviceShown {
    /// The address of a device's page.
    static func path(_ udid: String) -> String { "/console/devices/\(URLText.escaped(udid))" }

    /// A device's name, with a link to its page.
    static func name(_ device: JSON) -> Cell {
        .text(title(device)).linked(path(device.udid.text))
    }

    /// What a device is called.
    static func title(_ device: JSON) -> String { device.friendlyName.nonEmpty ?? device.udid.text }

    /// The beginning of a long identifier.
    static func short(_ udid: String) -> String { udid.count > 16 ? "\(udid.prefix(12))…" : udid }

    /// A device by the beginning of its identifier, the whole of it for a pointer that rests on it.
    static func identifier(_ udid: String) -> Cell {
        let short = short(udid)
        return short == udid ? .code(udid) : .code(short).with(title: udid)
    }

    /// A text in which identifiers are shortened, the whole of it for a pointer that rests on it.
    static func shortening(_ text: String) -> Cell {
        let short = text.replacing(/[0-9A-Fa-f][0-9A-Fa-f-]{23,}/) { Self.short(String($0.output)) }
        return short == text ? .text(text) : .text(short).with(title: text)
    }

    /// The enrollment status.
    static func enrollment(_ device: JSON) -> Cell {
        let word = device.enrollmentStatus.text
        let tone: Tone =
            switch EnrollmentStatus(name: word) {
            case .enrolled?: .good
            case .registered?, .discovered?, .enrollmentInProgress?: .busy
            case .enterpriseWipePending?, .deviceWipePending?: .warning
            default: .plain
            }
        return .badge(word, tone)
    }

    /// A compliance status.
    static func compliance(_ word: String) -> Cell {
        let tone: Tone =
            switch ComplianceStatus(name: word) {
            case .compliant?, .allowed?: .good
            case .blocked?, .nonCompliant?, .quarantined?: .bad
            case .pendingComplianceCheck?, .pendingComplianceCheckForAPolicy?: .busy
            default: .plain
            }
        return .badge(word, tone)
    }

    /// The status of a command.
    static func command(_ status: String) -> Cell {
        let tone: Tone =
            switch status {
            case "acknowledged": .good
            case "error", "dropped": .bad
            case "expired": .warning
            case "queued", "delivered", "notNow": .busy
            default: .plain
            }
        return .badge(title(ofCommandStatus: status), tone)
    }

    private static func title(ofCommandStatus status: String) -> String {
        status == "notNow" ? "Not now" : status.prefix(1).uppercased() + status.dropFirst()
    }

    /// The status of an answer.
    static func answer(_ status: Int?) -> Cell {
        guard let status else { return .text("") }
        let tone: Tone = status < 300 ? .good : status < 400 ? .plain : status < 500 ? .warning : .bad
        return .badge(String(status), tone)
    }

    /// A word of the API, such as `EmployeeOwned`, as people read it.
    static func ownership(_ word: String) -> String {
        switch DeviceOwnership(rawValue: word) {
        case .corporateDedicated?: "Corporate - Dedicated"
        case .corporateShared?: "Corporate - Shared"
        case .employeeOwned?: "Employee Owned"
        case .undefined?: "Undefined"
        case nil: word
        }
    }

    /// Bytes as people read them.
    static func bytes(_ json: JSON) -> Cell {
        guard let number = json.integer else { return .text("") }
        let units = ["bytes", "KB", "MB", "GB", "TB"]
        var (amount, unit) = (Double(number), 0)
        while amount >= 1000, unit < units.count - 1 { (amount, unit) = (amount / 1000, unit + 1) }
        let rounded = unit == 0 ? String(number) : String((amount * 10).rounded() / 10)
        return .text("\(rounded) \(units[unit])").with(title: "\(number) bytes")
    }

    /// How much a device has of something; nothing where it has said none, which is not known then.
    static func capacity(_ json: JSON) -> Cell { json.integer ?? 0 > 0 ? bytes(json) : .text("") }

    /// Entries of a choice among states, with one for all.
    static func choices<State: NamedState>(_: State.Type) -> [(value: String, label: String)] {
        [("", "All")] + State.allCases.map { ($0.name, $0.name) }
    }

    /// Tags that devices may have, by name.
    static func tags(_ visit: Visit) async throws -> ChoiceOffer {
        guard visit.may(.read, .smartGroups) else { return ChoiceOffer(options: [], total: 0) }
        let found = try await visit.api.get("/api/mdm/tags/search", ["pagesize": "500"])
        let names = found.Tags.list.map(\.TagName.text)
        let repeated = names.count - Set(names).count
        return ChoiceOffer(
            options: Set(names).sorted().map { ($0, $0) }, total: (found.Total.integer ?? 0) - repeated)
    }

    /// SDK profiles, by uuid.
    static func profiles(_ visit: Visit) async throws -> ChoiceOffer {
        guard visit.may(.read, .profiles) else { return ChoiceOffer(options: [], total: 0) }
        let found = try await visit.api.get("/_mock/profiles", ["pageSize": "500"])
        let options = found.items.list.map { profile in
            (value: profile.uuid.text, label: "\(profile.name.text) (\(profile.group.text))")
        }
        return ChoiceOffer(options: options, total: found.total.integer ?? 0)
    }

    /// A field to choose an SDK profile; its uuid is typed where there are too many.
    static func profileField(_ visit: Visit) async throws -> Field {
        try await profiles(visit).field("profile", "SDK profile", asking: "The uuid of an SDK profile")
    }
}
