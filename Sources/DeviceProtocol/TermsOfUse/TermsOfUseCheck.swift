public import Foundation

/// Whether a user still has to accept terms of use (DeviceServices, section 11).
public struct TermsOfUseCheck: Hashable, Sendable {
    /// `IsEulaAcceptanceRequired`, a boolean on the wire.
    public var isAcceptanceRequired: Bool

    /// Makes an answer.
    public init(isAcceptanceRequired: Bool) {
        self.isAcceptanceRequired = isAcceptanceRequired
    }

    /// Reads the JSON form; throws unless the field is a boolean.
    public init(json data: Data) throws(MessageError) {
        let fields = try JSONObjectReader(data)
        guard case .bool(let isRequired) = fields.value("IsEulaAcceptanceRequired") else {
            throw fields.wrong("IsEulaAcceptanceRequired", "must be a boolean")
        }
        isAcceptanceRequired = isRequired
    }

    /// The JSON form.
    public func encoded() -> Data {
        Data(#"{"IsEulaAcceptanceRequired":\#(isAcceptanceRequired)}"#.utf8)
    }
}
