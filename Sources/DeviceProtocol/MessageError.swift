/// Why a message could not be read.
///
/// Thrown by every parser of this module but the property-list one; the reason is fit to be shown to a developer and
/// never repeats a secret of the message.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a sentence without a full stop.
    public let reason: String

    /// The field that is at fault, by its name on the wire, or nothing if the message as a whole is.
    public let field: String?

    /// Makes an error from a reason and the field at fault.
    public init(_ reason: String, field: String? = nil) {
        self.reason = reason
        self.field = field
    }

    /// The field, if known, and the reason.
    public var description: String {
        field.map { "\($0): \(reason)" } ?? reason
    }
}
