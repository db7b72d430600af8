package import ConsolePlatform
package import DeviceProtocol
package import GRDB

/// How a client of the admin API names a device (AdminDevices, "Naming a device").
package struct DeviceLocator: Hashable, Sendable {
    /// All kinds of id, by the words of `searchby`.
    package enum Kind: String, CaseIterable, Sendable {
        case deviceID = "DeviceId"
        case macAddress = "Macaddress"
        case udid = "Udid"
        case serialNumber = "Serialnumber"
        case imei = "ImeiNumber"
        case easID = "EasId"
        case uuid = "Uuid"
        /// Only where a path says so.
        case assetNumber = "AssetNumber"

        /// Those that clients may name by a word.
        package static let searchable = allCases.filter { $0 != .assetNumber }

        /// Other words for a kind, folded.
        private static let synonyms: [String: Kind] = ["imei": .imei, "serial": .serialNumber, "mac": .macAddress]

        /// The kind of a word in any letter case, with or without underscores; nil for any other word.
        package init?(word: String) {
            let word = DeviceWords.folded(word)
            let kind = Self.searchable.first { $0.rawValue.lowercased() == word } ?? Self.synonyms[word]
            guard let kind else { return nil }
            self = kind
        }
    }

    let kind: Kind
    /// The id as it was written.
    package let value: String
    /// `errorCode` of the route for an unknown device; nil for that of 404.
    var number: Int?
    /// The same, if it may also be a uuid, as below `/_mock`.
    private var identifierOrUUID: DeviceIdentifier?

    /// A device by one of its ids.
    package init(_ kind: Kind, _ value: String, number: Int? = nil) {
        self.kind = kind
        self.value = value
        self.number = number
    }

    /// A device by the identifier its client goes by, or by its uuid.
    package init(_ device: DeviceIdentifier) {
        self.init(.udid, device.value)
        identifierOrUUID = device
    }

    /// A device by the id in a path: an integer, else a uuid.
    package init(path text: String, number: Int? = nil) {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
        self.init(isNumber ? .deviceID : .uuid, text, number: number)
    }

    /// The error of the route for an unknown device.
    package var missing: ConsoleError {
        ConsoleError(
            .notFound,
            "Device not found for this request: there is no device with \(kind.rawValue) \(value.prefix(80)).",
            number: number)
    }
}

extension DeviceLocator {
    /// The condition on `device`, with its argument; nil if no device can have such an id.
    var condition: (sql: String, value: DatabaseValue)? {
        switch kind {
        case .deviceID: Int64(value).map { ("device.id = ?", $0.databaseValue) }
        case .uuid: ("device.uuid = ?", value.databaseValue)
        case .udid: ("device.identifier = ?", value.lowercased().databaseValue)
        case .serialNumber: ("device.serialNumber = ?", value.databaseValue)
        case .imei: ("device.imei = ?", value.filter(\.isNumber).databaseValue)
        case .easID: ("device.easId = ?", value.databaseValue)
        case .assetNumber:
            // As the API shows it: the identifier stands for an asset number that was never set.
            ("COALESCE(device.assetNumber, upper(device.identifier)) = ? COLLATE NOCASE", value.databaseValue)
        case .macAddress:
            (
                "replace(replace(upper(device.macAddress), ':', ''), '-', '') = ?",
                Self.plain(macAddress: value).databaseValue
            )
        }
    }

    /// A hardware address in upper case without separators.
    package static func plain(macAddress: String) -> String {
        let separators: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: "-")]
        return String(decoding: macAddress.uppercased().utf8.filter { !separators.contains($0) }, as: UTF8.self)
    }

    /// The device in a subtree, to read; if several have the id, an enrolled one before one that is not, and an earlier
    /// enrollment before a later one.
    ///
    /// - Throws: ``missing``.
    package func device(in subtree: Subtree, _ db: GRDB.Database) throws -> DeviceRecord {
        let found =
            try identifierOrUUID.map { try DeviceStore.find($0, in: subtree, db) }
            ?? devices(in: subtree, limit: 1, db).first
        guard let device = found else { throw missing }
        return device
    }

    /// The one device in a subtree with the id, to change or order something of.
    ///
    /// - Throws: ``missing``, and ``ConsoleError`` `conflict` naming them if several have the id.
    package func onlyDevice(in subtree: Subtree, _ db: GRDB.Database) throws -> DeviceRecord {
        if let identifierOrUUID {
            guard try DeviceStore.find(identifierOrUUID, in: subtree, db) != nil else { throw missing }
            return try DeviceStore.onlyDevice(identifierOrUUID, in: subtree, db)
        }
        let found = try devices(in: subtree, limit: DeviceStore.namedAtMost + 1, db)
        guard let device = found.first else { throw missing }
        guard found.count == 1 else {
            throw try DeviceStore.ambiguity(found, "the \(kind.rawValue) \(value.prefix(80))", db)
        }
        return device
    }

    private func devices(in subtree: Subtree, limit: Int, _ db: GRDB.Database) throws -> [DeviceRecord] {
        guard let condition, !value.isEmpty else { return [] }
        // Bulk routes name thousands, and preparing the statement is most of the work.
        let statement = try db.cachedStatement(
            sql: """
                SELECT device.* FROM device JOIN organizationGroup ON organizationGroup.id = device.groupId
                WHERE \(condition.sql) AND \(Subtree.condition("organizationGroup.path", in: "?"))
                ORDER BY \(EnrollmentOrder.earliestFirst) LIMIT ?
                """)
        return try DeviceRecord.fetchAll(statement, arguments: [condition.value, subtree, subtree, limit])
    }
}
