/// Markup that is made without a template: what a page has hundreds of, such as cells and entries to choose.
///
/// A template looks for each name in everything around it, which takes a hundred times as long.
enum HTMLText {
    /// A text as markup has it, also between quotes.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: isSpecial) else { return text }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "\""): escaped += "&quot;".utf8
            case UInt8(ascii: "'"): escaped += "&#39;".utf8
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }

    /// An attribute with the blank before it; nothing for an empty value.
    static func attribute(_ name: String, _ value: String) -> String {
        value.isEmpty ? "" : " \(name)=\"\(escaped(value))\""
    }
}

extension Cell {
    /// The cell as markup.
    var html: String { shown + below }

    /// The cell in the row of a table.
    var tableHTML: String {
        let look = isNumber ? " class=\"number\"" : hasLongWord ? " class=\"long\"" : ""
        return "<td data-label=\"\(HTMLText.escaped(label))\"\(look)>\(html)</td>"
    }

    /// Letters of a word that a column need not have room for.
    private static let longWord = 27

    /// Whether it has a word that may break anywhere, such as a path.
    private var hasLongWord: Bool {
        [text, detail].contains { line in
            line.utf8.count >= Self.longWord
                && line.utf8.split(separator: UInt8(ascii: " ")).contains { $0.count >= Self.longWord }
        }
    }

    private var shown: String {
        let words = HTMLText.escaped(text)
        let title = HTMLText.attribute("title", self.title)
        guard !isEmpty else { return "<span class=\"none\">–</span>" }
        switch kind {
        case .text:
            if !link.isEmpty {
                let picture = icon.isEmpty ? "" : "<img class=\"icon\" src=\"\(HTMLText.escaped(icon))\" alt=\"\">"
                return "<a href=\"\(HTMLText.escaped(link))\"\(title)>\(picture)\(words)</a>"
            }
            return title.isEmpty ? words : "<span\(title)>\(words)</span>"
        case .code:
            // The beginning of an identifier is a word that does not break.
            let look = text.hasSuffix("…") ? " class=\"short\"" : ""
            return linked("<code\(look)\(title)>\(words)</code>")
        case .badge(let tone): return linked("<span class=\"badge \(tone.rawValue)\"\(title)>\(words)</span>")
        case .time: return linked("<time datetime=\"\(HTMLText.escaped(self.title))\">\(words)</time>")
        case .clock: return "<span data-clock=\"\(HTMLText.escaped(self.title))\">\(words)</span>"
        }
    }

    private func linked(_ inner: String) -> String {
        link.isEmpty ? inner : "<a href=\"\(HTMLText.escaped(link))\">\(inner)</a>"
    }

    /// The line below.
    private var below: String {
        guard !detail.isEmpty else { return "" }
        let time = moment.map { time in
            " <time datetime=\"\(HTMLText.escaped(time.exact))\">\(HTMLText.escaped(time.text))</time>"
        }
        return "<small>\(HTMLText.escaped(detail))\(time ?? "")</small>"
    }
}

extension Field {
    /// The entries to choose as markup.
    var optionsHTML: String {
        options.map { option in
            "<option value=\"\(HTMLText.escaped(option.value))\"\(option.isChosen ? " selected" : "")>"
                + "\(HTMLText.escaped(option.label))</option>"
        }.joined()
    }
}
