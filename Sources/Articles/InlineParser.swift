/// Reads the pieces of a paragraph, a heading or a cell.
///
/// Tags are no markup here: an angle bracket that begins neither an article nor an address is text.
struct InlineParser {
    private let characters: [Character]
    private var position = 0
    private var pieces: [MarkdownInline] = []
    private var text = ""

    /// The pieces of a text; where its lines end there is a blank.
    static func pieces(of text: String) -> [MarkdownInline] {
        var parser = InlineParser(characters: Array(text))
        return parser.parse()
    }

    private init(characters: [Character]) { self.characters = characters }

    private mutating func parse() -> [MarkdownInline] {
        while position < characters.count {
            switch characters[position] {
            case "\\": parseEscape()
            case "`": parseCode()
            case "<": parseAngle()
            case "[": parseLink()
            case "*", "_": parseEmphasis()
            case "\n": parseLineEnd()
            default: take(1)
            }
        }
        flush()
        return pieces
    }

    // MARK: Pieces

    private mutating func add(_ piece: MarkdownInline) {
        flush()
        pieces.append(piece)
    }

    private mutating func flush() {
        if !text.isEmpty { pieces.append(.text(text)) }
        text = ""
    }

    /// Reads plain characters.
    private mutating func take(_ count: Int) {
        text.append(contentsOf: characters[position..<position + count])
        position += count
    }

    private mutating func parseEscape() {
        let next = position + 1 < characters.count ? characters[position + 1] : nil
        if next == "\n" {
            add(.lineBreak)
            position += 2
        } else if let next, next.isASCII, next.isPunctuation || next.isSymbol {
            text.append(next)
            position += 2
        } else {
            take(1)
        }
    }

    /// Two blanks before the end of a line are a line break.
    private mutating func parseLineEnd() {
        position += 1
        let isHard = text.hasSuffix("  ")
        while text.last == " " { text.removeLast() }
        if isHard { add(.lineBreak) } else { text.append(" ") }
    }

    private mutating func parseCode() {
        let length = run(at: position)
        guard let end = codeEnd(after: position, length) else { return take(length) }
        var code = String(characters[position + length..<end]).replacing("\n", with: " ")
        if length == 2, Self.isSymbol(code) {
            add(.symbol(code))
        } else {
            let isPadded = code.count > 2 && code.first == " " && code.last == " "
            if isPadded, code.contains(where: { $0 != " " }) { code = String(code.dropFirst().dropLast()) }
            add(.code(code))
        }
        position = end + length
    }

    private mutating func parseAngle() {
        guard let end = characters[position...].firstIndex(of: ">") else { return take(1) }
        let inside = String(characters[position + 1..<end])
        guard !inside.contains(where: \.isWhitespace) else { return take(1) }
        if inside.hasPrefix("doc:") {
            let parts = inside.dropFirst("doc:".count).split(separator: "#", maxSplits: 1).map(String.init)
            add(.article(name: parts.first ?? "", anchor: parts.count > 1 ? parts[1] : nil))
        } else if Self.isAddress(inside) {
            add(.link(destination: inside, [.text(inside)]))
        } else {
            return take(1)
        }
        position = end + 1
    }

    private mutating func parseLink() {
        guard let middle = closing("]", for: "[", from: position), middle + 1 < characters.count,
            characters[middle + 1] == "(", let end = closing(")", for: "(", from: middle + 1)
        else { return take(1) }
        let destination = String(characters[middle + 2..<end])
        guard !destination.contains(where: \.isWhitespace) else { return take(1) }
        add(.link(destination: destination, Self.pieces(of: String(characters[position + 1..<middle]))))
        position = end + 1
    }

    private mutating func parseEmphasis() {
        let length = run(at: position)
        guard length <= 3, opens(position, length), let end = emphasisEnd(position, length) else { return take(length) }
        let inner = Self.pieces(of: String(characters[position + length..<end]))
        switch length {
        case 1: add(.emphasis(inner))
        case 2: add(.strong(inner))
        default: add(.emphasis([.strong(inner)]))
        }
        position = end + length
    }

    // MARK: Looking ahead

    /// How many characters like the one at a place follow each other there.
    private func run(at start: Int) -> Int { characters[start...].prefix { $0 == characters[start] }.count }

    private func codeEnd(after start: Int, _ length: Int) -> Int? {
        var index = start + length
        while let next = characters[index...].firstIndex(of: "`") {
            let found = run(at: next)
            if found == length { return next }
            index = next + found
        }
        return nil
    }

    /// Where a bracket ends; brackets inside it, code and escapes are skipped.
    private func closing(_ end: Character, for start: Character, from index: Int) -> Int? {
        var depth = 0
        var index = index
        while index < characters.count {
            switch characters[index] {
            case start: depth += 1
            case end:
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
            index = after(index)
        }
        return nil
    }

    private func emphasisEnd(_ start: Int, _ length: Int) -> Int? {
        var index = start + length
        while index < characters.count {
            if characters[index] == characters[start] {
                let found = run(at: index)
                if found == length, closes(index, length) { return index }
                index += found
            } else {
                index = after(index)
            }
        }
        return nil
    }

    /// The place after a character, an escape or a piece of code.
    private func after(_ index: Int) -> Int {
        switch characters[index] {
        case "\\": return index + 2
        case "`":
            let length = run(at: index)
            return codeEnd(after: index, length).map { $0 + length } ?? index + length
        default: return index + 1
        }
    }

    private func opens(_ start: Int, _ length: Int) -> Bool {
        guard start + length < characters.count, !characters[start + length].isWhitespace else { return false }
        return characters[start] == "*" || start == 0 || !Self.isOfWord(characters[start - 1])
    }

    private func closes(_ start: Int, _ length: Int) -> Bool {
        guard !characters[start - 1].isWhitespace else { return false }
        let next = start + length
        return characters[start] == "*" || next >= characters.count || !Self.isOfWord(characters[next])
    }

    private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// Whether a text may be the name of a symbol, with its module and its argument labels.
    private static func isSymbol(_ text: String) -> Bool {
        text.first?.isLetter == true && text.allSatisfy { isOfWord($0) || "/_.:()-".contains($0) }
    }

    private static func isAddress(_ text: String) -> Bool {
        ["http://", "https://", "mailto:"].contains { text.lowercased().hasPrefix($0) && text.count > $0.count }
    }
}
