import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// The default SDK profile of an organization group, with those above it from which it takes what it lacks.
struct GroupDefault: Sendable {
    /// A default profile, and the group that makes it its default.
    struct Link: Sendable {
        let group: String
        let profile: JSON
    }

    /// A payload in force.
    struct Found: Sendable {
        let settings: JSON
        let link: Link
        /// Whether it is of the group's own profile.
        let isOwn: Bool
    }

    /// Code of the group.
    let code: String
    /// What the group says itself about its default profile: a uuid, `none`, or nothing.
    let override: String
    /// The profiles, the nearest first.
    let chain: [Link]

    /// The default of a group.
    ///
    /// - Throws: What the routes throw.
    init(_ code: String, _ visit: Visit) async throws {
        var chain: [Link] = []
        var override = ""
        let ancestors = try await Self.codes(from: code, visit)
        for (place, group) in ancestors.enumerated() {
            let answer = try await visit.api.get("/_mock/groups/\(URLText.escaped(group))/settings")
            let setting = answer["defaultProfile"]
            let isOverridden = setting["isOverridden"].isTrue
            if place == 0, isOverridden { override = setting["value"].nonEmpty ?? "none" }
            // What stands above the administrator's own groups is known only as what the topmost of these inherits.
            guard isOverridden || place == ancestors.count - 1 else { continue }
            // A group that wants none inherits none either.
            guard let uuid = setting["value"].nonEmpty else { break }
            let profile = try await visit.api.find("/_mock/profiles/\(URLText.escaped(uuid))")
            guard profile.exists else { break }
            if !chain.contains(where: { $0.profile.uuid == profile.uuid }) {
                chain.append(Link(group: setting["from"].nonEmpty ?? group, profile: profile))
            }
            guard profile.inherits.isTrue else { break }
        }
        self.code = ancestors.first ?? code
        self.chain = chain
        self.override = override
    }

    /// Codes of a group and of those above it that the administrator may see, the nearest first.
    private static func codes(from code: String, _ visit: Visit) async throws -> [String] {
        let id = try await GroupChoice.id(code, visit)
        let above = try await visit.api.get("/api/system/groups/\(URLText.escaped(id))/parents").items.list
        var codes = [code]
        for uuid in above.map(\.text) where uuid.lowercased() != id.lowercased() {
            let group = try await visit.api.group(uuid)
            if let code = group.GroupId.nonEmpty { codes.append(code) }
        }
        return codes
    }

    /// The group's own default profile; nil if it has none, or has one of a group above.
    var own: JSON? {
        guard let first = chain.first, first.profile.uuid.text.lowercased() == override.lowercased(),
            first.profile.group.text.lowercased() == code.lowercased()
        else { return nil }
        return first.profile
    }

    /// The payload of a type that is in force; nil if there is none.
    func payload(_ type: String) -> Found? {
        for link in chain {
            // Of several of a type, clients take the last.
            if let settings = link.profile.payloads.list.last(where: { $0.PayloadType.text == type }) {
                return Found(settings: settings, link: link, isOwn: link.profile.uuid == own?.uuid)
            }
        }
        return nil
    }
}

/// Changing the default SDK profile of a group.
struct GroupDefaultEditor: Sendable {
    let standing: GroupDefault
    let visit: Visit

    /// What a new default profile is called.
    static let name = "Default SDK Profile"

    /// Sets settings of a payload at the group, whose own profile is made if there is none.
    ///
    /// - Parameters:
    ///   - form: The payload in force, with what changes.
    ///   - changes: What changes.
    ///   - version: The version that was changed; nil for any.
    /// - Throws: What the routes throw.
    func override(_ form: PayloadForm, _ changes: [JSONMember], version: Int?) async throws {
        let type = form.type.type
        guard let own = standing.own else { return try await make(type, form.whole(changes)) }
        let isThere = standing.payload(type)?.isOwn == true
        let settings = isThere ? JSONValue.object(changes) : form.whole(changes)
        try await patch(own.uuid.text, type, settings, version: version)
    }

    /// Takes a payload out of the group's own profile, so that it is inherited again.
    ///
    /// - Throws: What the routes throw; `conflict` if the group does not set it.
    func inherit(_ type: String) async throws {
        guard let own = standing.own, standing.payload(type)?.isOwn == true else {
            throw ConsoleError(.conflict, "\(standing.code) does not set \(SettingWords.payload(type)) itself.")
        }
        try await patch(own.uuid.text, type, .null, version: nil)
    }

    private func patch(_ uuid: String, _ type: String, _ settings: JSONValue, version: Int?) async throws {
        try await visit.api.send(
            .patch, "/_mock/profiles/\(uuid)",
            .members([
                "payloads": .object([JSONMember(name: type, value: settings)]),
                "version": version.map { .integer($0) },
            ]))
    }

    /// Makes the group's own profile: a copy if it has made one of a group above its default, and else with this payload
    /// alone, which takes the others from above.
    private func make(_ type: String, _ settings: JSONValue) async throws {
        let above = standing.override.isEmpty || standing.override == "none" ? nil : standing.chain.first?.profile
        let name = try await freeName()
        let made: JSON
        if let above {
            made = try await visit.api.send(
                .post, "/_mock/profiles/\(above.uuid.text)/copy",
                .members(["name": .string(name), "group": .string(standing.code)]))
        } else {
            made = try await visit.api.send(
                .post, "/_mock/profiles",
                .members([
                    "name": .string(name), "group": .string(standing.code),
                    "description": .string("What \(standing.code) sets under \(PolicyCatalogue.place)."),
                ]))
        }
        let uuid = made.uuid.text
        do {
            try await patch(uuid, type, settings, version: nil)
            try await visit.api.send(
                .patch, "/_mock/groups/\(URLText.escaped(standing.code))/settings",
                .members(["defaultProfile": .string(uuid)]))
        } catch {
            // Nothing is left of a profile that could not become the default.
            _ = try? await visit.api.send(.delete, "/_mock/profiles/\(uuid)")
            throw error
        }
    }

    /// A name that no profile of the group has.
    private func freeName() async throws -> String {
        let found = try await visit.api.get("/_mock/profiles", ["group": standing.code, "name": Self.name])
        let names = Set(found.items.list.map { $0.name.text.lowercased() })
        return ([Self.name] + (2...200).map { "\(Self.name) \($0)" }).first { !names.contains($0.lowercased()) }
            ?? Self.name
    }
}
