/// Questions about single bytes of ASCII text.
extension UInt8 {
    /// Whether the byte is a decimal digit.
    @inline(__always)
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Whether the byte is a letter of either case.
    @inline(__always)
    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    /// Whether the byte is one of `A-Z`, `a-z`, `0-9`.
    @inline(__always)
    var isAlphanumeric: Bool { isDigit || isLetter }

    /// Whether the byte is one of `A-Z`, `a-z`, `0-9`, full stop, underscore and hyphen.
    @inline(__always)
    var isIdentifierByte: Bool { isAlphanumeric || self == 0x2E || self == 0x5F || self == 0x2D }

    /// Whether the byte is blank, tab, line feed or carriage return: the white space of JSON and XML.
    @inline(__always)
    var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    /// The lower-case form of an upper-case letter; every other byte as it is.
    @inline(__always)
    var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    /// The upper-case form of a lower-case letter; every other byte as it is.
    @inline(__always)
    var uppercasedASCII: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }

    /// The value of a hexadecimal digit, or nothing.
    @inline(__always)
    var hexadecimalValue: UInt8? {
        if isDigit { return self - 0x30 }
        let lower = self | 0x20
        return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : nil
    }
}

/// Comparisons of text that ignore the case of ASCII letters.
extension String {
    /// Whether both texts are equal but for the case of ASCII letters.
    func equalsIgnoringCase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return zip(utf8, other.utf8).allSatisfy { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// The text without its ASCII white space at both ends.
    var trimmedOfBlanks: String {
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { !$0.isBlank }),
            let last = bytes.lastIndex(where: { !$0.isBlank })
        else { return "" }
        return String(self[first...last])
    }
}
