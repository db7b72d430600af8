/// The operating system of a device: sample type 22 (DeviceServices, section 16.3).
public struct SystemSample: SampleFields, Codable {
    /// 2 for iOS.
    public var platformID: UInt32 = 2
    /// First part of the version.
    public var osMajor: UInt32 = 0
    /// Second part of the version.
    public var osMinor: UInt32 = 0
    /// Third part of the version.
    public var osPatch: UInt32 = 0
    /// 4 on the clients that were seen.
    public var processorArchitecture: UInt16 = 4
    /// Of the processor.
    public var cpuLevel: UInt16 = 0
    /// Of the processor.
    public var cpuRevision: UInt16 = 0
    /// 1 floating point, 2 DSP, 4 16-bit.
    public var instructionSet: UInt32 = 0
    /// Its maker; not seen on any client.
    public var oemInfo = ""
    /// Such as `iPhone`.
    public var platformType = ""

    /// Takes the defaults.
    public init() {}

    /// Reads what follows the header; sizes count bytes.
    init(reading reader: inout LittleEndianReader) throws(MessageError) {
        platformID = try reader.integer("platformId")
        osMajor = try reader.integer("osMajor")
        osMinor = try reader.integer("osMinor")
        osPatch = try reader.integer("osPatch")
        processorArchitecture = try reader.integer("processorArchitecture")
        cpuLevel = try reader.integer("cpuLevel")
        cpuRevision = try reader.integer("cpuRevision")
        instructionSet = try reader.integer("instructionSet")
        let oemInfoSize = try reader.size("oemInfoSize")
        let platformTypeSize = try reader.size("platformTypeSize")
        oemInfo = try reader.wideText(oemInfoSize, "oemInfo")
        platformType = try reader.wideText(platformTypeSize, "platformType")
    }

    /// Writes what follows the header.
    func write(to writer: inout LittleEndianWriter) throws(MessageError) {
        for number in [platformID, osMajor, osMinor, osPatch] { writer.append(number) }
        for number in [processorArchitecture, cpuLevel, cpuRevision] { writer.append(number) }
        writer.append(instructionSet)
        try writer.appendSize(oemInfo.utf16.count * 2, "oemInfo")
        try writer.appendSize(platformType.utf16.count * 2, "platformType")
        writer.append(contentsOf: oemInfo.wideBytes)
        writer.append(contentsOf: platformType.wideBytes)
    }

    /// Reads the members of a JSON object.
    init(json fields: JSONObjectReader) throws(MessageError) {
        platformID = try fields.number("platformID", default: platformID)
        osMajor = try fields.number("osMajor", default: osMajor)
        osMinor = try fields.number("osMinor", default: osMinor)
        osPatch = try fields.number("osPatch", default: osPatch)
        processorArchitecture = try fields.number("processorArchitecture", default: processorArchitecture)
        cpuLevel = try fields.number("cpuLevel", default: cpuLevel)
        cpuRevision = try fields.number("cpuRevision", default: cpuRevision)
        instructionSet = try fields.number("instructionSet", default: instructionSet)
        oemInfo = try fields.text("oemInfo") ?? ""
        platformType = try fields.text("platformType") ?? ""
    }
}
