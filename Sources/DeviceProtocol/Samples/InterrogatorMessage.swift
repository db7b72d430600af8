public import Foundation

/// The kinds of devices that send samples (DeviceServices, section 16.2).
public enum InterrogatorPlatform: UInt16, Hashable, Sendable, CaseIterable {
    /// Windows Mobile.
    case windowsMobile = 1
    /// iOS.
    case iOS = 2
    /// BlackBerry.
    case blackBerry = 3
    /// Symbian.
    case symbian = 4
    /// Android.
    case android = 5
}

/// The sender of samples, from the payload of a packet.
public struct InterrogatorSender: Hashable, Sendable {
    /// The kind of device.
    public var platform: InterrogatorPlatform
    /// The device.
    public var device: DeviceIdentifier

    /// Takes a device.
    public init(_ device: DeviceIdentifier, platform: InterrogatorPlatform = .iOS) {
        self.device = device
        self.platform = platform
    }
}

/// A message of a client to the interrogator: first that it is ready, then its samples (DeviceServices, section 16.2).
public enum InterrogatorMessage: Hashable, Sendable {
    /// Asks for a token.
    case ready(InterrogatorSender)
    /// Sends samples under a token.
    case data(InterrogatorSender, token: InterrogatorToken, samples: SampleData)

    /// The sender.
    public var sender: InterrogatorSender {
        switch self {
        case .ready(let sender), .data(let sender, _, _): sender
        }
    }

    /// Reads a packet; its sizes have to add up to the bytes there are.
    ///
    /// Throws a `MessageError` that names the field, also for flags that are not a client's.
    public init(_ data: Data) throws(MessageError) {
        let packet = try InterrogatorPacket(request: data)
        var reader = LittleEndianReader(ArraySlice(packet.payload))
        switch packet.flag {
        case .ready:
            let platform = try Self.platform(&reader)
            let size: Int32 = try reader.integer("device id size")
            guard Int(size) == reader.remaining else { throw Self.wrongSize("device id size", size) }
            self = .ready(try Self.sender(platform, Int(size), &reader))
        case .data:
            let platform = try Self.platform(&reader)
            let size: Int32 = try reader.integer("device id size")
            let sampleSize: Int32 = try reader.integer("sample data size")
            // Both are below 2^31, so their sum cannot overflow.
            guard size >= 0, size <= reader.remaining else { throw Self.wrongSize("device id size", size) }
            guard Int(size) + Int(sampleSize) == reader.remaining else {
                throw Self.wrongSize("sample data size", sampleSize)
            }
            let sender = try Self.sender(platform, Int(size), &reader)
            let samples = SampleData(try reader.bytes(reader.remaining, "sample data"))
            self = .data(sender, token: packet.token, samples: samples)
        default:
            throw MessageError("is \(packet.flag.rawValue); a client sends 16 or 128", field: "flag")
        }
    }

    private static func platform(_ reader: inout LittleEndianReader) throws(MessageError) -> InterrogatorPlatform {
        let raw: UInt16 = try reader.integer("platform")
        guard let platform = InterrogatorPlatform(rawValue: raw) else {
            throw MessageError("is \(raw); it must be 1 to 5, 2 for iOS", field: "platform")
        }
        return platform
    }

    private static func sender(
        _ platform: InterrogatorPlatform, _ size: Int, _ reader: inout LittleEndianReader
    ) throws(MessageError) -> InterrogatorSender {
        let units = try reader.units(size, "device id")
        guard let text = String(validating: units, as: UTF16.self), let device = DeviceIdentifier(text) else {
            throw MessageError("must be \(DeviceIdentifier.rule), in UTF-16LE", field: "device id")
        }
        return InterrogatorSender(device, platform: platform)
    }

    private static func wrongSize(_ field: String, _ size: Int32) -> MessageError {
        MessageError("is \(size), which does not fit the payload", field: field)
    }

    /// The bytes of the packet.
    ///
    /// Throws for sample data that its size cannot name.
    public func encoded() throws(MessageError) -> Data {
        var writer = LittleEndianWriter()
        let identifier = sender.device.value.wideBytes
        writer.append(sender.platform.rawValue)
        writer.append(Int32(truncatingIfNeeded: identifier.count))
        switch self {
        case .ready:
            writer.append(contentsOf: identifier)
            return try InterrogatorPacket(.ready, payload: Data(writer.bytes)).encoded()
        case .data(_, let token, let samples):
            guard let size = Int32(exactly: samples.bytes.count) else {
                throw MessageError("is longer than \(Int32.max) bytes", field: "sample data")
            }
            writer.append(size)
            writer.append(contentsOf: identifier)
            writer.append(contentsOf: samples.bytes)
            return try InterrogatorPacket(.data, token: token, payload: Data(writer.bytes)).encoded()
        }
    }
}
