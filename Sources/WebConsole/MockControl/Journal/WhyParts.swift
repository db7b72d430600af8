/// Why a request was refused, as parts of a page (Why).
enum WhyParts {
    /// The parts of an explanation.
    static func parts(_ why: JSON) -> [Part] {
        var parts: [Part] = [.note(Note(text: why.summary.text, tone: .bad, details: details(why)))]
        let causes = why.causes.list
        if !causes.isEmpty { parts.append(.table(table(causes))) }
        if let body = why.body.nonNothing { parts += Self.body(body) }
        parts += signature(why.signature)
        return [.section(Section("Why", id: "why", parts: parts))]
    }

    private static func details(_ why: JSON) -> [String] {
        var details: [String] = []
        if let accepted = why.accepted.nonEmpty { details.append("Accepted would have been: \(accepted)") }
        if let tried = why.tried.integer { details.append("\(Figure.text(tried)) texts were tried to find the cause.") }
        details += why.limits.list.map(\.text)
        if let rule = why.rule.nonEmpty {
            let place = why.documentation.nonEmpty.map { " (\($0))" } ?? ""
            details.append("Rule: \(rule)\(place)")
        }
        return details
    }

    private static func table(_ causes: [JSON]) -> Table {
        Table(
            "Causes", columns: ["Cause", "What to do", ""],
            rows: causes.map { cause in
                .init(cells: [
                    Cell.text(cause.sentence.text).with(detail: cause.cause.text), .text(cause.remedy.text),
                    cause.isProven.isTrue ? .badge("Proven", .good) : .badge("Likely"),
                ])
            }, empty: EmptyState(title: "No cause is known"))
    }

    private static func body(_ body: JSON) -> [Part] {
        var parts: [Part] = [
            .facts([
                Fact("The body is no", .text(body.format.text)), Fact("What is wrong", .text(body.problem.text)),
                Fact("Where", .text("line \(body.line.text), column \(body.column.text), byte \(body.offset.text)")),
            ])
        ]
        if let excerpt = body.excerpt.nonEmpty { parts.append(.code(CodeBlock(text: excerpt))) }
        return parts
    }

    /// Both sides of a signature.
    private static func signature(_ signature: JSON) -> [Part] {
        guard signature.exists else { return [] }
        let names = [
            ("Algorithm", "algorithm"), ("Signature", "form"), ("DATE", "date"), ("Device", "device"),
            ("Authentication group", "authenticationGroup"),
        ]
        var parts: [Part] = [
            .facts(names.filter { signature[$0.1].exists }.map { Fact($0.0, .code(signature[$0.1].text)) })
        ]
        let sides = [("The console signs", "serverSigned"), ("The client signed", "clientSigned")]
        for (title, name) in sides where signature[name].exists {
            parts.append(.code(CodeBlock(title: title, text: signature[name].text)))
        }
        return parts
    }
}

extension JSON {
    /// Itself; nil if there is nothing.
    fileprivate var nonNothing: JSON? { exists ? self : nil }
}
