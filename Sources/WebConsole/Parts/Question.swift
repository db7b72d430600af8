/// What is asked before something is taken away: the dialog of a page with a script.
struct Dialog: PageValue {
    /// Its anchor.
    let id: String
    /// What is asked; filled in by the script.
    var question = ""
    /// What the button says that does it.
    var button = ""
    /// Whether something is taken away.
    var isDangerous = false
    /// Whether it is shown where it stands, for those who want to see it.
    var isOpen = false

    /// The one of each page, which waits for a question.
    static let waiting = Dialog(id: "question")
}

/// The same for readers without a script: a page that asks, and sends the form once more.
struct Question: PageValue {
    /// Where the form is sent.
    let action: String
    /// What is asked.
    let question: String
    /// What the button says.
    let button: String
    /// The page the form stands on.
    let back: String
    /// What the form held.
    let fields: [Field]

    /// A question.
    init(_ question: String, action: String, button: String, back: String, fields: [Field] = []) {
        self.question = question
        self.action = action
        self.button = button
        self.back = back
        self.fields = fields
    }

    /// The question that a form wants to be asked, and has not been; nil if there is none.
    ///
    /// It keeps people from what they do not mean, and nobody from anything: programs do not send it.
    ///
    /// - Parameters:
    ///   - form: The form that was sent.
    ///   - action: Where it was sent.
    ///   - root: What addresses of its pages begin with.
    init?(of form: FormValues, sentTo action: String, below root: String) {
        let kind = form.has("formQuestion") ? "" : ".\(form["action"])"
        guard !form.isOn("formAgreed"), let question = form.nonEmpty("formQuestion\(kind)") else { return nil }
        let back = form["formPage"]
        self.init(
            question, action: action, button: form.nonEmpty("formButton\(kind)") ?? "Go on",
            back: back.hasPrefix(root) ? back : root,
            fields: form.names.filter { !$0.hasPrefix("formQuestion") && !$0.hasPrefix("formButton") }
                .flatMap { name in form.every(name).map { Field(name, "", .hidden, value: $0) } })
    }

    /// The page that asks.
    var page: ConsolePage {
        var page = ConsolePage(button, parts: [.question(self)])
        page.crumbs = [.init("Back", back)]
        return page
    }
}
