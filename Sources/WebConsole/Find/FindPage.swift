/// The page of what was found, for readers without a script and for more than the palette shows.
enum FindPage {
    /// The page.
    static func page(finding text: String, _ kinds: [Finder.Kind]) -> ConsolePage {
        var page = ConsolePage("Find")
        var field = Field("q", "Find anything", value: text)
        field.hint =
            "A few letters of a place, a device, a user, a group, an app, a smart group, a profile, a tag, an article or a route."
        var form = Form("/console/find", button: "Find", fields: [field])
        form.isSearch = true
        page.parts = [.form(form)]
        let found = kinds.filter { !$0.found.isEmpty }
        if !text.isEmpty, found.isEmpty {
            page.parts.append(
                .empty(
                    EmptyState(
                        title: "Nothing has “\(text)”", advice: "Try fewer letters, or look into the documentation.",
                        link: "/console/documentation?find=\(URLText.escaped(text))",
                        linkText: "Search articles and routes")))
        }
        page.parts += found.map { kind in
            .section(Section(kind.title, id: kind.id, parts: [.table(table(kind))]))
        }
        return page
    }

    private static func table(_ kind: Finder.Kind) -> Table {
        var table = Table(
            kind.title, columns: ["Name", "What it is"],
            rows: kind.found.map { Table.Row(cells: [.text($0.title).linked($0.path), .text($0.kind)]) },
            empty: EmptyState(title: "Nothing"))
        table.look = .even
        return table
    }
}
