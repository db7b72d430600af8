import ConsolePlatform
import DeviceProtocol
package import GRDB

/// Which devices a smart group contains: one predicate (``MembershipPredicate``), for one device and for many.
package enum SmartGroupMembership {
    /// Whether a device is a member; false for an unknown device or smart group.
    package static func contains(device deviceID: Int64, in smartGroupID: Int64, _ db: GRDB.Database) throws -> Bool {
        guard let definition = try SmartGroupDefinition.stored([smartGroupID], db)[smartGroupID] else { return false }
        return try !members(of: definition, among: [deviceID], db).isEmpty
    }

    /// Ids of the members, in order.
    package static func members(of smartGroupID: Int64, _ db: GRDB.Database) throws -> [Int64] {
        guard let definition = try SmartGroupDefinition.stored([smartGroupID], db)[smartGroupID] else { return [] }
        return try allMembers(of: definition, db).sorted
    }

    /// Which of some devices are members.
    static func members(of definition: SmartGroupDefinition, among devices: [Int64], _ db: GRDB.Database) throws
        -> [Int64]
    {
        try MembershipQuestion(definition, db).members(among: devices, db)
    }

    /// Every member.
    static func allMembers(of definition: SmartGroupDefinition, _ db: GRDB.Database) throws -> DeviceSet {
        let isMember = try MembershipPredicate(definition: definition, reach: .many).isMember()
        let request = SQLRequest<Int64>(literal: "SELECT d.id FROM device d WHERE \(isMember)", cached: true)
        var members = DeviceSet()
        let cursor = try request.fetchCursor(db)
        while let id = try cursor.next() { members.insert(id) }
        return members
    }

    /// Why a device is or is not a member: each part of the predicate by itself.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device or smart group.
    static func explain(device deviceID: Int64, in smartGroupID: Int64, _ db: GRDB.Database) throws
        -> MembershipExplanation
    {
        guard let definition = try SmartGroupDefinition.stored([smartGroupID], db)[smartGroupID] else {
            throw ConsoleError(.notFound, "There is no such device or smart group.")
        }
        return try explain(device: deviceID, in: definition, db)
    }

    /// Why a device is or is not a member of a smart group, which need not be stored.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device.
    package static func explain(device deviceID: Int64, in definition: SmartGroupDefinition, _ db: GRDB.Database) throws
        -> MembershipExplanation
    {
        let predicate = MembershipPredicate(definition: definition, reach: .one)
        let parts: [SQL] =
            try [
                predicate.isMember(), predicate.isNamed(.exclude), predicate.isNamed(.add), predicate.isInSubtree,
            ] + definition.kinds.map(predicate.holds)
        // A comparison with an unknown attribute is neither true nor false.
        let columns: [SQL] = ["d.enrollmentStatus"] + parts.map { "COALESCE(\($0), 0)" }
        // Smart groups of one shape share a statement: compiling it takes longer than answering it.
        let row = try SQLRequest<Row>(
            literal: "SELECT \(columns.joined(separator: ", ")) FROM device d WHERE d.id = \(deviceID)", cached: true
        ).fetchOne(db)
        guard let row else { throw ConsoleError(.notFound, "There is no such device or smart group.") }
        let status: Int = row[0]
        return MembershipExplanation(
            enrollmentStatus: EnrollmentStatus(rawValue: status) ?? .unknown, isMember: row[1], isExcluded: row[2],
            isAdded: row[3], usesCriteria: definition.usesCriteria, isInSubtree: row[4],
            criteria: definition.kinds.enumerated().map { ($1.rawValue, row[5 + $0]) })
    }
}

/// The predicate of a smart group for single devices, prepared for repeated use.
struct MembershipQuestion: Sendable {
    private let sql: String
    private let arguments: StatementArguments

    /// The prepared predicate of a smart group, until the smart group itself is changed.
    init(_ definition: SmartGroupDefinition, _ db: GRDB.Database) throws {
        let isMember = try MembershipPredicate(definition: definition, reach: .one).isMember()
        (sql, arguments) = try isMember.build(db)
    }

    /// Which of some devices are members.
    func members(among devices: [Int64], _ db: GRDB.Database) throws -> [Int64] {
        let ids = try SQL.ids(devices).build(db)
        // A cross join keeps its order; otherwise SQLite would go through all enrolled devices.
        let statement = try db.cachedStatement(
            sql: "SELECT d.id FROM (\(ids.sql)) n CROSS JOIN device d ON d.id = n.id WHERE \(sql)")
        return try Int64.fetchAll(statement, arguments: ids.arguments + arguments)
    }
}

/// Why a device is or is not in a smart group.
package struct MembershipExplanation: Sendable {
    /// Only enrolled devices are members.
    let enrollmentStatus: EnrollmentStatus
    package let isMember: Bool
    /// Excluded by hand.
    let isExcluded: Bool
    /// Added by hand.
    let isAdded: Bool
    /// Whether the group uses criteria at all.
    let usesCriteria: Bool
    /// Whether the device is in the subtree of the managing group.
    let isInSubtree: Bool
    /// The kinds of criteria the group has, and whether each holds.
    package let criteria: [(kind: String, holds: Bool)]

    /// One sentence.
    package var reason: String {
        if enrollmentStatus != .enrolled {
            return "the device is not enrolled (\(enrollmentStatus.name.lowercased()))"
        }
        if isExcluded { return "the device or its user is excluded" }
        if isAdded { return "the device or its user was added" }
        if !usesCriteria { return "the group has only added devices and users, and this device is not among them" }
        if !isInSubtree { return "the device is outside the subtree of the group that manages the smart group" }
        let failed = criteria.filter { !$0.holds }.map(\.kind)
        return failed.isEmpty ? "all criteria hold" : "these criteria do not hold: \(failed.joined(separator: ", "))"
    }
}
