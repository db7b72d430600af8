/// Battery and power supply of a device: sample type 20 (DeviceServices, section 16.3).
///
/// Units are the client's.
public struct PowerSample: SampleFields, Codable {
    /// 0 off, 1 on, 2 backup, anything else unknown.
    public var lineStatus: Int8 = 0
    /// Of the battery.
    public var batteryStatus: UInt8 = 0
    /// Percent.
    public var lifePercent: UInt8 = 0
    /// What is left.
    public var lifeTime: UInt32 = 0
    /// The capacity.
    public var fullLifeTime: UInt32 = 0
    /// 255 if unknown.
    public var backupStatus: UInt8 = 255
    /// Percent.
    public var backupPercent: UInt8 = 0
    /// The remaining charge of the backup battery.
    public var backupLifeTime: UInt32 = 0
    /// The capacity.
    public var backupFullLifeTime: UInt32 = 0
    /// Of the battery.
    public var voltage: UInt32 = 0
    /// Of the battery.
    public var current: UInt32 = 0
    /// Of the battery.
    public var averageCurrent: UInt32 = 0
    /// The period of the average.
    public var averageInterval: UInt32 = 0
    /// The amount used.
    public var discharge: UInt32 = 0
    /// Of the battery.
    public var temperature: Float?
    /// Of the backup battery.
    public var backupVoltage: UInt32 = 0
    /// 255 if unknown.
    public var chemistry: UInt8 = 255

    /// Takes the defaults.
    public init() {}

    /// Reads what follows the header.
    init(reading reader: inout LittleEndianReader) throws(MessageError) {
        lineStatus = try reader.integer("lineStatus")
        batteryStatus = try reader.integer("batteryStatus")
        lifePercent = try reader.integer("lifePercent")
        lifeTime = try reader.integer("lifeTime")
        fullLifeTime = try reader.integer("fullLifeTime")
        backupStatus = try reader.integer("backupStatus")
        backupPercent = try reader.integer("backupPercent")
        backupLifeTime = try reader.integer("backupLifeTime")
        backupFullLifeTime = try reader.integer("backupFullLifeTime")
        voltage = try reader.integer("voltage")
        current = try reader.integer("current")
        averageCurrent = try reader.integer("averageCurrent")
        averageInterval = try reader.integer("averageInterval")
        discharge = try reader.integer("discharge")
        temperature = try reader.float("temperature")
        backupVoltage = try reader.integer("backupVoltage")
        chemistry = try reader.integer("chemistry")
    }

    /// Writes what follows the header.
    func write(to writer: inout LittleEndianWriter) {
        writer.append(lineStatus)
        for number in [batteryStatus, lifePercent] { writer.append(number) }
        for number in [lifeTime, fullLifeTime] { writer.append(number) }
        for number in [backupStatus, backupPercent] { writer.append(number) }
        for number in [backupLifeTime, backupFullLifeTime, voltage, current, averageCurrent] { writer.append(number) }
        for number in [averageInterval, discharge] { writer.append(number) }
        writer.append(temperature)
        writer.append(backupVoltage)
        writer.append(chemistry)
    }

    /// Reads the members of a JSON object.
    init(json fields: JSONObjectReader) throws(MessageError) {
        lineStatus = try fields.number("lineStatus", default: lineStatus)
        batteryStatus = try fields.number("batteryStatus", default: batteryStatus)
        lifePercent = try fields.number("lifePercent", default: lifePercent)
        lifeTime = try fields.number("lifeTime", default: lifeTime)
        fullLifeTime = try fields.number("fullLifeTime", default: fullLifeTime)
        backupStatus = try fields.number("backupStatus", default: backupStatus)
        backupPercent = try fields.number("backupPercent", default: backupPercent)
        backupLifeTime = try fields.number("backupLifeTime", default: backupLifeTime)
        backupFullLifeTime = try fields.number("backupFullLifeTime", default: backupFullLifeTime)
        voltage = try fields.number("voltage", default: voltage)
        current = try fields.number("current", default: current)
        averageCurrent = try fields.number("averageCurrent", default: averageCurrent)
        averageInterval = try fields.number("averageInterval", default: averageInterval)
        discharge = try fields.number("discharge", default: discharge)
        temperature = try fields.float("temperature")
        backupVoltage = try fields.number("backupVoltage", default: backupVoltage)
        chemistry = try fields.number("chemistry", default: chemistry)
    }
}
