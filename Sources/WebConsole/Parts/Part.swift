/// What a page is made of; the page `/console/parts` shows each in every state.
enum Part: Sendable {
    /// A heading, with an anchor.
    case heading(String)
    /// A paragraph.
    case text(String)
    /// Rows of cells.
    case table(Table)
    /// Names with values.
    case facts([Fact])
    /// A form.
    case form(Form)
    /// Buttons.
    case actions([Action])
    /// What goes over the wire, to read and to copy.
    case code(CodeBlock)
    /// Branches.
    case tree(Tree)
    /// What happened, one after the other.
    case timeline([Moment])
    /// Nothing, and what to do next.
    case empty(EmptyState)
    /// A word for whoever reads the page.
    case note(Note)
    /// Figures with their names, in a line.
    case figures([Figure])
    /// Numbers as bars.
    case chart(Chart)
    /// What a page tells after a form.
    case message(Message)
    /// What is asked before something is taken away.
    case dialog(Dialog)
    /// The same for readers without a script.
    case question(Question)
    /// Whether a page follows what happens.
    case indicator(Indicator)
    /// Parts that belong together, below a heading; live ones are made anew when something arrives.
    case section(Section)
    /// A room's own template, with its own model.
    case custom(template: String, model: any Sendable)
}

/// A name with a value.
struct Fact: PageValue {
    let name: String
    let cell: Cell
    /// Whether it can be copied with a click.
    var isCopied = false

    /// Whether there is no value.
    var isEmpty: Bool { cell.isEmpty }

    /// A name with a value.
    init(_ name: String, _ cell: Cell, isCopied: Bool = false) {
        self.name = name
        self.cell = cell
        self.isCopied = isCopied
    }
}

/// A text that goes over the wire.
struct CodeBlock: PageValue {
    /// What it is; empty if the heading says it.
    var title = ""
    let text: String
    /// Whether it is folded until somebody looks at it.
    var isFolded = false
    /// A sentence above it; empty for none.
    var hint = ""
}

/// Branches of a tree.
struct Tree: PageValue {
    /// A branch.
    struct Branch: PageValue {
        let cell: Cell
        var branches: [Branch] = []
        var isOpen = true
    }

    let label: String
    let branches: [Branch]
}

/// Something that happened.
struct Moment: PageValue {
    let time: Cell
    let title: Cell
    var detail = ""
    var tone = Tone.plain
}

/// A word for whoever reads the page.
struct Note: PageValue {
    let text: String
    var tone = Tone.plain
    var details: [String] = []
    var link = ""
    var linkText = ""

    func child(named name: String) -> Any? { name == "word" ? tone.word : reflected(name) }
}

/// A figure with its name.
struct Figure: PageValue {
    let name: String
    let value: String
    var link = ""
    var detail = ""
    /// A moment behind the detail; nil for none.
    var moment: ShownTime?
    var tone = Tone.plain

    /// A number with commas between thousands.
    static func text(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number.magnitude).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + String(text.reversed())
    }
}

/// Parts that belong together.
struct Section: Sendable {
    /// Its heading; empty for none.
    let title: String
    /// Its anchor, which also names it when it is made anew.
    let id: String
    /// What can be done with it, beside the heading.
    var actions: [Action] = []
    var parts: [Part]
    /// Kinds of live messages after which it is made anew, separated by blanks; empty if it is not live.
    var liveKinds = ""
    /// Whether it is folded until somebody looks at it.
    var isFolded = false

    /// Parts below a heading.
    init(_ title: String, id: String, parts: [Part]) {
        self.title = title
        self.id = id
        self.parts = parts
    }

    /// The same, made anew when messages of some kinds arrive.
    func live(_ kinds: String...) -> Section {
        var section = self
        section.liveKinds = kinds.joined(separator: " ")
        return section
    }

    /// The same for a list with pages: later ones would move under whoever reads them.
    func live(onFirstPageOf visit: Visit, _ kinds: String...) -> Section {
        var section = self
        if visit.page == 0 { section.liveKinds = kinds.joined(separator: " ") }
        return section
    }
}
