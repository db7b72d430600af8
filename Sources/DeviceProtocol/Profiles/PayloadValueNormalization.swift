import Foundation

/// Turning what an administrator wrote into what clients read best (SDKProfile, section 2).
extension PayloadValueKind {
    /// The value in the exact type of the wire, or nothing if it is not allowed.
    func normalized(_ value: PropertyListValue) -> PropertyListValue? {
        switch self {
        case .integer(let range): value.integerValue.flatMap { range.contains($0) ? .integer($0) : nil }
        case .enumeration(let choices): Self.choice(value, choices).map { .integer($0) }
        case .bool: value.boolValue.map { .bool($0) }
        case .real(_, let range, let other): Self.real(value, range, other).map { .real($0) }
        case .string(let length):
            value.stringValue.flatMap { $0.unicodeScalars.count <= length ? .string($0) : nil }
        case .strings: value.coercedStrings == nil ? nil : value
        case .certificate: CertificateText.single(value).map { .data($0) }
        case .certificates: CertificateText.list(value).map { .array($0.map { .data($0) }) }
        case .colour: Self.colour(value).map { .integer($0) }
        case .geofenceAreas: GeofenceArea.normalized(value)
        case .base64Strings: Self.base64Strings(value)
        case .url: Self.url(value)
        case .image: value.stringValue.flatMap(ImageReference.name) == nil ? Self.url(value) : value
        }
    }

    /// The number of a choice written by number or name.
    private static func choice(_ value: PropertyListValue, _ choices: [PayloadChoice]) -> Int64? {
        if let name = value.stringValue {
            return choices.first { $0.names.contains { $0.equalsIgnoringCase(name) } }?.value
        }
        return value.integerValue.flatMap { number in choices.first { $0.value == number }?.value }
    }

    /// A number in the range, or the one other number.
    private static func real(
        _ value: PropertyListValue, _ range: ClosedRange<Double>, _ other: Double?
    ) -> Double? {
        guard let number = value.strictReal, range.contains(number) || number == other else { return nil }
        return number
    }

    /// Bytes, also from base64 with or without line ends.
    static func data(_ value: PropertyListValue) -> Data? {
        if let data = value.dataValue { return data }
        return value.stringValue.flatMap {
            Data(base64Encoded: String(decoding: $0.utf8.filter { !$0.isBlank }, as: UTF8.self))
        }
    }

    /// A colour from a number, a decimal text, or `#RRGGBB`.
    private static func colour(_ value: PropertyListValue) -> Int64? {
        var number = value.integerValue
        if let text = value.stringValue {
            let digits = text.dropFirst()
            let isHexadecimal = text.hasPrefix("#") && digits.utf8.count == 6
            number =
                isHexadecimal && digits.utf8.allSatisfy { $0.hexadecimalValue != nil }
                ? Int64(digits, radix: 16) : Int64(text)
        }
        return number.flatMap { (0...0xFFFFFF).contains($0) ? $0 : nil }
    }

    /// Texts that are base64.
    private static func base64Strings(_ value: PropertyListValue) -> PropertyListValue? {
        guard let texts = value.coercedStrings,
            texts.allSatisfy({ Self.data(.string($0)) != nil })
        else { return nil }
        return value
    }

    /// The address of a picture or file; empty means none.
    private static func url(_ value: PropertyListValue) -> PropertyListValue? {
        guard let text = value.stringValue, text.utf8.count <= 2048 else { return nil }
        if text.isEmpty { return value }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host(),
            ["http", "https"].contains(scheme), !host.isEmpty
        else { return nil }
        return value
    }
}
