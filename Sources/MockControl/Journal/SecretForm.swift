import Foundation
import NIOCore

/// Secrets in queries and forms, whose names may be escaped.
enum SecretForm {
    /// A text of fields without its secrets; nil if it has none.
    ///
    /// - Parameter fields: `name=value` pairs with ampersands between them, or semicolons.
    /// - Returns: The text.
    static func redacted(_ fields: Substring) -> String? {
        var hasSecret = false
        let parts = parts(of: fields, between: UInt8(ascii: "&")).map { part in
            guard let redacted = redacted(part: part) else { return part }
            hasSecret = true
            return redacted[...]
        }
        return hasSecret ? parts.joined(separator: "&") : nil
    }

    /// What stands between separators, which are looked for by bytes: anybody sends fields of any length.
    private static func parts(of text: Substring, between separator: UInt8) -> [Substring] {
        text.utf8.split(separator: separator, omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// An address without the secrets of its authority, path, query and fragment; nil if it has none.
    static func redacted(address: String) -> String? {
        guard mayHaveSecret(address) else { return nil }
        let end = address.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? address.endIndex
        let start = end == address.endIndex ? end : address.utf8.index(after: end)
        let (place, fields) = (JournalRedaction.redacted(text: address[..<end]), redacted(address[start...]))
        guard place != nil || fields != nil else { return nil }
        return (place ?? String(address[..<end])) + address[end..<start] + (fields ?? String(address[start...]))
    }

    /// Whether something in an address looks like a secret; most have nothing that does, and need not be taken apart.
    private static func mayHaveSecret(_ address: String) -> Bool {
        if SecretScanner.mayFind(in: address) { return true }
        guard address.utf8.contains(UInt8(ascii: "%")) else { return false }
        return address.removingPercentEncoding.map(SecretScanner.mayFind) ?? true
    }

    /// What stands between two ampersands; nil if it has no secret.
    ///
    /// A semicolon may separate fields, and may as well belong to a secret: a secret reaches to the next ampersand.
    private static func redacted(part: Substring) -> String? {
        var hasSecret = false
        var fields: [Substring] = []
        for field in parts(of: part, between: UInt8(ascii: ";")) {
            let equals = field.utf8.firstIndex(of: UInt8(ascii: "="))
            let start = equals.map(field.utf8.index(after:)) ?? field.startIndex
            if let equals, start < field.endIndex, SecretName.kind(plain(field[..<equals]).utf8) != nil {
                fields.append("\(field[..<start])\(JournalRedaction.mark)")
                return fields.joined(separator: ";")
            }
            guard let value = redacted(value: field[start...]) else {
                fields.append(field)
                continue
            }
            hasSecret = true
            fields.append(field[..<start] + value)
        }
        return hasSecret ? fields.joined(separator: ";") : nil
    }

    /// A value that is an address or JSON, without the secrets in it; nil if it has none.
    private static func redacted(value: Substring) -> String? {
        guard value.utf8.contains(where: { ":=%{<".utf8.contains($0) }) else { return nil }
        if let redacted = JournalRedaction.redacted(text: value) { return redacted }
        let plain = plain(value)
        return plain != value && JournalRedaction.redacted(text: plain[...]) != nil ? JournalRedaction.mark : nil
    }

    private static func plain(_ text: Substring) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
            return String(text)
        }
        let spaced = String(text).replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}
