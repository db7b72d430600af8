package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
package import Yams

/// The clock of a group in environment files.
package struct EnvironmentClock: Sendable {
    let position: EnvironmentPosition
    let order: ClockOrder
    /// As it is written.
    let json: JSONValue
}

/// Clocks in environment files, as they are set (Clocks, "Setting a clock").
package struct ClockEnvironmentSection: EnvironmentSection {
    package static let key = "clock"
    package static let schema = JSONSchema.defined("clock")
    package static let definitions: [(String, JSONSchema)] = [
        (
            "clock",
            JSONSchema.object([
                ("frozen", JSONSchema.type("boolean", "string").described("true, or a time at which it stands.")),
                ("set", JSONSchema.type("string").described("A time from which it runs on.")),
                ("offset", JSONSchema.type("string").described("A duration such as P30D or -PT1H.")),
                ("offsetSeconds", JSONSchema.type("number")),
            ]).described("One of its keys.")
        )
    ]

    private let board: ClockBoard

    /// A section that shows and sets clocks.
    package init(_ board: ClockBoard) { self.board = board }

    /// Reads a clock; nothing, with a problem noted, if it makes no sense.
    package static func read(_ node: EnvironmentNode) -> [EnvironmentClock] {
        guard let position = node.position, let json = node.json() else { return [] }
        do {
            return [EnvironmentClock(position: position, order: try ClockOrder(json), json: json)]
        } catch {
            node.complain((error as? ConsoleError)?.message ?? "cannot be read")
            return []
        }
    }

    /// A clock as it is written.
    package static func write(_ content: [EnvironmentClock]) -> Node? {
        guard case .object(let members)? = content.first?.json else { return nil }
        return EnvironmentJSON.mapping(members).node
    }

    /// Sets the clock of a group.
    package func importContent(
        _ content: [EnvironmentClock], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        guard let clock = content.first else { return }
        let (machine, id) = (board.clock.machine, try home.storedID())
        let hand = try ClockBoard.read(run.db).hands[id]
        do {
            let set = try clock.order.clock(now: hand?.clock.reading(at: machine) ?? machine, at: machine)
            if hand?.owner == id, hand?.clock == set { return }
            try GroupClockRecord(set, of: id, at: machine).upsert(run.db)
            run.transaction.changesConfiguration()
        } catch let error as ConsoleError {
            run.problems.add(error.message, at: clock.position, field: "clock")
        }
    }

    /// The clock that was set for a group.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws -> [EnvironmentClock]? {
        guard let record = try GroupClockRecord.fetchOne(export.db, key: try group.storedID()) else { return nil }
        let member =
            switch record.clock {
            case .frozen(let time): JSONMember(name: "frozen", value: .string(time.description))
            case .running(let ahead):
                JSONMember(name: "offsetSeconds", value: .number(Self.seconds(ahead)))
            }
        let json = JSONValue.object([member])
        return [EnvironmentClock(position: export.nowhere, order: try ClockOrder(json), json: json)]
    }

    /// Milliseconds as a number of seconds.
    private static func seconds(_ milliseconds: Int64) -> String {
        milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
    }
}
