/// What a page tells after a form: a toast if it was done and there is little to read, else a note that stays.
struct Message: PageValue {
    let text: String
    var details: [String] = []
    var tone = Tone.good
    /// A secret that is shown this once; empty for none.
    var secret = ""
    /// What a reader who sees no colour reads first.
    var word = "Done"
    /// Its anchor.
    var id = "notice"
    /// Whether it stays where it stands, for those who want to see it.
    var isHere = false

    /// What was done.
    init(_ text: String) { self.text = text }

    /// What a notice says.
    init(_ notice: Notice) {
        text = notice.text
        details = notice.details.filter { !notice.text.contains($0) }
        secret = notice.secret ?? ""
        guard notice.isProblem else { return }
        tone = .bad
        word = "Not done"
    }

    func child(named name: String) -> Any? {
        switch name {
        // Whoever has to read long, copy or mend something has the time for it.
        case "isToast": tone == .good && details.isEmpty && secret.isEmpty && text.count <= 300
        case "role": tone == .bad ? "alert" : "status"
        default: reflected(name)
        }
    }

    /// The same where it stands, under a name of its own.
    func here(_ id: String) -> Message {
        var message = self
        message.id = id
        message.isHere = true
        return message
    }
}

/// Whether a page follows what happens, beside its heading; the script writes the page's own.
struct Indicator: PageValue {
    let text: String
    var isOn = false
    var link = ""
    var linkText = ""
}
