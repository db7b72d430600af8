/// The kinds of values of a setting, and how an administrator's input is converted.
public enum PayloadValueKind: Hashable, Sendable {
    /// An integer in a range.
    case integer(ClosedRange<Int64>)
    /// One of several numbers, written by number or by name.
    case enumeration([PayloadChoice])
    /// A boolean.
    case bool
    /// A number in a range, or exactly the one other number; strict means that clients take no numeric strings.
    case real(strict: Bool, range: ClosedRange<Double>, orExactly: Double?)
    /// A text of at most that many characters.
    case string(maximumLength: Int)
    /// An array of texts.
    case strings
    /// A certificate or PKCS#12 as bytes, also written in base64, or a certificate in PEM.
    case certificate
    /// An array of certificates, each written so; a text in PEM may have several.
    case certificates
    /// A colour, 0xRRGGBB as a number, also written as `#RRGGBB`.
    case colour
    /// An array of geofence areas, typed in or named (SDKProfile, section 3.13).
    case geofenceAreas
    /// An array of texts in base64.
    case base64Strings
    /// The address of a picture or file: http or https.
    case url
    /// The same, or an image that the console serves (``ImageReference``).
    case image

    /// An integer from 0 to 65535.
    static let port = PayloadValueKind.integer(0...65_535)
    /// An integer of 32 bits that is not negative.
    static let count = PayloadValueKind.integer(0...2_147_483_647)
    /// A text of up to 1024 characters.
    static let text = PayloadValueKind.string(maximumLength: 1024)

    /// One of several numbers.
    static func choices(_ choices: (Int64, String)...) -> PayloadValueKind {
        .enumeration(choices.map { PayloadChoice($0, $1) })
    }

    /// How many certificates a setting may have.
    public static let certificateLimit = 100

    /// The default of clients for most settings of the kind; nil for none.
    var usualDefault: PropertyListValue? {
        switch self {
        case .bool: .bool(false)
        case .integer, .enumeration: .integer(0)
        case .strings, .base64Strings, .certificates, .geofenceAreas: .array([])
        case .real, .string, .certificate, .colour, .url, .image: nil
        }
    }

    /// The accepted values, as a noun phrase for messages and documentation.
    public var allowed: String {
        switch self {
        case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
        case .enumeration(let choices):
            "one of "
                + choices.map { "\($0.value) (\($0.names.joined(separator: " or ")))" }.joined(separator: ", ")
        case .bool: "true or false"
        case .real(_, let range, let other):
            "a number from \(range.lowerBound) to \(range.upperBound)" + (other.map { ", or \($0)" } ?? "")
        case .string(let length): "a string of at most \(length) characters"
        case .strings: "an array of strings"
        case .certificate: "an X.509 certificate in DER or PEM, or a PKCS#12; as data, or in base64"
        case .certificates:
            "an array of at most \(Self.certificateLimit) X.509 certificates in DER or PEM; as data, or in base64"
        case .colour: "an integer from 0 to 16777215, or a string such as #336699"
        case .geofenceAreas:
            "an array of dictionaries with CenterX (-90 to 90), CenterY (-180 to 180), Radius (0 to 40100000), "
                + "Name and UniqueId, or of geofence: and the name of a geofence"
        case .base64Strings: "an array of strings in base64"
        case .url: "an http or https address"
        case .image: "an http or https address, or image: and a name of \(ImageReference.rule)"
        }
    }
}
