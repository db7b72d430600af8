import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A profile as a body describes it (AdminProfiles, "Bodies").
package struct MDMProfileDraft: Sendable {
    /// Smart groups a body may name.
    package static let maximumSmartGroups = 1000
    /// Payloads a profile may have, and members of its `General`.
    static let maximumPayloads = 500
    /// Members of `General` that the console fills in itself, or that direct it.
    static let own: Set<String> = [
        "profileid", "profileuuid", "name", "version", "description", "assignmenttype", "isactive", "profilecontext",
        "managedlocationgroupid", "managedlocationgroupuuid", "assignedsmartgroups", "excludedsmartgroups",
        "createnewversion",
    ]

    /// The profile to change.
    let reference: RecordReference?
    let name: String?
    let description: String?
    /// The group that is to manage it.
    let home: RecordReference?
    let assignmentType: String?
    let context: String?
    let isActive: Bool?
    /// Whether a change may change payloads, which makes a new version.
    let createsVersion: Bool
    /// Smart groups; those of a mode the body does not have stay.
    let smartGroups: [MDMProfileLink.Mode: [RecordReference]]
    /// Other members of `General`.
    let general: [JSONMember]
    /// All other members.
    let payloads: [JSONMember]

    /// Reads a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence that names the member.
    init(_ fields: AdminFields) throws {
        guard let general = try fields.object("General") else {
            throw ConsoleError(.badRequest, "The field General is required.")
        }
        reference = try Self.reference(general, ["ProfileId", "ProfileUuid"])
        name = try general.text("Name")?.trimmingCharacters(in: .whitespacesAndNewlines)
        description = try general.text("Description", maximum: 4096)
        home = try Self.reference(general, ["ManagedLocationGroupID", "ManagedLocationGroupUuid"])
        assignmentType = try Self.word(general.text("AssignmentType", maximum: 64), MDMProfileAssignment.self)
        context = try Self.context(general)
        isActive = try general.bool("IsActive")
        createsVersion = try general.bool("CreateNewVersion") ?? false
        var smartGroups: [MDMProfileLink.Mode: [RecordReference]] = [:]
        smartGroups[.assign] = try Self.smartGroups("AssignedSmartGroups", general)
        smartGroups[.exclude] = try Self.smartGroups("ExcludedSmartGroups", general)
        self.smartGroups = smartGroups
        self.general = general.all.filter { !Self.own.contains($0.name.lowercased()) }
        payloads = fields.all.filter { member in
            let name = member.name.lowercased()
            return name != "general" && !MDMProfileStore.Content.laterNames.contains(name) && member.value != .null
        }
        try Self.check(payloads, "payloads")
        try Self.check(self.general, "members of General")
    }

    /// Refuses more members than a profile may have, which an environment file has room for, and odd names.
    static func check(_ members: [JSONMember], _ what: String) throws {
        guard members.count <= maximumPayloads,
            members.allSatisfy({ (1...255).contains($0.name.unicodeScalars.count) })
        else {
            throw ConsoleError(
                .badRequest, "A profile has at most \(maximumPayloads) \(what), with names of 1 to 255 characters.")
        }
    }

    /// An id under one of some names; 0 and an empty text count as none.
    private static func reference(_ general: AdminFields, _ names: [String]) throws -> RecordReference? {
        for name in names {
            let text = try
                (general.value(name)?.isObject == true
                ? general.object(name)?.text("Value") : general.text(name))?.trimmingCharacters(in: .whitespaces)
            guard let text, !text.isEmpty, text != "0" else { continue }
            guard let reference = RecordReference(text) else { throw general.wrong(name, "has to be an id") }
            return reference
        }
        return nil
    }

    /// A word in the letter case of those there are; another one as it is, none for an empty text.
    static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String?, _ words: Word.Type
    ) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return words.allCases.first { DeviceWords.areSame($0.rawValue, text) }?.rawValue ?? text
    }

    private static func context(_ general: AdminFields) throws -> String? {
        guard let text = try general.text("ProfileContext"), !text.isEmpty else { return nil }
        guard let word = ["Device", "User"].first(where: { DeviceWords.areSame($0, text) }) else {
            throw general.wrong("ProfileContext", "has to be Device or User")
        }
        return word
    }

    /// Smart groups, each named by an object or by the id alone; each once.
    private static func smartGroups(_ name: String, _ general: AdminFields) throws -> [RecordReference]? {
        guard let elements = general.list(name) else { return nil }
        guard elements.count <= maximumSmartGroups else {
            throw general.wrong(name, "has to be a list of at most \(maximumSmartGroups) smart groups")
        }
        var seen: Set<RecordReference> = []
        return try elements.map { element in
            var text: String?
            switch element {
            case .string(let id), .number(let id): text = id
            case .object:
                let fields = try AdminFields(element, path: "General.\(name).")
                for member in ["SmartGroupId", "Id", "SmartGroupUuid", "Uuid"] where text == nil || text == "0" {
                    text =
                        try fields.value(member)?.isObject == true
                        ? fields.object(member)?.text("Value") : fields.text(member)
                }
            default: break
            }
            guard let reference = text.flatMap({ RecordReference($0.trimmingCharacters(in: .whitespaces)) }) else {
                throw general.wrong(name, "has to be a list of objects with a SmartGroupId")
            }
            return reference
        }.filter { seen.insert($0).inserted }
    }
}

extension JSONValue {
    /// Whether it has members.
    fileprivate var isObject: Bool {
        if case .object = self { true } else { false }
    }

    /// The same content in one form: members sorted by name, whatever order they were sent in.
    var canonical: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let members):
            .object(
                members.map { JSONMember(name: $0.name, value: $0.value.canonical) }.sorted { $0.name < $1.name })
        default: self
        }
    }
}
