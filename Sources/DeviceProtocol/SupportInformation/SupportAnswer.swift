public import Foundation

/// Where users of a device find help (DeviceServices, section 21).
public struct SupportAnswer: Hashable, Sendable {
    /// `Email`; empty for none.
    public var email: String
    /// `Telephone`; empty for none.
    public var telephone: String
    /// `ErrorMessage`; empty for none.
    public var errorMessage: String
    /// `HasErrors`, a boolean on the wire; true is a failure to the client.
    public var hasErrors: Bool

    /// Makes a successful answer.
    public init(email: String, telephone: String) {
        self.email = email
        self.telephone = telephone
        errorMessage = ""
        hasErrors = false
    }

    /// Reads the JSON form; throws unless `HasErrors` is a boolean.
    public init(json data: Data) throws(MessageError) {
        let body = try JSONObjectReader(data)
        guard let fields = try body.object("d") else { throw body.wrong("d", "is missing") }
        guard case .bool(let hasErrors) = fields.value("HasErrors") else {
            throw fields.wrong("HasErrors", "must be a boolean")
        }
        self.hasErrors = hasErrors
        email = try fields.text("Email") ?? ""
        telephone = try fields.text("Telephone") ?? ""
        errorMessage = try fields.text("ErrorMessage") ?? ""
    }

    /// The JSON form, members sorted by name.
    public func encoded() throws -> Data {
        try ["d": Body(email: email, errorMessage: errorMessage, hasErrors: hasErrors, telephone: telephone)]
            .sortedJSON()
    }

    /// The object on the wire.
    private struct Body: Encodable {
        /// Address of the help desk.
        let email: String
        /// The failure.
        let errorMessage: String
        /// Whether something did.
        let hasErrors: Bool
        /// Number of the help desk.
        let telephone: String

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case email = "Email"
            case errorMessage = "ErrorMessage"
            case hasErrors = "HasErrors"
            case telephone = "Telephone"
        }
    }
}
