package import ConsolePlatform
import Foundation
import DeviceProtocol

extension RequestMatcher {
    /// Query parameters that say which requests are meant.
    package static let parameters: Set<String> = [
        "method", "path", "route", "status", "device", "bundle", "user", "group", "after", "before", "text",
    ]

    /// Reads a matcher out of query parameters; those that are empty count as absent.
    ///
    /// `method` and `status` take several values with commas between, `after` and `before` a time or the id of an entry.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    package init(_ query: QueryParameters) throws {
        var members: [JSONMember] = []
        for name in Self.parameters.sorted() {
            guard let text = query.value(name), !text.isEmpty else { continue }
            members.append(JSONMember(name: name, value: Self.value(text, of: name)))
        }
        var reader = MatcherReader()
        let conditions = try members.flatMap { try reader.conditions($0.name, $0.value, $0.name) }
        self.init(conditions)
    }

    private static func value(_ text: String, of name: String) -> JSONValue {
        switch name {
        case "method", "status":
            let parts = text.split(separator: ",").map { JSONValue.string($0.trimmingCharacters(in: .whitespaces)) }
            return parts.count == 1 ? parts[0] : .array(parts)
        case "after", "before":
            // The plus of an offset that was not escaped has become a blank.
            return Int64(text).map { .number(String($0)) } ?? .string(text.replacing(" ", with: "+"))
        default: return .string(text)
        }
    }
}
