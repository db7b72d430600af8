import Yams

/// A scalar of a YAML file and what it means by the core schema of YAML 1.2: `yes` and `12:30` are texts.
package struct YAMLScalar {
    /// What a scalar can mean.
    package enum Kind: Hashable {
        case null
        case bool(Bool)
        case integer(Int64)
        case real(Double)
        case text
    }

    /// The text, without quotes and escapes.
    package let text: String
    /// Its meaning; anything in quotes is a text.
    package let kind: Kind

    /// Resolves a scalar.
    init(_ scalar: Node.Scalar) {
        text = scalar.string
        kind = scalar.style == .plain || scalar.style == .any ? Self.kind(ofPlain: scalar.string) : .text
    }

    /// The meaning of a text without quotes.
    static func kind(ofPlain text: String) -> Kind {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .real(.infinity)
        case "-.inf", "-.Inf", "-.INF": return .real(-.infinity)
        case ".nan", ".NaN", ".NAN": return .real(.nan)
        default: return number(text) ?? .text
        }
    }

    private static func number(_ text: String) -> Kind? {
        if text.hasPrefix("0x") || text.hasPrefix("0o") {
            let digits = text.dropFirst(2)
            if digits.hasPrefix("-") || digits.hasPrefix("+") { return nil }
            return Int64(digits, radix: text.hasPrefix("0x") ? 16 : 8).map(Kind.integer)
        }
        let digits = text.drop { $0 == "+" || $0 == "-" }
        guard text.count - digits.count <= 1, let first = digits.utf8.first,
            (48...57).contains(first) || first == UInt8(ascii: ".")
        else { return nil }
        if digits.utf8.allSatisfy({ (48...57).contains($0) }) {
            return Int64(text).map(Kind.integer) ?? .text
        }
        guard digits.utf8.contains(where: { (48...57).contains($0) }),
            digits.utf8.allSatisfy({ (48...57).contains($0) || ".eE+-".utf8.contains($0) })
        else { return nil }
        return Double(text).map(Kind.real)
    }
}
