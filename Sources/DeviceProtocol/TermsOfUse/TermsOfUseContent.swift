public import Foundation

/// Terms of use as a client shows them (DeviceServices, section 11).
public struct TermsOfUseContent: Hashable, Sendable {
    /// `EulaContentId`: which version of which terms.
    public var contentID: UInt64
    /// `EulaContent`, HTML.
    public var content: String
    /// `ApplicationList`, bundle identifiers the terms are limited to; nothing if they are for every app.
    public var applications: [String]?

    /// Makes terms.
    public init(contentID: UInt64, content: String, applications: [String]? = nil) {
        self.contentID = contentID
        self.content = content
        self.applications = applications
    }

    /// Reads the JSON form as strictly as a client: an unsigned integer, a string, and an array of strings if any.
    public init(json data: Data) throws(MessageError) {
        let fields = try JSONObjectReader(data)
        guard case .number(let text) = fields.value("EulaContentId"), let number = UInt64(text) else {
            throw fields.wrong("EulaContentId", "must be an unsigned integer")
        }
        guard case .string(let content) = fields.value("EulaContent") else {
            throw fields.wrong("EulaContent", "must be a string")
        }
        contentID = number
        self.content = content
        guard let elements = try fields.array("ApplicationList") else { return }
        var applications: [String] = []
        for element in elements {
            guard case .string(let text) = element else {
                throw fields.wrong("ApplicationList", "must be an array of strings")
            }
            applications.append(text)
        }
        self.applications = applications
    }

    /// The JSON form, members sorted by name.
    public func encoded() throws -> Data {
        try Body(applicationList: applications, eulaContent: content, eulaContentId: contentID).sortedJSON()
    }

    /// The object on the wire.
    private struct Body: Encodable {
        /// The apps.
        let applicationList: [String]?
        /// The HTML.
        let eulaContent: String
        /// The version.
        let eulaContentId: UInt64

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case applicationList = "ApplicationList"
            case eulaContent = "EulaContent"
            case eulaContentId = "EulaContentId"
        }
    }
}
