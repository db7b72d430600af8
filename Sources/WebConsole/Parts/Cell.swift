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

/// A moment as pages write it: exact, and for readers with a script how long ago.
struct ShownTime: PageValue {
    /// As programs read it.
    let exact: String
    /// As people read it.
    let text: String

    /// A moment; nil if there is none.
    init?(_ time: Timestamp?) {
        guard let time else { return nil }
        exact = time.description
        text = String(exact.replacing("T", with: " ").prefix(19)) + " UTC"
    }
}

/// A value as a page shows it: in a table, or beside its name.
struct Cell: PageValue {
    /// What it is.
    enum Kind: Sendable {
        case text, code, badge(Tone), time, clock
    }

    let kind: Kind
    let text: String
    /// Where it leads; empty for nowhere.
    private(set) var link = ""
    /// What is shown below, in small.
    private(set) var detail = ""
    /// A moment behind it; nil for none.
    private(set) var moment: ShownTime?
    /// What a pointer that rests on it shows.
    private(set) var title = ""
    /// The address of a picture before a text with a link; empty for none.
    private(set) var icon = ""
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
        guard let time = ShownTime(time) else { return Cell(.text, "") }
        var cell = Cell(.time, time.text)
        cell.title = time.exact
        return cell
    }

    /// What a clock shows that may differ from the reader's, so that how long ago it is would say nothing.
    ///
    /// - Parameters:
    ///   - time: What it shows; nil for nothing.
    ///   - isRunning: Whether it goes on while somebody looks at it.
    /// - Returns: The cell.
    static func clock(_ time: Timestamp?, isRunning: Bool) -> Cell {
        guard let time = ShownTime(time) else { return Cell(.text, "") }
        var cell = Cell(isRunning ? .clock : .text, time.text)
        cell.title = time.exact
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

    /// The same with a line below, in small, that ends with a word and a moment, if there is one.
    func with(detail: String = "", _ word: String, _ time: Timestamp?) -> Cell {
        var cell = self
        cell.moment = ShownTime(time)
        cell.detail = cell.moment == nil ? detail : [detail, word].filter { !$0.isEmpty }.joined(separator: ", ")
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

    /// Members for templates: its markup, and its text for readers who cannot see where it stands.
    func child(named name: String) -> Any? {
        switch name {
        case "html": html
        case "text": text
        default: nil
        }
    }
}
