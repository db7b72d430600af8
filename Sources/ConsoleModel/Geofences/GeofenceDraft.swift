package import ConsolePlatform
import DeviceProtocol

/// The wanted state of a geofence.
package struct GeofenceDraft: Hashable, Sendable {
    /// Degrees a centre may have.
    package static let latitudes = -90.0...90.0
    /// Degrees a centre may have.
    package static let longitudes = -180.0...180.0
    /// Metres a radius may have: up to once around the world.
    package static let radii = 1.0...40_100_000.0

    package var name: String
    /// Degrees.
    package var latitude: Double
    /// Degrees.
    package var longitude: Double
    /// Metres.
    package var radius: Double

    /// Made of its parts, unchecked.
    package init(name: String, latitude: Double, longitude: Double, radius: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }

    /// Its errors, each with the member at fault and what would be accepted.
    package var problems: [(field: String, message: String)] {
        var problems: [(field: String, message: String)] = []
        if !GeofenceReference.isName(name) { problems.append(("name", "has to have \(GeofenceReference.rule)")) }
        let numbers = [
            ("latitude", latitude, Self.latitudes), ("longitude", longitude, Self.longitudes),
            ("radius", radius, Self.radii),
        ]
        for (field, number, range) in numbers where !range.contains(number) {
            problems.append((field, "has to be a number from \(range.lowerBound) to \(range.upperBound)"))
        }
        return problems
    }

    /// The row of the geofence.
    ///
    /// - Parameters:
    ///   - known: The existing row.
    ///   - uuid: Its identifier.
    ///   - groupID: The group it belongs to.
    ///   - now: The time.
    /// - Returns: The row; the existing one if nothing differs.
    package func record(changing known: GeofenceRecord?, uuid: String, groupID: Int64, at now: Timestamp)
        -> GeofenceRecord
    {
        var record = GeofenceRecord(
            id: known?.id, uuid: uuid, groupId: groupID, name: name, latitude: latitude, longitude: longitude,
            radius: radius, createdAt: known?.createdAt ?? now, updatedAt: known?.updatedAt ?? now)
        if record != known { record.updatedAt = now }
        return record
    }
}
