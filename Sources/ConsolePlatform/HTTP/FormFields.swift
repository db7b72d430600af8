package import Foundation

/// The fields of a form as a browser posts it (`application/x-www-form-urlencoded`).
package struct FormFields: Sendable {
    private var values: [String: String] = [:]

    /// Reads a body; fields that cannot be decoded are left out, and if a name occurs twice, the first value counts.
    package init(_ body: Data) {
        // By bytes: whoever sends a form makes as many fields as it has room for.
        for pair in String(decoding: body, as: UTF8.self).utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(Substring(parts[0])),
                let value = Self.decode(parts.count > 1 ? Substring(parts[1]) : "")
            else { continue }
            if values[name] == nil { values[name] = value }
        }
    }

    /// The value of a field; nil if it is not there.
    package subscript(name: String) -> String? { values[name] }

    private static func decode(_ text: Substring) -> String? {
        String(text).replacing("+", with: " ").removingPercentEncoding
    }
}
