/// Forms of what is delivered.
package enum NotificationFormat: String, CaseIterable, Codable, Sendable {
    case json = "Json"
    case xml = "Xml"

    /// The `Content-Type` of a delivery.
    var contentType: String {
        switch self {
        case .json: "application/json; charset=utf-8"
        case .xml: "application/xml; charset=utf-8"
        }
    }
}
