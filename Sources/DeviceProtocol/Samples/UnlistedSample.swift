public import Foundation

/// A sample whose layout is not known, kept as it came (DeviceServices, section 16.3).
///
/// Through the interrogator it has a number of a type that is not listed, and bytes; as JSON a kind that has no layout,
/// and members or bytes.
public struct UnlistedSample: Hashable, Sendable {
    /// Its subject, as far as it is known.
    public enum Kind: Hashable, Sendable {
        /// A type of the interrogator that is not listed.
        case type(UInt16)
        /// The wireless network.
        case wifi
        /// Calls.
        case callLog
        /// Data usage.
        case dataUsage
        /// The cellular network.
        case cellular

        /// Those that have a name, which is the `kind` in JSON.
        public static let named: [Kind] = [.wifi, .callLog, .dataUsage, .cellular]

        /// The name in JSON.
        public var name: String {
            switch self {
            case .type: "unlisted"
            case .wifi: "wifi"
            case .callLog: "callLog"
            case .dataUsage: SampleType.dataUsage.name
            case .cellular: SampleType.cellular.name
            }
        }
    }

    /// Its subject.
    public var kind: Kind
    /// When; nil if it names no moment.
    public var time: SampleTime?
    /// The number of its type, if it came with one.
    public var type: UInt16?
    /// The bytes after the header, or the bytes in the JSON.
    public var bytes: Data?
    /// The other members of the JSON.
    public var members: [JSONMember] = []

    /// A sample of the interrogator.
    public init(type: UInt16, time: SampleTime?, bytes: Data) {
        kind = .type(type)
        self.type = type
        self.time = time
        self.bytes = bytes
    }

    /// Reads an element of `samples`, whose `kind` has no layout; nil for one that has.
    init?(json fields: JSONObjectReader, kind name: String) throws(MessageError) {
        if let kind = Kind.named.first(where: { $0.name == name }) {
            self.kind = kind
        } else if name == "unlisted" {
            guard let number = try fields.integer("type"), let type = UInt16(exactly: number) else {
                throw fields.wrong("type", "must be a number from 0 to 65535")
            }
            (kind, self.type) = (.type(type), type)
        } else {
            return nil
        }
        time = try fields.moment("occurredAt")
        if let text = try fields.text("bytes", maximum: Int.max) {
            guard let data = Data(base64Encoded: text) else { throw fields.wrong("bytes", "must be base64") }
            bytes = data
        }
        members = fields.names.compactMap { name in
            guard !["kind", "occurredAt", "bytes", "type"].contains(name), let value = fields.value(name) else {
                return nil
            }
            return JSONMember(name: name, value: value)
        }
    }

    /// As a console keeps and shows it.
    public func json() -> Data {
        var all = members.filter { !["type", "byteCount", "bytes"].contains($0.name) }
        if let type { all.append(JSONMember(name: "type", value: .number("\(type)"))) }
        if let bytes {
            all.append(JSONMember(name: "byteCount", value: .number("\(bytes.count)")))
            all.append(JSONMember(name: "bytes", value: .string(bytes.base64EncodedString())))
        }
        return JSONValue.object(all.sorted { $0.name < $1.name }).encoded()
    }
}
