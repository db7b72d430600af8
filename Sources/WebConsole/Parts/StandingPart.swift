/// A part on a page: its forms carry what keeps them from being forged.
struct StandingPart: PageValue {
    private let part: Part
    private let parts: [StandingPart]

    /// A part on a page, after a notice.
    init(_ part: Part, page: String, token: String, notice: Notice?) {
        func standing(_ actions: [Action]) -> [Action] { actions.map { $0.standing(on: page, token: token) } }
        switch part {
        case .form(let form):
            self.part = .form(form.standing(on: page, token: token, after: notice))
            parts = []
        case .actions(let actions):
            self.part = .actions(standing(actions))
            parts = []
        case .table(var table):
            table.stand(on: page, token: token)
            self.part = .table(table)
            parts = []
        case .section(var section):
            section.actions = standing(section.actions)
            parts = section.parts.map { StandingPart($0, page: page, token: token, notice: notice) }
            self.part = .section(section)
        default:
            self.part = part
            parts = []
        }
    }

    /// Members for templates: the one the part is, and that it is none of the others.
    func child(named name: String) -> Any? {
        switch (name, part) {
        case ("heading", .heading(let text)): text
        case ("paragraph", .text(let text)): text
        case ("table", .table(let table)): table
        case ("facts", .facts(let facts)): FactList(facts: facts)
        case ("form", .form(let form)): form
        case ("actions", .actions(let actions)): ActionList(actions: actions)
        case ("code", .code(let code)): code
        case ("tree", .tree(let tree)): tree
        case ("timeline", .timeline(let moments)): MomentList(moments: moments)
        case ("empty", .empty(let state)): state
        case ("note", .note(let note)): note
        case ("figures", .figures(let figures)): FigureList(figures: figures)
        case ("chart", .chart(let chart)): chart
        case ("message", .message(let message)): message
        case ("dialog", .dialog(let dialog)): dialog
        case ("question", .question(let question)): question
        case ("indicator", .indicator(let indicator)): indicator
        case ("section", .section(let section)): StandingSection(section, parts: parts)
        case ("custom", .custom(let template, let model)): CustomPart(template: template, model: model)
        case ("heading", _), ("paragraph", _), ("table", _), ("facts", _), ("form", _), ("actions", _), ("code", _),
            ("tree", _), ("timeline", _), ("empty", _), ("note", _), ("figures", _), ("chart", _), ("message", _),
            ("dialog", _), ("question", _), ("indicator", _), ("section", _), ("custom", _):
            false
        default: nil
        }
    }

    private struct FactList: PageValue { let facts: [Fact] }
    private struct ActionList: PageValue { let actions: [Action] }
    private struct MomentList: PageValue { let moments: [Moment] }
    private struct FigureList: PageValue { let figures: [Figure] }

    private struct CustomPart: PageValue {
        let template: String
        let model: any Sendable
    }

    private struct StandingSection: PageValue {
        let title: String
        let id: String
        let actions: [Action]
        let parts: [StandingPart]
        let liveKinds: String
        let isFolded: Bool

        init(_ section: Section, parts: [StandingPart]) {
            title = section.title
            id = section.id
            actions = section.actions
            self.parts = parts
            liveKinds = section.liveKinds
            isFolded = section.isFolded
        }
    }
}
