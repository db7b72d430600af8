import ConsoleHTTP
import ConsolePlatform
import Foundation

/// Where one of many devices was; members as on the wire (AdminDevices, "What belongs to a device").
struct DevicePlaceOfManyBody: Encodable, Sendable {
    let Id: AdminID
    let DeviceId: AdminID
    let SampleTime: String
    let Latitude: Double
    let Longitude: Double
    let Elevation: Double
    let Speed: Double
    /// Devices report none.
    let Note = ""
    let Uuid: String

    /// The body for a place.
    init(_ place: DeviceInformationStore.Place, of deviceID: Int64) {
        (Id, DeviceId) = (AdminID(place.id), AdminID(deviceID))
        SampleTime = place.at.zoneless
        (Latitude, Longitude) = (place.latitude, place.longitude)
        (Elevation, Speed) = (place.altitude ?? 0, place.speed ?? 0)
        Uuid = NamedUUID.of([Data("place".utf8), Data(String(place.id).utf8)])
    }
}
