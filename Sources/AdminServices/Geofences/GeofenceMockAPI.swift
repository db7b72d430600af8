import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A geofence as `/_mock` shows it (AdminAPI, "Geofences").
struct GeofenceBody: Encodable, Sendable {
    let id: Int64?
    let uuid: String
    let name: String
    /// Code of its group.
    let group: String
    let latitude: Double
    let longitude: Double
    let radius: Double
    /// How a geofencing payload names it.
    let reference: String
    /// Whether the administrator may not change it.
    let isReadOnly: Bool
    /// Profiles that name it.
    let usedBy: [GeofenceEntry.User]
    let createdAt: Timestamp
    let updatedAt: Timestamp

    /// The body for a geofence.
    init(_ entry: GeofenceEntry) {
        let record = entry.record
        id = record.id
        uuid = record.uuid
        name = record.name
        group = entry.group
        latitude = record.latitude
        longitude = record.longitude
        radius = record.radius
        reference = GeofenceReference.prefix + record.name
        isReadOnly = !entry.mayChange
        usedBy = entry.users
        createdAt = record.createdAt
        updatedAt = record.updatedAt
    }
}

/// The body of a new geofence, or of one that replaces another.
struct GeofenceWish: Sendable {
    private static let members: Set<String> = ["name", "group", "latitude", "longitude", "radius"]
    /// Members that answers have and bodies may repeat, so that what was read can be sent back.
    private static let answered: Set<String> = [
        "id", "uuid", "reference", "isReadOnly", "usedBy", "createdAt", "updatedAt",
    ]

    let draft: GeofenceDraft
    /// The group it is to belong to, if the body says so.
    let group: GroupCode?

    /// Reads a JSON object.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member and what it accepts.
    init(json: Data) throws {
        do {
            let object = try JSONObjectReader(json)
            let known = Self.members.union(Self.answered)
            if let unknown = object.names.first(where: { !known.contains($0) }) {
                throw ConsoleError(
                    .badRequest,
                    "A geofence has no \(unknown.prefix(60)), only \(Self.members.sorted().joined(separator: ", ")).")
            }
            draft = GeofenceDraft(
                name: try object.requiredText("name"), latitude: try Self.number("latitude", object),
                longitude: try Self.number("longitude", object), radius: try Self.number("radius", object))
            group = try object.identifier("group")
        } catch let error as MessageError {
            throw ConsoleError(.badRequest, "The geofence cannot be read: \(error).")
        }
        if let problem = draft.problems.first {
            throw ConsoleError(.badRequest, "\(problem.field) \(problem.message).")
        }
    }

    private static func number(_ name: String, _ object: JSONObjectReader) throws(MessageError) -> Double {
        guard let number = try object.real(name) else { throw object.wrong(name, "is missing") }
        return number
    }
}
