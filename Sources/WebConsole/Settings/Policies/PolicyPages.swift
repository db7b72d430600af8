import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// *Security Policies* and *Settings* of an organization group: what its default SDK profile says, payload by payload.
struct PolicyPages: Sendable {
    let page: PolicyCatalogue.Page

    /// Adds the page and its forms.
    func add(to door: PageDoor) {
        door.page(page.path) { visit in try await shown(visit) }
        door.form("\(page.path)/default-profile") { visit in try await PolicyDefaultForm.choose(visit) }
        for policy in page.policies {
            door.form("\(page.path)/\(policy.id)") { visit in try await save(policy, visit) }
            door.form("\(page.path)/\(policy.id)/inherit") { visit in
                let standing = try await GroupDefault(visit.form["group"], visit)
                try await GroupDefaultEditor(standing: standing, visit: visit).inherit(policy.payload)
                return .stay("\(policy.title) of \(standing.code) is inherited again.")
            }
        }
    }

    // MARK: The page

    private func shown(_ visit: Visit) async throws -> ConsolePage {
        var choice = Form(page.path, button: "Show")
        choice.isSearch = true
        let groups = try await GroupChoice.offer(visit)
        let code = try await shownGroup(of: groups.options.map(\.value), visit)
        choice.fields = [groups.field("group", "Organization Group", chosen: code, asking: "The code of a group")]
        let standing = try await GroupDefault(code, visit)
        let types = try await PayloadType.all(visit)
        let offered = Set(try await PayloadType.all(visit, in: code).map(\.type))
        let names = try await PolicyNames(standing, visit, isBranded: page.id == PolicyCatalogue.settings.id)
        let policies = page.policies.filter { policy in
            offered.contains(policy.payload) || standing.payload(policy.payload) != nil
        }
        let shown = policies.compactMap { policy in
            types.first { $0.type == policy.payload }.map { type in
                ShownPolicy(page: page, policy: policy, standing: standing, form: names.form(type, standing))
            }
        }
        var answer = ConsolePage(page.title, parts: [.form(choice), .table(overview(shown))])
        answer.lead = "\(page.place). What the group's default SDK profile says; what it does not say is inherited."
        answer.crumbs = [.init("All Settings", "/console/settings")]
        answer.tabs = PolicyCatalogue.pages.map {
            .init(title: $0.title, path: "\($0.path)?group=\(URLText.escaped(code))", isCurrent: $0.id == page.id)
        }
        if page.id == PolicyCatalogue.settings.id, visit.may(.read, .organizationGroups) {
            answer.actions = [.link("Room for logs", "/console/settings/logging?group=\(URLText.escaped(code))")]
        }
        answer.parts += shown.map { .section($0.section(visit, images: names.images)) }
        answer.parts.append(.section(try await PolicyDefaultForm.section(page, standing, visit)))
        return answer
    }

    /// The group that is asked for; without a wish the one that had a default SDK profile first, or else the first.
    private func shownGroup(of codes: [String], _ visit: Visit) async throws -> String {
        if let asked = visit.query.text("group") { return asked }
        let profiles = try await visit.api.get("/_mock/profiles", ["pageSize": "500"]).items.list
        let group = profiles.first { $0.defaultOfCount.integer ?? 0 > 0 }?.group.text
        return group.flatMap { codes.contains($0) ? $0 : nil } ?? codes.first ?? ""
    }

    private func overview(_ shown: [ShownPolicy]) -> Table {
        Table(
            page.title, columns: ["Policy", "In force", "Current Setting", "Value from"],
            rows: shown.flatMap { policy in
                let own = [(title: policy.policy.title, anchor: policy.policy.id, main: policy.policy.main)]
                return (own + policy.policy.parts).map { part in
                    Table.Row(cells: [
                        .text(part.title).linked("#\(part.anchor)"), .text(policy.summary(of: part.main)), policy.state,
                        policy.origin,
                    ])
                }
            }, empty: EmptyState(title: "No policies"))
    }

    // MARK: Saving

    private func save(_ policy: PolicyCatalogue.Policy, _ visit: Visit) async throws -> Outcome {
        let standing = try await GroupDefault(visit.form["group"], visit)
        let type = try await PayloadType.one(policy.payload, visit)
        let names = try await PolicyNames(standing, visit, isBranded: false)
        let form = names.form(type, standing)
        try await GroupDefaultEditor(standing: standing, visit: visit).override(
            form, try form.changes(visit.form), version: visit.form.nonEmpty("version").flatMap { Int($0) })
        return .stay("\(policy.title) of \(standing.code) was saved; devices get it with their next profile.")
    }
}

/// What fields of payloads may name: geofences and images.
struct PolicyNames: Sendable {
    let geofences: [(name: String, place: String)]
    let images: [BrandingImage]

    /// What a group and those above it have.
    init(_ standing: GroupDefault, _ visit: Visit, isBranded: Bool) async throws {
        geofences = try await GeofencePages.offered(visit)
        images = isBranded ? try await BrandingImage.list(standing.code, visit) : []
    }

    /// The form of a payload type.
    func form(_ type: PayloadType, _ standing: GroupDefault) -> PayloadForm {
        PayloadForm(
            type: type, current: standing.payload(type.type)?.settings ?? .none, geofences: geofences)
    }
}

/// A payload on the page of a group.
struct ShownPolicy: Sendable {
    let page: PolicyCatalogue.Page
    let policy: PolicyCatalogue.Policy
    let standing: GroupDefault
    let form: PayloadForm

    /// The payload in force; nil if there is none.
    private var found: GroupDefault.Found? { standing.payload(policy.payload) }

    /// What is in force of a setting, in a word.
    func summary(of name: String) -> String {
        guard let found, let main = form.type.settings.first(where: { $0.name == name }) else { return "" }
        let words = main.words(found.settings[main.name])
        let shown = words.isEmpty ? main.standardWords : words
        return shown.count > 80 ? "\(shown.prefix(80))…" : shown
    }

    /// Whether the group sets it.
    var state: Cell {
        guard let found else { return .badge("Not set") }
        return found.isOwn ? .badge("Override", .good) : .badge("Inherit")
    }

    /// Where the values come from.
    var origin: Cell {
        guard let link = found?.link else { return .text("") }
        return .text(link.group).linked("/console/profiles/\(link.profile.uuid.text)")
            .with(detail: "\(link.profile.name.text), version \(link.profile.version.text)")
    }

    /// The section of the page.
    func section(_ visit: Visit, images: [BrandingImage]) -> Section {
        var section = Section(policy.title, id: policy.id, parts: [.facts(facts)])
        let mayWrite = visit.may(.write, .profiles)
        if policy.id == "branding" {
            section.parts.append(
                .custom(
                    template: "Settings/Policies/BrandingPreview",
                    model: BrandingPreview(form.current, images: images, of: standing.code)))
        }
        section.parts += mayWrite ? [.form(edit)] : readings
        if mayWrite, found?.isOwn == true {
            section.actions = [
                .post(
                    "Inherit", "\(page.path)/\(policy.id)/inherit", values: ["group": standing.code],
                    asking: "Take \(policy.title) out of the profile of \(standing.code)?")
            ]
        }
        if policy.id == "branding" {
            section.parts += BrandingImage.parts(images, standing.code, mayWrite: mayWrite)
        }
        return section
    }

    private var facts: [Fact] { [Fact("Current Setting", state), Fact("Value from", origin)] }

    /// What is set, for those who may only read.
    private var readings: [Part] {
        policy.groups.flatMap { group -> [Part] in
            let facts = Part.facts(form.facts(group.settings))
            guard !group.heading.isEmpty else { return [facts] }
            let anchor = PolicyCatalogue.Policy.anchor(group.heading)
            return [.section(Section(group.heading, id: anchor, parts: [facts]))]
        }
    }

    private var edit: Form {
        var form = Form("\(page.path)/\(policy.id)", button: found?.isOwn == true ? "Save" : "Override")
        form.isColumned = true
        form.fields = [Field("group", "", .hidden, value: standing.code)]
        if let own = standing.own { form.fields.append(Field("version", "", .hidden, value: own.version.text)) }
        for group in policy.groups {
            if !group.heading.isEmpty {
                form.fields.append(.title(group.heading, id: PolicyCatalogue.Policy.anchor(group.heading)))
            }
            form.fields += self.form.fields(group.settings)
        }
        return form
    }
}
