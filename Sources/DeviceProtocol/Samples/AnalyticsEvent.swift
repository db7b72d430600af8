import Foundation

/// Something that happened in an app: sample type 112 (DeviceServices, section 16.3).
public struct AnalyticsEvent: SampleFields, Codable {
    /// What happened.
    public var name: String
    /// The kind of event.
    public var type = AnalyticsEventType.custom
    /// How the value is to be read.
    public var valueType = AnalyticsValueType.none
    /// The value as text, whatever its type; empty if there is none.
    public var value = ""
    /// The session, a UUID of 36 characters; empty if not known.
    public var session = ""
    /// The app; empty for the one that sends it.
    public var bundleID = ""
    /// Version of the app.
    public var bundleVersion = ""
    /// Name of the app.
    public var bundleName = ""

    /// Bytes of the session.
    private static let sessionLength = 36

    /// Takes a name; everything else has its default.
    public init(_ name: String) {
        self.name = name
    }

    /// Reads what follows the header.
    init(reading reader: inout LittleEndianReader) throws(MessageError) {
        var sizes: [Int] = []
        for field in ["nameSize", "valueSize", "bundleIdSize", "bundleVersionSize", "bundleNameSize"] {
            sizes.append(try reader.size(field))
        }
        type = AnalyticsEventType(rawValue: try reader.integer("eventType"))
        valueType = AnalyticsValueType(rawValue: try reader.integer("valueType"))
        session = try reader.fixedText(Self.sessionLength, "session")
        name = try reader.text(sizes[0], "name")
        value = try reader.text(sizes[1], "value")
        bundleID = try reader.text(sizes[2], "bundleId")
        bundleVersion = try reader.text(sizes[3], "bundleVersion")
        bundleName = try reader.text(sizes[4], "bundleName")
    }

    /// Writes what follows the header.
    func write(to writer: inout LittleEndianWriter) throws(MessageError) {
        let texts = [name, value, bundleID, bundleVersion, bundleName]
        for text in texts { try writer.appendSize(text.utf8.count, "analytics event") }
        writer.append(type.rawValue)
        writer.append(valueType.rawValue)
        writer.appendFixed(session, Self.sessionLength)
        for text in texts { writer.append(contentsOf: text.utf8) }
    }

    /// Reads a member of `events`: an integer may stand for its text, and the type of the value follows its form if it
    /// is not given.
    init(json fields: JSONObjectReader) throws(MessageError) {
        name = try fields.requiredText("name")
        if name.isEmpty { throw fields.wrong("name", "must not be empty") }
        type = try fields.choice("type", default: .custom)
        value = try fields.textOrNumber("value") ?? ""
        valueType = try fields.choice("valueType", default: Self.form(of: fields.value("value")))
        if valueType == .none, !value.isEmpty { throw fields.wrong("value", "must be absent if valueType is none") }
        if valueType == .integer || valueType == .long, Int64(value) == nil {
            throw fields.wrong("value", "must be an integer if valueType is \(valueType.name)")
        }
        session = try fields.fixedText("session", Self.sessionLength)
        if !session.isEmpty, UUID(uuidString: session) == nil { throw fields.wrong("session", "must be a UUID") }
        bundleID = try fields.identifier("bundleId", as: BundleIdentifier.self)?.value ?? ""
        bundleVersion = try fields.text("bundleVersion") ?? ""
        bundleName = try fields.text("bundleName") ?? ""
    }

    /// The type of a JSON value without an explicit one.
    private static func form(of value: JSONValue?) -> AnalyticsValueType {
        switch value {
        case .number(let text):
            if Int32(text) != nil { .integer } else if Int64(text) != nil { .long } else { .string }
        case .string: .string
        default: .none
        }
    }
}
