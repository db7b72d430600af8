/// A form, which works without a script.
struct Form: PageValue {
    /// Where it is sent, which also names it.
    let action: String
    /// What its button says.
    let button: String
    /// The fields.
    var fields: [Field]
    /// What it is for; empty if the section says it.
    var title = ""
    /// A sentence below the title.
    var hint = ""
    /// What is asked before it is sent; empty to ask nothing.
    var confirmation = ""
    /// Whether it takes something away.
    var isDangerous = false
    /// Whether it looks for something: sent with GET, fields in a line.
    var isSearch = false
    /// Whether fields stand in a line.
    var isInline = false
    /// Whether fields stand beside each other where there is room: for forms with many of them.
    var isColumned = false
    /// Where it is sent to see what it would come to, in the section `preview` of that page; empty for nowhere.
    var preview = ""
    /// Whether its last field is a file of any size, which is sent with progress where there is a script.
    var isUpload = false
    /// Whether it sends a file.
    private var hasFile: Bool { fields.contains { $0.kind == .file } }
    /// What the form carries against pages of other sites; filled in when the page is made.
    fileprivate(set) var token = ""
    /// The page it stands on; filled in when the page is made.
    fileprivate(set) var page = ""

    /// A form.
    init(_ action: String, button: String, fields: [Field] = []) {
        self.action = action
        self.button = button
        self.fields = fields
    }

    func child(named name: String) -> Any? {
        switch name {
        case "hasFile": hasFile
        // A file would be lost on the way over the page that asks.
        case "asks": !confirmation.isEmpty && !hasFile
        default: reflected(name)
        }
    }

    /// The same with the sentence of a route that has refused its filters, beside the field that it is about.
    ///
    /// - Parameter problem: Begins with the name of a field, or has it in quotation marks; nil if nothing was refused.
    /// - Returns: The form.
    func refused(for problem: String?) -> Form {
        guard let problem else { return self }
        var form = self
        let named = fields.indices.filter { !fields[$0].name.isEmpty }
        let index =
            named.first { problem.hasPrefix("\(fields[$0].name) ") }
            ?? named.first { problem.contains("\"\(fields[$0].name)\"") }
        if let index { form.fields[index].problem = problem }
        return form
    }

    /// The form on a page: with what keeps it from being forged, and with what was typed before a refusal.
    func standing(on page: String, token: String, after notice: Notice?) -> Form {
        var form = self
        form.token = token
        form.page = page
        guard let notice, notice.isProblem, notice.form == action else { return form }
        form.fields = fields.map { $0.refilled(notice) }
        return form
    }
}

/// A field of a form.
struct Field: Sendable {
    /// What is typed or chosen.
    enum Kind: String, Sendable {
        case text, password, number, area, choice, choices, group, flag, file, hidden, color, date
        /// A heading above the fields that follow it.
        case title
    }

    /// An entry to choose.
    struct Option: PageValue {
        let value: String
        let label: String
        var isChosen = false
    }

    let name: String
    let label: String
    let kind: Kind
    private(set) var value: String
    var options: [Option] = []
    /// Fields that belong together, in a line; empty for all kinds but `group`.
    private(set) var fields: [Field] = []
    /// A sentence below it.
    var hint = ""
    /// Why what was typed is refused; empty if it is not.
    var problem = ""
    var isRequired = false
    /// What an empty field shows.
    var placeholder = ""
    /// What browsers remember it as, such as `username`.
    var autocomplete = "off"
    /// Lower and upper bound of a number; nil for none.
    var range: ClosedRange<Int>?
    /// Where its value comes from if it is inherited; empty if it is not.
    var origin = ""

    /// A field.
    init(_ name: String, _ label: String, _ kind: Kind = .text, value: String = "") {
        self.name = name
        self.label = label
        self.kind = kind
        self.value = value
    }

    /// A field that is one of some values.
    static func choice(_ name: String, _ label: String, _ options: [(value: String, label: String)], value: String)
        -> Field
    {
        var field = Field(name, label, .choice, value: value)
        field.options = options.map { Option(value: $0.value, label: $0.label, isChosen: $0.value == value) }
        return field
    }

    /// A heading above the fields that follow it, with an anchor; an empty one for none.
    static func title(_ text: String, id: String = "") -> Field { Field(id, text, .title) }

    /// A field that is several of some values: a box for each, called `name.value` (``FormValues/chosen(_:)``).
    static func choices(
        _ name: String, _ label: String, _ options: [(value: String, label: String)], chosen: Set<String>
    ) -> Field {
        var field = Field(name, label, .choices)
        field.options = options.map {
            Option(value: $0.value, label: $0.label, isChosen: chosen.contains($0.value))
        }
        return field
    }

    /// Fields that belong together, in a line.
    static func group(_ label: String, _ fields: [Field]) -> Field {
        var field = Field("", label, .group)
        field.fields = fields
        return field
    }

    /// A box to tick; its value is `true` or nothing.
    static func flag(_ name: String, _ label: String, _ isOn: Bool) -> Field {
        Field(name, label, .flag, value: isOn ? "true" : "")
    }

    /// The same with a sentence below it.
    func with(hint: String) -> Field {
        var field = self
        field.hint = hint
        return field
    }

    /// The same with what it shows while it is empty.
    func with(placeholder: String) -> Field {
        var field = self
        field.placeholder = placeholder
        return field
    }

    /// The same, which has to be filled in.
    func required() -> Field {
        var field = self
        field.isRequired = true
        return field
    }

    /// The same with what was typed before a refusal, and with the refusal if it names the field.
    fileprivate func refilled(_ notice: Notice) -> Field {
        var field = self
        if kind != .password, kind != .file, kind != .hidden {
            if let typed = notice.fields[name] {
                field.value = typed
            } else if kind == .flag {
                field.value = ""
            }
        }
        field.fields = fields.map { $0.refilled(notice) }
        field.options = options.map { option in
            let isBox = kind == .choices
            let isChosen = isBox ? notice.fields["\(name).\(option.value)"] == "true" : option.value == field.value
            return Option(value: option.value, label: option.label, isChosen: isChosen)
        }
        guard kind != .group else { return field }
        guard notice.field.isEmpty else {
            field.problem = notice.field == name ? notice.text : ""
            return field
        }
        let sentences = notice.details.isEmpty ? [notice.text] : notice.details
        field.problem = sentences.first { Self.names($0, name) || Self.names($0, label) }.map(beside) ?? ""
        return field
    }

    /// A sentence of a route as it is read beside the field: its label stands for the way to the setting.
    private func beside(_ sentence: String) -> String {
        var text = sentence[...]
        if text.hasPrefix("payloads["), let end = text.firstRange(of: "]: ") { text = text[end.upperBound...] }
        let first = text.prefix { $0 != " " }
        guard !text.hasPrefix(label), ".\(first)".lowercased().hasSuffix(".\(name)".lowercased()) else {
            return String(text)
        }
        return label + text.dropFirst(first.count)
    }

    /// Whether a sentence speaks of a name.
    private static func names(_ sentence: String, _ name: String) -> Bool {
        let words = sentence.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" && $0 != "-" }
        let wanted = name.lowercased()
        return words.contains { $0 == wanted || $0.hasSuffix(".\(wanted)") }
            || (wanted.contains(" ") && sentence.lowercased().contains(wanted))
    }
}

extension Field: PageValue {
    func child(named name: String) -> Any? {
        switch name {
        case "name": self.name
        case "label": label
        case "value": Shown.text(value)
        case "options": options
        case "optionsHTML": optionsHTML
        case "fields": fields
        case "hint": Shown.text(hint)
        case "problem": Shown.text(problem)
        case "hasNote": !hint.isEmpty || !problem.isEmpty
        case "isRequired": isRequired
        case "placeholder": Shown.text(placeholder)
        case "autocomplete": autocomplete
        case "origin": Shown.text(origin)
        case "minimum": range.map { "\($0.lowerBound)" } ?? Shown.Nothing()
        case "maximum": range.map { "\($0.upperBound)" } ?? Shown.Nothing()
        case "isArea": kind == .area
        case "isChoice": kind == .choice
        case "isChoices": kind == .choices
        case "isGroup": kind == .group
        case "isSingle": ![.choices, .group, .hidden].contains(kind)
        case "isFlag": kind == .flag
        case "isTitle": kind == .title
        case "isFile": kind == .file
        case "isHidden": kind == .hidden
        case "isLine": [.text, .password, .number, .color, .date].contains(kind)
        case "isOn": kind == .flag && value == "true"
        // Without one browsers refuse seconds.
        case "step": kind == .date ? "any" : Shown.Nothing()
        case "type": kind == .date ? "datetime-local" : kind.rawValue
        default: nil
        }
    }
}

/// Something that is done with a click: a form without fields to fill in, or a link.
struct Action: Sendable {
    /// What the button says.
    let label: String
    /// Where it leads, or is sent.
    let path: String
    /// Whether it is a link.
    var isLink = false
    /// What is asked before; empty to ask nothing.
    var confirmation = ""
    /// Whether it takes something away.
    var isDangerous = false
    /// What it sends beside its token.
    var values: [String: String] = [:]
    fileprivate(set) var token = ""
    fileprivate(set) var page = ""

    /// A link that looks like a button.
    static func link(_ label: String, _ path: String) -> Action { Action(label: label, path: path, isLink: true) }

    /// A button that changes something.
    static func post(
        _ label: String, _ path: String, values: [String: String] = [:], asking confirmation: String = "",
        isDangerous: Bool = false
    ) -> Action {
        Action(
            label: label, path: path, confirmation: confirmation, isDangerous: isDangerous, values: values)
    }

    /// The action on a page.
    func standing(on page: String, token: String) -> Action {
        var action = self
        action.page = page
        action.token = token
        return action
    }

    /// What it sends, as fields.
    private var hiddenFields: [Field] {
        values.sorted { $0.key < $1.key }.map { Field($0.key, "", .hidden, value: $0.value) }
    }
}

extension Action: PageValue {
    func child(named name: String) -> Any? {
        switch name {
        case "label": label
        case "path": path
        case "isLink": isLink
        case "isDangerous": isDangerous
        case "confirmation": Shown.text(confirmation)
        case "hiddenFields": hiddenFields
        case "token": token
        case "page": page
        default: nil
        }
    }
}
