import ConsolePlatform
import Mustache

/// What a badge or a notice means; a word and a shape say it as well, never colour alone.
enum Tone: String, Sendable, MustacheCustomRenderable {
    /// Nothing special.
    case plain
    /// As it should be.
    case good
    /// Worth a look.
    case warning
    /// Wrong.
    case bad
    /// Under way.
    case busy

    /// As style sheets have it.
    var renderText: String { rawValue }
    var isNull: Bool { false }

    /// What a reader who sees no colour reads first.
    var word: String {
        switch self {
        case .bad: "Problem"
        case .warning: "Careful"
        case .good: "Done"
        case .busy: "Under way"
        case .plain: "Note"
        }
    }
}

/// A value as a page shows it: in a table, or beside its name.
struct Cell: PageValue {
    private enum Kind: Sendable {
        case text, code, badge(Tone), time, secret
    }

    private let kind: Kind
    private let text: String
    private var link = ""
    /// What is shown below, in small.
    private var detail = ""
    /// What a pointer that rests on it shows.
    private var title = ""
    /// The address of a picture before a text with a link; empty for none.
    private var icon = ""
    /// What the column is called.
    var label = ""
    /// Whether it is a number, which stands at the right.
    private(set) var isNumber = false

    private init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// A text; a dash if it is empty.
    static func text(_ text: String) -> Cell { Cell(.text, text) }

    /// A number.
    static func number(_ number: Int?) -> Cell {
        var cell = Cell(.text, number.map(String.init) ?? "")
        cell.isNumber = true
        return cell
    }

    /// What goes over the wire: identifiers, paths, codes.
    static func code(_ text: String) -> Cell { Cell(text.isEmpty ? .text : .code, text) }

    /// A status.
    static func badge(_ text: String, _ tone: Tone = .plain) -> Cell { Cell(text.isEmpty ? .text : .badge(tone), text) }

    /// A moment: how long ago for readers with a script, exact on hover and without.
    static func time(_ time: Timestamp?) -> Cell {
        guard let time else { return Cell(.text, "") }
        var cell = Cell(.time, String(time.description.replacing("T", with: " ").prefix(19)) + " UTC")
        cell.title = time.description
        return cell
    }

    /// Yes or no.
    static func flag(_ flag: Bool, yes: String = "Yes", no: String = "No") -> Cell { Cell(.text, flag ? yes : no) }

    /// The same with a link to a page.
    func linked(_ path: String?) -> Cell {
        var cell = self
        cell.link = path ?? ""
        return cell
    }

    /// The same with a line below, in small.
    func with(detail: String) -> Cell {
        var cell = self
        cell.detail = detail
        return cell
    }

    /// The same with what a pointer that rests on it shows.
    func with(title: String) -> Cell {
        var cell = self
        cell.title = title
        return cell
    }

    /// The same with a small picture before it, for a text with a link.
    func with(icon: String) -> Cell {
        var cell = self
        cell.icon = icon
        return cell
    }

    /// Whether nothing is shown.
    var isEmpty: Bool { text.isEmpty }

    /// Members for templates, which look for hundreds of cells: reflection would take ten times as long.
    func child(named name: String) -> Any? {
        switch name {
        case "text": return text
        case "link": return Shown.text(link)
        case "detail": return Shown.text(detail)
        case "title": return Shown.text(title)
        case "icon": return Shown.text(icon)
        case "label": return label
        case "isNumber": return isNumber
        case "isEmpty": return text.isEmpty
        case "isCode": if case .code = kind { return true } else { return false }
        case "isTime": if case .time = kind { return true } else { return false }
        case "tone":
            guard case .badge(let tone) = kind else { return Shown.Nothing() }
            return tone
        case "isText": if case .text = kind { return !text.isEmpty } else { return false }
        default: return nil
        }
    }
}
