import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A compliance rule as `/_mock` shows it (AdminAPI, "Compliance rules").
struct ComplianceRuleBody: Encodable, Sendable {
    let uuid: String
    let name: String
    /// Code of the group it belongs to.
    let group: String
    /// Whether it comes from a group above the one that was asked.
    let isInherited: Bool
    let kind: ComplianceRuleKind
    let bundleId: String?
    let `operator`: VersionComparison?
    let version: String?
    let action: ComplianceAction
    let isActive: Bool
    /// The requirement as a phrase.
    let requirement: String
    let updatedAt: Timestamp

    /// The body for a rule.
    init(_ details: ComplianceRuleEntry) {
        let rule = details.rule
        uuid = rule.uuid
        name = rule.name
        group = details.groupCode
        isInherited = details.isInherited
        kind = rule.kind
        bundleId = rule.bundleId
        self.operator = rule.operator
        version = rule.version
        action = rule.action
        isActive = rule.isActive
        requirement = rule.requirement
        updatedAt = rule.updatedAt
    }
}

extension ComplianceRuleDraft {
    private static let members: Set<String> = [
        "name", "kind", "bundleId", "operator", "version", "action", "isActive",
    ]

    /// Reads a JSON object; `action` is `block` and `isActive` true if they are left out.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member and what it accepts.
    init(json: Data) throws {
        do {
            let object = try JSONObjectReader(json)
            if let unknown = object.names.first(where: { !Self.members.contains($0) }) {
                throw ConsoleError(
                    .badRequest,
                    "A compliance rule has no \(unknown.prefix(60)), only \(Self.members.sorted().joined(separator: ", "))."
                )
            }
            let name = try object.requiredText("name")
            guard let kind: ComplianceRuleKind = try Self.word(object, "kind") else {
                throw object.wrong("kind", "is missing")
            }
            self.init(name: name, kind: kind)
            bundleId = try object.text("bundleId")
            comparison = try Self.word(object, "operator")
            version = try object.textOrNumber("version")
            action = try Self.word(object, "action") ?? .block
            isActive = try Self.flag(object, "isActive") ?? true
        } catch let error as MessageError {
            throw ConsoleError(.badRequest, "The compliance rule cannot be read: \(error).")
        }
        guard (1...255).contains(name.unicodeScalars.count) else {
            throw ConsoleError(.badRequest, "name has to have 1 to 255 characters.")
        }
        if let problem = problems.first { throw ConsoleError(.badRequest, "\(problem.field) \(problem.message).") }
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ object: JSONObjectReader, _ name: String
    ) throws -> Word? {
        guard let text = try object.text(name) else { return nil }
        guard let word = Word.allCases.first(where: { $0.rawValue == text }) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw object.wrong(name, "is \"\(text.prefix(40))\"; it has to be one of \(words)")
        }
        return word
    }

    private static func flag(_ object: JSONObjectReader, _ name: String) throws -> Bool? {
        switch object.value(name) {
        case nil: return nil
        case .bool(let value): return value
        default: throw object.wrong(name, "has to be true or false")
        }
    }
}
