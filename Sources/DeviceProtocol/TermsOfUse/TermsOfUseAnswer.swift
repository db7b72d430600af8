public import Foundation

/// The decision of a user about terms of use; the path names it (DeviceServices, section 11).
public struct TermsOfUseAnswer: Hashable, Sendable {
    /// `EulaContentId`: the version that was shown.
    public var contentID: UInt64

    /// Makes an answer.
    public init(contentID: UInt64) {
        self.contentID = contentID
    }

    /// Reads the JSON form; the id is an unsigned integer, or a string with one.
    public init(json data: Data) throws(MessageError) {
        let fields = try JSONObjectReader(data)
        guard let text = try fields.textOrNumber("EulaContentId") else {
            throw fields.wrong("EulaContentId", "is missing")
        }
        guard let number = UInt64(text) else { throw fields.wrong("EulaContentId", "must be an unsigned integer") }
        contentID = number
    }

    /// The JSON form.
    public func encoded() -> Data {
        Data(#"{"EulaContentId":\#(contentID)}"#.utf8)
    }
}
