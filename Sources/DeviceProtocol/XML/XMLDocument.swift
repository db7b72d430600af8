public import Foundation

/// An XML document as the JSON value that says the same: elements are members, repeated ones a list, the rest texts.
///
/// Attributes and name spaces are left out; an element without content is an empty text, one that says `xsi:nil="true"`
/// is null.
public struct XMLDocument: Hashable, Sendable {
    /// Name of the outermost element.
    public let root: String
    /// Its content.
    public let value: JSONValue

    /// Reads a document.
    ///
    /// - Parameter data: UTF-8.
    /// - Throws: ``MessageError`` with what is wrong.
    public init(_ data: Data) throws(MessageError) {
        do {
            var reader = XMLDocumentReader(
                tokens: XMLTokens([UInt8](data), from: data.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
            (root, value) = try reader.read()
        } catch {
            throw MessageError("XML that cannot be read: \(error.reason)")
        }
    }
}

/// Builds the value of a document, bounded in depth and number.
private struct XMLDocumentReader {
    var tokens: XMLTokens
    /// Elements that may still be made.
    private var remaining = JSONValue.maximumValues

    init(tokens: XMLTokens) {
        self.tokens = tokens
    }

    mutating func read() throws(PropertyListError) -> (root: String, value: JSONValue) {
        guard let tag = try tokens.nextTag(), tag.role != .close else { throw PropertyListError("no element") }
        let value = try content(of: tag, depth: 1)
        guard try tokens.nextTag() == nil else { throw PropertyListError("more than one element") }
        return (Self.localName(tag.name), value)
    }

    /// The contents of an open element.
    private mutating func content(of opening: XMLTokens.Tag, depth: Int) throws(PropertyListError) -> JSONValue {
        remaining -= 1
        guard depth <= JSONValue.maximumNesting, remaining >= 0 else { throw PropertyListError("too deep or too long") }
        if opening.role == .empty { return opening.isNil ? .null : .string("") }
        var names: [String] = []
        var values: [String: [JSONValue]] = [:]
        var text = ""
        while true {
            text += try tokens.text()
            guard let tag = try tokens.nextTag() else { throw PropertyListError("document ends too early") }
            if tag.role == .close {
                guard tag.name == opening.name else { throw PropertyListError("\(opening.name) is not closed") }
                break
            }
            let name = Self.localName(tag.name)
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(try content(of: tag, depth: depth + 1))
        }
        if opening.isNil { return .null }
        if names.isEmpty { return .string(text) }
        return .object(
            names.map { name in
                let all = values[name] ?? []
                return JSONMember(name: name, value: all.count == 1 ? all[0] : .array(all))
            })
    }

    /// A name without the prefix of its name space.
    private static func localName(_ name: String) -> String {
        name.split(separator: ":").last.map(String.init) ?? name
    }
}

extension JSONValue {
    /// The XML document that says the same: members are elements, each element of a list repeats its name.
    ///
    /// - Parameters:
    ///   - root: Name of the outermost element.
    ///   - namespace: Its default name space; nil for none.
    /// - Returns: UTF-8; what XML cannot hold is left out.
    public func xml(root: String, namespace: String? = nil) -> Data {
        let attributes = namespace.map { " xmlns=\"\($0)\"" } ?? ""
        var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>"
        if case .array = self {
            text += "<\(root)\(attributes)>"
            appendXML(named: "Item", to: &text)
            text += "</\(root)>"
        } else {
            appendXML(named: root, attributes: attributes, to: &text)
        }
        return Data(text.utf8)
    }

    private func appendXML(named name: String, attributes: String = "", to text: inout String) {
        switch self {
        case .null: break
        case .array(let values):
            for value in values { value.appendXML(named: name, to: &text) }
        case .object(let members):
            text += "<\(name)\(attributes)>"
            for member in members { member.value.appendXML(named: Self.elementName(member.name), to: &text) }
            text += "</\(name)>"
        case .bool(let flag): text += "<\(name)\(attributes)>\(flag)</\(name)>"
        case .number(let number): text += "<\(name)\(attributes)>\(number)</\(name)>"
        case .string(let content): text += "<\(name)\(attributes)>\(Self.escaped(content))</\(name)>"
        }
    }

    /// A member's name as XML allows it.
    private static func elementName(_ name: String) -> String {
        let kept = name.unicodeScalars.filter { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "_-.".unicodeScalars.contains(scalar))
        }
        let text = String(String.UnicodeScalarView(kept))
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else {
            return "_\(text)"
        }
        return text
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
