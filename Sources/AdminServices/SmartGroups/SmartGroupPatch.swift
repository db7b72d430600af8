import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Operations on the lists of a smart group, written as a JSON Patch (RFC 6902) of version 2 (AdminSmartGroups, "Routes").
///
/// `[{"op":"add","path":"/smartGroupsOperationsV2/devices","value":"<uuid>"}]`: published clients send it in this form.
struct SmartGroupPatch: Sendable {
    /// What happens to a list.
    enum Action: String, CaseIterable, Sendable {
        case add, remove, replace
    }

    /// One operation.
    struct Operation: Sendable {
        let action: Action
        let list: SmartGroupDraft.List
        let references: [RecordReference]
    }

    /// The most operations of a patch.
    private static let maximumOperations = 10_000

    let operations: [Operation]

    /// Reads the elements of a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member that is wrong.
    init(_ elements: [AdminFields]) throws {
        guard (1...Self.maximumOperations).contains(elements.count) else {
            throw ConsoleError(.badRequest, "A patch has 1 to \(Self.maximumOperations) operations.")
        }
        operations = try elements.map(Self.operation)
    }

    private static func operation(_ fields: AdminFields) throws -> Operation {
        let word = try fields.requiredText("op").lowercased()
        guard let action = Action(rawValue: word) else { throw fields.wrong("op", "has to be add, remove or replace") }
        let path = try fields.requiredText("path", maximum: 1000)
        var steps = path.split(separator: "/").map(String.init)
        if steps.first?.lowercased() == "smartgroupsoperationsv2" { steps.removeFirst() }
        guard let name = steps.first, let list = list(name), steps.count <= 2 else {
            throw fields.wrong(
                "path",
                "has to be /smartGroupsOperationsV2/devices or /smartGroupsOperationsV2/users, not \(path.prefix(80))")
        }
        var references = try (fields.list("value") ?? []).map {
            try SmartGroupDraft.reference($0, fields, "value", "value.")
        }
        // What follows the name of the list is an element of it, but for the hyphen, which is the end of the list.
        if steps.count == 2, steps[1] != "-" {
            references.append(try SmartGroupDraft.reference(.string(steps[1]), fields, "path", "path."))
        }
        guard !references.isEmpty || action == .replace else { throw fields.wrong("value", "is missing") }
        return Operation(action: action, list: list, references: references)
    }

    /// The list a path names: `devices` and `users` are those that are added.
    private static func list(_ name: String) -> SmartGroupDraft.List? {
        switch name.lowercased() {
        case "devices": .deviceAdditions
        case "users": .userAdditions
        case let word: SmartGroupDraft.List.allCases.first { $0.rawValue.lowercased() == word }
        }
    }
}

extension SmartGroupParts {
    /// Carries out an operation; what is added is no longer excluded, and the other way round.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for something unknown in the subtree.
    mutating func apply(_ operation: SmartGroupPatch.Operation, in subtree: Subtree, _ db: GRDB.Database) throws {
        let list = operation.list
        let ids = try list.ids(of: operation.references, in: subtree, db)
        let (named, opposite) = (
            (criteria: Set(ids.compactMap(list.criterion)), members: Set(ids.compactMap(list.member))),
            Set(ids.compactMap { list.opposite?.member($0) })
        )
        if operation.action == .replace {
            criteria.removeAll { Self.list($0) == list }
            members.removeAll { Self.list($0) == list }
        } else {
            criteria.removeAll { named.criteria.contains($0) }
            members.removeAll { named.members.contains($0) }
        }
        guard operation.action != .remove else { return }
        members.removeAll { opposite.contains($0) }
        var seen: Set<Int64> = []
        let new = ids.filter { seen.insert($0).inserted }
        criteria += new.compactMap(list.criterion)
        members += new.compactMap(list.member)
    }
}

extension SmartGroupDraft.List {
    /// The list in which a member of this one must not be.
    fileprivate var opposite: SmartGroupDraft.List? {
        switch self {
        case .deviceAdditions: .deviceExclusions
        case .deviceExclusions: .deviceAdditions
        case .userAdditions: .userExclusions
        case .userExclusions: .userAdditions
        default: nil
        }
    }
}
