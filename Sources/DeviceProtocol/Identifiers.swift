/// A short text that names something and follows a rule.
///
/// Coded as a single string; decoding throws `DecodingError.dataCorrupted` if the rule is broken.
public protocol TextIdentifier: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The accepted values, as a noun phrase for error messages.
    static var rule: String { get }

    /// The text.
    var value: String { get }

    /// Takes a text, or nothing if it breaks the rule.
    init?(_ text: String)
}

extension TextIdentifier {
    /// The text.
    public var description: String { value }

    /// Reads the identifier from a single string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be \(Self.rule)")
        }
        self = identifier
    }

    /// Writes the identifier as a single string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// The identifier of a device: an opaque text whose case does not matter.
///
/// Normally 40 lower-case hexadecimal characters; 1 to 128 letters, digits, full stops, underscores and hyphens are
/// taken, but not `.` and `..`, which addresses cannot carry (DeviceServices, section 2).
public struct DeviceIdentifier: TextIdentifier {
    /// The accepted values.
    public static let rule = "1 to 128 letters, digits, full stops, underscores or hyphens, not . or .."

    /// The text in lower case.
    public let value: String

    /// Takes a text of either case, or nothing if it breaks the rule.
    public init?(_ text: String) {
        guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy(\.isIdentifierByte), text != ".", text != ".."
        else { return nil }
        value = text.lowercased()
    }
}

/// The bundle identifier of an app; compared without regard to case.
///
/// 1 to 255 letters, digits, full stops, underscores and hyphens, beginning with a letter or digit.
public struct BundleIdentifier: TextIdentifier {
    /// The accepted values.
    public static let rule = "1 to 255 letters, digits, full stops, underscores or hyphens after a letter or digit"

    /// The text as given.
    public let value: String

    /// Takes a text, or nothing if it breaks the rule.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), text.utf8.first?.isAlphanumeric == true,
            text.utf8.allSatisfy(\.isIdentifierByte)
        else { return nil }
        value = text
    }

    /// Whether both name the same app, whatever their case.
    public static func == (left: Self, right: Self) -> Bool {
        left.value.equalsIgnoringCase(right.value)
    }

    /// Hashes the text in lower case.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(value.lowercased())
    }
}

/// The code of an organization group ("Group ID"); compared without regard to case.
///
/// 1 to 64 characters without slashes that follow ``NameRule``.
public struct GroupCode: TextIdentifier {
    /// The accepted values.
    public static let rule = "1 to 64 characters, no slashes, \(NameRule.rule)"

    /// The text as given.
    public let value: String

    /// Takes a text, or nothing if it breaks the rule.
    public init?(_ text: String) {
        let scalars = text.unicodeScalars
        guard scalars.count <= 64, !scalars.contains("/"), NameRule.problem(with: text) == nil else { return nil }
        value = text
    }

    /// Whether both name the same group, whatever their case.
    public static func == (left: Self, right: Self) -> Bool {
        left.value == right.value || left.value.lowercased() == right.value.lowercased()
    }

    /// Hashes the text in lower case.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(value.lowercased())
    }
}
