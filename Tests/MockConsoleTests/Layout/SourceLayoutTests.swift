import Foundation
import Testing
@testable import ConsoleTestSupport

/// What the manifest cannot hold of the house: rooms, their doors and tables, and the roof (Architecture).
///
/// A room is a folder with a door, `…Feature.swift`; a file belongs to the nearest door above it, so that a room may
/// have others inside. In the model each folder is a room without a door.
struct SourceLayoutTests {
    /// Storeys whose files all stand in rooms.
    private static let services = ["DeviceServices", "AdminServices"]

    // MARK: Doors

    @Test(arguments: services)
    func `Each file of a storey of services is in a room with one door`(storey: String) throws {
        let tree = try SourceTree.shared
        let files = tree.entries.filter { $0.storey == storey }
        #expect(!files.isEmpty)
        for entry in files {
            let room = try #require(entry.room, "\(entry.file.path) is in no room: there is no …Feature.swift above it")
            #expect(tree.doors[room]?.count == 1, "\(room) has several doors")
        }
    }

    @Test func `A door declares one feature, which the roof makes`() throws {
        let tree = try SourceTree.shared
        let makers = tree.entries
            .filter { Self.makers.contains($0.file.path) }.flatMap(\.text.code).joined(separator: "\n")
        #expect(tree.doors.count > 30)
        for door in tree.doors.values.flatMap(\.self) {
            let features = door.lines.filter { $0.contains("struct ") && $0.contains(": Feature") }
            #expect(features.count == 1 && features[0].contains("struct \(door.name): Feature"), "\(door.path)")
            let isMade = makers.contains("\(door.name)(")
            #expect(isMade, "\(door.name) is made nowhere")
        }
        let declared = tree.entries.flatMap(\.text.code).count { $0.contains("struct ") && $0.contains(": Feature ") }
        #expect(declared == tree.doors.count, "a feature is declared outside of a door")
    }

    /// The list of features, and what makes the two that need what a list cannot give.
    private static let makers =
        ["Features", "Console", "ConsoleParts"].map { "Sources/MockConsole/\($0).swift" }
        + ["Sources/MockControl/MockControl.swift"]

    @Test func `The list of features stays short`() throws {
        let list = try #require(try SourceTree.shared.entries.first { $0.file.path == Self.makers[0] })
        #expect(list.file.lines.count { !$0.isEmpty } <= 80)
    }

    @Test func `Nothing but the roof stands at the top`() throws {
        let top = try SourceTree.shared.entries.map(\.file).filter { $0.folder == "Sources/MockConsole" }.map(\.name)
        let roof: Set = [
            "Console", "ConsoleCredentials", "ConsoleParts", "ConsoleRouters", "Features", "MockUEMVersion",
            "Surroundings",
        ]
        #expect(Set(top) == roof)
        for storey in Self.services {
            let stray = try SourceTree.shared.entries.map(\.file.folder).filter { $0 == "Sources/\(storey)" }
            #expect(stray.isEmpty, "a file of \(storey) is in no folder")
        }
    }

    // MARK: Who may name whom

    @Test(arguments: services + ["MockConsole"])
    func `No room names a type of a sibling`(storey: String) throws {
        try expectNames(in: storey) { $0 == $1 }
    }

    /// Rooms of the model; each may use those before it.
    private static let model = [
        "Events", "Groups", "Administrators", "Users", "Credentials", "Records", "Devices", "Enrollment",
        "SmartGroups", "Applications", "Compliance", "Geofences", "Quotas", "Environment",
    ].map { "Sources/ConsoleModel/\($0)" }

    @Test func `A room of the model uses those before it`() throws {
        let rooms = Set(try SourceTree.shared.entries.filter { $0.storey == "ConsoleModel" }.compactMap(\.room))
        #expect(rooms == Set(Self.model), "say in this test where the room stands")
        try expectNames(in: "ConsoleModel") { room, other in
            guard let own = Self.model.firstIndex(of: room), let used = Self.model.firstIndex(of: other) else {
                return false
            }
            return used <= own
        }
    }

    /// Rooms of what stands around the console; each may use those before it.
    private static let control = [
        "Journal", "Matching", "Parties", "StandIn", "Verification", "Why", "Lint", "Faults", "Scenarios", "Clocks",
        "Snapshots", "Start", "Sandboxes",
        "Stream", "Metrics",
    ].map { "Sources/MockControl/\($0)" }

    @Test func `A room of the mock's control uses those before it`() throws {
        let files = try SourceTree.shared.entries.filter { $0.storey == "MockControl" }
        var owners: [String: Int] = [:]
        for (place, room) in Self.control.enumerated() {
            for entry in files where entry.file.folder.hasPrefix(room) {
                for type in entry.declaredTypes { owners[type] = place }
            }
        }
        for entry in files where entry.file.folder != "Sources/MockControl" {
            let place = Self.control.firstIndex { entry.file.folder.hasPrefix($0) }
            let own = try #require(place, "say in this test where the room of \(entry.file.path) stands")
            for word in entry.text.capitalizedWords {
                #expect((owners[word] ?? 0) <= own, "\(entry.file.path) uses \(word), which comes later")
            }
        }
    }

    /// Expects that files name types of such rooms of their storey only.
    ///
    /// - Parameters:
    ///   - storey: The storey.
    ///   - mayUse: Whether the first room may use the second.
    /// - Throws: What reading the sources throws.
    private func expectNames(in storey: String, where mayUse: (String, String) -> Bool) throws {
        let files = try SourceTree.shared.entries.filter { $0.storey == storey }
        var owners: [String: String] = [:]
        for entry in files {
            guard let room = entry.room else { continue }
            for type in entry.declaredTypes { owners[type] = room }
        }
        #expect(owners.count > 2)
        for entry in files {
            guard let room = entry.room else { continue }
            for word in entry.text.capitalizedWords {
                guard let owner = owners[word] else { continue }
                #expect(mayUse(room, owner), "\(entry.file.path) uses \(word) of \(owner)")
            }
        }
    }

    // MARK: Tables

    /// Tables that no record stands for, and whose they are.
    private static let recordless = [
        "boundedShare": "Sources/ConsolePlatform/Database",
        "boundedTable": "Sources/ConsolePlatform/Database",
        "deviceChange": "Sources/AdminServices/EventNotifications",
        // Written by statements that are compiled once, and read piece by piece.
        "deviceLogPiece": "Sources/DeviceServices/Logs",
        "deviceTag": "Sources/ConsoleModel/SmartGroups",
        "logStock": "Sources/DeviceServices/Logs",
        // What an MDM profile is given to: of the model like what an app is given to, since both are assignments.
        "mdmProfileSmartGroup": "Sources/ConsoleModel/Applications",
        "membershipChange": "Sources/ConsoleModel/SmartGroups",
        "quotaGrowth": "Sources/ConsoleModel/Quotas",
        "quotaUse": "Sources/ConsoleModel/Quotas",
        "restrictionPolicyUserGroup": "Sources/ConsoleModel/Enrollment",
        "sampleIntake": "Sources/DeviceServices/Analytics",
        "userGroupMember": "Sources/ConsoleModel/Users",
    ]

    /// Tables of another room that a file reads, and why it may.
    private static let borrowed: [String: Set<String>] = [
        // The apps of a device are one list, ordered and counted over apps of all kinds and what was asked of them.
        "Sources/AdminServices/Devices/Information/DeviceApps.swift": [
            "applicationPackage", "applicationRequest", "storeApplication",
        ]
    ]

    @Test func `Statements name only tables of their own room or of the model`() throws {
        let owners = try Self.tableOwners()
        var unused = Self.borrowed
        // The environment file writes and reads everything at once.
        for entry in try SourceTree.shared.entries where entry.room != "Sources/MockConsole/Environment" {
            for table in Self.tables(in: entry, of: Set(owners.keys)) {
                let owner = owners[table] ?? ""
                if owner.hasPrefix("Sources/ConsoleModel/"), entry.storey != "ConsolePlatform" { continue }
                if owner == entry.room || owner == entry.file.folder { continue }
                unused[entry.file.path]?.remove(table)
                #expect(
                    Self.borrowed[entry.file.path]?.contains(table) == true,
                    "\(entry.file.path) names \(table) of \(owner)")
            }
        }
        unused = unused.filter { !$0.value.isEmpty }
        #expect(unused.isEmpty, "exceptions that are not needed")
    }

    @Test func `Each table of the schema belongs to one room`() throws {
        let owners = try Self.tableOwners()
        let schema = try SourceFile.text(below: "Migrations", ending: ".sql").flatMap { _, text in
            text.split(separator: "\n").filter { $0.hasPrefix("CREATE TABLE ") }.compactMap {
                $0.dropFirst("CREATE TABLE ".count).split(separator: " ").first.map(String.init)
            }
        }
        // What a migration makes anew has a name of its own until it takes the place of the old.
        #expect(Set(schema.filter { !$0.hasSuffix("New") }) == Set(owners.keys))
    }

    /// Rooms by their tables.
    private static func tableOwners() throws -> [String: String] {
        var owners = recordless
        for entry in try SourceTree.shared.entries {
            for line in entry.file.lines where line.contains("databaseTableName = \"") {
                let table = String(line.split(separator: "\"")[1])
                #expect(owners[table] == nil, "\(table) has several records")
                owners[table] = entry.room ?? entry.file.folder
            }
        }
        return owners
    }

    /// Tables that statements of a file name, and those it bounds.
    private static func tables(in entry: SourceTree.Entry, of known: Set<String>) -> Set<String> {
        var found: Set<Substring> = []
        for literal in entry.text.literals where literal.utf8.count > 8 {
            let words = literal.utf8.split { !SwiftText.isOfWord($0) }.map { Substring($0) }
            for (verb, table) in zip(words, words.dropFirst()) where verbs.contains(verb) { found.insert(table) }
        }
        for line in entry.file.lines where line.contains("able(") {
            guard let call = ["core.table(\"", "BoundedTable(name: \""].first(where: line.contains) else { continue }
            found.formUnion(line.split(separator: call).dropFirst().compactMap { $0.split(separator: "\"").first })
        }
        return known.intersection(found.map(String.init))
    }

    private static let verbs: Set<Substring> = ["FROM", "JOIN", "INTO", "UPDATE"]

    // MARK: The description of the API

    /// Families of routes that rooms are, where the room is called otherwise.
    private static let families = [
        "Administrators": "Administrators and access",
        "Applications": "Internal applications",
        "Compliance": "Compliance policies",
        "Devices/Changes": "Commands and messages",
        "Devices/Registrations": "Registration and enrollment tokens",
        "Devices/Wipes": "Device wipes",
        "EventHistory": "Event log",
        "EventNotifications": "Event notifications",
        "Groups": "Organization groups",
        "MDMProfiles": "MDM profiles",
        "SmartGroups": "Smart groups",
        "Users": "Enrollment users",
    ]

    @Test func `Every room of the admin services is a family of the description`() throws {
        let listed = try SourceFile.text(below: "Sources/MockConsole/OpenAPI", ending: "openapi.yaml")
            .flatMap { $0.text.split(separator: "\n") }
        let described = try SourceFile.text(below: "Sources/AdminServices", ending: ".openapi.yaml")
        let rooms = try SourceTree.shared.doors.keys.filter { $0.hasPrefix("Sources/AdminServices/") }
        var taken: [String: String] = [:]
        for room in rooms.sorted() {
            let name = String(room.dropFirst("Sources/AdminServices/".count))
            let family = Self.families[name] ?? name
            #expect(listed.contains { $0.hasPrefix("    \(family): ") }, "\(family) is no family")
            let own = described.filter { $0.path.hasPrefix("\(room)/") }.compactMap { _, text in
                text.split(separator: "\n").first { $0.hasPrefix("family: ") }
            }
            #expect(own.contains { $0.contains(family) }, "\(room) describes no routes of \(family)")
            #expect(taken[family] == nil, "\(room) and \(taken[family] ?? "") are one family")
            taken[family] = room
        }
    }
}
