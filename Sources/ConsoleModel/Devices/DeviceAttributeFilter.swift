package import ConsolePlatform
import Foundation

/// A custom attribute to find devices by (AdminDeviceDetails, "Custom attributes").
package struct DeviceAttributeFilter: Hashable, Sendable {
    /// The most attributes of one search: each is a condition of its own, and SQLite limits their number.
    static let maximumCount = 20

    package let name: String
    /// Nil for any.
    package let value: String?

    /// Reads `name` or `name=value`.
    private init(_ text: some StringProtocol) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        (name, value) = (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }

    /// Reads `customattributes`: attributes separated by commas, all of which a device must have.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for more than ``maximumCount``.
    package static func list(_ query: QueryParameters) throws -> [DeviceAttributeFilter] {
        let texts = (query.value("customattributes") ?? "").split(separator: ",").filter {
            !$0.allSatisfy(\.isWhitespace)
        }
        guard texts.count <= maximumCount else {
            throw ConsoleError(.badRequest, "customattributes must not name more than \(maximumCount) attributes.")
        }
        return texts.map { DeviceAttributeFilter($0) }
    }
}
