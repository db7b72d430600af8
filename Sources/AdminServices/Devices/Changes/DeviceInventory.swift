import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// The properties that an administrator gives a device; those left out stay as they are.
struct DeviceInventory: Sendable {
    /// Members of the JSON object.
    static var names: Set<String> {
        Set(texts.map(\.name) + numbers.map(\.name) + flags.map(\.name) + ["platform", "osVersion", "lastSeenAt"])
    }

    private static var texts: [(name: String, column: WritableKeyPath<DeviceRecord, String?>)] {
        [
            ("serialNumber", \.serialNumber), ("imei", \.imei), ("easId", \.easId), ("assetNumber", \.assetNumber),
            ("reportedName", \.reportedName), ("model", \.model), ("osBuildVersion", \.osBuildVersion),
            ("macAddress", \.macAddress), ("ipAddress", \.ipAddress), ("wifiSsid", \.wifiSsid), ("phone", \.phone),
            ("email", \.email), ("oemInfo", \.oemInfo),
        ]
    }

    private static var numbers: [(name: String, column: WritableKeyPath<DeviceRecord, Int64?>, largest: Int)] {
        [
            ("storageBytes", \.storageBytes, .max), ("availableStorageBytes", \.availableStorageBytes, .max),
            ("batteryLevel", \.batteryLevel, 100), ("physicalMemory", \.physicalMemory, .max),
            ("availableMemory", \.availableMemory, .max), ("virtualMemory", \.virtualMemory, .max),
            ("processorArchitecture", \.processorArchitecture, 65_535),
        ]
    }

    private static var flags: [(name: String, column: WritableKeyPath<DeviceRecord, Bool>)] {
        [("isRoaming", \.isRoaming), ("isCompromised", \.isCompromised)]
    }

    /// Texts by the name of their member; an empty one removes the value.
    private var texts: [String: String] = [:]
    private var numbers: [String: Int64] = [:]
    private var flags: [String: Bool] = [:]
    private var platform: DevicePlatform?
    /// An empty one says that it is not known.
    private var osVersion: String?
    private var lastSeenAt: Timestamp?

    /// Reads the members of a JSON object.
    ///
    /// - Throws: A `MessageError` naming the member and what it accepts.
    init(_ fields: JSONObjectReader) throws {
        for (name, _) in Self.texts { texts[name] = try fields.text(name, maximum: 255) }
        for (name, _, largest) in Self.numbers {
            guard let number = try fields.integer(name) else { continue }
            guard (0...largest).contains(number) else {
                throw fields.wrong(name, largest == .max ? "must not be negative" : "must be from 0 to \(largest)")
            }
            numbers[name] = Int64(number)
        }
        for (name, _) in Self.flags { flags[name] = try DeviceFields.bool(name, fields) }
        osVersion = try fields.text("osVersion", maximum: 64)
        if let text = try fields.textOrNumber("platform") {
            platform = DevicePlatform(text)
            let words = DevicePlatform.allCases.map(\.rawValue).joined(separator: ", ")
            guard platform != nil else { throw fields.wrong("platform", "must be one of \(words)") }
        }
        if let text = try fields.text("lastSeenAt") {
            lastSeenAt = Timestamp(lenient: text)
            guard lastSeenAt != nil else {
                throw fields.wrong("lastSeenAt", "must be a time such as 2026-03-05T10:20:30Z")
            }
        }
    }

    /// An empty draft.
    init() {}

    /// Gives a device the wanted values.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - now: The time: whoever says whether it is compromised has looked.
    func apply(to device: inout DeviceRecord, at now: Timestamp) {
        for (name, column) in Self.texts {
            if let text = texts[name] { device[keyPath: column] = text.isEmpty ? nil : text }
        }
        for (name, column, _) in Self.numbers {
            if let number = numbers[name] { device[keyPath: column] = number }
        }
        let wasCompromised = device.isCompromised
        for (name, column) in Self.flags {
            if let flag = flags[name] { device[keyPath: column] = flag }
        }
        if let flag = flags["isCompromised"], flag != wasCompromised || device.compromisedCheckedAt == nil {
            device.compromisedCheckedAt = now
        }
        device.platform = platform?.rawValue ?? device.platform
        device.lastSeenAt = lastSeenAt ?? device.lastSeenAt
        if let osVersion {
            device.osVersion = osVersion.isEmpty ? nil : osVersion
            device.osVersionNumber = OSVersion.number(device.osVersion)
        }
    }
}
