import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A client's registration of a device before it enrolls (AdminRegistrations).
struct RegisteredDeviceDraft: Sendable {
    /// Why a body of enrollment tokens is refused, by `errorCode`.
    enum Refusal: Int, Sendable {
        case registrationType = 5209
        case attributeType = 5210
        case deviceAttribute = 5211
        case ownershipType = 5212
        /// The device is registered or enrolled.
        case known = 5213
        /// The device is on the list that says the opposite.
        case contradicted = 5214
    }

    /// The most tags of one device.
    private static let maximumTags = 100
    /// The most custom attributes of one registered device.
    static let maximumAttributes = 100

    var kind = RegisteredDeviceRecord.Kind.register
    /// The user it is for, where the body names one.
    var user: RecordReference?
    var serialNumber: String?
    var imei: String?
    var device: DeviceIdentifier?
    var group: RecordReference?
    var friendlyName = ""
    var assetNumber = ""
    var ownership = DeviceOwnership.undefined
    var platform = DevicePlatform.apple
    var tags: [String] = []
    /// A JSON list.
    var attributes = "[]"
    /// Numbers of the model and of the operating system, as picklists have them.
    var modelNumber: Int64?
    var systemNumber: Int64?

    /// Reads the body that registers a device of a user.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the field that is wrong.
    init(ofUser fields: AdminFields) throws {
        let text = try fields.requiredText("LocationGroupId")
        group = RecordReference(text)
        guard group != nil else {
            throw fields.wrong("LocationGroupId", "has to be the id or uuid of an organization group")
        }
        friendlyName = try fields.text("FriendlyName") ?? ""
        assetNumber = try fields.text("AssetNumber") ?? ""
        serialNumber = try Self.trimmed(fields.text("SerialNumber", maximum: 128))
        imei = try Self.trimmed(fields.text("Imei")).map { try Self.imei($0, fields) }
        device = try Self.trimmed(fields.text("Udid")).map { text in
            guard let device = DeviceIdentifier(text) else {
                throw fields.wrong("Udid", "has to have \(DeviceIdentifier.rule)")
            }
            return device
        }
        if let text = try Self.trimmed(fields.text("Ownership")) {
            guard let ownership = DeviceOwnership(text) else { throw fields.wrong("Ownership", "has to be C, E or S") }
            self.ownership = ownership
        }
        if let text = try Self.trimmed(fields.text("PlatformId")) {
            guard let platform = DevicePlatform(text) else {
                throw fields.wrong("PlatformId", "has to be 2 (Apple), 5 (Android), 10 (macOS) or 12 (Windows)")
            }
            self.platform = platform
        }
        tags = try (fields.objects("Tags") ?? []).map { try $0.requiredText("Name") }
        guard tags.count <= Self.maximumTags else {
            throw fields.wrong("Tags", "must have at most \(Self.maximumTags) elements")
        }
        attributes = try Self.attributes(fields)
        modelNumber = try? fields.integer("ModelId")
        systemNumber = try? fields.integer("OperatingSystemId")
    }

    /// Reads the body of an enrollment token of a group: the members of version 1, or in version 2 the same in a record
    /// for each type.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with the `errorCode` of what is wrong.
    init(ofGroup fields: AdminFields) throws {
        let kind = try Self.kind(fields)
        if kind == .register, let registration = try fields.object("device_registration_record") {
            try self.init(registration: registration)
            return
        }
        let record: String? =
            switch kind {
            case .allow: "device_whitelist_record"
            case .deny: "device_blacklist_record"
            case .register: nil
            }
        try self.init(kind, try record.flatMap { try fields.object($0) } ?? fields)
    }

    private static func kind(_ fields: AdminFields) throws -> RegisteredDeviceRecord.Kind {
        let kind = try fields.text("registration_type") ?? ""
        guard let kind = RegisteredDeviceRecord.Kind(word: kind) else {
            let words = RegisteredDeviceRecord.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Self.refused(.registrationType, "registration_type has to be one of \(words).")
        }
        return kind
    }

    /// Reads the record of a registered device in version 2.
    private init(registration fields: AdminFields) throws {
        user = try Self.trimmed(fields.text("user_uuid")).map { text in
            guard let user = RecordReference(text) else { throw fields.wrong("user_uuid", "has to be a uuid") }
            return user
        }
        friendlyName = try fields.text("friendly_name") ?? ""
        assetNumber = try fields.text("asset_number") ?? ""
        serialNumber = try Self.trimmed(fields.text("serial_number", maximum: 128))
        imei = try Self.trimmed(fields.text("imei")).map { try Self.imei($0, fields) }
        if let text = try Self.trimmed(fields.text("device_udid")) {
            device = DeviceIdentifier(text)
            guard device != nil else { throw fields.wrong("device_udid", "has to have \(DeviceIdentifier.rule)") }
        }
        guard user != nil || serialNumber != nil || imei != nil || device != nil else {
            throw Self.refused(.deviceAttribute, "device_registration_record names neither a user nor a device.")
        }
        ownership = try Self.ownership(fields)
        if let text = try Self.trimmed(fields.text("platform_id")), text != "0" {
            guard let platform = DevicePlatform(text) else {
                throw fields.wrong("platform_id", "has to be 2 (Apple), 5 (Android), 10 (macOS) or 12 (Windows)")
            }
            self.platform = platform
        }
        tags = try (fields.objects("tags") ?? []).map { try $0.requiredText("name") }
        guard tags.count <= Self.maximumTags else {
            throw fields.wrong("tags", "must have at most \(Self.maximumTags) elements")
        }
        attributes = try Self.attributes(fields, "custom_attributes")
        modelNumber = try? fields.integer("model_id")
        systemNumber = try? fields.integer("operating_system_id")
    }

    private init(_ kind: RegisteredDeviceRecord.Kind, _ fields: AdminFields) throws {
        self.kind = kind
        let attribute = try Self.trimmed(fields.text("device_attribute", maximum: 128)) ?? ""
        guard !attribute.isEmpty else {
            throw Self.refused(.deviceAttribute, "The field device_attribute is required.")
        }
        switch DeviceWords.folded(try fields.text("attribute_type") ?? "") {
        case "serialnumber": serialNumber = attribute
        case "imei":
            guard let imei = try? Self.imei(attribute, fields) else {
                throw Self.refused(.deviceAttribute, "device_attribute is no IMEI: 14 to 16 digits.")
            }
            self.imei = imei
        case "udid":
            device = DeviceIdentifier(attribute)
            guard device != nil else {
                throw Self.refused(.deviceAttribute, "device_attribute has to have \(DeviceIdentifier.rule).")
            }
        default: throw Self.refused(.attributeType, "attribute_type has to be SERIAL_NUMBER, IMEI or UDID.")
        }
        ownership = try Self.ownership(fields)
    }

    /// A refusal with its number.
    static func refused(_ refusal: Refusal, _ sentence: String) -> ConsoleError {
        ConsoleError(.badRequest, sentence, number: refusal.rawValue)
    }

    /// The ownership that `ownership_type` names; `NONE` and nothing leave it undefined.
    private static func ownership(_ fields: AdminFields) throws -> DeviceOwnership {
        guard let text = try trimmed(fields.text("ownership_type")) else { return .undefined }
        guard let ownership = DeviceOwnership(text) else {
            throw refused(
                .ownershipType,
                "ownership_type has to be CORPORATE_DEDICATED, CORPORATE_SHARED, EMPLOYEE_OWNED or NONE.")
        }
        return ownership
    }

    private static func trimmed(_ text: String?) -> String? {
        let text = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        return text.isEmpty ? nil : text
    }

    private static func imei(_ text: String, _ fields: AdminFields) throws -> String {
        let digits = text.filter { !" -/.".contains($0) }
        guard (14...16).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw fields.wrong("Imei", "has to have 14 to 16 digits")
        }
        return digits
    }

    /// Custom attributes as a JSON list.
    private static func attributes(_ fields: AdminFields, _ name: String = "CustomAttributes") throws -> String {
        let objects = try fields.objects(name) ?? []
        guard objects.count <= maximumAttributes else {
            throw fields.wrong(name, "must have at most \(maximumAttributes) elements")
        }
        let entries = try objects.map { entry in
            RegisteredDeviceRecord.Attribute(
                Name: try entry.requiredText("Name"),
                Value: try entry.text("Value", maximum: DeviceAttributeRecord.valueLimit) ?? "",
                Application: try entry.text("Application") ?? entry.text("ApplicationGroup") ?? "")
        }
        return try json(entries)
    }

    /// Custom attributes as a registration keeps them.
    static func json(_ entries: [RegisteredDeviceRecord.Attribute]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(entries), as: UTF8.self)
    }
}
