/// Text of unknown origin in sentences for people.
package enum PrintableText {
    /// A text in quotation marks, cut short if it is long, in plain ASCII.
    ///
    /// Everything else is written as `\u{202E}`: it could move the cursor of a terminal, or turn what follows.
    package static func quoted(_ text: String, limit: Int = 80) -> String {
        "\"\(escaped(text, limit: limit))\""
    }

    /// A text, cut short if it is long, in plain ASCII.
    package static func escaped(_ text: String, limit: Int = 80) -> String {
        let scalars = text.unicodeScalars
        let shown = scalars.prefix(limit).map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case " "..."~": String(scalar)
            default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return shown.joined() + (scalars.dropFirst(limit).isEmpty ? "" : "...")
    }
}
