import ConsoleHTTP
import ConsoleModel
import DeviceProtocol

/// The wanted state of an organization group; nil members stay as they are (AdminGroups, "Creating and changing").
struct GroupChange: Sendable {
    /// Types a client may give; only the topmost group is `Global`.
    static let types = OrganizationGroupRecord.types.filter { $0 != "Global" }

    var name: String?
    /// The "Group ID" users type.
    var code: GroupCode?
    var type: String?
    var country: String?
    var locale: String?
    /// Whether API keys are wanted for the new group.
    var enablesAPI = false

    /// Reads a body of any version: later ones write `group_code`, `organization_group_type`.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the field that is wrong.
    init(_ fields: AdminFields) throws {
        name = try fields.text("Name")
        if let problem = name.flatMap(NameRule.problem(with:)) { throw fields.wrong("Name", problem) }
        if let text = try Self.first(of: ["GroupId", "group_code", "group_id"], fields, isTrimmed: false) {
            if let problem = NameRule.problem(with: text) { throw fields.wrong("GroupId", problem) }
            guard let code = GroupCode(text) else { throw fields.wrong("GroupId", "has to be \(GroupCode.rule)") }
            self.code = code
        }
        if let text = try Self.first(of: ["LocationGroupType", "organization_group_type"], fields), !text.isEmpty {
            guard let type = OrganizationGroupRecord.types.first(where: { DeviceWords.areSame($0, text) }) else {
                throw fields.wrong("LocationGroupType", "has to be one of \(Self.types.joined(separator: ", "))")
            }
            self.type = type
        }
        country = try Self.first(of: ["Country"], fields)
        locale = try Self.first(of: ["Locale"], fields).map(GroupLocale.code)
        enablesAPI = try fields.bool("EnableRestApiAccess") ?? fields.bool("enable_rest_api_access") ?? false
    }

    private static func first(of names: [String], _ fields: AdminFields, isTrimmed: Bool = true) throws -> String? {
        for name in names {
            if let text = try fields.text(name) { return isTrimmed ? text.trimmingBlanks : text }
        }
        return nil
    }
}

extension String {
    /// The text without white space at either end.
    fileprivate var trimmingBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
