import Foundation
package import Hummingbird

extension RequestContext {
    /// A captured path segment, percent-decoded.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if its escapes are not UTF-8.
    package func pathParameter(_ name: String) throws -> String {
        guard let raw = parameters.get(name) else {
            throw ConsoleError(.internalError, "The route captures no \(name).")
        }
        return try PercentEncoding.decode(raw, what: "path segment")
    }

    /// A captured path segment read by a failable initialiser.
    ///
    /// - Throws: ``ConsoleError`` `notFound` if the segment is no such value.
    package func pathParameter<Value>(_ name: String, as read: (String) -> Value?) throws -> Value {
        let text = try pathParameter(name)
        guard let value = read(text) else {
            throw ConsoleError(.notFound, "There is no \(name) \"\(text.prefix(80))\".")
        }
        return value
    }
}

/// Percent escapes of paths.
enum PercentEncoding {
    /// Decodes a text; bytes that are no escapes stay.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if the result is not UTF-8 or an escape is broken.
    static func decode(_ text: some StringProtocol, what: String) throws -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        guard let decoded = String(text).removingPercentEncoding else {
            throw ConsoleError(.badRequest, "A \(what) has percent escapes that are not UTF-8.")
        }
        return decoded
    }
}
