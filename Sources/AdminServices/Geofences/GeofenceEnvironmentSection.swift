package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
package import Yams

/// A geofence.
package struct EnvironmentGeofence: EnvironmentEntry {
    package var position: EnvironmentPosition
    var uuid: String?
    var draft: GeofenceDraft

    package var title: String { draft.name }
}

/// Geofences in environment files.
package struct GeofenceEnvironmentSection: EnvironmentListSection {
    package static let key = "geofences"
    package static let entryName = "geofence"
    package static let definitions: [(String, JSONSchema)] = [("geofence", geofence)]

    private static let geofence = JSONSchema.object(
        [
            ("name", .defined("name")), ("uuid", .defined("uuid")),
            ("latitude", number(GeofenceDraft.latitudes).described("Degrees of the centre.")),
            ("longitude", number(GeofenceDraft.longitudes).described("Degrees of the centre.")),
            ("radius", number(GeofenceDraft.radii).described("Metres.")),
        ], required: ["name", "latitude", "longitude", "radius"])

    private static func number(_ range: ClosedRange<Double>) -> JSONSchema {
        JSONSchema.type("number").with("minimum", .number("\(range.lowerBound)"))
            .with("maximum", .number("\(range.upperBound)"))
    }

    /// A section that asks the database only.
    init() {}

    /// Reads a geofence; nil, with a problem noted, if a part is missing or invalid.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentGeofence? {
        guard let mapping = node.mapping(["name", "uuid", "latitude", "longitude", "radius"]) else { return nil }
        let name = mapping.required("name")?.text(1...255)
        let latitude = mapping.required("latitude").flatMap { number($0, GeofenceDraft.latitudes) }
        let longitude = mapping.required("longitude").flatMap { number($0, GeofenceDraft.longitudes) }
        let radius = mapping.required("radius").flatMap { number($0, GeofenceDraft.radii) }
        guard let name, let latitude, let longitude, let radius else { return nil }
        return EnvironmentGeofence(
            position: mapping.position, uuid: mapping["uuid"]?.uuid,
            draft: GeofenceDraft(name: name, latitude: latitude, longitude: longitude, radius: radius))
    }

    private static func number(_ node: EnvironmentNode, _ range: ClosedRange<Double>) -> Double? {
        guard let scalar = node.scalar else { return nil }
        let number: Double? =
            switch scalar.kind {
            case .integer(let value): Double(value)
            case .real(let value): value
            case .bool, .text, .null: nil
            }
        guard let number, range.contains(number) else {
            node.complain(
                "is \"\(scalar.text.prefix(60))\"; it must be a number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// A geofence as it is written.
    package static func writeEntry(_ geofence: EnvironmentGeofence) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(geofence.draft.name))
            $0.add("uuid", geofence.uuid.map(YAMLWriting.text))
            $0.add("latitude", YAMLWriting.propertyList(.real(geofence.draft.latitude)))
            $0.add("longitude", YAMLWriting.propertyList(.real(geofence.draft.longitude)))
            $0.add("radius", YAMLWriting.propertyList(.real(geofence.draft.radius)))
        }.node
    }

    /// Imports geofences; devices get them with their next fetch.
    package func importContent(
        _ content: [EnvironmentGeofence], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        let groupID = try home.storedID()
        for geofence in content {
            let known = try GeofenceStore.geofence(named: geofence.draft.name, inExactly: groupID, run.db)
            let uuid = try run.uuid(geofence.uuid, known: known?.uuid, in: "geofence", at: geofence.position)
            var record = geofence.draft.record(changing: known, uuid: uuid, groupID: groupID, at: run.now)
            let decision = try run.decide(
                .geofence, geofence.draft.name, at: geofence.position, known: known, record: record, groupID: groupID)
            if decision != .leave { try record.save(run.db) }
        }
    }

    /// Geofences of a group, by name.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentGeofence]?
    {
        try GeofenceStore.geofences(of: try group.storedID(), export.db).map { record in
            EnvironmentGeofence(
                position: export.nowhere, uuid: record.uuid,
                draft: GeofenceDraft(
                    name: record.name, latitude: record.latitude, longitude: record.longitude, radius: record.radius))
        }
    }
}
