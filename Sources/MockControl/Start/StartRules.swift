import ConsoleModel
import ConsolePlatform
package import DeviceProtocol
import Logging
import NIOConcurrencyHelpers

/// A fault, a scenario or a clock of a file that is read at start (Faults, "From a file").
package struct StartRule: Sendable {
    /// What it is.
    package enum Kind: Sendable {
        case fault, scenario, clock
    }

    let kind: Kind
    /// What names its group; nil for the topmost.
    let group: String?
    /// As it is posted, without its group.
    let json: JSONValue
    /// What errors call the place it stands at.
    let place: String

    /// A rule of a file.
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - json: As it is posted, with `group` beside its members.
    ///   - place: What errors call the place it stands at.
    /// - Throws: ``ConsoleError`` `badRequest` if it is no object, or `group` no text.
    package init(_ kind: Kind, _ json: JSONValue, place: String) throws {
        guard case .object(let members) = json else {
            throw ConsoleError(.badRequest, "\(place) has to be an object, not \(json.kindName).")
        }
        switch members.first(where: { $0.name == "group" })?.value {
        case nil: group = nil
        case .string(let name)?: group = name
        default: throw ConsoleError(.badRequest, "\(place).group has to name an organization group.")
        }
        self.kind = kind
        self.place = place
        self.json = .object(members.filter { $0.name != "group" })
    }
}

/// Puts what files say into force: at start, and once more after a reset, which leaves what a start has.
package struct StartRules: Sendable {
    /// Who is said to have posted them.
    package static let maker = "start file"

    private let books: RuleBooks
    private let clocks: GroupClockStore
    private let groups: GroupTreeStore
    private let logger: Logger
    /// What a reset puts into force once more.
    private let kept = NIOLockedValueBox<[StartRule]>([])

    init(_ books: RuleBooks, clocks: GroupClockStore, groups: GroupTreeStore, logger: Logger) {
        self.books = books
        self.clocks = clocks
        self.groups = groups
        self.logger = logger
    }

    /// Puts rules into force.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - again: Further faults and scenarios that a reset has to put into force, such as those of the environment file,
    ///     which an import has put into force.
    /// - Throws: ``ConsoleError`` with the place and what is wrong there.
    package func begin(with rules: [StartRule], againWith again: [StartRule] = []) async throws {
        kept.withLockedValue { $0 = again + rules.filter { $0.kind != .clock } }
        let tree = try await groups.tree()
        for rule in rules {
            do {
                try await apply(rule, in: tree)
            } catch let error as ConsoleError {
                throw ConsoleError(error.code, "\(rule.place): \(error.message)")
            }
        }
    }

    /// What it does when the console goes back to its environment file.
    var following: ResetParticipant {
        ResetParticipant { [self] occasion in
            let rules = kept.withLockedValue { $0 }
            guard case .reset = occasion, !rules.isEmpty, let tree = try? await groups.tree() else { return }
            for rule in rules {
                do { try await apply(rule, in: tree) } catch {
                    logger.warning("\(rule.place) is not in force after the reset: \(error)")
                }
            }
        }
    }

    private func apply(_ rule: StartRule, in tree: GroupTree) async throws {
        let subtree = try rule.group.map { try tree.subtree(named: $0, in: .whole) } ?? .whole
        let groupID = subtree.ancestorsAndSelf.last ?? OrganizationGroupRecord.globalID
        let maker = AdministratorIdentity(name: Self.maker, groupID: groupID, subtree: subtree)
        switch rule.kind {
        case .fault: _ = try books.faults.post(rule.json, by: maker, in: tree)
        case .scenario:
            _ = try books.scenarios.post(try books.scenarios.scenario(rule.json), by: maker, in: tree)
        case .clock:
            guard let code = tree.code(of: groupID) else { return }
            _ = try await clocks.set(try ClockOrder(rule.json), of: code, by: maker)
        }
    }
}
