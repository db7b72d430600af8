import ConsolePlatform
import HTTPTypes
import NIOCore

/// Each part in every state: what a maintainer opens before writing a new page.
struct PartsRoom: ConsoleRoom {
    var places: [Place] { [Place("Parts of pages", "/console/parts", in: "", area: nil)] }

    func addPages(to door: PageDoor) {
        door.page("/console/parts") { _ in Self.page }
        door.form("/console/parts/refused") { _ in
            throw ConsoleError(.unprocessable, "This form is always refused.", details: ["name is taken."])
        }
        door.file("/console/parts/upload") { visit in
            guard let file = visit.file else {
                throw FieldRefusal(field: "large", reason: ConsoleError(.unprocessable, "Choose a file."))
            }
            var count = 0
            for try await piece in file { count += piece.readableBytes }
            return .stay("\(file.name) has \(count) bytes.")
        }
        door.form("/console/parts/done") { _ in .stay("This form is always done.") }
        door.form("/console/parts/secret") { _ in .secret("3f1c9a5d2be84760", saying: "A secret is shown this once.") }
    }

    /// The page.
    private static var page: ConsolePage {
        var page = ConsolePage(
            "Parts of pages",
            parts: [
                section("Table", "table", [.table(table), .table(lines), .table(emptyTable)]),
                section("Facts", "facts", [.facts(facts)]),
                section("Figures", "figures", [.figures(figures)]),
                section("Chart", "chart", charts),
                section(
                    "Form", "form",
                    [.form(form), .form(searchForm), .form(inlineForm), .form(columns), .form(upload)]),
                section("Buttons", "buttons", [.actions(actions)]),
                section("Question", "asked", questions), section("Message after a form", "messages", messages),
                .section(Section("Live section", id: "live", parts: live).live("request", "event")),
                section("Tree", "tree", [.tree(tree)]),
                section("Timeline", "timeline", [.timeline(moments)]),
                section("Code", "code", code),
                section("Notes", "notes", notes),
                section("Empty state", "empty", [.empty(empty)]),
            ])
        page.lead = "What pages of the console are made of, each in every state."
        page.badges = [.badge("Badge"), .badge("Enrolled", .good)]
        page.crumbs = [.init("Monitor", "/console")]
        page.tabs = ConsolePage.tabs("/console/parts", current: "", ["This page": "", "Another": "another"])
        page.actions = [.link("A link", "/console/parts"), .post("A button", "/console/parts/done")]
        return page
    }

    private static func section(_ title: String, _ id: String, _ parts: [Part]) -> Part {
        .section(Section(title, id: id, parts: parts))
    }

    private static let moment = Timestamp(milliseconds: 1_772_706_030_123)

    private static var table: Table {
        var table = Table(
            "Every kind of cell", columns: ["Text", "Code", "Badge", "Time", "Number"],
            rows: [
                .init(
                    cells: [
                        .text("A text").linked("/console/parts").with(detail: "with a line below"), .code("3f1c9a5d"),
                        .badge("Enrolled", .good), .time(moment), .number(1234),
                    ], key: "1", actions: [.link("Open", "/console/parts")]),
                .init(
                    cells: [
                        .text("<script>alert(1)</script>"), .code("/deviceservices/AirWatchBeacon.svc/checkin"),
                        .badge("Non-compliant", .bad), .time(moment), .number(0),
                    ], key: "2"),
                .init(
                    cells: [.text(""), .code(""), .badge("Pending", .busy), .time(nil), .number(nil)], key: "3"),
                .init(
                    cells: [.flag(true), .flag(false), .badge("Nearly full", .warning), .time(moment), .number(7)]),
            ], empty: empty)
        table.pager = Pager(page: 1, size: 100, total: 2431) { "/console/parts?page=\($0)" }
        table.bulk = [
            BulkAction(label: "Do something", value: "do"),
            BulkAction(label: "Delete", value: "delete", confirmation: "Delete the chosen rows?", isDangerous: true),
        ]
        table.bulkPath = "/console/parts/done"
        return table
    }

    private static var lines: Table {
        var table = Table(
            "Lines of a text", columns: ["Line", "Level", "Text"],
            rows: [
                .init(cells: [.number(1), .badge("Warning", .warning), .code("10:20 WARN a line with a level")]),
                .init(cells: [.number(2), .text(""), .code("a line without one")]),
            ], empty: empty)
        table.look = .lines
        return table
    }

    private static let emptyTable = Table("Nothing", columns: ["Name"], rows: [], empty: empty)

    private static let empty = EmptyState(
        title: "No devices yet", advice: "Sign in with an app, or let a simulated device arrive.",
        link: "/console/parts",
        linkText: "Look around", code: "mockuem simulate")

    private static let facts = [
        Fact("Server URL", .code("https://localhost:8443"), isCopied: true), Fact("User", .text("demo")),
        Fact("Last seen", .time(moment)), Fact("Serial number", .text("")),
    ]

    private static let figures = [
        Figure(name: "devices", value: "2,431", link: "/console/parts"),
        Figure(name: "not compliant", value: "3", detail: "of 2,431", tone: .bad),
        Figure(name: "of the log quota", value: "81 %", detail: "counted", moment: ShownTime(moment), tone: .warning),
        Figure(name: "compliant", value: "2,428", tone: .good), Figure(name: "waiting", value: "12", tone: .busy),
    ]

    private static var form: Form {
        var form = Form(
            "/console/parts/refused", button: "Send",
            fields: [
                Field("name", "Name", value: "A name").required().with(hint: "A sentence below the field."),
                .choice("kind", "Choice", [("one", "One"), ("two", "Two")], value: "two"),
                .flag("isOn", "A box to tick", true), Field("text", "Several lines", .area, value: "One\nTwo"),
                Field("number", "Number", .number, value: "7"), Field("file", "File", .file),
                Field("moment", "Moment", .date, value: "2026-03-05T10:20"),
                .choices("several", "Several choices", [("1", "One"), ("2", "Two")], chosen: ["2"]),
                .group("In a line", [Field("from", "From"), Field("to", "To")]),
            ])
        form.title = "A form that is refused"
        form.hint = "Send it to see where refusals stand."
        return form
    }

    private static var searchForm: Form {
        var form = Form("/console/parts", button: "Find", fields: [Field("find", "Find")])
        form.isSearch = true
        return form
    }

    private static var inlineForm: Form {
        var form = Form(
            "/console/parts/done", button: "Move on",
            fields: [
                Field("step", "Step", value: "P1D").with(hint: "Fields in a line."), Field("until", "Until", .date),
            ])
        form.isInline = true
        return form
    }

    private static var columns: Form {
        var form = Form(
            "/console/parts/done", button: "Save",
            fields: [
                .title("Fields beside each other"), Field("left", "Left"), Field("right", "Right"),
                .title("Below another heading"), Field("colour", "Colour", value: "#1a5fb4"),
            ])
        form.fields[4].placeholder = "#RRGGBB"
        form.isColumned = true
        return form
    }

    private static var upload: Form {
        var form = Form(
            "/console/parts/upload", button: "Upload",
            fields: [Field("note", "Beside it"), Field("large", "A file of any size", .file)])
        form.isUpload = true
        return form
    }

    private static let actions: [Action] = [
        .link("A link", "/console/parts"), .post("A button", "/console/parts/done"),
        .post("Delete", "/console/parts/done", asking: "Is it to be deleted?", isDangerous: true),
    ]

    private static var questions: [Part] {
        var form = Form(
            "/console/parts/done", button: "Reset", fields: [Field("thing", "Thing", value: "console")])
        form.title = "A form that asks"
        form.hint = "With a script a dialog asks, without one a page."
        form.confirmation = "Reset it? What happened since is lost."
        form.isDangerous = true
        let dialog = Dialog(id: "dialog-shown", question: "Take this tag away?", button: "Take away", isOpen: true)
        let danger = Dialog(
            id: "danger-shown", question: "Erase this device, and end its credentials?", button: "Device Wipe",
            isDangerous: true, isOpen: true)
        return [
            .form(form), .dialog(dialog), .dialog(danger),
            .question(
                Question(
                    "Erase this device, and end its credentials?", action: "/console/parts/done",
                    button: "Device Wipe", back: "/console/parts")),
        ]
    }

    private static var messages: [Part] {
        var refused = Message("It was refused.").here("message-refused")
        refused.tone = .bad
        refused.word = "Not done"
        refused.details = ["One reason.", "Another."]
        var secret = Message("The key was made.").here("message-secret")
        secret.secret = "3f1c9a5d2be84760"
        return [
            .actions([
                .post("A toast", "/console/parts/done"), .post("A refusal", "/console/parts/refused"),
                .post("A secret", "/console/parts/secret"),
            ]), .message(Message("The device is saved.").here("message-done")), .message(refused), .message(secret),
        ]
    }

    private static let live: [Part] = [
        .indicator(Indicator(text: "Live", isOn: true)), .indicator(Indicator(text: "Not connected")),
        .indicator(Indicator(text: "Not updated")),
        .indicator(Indicator(text: "Signed out.", link: "/console/sign-in", linkText: "Sign in again")),
        .text("Made anew when a request arrives; a clock of it runs:"),
        .facts([Fact("Shows", .clock(moment, isRunning: true)), Fact("Stands at", .clock(moment, isRunning: false))]),
    ]

    private static let tree = Tree(
        label: "Groups",
        branches: [
            .init(
                cell: .text("Global"),
                branches: [
                    .init(cell: .text("Demo").linked("/console/parts").with(detail: "demo")),
                    .init(cell: .text("Other"), branches: [.init(cell: .text("Below"))], isOpen: false),
                ])
        ])

    private static let moments = [
        Moment(time: .time(moment), title: .text("Queued"), detail: "by admin"),
        Moment(time: .text("Now"), title: .text("Waits").with("It expires", moment), tone: .busy),
        Moment(time: .time(moment), title: .text("Acknowledged"), tone: .good),
        Moment(time: .time(moment), title: .text("Refused"), detail: "The device has another user.", tone: .bad),
    ]

    private static let code: [Part] = [
        .code(CodeBlock(text: "HEAD / HTTP/1.1\nHost: localhost")),
        .code(CodeBlock(title: "Folded", text: "{\n  \"a\": 1\n}", isFolded: true)),
        .code(.curl(ConsoleCall(.get, "/_mock/devices", ["platform": "Apple"]), origin: "http://localhost:8080")),
    ]

    private static var charts: [Part] {
        let hours = (0..<24).map { Chart.Bar(name: "\($0):00", value: $0 * (23 - $0) % 40) }
        let names = [
            Chart.Bar(name: "open_report", value: 1234, link: "/console/parts"),
            Chart.Bar(name: "<script>", value: 7, detail: "with a line below"), Chart.Bar(name: "", value: 0),
        ]
        return [
            .chart(Chart(title: "Beside each other", unit: "events", bars: hours, isPlot: true)),
            .chart(Chart(title: "One alone", unit: "events", bars: [hours[7]], isPlot: true, hint: "A sentence.")),
            .chart(Chart(title: "Below each other", unit: "events", bars: names)),
            .chart(Chart(title: "Without bars", unit: "events", bars: [])),
        ]
    }

    private static let notes: [Part] = [
        .note(Note(text: "A plain note.", link: "/console/parts", linkText: "A link")),
        .note(Note(text: "It was done.", tone: .good)), .note(Note(text: "Look at this.", tone: .warning)),
        .note(Note(text: "It was refused.", tone: .bad, details: ["One reason.", "Another."])),
        .note(Note(text: "It is being done.", tone: .busy)),
    ]
}
