public import Foundation

/// Something measured or noted on a device at a moment (DeviceServices, section 16.3).
public struct DeviceSample: Hashable, Sendable {
    /// Bytes every sample begins with: type, size and time.
    public static let headerLength = 18

    /// When.
    public var time: SampleTime
    /// What.
    public var content: SampleContent

    /// Takes a moment and what was noted then.
    public init(_ content: SampleContent, at time: SampleTime) {
        self.time = time
        self.content = content
    }

    /// The bytes; throws a `MessageError` if they are more than 65535.
    public func encoded() throws(MessageError) -> Data {
        var fields = LittleEndianWriter()
        try content.write(to: &fields)
        var writer = LittleEndianWriter()
        writer.append(content.type.rawValue)
        try writer.appendSize(Self.headerLength + fields.bytes.count, "sample")
        time.write(to: &writer)
        writer.append(contentsOf: fields.bytes)
        return Data(writer.bytes)
    }
}

/// The contents of a sample, by its type.
public enum SampleContent: Hashable, Sendable {
    /// Something that happened in the app.
    case analytics(AnalyticsEvent)
    /// A place.
    case location(LocationSample)
    /// Battery and power supply.
    case power(PowerSample)
    /// Memory.
    case memory(MemorySample)
    /// The operating system.
    case system(SystemSample)
    /// A network adapter.
    case networkAdapter(NetworkAdapterSample)
    /// A type whose layout is not known: data usage and cellular.
    case raw(RawSample)

    /// Its type.
    public var type: SampleType {
        switch self {
        case .analytics: .analytics
        case .location: .location
        case .power: .power
        case .memory: .memory
        case .system: .system
        case .networkAdapter: .networkAdapter
        case .raw(let sample): sample.type
        }
    }

    /// Reads what follows the header of a sample.
    init(_ type: SampleType, reading reader: inout LittleEndianReader) throws(MessageError) {
        switch type {
        case .analytics: self = .analytics(try AnalyticsEvent(reading: &reader))
        case .location: self = .location(try LocationSample(reading: &reader))
        case .power: self = .power(try PowerSample(reading: &reader))
        case .memory: self = .memory(try MemorySample(reading: &reader))
        case .system: self = .system(try SystemSample(reading: &reader))
        case .networkAdapter: self = .networkAdapter(try NetworkAdapterSample(reading: &reader))
        case .dataUsage, .alternateDataUsage, .cellular:
            self = .raw(RawSample(type, Data(try reader.bytes(reader.remaining, "sample"))))
        }
    }

    /// Writes what follows the header.
    func write(to writer: inout LittleEndianWriter) throws(MessageError) {
        switch self {
        case .analytics(let fields): try fields.write(to: &writer)
        case .location(let fields): try fields.write(to: &writer)
        case .power(let fields): fields.write(to: &writer)
        case .memory(let fields): fields.write(to: &writer)
        case .system(let fields): try fields.write(to: &writer)
        case .networkAdapter(let fields): try fields.write(to: &writer)
        case .raw(let sample): writer.append(contentsOf: sample.bytes)
        }
    }
}

/// A sample whose layout is not known, kept as it came.
public struct RawSample: Hashable, Sendable {
    /// Its type: data usage by either number, or cellular.
    public var type: SampleType
    /// The bytes after the header.
    public var bytes: Data

    /// Takes bytes.
    public init(_ type: SampleType, _ bytes: Data) {
        self.type = type
        self.bytes = bytes
    }
}
