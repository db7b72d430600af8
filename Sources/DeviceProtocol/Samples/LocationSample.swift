/// Where a device was: sample type 10 (DeviceServices, section 16.3).
public struct LocationSample: SampleFields, Codable {
    /// Degrees, -90 to 90.
    public var latitude: Double
    /// Degrees, -180 to 180.
    public var longitude: Double
    /// Metres per second; negative if not known.
    public var speed: Float?
    /// Degrees; negative if not known.
    public var heading: Float?
    /// Degrees.
    public var magneticVariation: Double?
    /// Metres.
    public var altitude: Float?
    /// The source of the place; its numbers are not documented.
    public var facility: UInt16 = 0
    /// Why it was noted; numbers are not documented.
    public var eventCode: UInt32 = 0
    /// A remark.
    public var note = ""

    /// Takes a place.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Reads what follows the header.
    init(reading reader: inout LittleEndianReader) throws(MessageError) {
        guard let latitude = try reader.double("latitude"), let longitude = try reader.double("longitude") else {
            throw MessageError("must be a number", field: "latitude")
        }
        (self.latitude, self.longitude) = (latitude, longitude)
        speed = try reader.float("speed")
        heading = try reader.float("heading")
        magneticVariation = try reader.double("magneticVariation")
        altitude = try reader.float("altitude")
        facility = try reader.integer("facility")
        eventCode = try reader.integer("eventCode")
        note = try reader.text(try reader.size("noteLength"), "note")
        if let field = outOfRange { throw MessageError("is out of range", field: field) }
    }

    /// Writes what follows the header.
    func write(to writer: inout LittleEndianWriter) throws(MessageError) {
        writer.append(latitude)
        writer.append(longitude)
        writer.append(speed)
        writer.append(heading)
        writer.append(magneticVariation)
        writer.append(altitude)
        writer.append(facility)
        writer.append(eventCode)
        try writer.appendSize(note.utf8.count, "note")
        writer.append(contentsOf: note.utf8)
    }

    /// Reads the members of a JSON object; latitude and longitude have to be there.
    init(json fields: JSONObjectReader) throws(MessageError) {
        guard let latitude = try fields.real("latitude") else { throw fields.wrong("latitude", "is missing") }
        guard let longitude = try fields.real("longitude") else { throw fields.wrong("longitude", "is missing") }
        (self.latitude, self.longitude) = (latitude, longitude)
        speed = try fields.float("speed")
        heading = try fields.float("heading")
        magneticVariation = try fields.real("magneticVariation")
        altitude = try fields.float("altitude")
        facility = try fields.number("facility", default: facility)
        eventCode = try fields.number("eventCode", default: eventCode)
        note = try fields.text("note") ?? ""
        if let field = outOfRange {
            throw fields.wrong(field, field == "latitude" ? "must be -90 to 90" : "must be -180 to 180")
        }
    }

    /// The coordinate that names no place on earth, if there is one.
    private var outOfRange: String? {
        if !(-90...90).contains(latitude) { return "latitude" }
        return (-180...180).contains(longitude) ? nil : "longitude"
    }
}
