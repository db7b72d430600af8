public import Foundation

/// A profile as clients read it (SDKProfile, section 1).
public struct SDKProfileDocument: Hashable, Sendable {
    /// `PayloadDisplayName`, shown by apps; left out if empty, like the three below.
    public var displayName: String
    /// `PayloadDescription`.
    public var description: String
    /// `PayloadIdentifier`.
    public var identifier: String
    /// `PayloadOrganization`.
    public var organization: String
    /// `PayloadUUID`.
    public var uuid: String?
    /// `PayloadVersion`; zero if a profile that was read has none.
    public var version: Int64
    /// `PayloadContent`.
    public var payloads: [ProfilePayload]

    /// Takes the parts.
    public init(
        displayName: String, description: String = "", identifier: String = "", organization: String = "",
        uuid: String? = nil, version: Int64 = 1, payloads: [ProfilePayload] = []
    ) {
        self.displayName = displayName
        self.description = description
        self.identifier = identifier
        self.organization = organization
        self.uuid = uuid
        self.version = version
        self.payloads = payloads
    }

    /// The envelope with the payloads in their order, and without a time stamp.
    ///
    /// `ProfileTimeStamp` is left out because clients read it in the device's locale.
    public var propertyList: PropertyListValue {
        var members: [String: PropertyListValue] = [
            "PayloadType": .string("Configuration"), "PayloadVersion": .integer(version),
            "PayloadContent": .array(payloads.map(\.dictionary)),
        ]
        let texts = [
            "PayloadDisplayName": displayName, "PayloadDescription": description, "PayloadIdentifier": identifier,
            "PayloadOrganization": organization, "PayloadUUID": uuid ?? "",
        ]
        for (name, text) in texts where !text.isEmpty {
            members[name] = .string(text)
        }
        return .dictionary(members)
    }

    /// The bytes for clients: XML, or binary if XML would alter a text.
    public func rendered() throws(PropertyListError) -> (data: Data, format: PropertyListFormat) {
        let value = propertyList
        let format = value.safestFormat
        return (try value.encoded(as: format), format)
    }

    /// Reads a profile as a client does.
    ///
    /// Elements without a type are dropped, of a type that occurs twice the last one stays, and values of the wrong
    /// kind in the envelope are ignored. Throws only if the root is not a dictionary.
    public init(propertyList: PropertyListValue) throws(MessageError) {
        guard case .dictionary(let members) = propertyList else { throw MessageError("must be a dictionary") }
        self.init(
            displayName: members["PayloadDisplayName"]?.stringValue ?? "",
            description: members["PayloadDescription"]?.stringValue ?? "",
            identifier: members["PayloadIdentifier"]?.stringValue ?? "",
            organization: members["PayloadOrganization"]?.stringValue ?? "",
            uuid: members["PayloadUUID"]?.stringValue,
            version: members["PayloadVersion"]?.integerValue ?? 0,
            payloads: Self.payloads(members["PayloadContent"]?.arrayValue ?? []))
    }

    /// The payloads that a client keeps.
    private static func payloads(_ elements: [PropertyListValue]) -> [ProfilePayload] {
        var payloads: [ProfilePayload] = []
        var types: Set<String> = []
        for element in elements.reversed() {
            guard case .dictionary(var settings) = element, let type = settings["PayloadType"]?.stringValue,
                !type.isEmpty, types.insert(type).inserted
            else { continue }
            settings["PayloadType"] = nil
            payloads.append(ProfilePayload(type: type, settings: settings))
        }
        return payloads.reversed()
    }
}
