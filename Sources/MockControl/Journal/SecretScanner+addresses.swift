import Foundation

/// Passwords in addresses, `http://name:password@host/`, and parts of forms with several.
extension SecretScanner {
    /// What the authority of an address stands behind, also where slashes are escaped.
    static let authorities = ["://", ":\\/\\/"].compactMap(TextNeedle.init)
    /// What such an address is called.
    private static let target = TextNeedle("targeturl")
    /// The longest such address, with what stands before it.
    private static let longestTarget = 4096
    /// Quotes between the name of a member and its text.
    private static let marksBeforeTarget = 2
    /// What an authority ends at.
    private static let ends = Array("/?#\"'<>\\&,".utf8)
    /// The longest authority.
    private static let longestAuthority = 1024
    /// The longest text between parts, with its dashes, that is compared as a whole: RFC 2046 allows 70 characters, and
    /// one as long as a header field would be compared anew at each place of a body of dashes.
    private static let longestBoundary = 128
    /// The longest head of a part.
    private static let longestHead = 2048

    /// Looks for passwords in addresses.
    mutating func lookIntoAddresses() {
        for needle in Self.authorities {
            var start = 0
            while let place = needle.place(in: bytes, from: start) {
                start = place + needle.count
                var (end, colon) = (start, Int?.none)
                var at: Int?
                while end < bytes.count, end - start < Self.longestAuthority, bytes[end] > 0x20,
                    !Self.ends.contains(bytes[end])
                {
                    if bytes[end] == UInt8(ascii: ":"), colon == nil { colon = end }
                    if bytes[end] == UInt8(ascii: "@") { at = end }
                    end += 1
                }
                if let colon, let at, colon + 1 < at { note(colon + 1..<at) }
            }
        }
    }

    /// Looks for queries of addresses to which event notifications are sent: what opens them stands there.
    mutating func lookIntoTargets() {
        guard let needle = Self.target else { return }
        var start = 0
        while let place = needle.place(in: bytes, from: start) {
            start = place + needle.count
            guard let mark = bytes[start...].firstIndex(of: UInt8(ascii: "?")) else { return }
            // Of several names the last one before the query is meant; nothing is looked at once for each of them.
            while let next = needle.place(in: bytes, from: start), next + needle.count <= mark {
                start = next + needle.count
            }
            // Behind the name stands what ends it, as in JSON or XML, then the address.
            let isOneValue =
                mark - start <= Self.longestTarget
                && bytes[start..<mark].count { $0 == 0x22 || $0 == 0x3C } <= Self.marksBeforeTarget
            start = mark + 1
            guard isOneValue else { continue }
            let limit = min(bytes.count, start + Self.longestTarget)
            var end = bytes[start..<limit].firstIndex { $0 <= 0x20 || "\"<#".utf8.contains($0) } ?? limit
            // Within a text of JSON its quotes are escaped.
            while end > start, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
            if start < end { note(start..<end) }
            start = max(start, end)
        }
    }

    /// Looks for secrets among the parts of a form with several: `multipart/form-data`.
    mutating func lookIntoParts(_ type: String) {
        guard let boundary = boundary(type), let needle = TextNeedle(boundary) else { return }
        var place = needle.place(in: bytes, from: 0)
        while let start = place {
            let head = start + needle.count
            place = needle.place(in: bytes, from: head)
            part(head..<(place ?? bytes.count))
        }
    }

    /// What stands between parts: what the type says, or else the first line.
    private func boundary(_ type: String) -> String? {
        if type.lowercased().hasPrefix("multipart/"), let mark = type.range(of: "boundary=", options: .caseInsensitive)
        {
            let value = type[mark.upperBound...].drop { $0 == "\"" }.prefix { $0 != "\"" && $0 != ";" && $0 != " " }
            return value.isEmpty ? nil : String("--\(value)".prefix(Self.longestBoundary))
        }
        guard after("--", at: 0) != nil else { return nil }
        let line = bytes.prefix(74).prefix { $0 > 0x20 }
        return line.count > 2 && line.count < 74 ? String(decoding: line, as: UTF8.self) : nil
    }

    /// Notes the content of a part whose name is one of a secret.
    private mutating func part(_ part: Range<Int>) {
        var line = part.lowerBound
        while line < part.upperBound, after("\n\r\n", at: line) == nil, after("\n\n", at: line) == nil { line += 1 }
        guard let start = after("\n\r\n", at: line) ?? after("\n\n", at: line), start <= part.upperBound else { return }
        let head = String(decoding: bytes[part.lowerBound..<line].prefix(Self.longestHead), as: UTF8.self)
        guard let name = Self.name(ofPart: head), SecretName.kind(name.utf8) != nil else { return }
        var end = part.upperBound
        if end > start, bytes[end - 1] == 0x0A { end -= 1 }
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        note(start..<end)
    }

    /// The name that the head of a part says; nil if it says none.
    private static func name(ofPart head: String) -> Substring? {
        for field in head.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
            let parts = field.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "name" else {
                continue
            }
            return parts[1].drop { $0 == "\"" || $0 == " " }.prefix { $0 != "\"" }
        }
        return nil
    }
}
