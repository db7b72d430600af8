/// The memory of a device: sample type 21 (DeviceServices, section 16.3).
///
/// Units are the client's.
public struct MemorySample: SampleFields, Codable {
    /// How much of it is in use.
    public var load: UInt32 = 0
    /// Memory there is.
    public var totalPhysical: UInt32 = 0
    /// Memory that is free.
    public var availablePhysical: UInt32 = 0
    /// Page file there is.
    public var totalPageFile: UInt32 = 0
    /// Page file that is free.
    public var availablePageFile: UInt32 = 0
    /// Address space there is.
    public var totalVirtual: UInt32 = 0
    /// Address space that is free.
    public var availableVirtual: UInt32 = 0

    /// Takes the defaults.
    public init() {}

    /// Reads what follows the header.
    init(reading reader: inout LittleEndianReader) throws(MessageError) {
        load = try reader.integer("load")
        totalPhysical = try reader.integer("totalPhysical")
        availablePhysical = try reader.integer("availablePhysical")
        totalPageFile = try reader.integer("totalPageFile")
        availablePageFile = try reader.integer("availablePageFile")
        totalVirtual = try reader.integer("totalVirtual")
        availableVirtual = try reader.integer("availableVirtual")
    }

    /// Writes what follows the header.
    func write(to writer: inout LittleEndianWriter) {
        for number in [load, totalPhysical, availablePhysical, totalPageFile, availablePageFile] {
            writer.append(number)
        }
        for number in [totalVirtual, availableVirtual] { writer.append(number) }
    }

    /// Reads the members of a JSON object.
    init(json fields: JSONObjectReader) throws(MessageError) {
        load = try fields.number("load", default: load)
        totalPhysical = try fields.number("totalPhysical", default: totalPhysical)
        availablePhysical = try fields.number("availablePhysical", default: availablePhysical)
        totalPageFile = try fields.number("totalPageFile", default: totalPageFile)
        availablePageFile = try fields.number("availablePageFile", default: availablePageFile)
        totalVirtual = try fields.number("totalVirtual", default: totalVirtual)
        availableVirtual = try fields.number("availableVirtual", default: availableVirtual)
    }
}
