package import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// The faults that are in force, and how one is put into force: by a request, a file, or an import.
package struct FaultRegister: Sendable {
    /// Faults.
    let book: FaultBook
    private let rules: FaultRules
    private let core: Core

    /// A register without faults.
    package init(_ core: Core, rules: FaultRules) {
        self.core = core
        self.rules = rules
        book = FaultBook(rules, clock: core.clock)
    }

    /// Reads actions, whose waits are as long as the configuration allows.
    var actions: FaultActionReader { FaultActionReader(longest: Double(rules.seconds) * 1000) }

    /// Puts a fault into force, in place of one of the same name of the same group.
    ///
    /// - Parameters:
    ///   - json: The fault as somebody writes it (Faults, "Posting a fault").
    ///   - maker: Who posts it; it acts on requests of their subtree.
    ///   - tree: All groups.
    /// - Returns: The fault, and whether none had its name.
    /// - Throws: ``ConsoleError`` `badRequest` for one that makes no sense, `conflict` if there are too many.
    func post(
        _ json: JSONValue, by maker: AdministratorIdentity, in tree: GroupTree
    ) throws -> (fault: Fault, isNew: Bool) {
        let draft = try FaultDraft(json, reader: actions, seed: seed)
        let matcher = try draft.matcher.resolved(tree, in: maker.subtree)
        let now = core.clock.now(in: maker.groupID)
        book.prune(tree)
        return try book.add(named: draft.name, of: maker.groupID) { id in
            Fault(
                id: id, name: draft.name, preset: draft.preset, matcher: matcher, match: draft.match,
                action: draft.action, actionText: draft.actionText, schedule: draft.schedule, groupID: maker.groupID,
                subtree: maker.subtree, customerID: tree.customer(of: maker.groupID), administrator: maker.name,
                createdAt: now, expiresAt: draft.seconds.map { now.adding(seconds: Int64($0)) }, written: json)
        }
    }

    /// A seed that stays within what every reader of JSON takes for a whole number.
    private func seed() -> UInt64 { core.random.bytes(6).reduce(0) { $0 << 8 | UInt64($1) } }
}
