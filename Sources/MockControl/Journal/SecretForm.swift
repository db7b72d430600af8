import Foundation

/// Secrets in queries and forms, whose names may be escaped.
enum SecretForm {
    /// A text of fields without its secrets; nil if it has none.
    ///
    /// - Parameter fields: `name=value` pairs with ampersands between them.
    /// - Returns: The text.
    static func redacted(_ fields: Substring) -> String? {
        guard fields.utf8.contains(UInt8(ascii: "=")) else { return nil }
        var hasSecret = false
        let pairs = fields.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "="), pair.index(after: equals) < pair.endIndex else {
                return String(pair)
            }
            let name = String(pair[..<equals])
            guard SecretName.kind((name.removingPercentEncoding ?? name).utf8) != nil else { return String(pair) }
            hasSecret = true
            return "\(name)=\(JournalRedaction.mark)"
        }
        return hasSecret ? pairs.joined(separator: "&") : nil
    }

    /// An address without the secrets of its query and fragment; nil if it has none.
    static func redacted(address: String) -> String? {
        guard let mark = address.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return nil }
        let start = address.index(after: mark)
        guard let rest = redacted(address[start...]) else { return nil }
        return address[..<start] + rest
    }
}
