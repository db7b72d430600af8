package import ConsoleModel
import ConsolePlatform
package import DeviceProtocol
import GRDB
package import Yams

/// A fault or a scenario in environment files.
package struct EnvironmentRule: EnvironmentEntry {
    package var position: EnvironmentPosition
    /// Its name.
    package var title: String
    /// As it is posted.
    let json: JSONValue

    /// As a file that is read at start has it, with what names its group.
    package func posted(in group: String?) -> JSONValue {
        guard case .object(let members) = json, let group else { return json }
        return .object(members + [JSONMember(name: "group", value: .string(group))])
    }

    /// Reads a rule; nil, with a problem noted, if it makes no sense.
    fileprivate static func read(_ node: EnvironmentNode, _ check: (JSONValue) throws -> String?) -> EnvironmentRule? {
        guard let position = node.position, let json = node.json() else { return nil }
        do {
            guard let name = try check(json) else {
                node.complain("needs the key \"name\"")
                return nil
            }
            return EnvironmentRule(position: position, title: name, json: json)
        } catch {
            node.complain((error as? ConsoleError)?.message ?? "cannot be read")
            return nil
        }
    }

    /// The rule as it is written.
    fileprivate var node: Node {
        if case .object(let members) = json { EnvironmentJSON.mapping(members).node } else { YAMLWriting.text(title) }
    }
}

extension RuleBooks {
    /// Sections of environment files that put faults and scenarios into force.
    package var environment: [any EnvironmentSection] {
        [FaultEnvironmentSection(books: self), ScenarioEnvironmentSection(books: self)]
    }

    /// Whoever imports an environment file, as far as a group is concerned.
    fileprivate func maker(of home: OrganizationGroupRecord) throws -> AdministratorIdentity {
        AdministratorIdentity(name: "environment file", groupID: try home.storedID(), subtree: home.subtree)
    }

    /// All groups as an import has made them so far.
    fileprivate func tree(_ run: EnvironmentImportRun) throws -> GroupTree {
        GroupTree(try OrganizationGroupRecord.fetchAll(run.db))
    }
}

/// Faults in environment files, each with a name.
package struct FaultEnvironmentSection: EnvironmentListSection {
    package static let key = "faults"
    package static let entryName = "fault"
    package static let definitions: [(String, JSONSchema)] = [
        (
            "fault",
            JSONSchema.object(
                FaultDraft.members.map { name in (name, name == "name" ? .text(1...100) : JSONSchema()) },
                required: ["name"]
            ).described("A fault as it is posted (Faults, \"Posting a fault\").")
        )
    ]

    /// Where they come into force.
    let books: RuleBooks

    /// Reads a fault; nil, with a problem noted, if it makes no sense.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentRule? {
        EnvironmentRule.read(node) { json in
            // How long it may wait is known only where it is imported.
            try FaultDraft(json, reader: FaultActionReader(longest: .greatestFiniteMagnitude)) { 0 }.name
        }
    }

    /// A fault as it is written.
    package static func writeEntry(_ rule: EnvironmentRule) -> Node { rule.node }

    /// Puts faults into force once the import is committed; one that is there as it is written goes on.
    package func importContent(
        _ content: [EnvironmentRule], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        let (maker, tree) = (try books.maker(of: home), try books.tree(run))
        for rule in content {
            do {
                let draft = try FaultDraft(rule.json, reader: books.faults.actions) { 0 }
                _ = try draft.matcher.resolved(tree, in: maker.subtree)
            } catch let error as ConsoleError {
                run.problems.add(error.message, at: rule.position, field: "faults")
            }
        }
        run.transaction.afterCommit { [books] in
            for rule in content where !books.faults.book.has(rule.json, named: rule.title, of: maker.groupID) {
                _ = try? books.faults.post(rule.json, by: maker, in: tree)
            }
        }
    }

    /// The faults of a group that have names, the first posted first.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws -> [EnvironmentRule]? {
        let id = try group.storedID()
        return books.faults.book.faults(in: .whole).reversed().filter { $0.groupID == id && $0.name != nil }.map {
            fault in
            EnvironmentRule(position: export.nowhere, title: fault.label, json: fault.written)
        }
    }
}

/// Scenarios in environment files.
package struct ScenarioEnvironmentSection: EnvironmentListSection {
    package static let key = "scenarios"
    package static let entryName = "scenario"
    package static let definitions: [(String, JSONSchema)] = [
        (
            "scenario",
            JSONSchema.object(
                ScenarioReader.members.map { name in (name, name == "name" ? .text(1...100) : JSONSchema()) },
                required: ["name", "states"]
            ).described("A scenario as it is posted (Scenarios, \"Writing a scenario\").")
        )
    ]

    /// Where they come into force.
    let books: RuleBooks

    /// Reads a scenario; nil, with a problem noted, if it makes no sense.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentRule? {
        EnvironmentRule.read(node) { json in
            try ScenarioReader(actions: FaultActionReader(longest: .greatestFiniteMagnitude)).scenario(json).name
        }
    }

    /// A scenario as it is written.
    package static func writeEntry(_ rule: EnvironmentRule) -> Node { rule.node }

    /// Puts scenarios into force once the import is committed; one that is there as it is written goes on.
    package func importContent(
        _ content: [EnvironmentRule], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        let (maker, tree) = (try books.maker(of: home), try books.tree(run))
        var scenarios: [Scenario] = []
        for rule in content {
            do {
                let scenario = try books.scenarios.scenario(rule.json)
                _ = try scenario.resolved(tree, in: maker.subtree)
                scenarios.append(scenario)
            } catch let error as ConsoleError {
                run.problems.add(error.message, at: rule.position, field: "scenarios")
            }
        }
        run.transaction.afterCommit { [books, scenarios] in
            for scenario in scenarios where !books.scenarios.book.has(scenario, of: maker.groupID) {
                _ = try? books.scenarios.post(scenario, by: maker, in: tree)
            }
        }
    }

    /// The scenarios of a group, the first posted first.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws -> [EnvironmentRule]? {
        let id = try group.storedID()
        return books.scenarios.book.runs(in: .whole).reversed().filter { $0.groupID == id }.map { run in
            EnvironmentRule(position: export.nowhere, title: run.scenario.name, json: run.scenario.text)
        }
    }
}
