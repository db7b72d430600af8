import Foundation

/// Writes the XML format, indented with tabs, keys sorted.
struct XMLPropertyListWriter {
    /// The output so far.
    private var text = ""

    /// The document that holds a value.
    mutating func document(_ value: PropertyListValue) throws(PropertyListError) -> Data {
        text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        try write(value, indentation: 0)
        text += "</plist>\n"
        return Data(text.utf8)
    }

    /// Writes one value and a line feed.
    private mutating func write(_ value: PropertyListValue, indentation: Int) throws(PropertyListError) {
        switch value {
        case .string(let string): try element("string", string, indentation)
        case .integer(let number): try element("integer", String(number), indentation)
        case .real(let number): try element("real", Self.text(of: number), indentation)
        case .bool(let flag): line(flag ? "<true/>" : "<false/>", indentation)
        case .data(let data): try element("data", data.base64EncodedString(), indentation)
        case .date(let date):
            guard let time = CivilTime(date) else { throw PropertyListError("date outside the years 1 to 9999") }
            try element("date", time.iso + "Z", indentation)
        case .array(let values): try array(values, indentation)
        case .dictionary(let members): try dictionary(members, indentation)
        }
    }

    /// Writes an array.
    private mutating func array(_ values: [PropertyListValue], _ indentation: Int) throws(PropertyListError) {
        guard !values.isEmpty else { return line("<array/>", indentation) }
        line("<array>", indentation)
        for value in values {
            try write(value, indentation: indentation + 1)
        }
        line("</array>", indentation)
    }

    /// Writes a dictionary, keys sorted.
    private mutating func dictionary(
        _ members: [String: PropertyListValue], _ indentation: Int
    ) throws(PropertyListError) {
        guard !members.isEmpty else { return line("<dict/>", indentation) }
        line("<dict>", indentation)
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            try element("key", key, indentation + 1)
            try write(value, indentation: indentation + 1)
        }
        line("</dict>", indentation)
    }

    /// Writes an element with text on a line of its own.
    private mutating func element(
        _ name: String, _ content: String, _ indentation: Int
    ) throws(PropertyListError) {
        for _ in 0..<indentation { text += "\t" }
        text += "<\(name)>"
        try escape(content)
        text += "</\(name)>\n"
    }

    /// Writes a line without text to escape.
    private mutating func line(_ content: String, _ indentation: Int) {
        for _ in 0..<indentation { text += "\t" }
        text += content
        text += "\n"
    }

    /// Writes text, markup characters and carriage returns as references.
    private mutating func escape(_ content: String) throws(PropertyListError) {
        for scalar in content.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\r": text += "&#13;"
            default:
                guard scalar.isAllowedInXML else {
                    throw PropertyListError("a text holds a character that XML cannot hold")
                }
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// A number as the format writes it.
    private static func text(of number: Double) -> String {
        if number.isNaN { return "nan" }
        if number.isInfinite { return number < 0 ? "-infinity" : "+infinity" }
        return "\(number)"
    }
}
