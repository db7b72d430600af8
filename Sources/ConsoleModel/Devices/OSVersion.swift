/// An operating-system version as a number that sorts like the version.
package enum OSVersion {
    /// `17.3.1` as 17 003 001 000: up to four parts of at most 999; nil if the text is no such version.
    package static func number(_ text: String?) -> Int64? {
        guard let text else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count) else { return nil }
        var number: Int64 = 0
        for index in 0..<4 {
            guard index < parts.count else {
                number *= 1000
                continue
            }
            guard parts[index].utf8.allSatisfy({ (48...57).contains($0) }), let part = Int64(parts[index]), part <= 999
            else { return nil }
            number = number * 1000 + part
        }
        return number
    }

    /// A version as whole numbers between full stops, at least three: `17.3.0` for `17.3` and for `iOS 17.3`.
    package static func dotted(_ text: String?) -> String {
        let digits = (text ?? "").utf8.drop { !(48...57).contains($0) }
            .prefix { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
        var parts = String(decoding: digits, as: UTF8.self).split(separator: ".").map(String.init)
        while parts.count < 3 { parts.append("0") }
        return parts.joined(separator: ".")
    }
}
