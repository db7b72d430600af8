public import Foundation

/// The XML form of a login, as clients of other platforms send it (DeviceServices, section 7.3.3).
extension LoginRequest {
    /// The name of the root element.
    private static let rootName = "AWAuthenticationRequest"

    /// Reads the XML form: one child per field, its text plain or in CDATA.
    ///
    /// Throws a `MessageError` as the JSON form does; entities of a document type are refused.
    public init(xml data: Data) throws(MessageError) {
        let members: [JSONMember]
        do {
            members = try Self.members(data)
        } catch {
            throw MessageError(error.reason)
        }
        try self.init(JSONObjectReader(.object(members), path: ""))
    }

    /// The fields in the order written.
    private static func members(_ data: Data) throws(PropertyListError) -> [JSONMember] {
        var tokens = XMLTokens([UInt8](data), from: 0)
        guard let root = try tokens.nextTag(), root.name == rootName, root.role == .open else {
            throw PropertyListError("must be a \(rootName) element")
        }
        var members: [JSONMember] = []
        while let tag = try tokens.nextTag() {
            switch tag.role {
            case .close:
                guard tag.name == rootName, try tokens.nextTag() == nil else {
                    throw PropertyListError("\(rootName) is not closed")
                }
                return members
            case .empty:
                members.append(JSONMember(name: tag.name, value: .string("")))
            case .open:
                members.append(JSONMember(name: tag.name, value: .string(try tokens.text().trimmedOfBlanks)))
                guard let end = try tokens.nextTag(), end.role == .close, end.name == tag.name else {
                    throw PropertyListError("\(tag.name) is not closed")
                }
            }
        }
        throw PropertyListError("document ends too early")
    }
}
