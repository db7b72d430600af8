import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A smart group as a request describes it (AdminSmartGroups); nil for members that it leaves out.
struct SmartGroupDraft: Sendable {
    /// Lists that name other things, by the names they have on the wire.
    enum List: String, CaseIterable, Sendable {
        case organizationGroups = "OrganizationGroups"
        case userGroups = "UserGroups"
        case tags = "Tags"
        case userAdditions = "UserAdditions"
        case deviceAdditions = "DeviceAdditions"
        case userExclusions = "UserExclusions"
        case deviceExclusions = "DeviceExclusions"
        case userGroupExclusions = "UserGroupExclusions"
    }

    /// Lists of words, by the names they have on the wire; the request may spell one of them otherwise.
    static let wordLists: [(kind: SmartGroupCriterionRecord.Kind, name: String)] = [
        (.platform, "Platforms"), (.ownership, "Ownerships"), (.model, "Models"), (.oemAndModel, "OEMAndModels"),
        (.managementType, "ManagementTypes"), (.enrollmentCategory, "EnrollmentCategories"),
        (.cpuArchitecture, "CpuArchitectures"),
    ]
    /// Elements of all lists together.
    private static let maximumElements = 20_000

    var name: String?
    /// The group that manages it.
    var home: RecordReference?
    var criteriaType: String?
    var references: [List: [RecordReference]] = [:]
    var words: [SmartGroupCriterionRecord.Kind: [String]] = [:]
    var versions: [SmartGroupCriterionRecord]?

    /// No change.
    init() {}

    /// Reads a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence that names the member.
    init(_ fields: AdminFields) throws {
        name = try fields.text("Name")?.trimmingCharacters(in: .whitespacesAndNewlines)
        home = try Self.home(fields)
        criteriaType = try Self.criteriaType(fields)
        for list in List.allCases {
            let path = "\(list.rawValue)."
            references[list] = try fields.list(list.rawValue).map { elements in
                try elements.map { try Self.reference($0, fields, list.rawValue, path) }
            }
        }
        for (kind, name) in Self.wordLists {
            words[kind] = try fields.list(name).map { elements in
                try elements.map { try Self.canonical(kind, try Self.word($0, fields, name), fields, name) }
            }
        }
        versions = try fields.objects("OperatingSystems").map { try $0.map(Self.version) }
        guard versions?.count ?? 0 <= SmartGroupCriterionRecord.maximumVersions else {
            throw fields.wrong(
                "OperatingSystems", "has at most \(SmartGroupCriterionRecord.maximumVersions) elements")
        }
        let count = references.values.reduce(0) { $0 + $1.count } + words.values.reduce(0) { $0 + $1.count }
        guard count <= Self.maximumElements else {
            throw ConsoleError(.badRequest, "A smart group has at most \(Self.maximumElements) criteria and members.")
        }
    }

    /// One client writes the key without its first "a"; the group may also be named by its uuid.
    private static func home(_ fields: AdminFields) throws -> RecordReference? {
        for name in [
            "ManagedByOrganizationGroupId", "MangedByOrganizationGroupId", "ManagedByOrganizationGroupUuid",
        ] {
            guard let text = try fields.text(name)?.trimmingCharacters(in: .whitespaces), !text.isEmpty else {
                continue
            }
            guard let reference = RecordReference(text) else {
                throw fields.wrong(name, "has to be the id of an organization group")
            }
            return reference
        }
        return nil
    }

    private static func criteriaType(_ fields: AdminFields) throws -> String? {
        guard let text = try fields.text("CriteriaType"), !text.isEmpty else { return nil }
        let type = SmartGroupRecord.criteriaTypes.first { DeviceWords.areSame($0, text) }
        guard let type else { throw fields.wrong("CriteriaType", "has to be All or UserDevice") }
        return type
    }

    /// Something named by an object with `Id` or `Uuid`, or by the id alone.
    static func reference(
        _ value: JSONValue, _ fields: AdminFields, _ list: String, _ path: String
    ) throws -> RecordReference {
        var text: String?
        switch value {
        case .string(let id), .number(let id): text = id
        case .object:
            let element = try AdminFields(value, path: path)
            let id = try element.text("Id") ?? element.object("Id")?.text("Value")
            text = id.flatMap { $0.isEmpty || $0 == "0" ? nil : $0 }
            text = try text ?? element.text("Uuid")
        default: break
        }
        // Blanks are rare, and cutting them off takes long where there are thousands.
        let reference = text.flatMap { RecordReference($0) ?? RecordReference($0.trimmingCharacters(in: .whitespaces)) }
        guard let reference else {
            throw fields.wrong(list, "has to be a list of objects with an Id or a Uuid")
        }
        return reference
    }

    /// A word: a text, a number, or an object with `Name` or `Id`.
    private static func word(_ value: JSONValue, _ fields: AdminFields, _ list: String) throws -> String {
        var text: String?
        switch value {
        case .string(let word), .number(let word): text = word
        case .object:
            let element = try AdminFields(value, path: "\(list).")
            text = try element.text("Name") ?? element.text("Id")
        default: break
        }
        let word = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard (1...255).contains(word.unicodeScalars.count), !word.utf8.contains(0) else {
            throw fields.wrong(list, "has to be a list of texts of 1 to 255 characters")
        }
        return word
    }

    /// Numbers and short forms of a word become the word itself; an ownership must be one that exists, or all.
    private static func canonical(
        _ kind: SmartGroupCriterionRecord.Kind, _ word: String, _ fields: AdminFields, _ list: String
    ) throws -> String {
        switch kind {
        case .platform: return SmartGroupWords.platform(word)
        case .model: return SmartGroupWords.model(word)
        case _ where SmartGroupWords.isAll(word): return word
        case .ownership:
            guard let ownership = SmartGroupWords.ownership(word) else {
                let words = DeviceOwnership.allCases.map(\.rawValue).joined(separator: ", ")
                throw fields.wrong(list, "has to be a list of \(words)")
            }
            return ownership.rawValue
        default: return word
        }
    }

    private static func version(_ fields: AdminFields) throws -> SmartGroupCriterionRecord {
        let value = try fields.requiredText("Value", maximum: 64)
        guard let number = SmartGroupWords.version(value) else {
            throw fields.wrong("Value", "has to end with a version such as iOS 17.0.0")
        }
        let word = try fields.text("Operator") ?? ""
        guard let comparison = SmartGroupWords.comparison(word.isEmpty ? "=" : word) else {
            let words = SmartGroupWords.comparisonWords.joined(separator: ", ")
            throw fields.wrong("Operator", "has to be one of \(words)")
        }
        let platform = try fields.text("DeviceType")?.trimmingCharacters(in: .whitespaces) ?? ""
        return SmartGroupCriterionRecord(
            kind: .osVersion, platform: platform.isEmpty ? nil : SmartGroupWords.platform(platform), text: value,
            operator: comparison, number: number)
    }
}
