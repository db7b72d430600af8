import Foundation

/// Reads the XML format.
struct XMLPropertyListParser {
    /// The tags and texts of the document.
    private var tokens: XMLTokens

    /// Starts at a byte of a document.
    init(_ bytes: [UInt8], from start: Int) {
        tokens = XMLTokens(bytes, from: start)
    }

    /// The value of the document: inside a `plist` element, or on its own.
    mutating func parse() throws(PropertyListError) -> PropertyListValue {
        var tag = try requiredTag()
        let isWrapped = tag.name == "plist"
        if isWrapped {
            guard tag.role == .open else { throw PropertyListError("empty property list") }
            tag = try requiredTag()
        }
        let value = try value(tag, depth: 0)
        if isWrapped { try close("plist") }
        guard try tokens.nextTag() == nil else { throw PropertyListError("more than one value") }
        return value
    }

    /// The next tag; throws at the end.
    private mutating func requiredTag() throws(PropertyListError) -> XMLTokens.Tag {
        guard let tag = try tokens.nextTag() else { throw PropertyListError("document ends too early") }
        return tag
    }

    /// Reads a closing tag.
    private mutating func close(_ name: String) throws(PropertyListError) {
        let tag = try requiredTag()
        guard tag.role == .close, tag.name == name else { throw PropertyListError("\(name) is not closed") }
    }

    /// The value that a tag begins.
    private mutating func value(
        _ tag: XMLTokens.Tag, depth: Int
    ) throws(PropertyListError) -> PropertyListValue {
        guard tag.role != .close else { throw PropertyListError("closing tag where a value must be") }
        switch tag.name {
        case "dict": return .dictionary(try members(tag, depth: depth + 1))
        case "array": return .array(try elements(tag, depth: depth + 1))
        case "string": return .string(try text(tag))
        case "true", "false":
            guard try text(tag).trimmedOfBlanks.isEmpty else { throw PropertyListError("boolean with content") }
            return .bool(tag.name == "true")
        case "integer", "real", "data", "date": return try scalar(tag.name, try text(tag).trimmedOfBlanks)
        default: throw PropertyListError("unknown element \(tag.name)")
        }
    }

    /// The elements of an array.
    private mutating func elements(
        _ opening: XMLTokens.Tag, depth: Int
    ) throws(PropertyListError) -> [PropertyListValue] {
        try check(depth)
        var values: [PropertyListValue] = []
        guard opening.role == .open else { return values }
        while true {
            let tag = try requiredTag()
            if tag.role == .close, tag.name == "array" { return values }
            values.append(try value(tag, depth: depth))
        }
    }

    /// The members of a dictionary; of a key that occurs twice, the last one stays.
    private mutating func members(
        _ opening: XMLTokens.Tag, depth: Int
    ) throws(PropertyListError) -> [String: PropertyListValue] {
        try check(depth)
        var members: [String: PropertyListValue] = [:]
        guard opening.role == .open else { return members }
        while true {
            let tag = try requiredTag()
            if tag.role == .close, tag.name == "dict" { return members }
            guard tag.role != .close, tag.name == "key" else { throw PropertyListError("dictionary without a key") }
            let key = try text(tag)
            members[key] = try value(try requiredTag(), depth: depth)
        }
    }

    /// Refuses nesting beyond the limit.
    private func check(_ depth: Int) throws(PropertyListError) {
        guard depth <= PropertyListValue.maximumNesting else {
            throw PropertyListError("nested more than \(PropertyListValue.maximumNesting) levels deep")
        }
    }

    /// The text of an element that holds text only.
    private mutating func text(_ tag: XMLTokens.Tag) throws(PropertyListError) -> String {
        guard tag.role == .open else { return "" }
        let text = try tokens.text()
        try close(tag.name)
        return text
    }

    /// A number, bytes or a moment.
    private func scalar(_ name: String, _ text: String) throws(PropertyListError) -> PropertyListValue {
        let value: PropertyListValue? =
            switch name {
            case "integer": Self.integer(text).map { .integer($0) }
            case "real": Self.real(text).map { .real($0) }
            case "data":
                Data(base64Encoded: String(decoding: text.utf8.filter { !$0.isBlank }, as: UTF8.self))
                    .map { .data($0) }
            default: Self.date(text).map { .date($0) }
            }
        guard let value else { throw PropertyListError("malformed \(name)") }
        return value
    }

    /// A decimal or, after `0x`, hexadecimal number with an optional sign.
    private static func integer(_ text: String) -> Int64? {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard digits.lowercased().hasPrefix("0x") else { return Int64(text) }
        guard digits.dropFirst(2).utf8.first?.hexadecimalValue != nil else { return nil }
        return Int64((isNegative ? "-" : "") + digits.dropFirst(2), radix: 16)
    }

    /// A decimal number, `nan`, or an infinity.
    private static func real(_ text: String) -> Double? {
        guard !text.lowercased().contains("x") else { return nil }
        return Double(text)
    }

    /// A moment written as `yyyy-MM-ddTHH:mm:ssZ`.
    private static func date(_ text: String) -> Date? {
        guard text.hasSuffix("Z") else { return nil }
        return CivilTime(iso: text.dropLast())?.date
    }
}
